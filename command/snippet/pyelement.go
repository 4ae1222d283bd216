package snippet

import (
	"slices"

	"passepartout/pipeline"
)

// Elements: x[i] of data, of the words that the program is given, and of the
// environment. Which element it is decides whether it is data or somebody's secret.

// index judges x[y]. The environment is asked for one name, which decides whether it is
// a secret.
func (j *pyJudge) index(n *node) pyValue {
	base, at := j.eval(n.kids[0]), n.kids[1]
	switch base.what {
	case pyArgv:
		return j.argv(at)
	case pyEnv:
		v := j.plain(at)
		j.reads(v)
		return j.variable(v)
	case pySysPath:
		j.plain(at)
		return pyValue{}
	case pyPaths:
		j.plain(at)
		if at.kind == nSlice {
			return base
		}
		return base.element()
	}
	if base.what == pyForeign && base.name != "" && !pyThird(base.name) {
		base = pyValue{what: pyObject}
	}
	if base.what == pyObject && base.name == "configparser" { // a section
		j.plain(at)
		return pyValue{}
	}
	j.accept(base)
	if base.what == pyPlain && j.spelt(n.kids[0]) && j.kindOf(at) { // ops[type(node)]: as a key it goes nowhere
		return j.indexed(base, &node{kind: nTuple})
	}
	j.plain(at)
	if base.what == pyPlain {
		return j.indexed(base, at)
	}
	return object(base)
}

// kindOf judges type(x) as a key of a dictionary, which nobody but the dictionary gets; false:
// it is something else, or a class of the program could get hold of it.
func (j *pyJudge) kindOf(n *node) bool {
	if n.kind != nCall || len(n.kids) != 2 || n.kids[0].kind != nName || n.kids[0].text != "type" || n.kids[1].kind == nArg || n.kids[1].kind == nStar || j.looksUp {
		return false
	}
	j.shown(n.kids[1])
	return true
}

// spelt reports whether an expression certainly is a dictionary that the program spells out, or
// an attribute of its own objects that is nothing else: List[type(x)] would hand the class on.
func (j *pyJudge) spelt(n *node) bool {
	var b *binding[pyValue]
	switch n.kind {
	case nDict:
		return true
	case nName:
		if b = j.names[n.text]; b != nil && b.kin != nil {
			b = b.kin
		}
	case nAttr:
		if j.soft == nil || j.eval(n.kids[0]).what != pyInstance {
			return false
		}
		b = j.attrs[n.text]
	}
	if b == nil || len(b.sites) == 0 {
		return false
	}
	for _, s := range b.sites {
		if s.how != byValue || s.node == nil || s.node.kind != nDict {
			return false
		}
	}
	return true
}

// argv is sys.argv[1], sys.argv[1:] or sys.argv[1:3].
func (j *pyJudge) argv(at *node) pyValue {
	if at.kind != nSlice {
		if i, ok := wholeNumber(at); ok && i >= 1 {
			return j.lineWord(i)
		}
		j.plain(at)
		return pyValue{}
	}
	for _, kid := range at.kids {
		if kid != nil && kid.kind != nConst {
			j.plain(kid)
			return pyValue{}
		}
	}
	from, ok := wholeNumber(at.kids[0])
	if !ok || from < 1 || at.kids[2] != nil || !j.given.Known {
		return pyValue{}
	}
	to, v := len(j.given.Args)+1, pyValue{}
	if at.kids[1] != nil {
		if to, ok = wholeNumber(at.kids[1]); !ok {
			return pyValue{}
		}
	}
	for i := from; i < min(to, len(j.given.Args)+1); i++ {
		one := j.lineWord(i)
		v.items, v.parts = append(v.items, one.texts...), append(v.parts, one)
	}
	if len(v.items) == 0 || len(v.items) > maxTexts {
		return pyValue{}
	}
	return v
}

// lineWord is a word of the command line by its place. Behind a pattern it may be any of
// the rest.
func (j *pyJudge) lineWord(i int) pyValue {
	if j.given.Known && i > len(j.given.Args) && !slices.Contains(j.given.Patterns, true) {
		return pyValue{never: true} // an error
	}
	if !j.given.Known || i > len(j.given.Args) {
		return pyValue{}
	}
	words := []int{i - 1}
	if first := slices.Index(j.given.Patterns, true); first >= 0 && first < i {
		words = words[:0]
		for at := first; at < len(j.given.Args); at++ {
			words = append(words, at)
		}
	}
	v := pyValue{}
	for _, at := range words {
		v.texts = append(v.texts, pyText{s: j.given.Args[at], glob: at < len(j.given.Patterns) && j.given.Patterns[at]})
	}
	if len(v.texts) > maxTexts {
		return pyValue{}
	}
	return v
}

// reads notes that a variable of the environment is read.
func (j *pyJudge) reads(name pyValue) {
	for _, t := range name.texts {
		j.add(Effect{Kind: pipeline.KindSecret, Object: t.s})
	}
}

// sysPathCall is sys.path.insert(0, "src"): what is imported from there is code.
func (j *pyJudge) sysPathCall(n *node) pyValue {
	at := 0
	switch n.kids[0].text {
	case "insert":
		at = 1
	case "append":
	default:
		return j.fail()
	}
	j.arguments(n)
	for _, t := range j.paths(j.argument(n, at, "")) {
		if t.glob || t.home {
			return j.fail()
		}
		j.code(t.s)
		j.roots = append(j.roots, t.s)
	}
	return pyValue{}
}
