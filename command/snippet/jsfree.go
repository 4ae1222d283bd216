package snippet

import "passepartout/pipeline"

// Classes, generators and functions that get functions call what is no listed
// name. That is harmless as well, if all that a program can hold is data, its own
// functions, and methods of data: only a member whose name nobody knows, x[k],
// may be more, the constructor of functions. So such a value is wild. It may be
// looked at, printed, compared and reckoned with, and its listed methods may be
// called. Once it is kept (in a list, an argument, what a function gives back),
// the program is loose, and what only a program without such values may do makes
// it free. No program may be both.

// taken is a value that is kept where it may be found again. What is kept may be got
// back by a name that nobody knows, and then called.
func (j *jsJudge) taken(v jsValue) jsValue {
	j.loose = j.loose || v.wild
	v = j.used(v)
	v.wild = false
	return v
}

// used is a value that is looked at and no more. A global function as a value may be
// handed on and called with anything: those that only compute make the program free,
// others end the judgement.
func (j *jsJudge) used(v jsValue) jsValue {
	switch {
	case v.owned():
		j.kept = true
		return jsValue{}
	case v.what == jsMember && listWords(jsFunctions(v.name), v.member) && (jsAct(v.name, v.member) == "" || listWords("show stringify parse entries", jsAct(v.name, v.member))):
		j.free, j.lent = true, true
		return jsValue{what: jsOwn}
	case j.calculates(v), j.bears(v):
		j.free, j.borne, j.lent = true, true, true
		return jsValue{what: jsOwn}
	case v.what == jsObject && listWords("Number String Boolean parseInt parseFloat BigInt isNaN isFinite encodeURIComponent decodeURIComponent", v.name):
		j.free, j.lent = true, true
		return jsValue{what: jsOwn}
	case v.what != jsPlain && v.what != jsOwn:
		return j.fail()
	}
	if v.entry && len(v.items) == 0 { // it is not its name
		v.texts = nil
	}
	return v
}

// freely calls a value that is no known function.
func (j *jsJudge) freely(v jsValue, n *node) jsValue {
	j.free = true
	j.unsure = j.unsure || v.what == jsPlain
	if v.what != jsPlain && v.what != jsOwn || v.wild {
		return j.fail()
	}
	return j.arguments(n)
}

// this is what a method belongs to. Out of classes it may be the global object,
// whose members are no names of the program's.
func (j *jsJudge) this(n *node) jsValue {
	j.free = true
	if !n.sure {
		return j.fail()
	}
	return jsValue{}
}

// class judges a class. What it is derived from is another one, or a listed one that
// only holds data.
func (j *jsJudge) class(n *node) jsValue {
	j.free = true
	if base := n.kids[0]; base != nil {
		v := j.eval(base)
		if j.soft && v.owned() {
			j.handed, j.kept = true, true
		} else if j.soft && v.what == jsPlain && !v.wild {
			j.unsure = true
		} else if v.what != jsOwn && !j.calculates(v) && !(v.what == jsObject && listWords("Error TypeError RangeError SyntaxError Map Set Array EventTarget events EventEmitter", v.name)) {
			return j.fail()
		}
	}
	for _, m := range n.kids[1:] {
		j.member1(m.kids[1])
		if m.kids[0] != nil {
			j.plain(m.kids[0])
		}
	}
	return jsValue{what: jsOwn}
}

// member1 judges the name of a member, which may be reckoned.
func (j *jsJudge) member1(key *node) {
	switch {
	case key == nil || key.kind == nText && key.text == "constructor":
	case key.kind == nIndex:
		j.free = true
		if v := j.eval(key.kids[0]); v.what != jsMember && v.what != jsPlain || jsAny(v.texts, jsForbidden) {
			j.failed = true
		}
	case !key.sure, jsForbidden(key.text):
		j.failed = true
	}
}

// object is {a: 1}. What bears the name of something that is called must
// certainly be no function of somebody else.
func (j *jsJudge) object(n *node) jsValue {
	for i := 0; i+1 < len(n.kids); i += 2 {
		key, value := n.kids[i], n.kids[i+1]
		switch {
		case key == nil:
			j.used(j.eval(value))
			continue
		case key.kind == nIndex:
			j.member1(key)
		case !key.sure || jsForbidden(key.text):
			return j.fail()
		case jsCalled(key.text) && !jsHarmless(value):
			j.free = true
		}
		j.free = j.free || value.kind == nLambda && value.sure
		j.plain(value)
	}
	return jsValue{}
}

