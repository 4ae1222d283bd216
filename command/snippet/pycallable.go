package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// further judges functions of the standard library that take a function or a name, or
// files by more than one argument.
//
// Long: one case an act; it is a table.
func (j *pyJudge) further(act string, first, n *node) pyValue {
	switch act {
	case "timer": // a text would be code
		if first == nil || !j.callable(first) {
			return j.fail()
		}
		j.only(n, 1, "")
		return pyValue{what: pyObject, name: "timer"}
	case "processes": // the same names, for one way to start them
		if len(n.kids) > 2 || len(n.kids) == 2 && !listWords("spawn fork forkserver", j.word(first)) {
			return j.fail()
		}
		return pyValue{what: pyModule, name: "multiprocessing"}
	case "unpickles": // what has just been pickled here
		if len(n.kids) != 2 || !j.pickled(first) {
			return j.fail()
		}
		j.plain(first)
		return pyValue{}
	case "compiles":
		j.only(n, 1, "doraise quiet")
		texts := j.paths(first)
		j.touch(pipeline.KindRead, texts, false, false)
		j.touch(pipeline.KindWrite, combine(dirnames(texts), []pyText{{s: "__pycache__"}}, pyText.join), false, false)
		if len(texts) == 0 || texts[0].glob {
			return j.fail()
		}
	case "compares":
		j.only(n, 2, "shallow ignore hide")
		deep := passingName(n.kids[0]) != "cmp" // two folders
		j.touch(pipeline.KindRead, j.paths(first), false, deep)
		j.touch(pipeline.KindRead, j.paths(j.argument(n, 1, "f2")), false, deep)
	case "sound":
		j.only(n, 2, "mode")
		switch mode := j.argument(n, 1, "mode"); {
		case mode != nil && mode.kind == nText && listWords("r rb", mode.text):
			j.touch(pipeline.KindRead, j.paths(first), false, false)
		case mode != nil && mode.kind == nText && listWords("w wb", mode.text):
			j.touch(pipeline.KindWrite, j.paths(first), false, false)
		default:
			return j.fail()
		}
	case "doctests": // examples in the texts of a module of the project, which are its code
		if first == nil || n.kids[1].kind == nArg {
			return j.fail()
		}
		if v := j.eval(first); v.what != pyForeign || v.name == "" || pyThird(v.name) || pyBorrowed(v.name) {
			return j.fail()
		}
		for _, a := range n.kids[2:] {
			if a.kind != nArg || !listWords("verbose report optionflags raise_on_error exclude_empty", a.text) {
				return j.fail()
			}
			j.plain(a.kids[0])
		}
		j.handed = true
		j.code(j.given.Folder)
	case "listener":
		j.only(n, 1, "family backlog reuse_port dualstack_ipv6")
		j.lends = true
		j.listens(first)
		return pyValue{what: pyObject, name: "socket"}
	case "iterparse":
		j.only(n, 2, "events")
		v := j.pathLike(first)
		if len(v.texts) == 0 && !j.opened(first) {
			return j.fail()
		}
		j.touch(pipeline.KindRead, v.texts, false, false)
	case "logfile":
		j.only(n, 2, "mode encoding delay errors")
		if e := j.argument(n, 2, "encoding"); e != nil {
			j.codec(e)
		}
		j.touch(pipeline.KindWrite, j.paths(first), false, false)
		j.lends = true // its name might be changed
		if j.soft != nil {
			j.soft.stateful = true
		}
	case "getter": // a function that asks for attributes by their names
		for i, a := range n.kids[1:] {
			if i > 0 && passingName(n.kids[0]) == "methodcaller" {
				j.plain(a)
				continue
			}
			if a.kind != nText || !a.sure || !j.harmlessNames(a.text, passingName(n.kids[0])) {
				return j.fail()
			}
		}
		if j.origin(n.kids[0]) == "" {
			return j.fail()
		}
		return pyValue{what: pyOwn}
	}
	return pyValue{}
}

// passingName is the last name of a function that is called.
func passingName(fn *node) string {
	if fn.kind == nName || fn.kind == nAttr {
		return spelled(fn.text)
	}
	return ""
}

// harmlessNames reports whether attributes that are named by a text are those of plain
// data. Of a path they would be bound to a file that nobody knows.
func (j *pyJudge) harmlessNames(dotted, how string) bool {
	if how != "attrgetter" {
		return listWords("upper lower strip lstrip rstrip title casefold split splitlines items keys values get isoformat strftime startswith endswith", dotted)
	}
	for part := range strings.SplitSeq(dotted, ".") {
		if j.soft != nil && j.fields[part] && !j.soft.free(part) {
			return false
		}
		if !j.fields[part] && (!pyAttr(part) || listWords("replace copy query format encode decode", part)) {
			return false
		}
	}
	return true
}

// pickled reports whether an expression is certainly what pickle.dumps gives.
func (j *pyJudge) pickled(n *node) bool {
	if n.kind == nName {
		b := j.names[n.text]
		if b == nil || len(b.sites) != 1 || b.sites[0].how != byValue {
			return false
		}
		n = b.sites[0].node
	}
	return n != nil && n.kind == nCall && j.origin(n.kids[0]) == "pickle.dumps"
}

// opened reports whether an expression is a file that open gave, or data in memory.
func (j *pyJudge) opened(n *node) bool {
	return n.kind == nCall && listWords("io.BytesIO io.StringIO", j.origin(n.kids[0]))
}
