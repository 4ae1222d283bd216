package snippet

// jsNames finds the bindings of a program.
type jsNames struct {
	names  bindings[jsValue]
	items  []eachOf
	failed bool
}

func (c *jsNames) bind(name string, s site[jsValue]) {
	if jsReserved(name) {
		c.failed = true
	}
	c.names.bind(name, s)
}

// target binds the names of a pattern.
func (c *jsNames) target(t *node, s site[jsValue]) {
	switch t.kind {
	case nName:
		c.bind(t.text, s)
	case nList:
		for _, kid := range t.kids {
			c.target(kid, site[jsValue]{})
		}
	case nDict:
		for i := 0; i+1 < len(t.kids); i += 2 {
			key, kid := t.kids[i], t.kids[i+1]
			one := site[jsValue]{}
			if kid.kind == nName && kid.text != key.text && pyCommands(key.text) { // nobody would know it by its other name
				c.failed = true
			}
			if s.how == byValue && key.text != "" && kid.kind == nName {
				one = site[jsValue]{how: byFrom, node: s.node, member: key.text}
			}
			c.target(kid, one)
		}
	case nStar:
		c.target(t.kids[0], site[jsValue]{})
	case nParam:
		c.walk(t.kids[1])
		c.target(t.kids[0], site[jsValue]{})
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
		c.names.of(n.text).loads++
		return
	case nAssign:
		s := site[jsValue]{}
		if n.kids[0] != nil {
			s = site[jsValue]{how: byValue, node: n.kids[0]}
		}
		c.walk(n.kids[0])
		c.target(n.kids[1], s)
		return
	case nAugment:
		if n.kids[0].kind == nName {
			c.bind(n.kids[0].text, site[jsValue]{})
		}
	case nFor:
		c.loop(n)
		return
	case nDef:
		c.bind(n.text, site[jsValue]{how: byDef})
	case nLambda:
		if n.text != "" {
			c.bind(n.text, site[jsValue]{how: byDef})
		}
	case nParams:
		for i, kid := range n.kids {
			s := site[jsValue]{}
			if list := c.sourceOf(kid); i == 0 && list != nil {
				s = site[jsValue]{how: byItem, node: list}
			}
			c.target(kid, s)
		}
		return
	case nAttr:
		if n.text == "length" && n.kids[0].kind == nName {
			c.names.of(n.kids[0].text).turns++
		}
	case nCall:
		c.eachItem(n)
	case nHandler:
		if n.kids[1] != nil {
			c.bind(n.kids[1].text, site[jsValue]{})
		}
		c.walk(n.kids[2])
		return
	}
	for _, kid := range n.kids {
		c.walk(kid)
	}
}

// loop binds the variable of a for, by the elements of what is walked with "of"; of
// all other loops nothing is known of it.
func (c *jsNames) loop(n *node) {
	s := site[jsValue]{}
	if n.text == "of" {
		s = site[jsValue]{how: byItem, node: n.kids[1]}
		if n.kids[1].kind == nName {
			c.names.of(n.kids[1].text).turns++
		}
	}
	c.target(n.kids[0], s)
	for _, kid := range n.kids[1:] {
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

// jsFurther lists global objects that a program may bind itself: as a member of
// a module they are the same.
func jsFurther(name string) bool {
	return listWords(`Intl Promise performance structuredClone TextDecoder TextEncoder Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array
		Uint8ClampedArray ArrayBuffer DataView WeakMap WeakSet`, name)
}
