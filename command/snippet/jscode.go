package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// JavaScript says what a program does, or that it is not understood.
//
// A value that is plain data may well be, or lead to, the constructor of
// functions: x["con" + y]. That is harmless as long as no such value is ever
// called, so calls have a form of their own: a function of the program, a
// listed member of a listed object, or a listed method; functions are given
// away only as they are written; and no object can get a value that is not
// certainly harmless under the name of a listed method, or of one that the
// language itself calls (toString, then …). Objects that were not made by the
// program are not changed at all. Where a program needs more than that, see
// jsfree.go.
func JavaScript(text string, given Given) (effects []Effect, ok bool) {
	return script(text, given, false)
}

// script judges twice at most: first by the strict rules, by which no value is followed
// that could be called, then, if these do not do, by the rules of jssoft.go. Each
// begins with a tree of its own, since judging changes it.
func script(text string, given Given, types bool) (effects []Effect, ok bool) {
	for _, soft := range [...]bool{false, true} {
		tree, ok := parseJavaScript(text, types)
		if !ok {
			return nil, false
		}
		if effects, ok := judgeJavaScript(tree, given, soft); ok {
			return effects, true
		}
	}
	return nil, false
}

// judgeJavaScript judges one tree in one mode. What is noted along the way (a value was
// called, an object was handed on, something asks the machine) may each be harmless and
// together are not: contradicted and leadsOut see them at the end, when nothing can be
// noted any more.
func judgeJavaScript(tree *node, given Given, soft bool) (effects []Effect, ok bool) {
	scopeJavaScript(tree)
	names := jsNames{names: make(bindings[jsValue])}
	names.walk(tree)
	if names.failed {
		return nil, false
	}
	j := jsJudge{frame: frame{given: given}, soft: soft, names: names.names, own: names.members, functions: names.functions, calls: names.calls, altered: names.altered}
	j.mixes, j.puts, j.spreads = names.mixes, names.puts, names.spreads
	j.removes, j.reckonsNames, j.hoisted = names.removes, names.reckons, names.hoisted
	j.statement(tree)
	j.handed = j.handed || j.kept && j.free
	if j.failed || j.contradicted() || j.leadsOut(tree) || j.spoiled(tree) {
		return nil, false
	}
	return j.effects, !j.loadsOwnWork()
}

// jsJudge is one judgement of one program.
type jsJudge struct {
	frame
	soft bool // see jssoft.go
	jsNoted
	names     bindings[jsValue]
	puts      []jsPut
	spreads   map[string]int  // how often an object is spread among the members of another
	altered   map[string]bool // lists and objects that get what is not followed
	functions map[*node]*jsFunction
	calls     map[string][]jsCall
	own       map[string]bool // members that the program gives to its objects
	jsStrays
}

// fail ends the judgement: something has no rule.
func (j *jsJudge) fail() jsValue {
	j.failed = true
	return jsValue{}
}

// statement judges a statement and those in it, in the order in which they stand.
// Functions are judged where they are written, whether or not anything calls them, so
// that a call need not look into them.
func (j *jsJudge) statement(n *node) {
	if n == nil || j.failed {
		return
	}
	switch n.kind {
	case nBlock, nTry:
		looping := j.looping
		if n.text == "for" {
			defer j.again()()
			j.looping = looping || endless(n)
		}
		for _, kid := range n.kids {
			j.statement(kid)
		}
		j.looping = looping
	case nExpr:
		j.eval(n.kids[0])
	case nAssign:
		if v := j.eval(n.kids[0]); n.kids[1].kind != nName && !simplePattern(n.kids[1]) && v.what != jsArgv {
			j.taken(v)
		}
		j.pattern(n.kids[1])
	case nIf:
		j.eval(n.kids[0])
		j.branches(n)
	case nWhile:
		defer j.again()()
		looping := j.looping
		j.looping = looping || endless(n)
		j.eval(n.kids[0])
		j.statement(n.kids[1])
		j.statement(n.kids[2])
		j.looping = looping
	case nFor:
		if v := j.eval(n.kids[1]); v.what != jsArgv && v.what != jsStdin && !(n.text == "in" && v.what == jsObject) && !(n.text == "of" && v.owned() && allKnown(n.kids[0])) {
			j.used(v)
		}
		defer j.again()()
		j.pattern(n.kids[0])
		j.statement(n.kids[2])
	case nHandler:
		j.statement(n.kids[2])
	case nDef:
		defer j.again()()
		j.params(n.kids[0])
		if n.kids[1].kind == nClass {
			j.class(n.kids[1])
			return
		}
		j.statement(n.kids[1])
	case nReturn:
		for _, kid := range n.kids {
			j.plain(kid)
		}
	case nPass:
	default:
		j.failed = true
	}
}

// simplePattern reports whether a pattern is {a, b: c}, whose names are known
// one by one.
func simplePattern(t *node) bool {
	if t.kind != nDict {
		return false
	}
	for i := 0; i+1 < len(t.kids); i += 2 {
		if t.kids[i].text == "" || t.kids[i+1].kind != nName {
			return false
		}
	}
	return true
}

