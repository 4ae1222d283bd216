package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// call judges a call. Only what has a name in the program, in a listed module
// or among the listed attributes is called.
//
// Long: one case a kind of callee.
func (j *pyJudge) call(n *node) pyValue {
	fn := n.kids[0]
	switch fn.kind {
	case nLambda:
		j.eval(fn)
		j.arguments(n)
		return pyValue{}
	case nName:
		v := j.name(fn)
		if b := j.names[fn.text]; b != nil && len(b.sites) > 0 && v.what == pyPlain && !fromModule(b) {
			if j.soft == nil {
				return j.fail() // whatever a variable holds
			}
			return j.calls(n)
		}
		return j.apply(v, n)
	case nAttr:
		if s := fn.kids[0]; j.classy && s.kind == nCall && len(s.kids) == 1 && s.kids[0].kind == nName && s.kids[0].text == "super" && (pySpecial(fn.text) || j.fields[fn.text]) {
			j.arguments(n)
			return j.givesBack(fn.text)
		}
		base := j.eval(fn.kids[0])
		switch base.what {
		case pyModule:
			if dedents(base, n) {
				return j.dedented(n)
			}
			what, act, ok := pyMember(base.name, fn.text)
			if !ok {
				return j.fail()
			}
			return j.apply(pyValue{what: what, name: act}, n)
		case pyPath, pyClass:
			if j.soft != nil && base.what == pyClass && base.name == "Path" && len(n.kids) > 1 && n.kids[1].kind != nArg && n.kids[1].kind != nStar {
				return j.call(methodOf(n))
			}
			return j.pathCall(base, n)
		case pyFunc:
			if j.soft != nil && base.name == "str" && len(n.kids) > 1 && n.kids[1].kind != nArg && n.kids[1].kind != nStar && fn.text != "maketrans" {
				return j.call(methodOf(n))
			}
			if base.name == "patch" {
				return j.patched(fn.text, n)
			}
			return j.fail()
		case pyForeign:
			return j.apply(j.foreignMember(base, fn.text), n)
		case pyObject:
			return j.objectCall(base, n)
		case pyEnv:
			return j.envCall(n)
		case pySysPath:
			return j.sysPathCall(n)
		case pyInstance:
			return j.ownMethod(base, n)
		case pyXML:
			if fn.text == "write" {
				j.only(n, 1, "encoding xml_declaration short_empty_elements")
				j.touch(pipeline.KindWrite, j.paths(j.argument(n, 0, "file_or_filename")), false, false)
				return pyValue{}
			}
			if !pyAttr(fn.text) && fn.text != "getroot" {
				return j.fail()
			}
			j.arguments(n)
			return pyValue{}
		}
		j.accept(base)
		return j.method(base, n)
	}
	if j.soft != nil { // what a container, a call or a choice gives
		v := j.eval(fn)
		if v.what == pyPlain || v.what == pyOwn || v.what == pyInstance {
			return j.calls(n)
		}
		if v.what == pyObject && pyHarmless(v.name) && !pyTables(v.name) {
			return j.apply(v, n)
		}
	}
	return j.fail()
}

// methodOf is a call of a method through its class as one through the object.
func methodOf(n *node) *node {
	fn := &node{kind: nAttr, text: n.kids[0].text, at: n.at, kids: []*node{n.kids[1]}}
	return &node{kind: nCall, at: n.at, kids: append([]*node{fn}, n.kids[2:]...)}
}

// fromModule reports whether a name is bound to a listed function alone.
func fromModule(b *binding[pyValue]) bool {
	for _, s := range b.sites {
		if s.how != byFrom {
			return false
		}
	}
	return true
}

// arguments judges arguments of a call that does nothing with them but compute.
func (j *pyJudge) arguments(n *node) {
	for _, a := range n.kids[1:] {
		if a.kind == nArg {
			a = a.kids[0]
		}
		j.plain(a)
	}
}

// apply judges a call of a function that is known.
func (j *pyJudge) apply(fn pyValue, n *node) pyValue {
	switch {
	case fn.what == pyOwn, fn.what == pyPlain, fn.what == pyInstance:
		return j.compute(fn, n)
	case fn.what == pyClass && fn.name == "Path":
		return j.newPath(n)
	case fn.what == pyFunc:
		return j.act(fn.name, n)
	case fn.what == pyForeign:
		return j.foreignCall(fn, n)
	case fn.what == pyObject && fn.name == "":
		return j.ownCall("it", n)
	case fn.what == pyObject && fn.name == "matplotlib": // a map of colours
		return j.plots(n)
	case fn.what == pyObject && pyHarmless(fn.name) && !pyTables(fn.name): // a layer, a polynomial, a function that is applied to each element
		j.tabled(n)
		return fn
	}
	return j.fail()
}

// compute is a call that only computes. What is printed or measured may be any
// value; elsewhere it is plain data.
func (j *pyJudge) compute(fn pyValue, n *node) (v pyValue) {
	name := ""
	if f := n.kids[0]; f.kind == nName && fn.what == pyPlain {
		if b := j.names[f.text]; b == nil || len(b.sites) == 0 {
			name = f.text
		}
	}
	out := pyValue{}
	if fn.what == pyOwn {
		defer func() { v = j.gives(n) }()
	}
	for _, a := range n.kids[1:] {
		switch {
		case (name == "max" || name == "min") && a != n.kids[1] && j.keyed(a, j.eval(n.kids[1])):
		case a.kind == nArg && j.links.flows[a.kids[0]]:
			j.eval(a.kids[0])
		case j.links.flows[a]:
			j.eval(a)
		case a.kind == nArg:
			j.plain(a.kids[0])
		case name == "print" || name == "len" || name == "repr" || name == "any" || name == "all" || name == "sum":
			j.shown(a)
		case name == "isinstance" && a == n.kids[1]:
			j.shown(a)
		case (name == "isinstance" || name == "issubclass") && len(n.kids) == 3 && a == n.kids[2] && j.classNamed(a):
		case name == "next" && a == n.kids[1]:
			v := j.eval(a)
			if v.what != pyPaths || len(n.kids) > 2 {
				j.accept(v)
				continue
			}
			out = v.element()
		case name == "range":
			j.plain(a)
			out = pyValue{items: []pyText{{s: anyNumber, glob: true}}, number: true, fixed: true}
		case name == "dict":
			if v := j.eval(a); v.what != pyEnv {
				j.accept(v)
			}
		default:
			j.plain(a)
		}
	}
	if fn.what == pyPlain {
		return j.computed(n, out)
	}
	return out
}

