package snippet

import "strings"

// Objects that certainly are of a class of the program: what such a class calls, and self
// in its methods. Whatever such an object is asked for is the program's own, even where the
// name means more on other objects. It is certain as long as the class itself goes nowhere:
// it is called, derived from, compared, and asked for what is no method.

// pyClassInfo is a class of the program.
type pyClassInfo struct {
	node    *node
	wraps   []*node         // what stands behind @ before it
	bases   []string        // by name; "" is another expression
	defines map[string]bool // methods, and what its body binds
	twisted bool            // it makes other objects, or its methods are handed on
}

// pyClasses are those of a program.
type pyClasses struct {
	classes   map[string]*pyClassInfo
	same      map[string]string // other names of classes: cls of a class method
	methods   map[string]bool   // that take self
	functions map[string]bool   // of the program
	escaped   map[string]bool   // classes that go where nobody follows them
	escape    bool              // one of them has methods
}

// pyMethodWraps lists what may stand behind @ before a method that takes self.
func pyMethodWraps(d *node) bool {
	name := passingName(d)
	if d.kind == nCall {
		name = passingName(d.kids[0])
	}
	return listWords("property cached_property abstractmethod setter getter deleter contextmanager asynccontextmanager lru_cache cache override final overload wraps", name)
}

// gather finds the classes of a program.
func (k *pyClasses) gather(n *node, wraps []*node) {
	if n == nil {
		return
	}
	switch n.kind {
	case nDecor:
		last := n.kids[len(n.kids)-1]
		for _, d := range n.kids[:len(n.kids)-1] {
			k.gather(d, nil)
		}
		k.gather(last, n.kids[:len(n.kids)-1])
		return
	case nClass:
		k.class(n, wraps)
	case nDef:
		k.functions[n.text] = true
	case nAssign:
		for _, t := range n.kids[1:] {
			if t.kind == nName {
				k.functions[t.text] = true
			}
		}
	}
	for _, kid := range n.kids {
		k.gather(kid, nil)
	}
}

// class reads the head and the body of a class.
func (k *pyClasses) class(n *node, wraps []*node) {
	info := &pyClassInfo{node: n, wraps: wraps, defines: make(map[string]bool)}
	for _, b := range n.kids[0].kids {
		switch {
		case b.kind == nArg:
		case b.kind == nName:
			info.bases = append(info.bases, b.text)
		case b.kind == nAttr, b.kind == nIndex && passingName(b.kids[0]) != "":
			if b.kind == nIndex {
				b = b.kids[0]
			}
			info.bases = append(info.bases, "."+passingName(b))
		default:
			info.bases = append(info.bases, "")
		}
	}
	own := make(map[string]bool)
	for _, s := range n.kids[1].kids {
		var decorators []*node
		if s.kind == nDecor {
			decorators, s = s.kids[:len(s.kids)-1], s.kids[len(s.kids)-1]
		}
		switch s.kind {
		case nDef:
			name := spelled(s.text)
			info.defines[name], own[s.text] = true, true
			free := false
			for _, d := range decorators {
				free = free || passingName(d) == "staticmethod" || passingName(d) == "classmethod"
				if passingName(d) == "classmethod" && len(s.kids[0].kids) > 0 {
					k.same[s.kids[0].kids[0].text] = n.text
				}
			}
			if !free {
				k.methods[name] = true
			}
			info.twisted = info.twisted || name == "__new__" || (name == "__enter__" || name == "__aenter__") && !returnsSelf(s)
		case nAssign:
			for _, t := range s.kids[1:] {
				if t.kind == nName {
					info.defines[spelled(t.text)] = true
				}
			}
		}
	}
	for _, s := range n.kids[1].kids { // a method is no value in the body
		info.twisted = info.twisted || handsOn(s, own)
	}
	if k.classes[n.text] != nil { // two of a name
		info.twisted = true
	}
	k.classes[n.text] = info
}

// handsOn reports whether a statement in the body of a class has one of its methods as a value.
func handsOn(s *node, own map[string]bool) bool {
	switch s.kind {
	case nBlock:
		for _, kid := range s.kids {
			if handsOn(kid, own) {
				return true
			}
		}
		return false
	case nDecor:
		for _, d := range s.kids[:len(s.kids)-1] {
			if mentions(d, own) && !(d.kind == nAttr && d.kids[0].kind == nName && listWords("setter getter deleter", d.text)) {
				return true
			}
		}
		return handsOn(s.kids[len(s.kids)-1], own)
	case nDef:
		for _, p := range s.kids[0].kids {
			if mentions(p.kids[0], own) {
				return true
			}
		}
		return false
	case nClass:
		return mentions(s.kids[0], own)
	}
	return mentions(s, own)
}

