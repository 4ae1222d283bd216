package snippet

import "strings"

// phNames finds the bindings of a program.
type phNames struct {
	names   bindings[phValue]
	defs    map[string]bool
	top     map[*node]bool // functions that are defined before the program begins
	refers  bool           // a parameter or a loop makes a reference
	certain certainty
	inside  int // functions around what is walked through
	soft    bool
	failed  bool
}

// bind notes a value of a variable. Those that PHP itself fills stay what they are.
func (c *phNames) bind(name string, s site[phValue]) {
	if listWords("$_SERVER $_ENV $this $GLOBALS $_GET $_POST $_COOKIE $_REQUEST $_FILES $_SESSION $argv $argc", name) {
		c.failed = true
	}
	c.names.bind(name, s)
}

// target binds what stands on the left of =, or what may change otherwise: of
// an element or a property its variable.
func (c *phNames) target(t *node, s site[phValue]) {
	switch t.kind {
	case nName:
		c.bind(t.text, s)
	case nIndex, nAttr:
		if c.walk(t); c.soft && (t.kind == nAttr || phOfObject(t)) { // an object stays the same one
			return
		}
		c.target(t.kids[0], site[phValue]{})
	case nList:
		for _, kid := range t.kids {
			if kid.kind == nArg {
				c.walk(kid.kids[0])
				kid = kid.kids[1]
			}
			c.target(kid, site[phValue]{})
		}
	case nConst, nCall, nText, nNew, nFormat: // nothing that has a name
		c.walk(t)
	default:
		c.failed = true
	}
}

// phOfObject reports whether an element is one of a property, or of $this.
func phOfObject(t *node) bool {
	for t.kind == nIndex {
		t = t.kids[0]
	}
	return t.kind == nAttr || t.kind == nName && t.text == "$this"
}

// walk goes through a tree.
//
// Long: one case a kind of node.
func (c *phNames) walk(n *node) {
	if n == nil || c.failed {
		return
	}
	switch n.kind {
	case nName:
		n.sure = c.certain.has(n.text) || n.text == "$argv" && c.inside == 0 // functions have none
		return
	case nBlock:
		if n.text == "{" { // else its parts may be left out
			c.block(n.kids)
			return
		}
	case nAssign:
		c.refers = c.refers || n.text == "&"
		c.walk(n.kids[0])
		s := site[phValue]{how: byValue, node: n.kids[0]}
		if n.text != "=" {
			s = site[phValue]{}
		}
		c.target(n.kids[1], s)
		return
	case nAugment:
		c.target(n.kids[0], site[phValue]{})
	case nDelete:
		for _, kid := range n.kids {
			c.target(kid, site[phValue]{})
		}
	case nNames: // global $x: it may be what the caller of the program has
		for _, kid := range n.kids {
			if !c.names.bound(kid.text) {
				c.names.of(kid.text)
			}
		}
		return
	case nFor:
		s := site[phValue]{how: byItem, node: n.kids[1]}
		if n.text == "&" {
			c.refers, s = true, site[phValue]{}
		}
		c.target(n.kids[0], s)
		if n.kids[3] != nil {
			c.target(n.kids[3], site[phValue]{})
		}
		c.walk(n.kids[1])
		c.block([]*node{n.kids[2]}, n.kids[0].text)
		return
	case nHandler:
		if n.kids[1] != nil {
			c.target(n.kids[1], site[phValue]{})
		}
		c.walk(n.kids[2])
		return
	case nDef:
		if !c.top[n] {
			c.failed = true // it might not be defined, and the name mean one of PHP
		}
		c.function(n)
		return
	case nLambda:
		c.function(n)
		return
	case nCall:
		if fn := n.kids[0]; fn.kind == nName && (phRefers(strings.ToLower(fn.text)) || c.soft && phSoftRefers(strings.ToLower(fn.text))) {
			for _, a := range n.kids[1:] {
				if a.kind == nName || a.kind == nIndex || a.kind == nAttr {
					c.target(a, site[phValue]{})
				}
			}
		}
	}
	for _, kid := range n.kids {
		c.walk(kid)
	}
}

// block goes through statements that run one after the other, if any does.
func (c *phNames) block(kids []*node, names ...string) {
	defer c.certain.within(names...)()
	for _, kid := range kids {
		c.walk(kid)
		c.certain.ran(kid)
	}
}

// function goes through a function, which knows only the names that it is lent;
// fn (…) => x has all that are there.
func (c *phNames) function(n *node) {
	c.params(n)
	if n.kind == nLambda && n.kids[1].kind != nBlock {
		c.walk(n.kids[1])
		return
	}
	var lent []string
	for _, use := range n.kids[2:] {
		if c.certain.has(use.text) {
			lent = append(lent, use.text)
		}
	}
	defer c.certain.apart(lent...)()
	c.inside++
	defer func() { c.inside-- }()
	c.walk(n.kids[1])
}

// define notes a function that stands in no other construct. PHP defines such
// before it runs anything, and runs nothing if it has one of that name itself.
func (c *phNames) define(n *node) {
	if c.defs == nil {
		c.defs, c.top = make(map[string]bool), make(map[*node]bool)
	}
	if c.defs[n.text] || phTaken(n.text) {
		c.failed = true
	}
	c.defs[n.text], c.top[n] = true, true
}

// params binds the parameters of a function. One that is taken by reference changes
// what the caller has.
func (c *phNames) params(n *node) {
	for _, param := range n.kids[0].kids {
		c.refers = c.refers || param.text == "&"
		c.target(param.kids[0], site[phValue]{})
		c.walk(param.kids[1])
	}
}
