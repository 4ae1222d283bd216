package snippet

// What a function of the program is called with, and what it gives back, is known
// where every use of its name is a call: then a parameter is a variable with as many
// values as there are calls, and a call is one with as many as there are returns. Of a
// function that goes from hand to hand, is decorated, or is a method, the arguments
// are plain data and the result is, as for any that only computes.

// pyLent is a value that becomes that of a parameter.
type pyLent struct {
	name  string
	value *node
}

// pyLink is what calls and functions have to do with each other.
type pyLink struct {
	flows     map[*node]bool               // arguments that are values of a parameter
	results   map[string]*binding[pyValue] // what functions give back, by their name
	yields    map[string]bool              // of these, functions that yield it
	calls     map[string][]*node           // calls by name
	lent      []pyLent                     // what flows into parameters
	defs      []*node                      // functions that are no methods
	maps      map[string][]*node           // what functions are mapped over, by their name
	decorates map[string]int               // decorators by name
	makes     map[string]int               // calls of names that make decorators
	loose     map[*node]bool               // functions that are decorated
	grown     [][2]*node                   // names, and what is put into the container
	keyed     [][2]*node                   // names, and under which key something is put into the dictionary
	poured    [][2]*node                   // names, and what the container is extended by
	added     [][2]*node                   // the same for +=
	moved     []*node                      // what may get its elements in another order, or lose some
	taken     []*node                      // what methods of a list take something out of, or order
	passed    []*node                      // what is only gone through, unless the program has classes
	over      map[*node]pyLent             // parameters of a lambda: what calls it, for the elements of what
	pools     []pooled                     // calls that pools and threads make
	run       []*node                      // calls that start a program with a name
	puts      map[string][]pyPut           // what is put into dictionaries by name
	lentEnv   map[string][]*node           // by name, what is called with it as the variables of a program
	turned    [][2]*node                   // calls of builtins that only go through a name, and that name
}

// called notes a call of a name, and names that a builtin goes through.
func (c *pyNames) called(n *node) {
	c.mapped(n)
	c.lendsOut(n)
	c.lendsVariables(n)
	if fn := n.kids[0]; fn.kind == nAttr && (fn.text == "append" || fn.text == "add") && fn.kids[0].kind == nName && len(n.kids) == 2 && n.kids[1].kind != nStar {
		c.links.grown = append(c.links.grown, [2]*node{fn.kids[0], n.kids[1]})
	}
	if len(n.kids) > 1 && n.kids[1].kind == nName && listWords("run call check_call check_output Popen parse_args", passingName(n.kids[0])) {
		c.links.run = append(c.links.run, n)
	}
	if n.kids[0].kind != nName {
		return
	}
	if c.links.calls == nil {
		c.links.calls = make(map[string][]*node)
	}
	name := n.kids[0].text
	c.links.calls[name] = append(c.links.calls[name], n)
	if listWords("enumerate sorted len print list reversed zip set tuple any all max min sum filter map next iter frozenset", name) {
		for _, a := range n.kids[1:] {
			if a.kind == nName {
				c.links.turned = append(c.links.turned, [2]*node{n.kids[0], a})
			}
		}
	}
}

// decorators counts names that stand behind @, and those that are called there.
func (c *pyNames) decorators(list []*node) {
	if c.links.decorates == nil {
		c.links.decorates, c.links.makes = make(map[string]int), make(map[string]int)
	}
	for _, d := range list {
		switch {
		case d.kind == nName:
			c.links.decorates[d.text]++
		case d.kind == nCall && d.kids[0].kind == nName:
			c.links.makes[d.kids[0].text]++
		}
	}
}

