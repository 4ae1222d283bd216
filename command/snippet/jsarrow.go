package snippet

// An arrow is seen only behind its parameters, which look like an expression in
// brackets until then (ECMA-262, "CoverParenthesizedExpressionAndArrowParameterList").
// So the reading goes ahead and, where no arrow comes, begins again.

// arrow reads a function with an arrow, or nothing.
func (p *jsParser) arrow(in bool) *node {
	if next := jsNext(p.s, p.tok.end); p.peek("async") && !next.line && (next.kind == jsName && !jsKeyword(next.text) || next.kind == jsOp && next.text == "(") {
		saved := *p
		p.advance()
		return p.arrowRest(in, saved)
	}
	if next := jsNext(p.s, p.tok.end); p.ts && p.peek("async") && next.kind == jsOp && next.text == "<" && !next.line {
		p.advance()
	}
	if p.ts && p.peek("<") { // <T>(x: T) => x
		p.typeParameters()
		if !p.peek("(") {
			return p.fail()
		}
		if fn := p.arrowRest(in, *p); fn != nil {
			return fn
		}
		return p.fail()
	}
	if p.tok.kind != jsName && !p.peek("(") || p.tok.kind == jsName && jsKeyword(p.tok.text) {
		return nil
	}
	return p.arrowRest(in, *p)
}

// arrowRest reads a function with an arrow, or goes back to where it began.
func (p *jsParser) arrowRest(in bool, saved jsParser) *node {
	var params *node
	if p.take("(") {
		if !p.arrowAhead() {
			*p = saved
			return nil
		}
		plain := p.plain
		p.plain = false
		params = p.params()
		if p.plain = plain; !plain {
			p.annotation()
		}
	} else {
		params = p.node(nParams, "", p.node(nName, p.name()))
	}
	if p.failed || !p.peek("=>") || p.tok.line {
		*p = saved
		return nil
	}
	p.advance()
	yields := p.yields
	p.yields = false
	defer func() { p.yields = yields }()
	if p.take("{") {
		return p.node(nLambda, "", params, p.block())
	}
	return p.node(nLambda, "", params, p.assign(in))
}

// arrowAhead looks for => behind the bracket that closes, so that nothing is
// read twice but once: tokens are only counted.
func (p *jsParser) arrowAhead() bool {
	t, depth := p.tok, 1
	for range 64 {
		switch {
		case t.kind == jsEnd || t.kind == jsBad || t.kind == jsTemplate:
			return false
		case t.kind == jsOp && (t.text == "(" || t.text == "[" || t.text == "{"):
			depth++
		case t.kind == jsOp && (t.text == ")" || t.text == "]" || t.text == "}"):
			if depth--; depth == 0 {
				next := jsNext(p.s, t.end)
				return next.kind == jsOp && (next.text == "=>" || next.text == ":" && p.ts && !p.plain)
			}
		}
		t = jsNext(p.s, t.end)
	}
	return false
}
