package snippet

import "strings"

// simple reads a statement without a suite. assert becomes a raise: what it
// names is evaluated, or not (python -O), and nothing else happens.
func (p *pyParser) simple() *node {
	switch {
	case p.take("pass"):
		return p.node(nPass, "")
	case p.take("break"), p.take("continue"):
		return p.node(nPass, "break")
	case p.take("import"):
		return p.imports()
	case p.take("from"):
		return p.importFrom()
	case p.take("return"):
		if p.ends() {
			return p.node(nReturn, "")
		}
		return p.node(nReturn, "", p.tuple(true))
	case p.take("raise"):
		n := p.node(nRaise, "raise")
		if p.ends() {
			return n
		}
		n.kids = append(n.kids, p.expr())
		if p.take("from") {
			n.kids = append(n.kids, p.expr())
		}
		return n
	case p.take("assert"):
		n := p.node(nRaise, "", p.expr())
		if p.take(",") {
			n.kids = append(n.kids, p.expr())
		}
		return n
	case p.take("del"):
		return p.node(nDelete, "", p.targets(""))
	case p.peek("global"), p.peek("nonlocal"):
		n := p.node(nNames, p.tokens[p.at].text)
		p.at++
		for {
			n.kids = append(n.kids, p.node(nName, p.name()))
			if !p.take(",") {
				return n
			}
		}
	}
	return p.assignment()
}

// ends reports whether a statement ends here.
func (p *pyParser) ends() bool {
	return p.tokens[p.at].kind == pyNewline || p.peek(";")
}

// imports is import A.B as C, D.
func (p *pyParser) imports() *node {
	n := p.node(nImport, "")
	for {
		module := p.dotted()
		if p.take("as") {
			bound := p.name()
			n.kids = append(n.kids, p.node(nAlias, module, p.node(nName, bound)))
		} else {
			first, _, _ := strings.Cut(module, ".")
			alias := p.node(nAlias, first, p.node(nName, first))
			alias.sure = first != module // only the first part is bound
			n.kids = append(n.kids, alias)
			if alias.sure {
				n.kids = append(n.kids, p.node(nAlias, module))
			}
		}
		if p.failed || !p.take(",") {
			return n
		}
	}
}

// dotted is the name of a module with its packages.
func (p *pyParser) dotted() string {
	s := p.name()
	for p.take(".") {
		s += "." + p.name()
	}
	return s
}

// importFrom is from A.B import C as D; not of a package of its own, not *.
func (p *pyParser) importFrom() *node {
	n := p.node(nImport, p.dotted())
	n.sure = true
	p.need("import")
	brackets := p.take("(")
	for !p.failed {
		if brackets && p.peek(")") {
			break
		}
		what := p.name()
		bound := what
		if p.take("as") {
			bound = p.name()
		}
		n.kids = append(n.kids, p.node(nAlias, what, p.node(nName, bound)))
		if !p.take(",") {
			break
		}
	}
	if brackets {
		p.need(")")
	}
	return n
}

// assignment is an expression, or one that is assigned. a = b = c has one value
// and two targets. A name with an annotation alone binds nothing; its node has
// no value.
func (p *pyParser) assignment() *node {
	first := p.tuple(true)
	t := p.tokens[p.at]
	switch {
	case p.failed:
		return first
	case p.peek("="):
		n := p.node(nAssign, "", nil, first)
		for p.take("=") {
			n.kids = append(n.kids, p.tuple(true))
			if p.failed {
				return n
			}
		}
		last := len(n.kids) - 1
		n.kids[0] = n.kids[last]
		n.kids = n.kids[:last]
		return n
	case t.kind == pyOp && len(t.text) > 1 && strings.HasSuffix(t.text, "=") && strings.IndexByte("+-*/%@&|^><", t.text[0]) >= 0 && t.text != "<=" && t.text != ">=":
		p.at++
		return p.node(nAugment, t.text, first, p.tuple(true))
	case p.take(":"):
		if first.kind != nName && first.kind != nAttr && first.kind != nIndex {
			return p.fail()
		}
		n := p.node(nAssign, "", nil, first)
		n.kids = append(n.kids, p.node(nParam, "", nil, p.expr()))
		if p.take("=") {
			n.kids[0] = p.tuple(true)
		}
		return n
	}
	return p.node(nExpr, "", first)
}

// targets reads what a for loop or del names, until a keyword.
func (p *pyParser) targets(until string) *node {
	first := p.target()
	if !p.peek(",") {
		return first
	}
	n := p.node(nTuple, "", first)
	for !p.failed && p.take(",") {
		if p.peek(until) && until != "" || p.ends() {
			break
		}
		n.kids = append(n.kids, p.target())
	}
	return n
}

// target is one thing that can be bound. Whether it can is for whoever counts
// the names.
func (p *pyParser) target() *node {
	if p.take("*") {
		return p.node(nStar, "*", p.primary())
	}
	return p.primary()
}
