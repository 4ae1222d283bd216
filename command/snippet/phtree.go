package snippet

import "strings"

// phParser builds the tree of a program in PHP. Words mean what they mean in
// small letters alone: PHP would take ECHO for echo, and what is a keyword to
// it but not here never makes a statement that is understood. A construct
// without a rule fails: classes, namespaces, goto, generators, references but
// those of parameters and loops, texts over lines, and if: … endif.
type phParser struct {
	tally
	s    string
	tok  phToken
	app  bool              // classes of the project may be named
	uses map[string]string // what use has named
	body int               // how many functions stand around what is read

	soft   bool              // the second reading
	space  string            // the namespace
	lent   map[string]string // functions that use has named
	around int               // blocks around what is read
}

// parsePHP reads a program; page says that text stands around it, which PHP prints as
// it is.
func parsePHP(s string, page, app, soft bool) (*node, bool) {
	code, ok := phProgram(s, page)
	if !ok {
		return nil, false
	}
	p := phParser{s: code, app: app, soft: soft}
	p.advance()
	n := p.node(nBlock, "{")
	for p.tok.kind != phEnd && !p.failed {
		switch {
		case soft && len(n.kids) < 2 && p.take("namespace"): // declare may stand before it
			p.namespace()
			continue
		case soft && p.take("use"):
			n.kids = append(n.kids, p.useMore())
			continue
		case app && p.take("use"):
			n.kids = append(n.kids, p.use())
			continue
		}
		n.kids = append(n.kids, p.stmt())
	}
	// Behind -r the code may end with ?>, but what followed would be printed;
	// no one types that, and one rule less is one to be wrong about.
	if !page && p.tok.at < len(code) { // ?> behind the code
		return nil, false
	}
	return n, !p.failed
}

// node makes a node at the place of the token at hand.
func (p *phParser) node(k kind, text string, kids ...*node) *node {
	return p.build(k, text, p.tok.at, kids)
}

// advance goes on to the next token. One that is none ends the reading.
func (p *phParser) advance() {
	if p.tok = phNext(p.s, p.tok.end); p.tok.kind == phBad {
		p.failed = true
	}
}

// peek reports whether the token at hand is a sign or a word.
func (p *phParser) peek(text string) bool {
	return (p.tok.kind == phOp || p.tok.kind == phName) && p.tok.text == text
}

// take goes on if the token at hand is that one.
func (p *phParser) take(text string) bool {
	if p.failed || !p.peek(text) {
		return false
	}
	p.advance()
	return true
}

// need is take for what must stand there.
func (p *phParser) need(text string) {
	if !p.take(text) {
		p.failed = true
	}
}

// phKeyword lists the words that are neither functions nor constants.
func phKeyword(s string) bool {
	return listWords(`abstract and array as break callable case catch class clone const continue declare default die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile
		enum eval exit extends final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface isset list match namespace new or print private
		protected public readonly require require_once return static switch throw trait try unset use var while xor yield __halt_compiler`, s)
}

// variable takes a variable.
func (p *phParser) variable() *node {
	n := p.node(nName, p.tok.text)
	if p.tok.kind != phVar || p.failed {
		return p.fail()
	}
	p.advance()
	return n
}

// ends takes what ends a statement; the last one needs nothing before ?>.
func (p *phParser) ends() {
	if p.app && p.tok.kind == phEnd { // the console ends the last one
		return
	}
	if p.tok.kind == phEnd && p.tok.at < len(p.s) {
		return
	}
	p.need(";")
}

// stmt is a statement.
//
// Long: one case a kind of statement.
func (p *phParser) stmt() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	if p.tok.kind == phOp {
		switch {
		case p.take(";"):
			return p.node(nPass, "")
		case p.take("{"):
			return p.block()
		}
	}
	if p.tok.kind != phName {
		return p.simpleStmt()
	}
	if p.declares() {
		return p.declared()
	}
	// These words begin a statement only in small letters; in others they are
	// names here, and no name may stand before what follows them.
	switch p.tok.text {
	case "if":
		return p.branch()
	case "while":
		p.advance()
		cond := p.condition()
		return p.node(nWhile, "", cond, p.stmt(), nil)
	case "do":
		p.advance()
		body := p.stmt()
		p.need("while")
		n := p.node(nWhile, "", p.condition(), body, nil)
		p.ends()
		return n
	case "for":
		return p.loop()
	case "foreach":
		return p.each()
	case "switch":
		return p.switched()
	case "try":
		return p.attempt()
	case "function":
		if next := phNext(p.s, p.tok.end); next.kind != phName {
			return p.simpleStmt()
		}
		p.advance()
		name := p.tok.text
		if phKeyword(name) {
			return p.fail()
		}
		p.advance()
		n := p.node(nDef, name, p.params(), nil)
		n.kids[0].text = p.returns()
		p.need("{")
		p.body++
		n.kids[1] = p.block()
		p.body--
		return n
	case "declare": // strict types are checked; ticks would call functions
		p.advance()
		p.need("(")
		p.need("strict_types")
		p.need("=")
		if p.tok.text != "0" && p.tok.text != "1" {
			return p.fail()
		}
		p.advance()
		p.need(")")
		p.need(";")
		return p.node(nPass, "")
	}
	return p.simpleStmt()
}

