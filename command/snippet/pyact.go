package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// act judges a call of a listed function that does more than compute, or of which more
// is known. Each case reads its arguments by place and name as the function's signature
// has them (only), so that one that nobody has looked at, such as an opener or a key
// function, ends the judgement; a case that returns nothing gives plain data.
//
// Long: one case an act; it is a table.
func (j *pyJudge) act(act string, n *node) pyValue {
	if act == "exception" { // its type may stand first, and all of it behind a star
		for _, a := range n.kids[1:] {
			if a.kind == nArg || a.kind == nStar {
				a = a.kids[0]
			}
			j.shown(a)
		}
		return pyValue{}
	}
	if act == "spawn" {
		return j.spawned(n)
	}
	first := j.argument(n, 0, "path")
	switch act {
	case "open":
		j.only(n, 4, "file mode encoding errors newline buffering")
		if first == nil {
			first = j.argument(n, 0, "file")
		}
		if first != nil && first.kind == nConst && listWords("0 1 2", first.text) {
			j.arguments(n)
			return pyValue{}
		}
		if v := j.eval(first); len(n.kids) == 2 && j.leads(v) {
			return pyValue{}
		}
		return j.opens(j.paths(first), n, 1)
	case "type":
		j.only(n, 1, "")
		j.shown(first)
		return pyValue{what: pyClass, name: "type"}
	case "vars": // of what was parsed, and of the program's own objects
		v := j.eval(first)
		if len(n.kids) == 2 && j.ownModule(v) {
			j.handed, j.owns = true, true
			j.soft.lists("vars")
			return pyValue{what: pyObject}
		}
		if v.what != pyObject || v.name != "arguments" || len(n.kids) != 2 {
			return j.fail()
		}
		return pyValue{}
	case "str":
		return j.text(n)
	case "items":
		return j.collected(n)
	case "look": // whether something is there, and how large: of anything
		j.only(n, 2, "follow_symlinks")
		if first == nil {
			return j.fail()
		}
		if v := j.pathLike(first); len(v.texts) > 0 {
			j.touch(pipeline.KindRead, v.texts, true, false)
		}
	case "cwd":
		j.only(n, 0, "")
		return pyValue{texts: []pyText{{s: ".", full: true}}}
	case "list":
		j.only(n, 1, "")
		if first == nil {
			j.touch(pipeline.KindRead, []pyText{{s: "."}}, true, false)
			return pyValue{}
		}
		j.touch(pipeline.KindRead, j.paths(first), true, false)
		if j.origin(n.kids[0]) == "os.listdir" {
			return pyValue{items: []pyText{{s: anyName, glob: true}}}
		}
	case "walk":
		j.only(n, 1, "topdown")
		texts := j.paths(first)
		j.touch(pipeline.KindRead, texts, true, true)
		return pyValue{what: pyWalk, texts: texts}
	case "uname": // for the kind of processor
		j.only(n, 0, "aliased terse")
		j.starts = append(j.starts, Effect{Kind: pipeline.KindRun, Object: "uname\x00-p"})
	case "database":
		return j.database(n)
	case "ask":
		j.only(n, 1, "timeout data")
		j.lends = true
		if v := j.shown(first); v.what == pyObject && v.name == "request" {
			return pyValue{}
		}
		j.connects(first)
	case "inspect": // whatever it is, the answer is a text
		if len(n.kids) != 2 || n.kids[1].kind == nArg || n.kids[1].kind == nStar {
			return j.fail()
		}
		if first.kind == nAttr && listWords("__init__ __call__ __new__ __enter__ __exit__ __iter__ __post_init__", first.text) {
			first = first.kids[0] // a method of it
		}
		foreign := j.ofLibrary(first)
		if !foreign {
			v := j.eval(first)
			foreign = v.what == pyFunc || v.what == pyClass || v.what == pyModule || v.what == pyForeign && pyThird(v.name)
		}
		j.lends = true
		if foreign && listWords("inspect.signature inspect.getfullargspec", j.origin(n.kids[0])) { // with functions in it
			return pyValue{what: pyObject, name: "signature"}
		}
	case "members", "hints", "archive", "settings", "timed", "packages", "import", "spec", "dir", "help", "hasattr", "getattr":
		return j.inspects(act, first, n)
	case "logging": // a format names what it has, and runs nothing
		j.only(n, 0, "level format datefmt stream force handlers filename filemode encoding style")
		if a := j.argument(n, 9, "filename"); a != nil {
			j.touch(pipeline.KindWrite, j.paths(a), false, false)
		}
		if e := j.argument(n, 9, "encoding"); e != nil {
			j.codec(e)
		}
	case "output":
		j.runs(n)
		return j.printed(n)
	case "start":
		j.runs(n)
		out := j.printed(n)
		out.what, out.name = pyObject, "subprocess"
		return out
	case "reads":
		j.only(n, 2, "")
		j.touch(pipeline.KindRead, j.paths(first), false, false)
	case "xml":
		j.only(n, 1, "")
		j.touch(pipeline.KindRead, j.paths(first), false, false)
		return pyValue{what: pyXML}
	case "write":
		j.only(n, 2, "exist_ok mode")
		j.touch(pipeline.KindWrite, j.paths(first), false, false)
	case "delete":
		j.only(n, 1, "")
		j.touch(pipeline.KindDelete, j.paths(first), false, false)
	case "rmtree":
		j.only(n, 1, "ignore_errors")
		j.touch(pipeline.KindDelete, j.paths(first), false, true)
	case "move", "copy", "copyfile", "copy2":
		j.only(n, 2, "")
		return j.moves(act, first, j.argument(n, 1, "dst"))
	case "glob":
		j.only(n, 1, "recursive")
		return j.globbed(first)
	case "join":
		return j.joined(n)
	case "expanduser":
		j.only(n, 1, "")
		return pyValue{texts: homed(j.pathLike(first).texts)}
	case "basename", "dirname":
		j.only(n, 1, "")
		v := j.pathLike(first)
		if act == "dirname" {
			return pyValue{texts: dirnames(v.texts)}
		}
		return pyValue{texts: lastNames(v.texts, false)}
	case "relpath":
		j.only(n, 2, "start")
		start := []pyText{{s: "."}}
		if a := j.argument(n, 1, "start"); a != nil {
			start = asPath(j.pathLike(a).texts)
		}
		return pyValue{texts: relative(asPath(j.pathLike(first).texts), start)}
	case "same":
		j.only(n, 1, "")
		return pyValue{texts: absolute(j.paths(first))}
	case "real":
		j.only(n, 1, "strict")
		texts := j.paths(first)
		j.leadsTo(texts)
		return pyValue{texts: absolute(texts)}
	case "text":
		j.only(n, 1, "")
		return pyValue{texts: j.pathLike(first).texts}
	case "which":
		j.only(n, 1, "")
		j.plain(first)
	case "getenv":
		return j.getenv(n, false)
	case "tempdir", "mkdtemp", "TemporaryDirectory", "mkstemp", "NamedTemporaryFile", "TemporaryFile":
		return j.temporary(act, n)
	default:
		return j.holds(act, first, n)
	}
	return pyValue{}
}

