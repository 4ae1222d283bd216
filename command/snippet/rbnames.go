package snippet

import "strings"

// rbNames finds the bindings of a program, and whether it changes values in
// place: texts of Ruby can be changed through any name that holds them.
type rbNames struct {
	names   bindings[rbValue]
	structs map[string]bool // classes of the program, and the names of their members
	members map[string]bool
	changed []*node // what a method that changes its object is called on
	stores  []*node // what is put into containers under some key; nil: anything
	weighed bool    // newOnes is known
	newOnes bool    // all of them are new
	refills bool    // containers are filled in other ways as well
	own     rbDefined
	certain certainty
	failed  bool
}

// rbTaken lists names that no variable and no function may have: what Ruby
// itself calls, or what a name would be without its variable.
func rbTaken(name string) bool {
	return rbFunction(name) || strings.HasPrefix(name, "_") && name != "_" || strings.HasPrefix(name, "to_") ||
		listWords(`abort alias_method allocate ancestors attr attr_accessor attr_reader attr_writer autoload begin binding call caller catch class class_eval class_exec clone close coerce
			const_get const_missing const_set constants define_method define_singleton_method display dup each end enum_for equal eval exception exec exit extend extended fail fork
			format freeze gem gets global_variables hash include included inherited initialize initialize_copy inspect instance_eval instance_exec instance_method iterator lambda load
			local_variables loop marshal_dump marshal_load method method_added method_missing methods module_eval module_exec module_function name new object_id open path prepend
			prepended print printf private proc protected public public_method public_send putc puts raise rand read readline readlines refine remove_method require require_relative
			respond_to_missing ruby2_keywords select send set_trace_func singleton_class singleton_method_added sleep spawn sprintf srand subclasses superclass syscall system tap taint
			test then throw trace_var trap undef_method untrace_var using warn write yield_self init_with encode_with json_create sub gsub chomp chop fork`, name)
}

// bind notes a place that binds a name, unless it is one that Ruby or the rules here
// give a meaning: $stdout may be put anywhere, String and its like are classes that
// listed methods belong to.
func (c *rbNames) bind(name string, s site[rbValue]) {
	switch {
	case name[0] == '$' && (name == "$stdin" || name == "$stdout" || name == "$stderr" || name != "$_" && (name[1] < 'a' || name[1] > 'z')):
		c.failed = true
	case name[0] >= 'A' && name[0] <= 'Z' && (strings.Contains(name, "::") || rbConstant(name) || rbPlainConstant(name) || listWords("ARGV ENV ARGF DATA IO Kernel ObjectSpace", name) || strings.ToUpper(name) != name || len(name) < 2):
		c.failed = true
	case s.how != byDef && rbUnbindable(name):
		c.failed = true
	}
	c.names.bind(name, s)
}

// rbUnbindable lists names that are no variables: where Ruby knew no variable
// of that name, they would do something.
func rbUnbindable(name string) bool {
	return rbFunction(name) && name != "p" && name != "sub" || listWords("fork exec system spawn syscall eval load open binding trap select caller gem exit abort autoload", name)
}

// target binds what stands on the left of =.
func (c *rbNames) target(t *node, s site[rbValue]) {
	switch t.kind {
	case nName:
		c.bind(t.text, s)
	case nList, nParams:
		for _, kid := range t.kids {
			c.target(kid, site[rbValue]{})
		}
	case nStar:
		c.target(t.kids[0], site[rbValue]{})
	case nParam:
		if t.kids[1] != nil {
			c.walk(t.kids[1])
			s = site[rbValue]{}
		}
		if t.text == "&" {
			s = site[rbValue]{member: "&"}
		}
		c.target(t.kids[0], s)
	case nIndex:
		c.walk(t)
		c.changed = append(c.changed, t.kids[0])
		c.stores = append(c.stores, s.node)
	case nAttr:
		c.walk(t)
	default:
		c.failed = true
	}
}

