package snippet

// rFrame notes what names were before a part that may run or not, or that has
// names of its own.
type rFrame struct {
	own    bool
	before map[string]rValue
}

// count notes how often names are bound, and which are parameters.
func (c *rChecker) count(n *node, depth int) {
	if n == nil {
		return
	}
	switch n.kind {
	case nAssign:
		base := n.kids[0]
		for base.kind == nIndex || base.kind == nAttr || base.kind == nCall {
			if base.kind == nCall {
				if len(base.kids) < 2 || len(base.kids[1].kids) == 0 {
					break
				}
				base = base.kids[1].kids[0]
				continue
			}
			base = base.kids[0]
		}
		c.bound[base.text]++
	case nFor:
		c.bound[n.text] += 2
	case nParam:
		c.bound[n.text] += 2
		c.params[n.text] = true
	}
	for _, k := range n.kids {
		c.count(k, depth+1)
	}
}

// part checks what may run or not: what it binds may be bound afterwards. With
// own the names are gone afterwards.
func (c *rChecker) part(own bool, check func() rValue) rValue {
	c.frames = append(c.frames, rFrame{own: own, before: map[string]rValue{}})
	v := check()
	f := c.frames[len(c.frames)-1]
	c.frames = c.frames[:len(c.frames)-1]
	for name, was := range f.before {
		now := c.names[name]
		switch {
		case f.own:
			if was.kind == rBad && !was.known {
				delete(c.names, name)
				continue
			}
			c.names[name] = was
			continue
		case was.kind == now.kind && was.gives == now.gives:
		case now.kind == rData && (was.kind == rColumn || was.kind == rBad && !was.known):
			now.kind, now.known = rColumn, false
		default:
			now = rValue{known: true} // never to be used again
		}
		c.note(name, was)
		c.names[name] = now
	}
	return v
}

// note keeps for the frame at hand what a name was.
func (c *rChecker) note(name string, was rValue) {
	if len(c.frames) == 0 {
		return
	}
	if f := c.frames[len(c.frames)-1]; f.before != nil {
		if _, there := f.before[name]; !there {
			f.before[name] = was
		}
	}
}

func (c *rChecker) bind(name string, v rValue, shadow bool) {
	was, there := c.names[name]
	if there && !shadow && was.kind != v.kind && !(was.kind == rColumn && v.kind == rData) {
		c.bad = true
		return
	}
	if v.kind == rBad {
		c.bad = true
		return
	}
	c.note(name, was)
	if c.bound[name] > 1 {
		v.known, v.pattern = false, false
	}
	c.names[name] = v
}
