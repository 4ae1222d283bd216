package command

import (
	"strings"

	"passepartout/command/catalogue"
)

// ownModule reports whether python -m is given a module inside of a package
// that is neither Python's own nor in the catalogue: it lies in the folder or
// is installed, and the entry states it as code of the project.
func (v *visit) ownModule(f field) bool {
	first, rest, dotted := strings.Cut(f.text, ".")
	if !dotted || rest == "" || !f.exact() || strings.ContainsAny(f.text, "/ ") || !v.has("-m") || !strings.HasPrefix(v.name, "python") && !strings.HasPrefix(v.name, "pypy") {
		return false
	}
	if _, err := v.r.a.catalogue.Find(f.text); err == nil {
		return false
	}
	switch first {
	case "asyncio", "concurrent", "ctypes", "curses", "dbm", "distutils", "email", "encodings", "ensurepip", "html", "http", "idlelib", "importlib", "json", "lib2to3", "logging", "multiprocessing",
		"os", "pip", "pydoc_data", "setuptools", "sqlite3", "test", "tkinter", "turtledemo", "unittest", "urllib", "venv", "wsgiref", "xml", "xmlrpc", "zoneinfo":
		return false
	}
	return true
}

// inEnvironment is hatch run ENVIRONMENT:NAME, where the name is a script of
// the project or else a program.
func (v *visit) inEnvironment(rest []field) bool {
	_, name, ok := strings.Cut(rest[0].text, ":")
	if v.name != "hatch" || !ok || name == "" || !rest[0].exact() || strings.Contains(rest[0].text, " ") {
		return false
	}
	mark := catalogue.MarkBuild
	if m := targetMark(name); m != "" {
		mark = m
	}
	v.r.codePath(v.sc, field{text: "./pyproject.toml", span: rest[0].span}, v.name, mark)
	if _, err := v.r.a.catalogue.Find(name); err == nil || strings.Contains(name, "/") {
		words := append([]field{{text: name, span: rest[0].span}}, rest[1:]...)
		v.r.within(v.name, func() { v.r.exec(v.sc, words) })
	}
	return true
}