// pattern judges the names of members and the defaults in a pattern.
func (j *jsJudge) pattern(t *node) {
	switch t.kind {
	case nName, nPass:
	case nList:
		for _, kid := range t.kids {
			j.pattern(kid)
		}
	case nDict:
		for i := 0; i+1 < len(t.kids); i += 2 {
			if t.kids[i].text != "" && jsForbidden(t.kids[i].text) {
				j.failed = true
			}
			j.lured = j.lured || living(t.kids[i].text)
			j.questioned = j.questioned || listWords("exec prepare pragma", t.kids[i].text)
			if listWords("stdin stdio", t.kids[i].text) {
				j.feeds = true
			}
			j.pattern(t.kids[i+1])
		}
	case nStar:
		j.pattern(t.kids[0])
	case nParam:
		j.plain(t.kids[1])
		j.pattern(t.kids[0])
	default:
		j.failed = true
	}
}

// params judges what parameters have by themselves.
func (j *jsJudge) params(n *node) {
	for _, kid := range n.kids {
		j.pattern(kid)
	}
}

// plain evaluates what must be plain data, and is kept.
func (j *jsJudge) plain(n *node) jsValue { return j.taken(j.eval(n)) }

// shown evaluates what is only printed, compared or asked for its type.
func (j *jsJudge) shown(n *node) jsValue { return j.eval(n) }

// eval says what an expression's value is.
//
// Long: one case a kind of expression.
func (j *jsJudge) eval(n *node) jsValue {
	if n == nil || j.failed || !j.step() {
		return jsValue{}
	}
	defer j.back()
	switch n.kind {
	case nName:
		v := j.name(n)
		if v.owned() && pyCommands(spelled(n.text)) { // under another name nobody would know it
			return jsValue{what: jsForeign}
		}
		return v
	case nConst, nRegexp:
		return jsValue{}
	case nText:
		if !n.sure {
			return jsValue{}
		}
		return jsValue{texts: constantTexts(n.text)}
	case nFormat:
		return j.formatted(n)
	case nList:
		return j.list(n)
	case nDict:
		return j.object(n)
	case nUnary:
		if n.text == "await" {
			j.awaited = n.kids[0]
		}
		v := j.shown(n.kids[0])
		if n.text == "await" && (v.owned() || v.what == jsPlain || requires(n.kids[0]) || v.what == jsObject && v.name == jsBundle) {
			return v
		}
		if k := n.kids[0].kind; n.text == "await" && (k == nName || k == nAttr || k == nIndex || k == nBool || k == nChoice) {
			switch v.what {
			case jsPlain, jsOwn:
			case jsForeign:
				return v
			default: // a module, or a function of one, which waiting gives back as it is
				return j.fail()
			}
		}
		return jsValue{}
	case nCompare:
		j.compared(n.kids[0])
		j.compared(n.kids[1])
		return jsValue{}
	case nBinary:
		x, y := j.used(j.eval(n.kids[0])), j.used(j.eval(n.kids[1]))
		if n.text == "+" {
			return j.joined(combine(x.texts, y.texts, pyText.append))
		}
		return jsValue{}
	case nBool:
		if n.text == "," {
			j.shown(n.kids[0])
			return j.eval(n.kids[1])
		}
		v := j.eval(n.kids[0])
		if n.text != "&&" && v.what == jsPlain && len(v.texts) > 0 && !jsAny(v.texts, func(s string) bool { return s == "" }) { // it is not undefined
			j.eval(n.kids[1])
			return v
		}
		return j.either(v, n.kids[1])
	case nChoice:
		j.shown(n.kids[0])
		return j.either(j.eval(n.kids[1]), n.kids[2])
	case nLambda:
		defer j.again()()
		j.params(n.kids[0])
		if n.kids[1].kind == nBlock {
			j.statement(n.kids[1])
		} else if v := j.eval(n.kids[1]); v.what != jsStdin {
			j.taken(v)
		}
		return jsValue{what: jsOwn}
	case nClass:
		return j.class(n)
	case nYield:
		j.free = true
		for _, kid := range n.kids {
			j.plain(kid)
		}
		return jsValue{}
	case nCall:
		return j.call(n)
	case nNew:
		return j.construct(n)
	case nAttr:
		return j.attr(n)
	case nIndex:
		return j.index(n)
	case nAugment:
		j.change(n)
		return jsValue{wild: j.reckonsNames && !arithmetic(n.text) && j.strayed(n)}
	case nStar:
		if v := j.eval(n.kids[0]); v.what != jsArgv {
			j.used(v)
		}
		return jsValue{}
	}
	return j.fail()
}

// arithmetic are assignments whose result is a number or a text.
func arithmetic(op string) bool { return op != "=" && op != "||=" && op != "&&=" && op != "??=" }

// bindingOf is what is known of a name; of one that the program does not bind, nothing.
func (j *jsJudge) bindingOf(name string) *binding[jsValue] {
	if b := j.names[name]; b != nil {
		return b
	}
	return &binding[jsValue]{}
}

// touch notes an effect on paths. A text with a NUL is an error to Node, an address of
// file: may be spelled in ways that are not read, and a tree of anything is no path.
func (j *jsJudge) touch(kind pipeline.EffectKind, texts []pyText, look, tree bool) {
	for _, t := range texts {
		if t.s == "" || strings.IndexByte(t.s, 0) >= 0 || strings.HasPrefix(t.s, "file:") || strings.Contains(t.s, anyTree) {
			j.failed = true
		}
		if t.under {
			j.add(Effect{Kind: kind, Object: strings.TrimSuffix(t.s, "/"), Look: look, Tree: true})
			continue
		}
		j.add(Effect{Kind: kind, Object: t.s, Pattern: t.glob, Home: t.home, Look: look, Tree: tree})
	}
}
