package snippet

import (
	"strconv"
	"strings"
)

// eval says what an expression's value is, and notes what evaluating it does.
//
// Long: one case a kind of expression.
func (j *pyJudge) eval(n *node) pyValue {
	if n == nil || j.failed || !j.step() {
		return pyValue{}
	}
	defer j.back()
	switch n.kind {
	case nName:
		return j.name(n)
	case nConst:
		if n.text == "None" {
			return nothing()
		}
		if counts(n.text) {
			return pyValue{texts: []pyText{{s: n.text}}, number: true}
		}
		if strings.Trim(n.text, "0123456789._") == "" && n.text != "..." {
			return pyValue{texts: certainNames(anyFloat), number: true}
		}
		return pyValue{}
	case nText:
		if !n.sure {
			return pyValue{}
		}
		return pyValue{texts: constantTexts(n.text)}
	case nFormat:
		return j.formatted(n)
	case nTuple, nList, nSet:
		return j.container(n)
	case nDict:
		return j.dictionary(n)
	case nComp:
		return j.comprehension(n)
	case nUnary:
		return object(j.shown(n.kids[0]))
	case nCompare:
		x, y := j.shown(n.kids[0]), j.shown(n.kids[1])
		if j.looksUp && n.text != "is" && (x.what == pyClass && !j.aClass(n.kids[1], y) || y.what == pyClass && !j.aClass(n.kids[0], x)) {
			return j.fail() // which an object of the program would get
		}
		return object(x, y)
	case nBool:
		return j.eitherOf(n.kids[0], n.kids[1])
	case nChoice:
		j.shown(n.kids[0])
		return j.eitherOf(n.kids[1], n.kids[2])
	case nBinary:
		return j.binary(n)
	case nLambda:
		j.params(n.kids[0])
		j.plain(n.kids[1])
		return pyValue{what: pyOwn}
	case nCall:
		return j.call(n)
	case nAttr:
		return j.attr(n)
	case nIndex:
		return j.index(n)
	case nSlice:
		for _, kid := range n.kids {
			if kid != nil {
				j.plain(kid)
			}
		}
		return pyValue{}
	case nStar:
		v := j.eval(n.kids[0])
		if v.what != pyPaths && v.what != pyArgv && v.what != pyEnv && v.what != pySysPath {
			return j.accept(v)
		}
		return v
	case nWalrus:
		return j.eval(n.kids[1])
	case nYield:
		for _, kid := range n.kids {
			if n.sure { // gives knows what it is
				j.eval(kid)
			} else {
				j.plain(kid)
			}
		}
		return pyValue{}
	}
	return j.fail()
}

// plain evaluates what must be plain data.
func (j *pyJudge) plain(n *node) pyValue { return j.accept(j.eval(n)) }

// accept fails for what is more than plain data. Functions that only compute
// are plain data.
func (j *pyJudge) accept(v pyValue) pyValue {
	switch v.what {
	case pyPlain, pyOwn:
		return v
	case pyInstance:
		return pyValue{}
	case pyObject:
		if pyTouches(v.name) {
			return j.fail()
		}
		j.soft.strays(v.name)
		j.handed = j.handed || v.name == "" // what the project has is used as data
		return pyValue{}
	case pyWalk, pyPath, pyPaths: // of which plain data is asked for nothing that touches a file
		return pyValue{}
	case pyForeign: // but what takes a command, as somebody may call it
		if v.name != "" && !pyThird(v.name) && !pyReaches(v.name) && !pyCommands(v.name[strings.LastIndexByte(v.name, '.')+1:]) {
			j.handed = true // map(f, …)
			return pyValue{}
		}
		if library, rest, _ := strings.Cut(v.name, "."); j.soft != nil && (pyComputesInLibrary(v.name) || listWords("orjson ujson simplejson msgpack tomli toml json5 tomli_w xmltodict", library) && listWords(pyComputes(library), rest)) {
			return pyValue{}
		}
	case pyFunc:
		if listWords("str items basename dirname join expanduser text", v.name) {
			return pyValue{}
		}
	}
	return j.fail()
}

// shown evaluates what is only printed, compared or asked whether it is empty.
func (j *pyJudge) shown(n *node) pyValue {
	if j.glimpsed(n) {
		return pyValue{}
	}
	v := j.eval(n)
	if v.what == pyFunc || v.what == pyModule || v.what == pyXML {
		return j.accept(v)
	}
	return v
}

// glimpsed judges an attribute that would reach out if it were called, where it is only
// looked at: d.call is not None, d.call.__name__. False: it is something else.
func (j *pyJudge) glimpsed(n *node) bool {
	if j.soft == nil || j.looksUp || n == nil || n.kind != nAttr || pyInner(n.text) || !listWords("call run Popen open read_text write_text walk copy move group find_spec load_module", n.text) {
		return false
	}
	if v := j.eval(n.kids[0]); v.what != pyPlain || j.failed {
		return false
	}
	return true
}

// eitherOf is the value of one of two expressions.
func (j *pyJudge) eitherOf(a, b *node) pyValue {
	x, y := j.eval(a), j.eval(b)
	if x.never || y.never {
		v, _ := either(x, y)
		return j.accept(v)
	}
	if x.what == pyPlain && y.what == pyPlain || x.what == pyPath && y.what == pyPath || x.none && y.what == pyPath || y.none && x.what == pyPath {
		v, _ := either(x, y)
		return v
	}
	if x.what == pyFunc && y.what == pyFunc && x.name == y.name { // gzip.open if … else open
		return x
	}
	// The environment or something else: only whether it is there is asked then.
	for _, v := range [...]pyValue{x, y} {
		if v.what != pyEnv && v.what != pyArgv {
			j.accept(v)
		}
	}
	if x.what == pyEnv || y.what == pyEnv || x.what == pyArgv || y.what == pyArgv {
		return pyValue{what: pyForeign}
	}
	return pyValue{}
}

