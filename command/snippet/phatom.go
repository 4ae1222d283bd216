package snippet

import "strings"

// atom is a constant, a variable, a name that is called, something in brackets,
// or a construct that begins with a word.
//
// Long: one case a kind of value.
func (p *phParser) atom() *node {
	t := p.tok
	switch t.kind {
	case phNumber:
		p.advance()
		return p.node(nConst, t.text)
	case phVar:
		return p.variable()
	// What stands in quotes is read by bytes, not by tokens.
	case phQuote:
		return p.quoted()
	case phOp:
		switch {
		case p.take("("):
			if !p.enter() {
				return p.fail()
			}
			defer p.leave()
			n := p.lowest()
			p.need(")")
			return n
		case p.take("["):
			return p.array("]")
		}
	case phName:
		p.advance()
		if strings.Contains(t.text, `\`) && (!p.app || !p.peek("::")) && !p.soft {
			return p.fail()
		}
		if p.soft && strings.EqualFold(t.text, "static") && p.peek("::") {
			p.advance()
			return p.member(t)
		}
		if phKeyword(t.text) {
			return p.word(t.text)
		}
		switch {
		case p.peek("("): // what is called is no constant: (f)() would be one
			n := p.node(nName, t.text)
			if p.soft {
				n.text = p.functionName(t)
			}
			p.advance()
			return p.node(nCall, "", append([]*node{n}, p.arguments()...)...)
		case p.take("::"):
			return p.member(t)
		}
		return p.node(nConst, t.text)
	}
	return p.fail()
}

// member is a constant or a function of a class, by name.
func (p *phParser) member(t phToken) *node {
	class := t.text
	if p.soft {
		class = p.fullName(t)
	} else {
		class = p.resolved(class)
	}
	// A::$x and A::{…} could be called by what they hold.
	name := p.tok.text
	if p.soft && p.tok.kind == phVar {
		p.advance()
		if p.peek("(") {
			return p.fail()
		}
		return p.node(nAttr, strings.TrimPrefix(name, "$"), p.node(nClass, class))
	}
	if p.tok.kind != phName {
		return p.fail()
	}
	if p.advance(); !p.take("(") {
		return p.node(nConst, class+"::"+name)
	}
	fn := p.node(nAttr, name, p.node(nClass, class))
	return p.node(nCall, "", append([]*node{fn}, p.arguments()...)...)
}

// word is what begins with a keyword, which was read.
//
// Long: one case a construct.
func (p *phParser) word(word string) *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	switch word {
	case "array", "list":
		p.need("(")
		return p.array(")")
	case "isset", "empty":
		p.need("(")
		return p.node(nReturn, "", p.arguments()...)
	// What stands behind it may never run; it is judged all the same.
	case "exit", "die":
		n := p.node(nReturn, "")
		if p.take("(") {
			n.kids = p.arguments()
		}
		return n
	case "print", "throw":
		return p.node(nReturn, "", p.expr())
	case "yield":
		if p.body == 0 { // PHP refuses it there
			return p.fail()
		}
		return p.yields()
	case "include", "include_once", "require", "require_once":
		return p.node(nImport, "", p.expr())
	case "fn", "function":
		return p.closure(word == "fn")
	case "static":
		switch {
		case p.take("fn"):
			return p.closure(true)
		case p.take("function"):
			return p.closure(false)
		}
	case "new":
		if p.soft && p.take("class") {
			return p.nameless()
		}
		n := p.node(nNew, p.class())
		if p.take("(") {
			n.kids = p.arguments()
		}
		return n
	case "match":
		return p.match()
	case "clone": // what is data stays data
		return p.node(nUnary, "clone", p.postfix())
	}
	return p.fail()
}

// yields is yield x, yield k => v, yield from x or yield alone. Who gets it takes
// it for something unknown.
func (p *phParser) yields() *node {
	n := p.node(nReturn, "yield")
	for _, ends := range [...]string{";", ")", "]", ","} {
		if p.peek(ends) {
			return n
		}
	}
	if p.tok.kind == phName && strings.EqualFold(p.tok.text, "from") {
		p.advance()
	}
	if n.kids = append(n.kids, p.expr()); p.take("=>") {
		n.kids = append(n.kids, p.expr())
	}
	return n
}

// match is match (x) { a, b => c, default => d }.
func (p *phParser) match() *node {
	n := p.node(nBlock, "", p.condition())
	p.need("{")
	for !p.failed && !p.peek("}") {
		for !p.take("default") && !p.failed {
			if n.kids = append(n.kids, p.expr()); !p.take(",") || p.peek("=>") {
				break
			}
		}
		p.need("=>")
		if n.kids = append(n.kids, p.expr()); !p.take(",") {
			break
		}
	}
	p.need("}")
	return n
}

// arguments are what stands between brackets: values, and a list behind dots.
// Names before values would change places: who takes them says so (phNamed).
func (p *phParser) arguments() []*node {
	var out []*node
	for !p.failed && !p.peek(")") {
		if p.take("...") {
			if p.peek(")") { // f(...) is the function itself
				out = append(out, p.node(nStar, "()"))
				break
			}
			out = append(out, p.node(nStar, "*", p.expr()))
		} else if name := p.tok; name.kind == phName && !strings.Contains(name.text, `\`) && phNext(p.s, name.end).text == ":" {
			p.advance()
			p.advance()
			out = append(out, p.node(nArg, name.text, p.lowest()))
		} else {
			out = append(out, p.lowest())
		}
		if !p.take(",") {
			break
		}
	}
	p.need(")")
	return out
}

// phNamed reports whether any argument has a name before it, which only what
// belongs to the project may be given: there the place means nothing.
func phNamed(args []*node) bool {
	for _, a := range args {
		if a.kind == nArg && a.text != "" {
			return true
		}
	}
	return false
}

// array is what stands between the brackets of an array, or the targets of
// [$a, $b] = c.
func (p *phParser) array(closes string) *node {
	n := p.node(nList, "")
	for !p.failed && !p.peek(closes) {
		switch {
		case p.peek(","): // a target that is left out
			n.kids = append(n.kids, p.node(nConst, ""))
		case p.take("..."):
			n.kids = append(n.kids, p.node(nStar, "*", p.expr()))
		default:
			x := p.expr()
			if p.take("=>") {
				x = p.node(nArg, "", x, p.expr())
			}
			n.kids = append(n.kids, x)
		}
		if !p.take(",") {
			break
		}
	}
	p.need(closes)
	return n
}

// params are those of a function. One by reference makes a program one whose
// names may change anywhere.
func (p *phParser) params() *node {
	p.need("(")
	n := p.node(nParams, "")
	for !p.failed && !p.peek(")") {
		one := p.node(nParam, "", nil, nil, nil)
		for p.soft && (p.take("public") || p.take("private") || p.take("protected") || p.take("readonly")) {
			one.sure = true
		}
		one.kids[2] = p.node(nConst, p.typed())
		if p.take("&") {
			one.text = "&"
		}
		if p.take("...") && one.text == "" {
			one.text = "..."
		}
		one.kids[0] = p.variable()
		if p.take("=") {
			one.kids[1] = p.expr()
		}
		if n.kids = append(n.kids, one); !p.take(",") {
			break
		}
	}
	p.need(")")
	return n
}

// typed takes a type: checking it does nothing but fail.
func (p *phParser) typed() string {
	p.take("?")
	var all []string
	for !p.failed && p.tok.kind == phName {
		if phKeyword(p.tok.text) && !listWords("array callable static", p.tok.text) {
			p.failed = true
		}
		all = append(all, p.fullName(p.tok))
		if p.advance(); !p.take("|") && !(p.soft && p.peek("&") && phNext(p.s, p.tok.end).kind == phName && p.take("&")) {
			break
		}
	}
	return strings.Join(all, "|")
}

// returns takes the type of what a function gives back.
func (p *phParser) returns() string {
	if p.take(":") {
		return p.typed()
	}
	return ""
}

// closure is function (…) use (…) { … } or fn (…) => x. Names in use are the
// same names, as all of one name are taken for one.
func (p *phParser) closure(arrow bool) *node {
	if p.peek("&") {
		return p.fail()
	}
	n := p.node(nLambda, "", p.params(), nil)
	if !arrow && p.take("use") {
		p.need("(")
		for !p.failed && !p.peek(")") {
			p.take("&")
			if n.kids = append(n.kids, p.variable()); !p.take(",") {
				break
			}
		}
		p.need(")")
	}
	n.kids[0].text = p.returns()
	if arrow {
		p.need("=>")
		n.kids[1] = p.expr()
		return n
	}
	p.need("{")
	p.body++
	n.kids[1] = p.block()
	p.body--
	return n
}
