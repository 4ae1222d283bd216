package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// rbWhat says what a value may be used for.
type rbWhat uint8

const (
	rbPlain  rbWhat = iota // data: texts, numbers, containers, open files, functions of the program
	rbObject               // a class or module, by name
	rbClass                // a class that x.class gave
	rbEnv                  // ENV
	rbArgv                 // ARGV
	rbOwn                  // what the project's code gave, or a class of its; name is what it was asked for
	rbPath                 // a path below the folder of the application: Rails.root
)

// rbValue is what is known of a value.
type rbValue struct {
	what  rbWhat
	name  string
	texts []pyText // all that a text may be; empty: anything
	items []pyText // all that its elements may be
}

// Ruby says what a program does, or that it is not understood.
//
// Everything is a call of a method there, and only listed methods are called,
// so what data a value holds does not matter. A class is no data: no listed
// method leads from data to one that could be used. Where a method would call
// another by its name (inject, &:x), the name is written and listed.
func Ruby(text string, given Given) (effects []Effect, ok bool) {
	return ruby(text, given, false)
}

// Rails is Ruby within an application that was loaded before.
func Rails(text string, given Given) (effects []Effect, ok bool) {
	return ruby(text, given, true)
}

func ruby(text string, given Given, app bool) (effects []Effect, ok bool) {
	tree, groups, ok := parseRuby(text, given.Lines)
	if !ok {
		return nil, false
	}
	names := rbNames{names: make(bindings[rbValue])}
	names.walk(tree)
	for _, name := range groups {
		if name == "" || name[0] >= 'A' && name[0] <= 'Z' {
			return nil, false
		}
		names.bind(name, site[rbValue]{})
	}
	if names.failed {
		return nil, false
	}
	j := rbJudge{frame: frame{given: given}, names: names.names, structs: names.structs, members: names.members, changes: len(names.changed) > 0, app: app || given.Lib != "" || rbTakes(tree) || rbOwnFolder(tree) != ""}
	for name := range j.structs {
		if j.names.bound(name) {
			return nil, false
		}
	}
	for _, n := range names.changed {
		j.mutates = j.mutates || !names.fresh(n)
	}
	for name, b := range names.names {
		for _, s := range b.sites {
			if s.how == byDef && len(b.sites) > 1 && name != "" {
				return nil, false
			}
		}
	}
	if given.Lines && j.names.bound("sub") {
		return nil, false
	}
	if given.Lines {
		j.add(Effect{Kind: pipeline.KindRead, Operands: true})
	}
	for _, s := range tree.kids {
		if !j.loads(s) {
			j.eval(s)
		}
	}
	for _, e := range j.runs { // after all that is written, wherever that stands
		j.add(e)
	}
	if j.failed || j.handed && (!inward(tree) || rbDecodes(tree)) || feeds(j.effects, j.app) || j.mutates && j.operands() && names.names.of("ARGV").loads > 0 {
		return nil, false
	}
	return j.effects, true
}

type rbJudge struct {
	frame
	names   bindings[rbValue]
	structs map[string]bool // classes of the program, and the names of their members
	members map[string]bool
	runs    []Effect
	changes bool // something is changed in place: what named containers hold is not known
	mutates bool // that may be a text: what names hold is not known
	app     bool // classes of the project may be called
	handed  bool // some were
	rolled  int  // transactions around that are taken back
	sought  map[string]bool
	looks   int
}

func (j *rbJudge) fail() rbValue {
	j.failed = true
	return rbValue{}
}

// operands reports whether the files on the command line are read.
func (j *rbJudge) operands() bool {
	return j.seen[Effect{Kind: pipeline.KindRead, Operands: true}]
}

// plain evaluates what must be plain data.
func (j *rbJudge) plain(n *node) rbValue { return j.accept(j.eval(n)) }

func (j *rbJudge) accept(v rbValue) rbValue {
	if v.what != rbPlain && v.what != rbOwn && v.what != rbPath {
		return j.fail()
	}
	return v
}

