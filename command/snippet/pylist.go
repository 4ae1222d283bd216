package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Lists that are put together: a + b, a += b, a.extend(b), max(a), filter(f, a). What is
// in them is known where nobody else can put something in, as with append (pylink.go).

// gathersMore notes containers that get all that is in another one, and what else only goes
// through containers.
func (c *pyNames) gathersMore(n *node) {
	fn := n.kids[0]
	switch {
	case fn.kind == nName && listWords("sorted filter map max min", fn.text):
		c.elementsFor(fn.text, n)
	case fn.kind != nAttr:
	case fn.text == "extend" && fn.kids[0].kind == nName && len(n.kids) == 2 && n.kids[1].kind != nStar && n.kids[1].kind != nArg:
		c.links.poured = append(c.links.poured, [2]*node{fn.kids[0], n.kids[1]})
		c.links.passed = append(c.links.passed, n.kids[1])
	case listWords("sort reverse pop popleft remove discard clear index count", fn.text):
		c.links.taken = append(c.links.taken, fn.kids[0])
		if fn.text == "sort" {
			c.elementsOf("", n, fn.kids[0])
		}
	case listWords("join writelines extend", fn.text) && len(n.kids) == 2:
		c.links.passed = append(c.links.passed, n.kids[1])
	}
}

// alias notes that what gets the value of a target has another name as well.
func (c *pyNames) alias(t *node) {
	switch t.kind {
	case nName:
		c.names.of(t.text).loads++
	case nAttr:
		if c.soft != nil {
			c.attrs.of(t.text).loads++
		}
	case nTuple, nList, nStar:
		for _, kid := range t.kids {
			c.alias(kid)
		}
	}
}

// elementsFor notes a lambda that a builtin calls with each element of what it gets.
func (c *pyNames) elementsFor(name string, n *node) {
	switch {
	case len(n.kids) < 3 || n.kids[1].kind == nStar || n.kids[2].kind == nStar:
	case (name == "filter" || name == "map") && len(n.kids) == 3 && n.kids[2].kind != nArg:
		c.each(name, n.kids[1], n.kids[2])
	case (name == "sorted" || name == "max" || name == "min") && n.kids[2].kind == nArg:
		c.elementsOf(name, n, n.kids[1])
	}
}

// elementsOf notes the lambda of a key.
func (c *pyNames) elementsOf(name string, n, over *node) {
	for _, a := range n.kids[1:] {
		if a.kind == nArg && a.text == "key" {
			c.each(name, a.kids[0], over)
		}
	}
}

// each notes that a lambda gets the elements of a value and nothing else: it stands where it
// is called, and has one parameter.
func (c *pyNames) each(name string, lambda, over *node) {
	if lambda.kind != nLambda || len(lambda.kids[0].kids) != 1 {
		return
	}
	p := lambda.kids[0].kids[0]
	if p.text == "" || len(p.kids) != 2 || p.kids[0] != nil {
		return
	}
	if c.links.over == nil {
		c.links.over = make(map[*node]pyLent)
	}
	c.links.over[p] = pyLent{name, over}
}

// pass settles what only goes through containers, once all names are known. Objects of the
// program could be asked to add themselves to a list.
func (c *pyNames) pass() {
	for p, l := range c.links.over {
		if l.name == "" && c.fields["sort"] || l.name != "" && c.names.bound(l.name) {
			c.bind(p.text, site[pyValue]{})
		} else {
			c.bind(p.text, site[pyValue]{how: byItem, node: l.value})
		}
	}
	for _, n := range c.links.taken { // of what certainly is a list, it is the list's own
		if n.kind == nName && (!c.classy || c.madeHere(c.names.of(n.text)) && len(c.names.of(n.text).sites) > 0) {
			c.turn(n)
		}
	}
	for _, n := range c.links.passed {
		if n.kind == nName && !c.classy {
			c.turn(n)
		}
	}
}

