package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// paired reports whether a list of pairs may become an object: it has the pairs
// of an object that is there, in another order or fewer of them, so that no
// name gets a value that it could not have had; or each value is written and
// certainly no function of somebody else.
func (j *jsJudge) paired(n *node) bool {
	if n.kind != nCall || n.kids[0].kind != nAttr || !j.step() {
		return false
	}
	defer j.back()
	fn, args := n.kids[0], n.kids[1:]
	switch fn.text {
	case "entries":
		base := fn.kids[0]
		return base.kind == nName && base.text == "Object" && !j.names.bound("Object") && len(args) == 1 && j.made(args[0])
	case "sort", "toSorted", "filter", "slice", "reverse", "toReversed":
		for _, a := range args {
			if a.kind == nLambda && !peaceful(a.kids[1]) || a.kind != nLambda && a.kind != nConst {
				return false
			}
		}
		return j.paired(fn.kids[0])
	case "map":
		if len(args) != 1 || args[0].kind != nLambda || args[0].kids[1].kind != nList {
			return false
		}
		pair := args[0].kids[1]
		return len(pair.kids) == 2 && pair.kids[0].kind != nStar && jsHarmless(pair.kids[1])
	}
	return false
}

// peaceful reports whether a function that is asked about pairs leaves them as
// they are: it calls nothing that could change them.
func peaceful(n *node) bool {
	if n == nil {
		return true
	}
	switch n.kind {
	case nAugment, nLambda, nNew, nDef:
		return false
	case nCall:
		if fn := n.kids[0]; fn.kind != nAttr || !listWords("localeCompare startsWith endsWith includes test has indexOf toLowerCase toUpperCase trim", fn.text) {
			return false
		}
	}
	for _, kid := range n.kids {
		if !peaceful(kid) {
			return false
		}
	}
	return true
}

// formatter reports whether a value is certainly made by Intl, or a decoder or
// encoder of texts, whose methods are no others.
func (j *jsJudge) formatter(n *node) bool {
	if !j.step() {
		return false
	}
	defer j.back()
	switch n.kind {
	case nNew, nCall:
		fn := n.kids[0]
		if n.kind == nNew && fn.kind == nName && listWords("TextDecoder TextEncoder", fn.text) {
			return true
		}
		return fn.kind == nAttr && fn.kids[0].kind == nName && fn.kids[0].text == "Intl" && !j.names.bound("Intl")
	case nName:
		b := j.bindingOf(n.text)
		for _, s := range b.sites {
			if s.how != byValue || s.node.kind != nNew && s.node.kind != nCall || !j.formatter(s.node) {
				return false
			}
		}
		return len(b.sites) > 0
	}
	return false
}

// eachItem binds the first parameter of a function that goes through a list, as
// in ["a", "b"].map(x => …). With a third one it could change the list, and by a
// name it could call itself.
func (c *jsNames) eachItem(n *node) {
	fn := n.kids[0]
	if fn.kind == nAttr && fn.text == "reduce" && len(n.kids) == 3 && n.kids[1].kind == nLambda && n.kids[1].text == "" {
		if params := n.kids[1].kids[0].kids; len(params) == 2 && params[1].kind == nName { // behind what it has come to
			c.items = append(c.items, eachOf{params[1], fn.kids[0]})
			c.folds(params[0], n)
			if fn.kids[0].kind == nName {
				c.names.of(fn.kids[0].text).turns++
			}
		}
		return
	}
	if fn.kind != nAttr || len(n.kids) != 2 || n.kids[1].kind != nLambda || n.kids[1].text != "" || !listWords("map forEach filter flatMap some every find", fn.text) {
		return
	}
	params := n.kids[1].kids[0].kids
	if len(params) == 0 || len(params) > 2 || params[0].kind != nName && params[0].kind != nList && params[0].kind != nDict {
		return
	}
	list := fn.kids[0]
	if list.kind == nName {
		c.names.of(list.text).turns++
	}
	if _, ok := endsWith(n.kids[1]); ok && fn.text == "filter" { // nothing is done with those that it leaves out
		list = n
	}
	c.items = append(c.items, eachOf{params[0], list})
}

// folds notes that a parameter is one and the same object all along: what a function that
// goes through a list begins with, and gives back each time.
func (c *jsNames) folds(param, n *node) {
	begin := n.kids[2]
	if param.kind != nName || begin.kind != nDict && begin.kind != nList || len(begin.kids) > 0 {
		return
	}
	for _, v := range givenBack(n.kids[1].kids[1]) {
		for v.kind == nBool && v.text == "," {
			v = v.kids[1]
		}
		if v.kind != nName || v.text != param.text {
			return
		}
	}
	if c.folded == nil {
		c.folded = make(map[*node]*node)
	}
	c.folded[param] = begin
}

// eachOf is a parameter that is one element of a list after the other.
type eachOf struct{ param, list *node }

// sourceOf is the list that a parameter goes through, or nil.
func (c *jsNames) sourceOf(param *node) *node {
	for _, e := range c.items {
		if e.param == param {
			return e.list
		}
	}
	return nil
}

// manifests is require(name + "/package.json") with known names: what packages
// say of themselves. As data it is of no more use than other data.
func (j *jsJudge) manifests(n *node) jsValue {
	texts := j.plain(n).texts
	if len(texts) == 0 {
		return j.manifestsOfData(n)
	}
	for _, t := range texts {
		name, ok := strings.CutSuffix(t.s, "/package.json")
		if !ok || t.glob || t.home || name == "" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/") || strings.Contains(name, "..") || strings.Trim(strings.ToLower(name), lowerSet+digitSet+"-_./@") != "" {
			return j.fail()
		}
	}
	j.add(Effect{Kind: pipeline.KindCode, Object: j.folder()})
	return jsValue{}
}

// made reports whether an object was certainly made by the program: a name
// that is only ever a literal or what JSON.parse gave, or a member of that by a
// constant name.
func (j *jsJudge) made(n *node) bool {
	if n == nil || !j.step() {
		return false
	}
	defer j.back()
	switch n.kind {
	case nName:
		b := j.bindingOf(n.text)
		for _, s := range b.sites {
			member := s.how == byValue && (s.node.kind == nAttr || s.node.kind == nIndex) && j.made(s.node)
			if s.how != byValue || !literal(s.node) && !member {
				return false
			}
		}
		return len(b.sites) > 0
	case nAttr:
		return !jsForbidden(n.text) && !jsCalled(n.text) && j.made(n.kids[0])
	case nIndex:
		key := n.kids[1]
		return (key.kind == nConst || key.kind == nText && key.sure && !jsForbidden(key.text) && !jsCalled(key.text)) && j.made(n.kids[0])
	}
	return false
}

// literal reports whether a value is made where it stands: an object, a list, or what
// JSON says.
func literal(n *node) bool {
	switch n.kind {
	case nDict, nList:
		return true
	case nCall:
		f := n.kids[0]
		if f.kind == nName && f.text == "require" && len(n.kids) == 2 { // JSON, or what the project has put in its place
			return n.kids[1].kind == nText && n.kids[1].sure && strings.HasSuffix(n.kids[1].text, ".json")
		}
		return f.kind == nAttr && f.text == "parse" && f.kids[0].kind == nName && f.kids[0].text == "JSON"
	}
	return false
}
