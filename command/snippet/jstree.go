package snippet

import "strings"

// jsParser builds the tree of a program in JavaScript. It asks for one token at
// a time, since what a slash is depends on what is expected. A construct
// without a rule fails: with, new.target, decorators, tagged templates.
type jsParser struct {
	tally
	s      string
	tok    jsToken
	class  bool // within the body of a class, whose code is strict
	yields bool // within the body of a generator
	ts     bool // there are types
	plain  bool // what stands in brackets before a colon is no function with a type
}

// parseJavaScript reads a program as a module or a script, whichever it is: the grammar
// that both share (ECMA-262, 16). types says that TypeScript's annotations may stand in
// it, which are skipped and mean nothing.
func parseJavaScript(s string, types bool) (*node, bool) {
	if !jsReadable(s) {
		return nil, false
	}
	p := jsParser{s: s, ts: types}
	begin := 0
	if strings.HasPrefix(s, "#!") {
		begin = max(strings.IndexByte(s, '\n'), 2)
	}
	p.tok = jsNext(s, begin)
	block := p.node(nBlock, "")
	for p.tok.kind != jsEnd && !p.failed {
		block.kids = append(block.kids, p.statement())
	}
	if !p.failed {
		callByName(block)
		respell(block)
	}
	return block, !p.failed
}

// node makes a node at the place of the token at hand.
func (p *jsParser) node(k kind, text string, kids ...*node) *node {
	return p.build(k, text, p.tok.at, kids)
}

// advance goes on to the next token. One that is none ends the reading.
func (p *jsParser) advance() {
	p.tok = jsNext(p.s, p.tok.end)
	if p.tok.kind == jsBad {
		p.failed = true
	}
}

// peek reports whether the token at hand is a sign or a word; a string of the same
// letters is none.
func (p *jsParser) peek(text string) bool {
	return (p.tok.kind == jsOp || p.tok.kind == jsName) && p.tok.text == text
}

// take goes on if the token at hand is that one.
func (p *jsParser) take(text string) bool {
	if p.failed || !p.peek(text) {
		return false
	}
	p.advance()
	return true
}

// need is take for what must stand there.
func (p *jsParser) need(text string) {
	if !p.take(text) {
		p.failed = true
	}
}

// jsKeyword lists words that are no names, and words that are not understood.
func jsKeyword(s string) bool {
	return listWords(`await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof
		new null return super switch this throw true try typeof var void while with yield let static async implements interface package private protected public
		eval arguments`, s)
}

// name takes a name that may be bound. eval and arguments are words of the language
// here: whoever binds one of them writes something that these rules do not read.
func (p *jsParser) name() string {
	if p.failed || p.tok.kind != jsName || jsKeyword(p.tok.text) || p.tok.text[0] == '#' {
		p.failed = true
		return ""
	}
	s := p.tok.text
	p.advance()
	return s
}

// ends reads the end of a statement, which may be only a new line. It is stricter than
// automatic semicolons (ECMA-262, 12.10), which also come where the grammar would not
// go on: what such a line means differs between readers of little skill and this is
// one.
func (p *jsParser) ends() {
	if p.take(";") || p.peek("}") || p.tok.kind == jsEnd || p.tok.line {
		return
	}
	p.failed = true
}

// statement reads one statement.
//
// Long: one case a kind of statement.
func (p *jsParser) statement() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	if n, ok := p.typeStatement(); ok {
		return n
	}
	switch {
	case p.take(";"):
		return p.node(nPass, "")
	case p.take("{"):
		return p.block()
	case p.peek("var"), p.peek("let"), p.peek("const"):
		n := p.declaration()
		p.ends()
		return n
	case p.take("if"):
		p.need("(")
		cond := p.expr(true)
		p.need(")")
		n := p.node(nIf, "", cond, p.statement(), nil)
		if p.take("else") {
			n.kids[2] = p.statement()
		}
		return n
	case p.take("while"):
		p.need("(")
		cond := p.expr(true)
		p.need(")")
		return p.node(nWhile, "", cond, p.statement(), nil)
	case p.take("do"):
		body := p.statement()
		p.need("while")
		p.need("(")
		n := p.node(nWhile, "", p.expr(true), body, nil)
		p.need(")")
		p.take(";")
		return n
	case p.take("for"):
		return p.forRest()
	case p.peek("import") && !p.importAhead():
		p.advance()
		return p.imported()
	case p.take("export"):
		return p.exported()
	case p.take("class"):
		n := p.classRest(p.name())
		return p.node(nDef, n.text, p.node(nParams, ""), n)
	case p.take("switch"):
		p.need("(")
		n := p.node(nBlock, "switch", p.node(nExpr, "", p.expr(true)))
		p.need(")")
		return p.cases(n)
	case p.asyncAhead() && p.take("async") && p.take("function"), p.take("function"):
		generator := p.take("*")
		name := p.name()
		params, body := p.function(generator)
		if body == nil { // says what types it may have
			return p.node(nPass, "")
		}
		return p.node(nDef, name, params, body)
	case p.take("return"), p.take("throw"):
		if p.tok.line || p.peek(";") || p.peek("}") || p.tok.kind == jsEnd {
			p.ends()
			return p.node(nReturn, "")
		}
		n := p.node(nReturn, "", p.expr(true))
		p.ends()
		return n
	case p.take("break"), p.take("continue"):
		if p.tok.kind == jsName && !p.tok.line && !jsKeyword(p.tok.text) {
			p.advance() // a label
		}
		p.ends()
		return p.node(nPass, "")
	case p.take("try"):
		p.need("{")
		n := p.node(nTry, "", p.block())
		if p.take("catch") {
			h := p.node(nHandler, "", nil, nil, nil)
			if p.take("(") {
				h.kids[1] = p.node(nName, p.name())
				p.annotation()
				p.need(")")
			}
			p.need("{")
			h.kids[2] = p.block()
			n.kids = append(n.kids, h)
		}
		if p.take("finally") {
			p.need("{")
			n.kids = append(n.kids, p.block())
		}
		return n
	}
	n := p.node(nExpr, "", p.expr(true))
	if x := n.kids[0]; x.kind == nName && !jsKeyword(x.text) && p.take(":") { // a label
		return p.statement()
	}
	p.ends()
	return n
}

