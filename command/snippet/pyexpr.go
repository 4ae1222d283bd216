package snippet

// tuple is an expression, or several with commas. A comma at the end makes a tuple of
// one. stars says whether parts may have a star before them, which not every place of
// the grammar allows.
func (p *pyParser) tuple(stars bool) *node {
	if p.take("yield") {
		if p.ends() || p.peek(")") {
			return p.node(nYield, "")
		}
		if p.take("from") {
			return p.node(nYield, "from", p.tuple(false))
		}
		return p.node(nYield, "", p.tuple(false))
	}
	first := p.starred(stars)
	if !p.peek(",") {
		if first.kind == nStar {
			return p.fail()
		}
		return first
	}
	n := p.node(nTuple, "", first)
	for !p.failed && p.take(",") {
		if p.ends() || p.peek(")") || p.peek("=") || p.peek(":") || p.peek("]") {
			break
		}
		n.kids = append(n.kids, p.starred(stars))
	}
	return n
}

// starred is an expression, with a star before it where stars may stand.
func (p *pyParser) starred(stars bool) *node {
	if stars && p.take("*") {
		return p.node(nStar, "*", p.expr())
	}
	return p.named()
}

// named is an expression with := or without. := binds a name in the middle of an
// expression (PEP 572), around a comprehension if it stands in one.
func (p *pyParser) named() *node {
	x := p.expr()
	if x.kind == nName && p.take(":=") {
		return p.node(nWalrus, "", x, p.expr())
	}
	return x
}

// expr is one expression without := : a lambda, a choice, or operators. a if b else c
// evaluates b first; the order does not matter to the judge, who looks at all three.
func (p *pyParser) expr() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	if p.take("lambda") {
		params := p.params(":", false)
		p.need(":")
		return p.node(nLambda, "", params, p.expr())
	}
	x := p.binary(0)
	if p.take("if") {
		cond := p.binary(0)
		p.need("else")
		return p.node(nChoice, "", cond, x, p.expr())
	}
	return x
}

// pyLevel is how tightly the operator at the next token binds, from 1; 0 is
// none. skip is how many tokens it takes.
//
// The levels are those of the Language Reference, "Operator precedence"; 3 is
// "not", 11 the signs. <> of Python 2 is no operator here.
func (p *pyParser) pyLevel() (level, skip int, k kind) {
	t := p.tokens[p.at]
	if t.kind != pyOp && t.kind != pyName {
		return 0, 0, nNone
	}
	switch t.text {
	case "or":
		return 1, 1, nBool
	case "and":
		return 2, 1, nBool
	case "in", "<", ">", "<=", ">=", "==", "!=":
		return 4, 1, nCompare
	case "is":
		if p.peekNext("not") {
			return 4, 2, nCompare
		}
		return 4, 1, nCompare
	case "not":
		if p.peekNext("in") {
			return 4, 2, nCompare
		}
	case "|":
		return 5, 1, nBinary
	case "^":
		return 6, 1, nBinary
	case "&":
		return 7, 1, nBinary
	case "<<", ">>":
		return 8, 1, nBinary
	case "+", "-":
		return 9, 1, nBinary
	case "*", "/", "//", "%", "@":
		return 10, 1, nBinary
	case "**":
		return 12, 1, nBinary
	}
	return 0, 0, nNone
}

// binary reads operators that bind more tightly than level. Comparisons in a chain (a <
// b < c) are read as nested ones, which evaluate the same values.
func (p *pyParser) binary(level int) *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	var x *node
	if level < 4 && p.take("not") {
		x = p.node(nUnary, "not", p.binary(3))
	} else {
		x = p.unary()
	}
	for !p.failed {
		l, skip, k := p.pyLevel()
		if l <= level {
			return x
		}
		op := p.tokens[p.at].text
		p.at += skip
		right := l
		if op == "**" {
			right = 10 // binds to the right, and looser than a sign behind it
		}
		x = p.node(k, op, x, p.binary(right))
	}
	return x
}

// unary is a value with signs or await before it. A sign binds less than ** to
// its right: -2 ** 2 is -(2 ** 2).
func (p *pyParser) unary() *node {
	for _, op := range [...]string{"-", "+", "~"} {
		if p.take(op) {
			if !p.enter() {
				return p.fail()
			}
			x := p.node(nUnary, op, p.binary(11))
			p.leave()
			return x
		}
	}
	if p.take("await") {
		return p.node(nUnary, "await", p.primary())
	}
	return p.primary()
}

// primary is an atom with what follows it at once. A new line before a dot is no token
// within brackets, and ends the statement elsewhere; the lexer sees to that.
func (p *pyParser) primary() *node {
	x := p.atom()
	for !p.failed {
		switch {
		case p.take("."):
			name := p.tokens[p.at]
			if name.kind != pyName || pyKeyword(name.text) {
				return p.fail()
			}
			p.at++
			x = p.node(nAttr, name.text, x)
		case p.take("("):
			x = p.call(x)
		case p.take("["):
			x = p.node(nIndex, "", x, p.subscript())
			p.need("]")
		default:
			return x
		}
	}
	return x
}

// call reads arguments up to the bracket: a nArg has a name, a nStar stands for
// several. A generator without brackets of its own may be the only argument.
func (p *pyParser) call(fn *node) *node {
	n := p.node(nCall, "", fn)
	for !p.failed && !p.take(")") {
		var arg *node
		t := p.tokens[p.at]
		switch {
		case p.take("*"):
			arg = p.node(nStar, "*", p.expr())
		case p.take("**"):
			arg = p.node(nStar, "**", p.expr())
		case t.kind == pyName && !pyKeyword(t.text) && p.peekNext("="):
			p.at += 2
			arg = p.node(nArg, t.text, p.expr())
		default:
			arg = p.named()
			if p.forAhead() {
				arg = p.comprehension(arg)
			}
		}
		n.kids = append(n.kids, arg)
		if !p.take(",") {
			p.need(")")
			return n
		}
	}
	return n
}

// subscript is what stands in the brackets of an index; with commas it is a
// tuple.
func (p *pyParser) subscript() *node {
	first := p.slice()
	if !p.peek(",") {
		return first
	}
	n := p.node(nTuple, "", first)
	for !p.failed && p.take(",") {
		if p.peek("]") {
			break
		}
		n.kids = append(n.kids, p.slice())
	}
	return n
}

// slice is one index, or two or three of them with colons, any of which may be left
// out. In one dimension; several stand in a tuple, as those of arrays do.
func (p *pyParser) slice() *node {
	var parts [3]*node
	i, sliced := 0, false
	for !p.failed {
		switch {
		case p.take(":"):
			sliced = true
			if i++; i > 2 {
				return p.fail()
			}
			continue
		case p.peek("]"), p.peek(","):
			if !sliced {
				if parts[0] == nil {
					return p.fail()
				}
				return parts[0]
			}
			return p.node(nSlice, "", parts[0], parts[1], parts[2])
		case parts[i] != nil:
			return p.fail()
		}
		parts[i] = p.named()
	}
	return p.fail()
}
