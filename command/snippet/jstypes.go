package snippet

// TypeScript is JavaScript with types, which are left out before it runs. What is
// left out is read by rules of its own, so that no more is taken for a type than
// the language does; where that is in doubt, the program is not understood.

// TypeScript says what a program does, or that it is not understood.
func TypeScript(text string, given Given) (effects []Effect, ok bool) {
	return script(text, given, true)
}

// annotation reads ": T", if it is there.
func (p *jsParser) annotation() {
	if p.ts && p.take(":") {
		p.typed()
	}
}

// typed reads a type.
func (p *jsParser) typed() {
	if !p.enter() {
		return
	}
	defer p.leave()
	if !p.take("|") {
		p.take("&")
	}
	p.typeOperand()
	for !p.failed && (p.take("|") || p.take("&")) {
		p.typeOperand()
	}
	if p.peek("extends") && !p.tok.line { // a condition
		p.advance()
		p.typed()
		p.need("?")
		p.typed()
		p.need(":")
		p.typed()
	}
}

// typeOperand is a type without operators between types.
//
// Long: one case a kind of type.
func (p *jsParser) typeOperand() {
	for p.tok.kind == jsName && listWords("keyof readonly infer unique", p.tok.text) {
		next := jsNext(p.s, p.tok.end)
		if next.kind != jsName && next.kind != jsOp || next.kind == jsOp && next.text != "(" && next.text != "{" && next.text != "[" {
			break
		}
		p.advance()
	}
	t := p.tok
	switch {
	case p.failed:
		return
	case p.take("typeof"):
		p.typeName()
	case t.kind == jsString || t.kind == jsNumber:
		p.advance()
	case p.take("-"):
		if p.tok.kind != jsNumber {
			p.failed = true
		}
		p.advance()
	case t.kind == jsTemplate:
		if t.more {
			p.failed = true
			return
		}
		p.advance()
	case t.kind == jsName && (!jsKeyword(t.text) || listWords("void null true false this", t.text)) && t.text[0] != '#':
		p.typeName()
		if p.peek("is") && !p.tok.line { // what a function says of its argument
			p.advance()
			p.typed()
			return
		}
	case p.peek("{"), p.peek("["):
		p.enclosed()
	case p.peek("("):
		p.enclosed()
		if p.take("=>") {
			p.typed()
			return
		}
	default:
		p.failed = true
		return
	}
	for !p.failed && p.peek("[") && !p.tok.line {
		p.enclosed()
	}
}

// typeName is a.b.C<T>.
func (p *jsParser) typeName() {
	for !p.failed {
		if p.tok.kind != jsName {
			p.failed = true
			return
		}
		p.advance()
		if !p.take(".") {
			break
		}
	}
	if p.peek("<") && !p.tok.line {
		p.typeArguments()
	}
}

// typeArguments is <A, B<C>>.
func (p *jsParser) typeArguments() {
	p.need("<")
	for !p.failed {
		p.typed()
		if !p.take(",") {
			break
		}
	}
	p.closeAngle()
}

// closeAngle takes one >, which may be a part of >> or of >=.
func (p *jsParser) closeAngle() {
	if p.failed || p.tok.kind != jsOp || p.tok.text[0] != '>' {
		p.failed = true
		return
	}
	p.tok.end = p.tok.at + 1
	p.advance()
}

// typeParameters is <T extends U = V>, if it is there.
func (p *jsParser) typeParameters() {
	if !p.ts || !p.take("<") {
		return
	}
	for !p.failed && !(p.tok.kind == jsOp && p.tok.text[0] == '>') {
		p.take("const")
		p.name()
		if p.take("extends") {
			p.typed()
		}
		if p.take("=") {
			p.typed()
		}
		if !p.take(",") {
			break
		}
	}
	p.closeAngle()
}

// enclosed skips a part of a type that stands in brackets. A type has no slashes,
// and templates with expressions are not read.
func (p *jsParser) enclosed() {
	depth := 0
	for !p.failed {
		t := p.tok
		switch {
		case t.kind == jsEnd, t.kind == jsTemplate && t.more, t.kind == jsOp && (t.text == "/" || t.text == "/="):
			p.failed = true
			return
		case t.kind == jsOp && (t.text == "(" || t.text == "[" || t.text == "{"):
			depth++
		case t.kind == jsOp && (t.text == ")" || t.text == "]" || t.text == "}"):
			depth--
		}
		p.advance()
		if depth == 0 {
			return
		}
	}
}

// instantiated reads the types that stand between a function and what it is called
// with, as in f<T>(x); it goes back if it is a comparison.
func (p *jsParser) instantiated() bool {
	if !p.ts || !p.peek("<") {
		return false
	}
	saved := *p
	if p.typeArguments(); p.failed || !p.peek("(") {
		*p = saved
		return false
	}
	return true
}

// cast reads "as T", "satisfies T".
func (p *jsParser) cast() bool {
	if !p.ts || p.tok.line || !p.peek("as") && !p.peek("satisfies") {
		return false
	}
	p.advance()
	if !p.take("const") {
		p.typed()
	}
	return true
}

// typeStatement reads a statement that only declares types, or a list of names
// for numbers and texts.
func (p *jsParser) typeStatement() (n *node, ok bool) {
	if !p.ts || p.tok.kind != jsName {
		return nil, false
	}
	next := jsNext(p.s, p.tok.end)
	named := next.kind == jsName && !next.line
	switch {
	case p.peek("interface") && named:
		p.advance()
		p.name()
		p.typeParameters()
		if p.take("extends") {
			for p.typeName(); p.take(","); p.typeName() {
			}
		}
		if !p.peek("{") {
			return p.fail(), true
		}
		p.enclosed()
		return p.node(nPass, ""), true
	case p.peek("type") && named && !jsKeyword(next.text):
		p.advance()
		p.name()
		p.typeParameters()
		p.need("=")
		p.typed()
		p.ends()
		return p.node(nPass, ""), true
	case p.peek("enum") && named, p.peek("const") && named && next.text == "enum":
		p.take("const")
		p.advance()
		return p.enumeration(), true
	case p.peek("abstract") && named && next.text == "class":
		p.advance()
	}
	return nil, false
}

// enumeration is enum X { A, B = 2, C = "c" }: an object.
func (p *jsParser) enumeration() *node {
	name := p.name()
	p.need("{")
	n := p.node(nDict, "")
	for !p.failed && !p.take("}") {
		key := p.key()
		value := p.node(nConst, "0")
		if p.take("=") {
			value = p.assign(true)
		}
		n.kids = append(n.kids, key, value)
		if !p.take(",") {
			p.need("}")
			break
		}
	}
	return p.node(nAssign, "const", n, p.node(nName, name))
}

// accessed takes the words that say who may use a member.
func (p *jsParser) accessed() {
	for p.ts && p.modifier("public private protected readonly override abstract") != "" {
	}
}