// walk goes through a tree.
//
// Long: one case a kind of node.
func (c *rbNames) walk(n *node) {
	if n == nil || c.failed {
		return
	}
	switch n.kind {
	case nName:
		c.names.of(n.text).loads++
		n.sure = n.text == "__dir__" || n.text[0] >= 'A' && n.text[0] <= 'Z' || c.certain.has(n.text) // without its value a constant ends the program
		return
	case nBlock:
		defer c.certain.within()()
		for _, kid := range n.kids {
			c.walk(kid)
			c.certain.ran(kid)
		}
		return
	case nAssign:
		if c.structured(n) {
			return
		}
		if t := n.kids[1]; t.kind == nName && t.text[0] >= 'A' && t.text[0] <= 'Z' && c.makes(n.kids[0]) {
			c.owns(t.text)
			return
		}
		c.walk(n.kids[0])
		c.target(n.kids[1], site[rbValue]{how: byValue, node: n.kids[0]})
		return
	case nAugment:
		put := &node{kind: nConst} // x[y] += z makes a new value
		if n.text == "||=" || n.text == "&&=" || n.text == "<<=" {
			put = n.kids[1]
		}
		c.target(n.kids[0], site[rbValue]{node: put})
		if n.text == "<<=" {
			c.changed = append(c.changed, n.kids[0])
		}
	case nFor:
		c.target(n.kids[0], site[rbValue]{how: byItem, node: n.kids[1]})
		c.walk(n.kids[1])
		defer c.certain.within(n.kids[0].text)()
		c.walk(n.kids[2])
		return
	case nClass:
		c.class(n)
		return
	case nCase:
		c.target(n.kids[0], site[rbValue]{})
		for _, kid := range n.kids[1:] {
			c.walk(kid)
		}
		return
	case nDef:
		switch {
		case n.sure:
			c.methods(n.text)
		case rbTaken(n.text):
			c.failed = true
		default:
			c.bind(n.text, site[rbValue]{how: byDef})
		}
		defer c.certain.apart()()
		c.target(n.kids[0], site[rbValue]{})
		c.walk(n.kids[1])
		return
	case nLambda:
		c.target(n.kids[0], site[rbValue]{})
		c.walk(n.kids[1])
		return
	case nHandler:
		if n.kids[1] != nil {
			c.bind(n.kids[1].text, site[rbValue]{})
		}
		c.walk(n.kids[2])
		return
	case nBinary:
		if n.text == "<<" {
			c.changed = append(c.changed, n.kids[0])
		}
	case nCall:
		c.call(n)
		return
	}
	for _, kid := range n.kids {
		c.walk(kid)
	}
}

// call binds the parameters of a block; the first one may be known.
func (c *rbNames) call(n *node) {
	fn, last := n.kids[0], n.kids[len(n.kids)-1]
	if fn.kind == nAttr && (fn.text == "store" || rbChanges(fn.text) && !rbRefines(fn.text)) {
		c.refills = true
	}
	if fn.kind == nAttr && rbChanges(fn.text) && (fn.kids[0].kind != nName || !rbConstant(fn.kids[0].text)) {
		c.changed = append(c.changed, fn.kids[0])
	}
	if fn.kind == nName && rbMacro(fn.text) {
		c.macro(fn.text, n)
	}
	if fn.kind != nName {
		c.walk(fn)
	} else if len(n.kids) > 1 || !rbFunction(fn.text) {
		c.names.of(fn.text).loads++
	}
	for _, a := range n.kids[1:] {
		if fn.kind == nAttr && listWords("inject reduce", fn.text) && a.text == "<<" || a.kind == nStar && a.text == "&" && (a.kids[0].text == "<<" || rbChanges(a.kids[0].text)) {
			c.changed = append(c.changed, a) // inject(:<<), each(&:chop!)
		}
		if a != last || a.kind != nLambda || a.text != "&" {
			c.walk(a)
			continue
		}
		for i, param := range a.kids[0].kids {
			s := site[rbValue]{}
			if i == 0 && param.text == "" && fn.kind == nAttr && (listWords(rbPassing, fn.text) || listWords("map flat_map filter_map to_h sum each_with_object find detect any? all? none? count min_by max_by group_by partition", fn.text)) {
				s = site[rbValue]{how: byItem, node: fn.kids[0]}
			}
			switch {
			case i == 0 && rbTable(n): // the table itself
				s = site[rbValue]{how: byValue, node: &node{kind: nDict}}
			case i == 1 && fn.kind == nAttr && fn.text == "each_with_object" && len(n.kids) == 3 && n.kids[1].kind != nName && n.kids[1].kind != nIndex && c.fresh(n.kids[1]):
				s = site[rbValue]{how: byValue, node: n.kids[1]}
			}
			if i == 0 && param.text == "" && fn.kind == nAttr && listWords("glob each_child", fn.text) && (fn.kids[0].kind != nName || listWords("Dir Pathname", fn.kids[0].text) || c.names.bound(fn.kids[0].text)) {
				s = site[rbValue]{how: byItem, node: n}
			}
			c.target(param, s)
		}
		c.body(a, fn.kind == nName && fn.text == "at_exit")
	}
}

