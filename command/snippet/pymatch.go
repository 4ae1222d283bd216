package snippet

// The tokens ahead are looked at as far as the end of the line, since match x: alone
// could be a name with an annotation.

// match is a statement where a line begins with it, ends with a colon, and a block of
// cases follows (Language Reference, "Soft Keywords").

// forAhead reports whether a clause of a comprehension comes next.
func (p *pyParser) forAhead() bool {
	return p.peek("for") || p.peek("async") && p.peekNext("for")
}

// matchAhead reports whether a match statement comes next.
func (p *pyParser) matchAhead() bool {
	if !p.peek("match") || p.failed {
		return false
	}
	for i := p.at + 1; i+2 < len(p.tokens); i++ {
		if p.tokens[i].kind != pyNewline {
			continue
		}
		last, first := p.tokens[i-1], p.tokens[i+2]
		return i > p.at+2 && last.kind == pyOp && last.text == ":" && p.tokens[i+1].kind == pyIndent && first.kind == pyName && first.text == "case"
	}
	return false
}

// matchRest reads a match statement (PEP 634). match is a name elsewhere; whether it
// begins a statement was looked at before.
func (p *pyParser) matchRest() *node {
	p.need("match")
	n := p.node(nMatch, "", p.tuple(true))
	p.need(":")
	if !p.takeKind(pyNewline) || !p.takeKind(pyIndent) {
		return p.fail()
	}
	for !p.failed && !p.takeKind(pyDedent) {
		p.need("case")
		c := p.node(nCase, "", p.patterns(), nil, nil)
		if p.take("if") {
			c.kids[1] = p.named()
		}
		c.kids[2] = p.suite()
		n.kids = append(n.kids, c)
	}
	return n
}

// patterns is a pattern, or several with commas. A comma makes a sequence of it, also
// one at the end.
func (p *pyParser) patterns() *node {
	n := p.node(nShape, "", nil, p.pattern())
	for !p.failed && p.take(",") {
		if p.peek(":") || p.peek("if") {
			break
		}
		n.kids = append(n.kids, p.pattern())
	}
	return n
}

// pattern is one with alternatives, and perhaps a name for the whole.
func (p *pyParser) pattern() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	n := p.node(nShape, "", nil, p.closed())
	for p.take("|") {
		n.kids = append(n.kids, p.closed())
	}
	if p.take("as") {
		n.kids = append(n.kids, p.capture(p.name()))
	}
	return n
}

// capture binds what stands there to a name. _ binds nothing (PEP 634).
func (p *pyParser) capture(name string) *node {
	if name == "_" {
		return p.node(nCapture, "", nil)
	}
	return p.node(nCapture, "", p.node(nName, name))
}

// closed is a pattern without operators. A name alone always binds; one with a dot is a
// value that is compared.
func (p *pyParser) closed() *node {
	t := p.tokens[p.at]
	switch {
	case p.take("*"), p.take("**"):
		return p.capture(p.name())
	case p.take("("):
		return p.shape(nil, ")")
	case p.take("["):
		return p.shape(nil, "]")
	case p.take("{"):
		return p.shape(nil, "}")
	case t.kind == pyNumber, t.kind == pyString, p.peek("-"), p.peek("None"), p.peek("True"), p.peek("False"):
		return p.binary(8) // a complex number has a sign within
	case t.kind == pyName:
		x := p.node(nName, p.name())
		if !p.peek(".") && !p.peek("(") {
			return p.capture(x.text)
		}
		for p.take(".") {
			x = p.node(nAttr, p.name(), x)
		}
		if p.take("(") {
			return p.shape(x, ")")
		}
		return x
	}
	return p.fail()
}

// shape is what stands in brackets: patterns, keys with patterns, or attributes of a
// class with patterns. Which attributes the places of a class stand for is said by its
// __match_args__, which a dataclass gets from its fields.
func (p *pyParser) shape(class *node, end string) *node {
	n := p.node(nShape, "", class)
	for !p.failed && !p.take(end) {
		switch {
		case class != nil && p.peekNext("="):
			name := p.name()
			p.need("=")
			n.kids = append(n.kids, p.node(nArg, name, p.pattern()))
		default:
			n.kids = append(n.kids, p.pattern())
			if end == "}" && p.take(":") {
				n.kids = append(n.kids, p.pattern())
			}
		}
		if !p.take(",") {
			p.need(end)
			return n
		}
	}
	return n
}

// matches judges a match statement. Its subject is plain data, and so is every part of
// that; of an object of the program it is asked for attributes by name.
func (j *pyJudge) matches(n *node) {
	j.plain(n.kids[0])
	for _, c := range n.kids[1:] {
		j.fits(c.kids[0])
		if c.kids[1] != nil {
			j.plain(c.kids[1])
		}
		j.statement(c.kids[2])
	}
}

// fits judges a pattern. A class in a pattern is only asked whether the value is one of
// its objects.
func (j *pyJudge) fits(n *node) {
	switch n.kind {
	case nShape:
		if n.kids[0] != nil {
			j.plain(n.kids[0])
			j.matched = true
		}
		for _, kid := range n.kids[1:] {
			if kid.kind != nArg {
				j.fits(kid)
				continue
			}
			if !j.fields[kid.text] && !pyAttr(kid.text) {
				j.failed = true
			}
			j.fits(kid.kids[0])
		}
	case nCapture:
	default:
		j.plain(n)
	}
}
