package snippet

import "strings"

// rParser builds the tree of a program of R by its precedences (?Syntax).
//
// The nodes are those of the other languages, but what R has is less, and some
// of it lies elsewhere than node.go says: nAssign is target, value, with the
// operator as its text; nFor has the name of the variable as its text, then the
// list and the body; nTuple is an expression in brackets; an argument is always
// a nArg, which has no kid where it is left out, as in x[1, ].
//
// Where R takes more than this parser, the program is not understood. Where the
// parser takes more than R (a < b < c, which R refuses), R runs nothing of what
// stands there, so that what is stated is too much and never too little.
type rParser struct {
	tokens []rToken
	// the token that is read next; the last one is always rEnd
	at     int
	inside int // > 0: within brackets, where lines do not end anything
	depth  int
	nodes  int
	bad    bool
	more   bool // it is the second reading, which knows more signs
}

// rParse is the tree of a program, or nil.
func rParse(s string, more bool) *node {
	tokens, ok := rTokens(s, more)
	if !ok {
		return nil
	}
	p := &rParser{tokens: tokens, more: more}
	block := p.statements("")
	if p.bad || p.peek().kind != rEnd {
		return nil
	}
	return block
}

// peek is the next token. Behind the end it stays the end, so that no reader
// has to ask how many are left.
func (p *rParser) peek() rToken { return p.tokens[min(p.at, len(p.tokens)-1)] }

// is reports whether the token at hand is an operator.
func (p *rParser) is(op string) bool {
	t := p.peek()
	return t.kind == rOp && t.text == op
}

// take goes past an operator, if it is there.
func (p *rParser) take(op string) bool {
	if p.is(op) {
		p.at++
		return true
	}
	return false
}

// want takes an operator that must stand here; without it the program is bad.
func (p *rParser) want(op string) {
	if !p.take(op) {
		p.bad = true
	}
}

// word reports whether a reserved word comes next. To the lexer they are names;
// a string of the same text is none.
func (p *rParser) word(name string) bool {
	t := p.peek()
	return t.kind == rName && t.text == name
}

// make builds a node and counts it. A tree that is too large is bad, but still
// a tree: readers may go on to the end of what they do without asking each
// time.
func (p *rParser) make(k kind, text string, kids ...*node) *node {
	if p.nodes++; p.nodes > maxNodes {
		p.bad = true
	}
	return &node{kind: k, text: text, kids: kids}
}

// statements reads up to the end of the program ("") or of a block. Two
// statements stand on different lines or have a semicolon between them;
// anything else behind an expression means that it was not read as R would read
// it.
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

// rBinds says how strong an operator binds to the left and to the right; 0, 0
// is none that may stand between two expressions. A right side that binds
// weaker makes the operator group to the right, as <- and ^ do, a stronger one
// to the left.
//
// The order is that of ?Syntax. What is missing the first reading does not understand: ?
// (help), := (which R parses and nothing in base defines), -> and ->> (assignment to the
// right), and operators of packages such as %>%. The second one knows more, see rBindsToo. That |> stands with
// %any% is why x |> f() + 1 pipes into f() alone.
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

// expression reads what binds at least as strong as a limit: 0 and 1 take all,
// 3 leaves = alone, which separates a name from its value among arguments. An
// operator on a new line does not go on with an expression, unless brackets are
// open (R Language Definition, "Separators").
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
		if l == 0 && p.more {
			l, r = rBindsToo(t.text)
		}
		if l == 0 || l < limit {
			break
		}
		p.at++
		right := p.expression(r)
		if p.more {
			if n := p.further(t.text, left, right); n != nil {
				left = n
				continue
			}
		}
		switch t.text {
		case "=", "<-", "<<-":
			left = p.make(nAssign, t.text, left, right)
		// The pipe is put into the call while the program is parsed (?pipeOp):
		// the left side becomes the first argument, and the right side must be
		// a call. Its placeholder _ is not a name here and is not understood.
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

// unary reads signs and what stands behind them. How far a sign reaches is its
// place in ?Syntax: -2^2 is -(2^2), -1:3 is (-1):3, !x == y is !(x == y), and a
// formula without a left side takes everything but an assignment.
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

// postfix reads what stands behind a value and binds strongest: calls, indices
// and fields. Blanks before it mean nothing; on a new line an opening bracket
// begins an expression of its own.
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
			if p.at++; f.kind != rName && f.kind != rString && f.kind != rTick {
				p.bad = true
			}
			n = p.make(nAttr, f.text, n)
		case "@":
			p.at++
			f := p.peek()
			if p.at++; f.kind != rName || !p.more {
				p.bad = true
			}
			n = p.make(nAttr, f.text, n)
		default:
			return n
		}
	}
	return n
}

// arguments reads up to a closing bracket; any may be left out. One that is
// left out has a meaning (x[, 1] is a column), so it is kept as a nArg without
// a kid; whoever reads arguments has to look for that.
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

// argument reads one argument with its name. A string may be the name, as in
// c("a b" = 1). A name without a value, as in f(x = ), which R takes for an
// argument that is missing, is not understood.
func (p *rParser) argument() *node {
	t := p.peek()
	if next := p.tokens[min(p.at+1, len(p.tokens)-1)]; (t.kind == rName || t.kind == rString || t.kind == rTick) && next.kind == rOp && next.text == "=" {
		p.at += 2
		if p.more && (p.is(",") || p.is(")") || p.is("]")) { // x = , as switch has it
			return p.make(nArg, t.text)
		}
		if p.is(",") || p.is(")") || p.is("]") {
			p.bad = true
		}
		return p.make(nArg, t.text, p.expression(3))
	}
	return p.make(nArg, "", p.expression(3))
}

// within reads something in which lines end statements, as in {}, or do not, as
// in brackets. The innermost pair decides, so a block within a call has lines
// again.
func (p *rParser) within(lines bool, read func() *node) *node {
	before := p.inside
	p.inside = boolInt(!lines)
	n := read()
	p.inside = before
	return n
}

// primary reads a value, a block or a form of the language. What else may stand
// here in R is not understood.
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
	case rTick:
		if strings.Contains(t.text, "::") {
			p.bad = true
		}
		return p.make(nName, t.text)
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
