package snippet

// expr is an expression with commas. in says whether the operator of that name
// may stand in it.
func (p *jsParser) expr(in bool) *node {
	x := p.assign(in)
	for p.take(",") {
		x = p.node(nBool, ",", x, p.assign(in))
	}
	return x
}

// assign is an expression without commas.
func (p *jsParser) assign(in bool) *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	if fn := p.arrow(in); fn != nil {
		return fn
	}
	if p.peek("yield") {
		return p.yielded(in)
	}
	x := p.conditional(in)
	if p.tok.kind == jsOp && listWords("= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??=", p.tok.text) {
		op := p.tok.text
		if pattern := op == "=" && assignable(x, 0); x.kind != nName && x.kind != nAttr && x.kind != nIndex && !pattern || x.kind == nName && jsKeyword(x.text) {
			return p.fail() // something in brackets
		}
		p.advance()
		value := p.assign(in)
		if op == "=" && value.kind == nBool && value.text != "," && alike(x, value.kids[0]) { // x = x || y
			op, value = value.text+"=", value.kids[1]
		}
		return p.node(nAugment, op, x, value)
	}
	return x
}

// conditional is a ? b : c. Between the two signs a colon cannot begin a type (plain).
func (p *jsParser) conditional(in bool) *node {
	x := p.binary(0, in)
	if p.take("?") {
		plain := p.plain
		p.plain = true
		then := p.assign(true)
		p.plain = plain
		p.need(":")
		return p.node(nChoice, "", x, then, p.assign(in))
	}
	return x
}

// jsLevel is how tightly an operator binds; 0 is none.
func (p *jsParser) jsLevel(in bool) (int, kind) {
	if p.tok.kind != jsOp && p.tok.kind != jsName {
		return 0, nNone
	}
	switch p.tok.text {
	case "??", "||":
		return 1, nBool
	case "&&":
		return 2, nBool
	case "|":
		return 3, nBinary
	case "^":
		return 4, nBinary
	case "&":
		return 5, nBinary
	case "==", "!=", "===", "!==":
		return 6, nCompare
	case "<", ">", "<=", ">=", "instanceof":
		return 7, nCompare
	case "in":
		if in {
			return 7, nCompare
		}
	case "<<", ">>", ">>>":
		return 8, nBinary
	case "+", "-":
		return 9, nBinary
	case "*", "/", "%":
		return 10, nBinary
	case "**":
		return 11, nBinary
	}
	return 0, nNone
}

// binary reads operators that bind more tightly than a level. ** goes to the right, all
// others to the left (ECMA-262, 13.6 to 13.13). In TypeScript a < b > (c) may be a call
// with types, which is another program.
func (p *jsParser) binary(level int, in bool) *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	x := p.unary()
	for !p.failed {
		if level < 7 && p.cast() {
			continue
		}
		l, k := p.jsLevel(in)
		if l <= level {
			return x
		}
		op := p.tok.text
		if p.ts && op[0] == '>' && x.kind == nCompare && x.text == "<" && !x.sure {
			return p.fail() // it might be a call with types
		}
		p.advance()
		right := l
		if op == "**" {
			right = 10
		}
		x = p.node(k, op, x, p.binary(right, in))
	}
	return x
}

// unary is a value with the signs before and behind it. delete, ++ and -- change what
// they stand at, so they become assignments.
func (p *jsParser) unary() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	for _, op := range [...]string{"!", "-", "+", "~", "typeof", "void", "await"} {
		if p.take(op) {
			return p.node(nUnary, op, p.unary())
		}
	}
	if p.take("delete") { // of a member alone
		x := p.unary()
		if x.kind != nAttr && x.kind != nIndex {
			return p.fail()
		}
		return p.node(nAugment, "delete", x, p.node(nConst, "0"))
	}
	for _, op := range [...]string{"++", "--"} {
		if p.take(op) {
			x := p.unary()
			if x.kind != nName && x.kind != nIndex && x.kind != nAttr {
				return p.fail()
			}
			return p.node(nAugment, op, x, p.node(nConst, "1"))
		}
	}
	x := p.postfix()
	for _, op := range [...]string{"++", "--"} {
		if !p.tok.line && p.take(op) {
			if x.kind != nName && x.kind != nIndex && x.kind != nAttr {
				return p.fail()
			}
			return p.node(nAugment, op, x, p.node(nConst, "1"))
		}
	}
	return x
}

// postfix is a value with what follows it: members, calls.
func (p *jsParser) postfix() *node {
	x := p.atom()
	for !p.failed {
		switch {
		case p.take("?."):
			if p.peek("(") || p.peek("[") {
				continue
			}
			x = p.member(x)
		case p.take("."):
			x = p.member(x)
		case p.take("["):
			x = p.node(nIndex, "", x, p.expr(true))
			p.need("]")
		case p.instantiated():
		case p.ts && p.peek("!") && !p.tok.line:
			p.advance()
		case p.peek("("):
			p.advance()
			x = p.call(nCall, x)
		case p.tok.kind == jsTemplate:
			x = p.tagged(x)
		default:
			return x
		}
	}
	return x
}

