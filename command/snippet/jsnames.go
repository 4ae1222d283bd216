package snippet

// jsSite is one place that binds a name: to the value of a node, to what going
// through it yields, to a member of a module, or to some plain value.
type jsSite struct {
	how    pyHow
	node   *node
	member string
}

// jsBinding is a name with all places that bind it, in whatever scope.
type jsBinding struct {
	sites []jsSite
	loads int
	turns int
	busy  bool
	again bool
	done  bool
	value jsValue
}

// jsNames finds the bindings of a program.
type jsNames struct {
	names  map[string]*jsBinding
	failed bool
}

func (c *jsNames) binding(name string) *jsBinding {
	b := c.names[name]
	if b == nil {
		b = &jsBinding{}
		c.names[name] = b
	}
	return b
}

func (c *jsNames) bind(name string, s jsSite) {
	if jsReserved(name) {
		c.failed = true
	}
	b := c.binding(name)
	b.sites = append(b.sites, s)
}

// target binds the names of a pattern.
func (c *jsNames) target(t *node, s jsSite) {
	switch t.kind {
	case nName:
		c.bind(t.text, s)
	case nList:
		for _, kid := range t.kids {
			c.target(kid, jsSite{})
		}
	case nDict:
		for i := 0; i+1 < len(t.kids); i += 2 {
			key, kid := t.kids[i], t.kids[i+1]
			one := jsSite{}
			if s.how == byValue && key.text != "" && kid.kind == nName {
				one = jsSite{how: byFrom, node: s.node, member: key.text}
			}
			c.target(kid, one)
		}
	case nStar:
		c.target(t.kids[0], jsSite{})
	case nParam:
		c.walk(t.kids[1])
		c.target(t.kids[0], jsSite{})
	default:
		c.failed = true
	}
}

func (c *jsNames) walk(n *node) {
	if n == nil || c.failed {
		return
	}
	switch n.kind {
	case nName:
		c.binding(n.text).loads++
		return
	case nAssign:
		s := jsSite{}
		if n.kids[0] != nil {
			s = jsSite{how: byValue, node: n.kids[0]}
		}
		c.walk(n.kids[0])
		c.target(n.kids[1], s)
		return
	case nAugment:
		if n.kids[0].kind == nName {
			c.bind(n.kids[0].text, jsSite{})
		}
	case nFor:
		s := jsSite{}
		if n.text == "of" {
			s = jsSite{how: byItem, node: n.kids[1]}
			if n.kids[1].kind == nName {
				c.binding(n.kids[1].text).turns++
			}
		}
		c.target(n.kids[0], s)
		for _, kid := range n.kids[1:] {
			c.walk(kid)
		}
		return
	case nDef:
		c.bind(n.text, jsSite{how: byDef})
	case nLambda:
		if n.text != "" {
			c.bind(n.text, jsSite{how: byDef})
		}
	case nParams:
		for _, kid := range n.kids {
			c.target(kid, jsSite{})
		}
		return
	case nHandler:
		if n.kids[1] != nil {
			c.bind(n.kids[1].text, jsSite{})
		}
		c.walk(n.kids[2])
		return
	}
	for _, kid := range n.kids {
		c.walk(kid)
	}
}

// jsReserved lists globals that no program that is understood may bind.
func jsReserved(name string) bool {
	return jsGlobal(name) || listWords(`undefined NaN Infinity Function Reflect Proxy Symbol Promise WebAssembly globalThis global window self module exports require import Worker
		setTimeout setInterval setImmediate queueMicrotask fetch navigator Bun Deno WeakRef FinalizationRegistry Atomics SharedArrayBuffer AsyncFunction Iterator`, name) || len(name) > 1 && name[:2] == "__"
}

// jsGlobal lists global objects and functions that are understood.
func jsGlobal(name string) bool {
	return listWords(`console JSON Math Object Array Number String Boolean Date Buffer process parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI
		Map Set Error TypeError RangeError RegExp URL URLSearchParams BigInt`, name)
}
