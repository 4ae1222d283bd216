package snippet

import "strings"

// Objects of the program's own classes are plain data like any other. What they
// have beyond that are the attributes that the program gives them. These names
// are known, and so they may be asked of anything that is plain data, since
// nobody follows which value is such an object. None of them may mean something
// on other data that leads out of it, and a program that has objects of
// libraries, tasks, answers of servers or signatures, whose attributes may lead
// anywhere, has no classes.

// classRest reads a class: its bases, and keywords as nArg.
func (p *pyParser) classRest() *node {
	name := p.name()
	bases := p.node(nTuple, "")
	if p.take("(") {
		for !p.failed && !p.peek(")") {
			if p.peekNext("=") {
				option := p.name()
				p.need("=")
				bases.kids = append(bases.kids, p.node(nArg, option, p.expr()))
			} else {
				bases.kids = append(bases.kids, p.expr())
			}
			if !p.take(",") {
				break
			}
		}
		p.need(")")
	}
	return p.node(nClass, name, bases, p.suite())
}

// decorated reads decorators and what they stand before. What stands behind @ is any
// expression since Python 3.9, a name with members and a call before.
func (p *pyParser) decorated() *node {
	n := p.node(nDecor, "")
	for p.take("@") {
		n.kids = append(n.kids, p.expr())
		if !p.takeKind(pyNewline) {
			return p.fail()
		}
	}
	if !p.peek("def") && !p.peek("class") && !p.peek("async") {
		return p.fail()
	}
	s := p.compound()
	if s == nil {
		return p.fail()
	}
	n.kids = append(n.kids, s)
	return n
}

// field notes an attribute that the program gives to objects. Names that begin so
// belong to frames, code objects and generators, by which a program gets at what others
// hold.
func (c *pyNames) field(name string) {
	for _, hazard := range [...]string{"__", "gi_", "cr_", "ag_", "f_", "tb_", "co_", "func_", "im_"} {
		if strings.HasPrefix(name, hazard) {
			c.failed = true
		}
	}
	if c.soft == nil && pyEverywhere(name) {
		c.failed = true
	}
	c.fields[name] = true
}

// pyEverywhere lists methods of plain data that do not only compute. An object of the
// program with such a method would make the judge take another one for it.
func pyEverywhere(name string) bool {
	return listWords("format format_map encode decode reconfigure mro detach fileno with_traceback query", name)
}

// class binds the name of a class and those that its body makes attributes.
// Methods are bound as something that is never called by its bare name.
//
// Long: one case a kind of statement.
func (c *pyNames) class(n *node) {
	c.classy = true
	own := site[pyValue]{how: byDef}
	if name := spelled(n.text); strings.HasSuffix(name, "Error") && !listWords(pyErrors, name) {
		c.names.bind(n.text, own) // none that is built in
	} else {
		c.bind(n.text, own)
	}
	c.walk(n.kids[0])
	for _, base := range n.kids[0].kids {
		c.inherits(base)
	}
	for _, s := range n.kids[1].kids {
		def := s
		c.selfOf(n, s)
		if s.kind == nDecor {
			c.decorators(s.kids[:len(s.kids)-1])
			for _, d := range s.kids[:len(s.kids)-1] {
				c.walk(d)
				if last := s.kids[len(s.kids)-1]; d.kind == nName && d.text == "classmethod" && last.kind == nDef && len(last.kids[0].kids) > 0 && spelled(last.kids[0].kids[0].text) == "cls" {
					last.kids[0].kids[0].sure = true
				}
			}
			def = s.kids[len(s.kids)-1]
		}
		switch def.kind {
		case nDef:
			if !pySpecial(def.text) {
				c.field(def.text)
			}
			c.looksUp = c.looksUp || listWords("__getitem__ __missing__ __contains__ __class_getitem__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ get", spelled(def.text))
			switch {
			case pySpecial(def.text), spelled(def.text) == "filter": // which gives plain data as well
			case c.soft != nil && pyReserved(def.text):
				c.failed = c.failed || handsOn(&node{kind: nBlock, kids: n.kids[1].kids}, map[string]bool{def.text: true})
			default:
				c.bind(def.text, site[pyValue]{})
			}
			c.attribute(def.text, site[pyValue]{})
			c.method(def)
		case nClass:
			c.attribute(def.text, site[pyValue]{})
			c.field(def.text)
			c.class(def)
		case nAssign:
			if aliases(def) {
				break
			}
			if t := def.kids[1]; t.kind == nName && (listWords("__slots__ __match_args__ __hash__", t.text) || c.soft != nil && listWords("__tablename__ __abstract__ __test__", t.text) && (def.kids[0].kind == nText || def.kids[0].kind == nConst)) && len(def.kids) == 2 && def.kids[0] != nil {
				break
			}
			for _, t := range def.kids[1:] {
				if t.kind == nName {
					c.field(t.text)
				}
				if t.kind == nName && def.kids[0] != nil {
					c.attribute(t.text, site[pyValue]{how: byValue, node: def.kids[0]})
				}
			}
			if def.kids[0] == nil { // x: int
				for _, t := range def.kids[1:] {
					if t.kind == nName {
						c.bind(t.text, site[pyValue]{})
					}
				}
			}
			c.walk(def)
		case nExpr, nPass:
			c.walk(def)
		default:
			c.failed = true
		}
	}
}

