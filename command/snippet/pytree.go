package snippet

// pyParser builds the tree of a program in Python. A construct without a rule
// here fails: metaclasses, relative imports, print as a statement.
type pyParser struct {
	tally
	tokens []pyToken
	at     int
}

// parsePython is the tree of a program: a block. It takes less than Python
// takes, and where it takes more Python refuses the whole program before
// anything runs.
func parsePython(s string) (*node, bool) {
	if len(s) > MaxText {
		return nil, false
	}
	tokens, ok := lexPython(s, false)
	if !ok {
		return nil, false
	}
	p := pyParser{tokens: tokens}
	block := p.node(nBlock, "")
	for p.tokens[p.at].kind != pyEnd && !p.failed {
		p.statement(block)
	}
	return block, !p.failed
}

// node makes a node that bears the place of the token which comes next.
func (p *pyParser) node(k kind, text string, kids ...*node) *node {
	return p.build(k, text, p.tokens[p.at].at, kids)
}

// peek reports whether the next token is an operator or a keyword.
func (p *pyParser) peek(text string) bool {
	t := p.tokens[p.at]
	return (t.kind == pyOp || t.kind == pyName) && t.text == text
}

// peekNext is peek, one token further on.
func (p *pyParser) peekNext(text string) bool {
	if p.at+1 >= len(p.tokens) {
		return false
	}
	t := p.tokens[p.at+1]
	return (t.kind == pyOp || t.kind == pyName) && t.text == text
}

// take takes an operator or a keyword if it comes next. After a failure nothing
// is taken, so that every loop that takes something ends.
func (p *pyParser) take(text string) bool {
	if p.failed || !p.peek(text) {
		return false
	}
	p.at++
	return true
}

// need takes what must stand here.
func (p *pyParser) need(text string) {
	if !p.take(text) {
		p.failed = true
	}
}

// takeKind goes on if the token at hand is of a kind.
func (p *pyParser) takeKind(k pyKind) bool {
	if p.failed || p.tokens[p.at].kind != k {
		return false
	}
	p.at++
	return true
}

// name takes a name that is no keyword.
func (p *pyParser) name() string {
	t := p.tokens[p.at]
	if p.failed || t.kind != pyName || pyKeyword(t.text) {
		p.failed = true
		return ""
	}
	p.at++
	return t.text
}

// pyKeyword lists the keywords of Python 2 and 3. match, case and type are
// names for us: as statements they do not parse.
func pyKeyword(s string) bool {
	switch s {
	case "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global",
		"if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "exec":
		return true
	}
	return false
}

// statement reads one statement, or several on a line, into a block.
func (p *pyParser) statement(block *node) {
	if !p.enter() {
		return
	}
	defer p.leave()
	if s := p.compound(); s != nil {
		block.kids = append(block.kids, s)
		return
	}
	for {
		block.kids = append(block.kids, p.simple())
		if p.failed {
			return
		}
		if p.take(";") {
			if p.takeKind(pyNewline) {
				return
			}
			continue
		}
		if !p.takeKind(pyNewline) {
			p.failed = true
		}
		return
	}
}

// suite is what follows a colon. On the same line only simple statements may
// follow, as in Python's grammar ("Compound statements").
func (p *pyParser) suite() *node {
	p.need(":")
	block := p.node(nBlock, "")
	if !p.takeKind(pyNewline) {
		if p.compoundAhead() {
			return p.fail()
		}
		p.statement(block)
		return block
	}
	if !p.takeKind(pyIndent) {
		return p.fail()
	}
	for !p.failed && !p.takeKind(pyDedent) {
		p.statement(block)
	}
	return block
}

// compoundAhead reports whether a statement with a suite comes next.
func (p *pyParser) compoundAhead() bool {
	for _, w := range [...]string{"if", "while", "for", "try", "with", "def", "class", "async", "@"} {
		if p.peek(w) {
			return true
		}
	}
	return false
}

// compound is a statement with a suite, or nil.
func (p *pyParser) compound() *node {
	switch {
	case p.take("if"):
		return p.ifRest()
	case p.take("while"):
		n := p.node(nWhile, "", p.named(), p.suite(), nil)
		if p.take("else") {
			n.kids[2] = p.suite()
		}
		return n
	case p.take("for"):
		target := p.targets("in")
		p.need("in")
		n := p.node(nFor, "", target, p.tuple(true), p.suite(), nil)
		if p.take("else") {
			n.kids[3] = p.suite()
		}
		return n
	case p.take("try"):
		return p.tryRest()
	case p.take("with"):
		return p.withRest()
	case p.peek("@"):
		return p.decorated()
	case p.take("class"):
		return p.classRest()
	case p.matchAhead():
		return p.matchRest()
	case p.peek("async") && (p.peekNext("for") || p.peekNext("with")) && p.take("async"):
		return p.compound()
	case p.peek("async") && p.peekNext("def") && p.take("async"), p.peek("def"):
		return p.function()
	}
	return nil
}

