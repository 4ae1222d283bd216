package snippet

import "strings"

// expr is an expression: an assignment or what has a value.
func (p *rbParser) expr() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	x := p.ternary()
	if p.failed || p.tok.line || p.tok.kind != rbOp {
		return x
	}
	switch op := p.tok.text; op {
	case "=", "+=", "-=", "*=", "/=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>=", "&&=", "||=":
		if x.sure || x.kind != nName && x.kind != nIndex && x.kind != nAttr {
			return p.fail()
		}
		p.advance()
		if p.peek("*") {
			return p.fail()
		}
		v := p.expr()
		if p.tok.kind == rbName && p.tok.text == "rescue" && !p.tok.line {
			p.advance()
			v = p.node(nTry, "", v, p.expr())
		}
		if op == "=" {
			return p.node(nAssign, op, v, x)
		}
		return p.node(nAugment, op, x, v)
	}
	return x
}

// ternary is a ? b : c. ?x without a blank is the text "x", so the blanks decide.
func (p *rbParser) ternary() *node {
	x := p.binary(0)
	if p.failed || p.tok.line || !p.peek("?") {
		return x
	}
	if p.tok.tight(p.s) || !p.tok.space {
		return p.fail() // ?x is a letter
	}
	p.advance()
	then := p.expr()
	if !p.peek(":") || p.tok.tight(p.s) {
		return p.fail()
	}
	p.advance()
	return p.node(nChoice, "", x, then, p.expr())
}

// rbLevel is how tightly an operator binds; 0 is none.
func (p *rbParser) rbLevel() (int, kind) {
	if p.tok.kind != rbOp || p.tok.line {
		return 0, nNone
	}
	switch p.tok.text {
	case "..", "...":
		return 1, nTuple
	case "||":
		return 2, nBool
	case "&&":
		return 3, nBool
	case "<=>", "==", "===", "!=", "=~", "!~":
		return 4, nCompare
	case "<", ">", "<=", ">=":
		return 5, nCompare
	case "|", "^":
		return 6, nBinary
	case "&":
		return 7, nBinary
	case "<<", ">>":
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

// binary reads operators that bind more tightly than a level. A range without an end
// goes up to a bracket or the end of the line.
func (p *rbParser) binary(level int) *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	x := p.unary()
	for !p.failed {
		l, k := p.rbLevel()
		if l <= level {
			return x
		}
		op := p.tok.text
		if p.argument() || op == "<<" && p.heredoc() {
			return p.fail()
		}
		p.advance()
		if l == 1 && (p.tok.line || p.peek(")") || p.peek("]") || p.tok.kind == rbEnd) {
			x = p.node(k, op, x)
			continue
		}
		right := l
		if op == "**" {
			right = 10
		}
		x = p.node(k, op, x, p.binary(right))
	}
	return x
}

// argument reports whether Ruby may take the operator at hand for the begin of an
// argument: a name stands before it, and blanks on that side alone. What it takes
// depends on whether the name is a variable by then, which only running it says for
// sure: puts -x and x -y look alike. So it is not read at all.
func (p *rbParser) argument() bool {
	return (p.last.kind == rbName || p.last.kind == rbConst) && p.tok.space && p.tok.tight(p.s)
}

// heredoc reports whether << may begin one.
func (p *rbParser) heredoc() bool {
	if p.tok.end >= len(p.s) {
		return true
	}
	c := p.s[p.tok.end]
	return nameStart(c) || strings.IndexByte("~-\"'`", c) >= 0
}

// unary is a value with signs before it, which must stand right before it.
func (p *rbParser) unary() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	for _, op := range [...]string{"!", "-", "+", "~"} {
		if p.peek(op) {
			p.advance()
			if p.tok.space {
				return p.fail()
			}
			return p.node(nUnary, op, p.unary())
		}
	}
	return p.postfix()
}

// postfix is a value with what follows it: calls, elements, blocks.
//
// Long: one case a kind of what may follow.
func (p *rbParser) postfix() *node {
	x := p.atom()
	for !p.failed {
		switch {
		case p.peek(".") || p.peek("&."):
			p.advance()
			if p.peek("(") {
				x = p.call(p.node(nAttr, "call", x))
				continue
			}
			x = p.method(x)
		case p.peek("[") && !p.tok.line:
			if p.argument() || p.tok.space && (p.last.kind == rbName || p.last.kind == rbConst) {
				return p.fail()
			}
			p.advance()
			x = p.node(nIndex, "", append([]*node{x}, p.arguments("]")...)...)
		case p.peek("{") && !p.tok.line && x.kind == nCall && !x.sure:
			p.advance()
			x = p.given(x, p.braced("}"))
		case p.peek("do") && !p.tok.line && p.noDo == 0 && x.kind == nCall:
			p.advance()
			x = p.given(x, p.madeBlock(x))
		case p.peek("::") && !p.tok.space && p.tok.tight(p.s):
			x = p.scoped(x)
		case p.peek("::"), p.peek("(") && !p.tok.line:
			return p.fail()
		default:
			return x
		}
	}
	return x
}

