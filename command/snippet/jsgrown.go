package snippet

// Lists that a program fills by push have the names that it puts in, as long as
// it does nothing with the list but fill it and go through it.

// grows notes what list.push(x) puts into a list. A method by any other way is
// one that may do so.
func (c *jsNames) grows(n *node) {
	fn := n.kids[0]
	called := fn
	for called.kind == nBool && called.text == "," { // as brackets are read
		called = called.kids[1]
	}
	if called.kind == nIndex && called.kids[0].kind == nName { // list["push"](x) is no look at an element
		c.names.of(called.kids[0].text).turns--
	}
	if fn.kind != nAttr || fn.text != "push" && fn.text != "unshift" || fn.kids[0].kind != nName || len(n.kids) < 2 {
		return
	}
	b := c.names.of(fn.kids[0].text)
	b.turns++
	b.grown = append(b.grown, n.kids[1:]...)
}

// reads notes where a list is only read: list.join(" "), console.log(list).
func (c *jsNames) reads(n *node) {
	fn := n.kids[0]
	if fn.kind != nAttr || fn.kids[0].kind != nName {
		return
	}
	if base := fn.kids[0].text; listWords("join includes indexOf", fn.text) {
		c.names.of(base).turns++
	} else if base == "console" || base == "JSON" && fn.text == "stringify" && len(n.kids) == 2 {
		for _, a := range n.kids[1:] {
			if a.kind == nName {
				c.names.of(a.text).turns++
			}
		}
	}
}

// grown are the names in a list that is filled: nil if not all of them are known.
// v is what the list is before.
func (j *jsJudge) grown(b *binding[jsValue], v jsValue) []pyText {
	if len(b.sites) != 1 || b.sites[0].how != byValue || b.sites[0].node.kind != nList || len(b.sites[0].node.kids) > 0 && len(v.items) == 0 || len(b.grown) > maxTexts {
		return nil
	}
	items := v.items[:len(v.items):len(v.items)]
	for _, put := range b.grown {
		if put.kind == nStar {
			return nil
		}
		one := j.used(j.eval(put))
		if len(one.texts) == 0 || len(items)+len(one.texts) > maxTexts {
			return nil
		}
		items = append(items, one.texts...)
	}
	return items
}