// member is the name behind a dot, which may be a keyword.
func (p *jsParser) member(x *node) *node {
	if p.tok.kind != jsName {
		return p.fail()
	}
	name := p.tok.text
	p.advance()
	return p.node(nAttr, name, x)
}

// call reads what stands between the brackets behind a function.
func (p *jsParser) call(k kind, fn *node) *node {
	n := p.node(k, "", fn)
	for !p.failed && !p.take(")") {
		if p.take("...") {
			n.kids = append(n.kids, p.node(nStar, "...", p.assign(true)))
		} else {
			n.kids = append(n.kids, p.assign(true))
		}
		if !p.take(",") {
			p.need(")")
			break
		}
	}
	return n
}

// atom is a constant, a name, or something in brackets.
//
// Long: one case a kind of value.
func (p *jsParser) atom() *node {
	t := p.tok
	switch t.kind {
	case jsNumber:
		p.advance()
		return p.node(nConst, t.text)
	case jsString:
		p.advance()
		n := p.node(nText, t.text)
		n.sure = t.sure
		return n
	case jsTemplate:
		return p.template()
	case jsName:
		switch t.text {
		case "null", "true", "false":
			p.advance()
			return p.node(nConst, t.text)
		case "new":
			p.advance()
			return p.construction()
		case "this":
			p.advance()
			n := p.node(nName, "this")
			n.sure = p.class
			return n
		case "super":
			p.advance()
			if !p.class || !p.peek("(") && !p.peek(".") {
				return p.fail()
			}
			return p.node(nName, "super")
		case "class":
			p.advance()
			name := ""
			if p.tok.kind == jsName && !p.peek("extends") {
				name = p.name()
			}
			return p.classRest(name)
		case "import":
			return p.importing()
		case "async":
			if !p.asyncAhead() {
				return p.fail()
			}
			p.advance()
			fallthrough
		case "function":
			p.advance()
			generator := p.take("*")
			name := ""
			if p.tok.kind == jsName {
				name = p.name()
			}
			params, body := p.function(generator)
			return p.node(nLambda, name, params, body)
		}
		if t.text[0] == '#' && p.class { // #x in y
			if p.advance(); !p.peek("in") {
				return p.fail()
			}
			return p.node(nConst, "null")
		}
		return p.node(nName, p.name())
	case jsOp:
		switch t.text {
		case "(":
			p.advance()
			plain := p.plain
			p.plain = false
			x := p.expr(true)
			p.plain = plain
			p.need(")")
			if x.kind == nCompare && x.text == "<" {
				x.sure = true
			}
			if x.kind == nName || x.kind == nAttr || x.kind == nIndex {
				x = p.node(nBool, ",", p.node(nConst, "0"), x) // no target, and no method
			}
			return x
		case "[":
			p.advance()
			return p.array()
		case "{":
			p.advance()
			return p.object()
		case "/", "/=":
			end, ok := jsRegexp(p.s, t.at)
			if !ok {
				return p.fail()
			}
			p.tok.end = end
			p.advance()
			return p.node(nRegexp, p.s[t.at:end])
		}
	}
	return p.fail()
}

// template reads a text in backticks: pieces of text, and expressions between them.
// After each of these the lexer has to be told that a text goes on.
func (p *jsParser) template() *node {
	n := p.node(nFormat, "")
	for !p.failed {
		piece := p.node(nText, p.tok.text)
		piece.sure = p.tok.sure
		n.kids = append(n.kids, piece)
		if !p.tok.more {
			p.advance()
			return n
		}
		p.advance()
		arg := p.node(nArg, "", p.expr(true))
		arg.sure = true
		n.kids = append(n.kids, arg)
		if !p.peek("}") {
			return p.fail()
		}
		p.tok = jsPiece(p.s, p.tok.at, jsToken{})
		if p.tok.kind == jsBad {
			return p.fail()
		}
	}
	return n
}

// tagged is f`a${x}b`: a call with the texts, then the values.
func (p *jsParser) tagged(fn *node) *node {
	t := p.template()
	texts := p.node(nList, "")
	n := p.node(nCall, "tag", fn, texts)
	for _, kid := range t.kids {
		if kid.kind == nArg {
			n.kids = append(n.kids, kid.kids[0])
		} else {
			texts.kids = append(texts.kids, kid)
		}
	}
	return n
}

// array reads [a, , ...b]; a hole is undefined, as whoever reads it gets.
func (p *jsParser) array() *node {
	n := p.node(nList, "")
	for !p.failed && !p.take("]") {
		if p.take(",") { // a hole
			n.kids = append(n.kids, p.node(nName, "undefined"))
			continue
		}
		if p.take("...") {
			n.kids = append(n.kids, p.node(nStar, "...", p.assign(true)))
		} else {
			n.kids = append(n.kids, p.assign(true))
		}
		if !p.take(",") {
			p.need("]")
			break
		}
	}
	return n
}
