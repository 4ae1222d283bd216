package snippet

// atom is a constant, a name, a call without a receiver, something in brackets, or a
// construct that begins with a word. A lone text in brackets is the text; anything else
// in brackets keeps a node around it, so that it is no target of an assignment.
//
// Long: one case a kind of value.
func (p *rbParser) atom() *node {
	t := p.tok
	switch t.kind {
	case rbNumber:
		p.advance()
		return p.node(nConst, t.text)
	case rbQuote:
		n := p.text(t.text[0], t.text != "'", t.end)
		if t.text == "`" {
			n = p.started(n)
		}
		p.advance()
		switch {
		case p.colon():
			return p.fail()
		case p.tok.kind == rbQuote && !p.tok.line: // "a" "b"
			if t.text == "`" || p.tok.text == "`" || !p.enter() {
				return p.fail()
			}
			defer p.leave()
			return p.node(nBinary, "+", n, p.atom())
		}
		return n
	case rbGlobal:
		p.advance()
		return p.node(nName, t.text)
	case rbConst:
		if rbKeyword(t.text) { // BEGIN and END
			p.advance()
			p.need("{")
			return p.given(p.node(nCall, "", p.node(nName, "at_exit")), p.braced("}"))
		}
		c := p.constant()
		switch {
		case p.colon():
			return p.fail()
		case p.peek("(") && !p.tok.space: // Integer("1")
			return p.call(c)
		}
		return c
	case rbName:
		if rbKeyword(t.text) {
			p.advance()
			return p.word(t)
		}
		return p.named()
	case rbOp:
		switch t.text {
		case "(":
			p.advance()
			saved := p.noDo
			p.noDo = 0
			n := p.block()
			p.noDo = saved
			p.need(")")
			if len(n.kids) == 1 && (n.kids[0].kind == nText || n.kids[0].kind == nFormat || n.kids[0].kind == nTuple || n.kids[0].kind == nBinary) {
				return n.kids[0]
			}
			return p.node(nTry, "(", n)
		case "[":
			p.advance()
			return p.node(nList, "", p.arguments("]")...)
		case "{":
			p.advance()
			return p.hash()
		case "/", "/=":
			n := p.regexp('/', t.at+1)
			p.advance()
			return n
		case "%":
			n := p.percent()
			p.advance()
			if p.colon() {
				return p.fail()
			}
			return n
		case ":":
			return p.symbol()
		case "<<":
			return p.heredocText()
		case "->":
			p.advance()
			return p.lambda()
		}
	}
	return p.fail()
}

// symbol is :name, :"a b" or :+. A symbol is the text that it names: listed methods
// take either.
func (p *rbParser) symbol() *node {
	t := p.tok
	p.advance()
	if p.tok.space {
		return p.fail()
	}
	switch p.tok.kind {
	case rbName, rbConst:
		n := p.node(nText, p.tok.text)
		n.sure = true
		p.advance()
		return n
	case rbQuote:
		if p.tok.text == "`" {
			return p.fail()
		}
		n := p.text(p.tok.text[0], p.tok.text == `"`, p.tok.end)
		p.advance()
		return n
	case rbOp:
		if listWords("+ - * / % ** == <=> < > <= >= | & ^ <<", p.tok.text) {
			n := p.node(nText, p.tok.text)
			n.sure = true
			p.tok = rbToken{kind: rbNumber, at: t.at, end: p.tok.end}
			p.advance()
			return n
		}
	}
	return p.fail()
}

// lambda is what stands behind ->.
func (p *rbParser) lambda() *node {
	ownP := p.ownP
	defer func() { p.ownP = ownP }()
	params := p.node(nParams, "")
	if p.take("(") {
		params = p.params(")")
	} else if p.tok.kind == rbName && !rbKeyword(p.tok.text) {
		params = p.params("")
	}
	n := &node{}
	switch {
	case p.take("{"):
		n = p.braced("}")
	case p.noDo == 0 && p.take("do"):
		n = p.braced("end")
	default:
		return p.fail()
	}
	if len(n.kids) != 2 || len(n.kids[0].kids) > 0 {
		return p.fail()
	}
	n.text, n.kids[0] = "->", params
	return n
}

// hash is what stands behind { where a value is expected. A key is nil where it is a
// symbol before a colon.
func (p *rbParser) hash() *node {
	n := p.node(nDict, "")
	for _, a := range p.arguments("}") {
		switch {
		case a.kind == nArg:
			n.kids = append(n.kids, nil, a.kids[0])
		case a.kind == nDict && len(a.kids) == 2:
			n.kids = append(n.kids, a.kids...)
		case a.kind == nStar && a.text == "**":
			n.kids = append(n.kids, nil, a.kids[0])
		default:
			return p.fail()
		}
	}
	return n
}

// named is a name: a variable, a call of a function with or without brackets. What it
// is depends on whether Ruby has seen an assignment to that name before (Ruby, "Local
// Variables and Methods"). Where both readings would go on differently with what
// follows, it is not read.
func (p *rbParser) named() *node {
	t := p.tok
	n := p.node(nName, t.text)
	p.advance()
	switch {
	case p.colon():
		return p.fail()
	case t.text == "p" && !p.tok.line && p.peek("="): // from here on a variable
		p.ownP = true
		return n
	case p.peek("(") && !p.tok.space && !(t.text == "p" && p.ownP):
		return p.call(n)
	case t.text == "p" && p.ownP: // with arguments Ruby may take it for the function, without it is one or prints nothing
		if p.commandFollows() || p.tok.kind == rbOp && !p.tok.line && p.argument() {
			return p.fail()
		}
		return n
	case !p.calls(t.text), !p.lines && rbOfLines(t.text) && !p.own[t.text]:
		return p.turned(n)
	case p.peek("(") && p.tok.space, p.commandFollows():
		if p.tok.kind == rbOp && !rbFunction(t.text) { // where a variable has that name, it is another sign
			p.bare = append(p.bare, t.text)
		}
		call := p.node(nCall, "", append([]*node{n}, p.command()...)...)
		call.sure = true
		return call
	case p.tok.kind == rbOp && !p.tok.line && p.argument():
		return p.fail()
	}
	if !rbFunction(t.text) && !listWords(p.defs, t.text) && !rbMacro(t.text) {
		return p.turned(n) // a variable may have that name as well
	}
	return p.node(nCall, "", n)
}

