package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// rbWhat says what a value may be used for.
type rbWhat uint8

const (
	rbPlain    rbWhat = iota // data: texts, numbers, containers, open files, functions of the program
	rbObject                 // a class or module, by name
	rbClass                  // a class that x.class gave
	rbEnv                    // ENV
	rbArgv                   // ARGV
	rbOwn                    // what the project's code gave, or a class of its; name is what it was asked for
	rbTemplate               // a template of ERB: name says whether texts are paths of files or what it is
	rbPath                   // a path below the folder of the application: Rails.root
	rbPathname               // an object of Pathname, or a list of them, which is never taken for data
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

// ruby reads and judges a program. app says that it runs within an application, whose
// classes may be called (rbown.go). Everything that the program says about itself by
// name (structs, own methods, groups of patterns) is gathered first, since Ruby finds a
// method wherever it is defined.
func ruby(text string, given Given, app bool) (effects []Effect, ok bool) {
	tree, parsed, ok := parseRuby(text, given.Lines, given.UTF8)
	if !ok {
		return nil, false
	}
	names := rbNames{names: make(bindings[rbValue])}
	names.walk(tree)
	for _, name := range parsed.groups {
		if name == "" || name[0] >= 'A' && name[0] <= 'Z' {
			return nil, false
		}
		names.bind(name, site[rbValue]{})
	}
	if names.failed {
		return nil, false
	}
	j := rbJudge{frame: frame{given: given}, names: names.names, structs: names.structs, own: names.own, members: names.members, data: parsed.data, places: strings.Contains(text, "Pathname"), bundled: strings.Contains(text, "bundler/setup"), app: app || given.Lib != "" || rbTakes(tree) || rbOwnFolder(tree, given.File) != ""}
	if !names.apart(parsed.bare) {
		return nil, false
	}
	for name := range j.structs {
		if j.names.bound(name) {
			return nil, false
		}
	}
	for _, n := range names.changed {
		switch {
		case !names.fresh(n):
			j.mutates, j.changes = true, true
		case n.kind == nName:
			j.names.of(n.text).grown = append(j.names.of(n.text).grown, n)
		}
	}
	if names.redefines() || given.Lines && j.names.bound("sub") {
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
	if j.failed || j.puts && j.relied || j.handed && (!j.inward(tree) || rbDecodes(tree)) || feeds(j.effects, j.app) || j.mutates && j.operands() && names.names.of("ARGV").loads > 0 {
		return nil, false
	}
	for _, e := range j.finds {
		j.add(e)
	}
	return j.effects, true
}

// rbJudge is one judgement of one program. What is noted along the way is looked at in
// the end, as it may only be harmful together: a variable that is set and one that is
// relied upon, a text that is changed in place and a path that was known before.
type rbJudge struct {
	frame
	names   bindings[rbValue]
	structs map[string]bool // classes of the program, and the names of their members
	members map[string]bool
	own     rbDefined
	data    bool // DATA is there
	puts    bool // a variable of the environment is set
	relied  bool // the value of one was asked for
	runs    []Effect
	changes bool     // something is changed in place: what named containers hold is not known
	mutates bool     // that may be a text: what names hold is not known
	app     bool     // classes of the project may be called
	finds   []Effect // what tools write that measure
	bundled bool     // so its bundle says what may be required
	places  bool     // Pathname is named
	handed  bool     // some were
	rolled  int      // transactions around that are taken back
	sought  map[string]bool
	looks   int
}

// fail ends the judgement: something has no rule.
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

// accept fails for what is more than data. What the project's code gave is accepted,
// since it may be asked for nothing but what data may be asked for, and the project's
// methods.
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
	case nConst:
		if n.text == "__FILE__" && j.given.File != "" {
			return rbValue{texts: []pyText{{s: j.given.File}}}
		}
		return rbValue{}
	case nReturn, nYield, nDict, nRegexp, nTuple, nTry, nArg:
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
		if n.text != "==" && n.text != "!=" || j.own.methods[n.text] {
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
		return rbValue{texts: constantTexts(n.text)}
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
		x := j.eval(n.kids[0])
		if x.what == rbPathname {
			return j.pathnameSum(x, n)
		}
		x, y := j.accept(x), j.plain(n.kids[1])
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
		if n.text == "||=" && j.sets(n.kids[0], n.kids[1]) {
			return rbValue{}
		}
		j.store(n.kids[0])
		if t := n.kids[0]; t.kind == nAttr { // x.y += 1 asks for it first
			j.plain(&node{kind: nCall, kids: []*node{t}})
		} else {
			j.plain(t)
		}
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
	case nClass:
		return j.class(n)
	case nMatch:
		j.plain(n.kids[0])
		for _, kid := range n.kids[1:] {
			j.eval(kid)
		}
		return rbValue{}
	case nCase:
		for _, kid := range n.kids[1:] {
			j.eval(kid)
		}
		return rbValue{}
	}
	return j.fail()
}

// formatted is "a#{x}b". A class in it would be asked for its name by to_s, which the
// program may have defined.
func (j *rbJudge) formatted(n *node) rbValue {
	texts := []pyText{{}}
	for _, kid := range n.kids {
		v := rbValue{}
		if kid.kind == nArg {
			if v = j.eval(kid.kids[0]); v.what == rbObject {
				return j.fail()
			}
		} else if kid.sure {
			v.texts = constantTexts(kid.text)
		}
		texts = combine(texts, v.texts, pyText.append)
	}
	return rbValue{texts: texts}
}

// list is [a, b]; see that of JavaScript for why its elements are known all or none.
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

// params judges what parameters have by themselves, within those that are taken apart,
// too.
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
	if _, ok := rbMakes(n.kids[0]); ok && n.kids[1].kind == nName && j.own.classes[n.kids[1].text] {
		if !j.makes(n.kids[0]) {
			return j.fail()
		}
		return rbValue{what: rbClass}
	}
	if _, ok := rbStruct(n.kids[0]); ok && n.kids[1].kind == nName && j.structs[n.kids[1].text] {
		return rbValue{what: rbClass} // it is of no use
	}
	if n.kids[1].kind == nIndex && j.sets(n.kids[1], n.kids[0]) {
		return rbValue{}
	}
	v := j.eval(n.kids[0])
	if n.kids[1].kind != nName || v.what == rbObject || v.what == rbClass || n.kids[1].text[0] == '$' || v.what == rbPathname && n.kids[1].text[0] == '@' {
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
		} else if !listWords("sync banner program_name version level formatter progname datetime_format priority report_on_exception abort_on_exception mtime pos lineno", t.text) && !j.members[t.text] && !j.setsOwn(t.text) {
			j.failed = true
		}
	default:
		j.failed = true
	}
}
