package snippet

// What an object has under one of its own names: for (const k of Object.keys(a)) a[k].
// That is no constructor of functions, since nothing that the language brings has
// those among what is listed of it. So it is data, as what Object.values gives is.

// loopKey marks a name of what for (k in x) goes through.
func (c *jsNames) loopKey(n *node, s site[jsValue]) site[jsValue] {
	if n.text == "in" && n.kids[0].kind == nName {
		return site[jsValue]{how: byOwnName, node: n.kids[1]}
	}
	return s
}

// hoist notes names that are there once for a function: after a turn of a loop they
// may be something else than what another name was made of.
func (c *jsNames) hoist(t *node) {
	names := make(jsNamed)
	names.target(t)
	if c.hoisted == nil {
		c.hoisted = names
		return
	}
	for name := range names {
		c.hoisted[name] = true
	}
}

// ownMember reports whether x[k] is certainly what x itself has under that name: both
// are bound once, the names are those of x, and nothing of the program takes members
// away or has a say in which there are.
func (j *jsJudge) ownMember(n *node) bool {
	base, key := n.kids[0], n.kids[1]
	if base.kind != nName || key.kind != nName || j.removes || j.hoisted[base.text] || j.hoisted[key.text] {
		return false
	}
	object, name := j.bindingOf(base.text), j.bindingOf(key.text)
	if len(object.sites) != 1 || len(name.sites) != 1 {
		return false
	}
	var list *node
	switch s := name.sites[0]; {
	case s.how == byOwnName:
		return alike(s.node, base)
	case s.how == byItem:
		list = j.keyList(s.node, 0)
	case s.how == byColumn && s.member == "0":
		if list = j.keyList(s.node, 0); list != nil && list.kids[0].text != "entries" {
			return false
		}
		return list != nil && alike(list.kids[1], base)
	}
	return list != nil && list.kids[0].text == "keys" && alike(list.kids[1], base)
}

// keyList is Object.keys(x) or Object.entries(x) that a list certainly is, in whatever
// order, or some of it.
func (j *jsJudge) keyList(n *node, depth int) *node {
	if n == nil || depth > 8 {
		return nil
	}
	if n.kind == nName {
		b := j.bindingOf(n.text)
		if len(b.sites) != 1 || b.sites[0].how != byValue || b.loads != b.turns || len(b.grown) > 0 || j.altered[n.text] || j.hoisted[n.text] {
			return nil
		}
		return j.keyList(b.sites[0].node, depth+1)
	}
	if n.kind != nCall || n.kids[0].kind != nAttr {
		return nil
	}
	fn := n.kids[0]
	switch {
	case listWords("keys entries", fn.text) && len(n.kids) == 2 && fn.kids[0].kind == nName && fn.kids[0].text == "Object":
		return n
	case fn.text == "slice", listWords("sort toSorted reverse toReversed filter", fn.text) && (len(n.kids) == 1 || n.kids[1].kind == nLambda && onlyAsked(n)):
		return j.keyList(fn.kids[0], depth+1)
	}
	return nil
}