// block reads statements up to the bracket that closes them.
func (p *jsParser) block() *node {
	n := p.node(nBlock, "")
	for !p.failed && !p.take("}") {
		n.kids = append(n.kids, p.statement())
	}
	return n
}

// declaration is const a = 1, {b, c: d} = x. Each is an nAssign whose text is
// the keyword; the value is nil if there is none.
func (p *jsParser) declaration() *node {
	word := p.tok.text
	n := p.node(nBlock, word)
	p.advance()
	for !p.failed {
		target := p.pattern()
		if p.ts && p.peek("!") {
			p.advance()
		}
		p.annotation()
		one := p.node(nAssign, word, nil, target)
		if p.take("=") {
			one.kids[0] = p.assign(true)
		}
		n.kids = append(n.kids, one)
		if !p.take(",") {
			break
		}
	}
	return n
}

// forRest reads what stands behind for. Which of the forms it is shows only behind the
// target, so the reading begins again for for (let i = 0; …).
func (p *jsParser) forRest() *node {
	p.take("await")
	p.need("(")
	if !p.peek("var") && !p.peek("let") && !p.peek("const") {
		n := p.node(nBlock, "")
		if !p.peek(";") {
			x := p.expr(false)
			if x.kind == nName && (p.peek("of") || p.peek("in")) { // a name that is there
				return p.forEach("", x)
			}
			n.kids = append(n.kids, p.node(nExpr, "", x))
		}
		return p.forParts(n)
	}
	saved := *p
	word := p.tok.text
	p.advance()
	target := p.pattern()
	if !p.failed && (p.peek("of") || p.peek("in")) {
		return p.forEach(word, target)
	}
	*p = saved
	return p.forParts(p.declaration())
}

// forEach reads the rest of for (target of x) statement, or in. What declares the
// target, if anything does, stands behind the others.
func (p *jsParser) forEach(word string, target *node) *node {
	n := p.node(nFor, p.tok.text, target, nil, nil, p.node(nPass, word))
	p.advance()
	n.kids[1] = p.expr(true)
	p.need(")")
	n.kids[2] = p.statement()
	return n
}

// forParts reads the rest of for (a; b; c) statement.
func (p *jsParser) forParts(first *node) *node {
	p.need(";")
	n := p.node(nBlock, "for", first)
	if !p.peek(";") {
		n.kids = append(n.kids, p.node(nExpr, "", p.expr(true)))
	}
	p.need(";")
	if !p.peek(")") {
		n.kids = append(n.kids, p.node(nExpr, "", p.expr(true)))
	}
	p.need(")")
	n.kids = append(n.kids, p.statement())
	return n
}

// function reads parameters and body.
func (p *jsParser) function(generator bool) (params, body *node) {
	saved := p.yields
	p.yields = generator
	defer func() { p.yields = saved }()
	p.typeParameters()
	p.need("(")
	params = p.params()
	if p.ts && p.take(":") {
		if next := jsNext(p.s, p.tok.end); p.peek("asserts") && next.kind == jsName && !next.line {
			p.advance()
		}
		p.typed()
	}
	if p.ts && !p.peek("{") { // there is no body
		p.ends()
		return params, nil
	}
	p.need("{")
	return params, p.block()
}

// params reads patterns up to the bracket.
func (p *jsParser) params() *node {
	n := p.node(nParams, "")
	for !p.failed && !p.take(")") {
		if p.take("...") {
			n.kids = append(n.kids, p.node(nStar, "", p.pattern()))
			p.annotation()
		} else {
			p.accessed()
			target := p.pattern()
			if p.ts {
				p.take("?")
			}
			p.annotation()
			n.kids = append(n.kids, p.withDefault(target))
		}
		if !p.take(",") {
			p.need(")")
			break
		}
	}
	return n
}

// asyncAhead reports whether async function follows, on one line.
func (p *jsParser) asyncAhead() bool {
	if !p.peek("async") {
		return false
	}
	next := jsNext(p.s, p.tok.end)
	return next.kind == jsName && next.text == "function" && !next.line
}
