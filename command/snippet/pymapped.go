package snippet

import "strings"

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

// pooled is a call that others make: pool.map(f, xs), pool.submit(f, x), Thread(target=f, args=(x,)).
type pooled struct {
	call *node
	by   *node // what makes it: the pool, or the class
}

// lendsOut notes a function that is handed to a pool, or to a thread.
func (c *pyNames) lendsOut(n *node) {
	fn := n.kids[0]
	switch {
	case fn.kind == nAttr && listWords("map imap imap_unordered submit apply apply_async", fn.text) && len(n.kids) > 2 && n.kids[1].kind == nName:
		c.links.pools = append(c.links.pools, pooled{n, fn.kids[0]})
	case listWords("Thread Process", passingName(fn)):
		c.links.pools = append(c.links.pools, pooled{n, fn})
	}
}

// pool settles what pools call, once all names are known.
func (c *pyNames) pool() {
	for _, p := range c.links.pools {
		n := p.call
		switch {
		case listWords("Thread Process", passingName(n.kids[0])):
			if c.member(p.by, "threading multiprocessing", "Thread Process") {
				c.started(n)
			}
		case !c.isPool(p.by):
		case n.kids[0].text == "submit":
			c.calling(n.kids[1], n.kids[2:])
		case strings.HasPrefix(n.kids[0].text, "apply"):
			if len(n.kids) == 3 && n.kids[2].kind == nTuple {
				c.calling(n.kids[1], n.kids[2].kids)
			}
		case n.kids[2].kind != nArg && n.kids[2].kind != nStar && (len(n.kids) == 3 || n.kids[3].kind == nArg):
			if c.links.maps == nil {
				c.links.maps = make(map[string][]*node)
			}
			c.links.maps[n.kids[1].text] = append(c.links.maps[n.kids[1].text], n.kids[2])
			c.turn(n.kids[2])
		}
	}
}

// started notes Thread(target=f, args=(x,)) as a call of f.
func (c *pyNames) started(n *node) {
	var target, args *node
	for _, a := range n.kids[1:] {
		switch {
		case a.kind != nArg || a.text == "kwargs":
			return
		case a.text == "target":
			target = a.kids[0]
		case a.text == "args":
			args = a.kids[0]
		}
	}
	switch {
	case target == nil || target.kind != nName:
	case args == nil:
		c.calling(target, nil)
	case args.kind == nTuple || args.kind == nList:
		c.calling(target, args.kids)
	}
}

// calling notes a call that stands nowhere.
func (c *pyNames) calling(fn *node, args []*node) {
	if c.links.calls == nil {
		c.links.calls = make(map[string][]*node)
	}
	c.links.calls[fn.text] = append(c.links.calls[fn.text], &node{kind: nCall, at: fn.at, kids: append([]*node{fn}, args...)})
}

// isPool reports whether an expression is the name of a pool of threads or processes.
func (c *pyNames) isPool(n *node) bool {
	return c.makes(n, "concurrent.futures multiprocessing multiprocessing.pool", "ThreadPoolExecutor ProcessPoolExecutor Pool ThreadPool")
}

// makes reports whether an expression is the name of what members of some modules make.
func (c *pyNames) makes(n *node, modules, members string) bool {
	if n.kind != nName {
		return false
	}
	b := c.names[n.text]
	if b == nil || len(b.sites) == 0 {
		return false
	}
	for _, s := range b.sites {
		if s.how != byValue || s.node.kind != nCall || !c.member(s.node.kids[0], modules, members) {
			return false
		}
	}
	return true
}

// member reports whether an expression is a member of one of some modules.
func (c *pyNames) member(fn *node, modules, members string) bool {
	switch fn.kind {
	case nName:
		b := c.names[fn.text]
		return b != nil && len(b.sites) == 1 && b.sites[0].how == byFrom && listWords(modules, b.sites[0].module) && listWords(members, b.sites[0].member)
	case nAttr:
		of, module := fn.kids[0], ""
		for of.kind == nAttr {
			module, of = "."+of.text+module, of.kids[0]
		}
		b := c.names[of.text]
		return of.kind == nName && b != nil && len(b.sites) == 1 && b.sites[0].how == byImport && listWords(modules, b.sites[0].module+module) && listWords(members, fn.text)
	}
	return false
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
