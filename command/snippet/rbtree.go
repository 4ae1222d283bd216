package snippet

import "strings"

// rbParser builds the tree of a program in Ruby. It asks for one token at a
// time, since what an operator is depends on what is expected. Where Ruby lets
// a blank decide between an operator and the begin of an argument, only names
// that are certainly methods may stand before it. A construct without a rule
// fails: classes, modules, here-documents, backquotes, patterns, defined?.
type rbParser struct {
	tally
	s      string
	tok    rbToken
	last   rbToken // the token before
	noDo   int     // "do" belongs to a loop that is being read
	groups []string
	defs   string // functions of the program so far
	ownP   bool   // p was a variable somewhere
	// own are names of methods that the program defines, and bare those of them
	// that stand before a sign which means something else behind a variable.
	own     map[string]bool
	bare    []string
	classes int  // bodies of classes around
	tests   bool // it is a test, and may assert
	data    bool // further lines are its DATA
	lent    bool // it reads the lines of a text, which hold no others
	// heredocs is where the line ends behind which the last text over lines stands.
	heredocs int
	lines    bool // sub and its like are functions: ruby -n
}

// parseRuby reads a program. lines says that it runs for each line of its input (ruby
// -n), which brings functions of its own; utf8Read that Ruby certainly takes its text
// for UTF-8.
func parseRuby(s string, lines, utf8Read bool) (tree *node, p rbParser, ok bool) {
	s, data := rbProgram(s)
	if !rbReadable(s, utf8Read) {
		return nil, p, false
	}
	p = rbParser{s: s, lines: lines, heredocs: -1, own: rbOwnNames(s), tests: rbTests(s), data: data}
	p.tok = rbNext(s, 0)
	block := p.block()
	if p.tok.kind != rbEnd {
		p.failed = true
	}
	return block, p, !p.failed
}

// rbProgram is what stands before __END__. Within a text that would be no end,
// but then the text has none either, and is not understood.
func rbProgram(s string) (program string, data bool) {
	if i := strings.Index(s, "\n__END__\n"); i >= 0 {
		return s[:i+1], true
	}
	return s, false
}

// node makes a node at the place of the token at hand.
func (p *rbParser) node(k kind, text string, kids ...*node) *node {
	return p.build(k, text, p.tok.at, kids)
}

// advance goes on to the next token and remembers the last one, since Ruby looks at the
// blanks on both sides.
func (p *rbParser) advance() {
	p.last = p.tok
	p.tok = rbNext(p.s, p.tok.end)
	if p.tok.kind == rbBad {
		p.failed = true
	}
}

// peek reports whether the token at hand is a sign or a word.
func (p *rbParser) peek(text string) bool {
	return (p.tok.kind == rbOp || p.tok.kind == rbName || p.tok.kind == rbConst) && p.tok.text == text
}

// take goes on if the token at hand is that one.
func (p *rbParser) take(text string) bool {
	if p.failed || !p.peek(text) {
		return false
	}
	p.advance()
	return true
}

// need is take for what must stand there.
func (p *rbParser) need(text string) {
	if !p.take(text) {
		p.failed = true
	}
}

// rbKeyword lists the words that are no names.
func rbKeyword(s string) bool {
	return listWords(`BEGIN END alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or redo rescue retry return
		self super then true undef unless until when while yield __FILE__ __LINE__ __ENCODING__`, s)
}

// variable takes the name of a local variable.
func (p *rbParser) variable() string {
	t := p.tok
	if p.failed || t.kind != rbName || rbKeyword(t.text) || strings.ContainsAny(t.text, "?!") {
		p.failed = true
		return ""
	}
	p.advance()
	p.ownP = p.ownP || t.text == "p"
	return t.text
}

// block reads statements up to a word or bracket that ends them.
func (p *rbParser) block() *node {
	n := p.node(nBlock, "")
	for !p.failed {
		for p.take(";") {
		}
		if p.tok.kind == rbEnd || p.peek("}") || p.peek(")") || p.tok.kind == rbName && rbEnds(p.tok.text) {
			return n
		}
		n.kids = append(n.kids, p.stmt())
		if !p.tok.line && p.tok.kind != rbEnd && !p.peek(";") && !p.peek("}") && !p.peek(")") && !(p.tok.kind == rbName && rbEnds(p.tok.text)) {
			p.failed = true
		}
	}
	return n
}

// rbEnds lists the words before which a block ends.
func rbEnds(word string) bool { return listWords("end else elsif when in rescue ensure", word) }

// body is a block and its end, with the parts of begin.
func (p *rbParser) body() *node {
	n := p.node(nTry, "", p.block())
	for !p.failed {
		switch {
		case p.take("rescue"):
			h := p.node(nHandler, "", nil, nil, nil)
			for !p.tok.line && p.tok.kind == rbConst {
				p.constant()
				if !p.take(",") {
					break
				}
			}
			if p.take("=>") {
				h.kids[1] = p.node(nName, p.variable())
			}
			p.take("then")
			h.kids[2] = p.block()
			n.kids = append(n.kids, h)
		case p.take("else"), p.take("ensure"):
			n.kids = append(n.kids, p.block())
		default:
			p.need("end")
			return n
		}
	}
	return n
}