// pathLike is a plain value or a path. Bytes and texts are both taken as paths by
// Python; which of them it is does not matter here.
func (j *pyJudge) pathLike(n *node) pyValue {
	if n == nil {
		return j.fail()
	}
	v := j.eval(n)
	if v.what != pyPath {
		j.accept(v)
	}
	return v
}

// text is str(x). str of an object of the program calls its __str__, which was judged
// where it is written.
func (j *pyJudge) text(n *node) pyValue {
	if len(n.kids) != 2 || n.kids[1].kind == nStar || n.kids[1].kind == nArg {
		j.arguments(n)
		return pyValue{}
	}
	v := j.shown(n.kids[1])
	if v.what == pyPath || v.what == pyPlain {
		return pyValue{texts: v.texts}
	}
	return pyValue{}
}

// collected is a function that passes on the elements of its first argument.
func (j *pyJudge) collected(n *node) pyValue {
	out := pyValue{}
	for i, a := range n.kids[1:] {
		if i > 0 && j.keyed(a, j.eval(n.kids[1])) {
			continue
		}
		if a.kind == nArg {
			a = a.kids[0]
		}
		v := j.eval(a)
		switch v.what {
		case pyPaths:
			if i == 0 && listWords("sorted list reversed set tuple iter", passing(n.kids[0])) {
				out = v
				continue
			}
			if len(n.kids) == 2 && passing(n.kids[0]) == "enumerate" {
				return pyValue{what: pyForeign} // only turn knows its elements
			}
		case pyArgv, pyEnv, pySysPath:
			continue
		case pyClass:
			return j.fail()
		case pyObject:
			if v.name == "signature" && a.kind == nAttr && a.text == "parameters" { // their names
				continue
			}
		}
		j.accept(v)
		switch name := passing(n.kids[0]); {
		case i > 0 || name == "" || v.what != pyPlain:
		case name == "enumerate":
			out.rows = []pyValue{{texts: certainNames(anyNumber), number: true}, j.within(v.element())}
		default:
			out.items, out.rows, out.elem, out.src = v.items, v.rows, v.elem, v.src
		}
	}
	return out
}