// eval says what a node's value is, and notes what evaluating it does.
//
// Long: one case a kind of node.
func (j *rbJudge) eval(n *node) rbValue {
	if n == nil || !j.step() {
		return rbValue{}
	}
	defer j.back()
	switch n.kind {
	case nName:
		v := j.name(n)
		if !n.sure {
			v.texts = orNone(v.texts)
		}
		return v
	case nConst, nReturn, nYield, nDict, nRegexp, nTuple, nTry, nArg:
		for _, kid := range n.kids {
			j.plain(kid)
		}
		return rbValue{}
	case nBlock:
		for i, kid := range n.kids {
			if v := j.eval(kid); i == len(n.kids)-1 { // the value of the block
				j.accept(v)
			}
		}
		return rbValue{}
	case nHandler:
		return j.plain(n.kids[2])
	case nExpr: // case x, when X: what x is may be handed to a function
		if v := j.eval(n.kids[0]); n.text != "when" {
			j.accept(v)
		}
		return rbValue{}
	case nUnary:
		j.eval(n.kids[0])
		return rbValue{}
	case nCompare:
		x, y := j.eval(n.kids[0]), j.eval(n.kids[1])
		if n.text != "==" && n.text != "!=" {
			if j.accept(y); n.text != "===" {
				j.accept(x)
			}
		}
		return rbValue{}
	case nIf, nWhile:
		j.eval(n.kids[0])
		j.plain(n.kids[1])
		j.plain(n.kids[2])
		return rbValue{}
	case nText:
		if !n.sure {
			return rbValue{}
		}
		return rbValue{texts: []pyText{{s: n.text}}}
	case nFormat:
		return j.formatted(n)
	case nList:
		return j.list(n)
	case nBinary:
		if left := n.kids[0]; n.text == "%" && (left.kind == nText || left.kind == nFormat) && n.kids[1].kind == nList {
			j.plain(left)
			j.shown(n.kids[1])
			return rbValue{}
		}
		x, y := j.plain(n.kids[0]), j.plain(n.kids[1])
		if n.text == "+" {
			return rbValue{texts: combine(x.texts, y.texts, pyText.append)}
		}
		return rbValue{}
	case nBool:
		x, y := j.plain(n.kids[0]), j.plain(n.kids[1])
		return rbValue{texts: union(x.texts, y.texts)}
	case nChoice:
		j.eval(n.kids[0])
		x, y := j.plain(n.kids[1]), j.plain(n.kids[2])
		return rbValue{texts: union(x.texts, y.texts)}
	case nFor:
		j.plain(n.kids[1])
		j.plain(n.kids[2])
		return rbValue{}
	case nLambda, nDef:
		j.params(n.kids[0])
		j.plain(n.kids[1])
		return rbValue{}
	case nAssign:
		return j.assign(n)
	case nAugment:
		j.store(n.kids[0])
		j.plain(n.kids[0])
		j.plain(n.kids[1])
		return rbValue{}
	case nIndex:
		return j.index(n)
	case nStar:
		if v := j.eval(n.kids[0]); n.text == "&" || v.what != rbArgv {
			j.accept(v)
		}
		return rbValue{}
	case nCall:
		return j.call(n)
	}
	return j.fail()
}

// union is all that one of two may be.
func union(a, b []pyText) []pyText {
	if len(a) == 0 || len(b) == 0 || len(a)+len(b) > maxTexts {
		return nil
	}
	return append(append([]pyText(nil), a...), b...)
}

// orNone is a text, or nil, which is an empty one within another text. As a path
// it is an error.
func orNone(texts []pyText) []pyText {
	if len(texts) == 0 {
		return nil
	}
	return union(texts, []pyText{{}})
}

func (j *rbJudge) formatted(n *node) rbValue {
	texts := []pyText{{}}
	for _, kid := range n.kids {
		v := rbValue{}
		if kid.kind == nArg {
			if v = j.eval(kid.kids[0]); v.what == rbObject {
				return j.fail()
			}
		} else if kid.sure {
			v.texts = []pyText{{s: kid.text}}
		}
		texts = combine(texts, v.texts, pyText.append)
	}
	return rbValue{texts: texts}
}

func (j *rbJudge) list(n *node) rbValue {
	v := rbValue{}
	known := len(n.kids) > 0
	for _, kid := range n.kids {
		one := j.plain(kid)
		known = known && len(one.texts) > 0 && kid.kind == nText
		v.items = append(v.items, one.texts...)
	}
	if !known || len(v.items) > maxTexts {
		v.items = nil
	}
	return v
}

