package snippet

// ends takes what ends a statement; the last one needs nothing before ?>.
func (p *phParser) ends() {
	if p.app && p.tok.kind == phEnd { // the console ends the last one
		return
	}
	if p.tok.kind == phEnd && p.tok.at < len(p.s) {
		return
	}
	p.need(";")
}

// stmt is a statement.
//
// Long: one case a kind of statement.
func (p *phParser) stmt() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	if p.tok.kind == phOp {
		switch {
		case p.take(";"):
			return p.node(nPass, "")
		case p.take("{"):
			return p.block()
		}
	}
	if p.tok.kind != phName {
		return p.simpleStmt()
	}
	if p.declares() {
		return p.declared()
	}
	// These words begin a statement only in small letters; in others they are
	// names here, and no name may stand before what follows them.
	switch p.tok.text {
	case "if":
		return p.branch()
	case "while":
		p.advance()
		cond := p.condition()
		return p.node(nWhile, "", cond, p.stmt(), nil)
	case "do":
		p.advance()
		body := p.stmt()
		p.need("while")
		n := p.node(nWhile, "", p.condition(), body, nil)
		p.ends()
		return n
	case "for":
		return p.loop()
	case "foreach":
		return p.each()
	case "switch":
		return p.switched()
	case "try":
		return p.attempt()
	case "function":
		if next := phNext(p.s, p.tok.end); next.kind != phName {
			return p.simpleStmt()
		}
		p.advance()
		name := p.tok.text
		if phKeyword(name) {
			return p.fail()
		}
		p.advance()
		n := p.node(nDef, name, p.params(), nil)
		n.kids[0].text = p.returns()
		p.need("{")
		p.body++
		n.kids[1] = p.block()
		p.body--
		return n
	case "declare": // strict types are checked; ticks would call functions
		p.advance()
		p.need("(")
		p.need("strict_types")
		p.need("=")
		if p.tok.text != "0" && p.tok.text != "1" {
			return p.fail()
		}
		p.advance()
		p.need(")")
		p.need(";")
		return p.node(nPass, "")
	}
	return p.simpleStmt()
}

// simpleStmt is a statement that ends with a semicolon.
func (p *phParser) simpleStmt() *node {
	n := p.node(nReturn, "")
	switch {
	case p.take("echo"):
		n.kids = p.list()
	case p.peek("return"), p.peek("break"), p.peek("continue"):
		n.text = p.tok.text
		p.advance()
		if !p.peek(";") && p.tok.kind != phEnd {
			n.kids = append(n.kids, p.expr())
		}
	case p.take("global"):
		n = p.node(nNames, "")
		for !p.failed {
			n.kids = append(n.kids, p.variable())
			if !p.take(",") {
				break
			}
		}
	case p.take("unset"):
		p.need("(")
		n = p.node(nDelete, "", p.arguments()...)
	// What a static variable begins with it has once; it is whatever the
	// last call left, so its value is not relied upon.
	case p.peek("static") && phNext(p.s, p.tok.end).kind == phVar:
		p.advance()
		n = p.node(nBlock, "")
		for !p.failed {
			v, value := p.variable(), p.node(nConst, "null")
			if p.take("=") {
				value = p.expr()
			}
			n.kids = append(n.kids, p.node(nAssign, "static", value, v))
			if !p.take(",") {
				break
			}
		}
	case p.take("const"):
		if p.tok.kind != phName || phKeyword(p.tok.text) {
			return p.fail()
		}
		p.advance()
		p.need("=")
		n.kids = append(n.kids, p.expr())
	default:
		n = p.lowest()
	}
	p.ends()
	return n
}

// list are expressions between commas.
func (p *phParser) list() []*node {
	var out []*node
	for !p.failed {
		out = append(out, p.lowest())
		if !p.take(",") {
			break
		}
	}
	return out
}

// block is what stands behind {.
func (p *phParser) block() *node {
	p.around++
	defer func() { p.around-- }()
	n := p.node(nBlock, "{")
	for !p.failed && !p.peek("}") {
		if p.tok.kind == phEnd {
			return p.fail()
		}
		n.kids = append(n.kids, p.stmt())
	}
	p.need("}")
	return n
}

// condition is an expression in brackets.
func (p *phParser) condition() *node {
	p.need("(")
	n := p.lowest()
	p.need(")")
	return n
}

// branch is if, with what follows it.
func (p *phParser) branch() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	p.advance()
	cond := p.condition()
	n := p.node(nIf, "", cond, p.stmt(), nil)
	switch {
	case p.peek("elseif"):
		n.kids[2] = p.branch()
	case p.take("else"):
		n.kids[2] = p.stmt()
	}
	return n
}

// loop is for (…; …; …).
func (p *phParser) loop() *node {
	p.advance()
	p.need("(")
	// The parts of the head are evaluated, in whatever order: what each does is
	// stated, and what they assign is no certain value.
	head := p.node(nBlock, "")
	for _, closes := range [...]string{";", ";", ")"} {
		if !p.peek(closes) {
			head.kids = append(head.kids, p.list()...)
		}
		p.need(closes)
	}
	return p.node(nWhile, "", head, p.stmt(), nil)
}

// each is foreach (x as $k => $v). What it goes through by reference changes.
func (p *phParser) each() *node {
	p.advance()
	p.need("(")
	over := p.expr()
	p.need("as")
	n := p.node(nFor, "", nil, over, nil, nil)
	reference := p.take("&")
	n.kids[0] = p.postfix()
	if !reference && p.take("=>") {
		n.kids[3], reference = n.kids[0], p.take("&")
		n.kids[0] = p.postfix()
	}
	if reference {
		n.text = "&"
	}
	p.need(")")
	n.kids[2] = p.stmt()
	return n
}

// switched is switch (x) { case …: … default: … }.
func (p *phParser) switched() *node {
	p.advance()
	// No block whose statements follow each other: a case may be jumped over.
	n := p.node(nBlock, "", p.condition())
	p.need("{")
	for !p.failed && !p.take("}") {
		switch {
		case p.take("case"):
			n.kids = append(n.kids, p.expr())
		default:
			p.need("default")
		}
		if !p.take(":") {
			p.need(";")
		}
		for !p.failed && !p.peek("case") && !p.peek("default") && !p.peek("}") {
			n.kids = append(n.kids, p.stmt())
		}
	}
	return n
}

// attempt is try { … } catch (A | B $e) { … } finally { … }.
func (p *phParser) attempt() *node {
	p.advance()
	p.need("{")
	n := p.node(nTry, "", p.block())
	for !p.failed {
		switch {
		case p.take("catch"):
			p.need("(")
			h := p.node(nHandler, "", nil, nil, nil)
			for !p.failed {
				if p.class(); !p.take("|") {
					break
				}
			}
			if p.tok.kind == phVar {
				h.kids[1] = p.variable()
			}
			p.need(")")
			p.need("{")
			h.kids[2] = p.block()
			n.kids = append(n.kids, h)
		case p.take("finally"):
			p.need("{")
			n.kids = append(n.kids, p.block())
		default:
			return n
		}
	}
	return n
}
