package snippet

// Which variable a name means is settled by the text alone in JavaScript as well
// (there is neither with nor eval here): let, const and class belong to their
// block, var to its function, parameters to the function, what a catch gets to its
// block. So what is bound below the top of a program gets a number, as in
// pyscope.go, and whoever comes later may take two names that are the same for one
// variable. Names of functions in blocks keep theirs everywhere: whether they
// are seen out of the block depends on the mode. So do those of a catch that a var
// has, too. That takes two for one at worst, which is less to rely upon.

// jsScopes gives names to variables.
type jsScopes struct {
	count int
	kept  map[string]bool // names that are left alone
}

// jsNamed is what binds names in a part of a program.
type jsNamed map[string]bool

// scopeJavaScript renames the variables of a tree.
func scopeJavaScript(tree *node) {
	s := jsScopes{kept: make(map[string]bool)}
	s.keep(tree, true)
	top := &scope{names: make(map[string]string)}
	names := make(jsNamed)
	names.hoisted(tree)
	names.lexical(tree)
	for name := range names {
		top.names[name] = name
	}
	for _, kid := range tree.kids {
		s.within(kid, top)
	}
}

// keep finds the names that are left alone. top says whether the statements of a
// block are those of a function or of the program.
func (s *jsScopes) keep(n *node, top bool) {
	if n == nil {
		return
	}
	switch n.kind {
	case nDef:
		if n.kids[1].kind != nClass && !top {
			s.kept[n.text] = true
		}
		s.keep(n.kids[0], false)
		s.keep(n.kids[1], n.kids[1].kind == nBlock)
		return
	case nLambda:
		s.keep(n.kids[0], false)
		s.keep(n.kids[1], n.kids[1].kind == nBlock)
		return
	case nHandler: // what a var in it means depends on what it is called
		if n.kids[1] != nil {
			inner := make(jsNamed)
			inner.hoisted(n.kids[2])
			if inner[n.kids[1].text] {
				s.kept[n.kids[1].text] = true
			}
		}
	}
	for _, kid := range n.kids {
		s.keep(kid, top && n.kind == nBlock && kid != nil && kid.kind == nDef)
	}
}

// target notes the names in a pattern.
func (b jsNamed) target(t *node) {
	switch t.kind {
	case nName:
		b[t.text] = true
	case nList:
		for _, kid := range t.kids {
			b.target(kid)
		}
	case nDict:
		for i := 1; i < len(t.kids); i += 2 {
			b.target(t.kids[i])
		}
	case nStar, nParam:
		b.target(t.kids[0])
	}
}

// hoisted notes the variables of var in a function, not of those within it.
func (b jsNamed) hoisted(n *node) {
	if n == nil {
		return
	}
	switch n.kind {
	case nDef, nLambda, nClass:
		return
	case nAssign:
		if n.text == "var" {
			b.target(n.kids[1])
		}
	case nFor:
		if n.kids[3].text == "var" {
			b.target(n.kids[0])
		}
	}
	for _, kid := range n.kids {
		b.hoisted(kid)
	}
}

// lexical notes what the statements of a block bind in it.
func (b jsNamed) lexical(block *node) {
	for _, kid := range block.kids {
		switch {
		case kid == nil:
		case kid.kind == nDef:
			b[kid.text] = true
		case kid.kind == nAssign && kid.text != "var": // an enumeration
			b.target(kid.kids[1])
		case declares(kid):
			for _, one := range kid.kids {
				if one.text != "var" {
					b.target(one.kids[1])
				}
			}
		}
	}
}

// declares reports whether a block only stands for the parts of one declaration.
func declares(n *node) bool { return n.kind == nBlock && listWords("var let const", n.text) }

// open begins a scope that binds names.
func (s *jsScopes) open(outer *scope, names jsNamed) *scope {
	if len(names) == 0 {
		return outer
	}
	s.count++
	p := &scope{outer: outer, names: make(map[string]string, len(names))}
	for name := range names {
		if p.names[name] = name; !s.kept[name] {
			p.names[name] = numbered(name, s.count)
		}
	}
	return p
}

// within renames what stands in a scope.
//
// Long: one case a kind of node that has a scope or a name of its own.
func (s *jsScopes) within(n *node, p *scope) {
	if n == nil {
		return
	}
	switch n.kind {
	case nName:
		n.text = p.find(n.text)
		return
	case nDef:
		if n.text = p.find(n.text); n.kids[1].kind == nClass {
			n.kids[1].text = n.text
			s.parts(n.kids[1], p)
			return
		}
		s.function(n, p)
		return
	case nLambda:
		if n.text != "" { // seen by itself alone
			p = s.open(p, jsNamed{n.text: true})
			n.text = p.find(n.text)
		}
		s.function(n, p)
		return
	case nClass:
		if n.text != "" {
			p = s.open(p, jsNamed{n.text: true})
			n.text = p.find(n.text)
		}
	case nBlock:
		if declares(n) {
			break
		}
		s.block(n, p, make(jsNamed))
		return
	case nFor:
		names := make(jsNamed)
		if word := n.kids[3].text; word == "let" || word == "const" {
			names.target(n.kids[0])
		}
		p = s.open(p, names)
	case nHandler:
		if n.kids[1] != nil {
			p = s.open(p, jsNamed{n.kids[1].text: true})
		}
	}
	s.parts(n, p)
}

// parts renames what stands below a node.
func (s *jsScopes) parts(n *node, p *scope) {
	for _, kid := range n.kids {
		s.within(kid, p)
	}
}

// block renames a block that has these names besides its own. What a switch
// compares is outside of it.
func (s *jsScopes) block(n *node, p *scope, names jsNamed) {
	kids := n.kids
	if n.text == "switch" {
		s.within(kids[0], p)
		kids = kids[1:]
	}
	names.lexical(&node{kids: kids})
	in := s.open(p, names)
	for _, kid := range kids {
		s.within(kid, in)
	}
}

// function renames the parameters and the body of a function. What a parameter has
// by itself does not see the variables of the body; a variable of the body that has
// the name of a parameter is taken for it.
func (s *jsScopes) function(n *node, p *scope) {
	params := make(jsNamed)
	for _, param := range n.kids[0].kids {
		params.target(param)
	}
	in := s.open(p, params)
	s.parts(n.kids[0], in)
	body := n.kids[1]
	if body.kind != nBlock {
		s.within(body, in)
		return
	}
	names := make(jsNamed)
	names.hoisted(body)
	names.lexical(body)
	for name := range params {
		delete(names, name)
	}
	own := s.open(in, names)
	s.parts(body, own)
}