// makesList reports whether an expression gives a list that nobody else has, if it gives one
// of which anything is known.
func (c *pyNames) makesList(n *node) bool {
	if n == nil {
		return false
	}
	switch n.kind {
	case nList, nSet, nComp:
		return true
	case nBinary:
		return n.text == "+" && !c.classy
	case nBool:
		return c.makesList(n.kids[0]) && c.makesList(n.kids[1])
	case nChoice:
		return c.makesList(n.kids[1]) && c.makesList(n.kids[2])
	case nIndex:
		return n.kids[1].kind == nSlice && !c.classy
	case nCall:
		fn := n.kids[0]
		if fn.kind == nName {
			return listWords("sorted list set", fn.text) && !c.names.bound(fn.text) || c.deque(fn)
		}
		return fn.kind == nAttr && listWords("glob listdir split rsplit splitlines findall", fn.text) && !c.fields[fn.text]
	}
	return false
}

// deque reports whether a name is that of the queue of module collections.
func (c *pyNames) deque(fn *node) bool {
	b := c.names[fn.text]
	return b != nil && len(b.sites) == 1 && b.sites[0].how == byFrom && b.sites[0].module == "collections" && b.sites[0].member == "deque"
}

// poured is what a container gets by += or extend: what the other one has.
func (j *pyJudge) poured(n *node) pyValue {
	v := j.eval(n)
	if v.what == pyPaths {
		v.fixed = false
		return v
	}
	j.accept(v)
	if v.hollow {
		return pyValue{hollow: true}
	}
	one := v.element()
	if one.what == pyPath {
		return pyValue{what: pyPaths, items: one.texts}
	}
	j.accept(one)
	return pyValue{items: one.texts, rows: one.parts, src: one.src}
}

// listed reports whether a value certainly is a list of paths or of other texts, as far as
// anything is known of it.
func (v pyValue) listed() bool {
	return v.what == pyPaths || v.what == pyPlain && len(v.texts) == 0 && v.vals == nil && v.sort == sortAny && (len(v.items) > 0 || v.hollow)
}

// both is a list behind another one.
func both(x, y pyValue) (pyValue, bool) {
	if !x.listed() || !y.listed() {
		return pyValue{}, false
	}
	x.fixed, y.fixed, x.parts, y.parts = x.fixed && y.fixed, x.fixed && y.fixed, nil, nil
	out, ok := either(x, y)
	if !ok || x.what != y.what && !x.hollow && !y.hollow {
		return pyValue{}, ok
	}
	out.parts = nil
	return out, true
}

// passes is what a function gives that hands on elements of what it gets.
func (j *pyJudge) passes(name string, n *node, v pyValue) pyValue {
	for _, a := range n.kids[1:] {
		if a.kind == nStar {
			return v
		}
	}
	switch name {
	case "max", "min", "next":
		if len(n.kids) < 2 || n.kids[1].kind == nArg {
			return v
		}
		out := j.eval(n.kids[1]).element()
		for _, a := range n.kids[2:] {
			switch {
			case a.kind == nArg && a.text == "key":
				continue
			case a.kind == nArg:
				a = a.kids[0]
			case name != "next": // the largest of its arguments
				return v
			}
			var ok bool
			if out, ok = either(out, j.eval(a)); !ok {
				return v
			}
		}
		return out
	case "filter":
		if len(n.kids) == 3 {
			return j.handsOn(n.kids[2])
		}
	case "itertools.chain":
		out := pyValue{hollow: true}
		for _, a := range n.kids[1:] {
			ok := false
			if out, ok = both(out, j.handsOn(a)); !ok {
				return v
			}
		}
		return out
	}
	return v
}

// handsOn is a container with the same elements.
func (j *pyJudge) handsOn(n *node) pyValue {
	v := j.eval(n)
	if v.what != pyPaths && v.what != pyPlain || len(v.texts) > 0 {
		return pyValue{}
	}
	return j.within(pyValue{what: v.what, items: v.items, rows: v.rows, elem: v.elem, src: v.src})
}

