package command

import "strings"

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
