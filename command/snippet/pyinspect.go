package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// inspects judges what looks at modules, objects and archives.
//
// Long: one case an act; it is a table.
func (j *pyJudge) inspects(act string, first *node, n *node) pyValue {
	switch act {
	case "dir": // names
		if len(n.kids) != 2 {
			return j.fail()
		}
		j.looked(first)
	case "help": // of what is named; a text would name a module, whose code it runs
		if len(n.kids) != 2 || first == nil || first.kind != nName && first.kind != nAttr || !j.ofLibrary(first) && !j.named(first) {
			return j.fail()
		}
	case "hasattr":
		j.looked(first)
		j.plain(j.argument(n, 1, ""))
		if len(n.kids) != 3 {
			return j.fail()
		}
	case "getattr": // x.name, if that is a constant
		name := j.argument(n, 1, "")
		if len(n.kids) < 3 || len(n.kids) > 4 || name == nil || name.kind != nText || !name.sure || strings.ContainsRune(name.text, Hole) {
			return j.fail()
		}
		v := j.attr(&node{kind: nAttr, text: name.text, kids: []*node{first}})
		if len(n.kids) == 3 {
			return v
		}
		j.plain(n.kids[3])
		if v.what != pyObject {
			j.accept(v)
			return pyValue{}
		}
		return v
	case "members": // whatever it is, nothing of it is called but as the project's own
		base := j.eval(first)
		if (base.what == pyOwn || base.what == pyPlain) && len(n.kids) == 2 && !j.gathers(n.kids[0]) {
			return pyValue{}
		}
		if !j.ownModule(base) || len(n.kids) > 3 {
			return j.fail()
		}
		if len(n.kids) == 3 {
			way := n.kids[2]
			if way.kind == nArg && way.text == "predicate" {
				way = way.kids[0]
			}
			if by := j.eval(way); by.what != pyFunc || by.name != "members" {
				j.accept(by)
			}
		}
		j.soft.lists("members")
		return pyValue{what: pyObject}
	case "hints": // annotations of the project's own, which are its code
		if len(n.kids) != 2 || !j.ownModule(j.eval(first)) && !j.memberOfOwn(first) {
			return j.fail()
		}
		j.handed = true
		j.soft.lists("hints")
		return pyValue{what: pyObject}
	case "packages":
		return j.packages(first, n)
	case "import":
		return j.importsNamed(first, n)
	case "spec": // whether a module could be imported; its parents are
		j.only(n, 1, "")
		if v := j.plain(first); len(v.texts) == 0 {
			return j.fail()
		}
		j.lends = true
		return pyValue{what: pyObject, name: "spec"}
	case "archive":
		if j.soft != nil && first == nil && j.argument(n, 9, "fileobj") != nil { // in memory, or in a file that is open
			j.only(n, 0, "mode fileobj")
			mode := j.argument(n, 9, "mode")
			if mode != nil && listWords("w w:gz w:bz2 w:xz w| w|gz", j.word(mode)) {
				return pyValue{what: pyObject, name: "packer"}
			}
		}
		j.only(n, 3, "mode compression compresslevel strict_timestamps fileobj")
		j.lends = true
		if mode := j.argument(n, 1, "mode"); mode != nil && listWords("w w:gz w:bz2 w:xz a x", j.word(mode)) {
			if j.argument(n, 9, "fileobj") != nil {
				return j.fail()
			}
			j.touch(pipeline.KindWrite, j.paths(first), false, false)
			return pyValue{what: pyObject, name: "packer"}
		}
		if mode := j.argument(n, 1, "mode"); mode != nil && !listWords("r r:gz r:bz2 r:xz r:*", j.word(mode)) {
			return j.fail()
		}
		j.touch(pipeline.KindRead, j.paths(first), false, false)
		return pyValue{what: pyObject, name: "zipfile", fixed: j.origin(n.kids[0]) == "zipfile.ZipFile"}
	case "settings":
		j.lends = true
		if len(n.kids) > 1 && (len(n.kids) > 2 || n.kids[1].kind != nArg || n.kids[1].text != "interpolation" || n.kids[1].kids[0].kind != nConst) {
			return j.fail()
		}
		return pyValue{what: pyObject, name: "configparser"}
	case "timed": // a text is code
		if j.timedText(first, n) {
			return pyValue{}
		}
		if first == nil || !j.callable(first) {
			return j.fail()
		}
		j.only(n, 1, "number repeat")
	}
	return pyValue{}
}

// maxTimed is how many texts one call of timeit may have; none of them calls it in turn.
const maxTimed = 8

// timedText is timeit.timeit("f(x)", "from pkg import f; x = 1"): programs of their own,
// each perhaps one of several. False: it is given something else.
func (j *pyJudge) timedText(first *node, n *node) bool {
	if j.soft == nil || first == nil || j.eval(first).what != pyPlain || len(j.eval(first).texts) == 0 {
		return false
	}
	j.only(n, 2, "number repeat setup stmt")
	setup := []pyText{{}}
	if a := j.argument(n, 1, "setup"); a != nil {
		setup = j.plain(a).texts
	}
	given := j.given
	given.Args, given.Patterns, given.Known, given.timed = nil, nil, false, true
	size := 0
	whole := combine(setup, j.plain(first).texts, func(a, b pyText) (pyText, bool) {
		return pyText{s: a.s + "\n" + b.s}, !a.glob && !b.glob && !a.home && !b.home && !a.full && !b.full
	})
	j.failed = j.failed || len(whole) == 0 || len(whole) > maxTimed || j.given.timed
	for _, t := range whole {
		if size += len(t.s); j.failed || size > MaxText/4 {
			return j.fail().what == pyPlain
		}
		effects, ok := Python(t.s, given)
		if !ok {
			j.failed = true
		}
		for _, e := range effects {
			j.add(e)
		}
	}
	return true
}

