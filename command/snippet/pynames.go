package snippet

import "strings"

// pyHow says how a name gets its value.
type pyHow uint8

const (
	byPlain  pyHow = iota // some plain value
	byValue               // the value of a node
	byItem                // an element of the value of a node
	byImport              // a module
	byFrom                // a name of a module
	byDef                 // a function of the program
)

// pySite is one place that binds a name.
type pySite struct {
	how    pyHow
	node   *node
	module string
	name   string
}

// pyBinding is a name with all the places that bind it, in whatever scope: two
// variables of one name are taken for one that is bound twice.
type pyBinding struct {
	sites []pySite
	loads int // places that use it
	turns int // of these, places that can only go through it
	busy  bool
	again bool // its value was asked for while it was looked for
	done  bool
	value pyValue
}

// pyNames finds the bindings of a program.
type pyNames struct {
	names  map[string]*pyBinding
	old    bool
	failed bool
}

func (c *pyNames) binding(name string) *pyBinding {
	b := c.names[name]
	if b == nil {
		b = &pyBinding{}
		c.names[name] = b
	}
	return b
}

func (c *pyNames) bind(name string, s pySite) {
	if strings.HasPrefix(name, "__") || pyReserved(name) || c.old && name == "file" {
		c.failed = true
	}
	b := c.binding(name)
	b.sites = append(b.sites, s)
}

// target binds what stands on the left of = or behind for.
func (c *pyNames) target(t *node, s pySite) {
	switch t.kind {
	case nName:
		c.bind(t.text, s)
	case nTuple, nList:
		for i, kid := range t.kids {
			one := pySite{}
			if s.how == byValue && s.node != nil && s.node.kind == nTuple && len(s.node.kids) == len(t.kids) && kid.kind == nName && !starred(s.node) && !starred(t) {
				one = pySite{how: byValue, node: s.node.kids[i]}
			}
			if s.how == byItem && i == 1 && len(t.kids) == 2 && kid.kind == nName && s.node.kind == nCall && len(s.node.kids) == 2 && s.node.kids[0].kind == nName && s.node.kids[0].text == "enumerate" {
				one = pySite{how: byItem, node: s.node.kids[1]}
			}
			c.target(kid, one)
		}
	case nStar:
		c.target(t.kids[0], pySite{})
	case nIndex: // judged where it stands
		c.walk(t)
	default:
		c.failed = true
	}
}

func starred(n *node) bool {
	for _, kid := range n.kids {
		if kid.kind == nStar {
			return true
		}
	}
	return false
}

// turn notes that a name is only gone through.
func (c *pyNames) turn(n *node) {
	if n.kind == nName {
		c.binding(n.text).turns++
	}
}

// walk looks at every node once.
//
// Long: one case a kind of node that binds names.
func (c *pyNames) walk(n *node) {
	if n == nil || c.failed {
		return
	}
	switch n.kind {
	case nName:
		c.binding(n.text).loads++
		return
	case nAssign:
		c.walk(n.kids[0])
		for _, t := range n.kids[1:] {
			if t.kind == nParam {
				c.walk(t.kids[1])
				continue
			}
			if n.kids[0] == nil { // x: int
				continue
			}
			c.target(t, pySite{how: byValue, node: n.kids[0]})
		}
		return
	case nAugment:
		c.target(n.kids[0], pySite{})
		c.walk(n.kids[0])
		c.walk(n.kids[1])
		return
	case nWalrus:
		c.target(n.kids[0], pySite{how: byValue, node: n.kids[1]})
		c.walk(n.kids[1])
		return
	case nFor, nClause:
		c.target(n.kids[0], pySite{how: byItem, node: n.kids[1]})
		c.turn(n.kids[1])
		for _, kid := range n.kids[1:] {
			c.walk(kid)
		}
		return
	case nHandler:
		if n.kids[1] != nil {
			c.bind(n.kids[1].text, pySite{})
		}
		c.walk(n.kids[0])
		c.walk(n.kids[2])
		return
	case nParam:
		if n.text != "" {
			c.bind(n.text, pySite{})
		}
	case nDef:
		c.bind(n.text, pySite{how: byDef})
	case nImport:
		c.imports(n)
		return
	case nDelete, nNames:
		for _, t := range n.kids {
			c.deleted(t)
		}
		return
	case nCall:
		if n.kids[0].kind == nName && listWords("enumerate sorted len print list reversed zip set tuple any all", n.kids[0].text) {
			for _, a := range n.kids[1:] {
				c.turn(a)
			}
		}
	case nCompare:
		c.turn(n.kids[1]) // x in names
	}
	for _, kid := range n.kids {
		c.walk(kid)
	}
}

// deleted is a name or an element that ends, or a name that is declared.
func (c *pyNames) deleted(t *node) {
	switch t.kind {
	case nName:
		c.bind(t.text, pySite{})
	case nTuple:
		for _, kid := range t.kids {
			c.deleted(kid)
		}
	case nIndex:
		c.walk(t)
	default:
		c.failed = true
	}
}

func (c *pyNames) imports(n *node) {
	for _, a := range n.kids {
		switch {
		case len(a.kids) == 0:
		case n.sure:
			c.bind(a.kids[0].text, pySite{how: byFrom, module: n.text, name: a.text})
		default:
			c.bind(a.kids[0].text, pySite{how: byImport, module: a.text})
		}
	}
}

// pyReserved lists the builtins that no program that is understood may give
// another meaning. Those that people use for variables are left out: as a
// variable they are never called.
func pyReserved(name string) bool {
	return listWords(`ArithmeticError AssertionError AttributeError BaseException Ellipsis Exception NotImplemented
		aiter anext ascii bool breakpoint bytearray callable chr classmethod compile complex copyright credits delattr divmod enumerate eval exec execfile exit filter
		frozenset getattr globals hasattr help input intern isinstance issubclass iter license locals map memoryview object open ord pow print property quit
		raw_input reload repr reversed setattr sorted staticmethod super tuple type unichr unicode vars xrange zip apply buffer cmp coerce`, name) ||
		len(name) > 0 && name[0] >= 'A' && name[0] <= 'Z' && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Warning"))
}

// listWords reports whether a list of words in one text holds a word.
func listWords(list, word string) bool {
	if word == "" || strings.ContainsAny(word, " \t\n") {
		return false
	}
	for from := 0; ; {
		i := strings.Index(list[from:], word)
		if i < 0 {
			return false
		}
		from += i
		end := from + len(word)
		if (from == 0 || blankByte(list[from-1])) && (end == len(list) || blankByte(list[end])) {
			return true
		}
		from = end
	}
}

func blankByte(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }
