package snippet

// rParser builds the tree of a program of R by its precedences.
type rParser struct {
	tokens []rToken
	at     int
	inside int // > 0: within brackets, where lines do not end anything
	depth  int
	nodes  int
	bad    bool
}

// rParse is the tree of a program, or nil.
func rParse(s string) *node {
	tokens, ok := rTokens(s)
	if !ok {
		return nil
	}
	p := &rParser{tokens: tokens}
	block := p.statements("")
	if p.bad || p.peek().kind != rEnd {
		return nil
	}
	return block
}

func (p *rParser) peek() rToken { return p.tokens[min(p.at, len(p.tokens)-1)] }

func (p *rParser) is(op string) bool {
	t := p.peek()
	return t.kind == rOp && t.text == op
}

func (p *rParser) take(op string) bool {
	if p.is(op) {
		p.at++
		return true
	}
	return false
}

func (p *rParser) want(op string) {
	if !p.take(op) {
		p.bad = true
	}
}

func (p *rParser) word(name string) bool {
	t := p.peek()
	return t.kind == rName && t.text == name
}

func (p *rParser) make(k kind, text string, kids ...*node) *node {
	if p.nodes++; p.nodes > maxNodes {
		p.bad = true
	}
	return &node{kind: k, text: text, kids: kids}
}

// statements reads up to the end of the program or of a block.
func (p *rParser) statements(end string) *node {
	block := p.make(nBlock, "")
	for !p.bad && p.peek().kind != rEnd && (end == "" || !p.is(end)) {
		if p.take(";") {
			continue
		}
		block.kids = append(block.kids, p.expression(0))
		if t := p.peek(); t.kind != rEnd && !t.line && !p.is(";") && (end == "" || !p.is(end)) {
			p.bad = true
		}
	}
	return block
}

// rBinds says how strong an operator binds to the left and to the right.
func rBinds(op string) (left, right int) {
	switch op {
	case "=":
		return 2, 1
	case "<-", "<<-":
		return 4, 3
	case "~":
		return 6, 7
	case "|", "||":
		return 8, 9
	case "&", "&&":
		return 10, 11
	case "==", "!=", "<", ">", "<=", ">=":
		return 14, 15
	case "+", "-":
		return 16, 17
	case "*", "/":
		return 18, 19
	case "%in%", "%%", "%/%", "%*%", "%o%", "|>":
		return 20, 21
	case ":":
		return 22, 23
	case "^", "**":
		return 27, 25 // to the right, and weaker there than a sign
	}
	return 0, 0
}

// expression reads what binds at least as strong as a limit.
func (p *rParser) expression(limit int) *node {
	if p.depth++; p.depth > maxDepth {
		p.bad = true
	}
	defer func() { p.depth-- }()
	if p.bad {
		return p.make(nNone, "")
	}
	left := p.unary()
	for !p.bad {
		t := p.peek()
		if t.kind != rOp || t.line && p.inside == 0 {
			break
		}
		l, r := rBinds(t.text)
		if l == 0 || l < limit {
			break
		}
		p.at++
		right := p.expression(r)
		switch t.text {
		case "=", "<-", "<<-":
			left = p.make(nAssign, t.text, left, right)
		case "|>":
			if right.kind != nCall {
				p.bad = true
				break
			}
			right.kids = append([]*node{right.kids[0], p.make(nArg, "", left)}, right.kids[1:]...)
			left = right
		default:
			left = p.make(nBinary, t.text, left, right)
		}
	}
	return left
}

// unary reads signs and what stands behind them.
func (p *rParser) unary() *node {
	t := p.peek()
	if t.kind == rOp {
		limit := 0
		switch t.text {
		case "-", "+":
			limit = 24
		case "!":
			limit = 12
		case "~":
			limit = 7
		}
		if limit > 0 {
			p.at++
			return p.make(nUnary, t.text, p.expression(limit))
		}
	}
	return p.postfix(p.primary())
}

func (p *rParser) postfix(n *node) *node {
	for !p.bad {
		t := p.peek()
		if t.kind != rOp || t.line && p.inside == 0 {
			return n
		}
		switch t.text {
		case "(":
			p.at++
			n = p.make(nCall, "", append([]*node{n}, p.arguments(")")...)...)
		case "[[", "[":
			p.at++
			n = p.make(nIndex, t.text, append([]*node{n}, p.arguments("]")...)...)
			if t.text == "[[" {
				p.want("]")
			}
		case "$":
			p.at++
			f := p.peek()
			if p.at++; f.kind != rName && f.kind != rString {
				p.bad = true
			}
			n = p.make(nAttr, f.text, n)
		default:
			return n
		}
	}
	return n
}

// arguments reads up to a closing bracket; any may be left out.
func (p *rParser) arguments(end string) []*node {
	var args []*node
	p.inside++
	for !p.bad {
		if p.is(",") || p.is(end) {
			if p.is(",") || len(args) > 0 {
				args = append(args, p.make(nArg, ""))
			}
		} else {
			args = append(args, p.argument())
		}
		if !p.take(",") {
			break
		}
	}
	p.inside--
	p.want(end)
	return args
}

func (p *rParser) argument() *node {
	t := p.peek()
	if next := p.tokens[min(p.at+1, len(p.tokens)-1)]; (t.kind == rName || t.kind == rString) && next.kind == rOp && next.text == "=" {
		p.at += 2
		if p.is(",") || p.is(")") || p.is("]") {
			p.bad = true
		}
		return p.make(nArg, t.text, p.expression(3))
	}
	return p.make(nArg, "", p.expression(3))
}

// block reads with lines that end statements, or without.
func (p *rParser) within(lines bool, read func() *node) *node {
	before := p.inside
	p.inside = boolInt(!lines)
	n := read()
	p.inside = before
	return n
}

// primary reads a value, a block or a form of the language.
func (p *rParser) primary() *node {
	t := p.peek()
	p.at++
	switch t.kind {
	case rNumber:
		return p.make(nConst, t.text)
	case rString:
		return p.make(nText, t.text)
	case rName:
		return p.named(t)
	case rOp:
		switch t.text {
		case "(":
			n := p.within(false, func() *node { n := p.expression(0); p.want(")"); return n })
			return p.make(nTuple, "", n)
		case "{":
			return p.within(true, func() *node { n := p.statements("}"); p.want("}"); return n })
		case `\`:
			return p.function()
		}
	}
	p.bad = true
	return p.make(nNone, "")
}

func (p *rParser) named(t rToken) *node {
	switch t.text {
	case "TRUE", "FALSE", "NULL", "NA", "NaN", "Inf", "NA_character_", "NA_integer_", "NA_real_":
		return p.make(nConst, t.text)
	case "break", "next":
		return p.make(nPass, t.text)
	case "function":
		return p.function()
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
	if sep := p.peek(); sep.kind == rOp && sep.text == "::" && !sep.line {
		p.at++
		member := p.peek()
		if p.at++; member.kind != rName {
			p.bad = true
		}
		return p.make(nName, t.text+"::"+member.text)
	}
	return p.make(nName, t.text)
}

func (p *rParser) condition() *node {
	p.want("(")
	return p.within(false, func() *node { n := p.expression(3); p.want(")"); return n })
}

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

// function reads parameters and a body.
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