// change judges an assignment.
func (j *jsJudge) change(n *node) {
	target, value := n.kids[0], n.kids[1]
	j.steers(target)
	switch target.kind {
	case nName:
		if j.name(target).what == jsObject {
			j.failed = true
		}
		if v := j.eval(value); arithmetic(n.text) || v.wild && v.what == jsPlain && n.text == "=" && j.strays(target.text) {
			j.used(v)
		} else {
			j.taken(v)
		}
		return
	case nList, nDict:
		j.plain(value)
		j.spread(target)
		return
	case nAttr:
		if j.settles(n) {
			return
		}
		if jsForbidden(target.text) {
			j.failed = true
		}
		if !j.made(target.kids[0]) || jsCalled(target.text) && !jsHarmless(value) {
			j.changed(target, n)
		}
	case nIndex:
		key := j.key(target.kids[1])
		fixed := target.kids[1].kind == nConst || len(key.texts) > 0 && !jsAny(key.texts, func(s string) bool { return jsForbidden(s) || jsCalled(s) })
		if jsAny(key.texts, jsForbidden) {
			j.failed = true
		}
		if !j.made(target.kids[0]) || !fixed && !jsHarmless(value) && !arithmetic(n.text) {
			j.changed(target, n)
		}
	default:
		j.failed = true
	}
	if arithmetic(n.text) {
		j.used(j.eval(value))
	} else {
		j.plain(value)
	}
	j.eval(target)
}

// spread judges the targets of [a, b.c] = x.
func (j *jsJudge) spread(target *node) {
	switch target.kind {
	case nName:
		if j.name(target).what == jsObject {
			j.failed = true
		}
	case nStar:
		j.spread(target.kids[0])
	case nAttr, nIndex:
		if target.kind == nAttr && jsForbidden(target.text) || target.kind == nIndex && jsAny(j.used(j.eval(target.kids[1])).texts, jsForbidden) {
			j.failed = true
		}
		j.steers(target)
		j.changed(target, nil)
	case nList, nDict:
		for _, kid := range target.kids {
			if kid != nil && kid.kind != nText {
				j.spread(kid)
			}
		}
	default:
		j.failed = true
	}
}

// settles judges what a program sets of itself: its exit code, what nobody
// imports from it, and variables that only programs like it read.
func (j *jsJudge) settles(n *node) bool {
	target, value := n.kids[0], n.kids[1]
	base := target.kids[0]
	switch {
	case base.kind == nName && base.text == "process" && target.text == "exitCode" && !j.names.bound("process"),
		base.kind == nName && base.text == "module" && target.text == "exports" && n.text == "=", base.kind == nName && base.text == "exports" && n.text == "=" && !jsForbidden(target.text),
		base.kind == nAttr && base.text == "exports" && base.kids[0].kind == nName && base.kids[0].text == "module" && n.text == "=" && !jsForbidden(target.text):
		j.plain(value)
		return true
	case base.kind == nAttr && base.text == "env" && base.kids[0].kind == nName && base.kids[0].text == "process" && !j.names.bound("process") &&
		listWords(ownVariables, target.text):
		if value.kind != nText && value.kind != nConst {
			j.failed = true
		}
		return true
	}
	return false
}

// index judges x[y].
func (j *jsJudge) index(n *node) jsValue {
	base, key := j.eval(n.kids[0]), j.key(n.kids[1])
	if jsAny(key.texts, jsForbidden) {
		return j.fail()
	}
	if jsAny(key.texts, func(s string) bool { return s == "stdin" || s == "stdio" }) {
		j.feeds = true
	}
	j.lured = j.lured || jsAny(key.texts, living)
	if !j.numeric(n.kids[1]) && (len(key.texts) == 0 || jsAny(key.texts, func(s string) bool { return listWords("exec prepare pragma loadExtension backup", s) })) {
		j.reckoned = true
	}
	switch {
	case base.what == jsArgv:
		return j.argument(n.kids[1], 0)
	case base.rest > 0:
		return j.argument(n.kids[1], base.rest)
	case base.what == jsObject && base.name == "process.env":
		for _, t := range key.texts {
			j.add(Effect{Kind: pipeline.KindSecret, Object: t.s})
		}
		return jsValue{}
	case base.what == jsForeign && len(key.texts) > 0:
		if base.owned() && jsAny(key.texts, jsHidden) {
			return j.fail()
		}
		base.member = ""
		return base
	}
	if n.kids[0].kind == nCall && j.numeric(n.kids[1]) { // readdirSync(dir)[0], which nobody else has hold of
		if list, ok := j.listing(n.kids[0], 0); ok && !list.entry && len(list.items) > 0 {
			return jsValue{texts: list.items}
		}
	}
	j.used(base)
	if len(key.texts) == 0 && j.ownMember(n) {
		j.dug = true
		return jsValue{}
	}
	return jsValue{wild: len(key.texts) == 0 && !j.numeric(n.kids[1]) || base.wild && jsAny(key.texts, inborn)}
}

