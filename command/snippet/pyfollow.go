package snippet

import (
	"maps"
	"slices"
	"strings"
)

// Methods and attributes of the program's own objects are followed as functions and
// variables are. A method is a function that is called by its name alone, with its object
// first, where no other class has one of that name, and nothing but calls asks for it. An
// attribute is a variable with as many values as there are places that store something
// under its name, whatever they store it in. What makes an object calls its __init__, or
// gives the fields of a dataclass their values.

// pyMethod is a method that is followed. Following one costs a judgement of its body
// with what each call gives, so it is done once for all calls together.
type pyMethod struct {
	class string
	def   *node   // as a function without its first parameter, by the name it is asked for
	calls []*node // of it
}

// pyFollowed is what is followed in a program.
type pyFollowed struct {
	followed map[*node]*pyMethod // by their definitions
	byName   map[string]bool     // their names, with a dot before
	makes    map[string][]*node  // calls that make an object, by the class whose __init__ they call
	certain  map[string]bool     // classes all of whose objects are made by those
}

// pyUses counts how names are asked for.
type pyUses struct {
	attrs  map[string]int     // x.name
	calls  map[string][]*node // x.name()
	made   map[string][]*node // Name()
	supers map[string][]*node // super().__init__(), by the class that it stands in
	texts  map[string]bool    // texts that are arguments: getattr(x, "name")
}

// count counts them, in a class or outside of one. A name in a text counts, for getattr
// and setattr may ask by it.
func (u *pyUses) count(n *node, class string) {
	if n == nil {
		return
	}
	switch n.kind {
	case nClass:
		class = n.text
	case nAttr:
		u.attrs[n.text]++
	case nCall:
		fn := n.kids[0]
		switch {
		case fn.kind == nName:
			u.made[fn.text] = append(u.made[fn.text], n)
		case fn.kind == nAttr:
			u.calls[fn.text] = append(u.calls[fn.text], n)
			if b := fn.kids[0]; fn.text == "__init__" && b.kind == nCall && b.kids[0].kind == nName && b.kids[0].text == "super" {
				u.supers[class] = append(u.supers[class], n)
			}
		}
		for _, a := range n.kids[1:] {
			if a.kind == nArg {
				a = a.kids[0]
			}
			if a.kind == nText {
				for part := range strings.SplitSeq(a.text, ".") {
					u.texts[part] = true
				}
			}
		}
	}
	for _, kid := range n.kids {
		u.count(kid, class)
	}
}

// follow finds what is followed in a program. Where a class goes anywhere that is not
// seen (escape), nothing is followed: whoever has it could call its methods with
// anything.
func (s *pySoft) follow(tree *node) {
	s.followed, s.byName, s.makes, s.certain = make(map[*node]*pyMethod), make(map[string]bool), make(map[string][]*node), make(map[string]bool)
	if s.escape || len(s.classes) == 0 {
		return
	}
	u := pyUses{attrs: make(map[string]int), calls: make(map[string][]*node), made: make(map[string][]*node), supers: make(map[string][]*node), texts: make(map[string]bool)}
	u.count(tree, "")
	defined := make(map[string]int)
	for _, info := range s.classes {
		for name := range info.defines {
			defined[name]++
		}
	}
	for class, info := range s.classes {
		if info.twisted || !s.rooted(info) || !wrappedPlainly(info) {
			continue
		}
		for _, def := range info.node.kids[1].kids {
			if def.kind != nDef || len(def.kids[0].kids) == 0 || !plainFirst(def) {
				continue
			}
			name := spelled(def.text)
			switch {
			case name == "__init__":
				if calls, ok := s.inits(class, &u); ok {
					s.makes[class], s.certain[class] = calls, true
					s.followed[def] = &pyMethod{class: class, def: withoutSelf(def), calls: calls}
				}
			case strings.HasPrefix(name, "__"), s.calledElsewhere(name), defined[name] != 1, u.texts[name], u.attrs[name] != len(u.calls[name]), len(u.calls[name]) == 0:
			default:
				s.followed[def] = &pyMethod{class: class, def: withoutSelf(def), calls: u.calls[name]}
				s.byName["."+name] = true
			}
		}
	}
	for class, info := range s.classes {
		if s.fielded(info) && !info.twisted && !info.defines["__init__"] && s.rooted(info) && wrappedPlainly(info) {
			if calls, ok := s.inits(class, &u); ok {
				s.makes[class], s.certain[class] = calls, true
			}
		}
	}
}

// calledElsewhere reports whether others may call a method of an object that they are
// given: print and json.dump call write, dict calls keys. The project's own code may
// call any. The list holds what libraries call on objects of others by convention: of
// files, of handlers, of models, of threads.
func (s *pySoft) calledElsewhere(name string) bool {
	return s.owns || pyAttr(name) || pyAlters(name) || listWords(`write writelines read readline readlines readinto close flush seek tell keys items values get send recv sendall makefile fileno isatty acquire release put
		emit handle filter format default run start join result decode encode visit main call connection_made data_received eof_received connection_lost log debug info warning error critical
		fit transform predict forward partial_fit score fit_transform predict_proba get_params set_params step zero_grad backward apply map submit notify cancel callback update next register dispatch execute commit cursor
		rollback request open exists cleanup shutdown setup teardown`, name)
}

// wrappedPlainly reports whether what stands behind @ before a class gives the class
// back. Another one may give back anything, such as a class with other methods.
func wrappedPlainly(info *pyClassInfo) bool {
	for _, d := range info.wraps {
		if d.kind == nCall {
			d = d.kids[0]
		}
		if !listWords("dataclass total_ordering final runtime_checkable unique", passingName(d)) {
			return false
		}
	}
	return true
}

