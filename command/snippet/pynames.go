package snippet

import "strings"

// pyNames finds the bindings of a program.
type pyNames struct {
	names   bindings[pyValue]
	fields  map[string]bool // attributes of the program's classes
	old     bool
	failed  bool
	links   pyLink
	options pyOptions
	classy  bool    // objects have attributes that the program gives them
	foreign bool    // modules are imported that are not Python's own
	inner   []*node // containers whose elements are changed
	filled  []*node // what gets elements that may be somebody else's
	altered []*node // what something is put into
	// disguised says that a class of the program is derived from texts or numbers.
	disguised bool
	looksUp   bool // a class of the program gets keys that it is asked for
	soft      *pySoft
	selves    map[*node]site[pyValue] // the first parameters of methods
	attrs     bindings[pyValue]       // attributes, where they are followed
	versions  *pyVersions
	replaces  int // places where an object may get other fields than it was made with
}

// bind notes a place that binds a name. Names with two low lines mean something to
// Python itself, and some others to the rules here: who binds one of those is not
// understood.
func (c *pyNames) bind(name string, s site[pyValue]) {
	if plain := spelled(name); strings.HasPrefix(plain, "__") && !pyToldOf(plain) || pyReserved(plain) || c.old && plain == "file" {
		c.failed = true
	}
	c.names.bind(name, s)
}

// loaded notes that a name is used.
func (c *pyNames) loaded(name string) {
	b := c.names.of(name)
	b.loads++
	if b.kin != nil {
		b.kin.loads++
	}
}

// pyToldOf lists names that modules tell of themselves by. To Python they are
// names like any other, unlike __all__, which says what else is imported.
func pyToldOf(name string) bool {
	return listWords(`__version__ __version_info__ __version_tuple__ __author__ __authors__ __author_email__ __email__ __maintainer__ __license__ __licence__ __copyright__ __credits__ __date__ __status__
		__title__ __description__ __summary__ __url__ __uri__ __build__ __revision__ __commit_id__`, name)
}

// turn notes that a name is only gone through.
func (c *pyNames) turn(n *node) {
	switch {
	case n.kind == nName:
		b := c.names.of(n.text)
		b.turns++
		if b.kin != nil {
			b.kin.turns++
		}
	case n.kind == nWalrus:
		c.turn(n.kids[0])
	case n.kind == nAttr && c.soft != nil:
		c.attrs.of(n.text).turns++
	}
}

