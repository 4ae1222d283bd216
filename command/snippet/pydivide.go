package snippet

import "maps"

// The names of a program are divided statement by statement: what is known of a name goes
// on to the next one, into each branch and not out of it, and ends where the name may be bound
// anew. It is never handed to what runs later.

// binds gives the names of a target versions, and what is known behind it.
func (v *pyVersions) binds(t *node, known []pyVersion) []pyVersion {
	switch t.kind {
	case nName:
		known = without(known, map[string]bound{t.text: boundHere})
		if v.bound[t.text] > 1 && !v.fixed[t.text] && len(known) < maxVersions {
			v.at[t] = v.fresh(t.text)
			known = append(known[:len(known):len(known)], pyVersion{t.text, v.at[t]})
		}
	case nTuple, nList, nStar:
		for _, kid := range t.kids {
			known = v.binds(kid, known)
		}
	case nAttr, nIndex:
		v.uses(t, known, false)
	}
	return known
}

// without is what is known where some names may have been bound anew.
func without(known []pyVersion, names pyBound) []pyVersion {
	var out []pyVersion
	for _, k := range known {
		if names[k.name] == 0 {
			out = append(out, k)
		}
	}
	return out
}

// changes are the names that a statement binds, without what is a scope of its own.
func changes(nodes ...*node) pyBound {
	names := make(pyBound)
	for _, n := range nodes {
		names.collect(n)
	}
	return names
}

// block divides the names of a block; it gives what is known at its end.
func (v *pyVersions) block(n *node, known []pyVersion) []pyVersion {
	if n == nil {
		return known
	}
	if n.kind != nBlock {
		return v.statement(n, known)
	}
	for _, s := range n.kids {
		known = v.statement(s, known)
	}
	return known
}

// statement divides the names of a statement.
//
// Long: one case a kind of statement.
func (v *pyVersions) statement(n *node, known []pyVersion) []pyVersion {
	switch n.kind {
	case nAssign:
		v.uses(n.kids[0], known, false)
		for _, t := range n.kids[1:] {
			if t.kind == nParam {
				v.uses(t.kids[1], known, false)
			} else if n.kids[0] == nil {
				v.uses(t, nil, true)
			} else {
				known = v.binds(t, known)
			}
		}
		return known
	case nIf:
		v.uses(n.kids[0], known, false)
		v.block(n.kids[1], v.narrowed(n.kids[0], true, known))
		v.block(n.kids[2], v.narrowed(n.kids[0], false, known))
		if known = without(known, changes(n.kids[1], n.kids[2])); n.kids[2] == nil && departs(n.kids[1]) { // what follows is the other branch
			return v.narrowed(n.kids[0], false, known)
		}
		return known
	case nWhile:
		known = without(known, changes(n.kids[1]))
		v.uses(n.kids[0], known, false)
		v.block(n.kids[1], v.narrowed(n.kids[0], true, known))
		v.block(n.kids[2], known)
		return without(known, changes(n))
	case nFor:
		v.uses(n.kids[1], known, false)
		known = without(known, changes(n))
		v.block(n.kids[2], v.binds(n.kids[0], known))
		v.block(n.kids[3], known)
		return known
	case nTry:
		return v.try(n, known)
	case nWith: // which may go on behind an exception
		inner := known
		for _, item := range n.kids {
			inner = v.block(item, inner)
		}
		return without(known, changes(n))
	case nDecor:
		last := n.kids[len(n.kids)-1]
		for _, d := range n.kids[:len(n.kids)-1] {
			v.uses(d, known, false)
		}
		return v.statement(last, known)
	case nDef:
		v.function(n, known)
		return known
	case nClass:
		for _, s := range n.kids[1].kids {
			if s.kind == nDecor {
				s = s.kids[len(s.kids)-1]
			}
			if s.kind == nDef || s.kind == nClass {
				v.statement(s, nil)
			}
		}
		return known
	case nMatch:
		for _, c := range n.kids[1:] {
			v.block(c.kids[2], without(known, changes(c)))
		}
		v.uses(n.kids[0], known, false)
		return without(known, changes(n))
	case nAugment, nImport, nDelete, nNames, nPass:
		if n.kind == nAugment && n.kids[0].kind != nName {
			v.uses(n.kids[0], known, false)
		}
		if n.kind == nAugment {
			v.uses(n.kids[1], known, false)
		}
		return without(known, changes(n))
	}
	v.uses(n, known, false)
	return without(known, changes(n))
}

