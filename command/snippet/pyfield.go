package snippet

import (
	"maps"
	"slices"
)

// Attributes of the program's own objects as variables (see pyfollow.go), and what a call of
// one of their methods gives.

// pyObjects sees whether all elements of a container are objects of the program.
type pyObjects struct {
	value pyValue
	all   bool
	other bool
}

// add takes in one element.
func (o *pyObjects) add(v pyValue) {
	switch {
	case v.what != pyInstance || o.other:
		o.all, o.other = false, true
	case !o.all:
		o.value, o.all = v, true
	default:
		o.value, _ = either(o.value, v)
	}
}

// attribute notes what is stored under the name of an attribute.
func (c *pyNames) attribute(name string, s site[pyValue]) {
	if c.soft != nil {
		c.attrs.bind(name, s)
	}
}

// follows binds the parameters of methods that are followed, and the fields of objects that
// are made from their values.
func (c *pyNames) follows() {
	if c.soft == nil {
		return
	}
	for _, m := range c.soft.followed {
		given, known := givenTo(m.def, m.calls)
		if b := c.names.of(m.class); len(b.sites) != 1 {
			known = false
		}
		c.parameters(m.def, given, known && len(m.calls) > 0, m.calls)
		if known && !m.def.sure && m.def.text != ".__init__" {
			c.result(m.def)
		}
	}
	for _, class := range slices.Sorted(maps.Keys(c.soft.classes)) {
		if info := c.soft.classes[class]; c.soft.fielded(info) {
			c.fieldValues(class, info)
		}
	}
}

// givenTo is what calls hand over.
func givenTo(def *node, calls []*node) (given [][]*node, known bool) {
	known = true
	for _, call := range calls {
		args, ok := handed(def, call)
		known = known && ok
		given = append(given, args)
	}
	return given, known
}

// fieldValues gives the fields of a dataclass their values.
func (c *pyNames) fieldValues(class string, info *pyClassInfo) {
	params, ok := c.soft.fieldsOf(info, 0)
	def := &node{kind: nDef, text: ".__init__", kids: []*node{{kind: nParams, kids: params}, {kind: nBlock}}}
	given, known := givenTo(def, c.soft.makes[class])
	known = known && ok && c.soft.certain[class] && c.replaces == 0 && len(c.names.of(class).sites) == 1
	for _, a := range info.node.kids[1].kids {
		if a.kind == nAssign && a.kids[1].kind == nName && !known {
			c.attribute(a.kids[1].text, site[pyValue]{})
		}
	}
	if !known {
		return
	}
	for i, p := range params {
		for _, args := range given {
			value := args[i]
			if value == nil {
				value = p.kids[0]
			}
			if value != nil {
				c.attribute(p.text, site[pyValue]{how: byValue, node: value})
			}
		}
	}
}

// keeps is the value of an attribute. All that is stored was taken for data where it was, so
// that what cannot be told apart is data, too.
func (j *pyJudge) keeps(b *binding[pyValue]) pyValue {
	if v, known := b.enter(); known {
		return v
	}
	defer b.leave()
	var v pyValue
	for i, s := range b.sites {
		one := j.site(s)
		if i == 0 {
			v = one
			continue
		}
		var ok bool
		if v, ok = either(v, one); !ok {
			v = pyValue{}
			break
		}
	}
	if !v.fixed && b.loads != b.turns {
		v.items, v.rows, v.elem, v.vals, v.hollow = nil, nil, nil, nil, false
	}
	if b.again {
		v = pyValue{}
	}
	b.value, b.done = v, true
	return v
}

// ownAttr is an attribute of an object of the program.
func (j *pyJudge) ownAttr(base pyValue, name string) pyValue {
	if !j.mine(base, name) {
		return j.fail()
	}
	b := j.attrs[name]
	if b == nil || len(b.sites) == 0 || !j.fields[name] || !j.soft.kept(base.name) {
		return pyValue{}
	}
	v := j.keeps(b)
	switch v.what {
	case pyPlain, pyPath, pyPaths, pyObject, pyInstance, pyOwn:
		return v
	}
	return j.accept(v)
}

// kept reports whether nothing but the program stores attributes in objects of a class.
func (s *pySoft) kept(class string) bool {
	if s.owns { // the project's code may get hold of it
		return false
	}
	if class == "" {
		for _, info := range s.classes {
			if !s.rooted(info) {
				return false
			}
		}
		return true
	}
	info := s.classes[class]
	return info != nil && s.rooted(info)
}

// ownMethod calls a method of an object of the program.
func (j *pyJudge) ownMethod(base pyValue, n *node) pyValue {
	name := n.kids[0].text
	if !j.mine(base, name) {
		return j.fail()
	}
	if base.name == "" || !j.soft.byName["."+name] || !j.soft.defines(base.name, name, 0) {
		j.arguments(n)
		return j.givesBack(name)
	}
	for _, a := range n.kids[1:] {
		if a.kind == nArg {
			a = a.kids[0]
		}
		if j.links.flows[a] {
			j.eval(a)
		} else {
			j.plain(a)
		}
	}
	return j.outcome("." + name)
}

// givesBack is what a method gives that perhaps is the one that is followed.
func (j *pyJudge) givesBack(name string) pyValue {
	if j.soft != nil && j.soft.byName["."+name] {
		j.accept(j.outcome("." + name))
	}
	return pyValue{}
}
