package snippet

// lowest is an expression with "and", "or", "xor", which bind less than =.
func (p *phParser) lowest() *node {
	x := p.expr()
	for !p.failed && (p.peek("and") || p.peek("or") || p.peek("xor")) {
		p.advance()
		x = p.node(nCompare, "and", x, p.expr())
	}
	return x
}

// expr is an expression: an assignment or what has a value.
func (p *phParser) expr() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	x := p.ternary()
	if p.failed || p.tok.kind != phOp {
		return x
	}
	// What is assigned to is a variable, an element, a property or a list; a
	// list of anything else fails where names are bound.
	switch op := p.tok.text; op {
	case "=":
		if x.kind != nName && x.kind != nIndex && x.kind != nAttr && x.kind != nList {
			return p.fail()
		}
		p.advance() // = & would make two names one
		if p.soft && p.take("&") {
			return p.node(nAssign, "&", p.unary(), x)
		}
		return p.node(nAssign, op, p.expr(), x)
	case "+=", "-=", "*=", "/=", ".=", "%=", "**=", "??=", "&=", "|=", "^=", "<<=", ">>=":
		if x.kind != nName && x.kind != nIndex && x.kind != nAttr {
			return p.fail()
		}
		p.advance()
		return p.node(nAugment, op, x, p.expr())
	}
	return x
}

// ternary is x ? y : z or x ?: z. PHP 7 reads several of them from the left, PHP 8 not
// at all; either way the value is one of those that are written.
func (p *phParser) ternary() *node {
	x := p.binary(0)
	for !p.failed && p.take("?") {
		if p.take(":") {
			y := p.binary(0)
			x = p.node(nBool, "?:", x, y)
			continue
		}
		y := p.expr()
		p.need(":")
		x = p.node(nChoice, "", x, y, p.side())
	}
	return x
}

// side is what stands behind the colon of a choice: an assignment may.
func (p *phParser) side() *node {
	x := p.binary(0)
	if p.peek("=") && x.kind == nName {
		p.advance()
		return p.node(nAssign, "=", p.expr(), x)
	}
	return x
}

// phLevel is how tightly an operator binds; 0 is none. Where versions differ
// ("." against "+" and "<<") no text comes out whose value is relied upon.
func (p *phParser) phLevel() (int, kind) {
	if p.tok.kind == phName && p.tok.text == "instanceof" {
		return 14, nCompare
	}
	if p.tok.kind != phOp {
		return 0, nNone
	}
	switch p.tok.text {
	case "??":
		return 1, nBool
	case "||":
		return 2, nCompare
	case "&&":
		return 3, nCompare
	case "|":
		return 4, nBinary
	case "^":
		return 5, nBinary
	case "&":
		return 6, nBinary
	case "==", "!=", "===", "!==", "<>", "<=>":
		return 7, nCompare
	case "<", ">", "<=", ">=":
		return 8, nCompare
	case ".":
		return 9, nBinary
	case "<<", ">>":
		return 10, nBinary
	case "+", "-":
		return 11, nBinary
	case "*", "/", "%":
		return 12, nBinary
	case "**":
		return 15, nBinary
	}
	return 0, nNone
}

// binary is a chain of operators that bind more tightly than a level.
func (p *phParser) binary(level int) *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	x := p.unary()
	for !p.failed {
		l, k := p.phLevel()
		if l <= level {
			return x
		}
		op := p.tok.text
		p.advance()
		if op == "instanceof" {
			if p.soft && p.tok.kind == phVar {
				x = p.node(nCompare, op, x, p.postfix())
				continue
			}
			p.class()
			x = p.node(nCompare, op, x)
			continue
		}
		right := l
		if op == "**" || op == "??" {
			right = l - 1
		}
		y := p.binary(right)
		if p.peek("=") && l <= 3 && y.kind == nName { // a && $b = c
			p.advance()
			y = p.node(nAssign, "=", p.expr(), y)
		}
		x = p.node(k, op, x, y)
	}
	return x
}

// unary is a value with signs, casts and such words before it.
func (p *phParser) unary() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	for _, op := range [...]string{"!", "-", "+", "~", "@"} {
		if p.take(op) {
			x := p.unary()
			if op == "!" && p.peek("=") && x.kind == nName { // !$x = f()
				p.advance()
				x = p.node(nAssign, "=", p.expr(), x)
			}
			return p.node(nUnary, op, x)
		}
	}
	for _, op := range [...]string{"++", "--"} {
		if p.take(op) {
			x := p.postfix()
			return p.node(nAugment, op, x, p.node(nConst, "1"))
		}
	}
	// (int) before a value is a cast; the result is a text that is not relied
	// upon, even of (string).
	if p.peek("(") {
		if word := phNext(p.s, p.tok.end); word.kind == phName && listWords("int integer float double string bool boolean array object", word.text) {
			if closes := phNext(p.s, word.end); closes.text == ")" {
				p.tok = closes
				p.advance()
				return p.node(nUnary, word.text, p.unary())
			}
		}
	}
	return p.postfix()
}

// postfix is a value with what follows it: elements, properties, calls.
//
// Long: one case a kind of what may follow.
func (p *phParser) postfix() *node {
	x := p.atom()
	for !p.failed && p.tok.kind == phOp {
		switch p.tok.text {
		case "[":
			p.advance()
			if p.take("]") { // $x[] = y
				x = p.node(nIndex, "", x)
				continue
			}
			x = p.node(nIndex, "", x, p.expr())
			p.need("]")
		case "->", "?->":
			// $x->$name and $x->{…} could name any method.
			if p.advance(); p.soft && (p.tok.kind == phVar || p.peek("{")) {
				x = p.reckoned(x)
				continue
			}
			if p.tok.kind != phName {
				return p.fail()
			}
			x = p.node(nAttr, p.tok.text, x)
			p.advance()
			if p.take("(") {
				x = p.node(nCall, "", append([]*node{x}, p.arguments()...)...)
			}
		case "(":
			if x.kind != nName && !p.soft { // what is called is a name, here one of a closure
				return p.fail()
			}
			p.advance()
			x = p.node(nCall, "()", append([]*node{x}, p.arguments()...)...)
		case "++", "--":
			x = p.node(nAugment, p.tok.text, x, p.node(nConst, "1"))
			p.advance()
			return x
		case "::": // $x::class is a text; what else stands there could be called
			if p.advance(); x.kind != nName && !p.soft || !p.take("class") {
				return p.fail()
			}
			x = p.node(nUnary, "class", x)
		default:
			return x
		}
	}
	return x
}
