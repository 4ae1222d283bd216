package snippet

// Which variable a name means is settled by the text alone in Python: a name
// that a function binds anywhere is its own everywhere in it (Language Reference,
// "Resolution of names"). So the names of functions, lambdas and comprehensions
// get a number here, and whoever comes later may take two names that are the same for
// one variable. Those of classes keep their names, as those of the module do:
// that takes two for one at worst, which is less to rely upon.

// pyScopes gives names to variables.
type pyScopes struct {
	count int
	kept  pyBound // names that are left alone
}

// pyBound says of names how a function binds them: its own, or declared to be
// another's.
type pyBound map[string]bound

// bound says whose a name is in a function; the zero value is one that it does not
// bind.
type bound uint8

const (
	boundHere bound = iota + 1
	boundGlobal
	boundAround // nonlocal
)

// scopePython renames the variables of a tree. In Python 2 the target of a list in
// brackets belongs to the function around, in Python 3 it does not: where either
// may run such names stay as they are.
func scopePython(tree *node, old bool) {
	s := pyScopes{}
	if old {
		s.kept = make(pyBound)
		s.keep(tree)
	}
	s.within(tree, &scope{})
}

// keep finds the targets of comprehensions.
func (s *pyScopes) keep(n *node) {
	if n == nil {
		return
	}
	if n.kind == nClause {
		s.kept.target(n.kids[0])
	}
	for _, kid := range n.kids {
		s.keep(kid)
	}
}

// open begins a scope that binds names.
func (s *pyScopes) open(outer *scope, names pyBound, class bool) *scope {
	s.count++
	p := &scope{outer: outer, names: make(map[string]string, len(names)), class: class}
	for name, how := range names {
		switch {
		case how == boundAround:
		case how == boundGlobal || class || s.kept[name] != 0:
			p.names[name] = name
		default:
			p.names[name] = numbered(name, s.count)
		}
	}
	return p
}

// within renames what stands in a scope.
//
// Long: one case a kind of node that has a scope or a name of its own.
func (s *pyScopes) within(n *node, p *scope) {
	if n == nil {
		return
	}
	switch n.kind {
	case nName:
		n.text = p.find(n.text)
		return
	case nDef:
		n.text = p.find(n.text)
		s.function(n, p)
		return
	case nLambda:
		s.function(n, p)
		return
	case nClass:
		n.text = p.find(n.text)
		s.within(n.kids[0], p)
		names := make(pyBound)
		names.collect(n.kids[1])
		s.within(n.kids[1], s.open(p, names, true))
		return
	case nComp:
		s.comprehension(n, p)
		return
	}
	for _, kid := range n.kids {
		s.within(kid, p)
	}
}

// function renames the parameters and the body of a function or a lambda. What a
// parameter has by itself, and what it is said to be, belong to the scope around.
func (s *pyScopes) function(n *node, p *scope) {
	names := make(pyBound)
	for _, param := range n.kids[0].kids {
		if param.text != "" {
			names.here(param.text)
		}
		s.within(param.kids[0], p)
		s.within(param.kids[1], p)
	}
	names.collect(n.kids[1])
	in := s.open(p, names, false)
	for _, param := range n.kids[0].kids {
		if param.text != "" {
			param.text = in.names[param.text]
		}
	}
	s.within(n.kids[1], in)
}

// comprehension renames the targets of the clauses; the first iterable belongs
// to the scope around.
func (s *pyScopes) comprehension(n *node, p *scope) {
	names := make(pyBound)
	first := true
	for _, kid := range n.kids {
		if kid.kind == nClause {
			names.target(kid.kids[0])
			if first {
				s.within(kid.kids[1], p)
			}
			first = false
		}
	}
	in := s.open(p, names, false)
	first = true
	for _, kid := range n.kids {
		if kid.kind != nClause {
			s.within(kid, in)
			continue
		}
		for i, part := range kid.kids {
			if i != 1 || !first {
				s.within(part, in)
			}
		}
		first = false
	}
}

// here notes a name that is bound, unless it is declared to belong elsewhere.
func (b pyBound) here(name string) {
	if b[name] == 0 {
		b[name] = boundHere
	}
}

// target notes the names that a target binds.
func (b pyBound) target(t *node) {
	switch t.kind {
	case nName:
		b.here(t.text)
	case nTuple, nList, nStar:
		for _, kid := range t.kids {
			b.target(kid)
		}
	}
}

// collect notes the names that a part of a function binds, without what is a
// scope of its own. A walrus in a comprehension binds around it.
func (b pyBound) collect(n *node) {
	if n == nil {
		return
	}
	switch n.kind {
	case nLambda:
		b.collect(n.kids[0])
		return
	case nDef, nClass:
		b.here(n.text)
		b.collect(n.kids[0])
		return
	case nNames:
		for _, kid := range n.kids {
			if b[kid.text] = boundGlobal; n.text == "nonlocal" {
				b[kid.text] = boundAround
			}
		}
		return
	case nAssign:
		for _, t := range n.kids[1:] {
			b.target(t)
		}
	case nAugment, nFor, nWalrus, nDelete:
		b.target(n.kids[0])
	case nHandler:
		if n.kids[1] != nil {
			b.here(n.kids[1].text)
		}
	case nAlias, nCapture:
		if len(n.kids) > 0 && n.kids[0] != nil {
			b.target(n.kids[0])
		}
	}
	for _, kid := range n.kids {
		b.collect(kid)
	}
}