// gathers reports whether a function of inspect hands out members, rather than tell what
// something is.
func (j *pyJudge) gathers(fn *node) bool {
	return fn.kind == nAttr && fn.text == "getmembers" || fn.kind != nAttr && !strings.HasPrefix(strings.TrimPrefix(j.origin(fn), "inspect."), "is")
}

// ownModule reports whether a value is a module or an object of the project, none of its
// settings.
func (j *pyJudge) ownModule(v pyValue) bool {
	if v.what == pyForeign {
		return !pyThird(v.name) && !pySettings(v.name[strings.LastIndexByte(v.name, '.')+1:])
	}
	return v.what == pyObject && v.name == ""
}

// memberOfOwn reports whether a name is that of a member of one, got from inspect.
func (j *pyJudge) memberOfOwn(n *node) bool {
	if n == nil || n.kind != nName || j.names[n.text] == nil || len(j.names[n.text].sites) != 1 {
		return false
	}
	s := j.names[n.text].sites[0]
	return s.how == byColumn && s.node.kind == nCall && len(s.node.kids) > 1 && j.origin(s.node.kids[0]) == "inspect.getmembers" && j.ownModule(j.eval(s.node.kids[1]))
}

// callable reports whether an expression is a function of the program or of the
// project, and no text.
func (j *pyJudge) callable(n *node) bool {
	if n.kind == nLambda {
		return true
	}
	if n.kind != nName {
		return false
	}
	v := j.eval(n)
	return v.what == pyOwn || v.what == pyForeign && v.name != "" && !pyThird(v.name)
}

// named reports whether an expression is a module, a class or a function.
func (j *pyJudge) named(n *node) bool {
	v := j.eval(n)
	return v.what == pyModule || v.what == pyFunc || v.what == pyClass || v.what == pyForeign || v.what == pyOwn || v.what == pyPlain && j.origin(n) != ""
}

// looked evaluates what is only asked for its names.
func (j *pyJudge) looked(n *node) {
	if j.ofLibrary(n) { // also what no list has
		return
	}
	if v := j.eval(n); v.what != pyModule && v.what != pyForeign {
		j.shown(n)
	}
}

// packages is pkgutil.iter_modules(pkg.__path__, "pkg."): names of the modules
// of a package of the project.
func (j *pyJudge) packages(first, n *node) pyValue {
	if first == nil || first.kind != nAttr || first.text != "__path__" || len(n.kids) > 3 {
		return j.fail()
	}
	base := j.eval(first.kids[0])
	if base.what != pyForeign || pyThird(base.name) {
		return j.fail()
	}
	prefix := ""
	for _, a := range n.kids[2:] {
		if a.kind == nArg {
			if a.text != "prefix" {
				return j.fail()
			}
			a = a.kids[0]
		}
		if a.kind == nBinary && a.text == "+" && a.kids[0].kind == nAttr && a.kids[0].text == "__name__" && a.kids[1].kind == nText && a.kids[1].text == "." && j.eval(a.kids[0].kids[0]).name == base.name {
			prefix = base.name + "."
			continue
		}
		prefix = j.word(a)
	}
	if prefix != "" && prefix != base.name+"." {
		return j.fail()
	}
	j.touch(pipeline.KindRead, []pyText{{s: path.Join(".", j.given.Folder)}}, true, true)
	if prefix == "" {
		return pyValue{what: pyObject, name: "pkgutil"}
	}
	return pyValue{what: pyObject, name: "pkgutil."}
}

// importsNamed is importlib.import_module with the name of a module of the
// project, which is code of its folder as in an import.
func (j *pyJudge) importsNamed(first, n *node) pyValue {
	if len(n.kids) != 2 || first == nil {
		return j.fail()
	}
	v := j.eval(first)
	if v.what == pyObject && v.name == "modname" {
		j.code(j.given.Folder)
		return pyValue{what: pyObject}
	}
	j.accept(v)
	text, rest := "", ""
	switch {
	case first.kind == nFormat && len(first.kids) > 0 && first.kids[0].kind == nText && first.kids[0].sure:
		text = first.kids[0].text // "pkg." and something
		dot := strings.IndexByte(text, '.')
		if dot < 1 {
			return j.fail()
		}
		text, rest = text[:dot], text[dot:]
	case len(v.texts) == 1 && !v.texts[0].glob:
		text = v.texts[0].s
	default:
		return j.fail()
	}
	top, _, _ := strings.Cut(text, ".")
	if listWords(pyStdlib, top) || text == "" || strings.HasPrefix(text, "_") || strings.HasPrefix(text, ".") || strings.ContainsAny(text+rest, " /\\") {
		return j.fail()
	}
	j.code(j.given.Folder)
	j.owns = true
	name := j.kept(text, "")
	if rest != "" && (pyThird(name) || strings.HasSuffix(rest, "_")) {
		return j.fail()
	}
	if rest != "" {
		return pyValue{what: pyObject}
	}
	return pyValue{what: pyForeign, name: name}
}

// ofLibrary reports whether an expression is something of a listed library by
// its name, which is only looked at.
func (j *pyJudge) ofLibrary(n *node) bool {
	for n != nil && n.kind == nAttr && !strings.HasPrefix(n.text, "_") {
		n = n.kids[0]
	}
	if n == nil || n.kind != nName || j.names[n.text] == nil {
		return false
	}
	sites := j.names[n.text].sites
	for _, s := range sites {
		if s.how != byImport && s.how != byFrom || !pyThird(s.module) {
			return false
		}
	}
	return len(sites) > 0
}