// simpleStmt is a statement that ends with a semicolon.
func (p *phParser) simpleStmt() *node {
	n := p.node(nReturn, "")
	switch {
	case p.take("echo"):
		n.kids = p.list()
	case p.peek("return"), p.peek("break"), p.peek("continue"):
		n.text = p.tok.text
		p.advance()
		if !p.peek(";") && p.tok.kind != phEnd {
			n.kids = append(n.kids, p.expr())
		}
	case p.take("global"):
		n = p.node(nNames, "")
		for !p.failed {
			n.kids = append(n.kids, p.variable())
			if !p.take(",") {
				break
			}
		}
	case p.take("unset"):
		p.need("(")
		n = p.node(nDelete, "", p.arguments(")")...)
	// What a static variable begins with it has once; it is whatever the
	// last call left, so its value is not relied upon.
	case p.peek("static") && phNext(p.s, p.tok.end).kind == phVar:
		p.advance()
		n = p.node(nBlock, "")
		for !p.failed {
			v, value := p.variable(), p.node(nConst, "null")
			if p.take("=") {
				value = p.expr()
			}
			n.kids = append(n.kids, p.node(nAssign, "static", value, v))
			if !p.take(",") {
				break
			}
		}
	case p.take("const"):
		if p.tok.kind != phName || phKeyword(p.tok.text) {
			return p.fail()
		}
		p.advance()
		p.need("=")
		n.kids = append(n.kids, p.expr())
	default:
		n = p.lowest()
	}
	p.ends()
	return n
}

// list are expressions between commas.
func (p *phParser) list() []*node {
	var out []*node
	for !p.failed {
		out = append(out, p.lowest())
		if !p.take(",") {
			break
		}
	}
	return out
}

// block is what stands behind {.
func (p *phParser) block() *node {
	p.around++
	defer func() { p.around-- }()
	n := p.node(nBlock, "{")
	for !p.failed && !p.peek("}") {
		if p.tok.kind == phEnd {
			return p.fail()
		}
		n.kids = append(n.kids, p.stmt())
	}
	p.need("}")
	return n
}

// condition is an expression in brackets.
func (p *phParser) condition() *node {
	p.need("(")
	n := p.lowest()
	p.need(")")
	return n
}

// branch is if, with what follows it.
func (p *phParser) branch() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	p.advance()
	cond := p.condition()
	n := p.node(nIf, "", cond, p.stmt(), nil)
	switch {
	case p.peek("elseif"):
		n.kids[2] = p.branch()
	case p.take("else"):
		n.kids[2] = p.stmt()
	}
	return n
}

// loop is for (…; …; …).
func (p *phParser) loop() *node {
	p.advance()
	p.need("(")
	// The parts of the head are evaluated, in whatever order: what each does is
	// stated, and what they assign is no certain value.
	head := p.node(nBlock, "")
	for _, closes := range [...]string{";", ";", ")"} {
		if !p.peek(closes) {
			head.kids = append(head.kids, p.list()...)
		}
		p.need(closes)
	}
	return p.node(nWhile, "", head, p.stmt(), nil)
}

// each is foreach (x as $k => $v). What it goes through by reference changes.
func (p *phParser) each() *node {
	p.advance()
	p.need("(")
	over := p.expr()
	p.need("as")
	n := p.node(nFor, "", nil, over, nil, nil)
	reference := p.take("&")
	n.kids[0] = p.postfix()
	if !reference && p.take("=>") {
		n.kids[3], reference = n.kids[0], p.take("&")
		n.kids[0] = p.postfix()
	}
	if reference {
		n.text = "&"
	}
	p.need(")")
	n.kids[2] = p.stmt()
	return n
}

// switched is switch (x) { case …: … default: … }.
func (p *phParser) switched() *node {
	p.advance()
	// No block whose statements follow each other: a case may be jumped over.
	n := p.node(nBlock, "", p.condition())
	p.need("{")
	for !p.failed && !p.take("}") {
		switch {
		case p.take("case"):
			n.kids = append(n.kids, p.expr())
		default:
			p.need("default")
		}
		if !p.take(":") {
			p.need(";")
		}
		for !p.failed && !p.peek("case") && !p.peek("default") && !p.peek("}") {
			n.kids = append(n.kids, p.stmt())
		}
	}
	return n
}

// attempt is try { … } catch (A | B $e) { … } finally { … }.
func (p *phParser) attempt() *node {
	p.advance()
	p.need("{")
	n := p.node(nTry, "", p.block())
	for !p.failed {
		switch {
		case p.take("catch"):
			p.need("(")
			h := p.node(nHandler, "", nil, nil, nil)
			for !p.failed {
				if p.class(); !p.take("|") {
					break
				}
			}
			if p.tok.kind == phVar {
				h.kids[1] = p.variable()
			}
			p.need(")")
			p.need("{")
			h.kids[2] = p.block()
			n.kids = append(n.kids, h)
		case p.take("finally"):
			p.need("{")
			n.kids = append(n.kids, p.block())
		default:
			return n
		}
	}
	return n
}

// class takes the name of a class.
func (p *phParser) class() string {
	name := p.tok.text
	if p.tok.kind != phName || phKeyword(name) && !(p.soft && name == "static") || listWords("self parent", name) && !p.soft {
		p.failed = true
		return ""
	}
	t := p.tok
	p.advance()
	if p.soft {
		return p.fullName(t)
	}
	if strings.Contains(name, `\`) && !p.app {
		p.failed = true
	}
	return p.resolved(name)
}
