package snippet

// certainty knows, while a tree is walked through in the order of its text, which
// names certainly have got a value. In languages that go on without one, "#{d}/etc/x"
// is "/etc/x" where d has none, although d = "a" stands somewhere.
type certainty struct {
	blocks []map[string]bool // for each block around, within the function at hand
}

// has reports whether a name certainly has a value here.
func (c *certainty) has(name string) bool {
	for _, names := range c.blocks {
		if names[name] {
			return true
		}
	}
	return false
}

// within begins a block in which some names have values, and is what ends it.
func (c *certainty) within(names ...string) (leave func()) {
	here := make(map[string]bool)
	for _, name := range names {
		here[name] = true
	}
	c.blocks = append(c.blocks, here)
	return func() { c.blocks = c.blocks[:len(c.blocks)-1] }
}

// apart begins a function, which knows nothing but the names that it is lent.
func (c *certainty) apart(names ...string) (leave func()) {
	saved := c.blocks
	c.blocks = nil
	c.within(names...)
	return func() { c.blocks = saved }
}

// ran notes a statement of the innermost block, behind which it goes on.
func (c *certainty) ran(n *node) {
	if n != nil && n.kind == nAssign && n.text == "=" && n.kids[1].kind == nName && len(c.blocks) > 0 {
		c.blocks[len(c.blocks)-1][n.kids[1].text] = true
	}
}
