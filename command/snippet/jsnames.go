package snippet

import (
	"strconv"
	"strings"
)

// jsNames finds the bindings of a program.
type jsNames struct {
	names     bindings[jsValue]
	items     []eachOf
	failed    bool
	functions map[*node]*jsFunction // by their parameters
	calls     map[string][]jsCall   // by the name of what is called
	around    []*node               // the parameters of the functions around
	counters  []counter
	mixes     bool    // one object is put into another
	puts      []jsPut // what is put into others
	altered   map[string]bool
	spreads   map[string]int  // how often an object is spread among the members of another
	folded    map[*node]*node // objects that stay the same while a list is gone through, by the parameters that they are
	removes   bool            // members are taken away
	reckons   bool            // members are asked for by names that are no constants
	hoisted   jsNamed         // names that are there once for a function
	// members are the names that the program gives to members of its objects.
	members map[string]bool
}

// member notes a name that the program gives to a member.
func (c *jsNames) member(name string) {
	if c.members == nil {
		c.members = make(map[string]bool)
	}
	c.members[name] = true
}

// spread notes that an object is spread among the members of another one.
func (c *jsNames) spread(name string) {
	if c.spreads == nil {
		c.spreads = make(map[string]int)
	}
	c.spreads[name]++
}

// bind notes a place that binds a name, unless the name is one that the rules here take
// for something global.
func (c *jsNames) bind(name string, s site[jsValue]) {
	if jsReserved(spelled(name)) {
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
		for i, kid := range t.kids {
			one := site[jsValue]{}
			if s.how == byValue && kid.kind == nName {
				one = site[jsValue]{how: byElement, node: s.node, member: strconv.Itoa(i)}
			}
			if s.how == byItem && kid.kind == nName {
				one = site[jsValue]{how: byColumn, node: s.node, member: strconv.Itoa(i)}
			}
			c.target(kid, one)
		}
	case nDict:
		for i := 0; i+1 < len(t.kids); i += 2 {
			key, kid := t.kids[i], t.kids[i+1]
			one := site[jsValue]{}
			if kid.kind == nName && spelled(kid.text) != key.text && (pyCommands(key.text) || composes(key.text)) { // nobody would know it by its other name
				c.failed = true
			}
			if s.how == byValue && key.text != "" && kid.kind == nName {
				one = site[jsValue]{how: byFrom, node: s.node, member: key.text}
			}
			if s.how == byItem && key.text != "" && kid.kind == nName {
				one = site[jsValue]{how: byColumn, node: s.node, member: key.text}
			}
			if s.how == byValue && key.text != "" && kid.kind == nParam && kid.kids[0].kind == nName {
				member := &node{kind: nAttr, text: key.text, kids: []*node{s.node}, at: kid.at}
				one = site[jsValue]{how: byOrElse, node: &node{kind: nList, kids: []*node{member, kid.kids[1]}, at: kid.at}}
			}
			c.target(kid, one)
		}
	case nPass: // left out
	case nStar:
		if s.how != byRest || t.kids[0].kind != nName {
			s = site[jsValue]{}
		}
		c.target(t.kids[0], s)
	case nParam:
		c.walk(t.kids[1])
		if s.how != byParam && s.how != byOrElse {
			s = site[jsValue]{}
		}
		c.target(t.kids[0], s)
	default:
		c.failed = true
	}
}