// try divides the names of a try statement. Behind it is known what is at the end of its
// block where each handler leaves.
func (v *pyVersions) try(n *node, known []pyVersion) []pyVersion {
	end := v.block(n.kids[0], known)
	known = without(known, changes(n))
	all := true
	for _, kid := range n.kids[1:] {
		if kid.kind == nHandler {
			v.uses(kid.kids[0], nil, true)
			v.block(kid.kids[2], known)
			all = all && departs(kid.kids[2])
			continue
		}
		v.block(kid, known)
		end = without(end, changes(kid))
	}
	if all {
		return end
	}
	return known
}

// departs reports whether a block certainly leaves what it stands in.
func departs(n *node) bool {
	if n == nil {
		return false
	}
	switch n.kind {
	case nReturn:
		return true
	case nRaise:
		return n.text == "raise"
	case nPass:
		return n.text == "break"
	case nBlock:
		return len(n.kids) > 0 && departs(n.kids[len(n.kids)-1])
	case nIf:
		return departs(n.kids[1]) && departs(n.kids[2])
	}
	return false
}

// uses gives names in an expression their versions; later: it may run when they are others.
func (v *pyVersions) uses(n *node, known []pyVersion, later bool) {
	if n == nil {
		return
	}
	switch n.kind {
	case nName:
		if !later {
			n.text = called(known, n.text)
		}
		return
	case nLambda:
		for _, p := range n.kids[0].kids {
			v.uses(p.kids[0], known, later)
		}
		v.uses(n.kids[1], nil, true)
		return
	case nComp:
		v.comprehension(n, known, later || !n.sure)
		return
	case nBool:
		v.uses(n.kids[0], known, later)
		v.uses(n.kids[1], v.narrowed(n.kids[0], n.text == "and", known), later)
		return
	case nChoice:
		v.uses(n.kids[0], known, later)
		v.uses(n.kids[1], v.narrowed(n.kids[0], true, known), later)
		v.uses(n.kids[2], v.narrowed(n.kids[0], false, known), later)
		return
	case nCall:
		if v.eager(n) {
			v.uses(n.kids[0], known, later)
			v.comprehension(n.kids[1], known, later)
			return
		}
	}
	for _, kid := range n.kids {
		v.uses(kid, known, later)
	}
}

// called is what a name is called at a place.
func called(known []pyVersion, name string) string {
	for i := len(known) - 1; i >= 0; i-- {
		if known[i].name == name {
			return known[i].as
		}
	}
	return name
}

// eager reports whether a call goes through a generator there and then.
func (v *pyVersions) eager(n *node) bool {
	if len(n.kids) != 2 || n.kids[1].kind != nComp {
		return false
	}
	fn := n.kids[0]
	return fn.kind == nName && v.bound[fn.text] == 0 && listWords("any all sum sorted list set max min tuple dict frozenset", fn.text) || fn.kind == nAttr && fn.text == "join" && fn.kids[0].kind == nText
}

// function divides the names of a function, which runs later.
func (v *pyVersions) function(n *node, known []pyVersion) {
	outer := v.local
	v.local = make(pyBound)
	for _, p := range n.kids[0].kids {
		v.uses(p.kids[0], known, false)
		v.local.here(p.text)
	}
	v.local.collect(n.kids[1])
	v.block(n.kids[1], nil)
	v.local = outer
}

// comprehension divides the names of a comprehension: its conditions hold where its elements
// are made. The first iterable is gone to at once; what one that runs later asks of other
// names than its own may have changed.
func (v *pyVersions) comprehension(n *node, known []pyVersion, later bool) {
	outer, own := v.local, make(pyBound)
	for _, kid := range n.kids {
		if kid.kind == nClause {
			own.target(kid.kids[0])
		}
	}
	if later || outer != nil {
		v.local = maps.Clone(own)
		if !later {
			maps.Copy(v.local, outer)
		}
	}
	first := true
	for _, kid := range n.kids {
		if kid.kind != nClause {
			continue
		}
		v.uses(kid.kids[1], known, false)
		if first && later {
			known = nil
		}
		first = false
		for _, cond := range kid.kids[2:] {
			v.uses(cond, known, false)
			known = v.narrowed(cond, true, known)
		}
	}
	for _, kid := range n.kids {
		if kid.kind != nClause {
			v.uses(kid, known, false)
		}
	}
	v.local = outer
}