// passing is the builtin that is called, by its own name. A name that the program has
// bound to something else never gets here as a builtin.
func passing(fn *node) string {
	if fn.kind != nName {
		return ""
	}
	return fn.text
}

// moves states a copy or a move. A target that is a folder gets the file. shutil.copy
// and move put the file into a target that is a folder; whether it is one nobody knows,
// so both places are written to. A link that is moved may turn what other paths mean.
func (j *pyJudge) moves(act string, from, to *node) pyValue {
	source, target := j.paths(from), j.paths(to)
	j.touch(pipeline.KindRead, source, false, false)
	j.touch(pipeline.KindWrite, target, false, false)
	if act == "move" {
		j.add(Effect{Moves: true})
		j.touch(pipeline.KindDelete, source, false, true)
	}
	if act != "copyfile" {
		inside := combine(target, each(source, path.Base), pyText.join)
		if len(inside) == 0 {
			return j.fail()
		}
		j.touch(pipeline.KindWrite, inside, false, false)
	}
	return pyValue{}
}

// globbed is glob.glob with a constant. A pattern in the home would need the home
// written out in it; that is left.
func (j *pyJudge) globbed(first *node) pyValue {
	texts := j.paths(first)
	out := pyValue{}
	for _, t := range texts {
		if t.glob || t.home {
			return j.fail()
		}
		t.glob = strings.ContainsAny(t.s, globbing)
		out.items = append(out.items, t)
	}
	j.touch(pipeline.KindRead, out.items, true, false)
	return out
}

// joined is os.path.join. A part that is absolute takes the place of all before it, as
// os.path.join has it.
func (j *pyJudge) joined(n *node) pyValue {
	out := pyValue{}
	for i, a := range n.kids[1:] {
		if a.kind == nArg || a.kind == nStar {
			return j.fail()
		}
		v := j.pathLike(a)
		if i == 0 {
			out.texts = v.texts
		} else {
			out.texts = below(out.texts, v.texts)
		}
	}
	return out
}

// homed is expanduser: ~ alone or before a slash is the home folder; that of
// somebody else is not known.
func homed(texts []pyText) []pyText {
	out := make([]pyText, 0, len(texts))
	for _, t := range texts {
		if strings.HasPrefix(t.s, "~") && !t.home {
			if t.s != "~" && t.s[1] != '/' || t.glob {
				return nil
			}
			t.home = true
		}
		out = append(out, t)
	}
	return out
}