// constant is A or A::B, as a name whose text has it all.
func (p *rbParser) constant() *node {
	n := p.node(nName, p.tok.text)
	p.advance()
	for p.peek("::") && !p.tok.space && p.tok.tight(p.s) && !p.failed && rbNext(p.s, p.tok.end).kind == rbConst {
		p.advance()
		n.text += "::" + p.tok.text
		p.advance()
	}
	return n
}

// stmt is an expression with "and", "or", and conditions behind it.
func (p *rbParser) stmt() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	x := p.clause()
	for !p.failed && !p.tok.line {
		switch {
		case p.take("if"), p.take("unless"):
			x = p.node(nIf, "", p.clause(), x, nil)
		case p.take("while"), p.take("until"):
			x = p.node(nWhile, "", p.clause(), x, nil)
		case p.take("rescue"):
			x = p.node(nTry, "", x, p.clause())
		default:
			return x
		}
	}
	return x
}

// clause is an expression with "not", "and", "or".
func (p *rbParser) clause() *node {
	x := p.negation()
	if !p.failed && !p.tok.line && (p.peek("in") || p.peek("=>")) {
		p.advance()
		return p.matched(x)
	}
	for !p.failed && !p.tok.line && (p.peek("and") || p.peek("or")) {
		p.advance()
		x = p.node(nBool, "and", x, p.negation())
	}
	return x
}

// negation is not x, which binds less tightly than !.
func (p *rbParser) negation() *node {
	if p.take("not") {
		if !p.enter() {
			return p.fail()
		}
		defer p.leave()
		return p.node(nUnary, "not", p.negation())
	}
	return p.several()
}

// several is an expression, or a, b = c, d.
func (p *rbParser) several() *node {
	if p.peek("*") && p.tok.tight(p.s) { // *a, b = c
		p.advance()
		return p.spread(p.node(nList, "", p.node(nStar, "*", p.node(nName, p.variable()))))
	}
	x := p.expr()
	if p.failed || p.tok.line {
		return x
	}
	if !p.peek(",") {
		return x
	}
	if x.kind == nAssign && x.text == "=" { // a = 1, 2
		list := p.node(nList, "", x.kids[0])
		for p.take(",") {
			list.kids = append(list.kids, p.splat())
		}
		x.kids[0] = list
		return x
	}
	return p.spread(p.node(nList, "", x))
}

// spread is an assignment to several targets, the first of which was read.
func (p *rbParser) spread(targets *node) *node {
	for p.take(",") {
		switch {
		case p.peek("="): // a, = b
		case p.take("*"):
			targets.kids = append(targets.kids, p.node(nStar, "*", p.node(nName, p.variable())))
		case p.take("("):
			inner := p.node(nList, "", p.postfix())
			for p.take(",") {
				inner.kids = append(inner.kids, p.postfix())
			}
			p.need(")")
			targets.kids = append(targets.kids, inner)
		default:
			targets.kids = append(targets.kids, p.postfix())
		}
	}
	p.need("=")
	value := p.splat()
	if p.peek(",") && !p.tok.line {
		value = p.node(nList, "", value)
		for p.take(",") {
			value.kids = append(value.kids, p.splat())
		}
	}
	return p.node(nAssign, "=", value, targets)
}

// splat is an expression, perhaps with a star before it.
func (p *rbParser) splat() *node {
	if p.peek("*") && p.tok.tight(p.s) {
		p.advance()
		return p.node(nStar, "*", p.postfix())
	}
	return p.expr()
}

// params are those of a function, a block or a lambda, up to what closes them.
func (p *rbParser) params(closes string) *node {
	n := p.node(nParams, "")
	for !p.failed && !p.peek(closes) {
		if p.tok.line && closes == "" {
			break
		}
		switch {
		case p.take("("):
			n.kids = append(n.kids, p.node(nParam, "(", p.params(")"), nil))
		case p.peek("*"), p.peek("**"), p.peek("&"):
			sign := "*"
			if p.peek("&") {
				sign = "&"
			}
			p.advance()
			if sign == "*" && (p.peek(",") || p.peek(closes)) { // without a name
				break
			}
			n.kids = append(n.kids, p.node(nParam, sign, p.node(nName, p.variable()), nil))
		default:
			one := p.node(nParam, "", p.node(nName, p.variable()), nil)
			switch {
			case p.peek(":") && !p.tok.space:
				p.advance()
				if one.text = ":"; !p.peek(",") && !p.peek(closes) {
					one.kids[1] = p.ternary()
				}
			case p.take("="):
				if closes == "|" {
					one.kids[1] = p.postfix() // a bar would end it
				} else {
					one.kids[1] = p.ternary()
				}
			}
			n.kids = append(n.kids, one)
		}
		if !p.take(",") {
			break
		}
	}
	if closes != "" {
		p.need(closes)
	}
	return n
}

// braced is what stands behind { or do: a block with its parameters.
func (p *rbParser) braced(closes string) *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	saved, ownP := p.noDo, p.ownP
	defer func() { p.ownP = ownP }() // what a block names is its own
	p.noDo = 0
	params := p.node(nParams, "")
	if p.take("|") {
		params = p.params("|")
	}
	n := p.node(nLambda, "&", params, nil)
	if closes == "end" {
		n.kids[1] = p.body()
	} else {
		n.kids[1] = p.block()
		p.need(closes)
	}
	p.noDo = saved
	return n
}