// anyReckoned is a number as a text; it has no slash, and begins with a digit, a
// sign, a dot or a letter.
const anyReckoned = "[--~]*"

// numeric reports whether a value is certainly a number, whatever it is reckoned
// from: no member with such a name is more than data.
func (j *jsJudge) numeric(n *node) bool {
	if n == nil || !j.step() {
		return false
	}
	defer j.back()
	switch n.kind {
	case nConst:
		return digit(n.text[0])
	case nUnary:
		return listWords("- + ~", n.text)
	case nBinary:
		return n.text != "+" || j.numeric(n.kids[0]) && j.numeric(n.kids[1])
	case nAugment:
		return n.text == "++" || n.text == "--"
	case nChoice:
		return j.numeric(n.kids[1]) && j.numeric(n.kids[2])
	case nCall:
		fn := n.kids[0]
		if fn.kind == nName {
			return listWords("parseInt parseFloat Number", fn.text) && !j.names.bound(fn.text)
		}
		if j.reckons(n) {
			return true
		}
		return fn.kind == nAttr && fn.kids[0].kind == nName && fn.kids[0].text == "Math" && fn.text != "constructor" && !j.names.bound("Math")
	case nName:
		b := j.bindingOf(n.text)
		if len(b.sites) == 0 || b.counting {
			return b.counting
		}
		b.counting = true
		defer func() { b.counting = false }()
		for _, s := range b.sites {
			if s.how == byCount || s.how == byIndex && !j.own[s.member] {
				continue
			}
			if s.how == byParam && j.soft && j.numbers(s) {
				continue
			}
			if s.how != byValue && s.how != byPlain || !j.numeric(s.node) {
				return false
			}
		}
		return true
	}
	return false
}

// requires reports whether a value is what require or import() gives.
func requires(n *node) bool {
	return n.kind == nCall && n.kids[0].kind == nName && n.kids[0].text == "require"
}

// assigns binds the names that an assignment gives a value. What is read of a list
// leaves it as it is.
func (c *jsNames) assigns(n *node) {
	target := n.kids[0]
	switch {
	case target.kind == nName && n.text != "=" && n.text != "+=" && arithmetic(n.text):
		c.bind(target.text, site[jsValue]{how: byCount})
		return
	case target.kind == nName:
		c.bind(target.text, site[jsValue]{node: n.kids[1]})
		return
	}
	value := n.kids[1]
	switch {
	case n.text == "delete":
		c.removes = true
		value = nil
	case arithmetic(n.text): // a number, if that is one
		value = &node{kind: nBinary, text: "+", kids: []*node{{kind: nConst, text: "0"}, value}}
	}
	c.assigned(target, value)
}

// assigned binds the names in a target. value is what it gets, if that is known.
func (c *jsNames) assigned(t, value *node) {
	switch t.kind {
	case nName:
		c.bind(t.text, site[jsValue]{})
	case nAttr:
		if t.text == "length" && t.kids[0].kind == nName { // some of its elements go
			c.names.of(t.kids[0].text).turns--
		}
		c.member(t.text)
		c.mixed(t, value)
	case nIndex:
		c.mixed(t, value)
		if t.kids[0].kind == nName {
			c.names.of(t.kids[0].text).turns--
		}
	case nStar:
		c.assigned(t.kids[0], nil)
	case nList, nDict:
		for _, kid := range t.kids {
			if kid != nil {
				c.assigned(kid, nil)
			}
		}
	}
}

// timer is setTimeout or what is like it: the function is one as it is written,
// or any that the program has.
func (j *jsJudge) timer(n *node) jsValue {
	if len(n.kids) < 2 {
		return j.fail()
	}
	if !j.written(n.kids[1]) || len(n.kids) != 3 || n.kids[2].kind != nConst {
		j.free = true
	}
	j.unsure = j.unsure || !j.written(n.kids[1])
	if n.kids[1].kind == nText || n.kids[1].kind == nFormat || n.kids[1].kind == nBinary || n.kids[1].kind == nCall {
		return j.fail()
	}
	return j.arguments(n)
}
