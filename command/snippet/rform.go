package snippet

// named reads what a name begins: a constant, a form of the language, or a name
// of a package with ::, which becomes one name "package::member". T and F are
// no constants in R (?logical) but variables that a program may bind; see
// rConstant.
func (p *rParser) named(t rToken) *node {
	switch t.text {
	case "TRUE", "FALSE", "NULL", "NA", "NaN", "Inf", "NA_character_", "NA_integer_", "NA_real_":
		return p.make(nConst, t.text)
	case "break", "next":
		return p.make(nPass, t.text)
	case "function":
		return p.function()
	// R ends an if at the end of its line if it stands at the top, and finds
	// the else of the next line to be an error. Here it belongs to the if in
	// both cases: then both ways are checked, and R does not take the second.
	case "if":
		cond := p.condition()
		n := p.make(nIf, "", cond, p.expression(1))
		if p.word("else") {
			p.at++
			n.kids = append(n.kids, p.expression(1))
		}
		return n
	case "while":
		cond := p.condition()
		return p.make(nWhile, "", cond, p.expression(1))
	case "repeat":
		return p.make(nWhile, "", p.make(nConst, "TRUE"), p.expression(1))
	case "for":
		return p.loop()
	case "else", "in":
		p.bad = true
	}
	if sep := p.peek(); sep.kind == rOp && (sep.text == "::" || p.more && sep.text == ":::") && !sep.line {
		p.at++
		member := p.peek()
		if p.at++; member.kind != rName {
			p.bad = true
		}
		return p.make(nName, t.text+sep.text+member.text)
	}
	return p.make(nName, t.text)
}

// condition reads what stands in brackets behind if and while.
func (p *rParser) condition() *node {
	p.want("(")
	return p.within(false, func() *node { n := p.expression(3); p.want(")"); return n })
}

// loop reads "(name in list) body" behind for.
func (p *rParser) loop() *node {
	p.want("(")
	name := p.peek()
	if p.at++; name.kind != rName || !p.word("in") {
		p.bad = true
	}
	p.at++
	list := p.within(false, func() *node { n := p.expression(3); p.want(")"); return n })
	return p.make(nFor, name.text, list, p.expression(1))
}

// function reads parameters and a body, behind "function" or its short form
// \(x). A parameter's default is its kid; R evaluates it within the function,
// and only when it is needed (R Language Definition, "Argument evaluation").
func (p *rParser) function() *node {
	p.want("(")
	params := p.make(nParams, "")
	p.within(false, func() *node {
		for !p.bad && !p.is(")") {
			name := p.peek()
			if p.at++; name.kind != rName {
				p.bad = true
			}
			param := p.make(nParam, name.text)
			if p.take("=") {
				param.kids = append(param.kids, p.expression(3))
			}
			params.kids = append(params.kids, param)
			if !p.take(",") {
				break
			}
		}
		p.want(")")
		return nil
	})
	return p.make(nLambda, "", params, p.expression(1))
}