// walk goes through a program.
//
// Long: one case a kind of node.
func (c *jsNames) walk(n *node) {
	if n == nil || c.failed {
		return
	}
	switch n.kind {
	case nName:
		c.names.of(n.text).loads++
		c.removes = c.removes || n.text == "Proxy" // which members there are is said by a function
		return
	case nAssign:
		s := site[jsValue]{}
		if n.kids[0] != nil {
			s = site[jsValue]{how: byValue, node: n.kids[0]}
		}
		if n.text == "var" {
			c.hoist(n.kids[1])
		}
		if value, target := n.kids[0], n.kids[1]; value != nil && value.kind == nLambda && value.text == "" && target.kind == nName {
			c.define(target.text, value.kids[0], value.kids[1])
		}
		c.walk(n.kids[0])
		c.target(n.kids[1], s)
		return
	case nAugment:
		c.assigns(n)
	case nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] != nil && n.kids[i].kind == nText {
				c.member(n.kids[i].text)
			}
			if value := n.kids[i+1]; n.kids[i] == nil && value.kind == nName { // its members, in another object
				c.spread(value.text)
			}
		}
	case nClass:
		if n.text != "" {
			c.bind(n.text, site[jsValue]{how: byDef})
		}
		for _, m := range n.kids[1:] {
			c.member(m.text)
		}
	case nFor:
		c.loop(n)
		return
	case nDef:
		c.bind(n.text, site[jsValue]{how: byDef})
		c.define(n.text, n.kids[0], n.kids[1])
		c.function(n)
		return
	case nLambda:
		if n.text != "" {
			c.bind(n.text, site[jsValue]{how: byDef})
		}
		c.function(n)
		return
	case nParams:
		for i, kid := range n.kids {
			s := c.parameter(n, i)
			if list := c.sourceOf(kid); i <= 1 && list != nil {
				s = site[jsValue]{how: byItem, node: list}
			}
			if begin := c.folded[kid]; begin != nil {
				s = site[jsValue]{how: byValue, node: begin}
			}
			c.target(kid, s)
		}
		return
	case nAttr:
		if n.text == "length" && n.kids[0].kind == nName {
			c.names.of(n.kids[0].text).turns++
		}
		if self := n.kids[0]; self.kind == nName && self.text == "this" {
			self.sure = self.sure || !jsWorld(n.text)
		}
	case nIndex:
		c.reckons = c.reckons || len(n.kids) > 1 && n.kids[1].kind != nConst && n.kids[1].kind != nText
		if n.kids[0].kind == nName {
			c.names.of(n.kids[0].text).turns++
		}
	case nCall:
		c.mixed(n, nil)
		c.called(n)
		c.eachItem(n)
		c.grows(n)
		c.counts(n)
		c.reads(n)
	case nStar:
		if n.kids[0].kind == nName { // its elements, in another list
			c.names.of(n.kids[0].text).turns++
		}
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

// function goes through a function.
func (c *jsNames) function(n *node) {
	c.around = append(c.around, n.kids[0])
	c.walk(n.kids[0])
	c.walk(n.kids[1])
	c.around = c.around[:len(c.around)-1]
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
	if word := n.kids[3].text; word != "const" && word != "let" {
		c.hoist(n.kids[0])
	}
	c.target(n.kids[0], c.loopKey(n, s))
	for _, kid := range n.kids[1:] {
		c.walk(kid)
	}
}

// jsReserved lists globals that no program that is understood may bind.
func jsReserved(name string) bool {
	return jsGlobal(name) || listWords(`undefined NaN Infinity Function Reflect Proxy Symbol Promise WebAssembly globalThis global module exports require import
		setTimeout setInterval setImmediate queueMicrotask fetch Bun Deno WeakRef FinalizationRegistry Atomics SharedArrayBuffer AsyncFunction Iterator`, name) || len(name) > 1 && name[:2] == "__" && name != "__dirname" && name != "__filename" && strings.Trim(name, "_") != ""
}

// jsWorld reports whether the global object may have a member of a name.
func jsWorld(name string) bool {
	return jsReserved(name) || jsFurther(name) || jsForbidden(name) || listWords(jsBuiltins, name) || listWords(`eval window navigator Worker root GLOBAL self crypto clearTimeout clearInterval clearImmediate atob btoa escape
		unescape Event EventTarget Blob File FormData Headers Request Response WebSocket EventSource MessageChannel MessagePort BroadcastChannel AbortController AbortSignal AggregateError EvalError
		ReferenceError SyntaxError URIError Navigator Storage localStorage sessionStorage ReadableStream WritableStream TransformStream CompressionStream DecompressionStream gc
		CustomEvent DOMException BigInt64Array BigUint64Array SuppressedError DisposableStack AsyncDisposableStack Crypto CryptoKey SubtleCrypto Performance PerformanceEntry`, name)
}

// jsGlobal lists global objects and functions that are understood.
func jsGlobal(name string) bool {
	return listWords(`console JSON Math Object Array Number String Boolean Date Buffer process parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI
		Map Set Error TypeError RangeError RegExp URL URLSearchParams BigInt`, name)
}

// jsFurther lists global objects that a program may bind itself: as a member of
// a module they are the same.
func jsFurther(name string) bool {
	return listWords(`Symbol Intl Promise performance structuredClone TextDecoder TextEncoder Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array
		Uint8ClampedArray ArrayBuffer DataView WeakMap WeakSet AbortController Headers FormData Blob Event EventTarget SyntaxError ReferenceError EvalError URIError AggregateError Response
		clearTimeout clearInterval clearImmediate atob btoa module WebSocket`, name)
}
