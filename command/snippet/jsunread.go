package snippet

// Functions of other code may give a member by its name: get(x, "a.b"). A name
// that is put together may be that of the constructor of functions, so that what
// comes back is one. A program that hands over such texts calls nothing that may
// have come from there.

// unread reports whether a value may be, or hold, a text that the program has put
// together and nobody has read.
func (j *jsJudge) unread(n *node, depth int) bool {
	if n == nil || depth > maxDepth || !j.step() {
		return true
	}
	defer j.back()
	switch n.kind {
	case nConst, nRegexp, nLambda, nCompare, nClass:
		return false
	case nText:
		return !n.sure
	case nFormat, nBinary:
		return len(j.used(j.eval(n)).texts) == 0 && !j.numeric(n)
	case nUnary:
		return n.text == "await" && j.unread(n.kids[0], depth+1)
	case nChoice, nBool:
		return j.unread(n.kids[len(n.kids)-2], depth+1) || j.unread(n.kids[len(n.kids)-1], depth+1)
	case nList, nDict, nNew:
		kids := n.kids
		if n.kind == nNew {
			kids = kids[1:]
		}
		for i, kid := range kids {
			if n.kind == nDict && i%2 == 0 && kid != nil && kid.kind != nIndex {
				continue
			}
			if j.unread(kid, depth+1) {
				return true
			}
		}
		return false
	case nName:
		return j.unreadName(n, depth)
	case nAttr:
		return j.unread(n.kids[0], depth+1)
	case nCall:
		v := j.eval(n)
		return !v.owned() && len(v.texts) == 0 && !j.ofData(n) && !j.numeric(n)
	}
	return true
}

// unreadName is unread of a name: it is what anything is that the name is bound to.
func (j *jsJudge) unreadName(n *node, depth int) bool {
	b := j.bindingOf(n.text)
	if len(b.sites) == 0 {
		return n.text != "undefined"
	}
	if v := j.bound(b); v.owned() || v.what == jsOwn || len(v.texts) > 0 || len(v.items) > 0 || j.numeric(n) {
		return false
	}
	for _, s := range b.sites {
		if s.how != byValue && s.how != byFrom && s.how != byItem || len(b.sites) > 8 || j.unread(s.node, depth+8) {
			return true
		}
	}
	return false
}

// ofData reports whether a call gives what a file says.
func (j *jsJudge) ofData(n *node) bool {
	fn := n.kids[0]
	if fn.kind != nAttr { // readFileSync(…) of import {readFileSync}
		return requires(n) || fn.kind == nName && j.names.bound(fn.text) && j.data(n, 0)
	}
	if base := fn.kids[0]; base.kind == nCall && listWords("toString trim split", fn.text) && j.ofData(base) {
		return true
	}
	if requires(fn.kids[0]) {
		v := j.memberOf(j.eval(fn.kids[0]), fn.text)
		return v.what == jsMember && listWords("readFileSync readFile", v.member)
	}
	if fn.text == "parse" && fn.kids[0].kind == nName && fn.kids[0].text == "JSON" && len(n.kids) == 2 {
		return n.kids[1].kind == nCall && j.ofData(n.kids[1])
	}
	return j.data(n, 0)
}

// imported reports whether a name stands for what a module has, not for what one of
// its functions has given back.
func (j *jsJudge) imported(n *node, depth int) bool {
	if depth > 8 || n == nil {
		return false
	}
	switch n.kind {
	case nAttr:
		return j.imported(n.kids[0], depth+1)
	case nUnary:
		return n.text == "await" && j.imported(n.kids[0], depth+1)
	case nCall:
		return requires(n)
	case nName:
		b := j.bindingOf(n.text)
		for _, s := range b.sites {
			if s.how != byValue && s.how != byFrom || !j.imported(s.node, depth+1) {
				return false
			}
		}
		return len(b.sites) > 0
	}
	return false
}
