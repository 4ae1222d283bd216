package snippet

import "strings"

// phSite is a value and the class it stands in; inner says that what it holds is meant.
type phSite struct {
	node  *node
	inner bool
	class *node
}

// phParam is a parameter of a function.
type phParam struct {
	param *node
	at    int
	name  string // of the function; "" is a closure
	lone  bool   // PHP or a library may call it
}

// look notes what a tree binds. class is the class around it, fn the function.
//
// Long: one case a kind of node.
func (t *phTame) look(n, class, fn *node) {
	if n == nil {
		return
	}
	switch n.kind {
	case nClass:
		class = n
	case nText:
		if bare := strings.ToLower(n.text); bare != "" && wordEnd(bare, 0) == len(bare) {
			t.named[bare] = true
		}
	case nDef, nLambda:
		fn = n
		t.function(n, class)
	case nReturn:
		if n.text == "return" || n.text == "yield" {
			for _, kid := range n.kids {
				t.gift(fn, phSite{node: kid, class: class})
			}
		}
	case nAssign:
		t.wild = t.wild || n.text == "&"
		t.assign(n.kids[1], phSite{node: n.kids[0], class: class})
		if len(n.kids) > 2 {
			kind, _ := strings.CutSuffix(n.kids[2].text, "!")
			t.types[n.kids[1].text] = append(t.types[n.kids[1].text], kind)
			if class != nil {
				t.declared[class.text+"->"+n.kids[1].text] = true
			}
		}
	case nAugment:
		switch n.text {
		case "+=", "??=":
			t.assign(n.kids[0], phSite{node: n.kids[1], class: class})
		case "-=", "*=", "/=", "%=", "**=", "<<=", ">>=":
		default: // letters may be put together, and ++ makes another text of one
			t.assign(n.kids[0], phSite{})
		}
	case nFor:
		t.wild = t.wild || n.text == "&"
		t.assign(n.kids[0], phSite{n.kids[1], true, class})
		if n.kids[3] != nil {
			t.assign(n.kids[3], phSite{n.kids[1], true, class})
		}
	case nNew:
		t.calls["__construct"] = append(t.calls["__construct"], phSite{node: n, class: class})
	case nNames:
	case nCall:
		t.called(n, class)
	}
	for _, kid := range n.kids {
		t.look(kid, class, fn)
	}
}

// function notes the parameters of a function. What PHP or a library calls may get anything.
func (t *phTame) function(n, class *node) {
	name := strings.ToLower(n.text)
	lone := class != nil && n.kind == nLambda && name != "" && name != "__construct" && (!t.ownBases(class) || strings.HasPrefix(name, "__") || strings.HasPrefix(name, "offset"))
	for i, p := range n.kids[0].kids {
		t.params[p.kids[0].text] = append(t.params[p.kids[0].text], phParam{p, i, name, lone})
		t.wild = t.wild || p.text == "&"
	}
	if n.kind == nLambda && n.kids[1] != nil && n.kids[1].kind != nBlock {
		t.gift(n, phSite{node: n.kids[1], class: class})
	}
}

// gift notes what a function gives back.
func (t *phTame) gift(fn *node, s phSite) {
	if fn != nil {
		name := strings.ToLower(fn.text)
		t.returns[name] = append(t.returns[name], s)
		t.gives[fn] = append(t.gives[fn], s)
	}
}

// assign notes that a target gets a value. An element makes its array hold it.
func (t *phTame) assign(to *node, v phSite) {
	switch to.kind {
	case nName:
		t.sites[to.text] = append(t.sites[to.text], v)
	case nIndex:
		t.assign(to.kids[0], v)
	case nAttr:
		if to.text == "" {
			t.wild = true
		}
		t.sites["->"+to.text] = append(t.sites["->"+to.text], v)
	case nList:
		for _, kid := range to.kids {
			if kid.kind == nArg {
				kid = kid.kids[1]
			}
			t.assign(kid, phSite{v.node, v.node != nil, v.class})
		}
	}
}

// called notes what a call hands over.
func (t *phTame) called(n, class *node) {
	fn, args := n.kids[0], n.kids[1:]
	name := strings.ToLower(fn.text)
	whole := len(args) == 1 && args[0].kind == nStar && args[0].text == "()"
	switch {
	case n.text == "()", fn.kind == nName && name[0] == '$':
		for _, a := range args {
			t.dynamic = append(t.dynamic, phSite{a, a.kind == nStar, class})
		}
		return
	case whole:
		t.named[name] = true
		return
	case fn.kind == nName && (phCalling(name) >= 0 || phLastCalls(name)), fn.kind == nAttr && (name == "uasort" || name == "uksort"):
		for _, a := range args {
			t.dynamic = append(t.dynamic, phSite{a, false, class}, phSite{a, a.kind != nLambda, class})
		}
		if name == "array_reduce" { // what the function gives back it gets again
			t.dynamic = append(t.dynamic, phSite{n, false, class})
		}
	case fn.kind == nName && listWords("array_push array_unshift array_splice array_pad", name) && len(args) > 1:
		for _, a := range args[1:] {
			t.assign(args[0], phSite{a, a.kind == nStar, class})
		}
	case fn.kind == nName && (phRefers(name) || phSoftRefers(name)) && !listWords("array_pop array_shift sort rsort shuffle end prev next reset current key", name):
		for _, a := range args {
			t.assign(a, phSite{})
		}
	}
	t.calls[name] = append(t.calls[name], phSite{node: n, class: class})
}

// ownBases reports whether all that a class extends is the program's own.
func (t *phTame) ownBases(class *node) bool { return t.ownAbove(class, 0) }

// ownAbove is ownBases at a depth.
func (t *phTame) ownAbove(class *node, depth int) bool {
	for _, base := range class.kids[0].kids {
		above := t.judge.soft.classes[strings.ToLower(base.text)]
		if depth > maxDepth || above == nil && !phInterface(base.text) || above != nil && !t.ownAbove(above, depth+1) {
			return false
		}
	}
	return true
}
