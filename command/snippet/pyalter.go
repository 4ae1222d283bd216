package snippet

import "strings"

// What a container holds is known where nothing changes it. A list within another one can
// be changed by whoever gets hold of it, under any name; so what is within is known only
// in a program that changes nothing but containers that it made under a name of their own.

// pyAlters lists methods that put something into a container.
func pyAlters(name string) bool {
	return listWords("append extend insert add update setdefault appendleft extendleft put put_nowait symmetric_difference_update intersection_update __setitem__ __iadd__ __ior__ subtract fromkeys", name)
}

// pyReorders lists what gives the elements of a list other places, or takes some out.
func pyReorders(name string) bool {
	return listWords("sort reverse pop popleft popitem remove discard clear rotate shuffle heapify heappop delitem permuted", name)
}

// stays marks a site that gives a name no other object: x += 1, global x, del x. No
// member of a module has it as its name.
const stays = "+="

// alters notes what a node changes.
func (c *pyNames) alters(n *node) {
	const moves = "heappush heappushpop heapreplace insort insort_left insort_right iadd iconcat setitem ior"
	switch n.kind {
	case nAttr:
		if pyReorders(n.text) {
			c.links.moved = append(c.links.moved, n.kids[0])
		}
		if pyAlters(n.text) {
			c.alter(n.kids[0])
			c.filled = append(c.filled, n.kids[0])
		}
		if listWords(moves, n.text) {
			c.altered = append(c.altered, nil)
		}
	case nAugment:
		if n.kids[0].kind == nName { // others are stored
			c.altered = append(c.altered, n.kids[0])
		}
	case nCall:
		for _, a := range n.kids[1:] {
			for part := range strings.SplitSeq(a.text, ".") {
				if a.kind == nText && pyAlters(part) {
					c.altered = append(c.altered, nil)
				}
				if a.kind == nText && pyReorders(part) {
					c.links.moved = append(c.links.moved, a)
				}
			}
		}
	case nAssign:
		for _, t := range n.kids[1:] {
			if t.kind == nIndex && (n.kids[0] == nil || !fresh(n.kids[0])) {
				c.filled = append(c.filled, t.kids[0])
			}
		}
	case nImport:
		for _, a := range n.kids {
			if n.sure && pyReorders(a.text) {
				c.links.moved = append(c.links.moved, a)
			}
			if n.sure && listWords(moves, a.text) {
				c.altered = append(c.altered, nil)
			}
		}
	}
}

// rootOf is the name of the container whose element something is put into: groups[k],
// groups.setdefault(k, []).
func rootOf(n *node) *node {
	switch {
	case n.kind == nIndex && n.kids[1].kind != nSlice:
		return rootOf(n.kids[0])
	case n.kind == nCall && n.kids[0].kind == nAttr && n.kids[0].text == "setdefault" && len(n.kids) == 3 && fresh(n.kids[2]):
		return rootOf(n.kids[0].kids[0])
	}
	return n
}

// alter notes a container that something is put into.
func (c *pyNames) alter(n *node) {
	if root := rootOf(n); root != n {
		c.inner = append(c.inner, root)
	} else {
		c.altered = append(c.altered, n)
	}
}

// loosens reports whether something may be changed that lies within another container, and
// was not made there by the program itself.
func (c *pyNames) loosens() bool {
	filled := make(map[string]bool)
	for _, n := range c.filled {
		if n.kind == nName {
			filled[unversioned(n.text)] = true
		}
	}
	for _, n := range c.inner {
		if n.kind != nName || filled[unversioned(n.text)] || !c.made(n.text, empty) {
			return true
		}
	}
	for _, n := range c.altered {
		if n == nil || n.kind != nName || !c.made(n.text, fresh) {
			return true
		}
	}
	return false
}

// made reports whether all that a name ever is are expressions of a kind.
func (c *pyNames) made(name string, kind func(*node) bool) bool {
	b := c.names[name]
	if b == nil {
		return false
	}
	for _, s := range b.sites {
		if s.how == byPlain && s.member == stays || s.how == byGrown || s.how == byKeyed || s.how == byPoured || s.how == byCount {
			continue
		}
		if s.how != byValue || !kind(s.node) {
			return false
		}
	}
	return true
}

// empty reports whether an expression makes a container without elements.
func empty(n *node) bool {
	switch n.kind {
	case nList, nDict:
		return len(n.kids) == 0
	case nCall:
		return fresh(n) && (len(n.kids) == 1 || len(n.kids) == 2 && n.kids[1].kind == nName && listWords("list int dict set float str", n.kids[1].text))
	}
	return false
}

// fresh reports whether an expression makes what it gives, or gives what cannot change.
func fresh(n *node) bool {
	switch n.kind {
	case nConst, nText, nFormat, nList, nSet, nDict, nComp, nCompare:
		return true
	case nCall:
		return n.kids[0].kind == nName && listWords("set list dict int float str len Counter defaultdict OrderedDict deque", spelled(n.kids[0].text)) && len(n.kids) < 3
	}
	return false
}

// within is a value as an element of a container.
func (j *pyJudge) within(v pyValue) pyValue {
	if j.alters && !v.fixed {
		v.items, v.rows, v.elem, v.vals, v.hollow = nil, nil, nil, nil, false
	}
	return v
}
