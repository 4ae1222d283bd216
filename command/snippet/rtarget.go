package snippet

import "strings"

// assign judges an assignment, and what may stand on its left: names, parts of values, and
// functions that compute a changed copy.
func (j *rSoft) assign(n *node) {
	target, value := n.kids[0], n.kids[1]
	j.walk(value)
	for {
		switch target.kind {
		case nName, nText:
			if strings.HasPrefix(target.text, ".") && rReaches(target.text) && !listWords(".onLoad .onAttach", target.text) || strings.Contains(target.text, "::") || listWords("<- <<- = { ( if for while repeat function break next :: ::: $ @ ~ [ [[ [<- [[<- $<-", target.text) {
				j.no()
			}
			return
		case nIndex:
			for _, a := range target.kids[1:] {
				j.inner(a)
			}
			target = target.kids[0]
		case nAttr:
			if rCode(target.text) {
				j.no()
			}
			target = target.kids[0]
		case nCall:
			if !j.replaces(target, value) {
				j.no()
				return
			}
			for _, a := range target.kids[2:] {
				j.walk(a)
			}
			target = target.kids[1].kids[0]
		default:
			j.no()
			return
		}
	}
}

// replaces reports whether a call may stand on the left of an assignment.
func (j *rSoft) replaces(target, value *node) bool {
	if target.kids[0].kind != nName || len(target.kids) < 2 || len(target.kids[1].kids) != 1 {
		return false
	}
	switch name := target.kids[0].text; name {
	case "class", "oldClass":
		return j.classes(value)
	case "attr":
		if len(target.kids) != 3 || len(target.kids[2].kids) != 1 || target.kids[2].kids[0].kind != nText {
			return false
		}
		if rCode(target.kids[2].kids[0].text) {
			return false
		}
		return target.kids[2].kids[0].text != "class" && target.kids[2].kids[0].text != ".S3Class" || j.classes(value)
	default:
		return rComputes("", name+"<-") || listWords("day month year hour minute second wday mday yday", name) && j.attached["lubridate"]
	}
}

// classes reports whether a value is made of constants, and of the class of a value.
func (j *rSoft) classes(n *node) bool {
	switch n.kind {
	case nText:
		j.text(n.text)
		return true
	case nConst:
		return n.text == "NULL"
	case nCall:
		if n.kids[0].kind != nName || len(j.bound[n.kids[0].text]) > 0 || !listWords("c class oldClass append union setdiff", n.kids[0].text) {
			return false
		}
		if listWords("class oldClass", n.kids[0].text) {
			return true
		}
		for _, a := range n.kids[1:] {
			if len(a.kids) != 1 || !j.classes(a.kids[0]) {
				return false
			}
		}
		return true
	}
	return false
}

// index judges x[…]. What stands there names elements; a table of data.table evaluates it
// among its columns.
func (j *rSoft) index(n *node) {
	if n.kids[0].kind == nName && j.handled[n.kids[0].text] {
		j.no()
	}
	j.walk(n.kids[0])
	j.mask++
	for _, a := range n.kids[1:] {
		j.inner(a)
	}
	j.mask--
}

// inner judges what stands within brackets, where texts name elements. The call of a model
// or of a condition is code.
func (j *rSoft) inner(a *node) {
	if len(a.kids) == 0 {
		return
	}
	switch k := a.kids[0]; {
	case k.kind == nText:
		if rCode(k.text) && (k.text == "call" || j.symbols) {
			j.no()
		}
	case k.kind == nCall && k.kids[0].kind == nName && k.kids[0].text == "c" && len(j.bound["c"]) == 0:
		for _, b := range k.kids[1:] {
			j.inner(b)
		}
	default:
		j.walk(k)
	}
}

// rCode lists parts of models and conditions that are code.
func rCode(name string) bool {
	return listWords("call terms formula predvars variables", name)
}
