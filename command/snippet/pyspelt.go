package snippet

// Calls that are made by other functions, spelt out: map(f, xs) is [f(x) for x in xs], and
// what partial makes is called with the arguments that it was given before the others. So
// functions that reach out stand where they are called.

// spellOut spells out the calls of a tree that has not been looked at.
func spellOut(tree *node) {
	p := newPartials()
	p.find(tree)
	p.spell(tree)
}

// partials are the names that partial made functions for.
type partials struct {
	imported bool             // from functools import partial
	module   bool             // import functools
	made     map[string]*node // by name, the call of partial
	bound    map[string]int   // how often a name is bound, anywhere
	seen     map[string]int   // how often it stands anywhere
	called   map[string]int   // of these, as what is called
}

// newPartials knows of no name yet.
func newPartials() partials {
	return partials{made: make(map[string]*node), bound: make(map[string]int), seen: make(map[string]int), called: make(map[string]int)}
}

// find counts bindings and finds what partial makes.
func (p *partials) find(n *node) {
	if n == nil {
		return
	}
	bind := func(t *node) { p.count(t) }
	switch n.kind {
	case nName:
		p.seen[n.text]++
	case nCall:
		if n.kids[0].kind == nName {
			p.called[n.kids[0].text]++
		}
	case nImport:
		for _, a := range n.kids {
			p.imported = p.imported || n.sure && n.text == "functools" && a.text == "partial" && a.kids[0].text == "partial"
			p.module = p.module || !n.sure && a.text == "functools" && len(a.kids) > 0 && a.kids[0].text == "functools"
			if len(a.kids) > 0 {
				bind(a.kids[0])
			}
		}
	case nAssign:
		for _, t := range n.kids[1:] {
			bind(t)
		}
		if len(n.kids) == 2 && n.kids[1].kind == nName && n.kids[0] != nil && n.kids[0].kind == nCall {
			p.made[n.kids[1].text] = n.kids[0]
		}
	case nFor, nClause, nAugment, nWalrus, nDelete:
		bind(n.kids[0])
	case nNames:
		for _, kid := range n.kids {
			bind(kid)
		}
	case nClass: // what has a name in one is an attribute, which others ask for
		p.bound[n.text]++
		p.attributes(n)
	case nDef, nParam:
		p.bound[n.text]++
	case nHandler, nCapture:
		for _, kid := range n.kids {
			if kid != nil && kid.kind == nName {
				bind(kid)
			}
		}
	}
	for _, kid := range n.kids {
		p.find(kid)
	}
}

// attributes counts the names that a class gives to what it has once more, so that none of
// them is taken for a name that only calls stand for.
func (p *partials) attributes(n *node) {
	for _, kid := range n.kids {
		switch {
		case kid == nil || kid.kind == nDef:
		case kid.kind == nAssign:
			for _, t := range kid.kids[1:] {
				p.count(t)
			}
		default:
			p.attributes(kid)
		}
	}
}

// count notes the names that a target binds, and how often.
func (p *partials) count(t *node) {
	switch t.kind {
	case nName:
		p.bound[t.text]++
	case nTuple, nList, nStar:
		for _, kid := range t.kids {
			p.count(kid)
		}
	}
}

// of is the call of partial that made what a name is.
func (p *partials) of(name string) *node {
	call := p.made[name]
	if call == nil || p.bound[name] != 1 || p.seen[name] != p.called[name]+1 || !p.makes(call.kids[0]) || len(call.kids) < 2 || !callee(call.kids[1]) {
		return nil
	}
	for _, a := range call.kids[1:] {
		if a.kind == nStar || !p.once(a) {
			return nil
		}
	}
	return call
}

// once reports whether all names in an expression mean the same wherever it stands.
func (p *partials) once(n *node) bool {
	if n == nil {
		return true
	}
	if n.kind == nName && p.bound[n.text] > 1 || n.kind == nLambda || n.kind == nComp {
		return false
	}
	for _, kid := range n.kids {
		if !p.once(kid) {
			return false
		}
	}
	return true
}

// copied is an expression once more.
func copied(n *node) *node {
	if n == nil {
		return nil
	}
	out := *n
	out.kids = nil
	for _, kid := range n.kids {
		out.kids = append(out.kids, copied(kid))
	}
	return &out
}

// makes reports whether a callee is functools.partial.
func (p *partials) makes(fn *node) bool {
	return fn.kind == nName && fn.text == "partial" && p.imported && p.bound["partial"] == 1 ||
		fn.kind == nAttr && fn.text == "partial" && fn.kids[0].kind == nName && fn.kids[0].text == "functools" && p.module && p.bound["functools"] == 1
}

// callee reports whether an expression is a name with attributes.
func callee(n *node) bool {
	for n.kind == nAttr {
		n = n.kids[0]
	}
	return n.kind == nName
}

// spell changes the calls.
func (p *partials) spell(n *node) {
	if n == nil {
		return
	}
	for _, kid := range n.kids {
		p.spell(kid)
	}
	switch {
	case n.kind == nAssign && len(n.kids) == 2 && n.kids[1].kind == nName && p.of(n.kids[1].text) == n.kids[0] && n.kids[0] != nil:
		n.kids[0] = &node{kind: nConst, text: "None", at: n.at} // it is not asked for any more
	case n.kind != nCall:
	case n.kids[0].kind == nName && p.of(n.kids[0].text) != nil:
		made := copied(p.of(n.kids[0].text))
		call := []*node{made.kids[1]}
		var named []*node
		for _, a := range made.kids[2:] {
			if a.kind == nArg {
				named = append(named, a)
			} else {
				call = append(call, a)
			}
		}
		for _, a := range n.kids[1:] {
			for i, b := range named {
				if a.kind == nArg && a.text == b.text {
					named = append(named[:i:i], named[i+1:]...)
					break
				}
			}
			call = append(call, a)
		}
		n.kids = append(call, named...)
	case n.kids[0].kind == nName && n.kids[0].text == "map" && len(n.kids) == 3 && callee(n.kids[1]) && n.kids[2].kind != nStar && n.kids[2].kind != nArg:
		element := &node{kind: nName, text: "each" + scopeMark, at: n.at}
		clause := &node{kind: nClause, at: n.at, kids: []*node{element, n.kids[2]}}
		call := &node{kind: nCall, at: n.at, kids: []*node{n.kids[1], {kind: nName, text: element.text, at: n.at}}}
		*n = node{kind: nComp, at: n.at, kids: []*node{call, clause}}
	}
}