// plainFirst reports whether a function has a first parameter of the plain kind.
func plainFirst(def *node) bool {
	p := def.kids[0].kids[0]
	return p.text != "" && len(p.kids) == 2 && p.kids[0] == nil
}

// withoutSelf is a method as a function without its first parameter. The body is
// shared, so what is noted about it holds for both.
func withoutSelf(def *node) *node {
	params := *def.kids[0]
	params.kids = params.kids[1:]
	return &node{kind: nDef, text: "." + spelled(def.text), sure: def.sure, kids: []*node{&params, def.kids[1]}}
}

// rooted reports whether a class derives from nothing but the program's own classes,
// and bases that never call a method by its name. A base of a library may call a method
// whenever it likes, with its own data.
func (s *pySoft) rooted(info *pyClassInfo) bool {
	for _, b := range info.node.kids[0].kids {
		if b.kind == nArg {
			continue
		}
		if b.kind == nIndex {
			b = b.kids[0]
		}
		switch {
		case b.kind == nName && s.classes[b.text] != nil:
			if s.classes[b.text] == info || s.classes[b.text].twisted || !s.rooted(s.classes[b.text]) {
				return false
			}
		case listWords("object ABC Protocol Generic NamedTuple Exception ValueError RuntimeError KeyError TypeError", passingName(b)):
		default:
			return false
		}
	}
	return true
}

// nearest is the class whose __init__ a class has; "" if that is not certain or there
// is none. With several bases that have one, Python's order would decide (Language
// Reference, "The method resolution order"); that is not reckoned.
func (s *pySoft) nearest(class string, depth int) string {
	info := s.classes[class]
	if info == nil || depth > maxDepth || info.twisted {
		return ""
	}
	if info.defines["__init__"] || s.fielded(info) {
		return class
	}
	found := ""
	for _, base := range info.bases {
		if s.classes[base] == nil {
			continue
		}
		if found != "" {
			return ""
		}
		found = s.nearest(base, depth+1)
	}
	return found
}

// inits are the calls that end in the __init__ of a class. Not ok: it may be called otherwise.
func (s *pySoft) inits(class string, u *pyUses) (calls []*node, ok bool) {
	if u.texts["__init__"] {
		return nil, false
	}
	// Sorted: in the order of the calls their effects are stated, and a person's
	// approval is bound to those in their order.
	for _, other := range slices.Sorted(maps.Keys(s.classes)) {
		info := s.classes[other]
		if s.nearest(other, 0) == class {
			if s.escaped[other] {
				return nil, false
			}
			calls = append(calls, u.made[other]...)
			for _, same := range slices.Sorted(maps.Keys(s.same)) {
				if s.derives(other, s.same[same], 0) {
					calls = append(calls, u.made[same]...)
				}
			}
		}
		for _, base := range info.bases { // what super leads to
			if s.nearest(base, 0) == class {
				calls = append(calls, u.supers[other]...)
			}
		}
	}
	return calls, true
}

// derives reports whether a class is another one, or derives from it.
func (s *pySoft) derives(class, from string, depth int) bool {
	info := s.classes[class]
	if class == from {
		return true
	}
	if info == nil || depth > maxDepth {
		return false
	}
	for _, base := range info.bases {
		if s.derives(base, from, depth+1) {
			return true
		}
	}
	return false
}

// fielded reports whether what makes objects of a class gives its fields their values in turn:
// a dataclass, or a named tuple.
func (s *pySoft) fielded(info *pyClassInfo) bool {
	for _, d := range info.wraps {
		if d.kind == nCall {
			d = d.kids[0]
		}
		if passingName(d) == "dataclass" {
			return true
		}
	}
	for _, b := range info.node.kids[0].kids {
		if passingName(b) == "NamedTuple" {
			return true
		}
	}
	return false
}

// fieldsOf are the fields of such a class as parameters of a function. Fields of bases
// come first (PEP 557). One that is declared twice keeps its first place, which is not
// followed.
func (s *pySoft) fieldsOf(info *pyClassInfo, depth int) (params []*node, ok bool) {
	ok = true
	for _, base := range info.bases {
		own := s.classes[base]
		if own == nil {
			continue
		}
		if depth > maxDepth || len(info.bases) > 1 || !s.fielded(own) && own.defines["__init__"] {
			return nil, false
		}
		if params, ok = s.fieldsOf(own, depth+1); !ok {
			return nil, false
		}
	}
	for _, a := range info.node.kids[1].kids {
		if a.kind != nAssign || len(a.kids) != 3 || a.kids[2].kind != nParam || a.kids[1].kind != nName {
			continue
		}
		for _, p := range params {
			ok = ok && p.text != a.kids[1].text
		}
		if a.kids[2].kids[1] == nil || shifts(a.kids[2].kids[1]) || a.kids[0] != nil && a.kids[0].kind == nCall && special(a.kids[0]) {
			return nil, false
		}
		params = append(params, &node{kind: nParam, text: a.kids[1].text, kids: []*node{a.kids[0], nil}})
	}
	return params, ok
}

// shifts reports whether what a field is said to be changes its place among the
// arguments. ClassVar is no field, InitVar and KW_ONLY change how arguments are
// counted; an annotation that is a text may be any of these.
func shifts(n *node) bool {
	if n == nil {
		return false
	}
	if n.kind == nText || listWords("ClassVar InitVar KW_ONLY", n.text) {
		return true
	}
	for _, kid := range n.kids {
		if shifts(kid) {
			return true
		}
	}
	return false
}

// special reports whether a call of field takes it out of the arguments, or makes it one by name.
func special(call *node) bool {
	for _, a := range call.kids[1:] {
		if a.kind != nArg || listWords("init kw_only", a.text) {
			return true
		}
	}
	return false
}