// body walks through a block, whose first parameter has a value. BEGIN runs
// before all that stands before it.
func (c *rbNames) body(block *node, apart bool) {
	var names []string
	if params := block.kids[0].kids; len(params) > 0 && params[0].kids[0].kind == nName {
		names = append(names, params[0].kids[0].text)
	}
	if apart {
		defer c.certain.apart(names...)()
	} else {
		defer c.certain.within(names...)()
	}
	c.walk(block.kids[1])
}

// rbPassing lists methods that give back the elements that they got.
const rbPassing = "each each_with_index each_entry sort uniq reverse to_a select reject filter sort_by take drop shuffle compact freeze grep grep_v first last lazy"

// rbMaps reports whether a method of those gives back what its block does.
func rbMaps(name string, args []*node) bool {
	if name != "grep" && name != "grep_v" || len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return last.kind == nLambda || last.kind == nStar
}

// storesNew reports whether all that is put into containers under some key is new.
// It is found out once; while that lasts, it is not.
func (c *rbNames) storesNew() bool {
	if c.weighed {
		return c.newOnes
	}
	c.weighed = true
	ok := true
	for _, v := range c.stores {
		ok = ok && v != nil && v.kind != nIndex && (v.kind == nConst || c.fresh(v))
	}
	c.newOnes = ok
	return ok
}

// rbTable reports whether a node is an empty table, perhaps with a block that
// fills it when it is asked.
func rbTable(n *node) bool {
	if n.kind == nDict {
		return len(n.kids) == 0
	}
	if n.kind != nCall || n.kids[0].kind != nAttr || n.kids[0].text != "new" || n.kids[0].kids[0].kind != nName || n.kids[0].kids[0].text != "Hash" || len(n.kids) > 2 {
		return false
	}
	if len(n.kids) == 1 || n.kids[1].kind == nConst {
		return true
	}
	if n.kids[1].kind != nLambda {
		return false
	}
	body := n.kids[1].kids[1]
	return body.kind == nBlock && len(body.kids) == 1 && body.kids[0].kind == nAssign && body.kids[0].kids[1].kind == nIndex
}

// fresh reports whether a node is a new container, or a stream.
func (c *rbNames) fresh(n *node) bool {
	switch n.kind {
	case nList, nDict:
		return true
	case nCall:
		fn := n.kids[0]
		if fn.kind == nAttr && listWords("read binread", fn.text) && fn.kids[0].kind == nName && fn.kids[0].text == "File" {
			return true // what a file holds is no text that is known by any name
		}
		return fn.kind == nAttr && fn.text == "new" && fn.kids[0].kind == nName && (listWords("Hash Array Set", fn.kids[0].text) || c.own.classes[fn.kids[0].text])
	case nIndex: // of a table that never got anything but new containers
		if c.refills || n.kids[0].kind != nName || !c.names.bound(n.kids[0].text) || !c.storesNew() {
			return false
		}
		for _, s := range c.names[n.kids[0].text].sites {
			if s.how != byValue || !rbTable(s.node) {
				return false
			}
		}
		return true
	case nName:
		if n.text == "ARGV" || n.text == "$stdout" || n.text == "$stderr" || n.text == "STDOUT" || n.text == "STDERR" || n.text == "$LOAD_PATH" || n.text == "$:" {
			return true
		}
		if !c.names.bound(n.text) {
			return false
		}
		for _, s := range c.names[n.text].sites {
			if s.how != byValue || s.node.kind == nName || !c.fresh(s.node) {
				return false
			}
		}
		return true
	}
	return false
}

// redefines reports whether a function of the program has a name that is bound elsewhere,
// too.
func (c *rbNames) redefines() bool {
	for name, b := range c.names {
		for _, s := range b.sites {
			if s.how == byDef && len(b.sites) > 1 && name != "" {
				return true
			}
		}
	}
	return false
}