// link gives parameters their values, once all names are known.
func (c *pyNames) link() {
	for _, t := range c.links.turned {
		if !c.names.bound(t[0].text) {
			c.turn(t[1])
		}
	}
	c.pass()
	c.pool()
	for _, n := range c.links.run { // which only reads its words
		if c.member(n.kids[0], "subprocess", "run call check_call check_output Popen") || n.kids[0].text == "parse_args" && c.makes(n.kids[0].kids[0], "argparse", "ArgumentParser") {
			c.turn(n.kids[1])
		}
	}
	defer c.grow()
	defer c.follows()
	c.links.flows = make(map[*node]bool)
	c.links.results = make(map[string]*binding[pyValue])
	c.links.yields = make(map[string]bool)
	makers := c.makers()
	for _, def := range c.links.defs {
		b, calls := c.names.of(def.text), c.links.calls[def.text]
		given := make([][]*node, len(calls))
		wraps := c.links.decorates[def.text] + makers[def]
		maps := c.links.maps[def.text]
		known := len(b.sites) == 1 && b.loads == len(calls)+wraps+len(maps) && b.loads > 0 && !c.links.loose[def] && (len(maps) == 0 || takesOne(def))
		for i, call := range calls {
			var ok bool
			if given[i], ok = handed(def, call); !ok {
				known = false
			}
		}
		if known && len(maps) > 0 {
			for _, over := range maps {
				c.bind(def.kids[0].kids[0].text, site[pyValue]{how: byItem, node: over})
			}
		}
		if len(maps) > 0 || wraps > 0 {
			calls = nil
		}
		c.parameters(def, given, known, calls)
		if p := def.kids[0].kids; known && wraps > 0 && len(p) > 0 && p[0].text != "" && len(p[0].kids) == 2 { // what it stands before
			if len(given) == 0 && len(maps) == 0 {
				c.names.of(p[0].text).sites = nil
			}
			c.bind(p[0].text, site[pyValue]{how: byDef})
		}
		if known && !def.sure {
			c.result(def)
		}
	}
}

// grow makes what is put into a container one of its elements, where nothing else
// can change it: nobody else has it.
func (c *pyNames) grow() {
	c.lend()
	count := make(map[string]int)
	c.adds(count)
	for _, p := range c.links.poured {
		count[p[0].text]++
	}
	for _, g := range c.links.grown {
		count[g[0].text]++
	}
	for _, g := range c.links.grown {
		if b := c.names.of(g[0].text); b.kin == nil && len(b.sites) > 0 && b.loads == b.turns+count[g[0].text] && c.madeHere(b) {
			c.bind(g[0].text, site[pyValue]{how: byGrown, node: g[1]})
		}
	}
	for _, p := range append(c.links.poured[:len(c.links.poured):len(c.links.poured)], c.links.added...) {
		if b := c.names.of(p[0].text); b.kin == nil && len(b.sites) > 0 && b.loads == b.turns+count[p[0].text] && c.madeHere(b) {
			c.bind(p[0].text, site[pyValue]{how: byPoured, node: p[1]})
		}
	}
	c.keys()
	for name, n := range count {
		if b := c.names.of(name); b.kin == nil && len(b.sites) > 0 && b.loads == b.turns+n && c.madeHere(b) {
			b.turns += n
		}
	}
}

// keys notes which keys a dictionary has that begins empty, and into which elements are put
// by their keys alone.
func (c *pyNames) keys() {
	keys := make(map[string]*node)
	for _, k := range c.links.keyed {
		if keys[k[0].text] == nil {
			keys[k[0].text] = &node{kind: nTuple, at: k[1].at}
		}
		keys[k[0].text].kids = append(keys[k[0].text].kids, k[1])
	}
	for name, list := range keys {
		b := c.names.of(name)
		if b.kin != nil || len(b.sites) != 1 || b.sites[0].how != byValue || !c.emptyDict(b.sites[0].node) || b.loads != b.turns+len(list.kids) {
			continue
		}
		b.sites[0] = site[pyValue]{how: byKeyed, node: list}
		b.turns += len(list.kids)
	}
}

// emptyDict reports whether an expression is {} or dict().
func (c *pyNames) emptyDict(n *node) bool {
	return n != nil && (n.kind == nDict && len(n.kids) == 0 || n.kind == nCall && len(n.kids) == 1 && n.kids[0].kind == nName && n.kids[0].text == "dict" && !c.names.bound("dict"))
}

// madeHere reports whether all that a name ever is are containers that are made there.
func (c *pyNames) madeHere(b *binding[pyValue]) bool {
	for _, s := range b.sites {
		if s.how != byGrown && s.how != byPoured && (s.how != byValue || !c.makesList(s.node)) {
			return false
		}
	}
	return true
}

// lend notes that a name is only gone through where it is handed to a function that
// only goes through it. Two rounds are what programs need.
func (c *pyNames) lend() {
	done := make(map[*node]bool)
	for range 2 {
		for _, l := range c.links.lent {
			if b := c.names.of(l.name); !done[l.value] && l.value.kind == nName && b.loads == b.turns {
				done[l.value] = true
				c.turn(l.value)
			}
		}
	}
}

// makers are functions that another one defines and returns, which is called for nothing
// but to decorate: how often each is returned.
func (c *pyNames) makers() map[*node]int {
	out := make(map[*node]int)
	for _, def := range c.links.defs {
		uses := c.links.makes[def.text]
		if b := c.names.of(def.text); uses == 0 || b.loads != uses || len(b.sites) != 1 || c.links.loose[def] {
			continue
		}
		for _, inner := range def.kids[1].kids {
			if inner.kind != nDef {
				continue
			}
			var returns, yields []*node
			outcomes(def.kids[1], &returns, &yields)
			for _, r := range returns {
				if len(r.kids) == 1 && r.kids[0].kind == nName && r.kids[0].text == inner.text {
					out[inner]++
				}
			}
		}
	}
	return out
}

