package snippet

// rFrame notes what names were before a part that may run or not, or that has
// names of its own. Only names that the part binds are noted, so that leaving
// it costs no more than it did.
type rFrame struct {
	own    bool              // the names of the part end with it, as those of a function do
	before map[string]rValue // what a name was; the zero value: it was not bound
}

// count notes how often names are bound anywhere in the program, and which are
// parameters, before anything is judged: a name that is bound twice has no
// constant value, whatever the order in which its bindings run. A loop and a
// parameter bind again each time, so they count for two. Of names(x)[2] <- v
// the name is x: R computes a changed copy and binds x to it (R Language
// Definition, "Subset assignment").
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
// own the names are gone afterwards. Data that a way may replace by data stays
// data; a name that only one way binds may be R's own function of that name
// afterwards, which is what rColumn means; of all else nothing is known any
// more, and using it is refused.
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

// bind gives a name a value. A name keeps its kind as long as it is known,
// because no order of calls is followed: a function that was checked when x was
// data could be called when x is a model. shadow: the name begins here, as a
// parameter does, and what it was outside does not matter. What is bound more
// than once has no text that is relied upon.
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