func (j *rbJudge) params(n *node) {
	for _, param := range n.kids {
		if param.kids[0].kind == nParams {
			j.params(param.kids[0])
		}
		if param.kids[1] != nil {
			j.plain(param.kids[1])
		}
	}
}

// assign judges an assignment; its value is only what the name is then.
func (j *rbJudge) assign(n *node) rbValue {
	if _, ok := rbStruct(n.kids[0]); ok && n.kids[1].kind == nName && j.structs[n.kids[1].text] {
		return rbValue{what: rbClass} // it is of no use
	}
	v := j.eval(n.kids[0])
	if n.kids[1].kind != nName || v.what == rbObject || v.what == rbClass || n.kids[1].text[0] == '$' {
		j.accept(v)
	}
	j.store(n.kids[1])
	if v.what != rbPlain {
		return rbValue{what: rbClass} // it is of no use
	}
	return rbValue{}
}

// store judges what stands on the left of =.
func (j *rbJudge) store(t *node) {
	switch t.kind {
	case nName:
	case nList, nStar:
		for _, kid := range t.kids {
			j.store(kid)
		}
	case nIndex:
		for _, kid := range t.kids {
			j.plain(kid)
		}
	case nAttr:
		if base := j.plain(t.kids[0]); base.what == rbOwn && j.set(base, t.text) {
			j.handed = true
		} else if t.text != "sync" && !j.members[t.text] {
			j.failed = true
		}
	default:
		j.failed = true
	}
}

// name looks up a variable or a constant.
func (j *rbJudge) name(n *node) rbValue {
	name := n.text
	if j.names.bound(name) {
		return j.bound(j.names[name])
	}
	switch {
	case name == "ARGF" || name == "$<":
		j.add(Effect{Kind: pipeline.KindRead, Operands: true})
		return rbValue{}
	case name == "ARGV":
		return rbValue{what: rbArgv}
	case name == "ENV":
		return rbValue{what: rbEnv}
	case rbPlainConstant(name):
		return rbValue{}
	case j.structs[name]:
		return rbValue{what: rbObject, name: rbOwnStruct}
	case rbConstant(name), strings.HasSuffix(name, "Error") && name[0] >= 'A' && name[0] <= 'Z':
		return rbValue{what: rbObject, name: name}
	case name[0] == '@' || name[0] == '$' && (name[1] >= 'a' && name[1] <= 'z' || digit(name[1]) || listWords("$_ $. $& $~ $! $$ $? $F $PROGRAM_NAME", name)):
		return rbValue{}
	case name == "_1" || name == "it":
		return rbValue{}
	}
	if j.app && name[0] >= 'A' && name[0] <= 'Z' {
		return j.ownClass(name)
	}
	return j.fail()
}

// bound is the value of a name that the program binds.
func (j *rbJudge) bound(b *binding[rbValue]) rbValue {
	if b.done {
		return b.value
	}
	if b.busy {
		b.again = true
		return rbValue{}
	}
	b.busy = true
	defer func() { b.busy = false }()
	v := rbValue{}
	for i, s := range b.sites {
		one := rbValue{}
		if j.app && s.how != byDef {
			one = own("")
		}
		switch s.how {
		case byValue:
			if s.node.kind != nLambda { // judged where it stands
				one = j.eval(s.node)
			}
		case byItem:
			if texts := j.items(s.node); len(texts) > 0 || !j.app {
				one = rbValue{texts: texts}
			}
		}
		switch {
		case i == 0:
			v = one
		case j.app && v.what != one.what && j.mixes(v) && j.mixes(one):
			v = own("")
		case v.what != one.what:
			return j.fail()
		default:
			v = rbValue{what: v.what, texts: union(v.texts, one.texts)}
		}
	}
	if v.what == rbObject || v.what == rbClass || b.again && !j.mixes(v) {
		return j.fail()
	}
	if j.changes {
		v.items = nil
	}
	if j.mutates || b.again {
		v.texts = nil
	}
	b.value, b.done = v, true
	return v
}