// calls reports whether a name may be that of a function or a method which is called
// without brackets. Of methods that the program defines the names are known before it
// is read, since a call may stand above them.
func (p *rbParser) calls(name string) bool {
	return rbFunction(name) || listWords(p.defs, name) || p.own[name] || p.classes > 0 && rbMacro(name) || p.tests && rbAsserts(name)
}

// turned is a name with a block behind it as the call that it is then.
func (p *rbParser) turned(n *node) *node {
	if !p.tok.line && (p.peek("{") && (p.classes > 0 || p.own[n.text]) || p.peek("do") && p.noDo == 0) {
		return p.node(nCall, "", n)
	}
	return n
}

// word is what begins with a keyword, which was read. A keyword that is not here ends
// the reading: undef, and ensure or rescue where none may stand.
//
// Long: one case a construct.
func (p *rbParser) word(t rbToken) *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	switch t.text {
	case "nil", "true", "false", "__FILE__", "__LINE__", "retry", "redo":
		return p.node(nConst, t.text)
	case "class", "module":
		return p.class(t.text)
	case "self":
		return p.node(nName, t.text)
	case "super":
		return p.over()
	case "alias":
		return p.aliased()
	case "defined?":
		return p.asked()
	case "if", "unless":
		return p.branch()
	case "while", "until":
		cond := p.loopHead()
		n := p.node(nWhile, "", cond, p.block(), nil)
		p.need("end")
		return n
	case "for":
		target := p.node(nName, p.variable())
		p.need("in")
		n := p.node(nFor, "", target, p.loopHead(), p.block(), nil)
		p.need("end")
		return n
	case "case":
		return p.cases()
	case "begin":
		return p.body()
	case "def":
		return p.definition()
	case "next", "break", "return":
		n := p.node(nReturn, "")
		if !p.tok.line && !p.ends() {
			n.kids = p.command()
		}
		return n
	case "yield":
		n := p.node(nYield, "")
		switch {
		case p.peek("(") && !p.tok.space:
			p.advance()
			n.kids = p.arguments(")")
		case !p.tok.line && !p.ends():
			n.kids = p.command()
		}
		return n
	}
	return p.fail()
}

// ends reports whether no value follows.
func (p *rbParser) ends() bool {
	return p.tok.kind == rbEnd || p.peek(";") || p.peek("}") || p.peek(")") || p.tok.kind == rbName && listWords("if unless while until and or end else elsif when rescue ensure", p.tok.text)
}

// loopHead is the condition of a loop, whose body may begin with "do". A do in the
// condition itself would begin a block (noDo).
func (p *rbParser) loopHead() *node {
	p.noDo++
	n := p.stmtHead()
	p.noDo--
	if !p.take("do") && !p.tok.line && !p.peek(";") {
		p.failed = true
	}
	return n
}

// stmtHead is the condition of if or while, behind which no other condition may stand.
func (p *rbParser) stmtHead() *node {
	n := p.clause()
	if p.tok.kind == rbName && !p.tok.line && listWords("if unless while until", p.tok.text) {
		p.failed = true
	}
	return n
}

// branch is what stands behind if, elsif or unless. unless is an if with its branches
// the other way round; both are judged in any case.
func (p *rbParser) branch() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	cond := p.stmtHead()
	if !p.take("then") && !p.tok.line && !p.peek(";") {
		return p.fail()
	}
	if p.take(";") {
		p.take("then")
	} else if p.tok.line {
		p.take("then")
	}
	n := p.node(nIf, "", cond, p.block(), nil)
	switch {
	case p.take("elsif"):
		n.kids[2] = p.branch()
		return n
	case p.take("else"):
		n.kids[2] = p.block()
	}
	p.need("end")
	return n
}

// cases is case … when … else … end. when compares by ===, which for a function calls
// it: what stands there may be one that was written, see eval.
func (p *rbParser) cases() *node {
	n := p.node(nTry, "case")
	if !p.tok.line && !p.peek(";") {
		n.kids = append(n.kids, p.node(nExpr, "", p.clause()))
	}
	p.take(";")
	if p.peek("in") && len(n.kids) > 0 {
		n.kind = nMatch
		n.kids[0] = n.kids[0].kids[0]
		for p.take("in") && !p.failed {
			n.kids = append(n.kids, p.patternBranch())
		}
	}
	for n.kind == nTry && p.take("when") && !p.failed {
		for {
			n.kids = append(n.kids, p.node(nExpr, "when", p.splat()))
			if !p.take(",") {
				break
			}
		}
		if !p.take("then") && !p.tok.line && !p.peek(";") {
			return p.fail()
		}
		n.kids = append(n.kids, p.block())
	}
	if p.take("else") {
		n.kids = append(n.kids, p.block())
	}
	p.need("end")
	return n
}
