package snippet

// Other spellings of what is understood.

// alike reports whether two nodes are the same place, which is asked for without
// running anything: a.b, a[b].
func alike(x, y *node) bool {
	if x == nil || y == nil || x.kind != y.kind || x.text != y.text || len(x.kids) != len(y.kids) || x.sure != y.sure {
		return false
	}
	switch x.kind {
	case nName, nAttr, nIndex, nConst, nText:
	default:
		return false
	}
	for i := range x.kids {
		if !alike(x.kids[i], y.kids[i]) {
			return false
		}
	}
	return true
}

// callByName takes list.forEach(walk) for list.forEach(x => walk(x)), where the
// program has a function of that name, so that it is seen what it is called with.
func callByName(tree *node) {
	sizes := make(map[string]int)
	functionSizes(tree, sizes)
	if len(sizes) > 0 {
		callsByName(tree, sizes)
	}
}

// functionSizes finds how many parameters the functions of a program have, by their
// names; -1 if they look at all that they are called with.
func functionSizes(n *node, sizes map[string]int) {
	if n == nil {
		return
	}
	name, fn := "", n
	switch {
	case n.kind == nDef && n.kids[1].kind != nClass:
		name = n.text
	case n.kind == nAssign && len(n.kids) == 2 && n.kids[0] != nil && n.kids[0].kind == nLambda && n.kids[0].text == "" && n.kids[1].kind == nName:
		name, fn = n.kids[1].text, n.kids[0]
	}
	if name != "" {
		size := max(len(fn.kids[0].kids), 1)
		for _, param := range fn.kids[0].kids {
			if param.kind == nStar {
				size = -1
			}
		}
		if was, found := sizes[name]; found && was != size {
			size = -1
		}
		sizes[name] = size
	}
	for _, kid := range n.kids {
		functionSizes(kid, sizes)
	}
}

// callsByName rewrites the calls.
func callsByName(n *node, sizes map[string]int) {
	if n == nil {
		return
	}
	if n.kind == nCall && len(n.kids) == 2 && n.kids[0].kind == nAttr && listWords("forEach map flatMap", n.kids[0].text) && n.kids[1].kind == nName {
		name := n.kids[1]
		if size := sizes[name.text]; size == 1 || size == 2 {
			at := func(k kind, text string, kids ...*node) *node {
				return &node{kind: k, text: text, kids: kids, at: name.at}
			}
			params, call := at(nParams, ""), at(nCall, "", name)
			for _, text := range []string{"\x01element", "\x01place"}[:size] { // no name that a program can have
				params.kids = append(params.kids, at(nName, text))
				call.kids = append(call.kids, at(nName, text))
			}
			n.kids[1] = at(nLambda, "", params, call)
		}
	}
	for _, kid := range n.kids {
		callsByName(kid, sizes)
	}
}

// counts reports whether an assignment gives its target a number, whatever it was.
func (j *jsJudge) counts(n *node) bool {
	return arithmetic(n.text) && (n.text != "+=" || j.numeric(n.kids[1]))
}