// returnsSelf reports whether a method gives back nothing but its first parameter.
func returnsSelf(def *node) bool {
	var returns, yields []*node
	outcomes(def.kids[1], &returns, &yields)
	params := def.kids[0].kids
	for _, r := range returns {
		if len(r.kids) != 1 || r.kids[0].kind != nName || len(params) == 0 || r.kids[0].text != params[0].text {
			return false
		}
	}
	return len(yields) == 0
}

// mentions reports whether one of some names stands in a part of a program.
func mentions(n *node, names map[string]bool) bool {
	if n == nil {
		return false
	}
	if n.kind == nName && names[n.text] {
		return true
	}
	for _, kid := range n.kids {
		if mentions(kid, names) {
			return true
		}
	}
	return false
}

// named reports whether an expression is the name of a class.
func (k *pyClasses) named(n *node) bool {
	return n != nil && n.kind == nName && (k.same[n.text] != "" || k.classes[n.text] != nil)
}

// acts reports whether a class has methods that take self, which Python does not call by
// itself.
func (k *pyClasses) acts(class string, depth int) bool {
	info := k.classes[class]
	if info == nil || depth > maxDepth {
		return depth > maxDepth
	}
	for name := range info.defines {
		if k.methods[name] && !strings.HasPrefix(name, "__") {
			return true
		}
	}
	for _, base := range info.bases {
		if k.acts(base, depth+1) {
			return true
		}
	}
	return false
}

// look finds places where a class goes from hand to hand. What is skipped only looks at it.
//
// Long: one case a kind of place.
func (k *pyClasses) look(n *node) {
	if n == nil {
		return
	}
	skip := func(kid *node) {
		if !k.named(kid) {
			k.look(kid)
		}
	}
	kids := n.kids
	switch n.kind {
	case nName:
		if k.named(n) {
			k.escaped[n.text] = true
			k.escape = k.escape || k.same[n.text] != "" || k.acts(n.text, 0)
		}
		return
	case nCall:
		if k.named(kids[0]) {
			kids = kids[1:]
		} else if listWords("HTTPServer ThreadingHTTPServer TCPServer ThreadingTCPServer", passingName(kids[0])) && !k.defined(kids[0]) { // which makes its objects
			for _, a := range kids[1:] {
				k.minted(a)
			}
			return
		} else if kids[0].kind == nName && listWords("isinstance issubclass super", kids[0].text) {
			for _, a := range kids[1:] {
				k.compared(a)
			}
			return
		}
	case nAttr:
		if k.named(kids[0]) {
			k.escape = k.escape || k.methods[n.text]
			return
		}
	case nClass:
		for _, b := range kids[0].kids {
			skip(b)
		}
		k.look(kids[1])
		return
	case nHandler:
		if kids[0] != nil {
			k.compared(kids[0])
		}
		k.look(kids[2])
		return
	case nRaise:
		for _, kid := range kids {
			k.minted(kid)
		}
		return
	case nCompare:
		for _, kid := range kids {
			skip(kid)
		}
		return
	case nParam:
		k.look(kids[0]) // not what it is said to be
		return
	case nArg:
		if n.text == "default_factory" {
			k.minted(kids[0])
			return
		}
	case nAssign:
		for _, kid := range kids {
			if kid != nil && kid.kind != nParam && !(kid.kind == nName && kid != kids[0]) {
				k.look(kid)
			}
		}
		return
	case nIndex, nFor, nClause:
		at := 0
		if n.kind != nIndex {
			at = 1
		}
		for i, kid := range kids {
			if i == at {
				skip(kid)
			} else if n.kind == nIndex || i > 1 {
				k.look(kid)
			}
		}
		return
	case nShape:
		for _, kid := range kids {
			skip(kid)
		}
		return
	}
	for _, kid := range kids {
		k.look(kid)
	}
}

// defined reports whether a callee is a class or a function of the program.
func (k *pyClasses) defined(fn *node) bool {
	return fn.kind == nName && (k.functions[unversioned(fn.text)] || k.classes[fn.text] != nil)
}

// minted looks at what makes an object of a class without a call in the program.
func (k *pyClasses) minted(n *node) {
	if k.named(n) {
		k.escaped[n.text] = true
	} else {
		k.look(n)
	}
}

// compared looks at what isinstance and except have: classes, perhaps several.
func (k *pyClasses) compared(n *node) {
	if n.kind == nTuple {
		for _, kid := range n.kids {
			k.compared(kid)
		}
	} else if !k.named(n) {
		k.look(n)
	}
}
