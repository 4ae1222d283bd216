package snippet

import "strings"

// define binds a name to a function, which may call itself. While its body is
// checked it counts as giving data; one that turns out to give something else
// must not call itself. A name with a dot could be a method (print.lm), which R
// calls by itself for a value of that class (?UseMethod).
func (c *rChecker) define(name string, n *node) rValue {
	if strings.Contains(name, ".") { // it could be a method, which gets models
		return c.refuse()
	}
	c.bind(name, rValue{kind: rFunc, gives: rData}, false)
	gives := c.function(n, nil)
	if gives != rData && calls(n.kids[1], name) {
		return c.refuse()
	}
	if !c.bad {
		c.names[name] = rValue{kind: rFunc, gives: gives}
	}
	return rValue{kind: rFunc, gives: gives}
}

// calls reports whether a name stands anywhere in a tree, as a callee or not.
// Texts are not looked into: only callback takes one for a name.
func calls(n *node, name string) bool {
	if n.kind == nName && n.text == name {
		return true
	}
	for _, k := range n.kids {
		if calls(k, name) {
			return true
		}
	}
	return false
}

// function checks a function whose first parameters get what is given, the
// others data, and says what it gives back.
//
// What it gives is the last value and those of return, joined. It may not take
// "...": what is in there would go where nobody checks it. Nor may it give a
// function or a formula, whose names mean what they meant within it (R Language
// Definition, "Lexical environment").
func (c *rChecker) function(n *node, given []rValue) rType {
	before := c.gives
	c.gives = rData
	v := c.part(true, func() rValue {
		for i, p := range n.kids[0].kids {
			v := rValue{kind: rData}
			if i < len(given) {
				v = given[i]
			}
			if p.text == "..." {
				return c.refuse()
			}
			if len(p.kids) > 0 {
				d := c.part(true, func() rValue { return c.eval(p.kids[0]) })
				if d.kind != rData {
					return c.refuse()
				}
			}
			c.bind(p.text, v, true)
			if c.bound[p.text] == 2 && !c.bad {
				c.names[p.text] = v
			}
		}
		return c.eval(n.kids[1])
	})
	gives := rJoin(c.gives, v.kind)
	if v.kind == rFunc || v.kind == rFormula {
		gives = rBad
	}
	c.gives = before
	if gives == rBad {
		c.bad = true
	}
	return gives
}
