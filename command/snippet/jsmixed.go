package snippet

import "strings"

// Data that paths come from must stay what files say: a program may put into it
// numbers, what it has made empty, and what files say as well.

// jsPut is what a program puts into something that it may not have made: nothing is
// known of it if there are no values.
type jsPut struct {
	into   string // a name, or nothing if it has none
	values []*node
}

// mixed finds what a program puts into what it has not just made: a list or an
// object that data may be. value is what an assignment puts there.
func (c *jsNames) mixed(n, value *node) {
	fn, put := n, jsPut{}
	if value != nil {
		put.values = []*node{value}
	}
	if n.kind == nCall {
		if fn = n.kids[0]; fn.kind != nAttr || !listWords("push unshift splice fill copyWithin assign add set append", fn.text) || len(n.kids) < 2 {
			return
		}
		if base := fn.kids[0]; listWords("add set append", fn.text) {
			if base.kind == nName {
				c.alter(base.text)
			}
			return
		}
		if fn.text == "assign" {
			c.mixes = c.mixes || n.kids[1].kind != nDict
			return
		}
		if put.values = n.kids[1:]; fn.text == "copyWithin" {
			put.values = nil
		}
	}
	base := fn.kids[0]
	if base.kind == nName && base.text == "this" {
		return
	}
	if base.kind == nName {
		put.into = base.text
		constant := value != nil && fn.kind == nAttr && (value.kind == nText || value.kind == nConst) // pkg.version = "1.2.0", which mixing looks at
		if !constant && (fn.kind != nAttr || n.kind != nCall || fn.text != "push" && fn.text != "unshift") {
			c.alter(base.text)
		}
	}
	if fn.kind == nIndex && len(put.values) > 0 { // its names may be asked for as well
		put.values = append(put.values, fn.kids[1])
	}
	c.puts = append(c.puts, put)
}

// mixing reports whether something gets among data that is neither known to be
// harmless there nor data itself.
func (j *jsJudge) mixing() bool {
	for _, put := range j.puts {
		if put.into != "" && (listWords("process module exports", put.into) || j.freshName(put.into, 0)) {
			continue
		}
		if v := j.bound(j.bindingOf(put.into)); v.what == jsForeign { // a function of other code by that name
			return true
		}
		for _, value := range put.values {
			if !j.neutral(value, 0) {
				return true
			}
		}
		if len(put.values) == 0 {
			return true
		}
	}
	return j.mixes
}

// neutral reports whether a value may get among data that paths come from: no path is
// made of it, or data says it as it is.
func (j *jsJudge) neutral(n *node, depth int) bool {
	if n == nil || depth > 8 || !j.step() {
		return false
	}
	defer j.back()
	switch n.kind {
	case nConst, nCompare, nLambda:
		return true
	case nText:
		return n.sure && versionText(n.text) || n.sure && !outward(n.text) && !j.jsAbsolute(n) && strings.Trim(n.text, "./\\~") == n.text
	case nNew:
		return len(n.kids) == 1 && jsHarmless(n)
	case nList:
		for _, kid := range n.kids {
			if !j.neutral(kid, depth+1) {
				return false
			}
		}
		return true
	case nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] == nil || !j.neutral(n.kids[i], depth+1) || !j.neutral(n.kids[i+1], depth+1) {
				return false
			}
		}
		return true
	}
	if j.numeric(n) {
		return true
	}
	_, ok := j.origin(n, 0)
	return ok
}

// versionText reports whether a text is a version and no more: 2.4.0, which might be a host
// but is no way to another folder.
func versionText(s string) bool {
	return s != "" && strings.Trim(s, "0123456789.") == "" && !strings.Contains(s, "..") && s[0] != '.' && s[len(s)-1] != '.'
}

// hollow reports whether a value is made empty: [], {}, new Set().
func hollow(n *node) bool {
	return (n.kind == nList || n.kind == nDict) && len(n.kids) == 0 || n.kind == nNew && len(n.kids) == 1 && jsHarmless(n)
}

// misnamed reports whether names of entries of folders, or paths of streams, may have
// become other ones.
func (j *jsJudge) misnamed() bool { return j.renamed || j.hollowed && j.mixing() }

// changed judges the object that an assignment changes, where it is not one that
// certainly was made by the program: data, which no global object is. n is the
// assignment, if it is one of a single value.
func (j *jsJudge) changed(target, n *node) {
	j.free = true
	counts := n != nil && j.counts(n)
	switch {
	case target.kind == nAttr && target.text == "name" && (target.kids[0].kind != nName || target.kids[0].text != "this"):
		j.renamed = true
	case target.kind != nIndex || j.numeric(target.kids[1]), target.kids[0].kind == nName && j.freshName(target.kids[0].text, 0):
	case n != nil && (counts || hollow(n.kids[1])):
		j.hollowed = true
	default:
		j.renamed = true
	}
	v := j.eval(target.kids[0])
	if v.wild && target.kind == nIndex && n != nil && n.text != "delete" && (arithmetic(n.text) || j.inert(n.kids[1])) && j.mild(target.kids[0]) {
		v.wild, j.tinged = false, true
	}
	if v.wild && n != nil && n.text != "delete" && target.kids[0].kind != nIndex && !j.functional(n.kids[1]) && j.mild(target.kids[0]) {
		v.wild = false
	}
	if v.what == jsPlain && v.wild && target.kind == nIndex && n != nil && n.text != "delete" && !arithmetic(n.text) { // what all objects have may get data
		j.polluted = true
		return
	}
	if v.what != jsPlain && v.what != jsOwn || v.wild && !(counts && target.kind == nAttr && listWords("++ -- += -= *= /=", n.text)) { // of what all objects have it makes no number
		j.failed = true
	}
}
