package snippet

import "strings"

// What stands in for parts of the project in a test, and what calls its command line in
// memory. A stand-in is asked for anything, so it is treated as an object of the project.
// It may take no place of what the reader relies upon: a function of the standard library
// that gives something else would make paths of constants lead elsewhere.

// pyMocks lists names of unittest.mock: those that make a stand-in, and plain ones.
func pyMocks(name string) (what pyWhat, act string, ok bool) {
	switch {
	case listWords("MagicMock Mock AsyncMock PropertyMock NonCallableMock NonCallableMagicMock", name):
		return pyFunc, "mocks", true
	case name == "patch":
		return pyFunc, "patch", true
	case listWords("ANY DEFAULT sentinel call", name):
		return pyPlain, "", true
	}
	return 0, "", false
}

// mocks judges a call of what makes a stand-in.
func (j *pyJudge) mocks(n *node) pyValue {
	for _, a := range n.kids[1:] {
		if a.kind == nStar {
			return j.fail()
		}
	}
	j.arguments(n)
	j.owns, j.handed = true, true
	return pyValue{what: pyObject}
}

// patched judges patch("pkg.mod.name"), patch.object(pkg.mod, "name") and
// patch.dict(os.environ, …), by how.
func (j *pyJudge) patched(how string, n *node) pyValue {
	first := j.argument(n, 0, "target")
	if first == nil {
		return j.fail()
	}
	switch how {
	case "patch":
		if !j.patchable(j.word(first)) {
			return j.fail()
		}
		j.code(j.given.Folder)
	case "object":
		base := j.eval(first)
		name := j.word(j.argument(n, 1, "attribute"))
		own := base.what == pyForeign && base.name != "" && !pyThird(base.name) && !pyBorrowed(base.name) || base.what == pyObject && base.name == "" || base.what == pyOwn && j.fields[name]
		if !own || pyHidden(name) {
			return j.fail()
		}
	case "dict":
		return j.patchedVariables(first, n)
	default:
		return j.fail()
	}
	for _, a := range n.kids[1:] {
		switch {
		case a.kind == nStar:
			return j.fail()
		case a == first:
		case a.kind == nArg:
			j.plain(a.kids[0])
		default:
			j.plain(a)
		}
	}
	j.owns, j.handed = true, true
	return pyValue{what: pyObject}
}

// patchedVariables is patch.dict(os.environ, {"NAME": "value"}).
func (j *pyJudge) patchedVariables(first, n *node) pyValue {
	values := j.argument(n, 1, "values")
	if j.eval(first).what != pyEnv || len(n.kids) != 3 || values == nil || values.kind != nDict {
		return j.fail()
	}
	for i := 0; i+1 < len(values.kids); i += 2 {
		if values.kids[i] == nil {
			return j.fail()
		}
		j.sets(j.plain(values.kids[i]), j.plain(values.kids[i+1]))
	}
	return pyValue{}
}

// imported reports whether a name is that of a module which talks to others or starts
// programs, and which this program neither imports nor relies upon: a stand-in for what it
// has makes nothing here mean something else.
func (j *pyJudge) imported(module string) bool {
	return j.soft != nil && listWords("smtplib requests httpx boto3 redis stripe openai anthropic subprocess ftplib psycopg psycopg2 aiohttp", module) && !j.soft.modules[module]
}

// patchable reports whether a dotted name is one of the project's own modules, or a clock.
func (j *pyJudge) patchable(target string) bool {
	if listWords("time.sleep time.time time.monotonic time.perf_counter", target) {
		return true
	}
	parts := strings.Split(target, ".")
	if len(parts) < 2 || listWords(pyStdlib, parts[0]) || pyThird(parts[0]) {
		return false
	}
	for i, part := range parts {
		if i > 1 && j.imported(part) { // what the module has imported, and the program has not
			continue
		}
		if part == "" || strings.ContainsAny(part, " /\\") || pyHidden(part) || i > 0 && (listWords(pyStdlib, part) || pyThird(part) || pyBorrowed(strings.Join(parts[:i+1], "."))) {
			return false
		}
	}
	return true
}

// runner judges a method of click.testing.CliRunner; false: it is another object.
func (j *pyJudge) runner(base pyValue, name string, n *node) (pyValue, bool) {
	if base.name != "runner" {
		return pyValue{}, false
	}
	switch name {
	case "isolated_filesystem": // a folder of its own, below that for what lasts a moment
		j.only(n, 0, "")
		return pyValue{}, true
	case "invoke":
		v := j.eval(j.argument(n, 0, "cli"))
		own := v.what == pyForeign && v.name != "" && !pyThird(v.name) || v.what == pyObject && v.name == ""
		if j.soft != nil && (v.what == pyOwn || v.what == pyObject && listWords("click typer", v.name)) { // the program's own command
			j.arguments(n)
			return pyValue{what: pyObject}, true
		}
		if !own || ordered(n) {
			return j.fail(), true
		}
		for _, a := range n.kids[2:] {
			switch {
			case a.kind == nStar, a.kind == nArg && !listWords("args input catch_exceptions color standalone_mode obj prog_name", a.text):
				return j.fail(), true
			case a.kind == nArg:
				a = a.kids[0]
			}
			for _, t := range j.plainTexts(a) {
				if t.home || !t.glob && j.outside(t.s) {
					return j.fail(), true
				}
			}
		}
		j.handed, j.owns = true, true
		return pyValue{what: pyObject}, true
	}
	return j.fail(), true
}

// plainTexts are the texts that plain data certainly holds.
func (j *pyJudge) plainTexts(n *node) []pyText {
	v := j.plain(n)
	return append(v.texts[:len(v.texts):len(v.texts)], v.items...)
}
