package command

import (
	"path"
	"strings"

	"passepartout/command/snippet"
)

// What the project's settings load is the project's code; what the program does beyond
// is read as any Python.

// djangoShell judges manage.py shell, which runs a program that it is given by -c or as its
// standard input as a whole (Django's shell command). The application is the
// project's own, and so is what it runs first.
func (v *visit) djangoShell(f field) bool {
	if path.Base(f.text) != "manage.py" || !v.plainOptions() || len(v.operands) < 2 || v.operands[1].text != "shell" {
		return false
	}
	var code *field
	words := v.operands[2:]
	for i := 0; i < len(words); i++ {
		if !words[i].exact() || words[i].many {
			return false
		}
		name, value, joined := strings.Cut(words[i].text, "=")
		switch name {
		case "--no-imports", "--no-startup", "--plain", "--traceback", "--no-color":
			if joined {
				return false
			}
			continue
		case "-c", "--command", "--settings", "-v", "--verbosity":
		default:
			return false
		}
		if !joined {
			if i++; i >= len(words) || !words[i].exact() || words[i].many {
				return false
			}
			value = words[i].text
		}
		switch name {
		case "-c", "--command":
			if code != nil || joined && name == "-c" {
				return false
			}
			code = &field{text: value, span: words[i].span}
		case "--settings":
			if ofProduction(value) {
				return false
			}
		}
	}
	if code == nil {
		if v.sc.stdin.kind != stdinText {
			return false
		}
		code = &field{text: v.sc.stdin.text, span: f.span}
	}
	given := snippet.Given{Folder: path.Dir(f.text), SQL: onlyReads, Stands: v.r.stands(v.sc), Variable: v.variables()}
	given.Inner = v.inner(given.Variable)
	return v.states(snippet.Python, code.text, given, *code)
}

// pythonPlaces states as code the folder that manage.py is told to look for modules in,
// before all others (Django's --pythonpath).
func (v *visit) pythonPlaces(f field) {
	if path.Base(f.text) != "manage.py" || len(v.operands) == 0 {
		return
	}
	for i, w := range v.operands {
		value, ok := strings.CutPrefix(w.text, "--pythonpath")
		switch {
		case ok && value != "":
			w.text = strings.TrimPrefix(value, "=")
			v.r.codePath(v.sc, w, v.name, v.mark)
		case ok && i+1 < len(v.operands):
			v.r.codePath(v.sc, v.operands[i+1], v.name, v.mark)
		}
	}
}
