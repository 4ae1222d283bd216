package snippet

// mapped notes map(f, xs): a call of f with each element of xs. map is a name that no
// program that is understood gives another meaning.
func (c *pyNames) mapped(n *node) {
	if n.kids[0].kind != nName || n.kids[0].text != "map" || len(n.kids) != 3 || n.kids[1].kind != nName || n.kids[2].kind == nStar || n.kids[2].kind == nArg {
		return
	}
	if c.links.maps == nil {
		c.links.maps = make(map[string][]*node)
	}
	name := n.kids[1].text
	c.links.maps[name] = append(c.links.maps[name], n.kids[2])
}

// takesOne reports whether a function can be called with one argument, its first
// parameter.
func takesOne(def *node) bool {
	for i, p := range def.kids[0].kids {
		if p.text == "" || len(p.kids) > 2 && p.kids[2].text != "named" || i > 0 && p.kids[0] == nil || i == 0 && len(p.kids) > 2 {
			return false
		}
	}
	return len(def.kids[0].kids) > 0
}
