package snippet

import "strconv"

// binds binds a name that is a target, and the version that begins there.
func (c *pyNames) binds(t *node, s site[pyValue]) {
	c.bind(t.text, s)
	if c.versions != nil && c.versions.at[t] != "" {
		c.names.bind(c.versions.at[t], s)
	}
}

// target binds what stands on the left of = or behind for.
func (c *pyNames) target(t *node, s site[pyValue]) {
	switch t.kind {
	case nName:
		c.binds(t, s)
	case nTuple, nList:
		if s.how == byItem && s.node.kind == nCall && s.node.kids[0].kind == nAttr && s.node.kids[0].text == "walk" && len(t.kids) == 3 && t.kids[0].kind == nName && t.kids[1].kind == nName && t.kids[2].kind == nName {
			dirs := c.names.of(t.kids[1].text)
			c.binds(t.kids[0], site[pyValue]{how: byRoot, node: s.node, dirs: dirs})
			c.binds(t.kids[1], site[pyValue]{how: byNames, node: s.node})
			c.binds(t.kids[2], site[pyValue]{how: byNames, node: s.node})
			return
		}
		for i, kid := range t.kids {
			one := placeOf(s, t, i)
			if s.how == byValue && s.node != nil && s.node.kind == nTuple && len(s.node.kids) == len(t.kids) && kid.kind == nName && !starred(s.node) && !starred(t) {
				one = site[pyValue]{how: byValue, node: s.node.kids[i]}
			}
			if s.how == byValue && s.node != nil && s.node.kind == nCall && s.node.kids[0].kind == nAttr && s.node.kids[0].text == "subplots" && kid.kind == nName {
				one = site[pyValue]{how: byItem, node: s.node}
			}
			if s.how == byItem && i == 1 && len(t.kids) == 2 && kid.kind == nName && s.node.kind == nCall && len(s.node.kids) == 2 && s.node.kids[0].kind == nName && s.node.kids[0].text == "enumerate" {
				one = site[pyValue]{how: byItem, node: s.node.kids[1]}
			}
			if s.how == byItem && i == 1 && len(t.kids) == 2 && kid.kind == nName && s.node.kind == nCall && s.node.kids[0].kind == nAttr && listWords("items iterrows groupby named_parameters named_modules named_children", s.node.kids[0].text) {
				one = site[pyValue]{how: byPart, node: s.node}
			}
			if s.how == byItem && i == 0 && len(t.kids) == 2 && kid.kind == nName && s.node.kind == nCall && passing(s.node.kids[0]) == "enumerate" {
				one = site[pyValue]{how: byCount}
			}
			c.target(kid, one)
		}
	case nStar:
		c.target(t.kids[0], site[pyValue]{})
	case nIndex: // judged where it stands
		if t.kids[0].kind == nName && t.kids[1].kind != nSlice && c.soft != nil {
			c.links.keyed = append(c.links.keyed, [2]*node{t.kids[0], t.kids[1]})
		}
		c.stored(t)
	case nAttr:
		c.walk(t.kids[0])
		c.field(t.text)
		c.attribute(t.text, s)
	default:
		c.failed = true
	}
}

// placeOf is what binds a name among several: what stands at its place in the value.
func placeOf(s site[pyValue], t *node, i int) site[pyValue] {
	if s.node == nil || starred(t) {
		return site[pyValue]{}
	}
	at := strconv.Itoa(i)
	switch s.how {
	case byValue:
		return site[pyValue]{how: byElement, node: s.node, member: at}
	case byItem:
		return site[pyValue]{how: byColumn, node: s.node, member: at}
	case byElement, byColumn:
		return site[pyValue]{how: s.how, node: s.node, member: s.member + "." + at}
	}
	return site[pyValue]{}
}

// prunes reports whether a statement is dirs[:] = [d for d in dirs if …], which
// leaves names out and brings none.
func prunes(t, value *node) bool {
	if t.kind != nIndex || t.kids[0].kind != nName || t.kids[1].kind != nSlice || value == nil || value.kind != nComp || len(value.kids) != 2 {
		return false
	}
	for _, kid := range t.kids[1].kids {
		if kid != nil {
			return false
		}
	}
	element, clause := value.kids[0], value.kids[1]
	return clause.kind == nClause && element.kind == nName && clause.kids[0].kind == nName && clause.kids[0].text == element.text && clause.kids[1].kind == nName && clause.kids[1].text == t.kids[0].text && value.text == ""
}

// starred reports whether a call or a list has something with a star in it, so that
// places do not count.
func starred(n *node) bool {
	for _, kid := range n.kids {
		if kid.kind == nStar {
			return true
		}
	}
	return false
}

// deleted is a name or an element that ends, or a name that is declared.
func (c *pyNames) deleted(t *node) {
	switch t.kind {
	case nName:
		c.bind(t.text, site[pyValue]{member: stays})
	case nTuple:
		for _, kid := range t.kids {
			c.deleted(kid)
		}
	case nIndex:
		c.stored(t)
	default:
		c.failed = true
	}
}

// stored is an element that changes: its container is not only gone through.
func (c *pyNames) stored(t *node) {
	c.alter(t.kids[0])
	for _, kid := range t.kids {
		c.walk(kid)
	}
}

// shared notes that what several targets get in one statement is one object: each may change
// what the others have.
func (c *pyNames) shared(n *node) {
	count := 0
	for _, t := range n.kids[1:] {
		if t.kind != nParam {
			count++
		}
	}
	if count < 2 && (n.kids[0] == nil || n.kids[0].kind != nWalrus) {
		return
	}
	for _, t := range n.kids[1:] {
		c.alias(t)
	}
}
