package command

import (
	"encoding/json"
	"strings"

	"passepartout/pipeline"
)

// A file of settings is code where it may name plugins or programs. What names
// none is data, and a file that the same command has written shows which it is.

// onlySettings judges a file that an entry takes for code of a build, if it is
// known to be no more than data.
func (v *visit) onlySettings(f field) bool {
	data := false
	switch v.name {
	case "tsc":
		data = v.checksTypes(f) || v.writtenSettings(f, v.plainTypeScript)
	case "mypy":
		data = v.writtenSettings(f, plainMypy)
	case "eslint":
		data = v.writtenSettings(f, plainESLint)
	case "jest":
		data = v.writtenSettings(f, v.plainJest)
	case "pytest", "py.test":
		data = v.writtenSettings(f, plainPytest)
	case "golangci-lint":
		data = v.writtenSettings(f, plainGolangci)
	}
	if data {
		v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
	}
	return data
}

// checksTypes reports whether tsc(1) is told to write nothing, so that its
// configuration only says which files it reads. It runs no plugins.
func (v *visit) checksTypes(f field) bool {
	if !f.exact() || v.has("-b", "--build", "-build") {
		return false
	}
	for i, w := range v.fields {
		if w.text == "--noEmit" || w.text == "-noEmit" {
			return i+1 == len(v.fields) || v.fields[i+1].exact() && !strings.EqualFold(v.fields[i+1].text, "false")
		}
	}
	return false
}

// writtenSettings reports whether the command has written a file, and its text is
// plain to the tool.
func (v *visit) writtenSettings(f field, plain func(string) bool) bool {
	if !f.exact() || !strings.Contains(f.text, ".") {
		return false
	}
	m, at, ok := v.r.madeFile(v.sc, f)
	if !ok || m.perhaps || !plain(m.text) || !v.r.onlyWrites(at) {
		return false
	}
	if v.name != "tsc" { // which writes where it lies, and runs nothing
		v.r.wasRead(at)
	}
	return true
}

// plainTypeScript reports whether a tsconfig.json leads nowhere out of its folder
// but to read.
func (v *visit) plainTypeScript(text string) bool {
	var whole map[string]any
	if json.Unmarshal([]byte(text), &whole) != nil {
		return false
	}
	for name, value := range whole {
		switch name {
		case "$schema", "include", "exclude", "files", "references", "extends":
			if from, _ := value.(string); name == "extends" && !staysBelow(value) && (strings.Contains(from, "..") || !mayTouch(v.r.w.Dir, true, from)) {
				return false
			}
		case "compilerOptions":
			options, ok := value.(map[string]any)
			if !ok {
				return false
			}
			for option, to := range options {
				if typeScriptWrites(option) && !staysBelow(to) || option == "plugins" {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// typeScriptWrites names options of tsc that say where it writes.
func typeScriptWrites(option string) bool {
	switch strings.ToLower(option) {
	case "outdir", "outfile", "out", "declarationdir", "tsbuildinfofile", "generatecpuprofile", "generatetrace", "rootdir", "rootdirs":
		return true
	}
	return false
}

// staysBelow reports whether a value names a path that leads not up.
func staysBelow(value any) bool {
	s, ok := value.(string)
	return ok && s != "" && s[0] != '/' && s[0] != '~' && !strings.Contains(s, "..") && !strings.Contains(s, "${") && !strings.Contains(s, `\`)
}