// aliases reports whether a statement gives a special method another such name:
// __rmul__ = __mul__.
func aliases(s *node) bool {
	return s.kind == nAssign && len(s.kids) == 2 && s.kids[0] != nil && s.kids[0].kind == nName && s.kids[1].kind == nName && pyArithmetic(s.kids[0].text) && pyArithmetic(s.kids[1].text)
}

// pyArithmetic lists special methods of operators.
func pyArithmetic(name string) bool {
	return listWords("__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ __rtruediv__ __and__ __rand__ __or__ __ror__ __xor__ __rxor__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __str__ __repr__", name)
}

// method goes through a method. The parameters of one that is followed are bound when all
// calls are known.
func (c *pyNames) method(def *node) {
	if c.soft == nil || c.soft.followed[def] == nil {
		for _, kid := range def.kids {
			c.walk(kid)
		}
		return
	}
	for i, p := range def.kids[0].kids {
		if i == 0 {
			c.walk(p)
			continue
		}
		c.walk(p.kids[0])
		c.walk(p.kids[1])
	}
	c.walk(def.kids[1])
}

// selfOf notes the first parameter of a method. A parameter of another kind, or one
// with a value of its own, may get anything.
func (c *pyNames) selfOf(class, s *node) {
	wraps := &node{}
	if s.kind == nDecor {
		wraps.kids, s = s.kids[:len(s.kids)-1], s.kids[len(s.kids)-1]
	}
	if c.soft == nil || s.kind != nDef || selfless(wraps.kids) {
		return
	}
	params := s.kids[0].kids
	if len(params) == 0 || params[0].text == "" || len(params[0].kids) != 2 || params[0].kids[0] != nil {
		return
	}
	if c.selves == nil {
		c.selves = make(map[*node]site[pyValue])
	}
	c.selves[params[0]] = site[pyValue]{how: bySelf, node: wraps, module: class.text}
}

// confusing reports whether an attribute of the program's classes is one that
// the project's own objects are not asked for.
func (j *pyJudge) confusing() bool {
	for name := range j.fields {
		if name[0] != '_' && (pyHidden(name) || pyReaches(name) || pyCommands(name)) {
			return true
		}
	}
	return false
}

// misleads reports whether an attribute of the program's classes is a method of
// a path that touches a file: nobody follows which value is a path.
func (j *pyJudge) misleads() bool {
	for name := range j.fields {
		if listWords("open read_text read_bytes write_text write_bytes touch unlink rename replace rmdir mkdir chmod lchmod symlink_to hardlink_to link_to copy copy_into move move_into iterdir glob rglob", name) {
			return true
		}
	}
	return false
}

// pySpecial lists the methods that Python calls by itself and that hand over
// and take nothing but plain data.
func pySpecial(name string) bool {
	return listWords(`__init__ __repr__ __str__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __len__ __iter__ __next__ __getitem__ __setitem__ __delitem__ __contains__ __call__ __enter__
		__exit__ __post_init__ __add__ __sub__ __mul__ __truediv__ __floordiv__ __mod__ __neg__ __abs__ __bool__ __radd__ __rmul__ __iadd__ __int__ __float__ __matmul__
		__aenter__ __aexit__ __aiter__ __anext__ __reversed__ __index__ __and__ __or__ __xor__ __invert__ __pos__ __rsub__ __rtruediv__ __pow__ __lshift__ __rshift__ __isub__ __imul__ __ior__
		__iand__ __missing__ __new__ __round__ __floor__ __ceil__ __divmod__`, name)
}

