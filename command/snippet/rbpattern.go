package snippet

import "strings"

// Patterns of Ruby: case x … in [Integer => n, *] … end, x in {a:}, x => {a:}.
// What a value is compared with is judged like what stands behind when; the names
// in a pattern are variables of whatever value.

// patternBranch is one branch of a case, behind in: the names, what is compared with, a
// guard, the body. A guard is evaluated with the names that the pattern has bound.
func (p *rbParser) patternBranch() *node {
	n := p.pattern()
	switch {
	case p.take("if"), p.take("unless"):
		n.kids = append(n.kids, p.node(nExpr, "", p.clause()))
	}
	if !p.take("then") && !p.tok.line && !p.peek(";") {
		return p.fail()
	}
	n.kids = append(n.kids, p.block())
	return n
}

// pattern is one of the outermost level, where brackets may be left out.
func (p *rbParser) pattern() *node {
	n := p.node(nCase, "", p.node(nParams, ""))
	if !p.patternKeys(n, "") {
		p.patternOne(n)
		for p.peek(",") && !p.tok.line && !p.failed {
			if p.advance(); p.tok.line {
				break
			}
			p.patternOne(n)
		}
	}
	return n
}

// patternName binds a name.
func (p *rbParser) patternName(n *node) {
	n.kids[0].kids = append(n.kids[0].kids, p.node(nParam, "", p.node(nName, p.variable()), nil))
}

// patternKeys takes a: pattern, b:, **rest up to what closes them. A key without a
// pattern binds a variable of its name. Not taken: it was no key, and nothing was read.
func (p *rbParser) patternKeys(n *node, closes string) bool {
	took := false
	for !p.failed && (closes == "" || !p.peek(closes)) {
		if p.peek("**") && (took || closes != "") {
			if p.advance(); !p.take("nil") {
				p.patternName(n)
			}
		} else {
			t := p.tok
			key := p.label()
			switch {
			case key == nil && !took:
				return false
			case key == nil:
				p.failed = true
			case p.peek(",") || closes != "" && p.peek(closes) || closes == "" && (p.tok.line || p.peek("then") || p.peek("if") || p.peek("unless") || p.peek(";") || p.tok.kind == rbEnd || p.peek(")")):
				if t.kind != rbName || rbKeyword(t.text) || strings.ContainsAny(t.text, "?!") {
					p.failed = true
				}
				n.kids[0].kids = append(n.kids[0].kids, p.node(nParam, "", p.node(nName, key.text), nil))
			default:
				p.patternOne(n)
			}
		}
		took = true
		if p.tok.line && closes == "" || !p.take(",") {
			break
		}
	}
	return took
}

// patternOne is a pattern with its alternatives, perhaps with a name for it.
// Alternatives may bind no names, which is not looked at: such a program does not
// start.
func (p *rbParser) patternOne(n *node) {
	if !p.enter() {
		return
	}
	defer p.leave()
	p.patternPart(n)
	for p.take("|") {
		p.patternPart(n)
	}
	for p.take("=>") {
		p.patternName(n)
	}
}

// patternPart is one alternative. A constant is compared by ===, and its brackets ask
// the value for deconstruct or deconstruct_keys: classes of Ruby answer with their
// parts, those of the program by a method that was judged where it is written.
func (p *rbParser) patternPart(n *node) {
	t := p.tok
	value := func(x *node) { n.kids = append(n.kids, p.node(nExpr, "when", x)) }
	switch {
	case p.failed:
	case p.take("*"): // the rest
		if p.tok.kind == rbName && !p.tok.space {
			p.patternName(n)
		}
	case p.take("["):
		p.patternList(n, "]")
	case p.take("("):
		p.patternOne(n)
		p.need(")")
	case p.take("{"):
		p.patternKeys(n, "}")
		p.need("}")
	case p.take("^"):
		if p.take("(") {
			value(p.stmt())
			p.need(")")
			return
		}
		value(p.node(nName, p.tok.text))
		if p.tok.kind != rbName && p.tok.kind != rbGlobal || rbKeyword(p.tok.text) {
			p.failed = true
		}
		p.advance()
	case t.kind == rbConst:
		value(p.constant())
		switch {
		case p.peek("(") && !p.tok.space:
			p.advance()
			p.patternList(n, ")")
		case p.peek("[") && !p.tok.space:
			p.advance()
			p.patternList(n, "]")
		}
		p.patternRange(value)
	case t.kind == rbName && !rbKeyword(t.text):
		p.patternName(n)
	case t.kind == rbName && listWords("nil true false", t.text), t.kind == rbNumber, t.kind == rbQuote, t.kind == rbOp && listWords(": / % - ->", t.text):
		value(p.unary())
		p.patternRange(value)
	default:
		p.patternRange(value)
		if p.tok.at == t.at {
			p.failed = true
		}
	}
}

// patternRange takes .. and what may stand behind it.
func (p *rbParser) patternRange(value func(*node)) {
	if p.tok.line || !p.take("..") && !p.take("...") {
		return
	}
	if p.tok.kind == rbNumber || p.tok.kind == rbQuote || p.tok.kind == rbConst {
		value(p.unary())
	}
}

// patternList are patterns in brackets, or keys.
func (p *rbParser) patternList(n *node, closes string) {
	if !p.patternKeys(n, closes) {
		for !p.failed && !p.peek(closes) {
			p.patternOne(n)
			if !p.take(",") {
				break
			}
		}
	}
	p.need(closes)
}

// matched is x in PATTERN or x => PATTERN. in gives whether it fits, => raises an error
// where it does not.
func (p *rbParser) matched(x *node) *node {
	n := p.pattern()
	return p.node(nMatch, "", x, n)
}
