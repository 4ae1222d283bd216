package snippet

import (
	"strconv"
	"strings"
)

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

// binds binds a name that is a target, and the version that begins there.
func (c *pyNames) binds(t *node, s site[pyValue]) {
	c.bind(t.text, s)
	if c.versions != nil && c.versions.at[t] != "" {
		c.names.bind(c.versions.at[t], s)
	}
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

// target binds what stands on the left of = or behind for.
func (c *pyNames) target(t *node, s site[pyValue]) {
	switch t.kind {
	case nName:
		c.binds(t, s)
	case nTuple, nList:
		if s.how == byItem && s.node.kind == nCall && s.node.kids[0].kind == nAttr && s.node.kids[0].text == "walk" && len(t.kids) == 3 && t.kids[0].kind == nName && t.kids[1].kind == nName && t.kids[2].kind == nName {
			dirs := c.names.of(t.kids[1].text)
			c.binds(t.kids[0], site[pyValue]{how: byRoot, node: s.node, dirs: dirs})
			c.binds(t.kids[1], site[pyValue]{how: byNames, node: s.node})
			c.binds(t.kids[2], site[pyValue]{how: byNames, node: s.node})
			return
		}
		for i, kid := range t.kids {
			one := placeOf(s, t, i)
			if s.how == byValue && s.node != nil && s.node.kind == nTuple && len(s.node.kids) == len(t.kids) && kid.kind == nName && !starred(s.node) && !starred(t) {
				one = site[pyValue]{how: byValue, node: s.node.kids[i]}
			}
			if s.how == byValue && s.node != nil && s.node.kind == nCall && s.node.kids[0].kind == nAttr && s.node.kids[0].text == "subplots" && kid.kind == nName {
				one = site[pyValue]{how: byItem, node: s.node}
			}
			if s.how == byItem && i == 1 && len(t.kids) == 2 && kid.kind == nName && s.node.kind == nCall && len(s.node.kids) == 2 && s.node.kids[0].kind == nName && s.node.kids[0].text == "enumerate" {
				one = site[pyValue]{how: byItem, node: s.node.kids[1]}
			}
			if s.how == byItem && i == 1 && len(t.kids) == 2 && kid.kind == nName && s.node.kind == nCall && s.node.kids[0].kind == nAttr && listWords("items iterrows groupby named_parameters named_modules named_children", s.node.kids[0].text) {
				one = site[pyValue]{how: byPart, node: s.node}
			}
			if s.how == byItem && i == 0 && len(t.kids) == 2 && kid.kind == nName && s.node.kind == nCall && passing(s.node.kids[0]) == "enumerate" {
				one = site[pyValue]{how: byCount}
			}
			c.target(kid, one)
		}
	case nStar:
		c.target(t.kids[0], site[pyValue]{})
	case nIndex: // judged where it stands
		if t.kids[0].kind == nName && t.kids[1].kind != nSlice && c.soft != nil {
			c.links.keyed = append(c.links.keyed, [2]*node{t.kids[0], t.kids[1]})
		}
		c.stored(t)
	case nAttr:
		c.walk(t.kids[0])
		c.field(t.text)
		c.attribute(t.text, s)
	default:
		c.failed = true
	}
}

// placeOf is what binds a name among several: what stands at its place in the value.
func placeOf(s site[pyValue], t *node, i int) site[pyValue] {
	if s.node == nil || starred(t) {
		return site[pyValue]{}
	}
	at := strconv.Itoa(i)
	switch s.how {
	case byValue:
		return site[pyValue]{how: byElement, node: s.node, member: at}
	case byItem:
		return site[pyValue]{how: byColumn, node: s.node, member: at}
	case byElement, byColumn:
		return site[pyValue]{how: s.how, node: s.node, member: s.member + "." + at}
	}
	return site[pyValue]{}
}

// prunes reports whether a statement is dirs[:] = [d for d in dirs if …], which
// leaves names out and brings none.
func prunes(t, value *node) bool {
	if t.kind != nIndex || t.kids[0].kind != nName || t.kids[1].kind != nSlice || value == nil || value.kind != nComp || len(value.kids) != 2 {
		return false
	}
	for _, kid := range t.kids[1].kids {
		if kid != nil {
			return false
		}
	}
	element, clause := value.kids[0], value.kids[1]
	return clause.kind == nClause && element.kind == nName && clause.kids[0].kind == nName && clause.kids[0].text == element.text && clause.kids[1].kind == nName && clause.kids[1].text == t.kids[0].text && value.text == ""
}

// starred reports whether a call or a list has something with a star in it, so that
// places do not count.
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

// deleted is a name or an element that ends, or a name that is declared.
func (c *pyNames) deleted(t *node) {
	switch t.kind {
	case nName:
		c.bind(t.text, site[pyValue]{member: stays})
	case nTuple:
		for _, kid := range t.kids {
			c.deleted(kid)
		}
	case nIndex:
		c.stored(t)
	default:
		c.failed = true
	}
}

// stored is an element that changes: its container is not only gone through.
func (c *pyNames) stored(t *node) {
	c.alter(t.kids[0])
	for _, kid := range t.kids {
		c.walk(kid)
	}
}

// shared notes that what several targets get in one statement is one object: each may change
// what the others have.
func (c *pyNames) shared(n *node) {
	count := 0
	for _, t := range n.kids[1:] {
		if t.kind != nParam {
			count++
		}
	}
	if count < 2 && (n.kids[0] == nil || n.kids[0].kind != nWalrus) {
		return
	}
	for _, t := range n.kids[1:] {
		c.alias(t)
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