// parameters binds the parameters of a function, which the calls hand over; no calls: it is
// called otherwise, too.
func (c *pyNames) parameters(def *node, given [][]*node, known bool, calls []*node) {
	for i, p := range def.kids[0].kids {
		if p.text == "" {
			continue
		}
		several := len(p.kids) > 2 && p.kids[2].text != "named"
		if known && several && p.kids[2].text == "*" && len(calls) > 0 {
			for _, call := range calls {
				c.bind(p.text, site[pyValue]{how: byValue, node: restOf(def, call)})
			}
			continue
		}
		if !known || several {
			c.bind(p.text, site[pyValue]{})
			continue
		}
		before := len(c.names.of(p.text).sites)
		for _, args := range given {
			value := args[i]
			if value == nil {
				value = p.kids[0]
			}
			if value != nil {
				c.links.flows[value] = true
				c.links.lent = append(c.links.lent, pyLent{p.text, value})
				c.bind(p.text, site[pyValue]{how: byValue, node: value})
			}
		}
		if b := c.names.of(p.text); len(b.sites) > before { // first of all that it is
			b.sites = append(b.sites[before:len(b.sites):len(b.sites)], b.sites[:before]...)
		}
		if !c.names.bound(p.text) {
			c.bind(p.text, site[pyValue]{})
		}
	}
}

// result finds what a function gives back: a value for each return, or what it yields.
func (c *pyNames) result(def *node) {
	var returns, yields []*node
	outcomes(def.kids[1], &returns, &yields)
	b := &binding[pyValue]{}
	for _, y := range yields {
		y.sure = true
		switch {
		case y.text == "from":
			b.sites = append(b.sites, site[pyValue]{how: byItem, node: y.kids[0]})
		case len(y.kids) > 0:
			b.sites = append(b.sites, site[pyValue]{how: byValue, node: y.kids[0]})
		}
	}
	if len(yields) > 0 {
		c.links.yields[def.text] = true
		c.links.results[def.text] = b
		return
	}
	nothing := !closes(def.kids[1])
	for _, r := range returns {
		r.sure = true
		if len(r.kids) > 0 {
			if name := r.kids[0]; name.kind == nName && ownOf(def, name.text) {
				c.turn(name)
			}
			b.sites = append(b.sites, site[pyValue]{how: byValue, node: r.kids[0]})
		} else {
			nothing = true
		}
	}
	if nothing {
		b.sites = append(b.sites, site[pyValue]{how: byNone})
	}
	c.links.results[def.text] = b
}

// outcomes finds the returns and yields of a function, without those of functions
// within.
func outcomes(n *node, returns, yields *[]*node) {
	if n == nil {
		return
	}
	switch n.kind {
	case nDef, nLambda, nClass:
		return
	case nReturn:
		*returns = append(*returns, n)
	case nYield:
		*yields = append(*yields, n)
	}
	for _, kid := range n.kids {
		outcomes(kid, returns, yields)
	}
}

// closes reports whether a block never ends but by a return or an exception.
func closes(n *node) bool {
	if n == nil {
		return false
	}
	switch n.kind {
	case nReturn:
		return true
	case nRaise:
		return n.text == "raise"
	case nBlock, nWith: // but what a manager swallows ends it
		return n.kind == nBlock && len(n.kids) > 0 && closes(n.kids[len(n.kids)-1])
	case nIf:
		return closes(n.kids[1]) && closes(n.kids[2])
	}
	return false
}

// gives is what a call of a function of the program gives back.
func (j *pyJudge) gives(n *node) pyValue {
	if n.kids[0].kind != nName {
		return pyValue{}
	}
	if j.instance(n.kids[0].text) {
		return pyValue{what: pyInstance, name: n.kids[0].text}
	}
	return j.outcome(n.kids[0].text)
}

// outcome is what a function that is followed gives back.
func (j *pyJudge) outcome(name string) pyValue {
	b := j.links.results[name]
	if b == nil {
		return pyValue{}
	}
	v := j.bound(b)
	if !j.links.yields[name] {
		return v
	}
	switch v.what {
	case pyPath:
		return pyValue{what: pyPaths, items: v.texts}
	case pyPlain:
		return pyValue{items: v.texts}
	}
	return j.accept(v)
}