// class judges a class: bases that are the program's own or known to be harmless, and a
// body of definitions. The body of a class runs at once, where it stands.
func (j *pyJudge) class(n *node) {
	j.classy = true
	for _, b := range n.kids[0].kids {
		j.derives(b, n)
	}
	for _, s := range n.kids[1].kids { // what has a name there is an attribute
		switch {
		case aliases(s):
			continue
		case s.kind == nAssign && s.kids[0] != nil, s.kind == nExpr:
			j.plain(s.kids[0])
		}
		j.statement(s)
	}
}

// decorator judges what stands behind @. It gets the function and may call it, or give
// back another one, so it has to be one of the program or of those that are listed.
func (j *pyJudge) decorator(n *node) {
	fn := n
	if n.kind == nCall {
		fn = n.kids[0]
	}
	b := j.names[fn.text]
	switch {
	case n.kind == nName && listWords("property staticmethod classmethod", n.text) && (b == nil || len(b.sites) == 0):
		return
	case n.kind == nAttr && n.text == "setter" && n.kids[0].kind == nName && j.fields[n.kids[0].text]:
		return
	case fn.kind != nName && fn.kind != nAttr:
		j.failed = true
		return
	}
	v := j.eval(fn)
	switch {
	case j.soft != nil && (v.what == pyOwn || v.what == pyPlain || v.what == pyInstance || v.what == pyObject && pyDefines(v.name) || v.what == pyForeign && pyComputesInLibrary(v.name)): // whatever it gives, it is called as any function is
		j.plain(n)
		return
	case v.what == pyOwn && n.kind == nName && b != nil && len(b.sites) == 1: // a function of the program
	case v.what == pyOwn && n.kind == nCall && fn.kind == nName && b != nil && len(b.sites) == 1: // one that makes it
		j.plain(n)
		return
	case v.what == pyFunc && v.name == "patch" && n.kind == nCall:
		j.eval(n)
		return
	case v.what != pyFunc || v.name != "decorator":
		j.failed = true
		return
	}
	if n.kind == nCall {
		j.arguments(n)
	}
}

// stored judges an attribute that gets a value: of an object of the program, of one of
// the project's, or a listed one of a library. To change an attribute of a module or of
// a class of a library changes what others call, also code that was judged.
func (j *pyJudge) stored(t *node) {
	base := j.eval(t.kids[0])
	switch {
	case base.what == pyModule && base.name == "sys" && t.text == "argv" && j.retells(t):
		j.handed = true
	case j.heir && (pyCommands(t.text) || pyReaches(t.text)):
		j.failed = true
	case base.what == pyInstance:
		j.classy = true
	case j.soft != nil && base.what == pyObject && pyHarmless(base.name) && !pyWild(base.name, t.text):
	case base.what == pyObject && pyDefines(base.name) && j.soft != nil && (listWords("title description version openapi_tags", t.text) || base.name == "openpyxl" && listWords("value font fill alignment border number_format width height freeze_panes style hidden outline_level protection comment hyperlink title legend x_axis y_axis varyColors sheet_state zoomScale orientation print_area auto_filter ref bold italic color size name number_format majorGridlines smooth grouping overlap shape type tabColor fitToWidth fitToHeight fitToPage", t.text)):
	case base.what == pyObject && base.name == "sqlite3" && t.text == "row_factory", base.what == pyObject && base.name == "logger" && listWords("propagate disabled", t.text):
	case base.what == pyObject && base.name == "" && !pyHidden(t.text):
		j.handed = true
	case base.what == pyPlain && listWords("uid gid uname gname mtime", t.text): // of a member of an archive
	case base.what == pyPlain, base.what == pyOwn && j.classy: // its attributes are those of an object of the program
		j.classy = true
		if j.soft != nil {
			j.soft.stores = true
			j.handed = j.handed || j.soft.owns // it may be one of the project's
		}
	default:
		j.failed = true
	}
}