// keyed judges the function by which elements are ordered; false: it is no function that
// looks at files.
func (j *pyJudge) keyed(a *node, over pyValue) bool {
	if a.kind != nArg || a.text != "key" || a.kids[0].kind != nAttr && a.kids[0].kind != nName {
		return false
	}
	if v := j.eval(a.kids[0]); v.what != pyFunc || v.name != "look" {
		return false
	}
	if one := over.element(); len(one.texts) > 0 {
		j.touch(pipeline.KindRead, one.texts, true, false)
	}
	return true
}

// inLibrary is the part of a name behind that of its library.
func inLibrary(name string) string {
	_, rest, _ := strings.Cut(name, ".")
	return rest
}

// switched reports whether an expression is True or False.
func switched(n *node) bool {
	return n != nil && n.kind == nConst && (n.text == "True" || n.text == "False")
}

// tunes reports whether a number or a switch is stored in something of a library that
// computes: mp.dps = 40.
func (j *pyJudge) tunes(base pyValue, t, value *node) bool {
	library, _, dotted := strings.Cut(base.name, ".")
	if j.soft != nil && base.what == pyForeign && (base.name == "settings" || base.name == "celery.current_app.conf") && !pyHidden(t.text) && switched(value) { // of Django, as long as the program runs
		j.handed = true
		return true
	}
	if j.soft != nil && base.what == pyForeign && dotted && !pyThird(base.name) && !pyBorrowed(base.name) && !pyHidden(t.text) && (j.eval(value).numeric() || switched(value)) { // of the project's own
		j.handed = true
		return true
	}
	if j.soft == nil || base.what != pyForeign || !dotted || !pyHarmless(library) || pyInner(t.text) || value == nil {
		return false
	}
	for part := range strings.SplitSeq(inLibrary(base.name)+"."+t.text, ".") {
		if pyWild(library, part) {
			return false
		}
	}
	return value.kind == nConst || j.eval(value).numeric()
}

// adds settles x += y: what x gets is known where x is a list that is made here, and else it
// is something else from then on. How often it stands there is counted.
func (c *pyNames) adds(count map[string]int) {
	made := make(map[string]bool)
	for _, a := range c.links.added {
		name := a[0].text
		if _, ok := made[name]; !ok {
			b := c.names.of(name)
			made[name] = len(b.sites) > 0 && c.madeHere(b)
		}
	}
	for _, a := range c.links.added {
		if name := a[0].text; made[name] {
			count[name]++
		} else {
			c.bind(name, site[pyValue]{member: stays})
		}
	}
}

// ownOf reports whether a name is a variable of a function that is nothing to anybody once the
// function has returned: what is done to what it gives back changes nothing here. What goes
// through it later (a generator, filter) would see that.
func ownOf(def *node, name string) bool {
	for _, p := range def.kids[0].kids {
		if p.text == name {
			return false
		}
	}
	all, eager, bound := uses(def.kids[1], name)
	return strings.Contains(name, scopeMark) && bound > 0 && all == eager
}

// uses counts where a name stands in a block: anywhere, where it is gone through there and
// then, and where it gets a value.
func uses(n *node, name string) (all, eager, bound int) {
	if n == nil {
		return 0, 0, 0
	}
	is := func(kid *node) bool { return kid != nil && kid.kind == nName && kid.text == name }
	switch n.kind {
	case nName:
		if n.text == name {
			all++
		}
	case nAssign:
		for _, t := range n.kids[1:] {
			if is(t) {
				eager, bound = eager+1, bound+1
			}
		}
	case nReturn, nAugment, nIf:
		if len(n.kids) > 0 && is(n.kids[0]) {
			eager++
		}
	case nFor:
		if is(n.kids[1]) {
			eager++
		}
	case nCall:
		fn := n.kids[0]
		if fn.kind == nAttr && is(fn.kids[0]) && listWords("append extend add sort reverse", fn.text) {
			eager++
		}
		for _, a := range n.kids[1:] {
			if is(a) && fn.kind == nName && listWords("sorted len print", fn.text) {
				eager++
			}
		}
	}
	for _, kid := range n.kids {
		a, e, b := uses(kid, name)
		all, eager, bound = all+a, eager+e, bound+b
	}
	return all, eager, bound
}