// classNamed reports whether an expression is classes of the standard library and of listed
// libraries by their names, which are only compared with.
func (j *pyJudge) classNamed(n *node) bool {
	switch n.kind {
	case nTuple:
		for _, kid := range n.kids {
			if !j.classNamed(kid) {
				return false
			}
		}
		return len(n.kids) > 0
	case nName:
		b := j.names[n.text]
		if b == nil || len(b.sites) == 0 || !fromModule(b) {
			return false
		}
		for _, s := range b.sites {
			first, _, _ := strings.Cut(s.module, ".")
			if !listWords(pyStdlib, first) && !pyThird(first) {
				return false
			}
		}
		return true
	case nAttr:
		if strings.HasPrefix(n.text, "_") {
			return false
		}
		base := j.eval(n.kids[0])
		return base.what == pyModule || base.what == pyForeign && base.name != "" && pyThird(base.name)
	}
	return false
}

// argument finds an argument by its place or name; nil if it is not given. It
// fails when that cannot be told.
func (j *pyJudge) argument(n *node, at int, name string) *node {
	place := 0
	for _, a := range n.kids[1:] {
		switch {
		case a.kind == nStar:
			j.failed = true
			return nil
		case a.kind == nArg:
			if a.text == name {
				return a.kids[0]
			}
		default:
			if place == at {
				return a
			}
			place++
		}
	}
	return nil
}

// only fails if a call has other arguments than these, and judges each.
func (j *pyJudge) only(n *node, places int, names string) {
	count := 0
	for _, a := range n.kids[1:] {
		switch {
		case a.kind == nStar:
			j.failed = true
		case a.kind == nArg:
			if !listWords(names, a.text) {
				j.failed = true
			}
			if v := j.eval(a.kids[0]); v.what != pyPath {
				j.accept(v)
			}
		default:
			count++
			j.pathLike(a)
		}
	}
	if count > places {
		j.failed = true
	}
}

// paths are the paths that an argument may be; it fails if that is not known.
func (j *pyJudge) paths(n *node) []pyText {
	if n == nil {
		j.failed = true
		return nil
	}
	v := j.eval(n)
	if v.what != pyPath {
		j.accept(v)
	}
	if len(v.texts) == 0 || v.number { // a number is an open file
		j.failed = true
	}
	return v.texts
}

// touch notes an effect on paths.
func (j *pyJudge) touch(kind pipeline.EffectKind, texts []pyText, look, tree bool) {
	for _, t := range texts {
		if strings.IndexByte(t.s, 0) >= 0 || t.s == "" || t.loose || t.web || !t.home && t.glob && strings.HasPrefix(t.s, "~") {
			j.failed = true
		}
		j.add(Effect{Kind: kind, Object: t.s, Pattern: t.glob, Home: t.home, Look: look, Tree: tree})
		if kind == pipeline.KindWrite && t.glob && !t.there {
			j.brings(t.s)
		}
	}
}

// leadsTo states that the program asks where links lead: the path that it gets is
// another one then, whatever it makes of it.
func (j *pyJudge) leadsTo(texts []pyText) {
	for _, t := range texts {
		j.add(Effect{Leads: true, Object: t.s, Pattern: t.glob, Home: t.home})
	}
}

// opens judges open(): the mode must be a constant, and nothing may be given
// that opens the file in another way.
func (j *pyJudge) opens(file []pyText, n *node, at int) pyValue {
	mode := "r"
	if m := j.argument(n, at, "mode"); m != nil {
		v := j.plain(m)
		if len(v.texts) != 1 || v.texts[0].glob {
			return j.fail()
		}
		mode = v.texts[0].s
	}
	for _, e := range [...]*node{j.argument(n, at+1, "encoding"), j.argument(n, at+2, "encoding")} {
		if e != nil {
			j.codec(e)
		}
	}
	if mode == "" || strings.Trim(mode, "rwaxbtU+") != "" {
		return j.fail()
	}
	file = named(file)
	if strings.ContainsAny(mode, "r+") {
		j.touch(pipeline.KindRead, file, false, false)
	}
	if strings.ContainsAny(mode, "wax+") {
		j.touch(pipeline.KindWrite, file, false, false)
		return pyValue{}
	}
	return j.data(file)
}

// codec judges the name of an encoding: all but a few are modules that need
// others, which the working folder may stand in for.
func (j *pyJudge) codec(n *node) {
	v := j.plain(n)
	for _, t := range v.texts {
		if !listWords("utf-8 utf8 UTF-8 UTF8 ascii latin-1 latin1 utf-16 utf-8-sig iso-8859-1 cp1252 ISO-8859-1", t.s) {
			j.code(j.given.Folder)
		}
	}
	if len(v.texts) == 0 && n.kind != nConst {
		j.code(j.given.Folder)
	}
}
