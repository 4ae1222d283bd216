package snippet

import "strings"

// formula judges what makes a formula: of one, of a model, or of a text. A text is code, so
// that all of it must be known, or at least hold no call: made of constants without
// brackets, and of names of columns.
func (j *rSoft) formula(name string, args []*node) {
	for _, a := range args {
		if len(a.kids) != 1 || a.text != "" && !listWords("response termlabels intercept x object", a.text) {
			j.no()
			return
		}
		k := a.kids[0]
		if name != "reformulate" && j.formulaOnly(k, 0) {
			j.walk(k)
			continue
		}
		if !j.formulaText(k, 0) {
			j.no()
			return
		}
	}
}

// formulaText reports whether a text that becomes a formula cannot hold a call.
func (j *rSoft) formulaText(n *node, depth int) bool {
	if j.steps++; n == nil || depth > 8 || j.mask > 0 || j.steps > rMaxSteps {
		return false
	}
	switch n.kind {
	case nConst:
		return true
	case nText:
		if !strings.ContainsAny(n.text, "([{`$@\\:") {
			return true
		}
		tree := rParse(n.text, true)
		if tree == nil {
			return false
		}
		j.frozen++
		j.walk(tree)
		j.frozen--
		return depth == 0
	case nIndex:
		for _, a := range n.kids[1:] {
			j.inner(a)
		}
		return j.formulaText(n.kids[0], depth+1)
	case nTuple:
		return j.formulaText(n.kids[0], depth+1)
	case nName:
		for _, v := range j.bound[n.text] {
			if !j.formulaText(v, depth+1) {
				return false
			}
		}
		return len(j.bound[n.text]) > 0
	case nCall:
		if n.kids[0].kind != nName || len(j.bound[n.kids[0].text]) > 0 {
			return false
		}
		name := n.kids[0].text
		if listWords("names colnames", name) && len(n.kids) == 2 {
			j.walk(n.kids[1])
			j.masked = true // the text is a file's
			return true
		}
		if !listWords("c paste paste0 sprintf setdiff head tail rev sort unique seq_along", name) {
			return false
		}
		for _, a := range n.kids[1:] {
			if len(a.kids) != 1 || !j.formulaText(a.kids[0], depth+1) {
				return false
			}
		}
		return true
	}
	return false
}