// function is what def begins; its node is sure if async stands before.
func (p *pyParser) function() *node {
	async := p.at > 0 && p.tokens[p.at-1].kind == pyName && p.tokens[p.at-1].text == "async"
	p.need("def")
	name := p.name()
	p.need("(")
	params := p.params(")", true)
	p.need(")")
	if p.take("->") {
		params.kids = append(params.kids, p.node(nParam, "", nil, p.expr()))
	}
	n := p.node(nDef, name, params, p.suite())
	n.sure = async
	return n
}

// ifRest is what follows if or elif. A chain of elif is nested, and bounded so.
func (p *pyParser) ifRest() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	n := p.node(nIf, "", p.named(), p.suite(), nil)
	switch {
	case p.take("elif"):
		n.kids[2] = p.ifRest()
	case p.take("else"):
		n.kids[2] = p.suite()
	}
	return n
}

// tryRest is what follows try. The comma of Python 2 is not taken.
func (p *pyParser) tryRest() *node {
	n := p.node(nTry, "", p.suite())
	for p.take("except") {
		h := p.node(nHandler, "", nil, nil, nil)
		p.take("*") // of Python 3.11
		if !p.peek(":") {
			h.kids[0] = p.expr()
			if p.take("as") {
				h.kids[1] = p.node(nName, p.name())
			}
		}
		h.kids[2] = p.suite()
		n.kids = append(n.kids, h)
	}
	if p.take("else") {
		n.kids = append(n.kids, p.suite())
	}
	if p.take("finally") {
		n.kids = append(n.kids, p.suite())
	}
	return n
}

// withRest is what follows with. Items may stand in brackets of their own, as
// Python 3.10 has them.
func (p *pyParser) withRest() *node {
	n := p.node(nWith, "")
	brackets := p.peek("(") && p.grouped() && p.take("(")
	for !brackets || !p.peek(")") {
		item := p.expr()
		if p.take("as") {
			n.kids = append(n.kids, p.node(nAssign, "", item, p.target()))
		} else {
			n.kids = append(n.kids, p.node(nExpr, "", item))
		}
		if p.failed || !p.take(",") {
			break
		}
	}
	if brackets {
		p.need(")")
	}
	n.kids = append(n.kids, p.suite())
	return n
}

// grouped reports whether the bracket that comes next holds the items of with: an
// "as" stands in it, and a colon behind it.
func (p *pyParser) grouped() bool {
	depth, named := 0, false
	for i := p.at; i < len(p.tokens); i++ {
		switch t := p.tokens[i]; {
		case t.kind == pyNewline || t.kind == pyEnd:
			return false
		case t.kind == pyName && t.text == "as":
			named = named || depth == 1
		case t.kind != pyOp:
		case t.text == "(" || t.text == "[" || t.text == "{":
			depth++
		case t.text == ")" || t.text == "]" || t.text == "}":
			if depth--; depth == 0 {
				return named && i+1 < len(p.tokens) && p.tokens[i+1].kind == pyOp && p.tokens[i+1].text == ":"
			}
		}
	}
	return false
}

// params are the parameters of a function or a lambda.
//
// A third kid of a parameter says that it takes several arguments, or that it is
// given by its name alone.
func (p *pyParser) params(end string, annotated bool) *node {
	n := p.node(nParams, "")
	named := false
	for !p.failed && !p.peek(end) {
		if bare := p.peek("*") && p.peekNext(","); p.take("/") || bare && p.take("*") {
			if named = named || bare; !p.take(",") && !p.peek(end) {
				return p.fail()
			}
			continue
		}
		how := ""
		switch {
		case p.take("**"):
			how = "**"
		case p.take("*"):
			how, named = "*", true
		case named:
			how = "named"
		}
		one := p.node(nParam, p.name(), nil, nil)
		if how != "" {
			one.kids = append(one.kids, p.node(nStar, how))
		}
		if annotated && p.take(":") {
			one.kids[1] = p.expr()
		}
		if p.take("=") {
			one.kids[0] = p.expr()
		}
		n.kids = append(n.kids, one)
		if !p.take(",") {
			break
		}
	}
	return n
}
