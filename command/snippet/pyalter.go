package snippet

import "strings"

// What a container holds is known where nothing changes it. A list within another one can
// be changed by whoever gets hold of it, under any name; so what is within is known only
// in a program that changes nothing but containers that it made under a name of their own.

// pyAlters lists methods that put something into a container.
func pyAlters(name string) bool {
	return listWords("append extend insert add update setdefault appendleft extendleft put put_nowait symmetric_difference_update intersection_update __setitem__ __iadd__ __ior__ subtract fromkeys", name)
}

// stays marks a site that gives a name no other object: x += 1, global x, del x. No
// member of a module has it as its name.
const stays = "+="

// alters notes what a node changes. A method may be named by a text, too.
func (c *pyNames) alters(n *node) {
	switch n.kind {
	case nAttr:
		if pyAlters(n.text) {
			c.altered = append(c.altered, n.kids[0])
		}
		if listWords("heappush heappushpop heapreplace insort insort_left insort_right iadd iconcat setitem ior", n.text) {
			c.altered = append(c.altered, nil)
		}
	case nAugment:
		c.altered = append(c.altered, n.kids[0])
	case nCall:
		for _, a := range n.kids[1:] {
			for part := range strings.SplitSeq(a.text, ".") {
				if a.kind == nText && pyAlters(part) {
					c.altered = append(c.altered, nil)
				}
			}
		}
	case nImport:
		for _, a := range n.kids {
			if n.sure && listWords("heappush heappushpop heapreplace insort insort_left insort_right iadd iconcat setitem ior", a.text) {
				c.altered = append(c.altered, nil)
			}
		}
	}
}

// loosens reports whether something may be changed that lies within another container.
func (c *pyNames) loosens() bool {
	for _, n := range c.altered {
		if n == nil || n.kind != nName {
			return true
		}
		b := c.names[n.text]
		if b == nil {
			return true
		}
		for _, s := range b.sites {
			if s.how == byPlain && s.member == stays || s.how == byGrown || s.how == byCount {
				continue
			}
			if s.how != byValue || !fresh(s.node) {
				return true
			}
		}
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
		v.items, v.rows, v.elem, v.vals = nil, nil, nil, nil
	}
	return v
}