// madeBlock is a block between do and end; of Struct.new and its like it is the
// body of a class.
func (p *rbParser) madeBlock(x *node) *node {
	if _, ok := rbMakes(x); ok {
		defer p.within()()
	}
	return p.braced("end")
}

// given puts a block behind the arguments; there can be only one.
func (p *rbParser) given(call, block *node) *node {
	if last := call.kids[len(call.kids)-1]; len(call.kids) > 1 && (last.kind == nLambda && last.text == "&" || last.kind == nStar && last.text == "&") {
		return p.fail()
	}
	call.kids = append(call.kids, block)
	return call
}

// scoped is x::y, a call, or self.class::X, a constant.
func (p *rbParser) scoped(x *node) *node {
	p.advance()
	switch {
	case p.tok.kind == rbName:
		return p.method(x)
	case p.tok.kind == rbConst && x.kind == nCall && x.kids[0].kind == nAttr && x.kids[0].text == "class" && x.kids[0].kids[0].text == "self":
		return p.constant()
	}
	return p.fail()
}

// method is what stands behind a dot.
func (p *rbParser) method(x *node) *node {
	if p.tok.kind != rbName && p.tok.kind != rbConst {
		return p.fail()
	}
	fn := p.node(nAttr, p.tok.text, x)
	p.advance()
	if p.last.kind == rbConst && !p.peek("(") {
		return p.fail()
	}
	switch {
	case p.peek("(") && !p.tok.space:
		return p.call(fn)
	case p.tok.kind == rbOp && !p.tok.line && listWords("= += -= *= /= %= ||= &&= |= &= <<= **=", p.tok.text): // x.y = z
		return fn
	case p.colon():
		return p.fail()
	}
	n := p.node(nCall, "", fn)
	if p.commandFollows() {
		n.kids = append(n.kids, p.command()...)
		n.sure = true // braces would belong to the last argument
	}
	return n
}

// colon reports whether a colon stands right behind the last token, as in a
// label.
func (p *rbParser) colon() bool {
	return p.peek(":") && !p.tok.space
}

// commandFollows reports whether an argument without brackets begins here,
// behind the name of a method.
func (p *rbParser) commandFollows() bool {
	t := p.tok
	if !t.space || t.line || p.failed {
		return false
	}
	switch t.kind {
	case rbNumber, rbQuote, rbGlobal, rbConst:
		return true
	case rbName:
		return !listWords("if unless while until and or do rescue then in end else elsif when ensure", t.text)
	case rbOp:
		switch t.text {
		case "-", "[", "*", "&", ":", "/", "%", "(", "!", "**":
			return t.tight(p.s)
		case "->":
			return true
		case "<<":
			return t.tight(p.s) && p.heredoc()
		}
	}
	return false
}

// command are arguments without brackets.
func (p *rbParser) command() []*node {
	var out []*node
	for !p.failed {
		out = append(out, p.arg())
		if p.tok.line || !p.take(",") {
			break
		}
	}
	return out
}

// call is what stands between brackets behind a function.
func (p *rbParser) call(fn *node) *node {
	p.need("(")
	return p.node(nCall, "", append([]*node{fn}, p.arguments(")")...)...)
}

// arguments reads what stands between brackets, in which do belongs to no loop around.
func (p *rbParser) arguments(closes string) []*node {
	saved := p.noDo
	p.noDo = 0
	var out []*node
	for !p.failed && !p.peek(closes) {
		out = append(out, p.arg())
		if !p.take(",") {
			break
		}
	}
	p.noDo = saved
	p.need(closes)
	return out
}

// arg is one argument or element: a value, *a, **h, &b, a: b, "a" => b.
func (p *rbParser) arg() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	for _, star := range [...]string{"**", "*", "&"} {
		if p.peek(star) {
			p.advance()
			if p.tok.space {
				return p.fail()
			}
			return p.node(nStar, star, p.ternary())
		}
	}
	if key := p.label(); key != nil {
		if p.peek(",") || p.peek(")") || p.peek("}") { // x: is x: x
			return p.node(nArg, key.text, p.node(nName, key.text))
		}
		return p.node(nArg, key.text, p.expr())
	}
	x := p.expr()
	if p.take("=>") {
		return p.node(nDict, "", x, p.expr())
	}
	return x
}

// label is a: or "a":, before a value.
func (p *rbParser) label() *node {
	t := p.tok
	switch t.kind {
	case rbName, rbConst:
		if next := rbNext(p.s, t.end); next.text != ":" || next.kind != rbOp || next.space {
			return nil
		}
		p.advance()
		p.advance()
		return p.node(nText, t.text)
	case rbQuote:
		end := strings.IndexByte(p.s[t.end:], t.text[0])
		if t.text == "`" || end < 0 || !strings.HasPrefix(p.s[t.end+end+1:], ": ") || strings.ContainsAny(p.s[t.end:t.end+end], "\\#\n") {
			return nil
		}
		p.tok.end = t.end + end + 2
		p.advance()
		return p.node(nText, p.s[t.end:t.end+end])
	}
	return nil
}