// name looks a name up: what the program binds comes before what is built in.
func (j *pyJudge) name(n *node) pyValue {
	if b := j.names[n.text]; b != nil && len(b.sites) > 0 {
		return j.bound(b)
	}
	if n.text == "__file__" && j.given.File != "" {
		return pyValue{texts: []pyText{{s: j.given.File}}}
	}
	v, ok := pyBuiltin(n.text)
	if !ok {
		return j.fail()
	}
	return v
}

// bound is the value of a name that the program binds.
func (j *pyJudge) bound(b *binding[pyValue]) pyValue {
	if b.busy && !b.done && b.value.what == pyObject { // df = df.head(): what the first place gave
		b.lent = true
		return b.value
	}
	if v, known := b.enter(); known {
		return v
	}
	defer b.leave()
	var v pyValue
	for i, s := range b.sites {
		one := j.site(s)
		if i == 0 {
			v = one
			if v.what == pyObject && !b.again {
				b.value = v
			}
			continue
		}
		if one.what == pyModule && v.what == pyModule && one.name == v.name || one.what == pyFunc && v.what == pyFunc && one.name == v.name {
			continue
		}
		if one.what == pyForeign && v.what == pyForeign {
			if one.name != v.name {
				v.name = "" // one of two
			}
			continue
		}
		var ok bool
		if v, ok = either(v, one); !ok {
			j.failed = true
		}
	}
	counts := b
	if b.kin != nil {
		counts = b.kin
	}
	if (v.what == pyPlain || v.what == pyPaths) && !v.fixed && counts.loads != counts.turns {
		v.items, v.rows, v.elem, v.vals, v.parts, v.hollow = nil, nil, nil, nil, nil, false // somebody may have changed them
	}
	if b.again && v.what == pyInstance {
		v = pyValue{}
	}
	if b.again && j.soft != nil && v.what == pyObject && pyHarmless(v.name) {
		b.again = false
	}
	if b.again && v.what != pyPlain && v.what != pyPath && v.what != pyPaths || b.lent && (v.what != pyObject || v.name != b.value.name) {
		return j.fail() // it was taken for plain data
	}
	b.value, b.done = v, true
	return v
}

// site is the value that one place gives to a name.
//
// Long: one case a way to bind it.
func (j *pyJudge) site(s site[pyValue]) pyValue {
	switch s.how {
	case byValue:
		if s.node.kind == nLambda { // judged where it stands
			return pyValue{what: pyOwn}
		}
		return j.eval(s.node)
	case byItem:
		return j.eval(s.node).element()
	case byImport:
		if !pyKnown(s.module) {
			return pyValue{what: pyForeign, name: j.kept(s.module, "")}
		}
		return pyValue{what: pyModule, name: s.module}
	case byFrom:
		if !pyKnown(s.module) {
			if s.member == "TestClient" && (s.module == "fastapi.testclient" || s.module == "starlette.testclient") { // calls the project's code alone
				return pyValue{what: pyForeign, name: "testclient.TestClient"}
			}
			from := pyValue{name: j.kept(s.module, s.member)}
			if !pyThird(from.name) {
				j.setting(pyValue{}, s.member)
				if pyBorrowed(from.name) && !pyHidden(s.member) { // a module of that name, not what another one has imported
					return pyValue{what: pyForeign, name: from.name + "." + s.member}
				}
			}
			return j.foreignMember(from, s.member)
		}
		what, act, ok := pyMember(s.module, s.member)
		if !ok {
			return j.fail()
		}
		return pyValue{what: what, name: act}
	case byDef:
		return pyValue{what: pyOwn}
	case byNarrow:
		return j.narrows(s.node)
	case bySelf:
		return j.self(s)
	case byGrown:
		v := j.eval(s.node)
		if v.what == pyPath {
			return pyValue{what: pyPaths, items: v.texts}
		}
		j.accept(v)
		return pyValue{items: v.texts, rows: v.parts}
	case byKeyed:
		return j.keyedBy(s.node)
	case byPoured:
		return j.poured(s.node)
	case byPart:
		v := j.eval(s.node)
		if v.what == pyObject {
			return v
		}
		return v.element().part("1")
	case byElement, byColumn:
		v := j.eval(s.node)
		if v.what == pyArgv && s.how == byElement {
			if i, err := strconv.Atoi(s.member); err == nil && i > 0 {
				return j.lineWord(i)
			}
			return pyValue{}
		}
		if s.how == byColumn {
			v = v.element()
		}
		if j.soft != nil && v.divides() {
			return v
		}
		for at := range strings.SplitSeq(s.member, ".") {
			v = v.part(at)
		}
		return v
	case byCount:
		return pyValue{texts: []pyText{{s: anyNumber, glob: true}}, number: true}
	case byNone:
		return nothing()
	case byRoot:
		v := j.eval(s.node)
		if v.what != pyWalk || s.dirs.loads != s.dirs.turns || len(s.dirs.sites) != 1 { // somebody may lead it elsewhere
			return pyValue{}
		}
		below := combine(v.texts, []pyText{{s: "**", glob: true}}, pyText.join)
		if len(below) == 0 || 2*len(below) > maxTexts {
			return pyValue{}
		}
		return pyValue{texts: append(below, v.texts...)}
	case byNames:
		if j.eval(s.node).what == pyWalk {
			return pyValue{items: []pyText{{s: anyName, glob: true}}}
		}
	}
	return pyValue{}
}