// walk looks at every node once.
//
// Long: one case a kind of node that binds names.
func (c *pyNames) walk(n *node) {
	if n == nil || c.failed {
		return
	}
	c.alters(n)
	switch n.kind {
	case nName:
		c.loaded(n.text)
		return
	case nAssign:
		c.puts(n)
		c.walk(n.kids[0])
		c.shared(n)
		for _, t := range n.kids[1:] {
			if t.kind == nParam {
				c.walk(t.kids[1])
				continue
			}
			if n.kids[0] == nil { // x: int
				if t.kind != nName { // whose parts are evaluated
					c.walk(t)
				}
				continue
			}
			if prunes(t, n.kids[0]) {
				c.turn(t.kids[0])
			}
			c.target(t, site[pyValue]{how: byValue, node: n.kids[0]})
		}
		return
	case nClass:
		c.class(n)
		return
	case nAugment:
		if n.kids[0].kind == nAttr { // self.n += 1
			c.field(n.kids[0].text)
			c.attribute(n.kids[0].text, site[pyValue]{})
			c.walk(n.kids[0])
			c.walk(n.kids[1])
			return
		}
		if n.kids[0].kind == nName && n.text == "+=" { // bound once all names are known
			c.links.added = append(c.links.added, [2]*node{n.kids[0], n.kids[1]})
			c.links.passed = append(c.links.passed, n.kids[1])
		} else {
			c.target(n.kids[0], site[pyValue]{member: stays})
		}
		if n.kids[0].kind != nIndex {
			c.walk(n.kids[0])
		}
		c.walk(n.kids[1])
		return
	case nWalrus: // its value goes elsewhere, too
		if n.kids[0].kind == nName {
			c.names.of(n.kids[0].text).loads++
		}
		c.target(n.kids[0], site[pyValue]{how: byValue, node: n.kids[1]})
		c.names.of(n.kids[0].text).loads++ // whoever gets it may change it
		c.walk(n.kids[1])
		return
	case nFor, nClause:
		c.target(n.kids[0], site[pyValue]{how: byItem, node: n.kids[1]})
		c.turn(n.kids[1])
		for _, kid := range n.kids[1:] {
			c.walk(kid)
		}
		return
	case nHandler:
		if n.kids[1] != nil {
			c.bind(n.kids[1].text, site[pyValue]{})
		}
		c.walk(n.kids[0])
		c.walk(n.kids[2])
		return
	case nParam:
		switch {
		case n.text != "" && n.sure: // cls of a class method
			c.bind(n.text, site[pyValue]{how: byDef})
		case c.links.over[n].value != nil: // bound once all names are known
		case c.selves[n].how == bySelf:
			c.bind(n.text, c.selves[n])
		case n.text != "":
			c.bind(n.text, site[pyValue]{})
		}
	case nDef:
		c.bind(n.text, site[pyValue]{how: byDef, node: n})
		c.links.defs = append(c.links.defs, n)
		for _, p := range n.kids[0].kids { // bound once all calls are known
			c.walk(p.kids[0])
			c.walk(p.kids[1])
		}
		c.walk(n.kids[1])
		return
	case nDecor:
		if c.links.loose == nil {
			c.links.loose = make(map[*node]bool)
		}
		c.links.loose[n.kids[len(n.kids)-1]] = true
		c.decorators(n.kids[:len(n.kids)-1])
	case nAttr:
		if c.soft != nil {
			c.attrs.of(n.text).loads++
		}
		if listWords("replace _replace evolve _make", n.text) {
			c.replaces++
		}
	case nCapture:
		if n.kids[0] != nil {
			c.bind(n.kids[0].text, site[pyValue]{})
		}
		return
	case nImport:
		c.imports(n)
		return
	case nDelete, nNames:
		for _, t := range n.kids {
			c.deleted(t)
		}
		return
	case nCall:
		if fn := n.kids[0]; fn.kind == nAttr && listWords("items keys values get", fn.text) {
			c.turn(fn.kids[0])
		}
		if fn := n.kids[0]; fn.kind == nAttr && fn.text == "replace" && !replacesFields(n) {
			c.replaces--
		}
		for _, a := range n.kids[1:] { // a text may name an attribute
			for part := range strings.SplitSeq(a.text, ".") {
				if a.kind == nText && c.soft != nil {
					c.attrs.of(part).loads++
				}
			}
		}
		c.called(n)
		c.gathersMore(n)
		c.option(n)
		c.named(n)
	case nCompare:
		c.turn(n.kids[1]) // x in names
	case nBinary:
		if n.text == "+" || n.text == "*" {
			c.links.passed = append(c.links.passed, n.kids...)
		}
	case nIndex, nUnary, nIf, nWhile:
		c.turn(n.kids[0])
	case nStar:
		if len(n.kids) > 0 {
			c.turn(n.kids[0])
		}
	}
	for _, kid := range n.kids {
		c.walk(kid)
	}
}

// replacesFields reports whether a call of replace may be none of a text.
func replacesFields(n *node) bool {
	for _, a := range n.kids[1:] {
		if a.kind == nArg || a.kind == nStar {
			return true
		}
	}
	return false
}

// imports binds what an import brings.
func (c *pyNames) imports(n *node) {
	for _, a := range n.kids {
		if n.sure && listWords("replace evolve", a.text) {
			c.replaces++
		}
		module := a.text
		if n.sure {
			module = n.text
		}
		first, _, _ := strings.Cut(module, ".")
		c.foreign = c.foreign || !listWords(pyStdlib, first) && !listWords("yaml toml tomli tomli_w orjson ujson simplejson xmltodict msgpack tqdm tabulate", first)
		switch {
		case len(a.kids) == 0:
		case n.sure:
			c.bind(a.kids[0].text, site[pyValue]{how: byFrom, module: n.text, member: a.text})
		default:
			c.bind(a.kids[0].text, site[pyValue]{how: byImport, module: a.text})
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
		listWords(pyErrors, name)
}
