package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// rType is what is known of a value of R. What matters is which values may hold
// code: calls and functions can be taken apart and put together like lists, and
// much of R evaluates what it finds in a list. So plain data never holds any.
type rType uint8

const (
	rBad     rType = iota // not to be used
	rData                 // plain data
	rColumn               // a name that nothing binds for certain: data, or a function of R
	rModel                // what a model gives: it holds calls; only listed functions and fields take it
	rModels               // a list of them
	rFormula              // only for functions that take formulas
	rFunc                 // a function that the program has written
)

// rValue is a value, and its text if that is a constant.
type rValue struct {
	kind    rType
	known   bool // text is its value
	pattern bool // text is a pattern of the paths that it may be
	text    string
	gives   rType // of a function
}

func rJoin(a, b rType) rType {
	switch {
	case a == b:
		return a
	case a == rBad || b == rBad, a >= rModels || b >= rModels:
		return rBad
	case a == rModel || b == rModel:
		return rModel
	}
	return rColumn
}

// R reads a program of R.
func R(text string, given Given) ([]Effect, bool) {
	block := rParse(text)
	if block == nil || strings.Contains(text, "~+~") { // how a blank is handed on: R -e makes one of it
		return nil, false
	}
	c := &rChecker{names: map[string]rValue{}, bound: map[string]int{}, params: map[string]bool{}, free: given.Eval}
	c.count(block, 0)
	c.report.add(Effect{Kind: pipeline.KindCode, Object: "."}) // .Rprofile
	c.eval(block)
	if c.draws && !c.device {
		c.report.add(Effect{Kind: pipeline.KindWrite, Object: "Rplots.pdf"})
	}
	return c.report.effects, !c.bad
}

// rChecker goes through a program once, in its order.
type rChecker struct {
	report report
	names  map[string]rValue
	bound  map[string]int // how often a name is bound anywhere
	params map[string]bool
	frames []rFrame
	gives  rType // what the function at hand has returned so far
	mask   int   // > 0: names may be columns
	data   int   // > 0: names that are bound may be columns all the same
	free   bool  // standard input is not where the program comes from
	draws  bool
	device bool
	bad    bool
}

func (c *rChecker) refuse() rValue {
	c.bad = true
	return rValue{}
}

// eval checks an expression and says what it gives.
//
// Long: one case a kind of node.
func (c *rChecker) eval(n *node) rValue {
	if c.bad {
		return rValue{}
	}
	switch n.kind {
	case nConst, nPass:
		return rValue{kind: rData}
	case nText:
		return rValue{kind: rData, known: true, text: n.text}
	case nName:
		return c.name(n.text)
	case nTuple:
		return c.eval(n.kids[0])
	case nBlock:
		v := rValue{kind: rData}
		for _, k := range n.kids {
			v = c.eval(k)
		}
		return v
	case nUnary:
		if n.text == "~" {
			return c.formula(n)
		}
		return c.operand(n.kids[0])
	case nBinary:
		return c.binary(n)
	case nIf:
		c.operand(n.kids[0])
		v := c.part(false, func() rValue { return c.eval(n.kids[1]) })
		other := rValue{kind: rData}
		if len(n.kids) > 2 {
			other = c.part(false, func() rValue { return c.eval(n.kids[2]) })
		}
		return rValue{kind: rJoin(v.kind, other.kind)} // whoever uses it looks at it
	case nWhile:
		c.operand(n.kids[0])
		c.part(false, func() rValue { return c.eval(n.kids[1]) })
		return rValue{kind: rData}
	case nFor:
		return c.loop(n)
	case nAssign:
		return c.assign(n)
	case nIndex:
		return c.index(n)
	case nAttr:
		return c.field(n)
	case nCall:
		return c.call(n)
	}
	return c.refuse()
}

func (c *rChecker) checked(v rValue) rValue {
	if v.kind == rBad {
		c.bad = true
	}
	return v
}

// operand is a value that must be data, or fails where it is none.
func (c *rChecker) operand(n *node) rValue {
	if v := c.eval(n); v.kind != rData && v.kind != rColumn {
		return c.refuse()
	}
	return rValue{kind: rData}
}

func (c *rChecker) binary(n *node) rValue {
	switch n.text {
	case "~":
		return c.formula(n)
	case "&&", "||":
		c.operand(n.kids[0])
		return c.part(false, func() rValue { return c.operand(n.kids[1]) })
	}
	c.operand(n.kids[0])
	return c.operand(n.kids[1])
}

// formula checks both sides like code, which they are once a model reads them.
func (c *rChecker) formula(n *node) rValue {
	for _, k := range n.kids {
		c.masked(func() rValue { return c.operand(k) })
	}
	return rValue{kind: rFormula}
}

// masked checks what is evaluated among the columns of some data.
func (c *rChecker) masked(check func() rValue) rValue {
	c.mask++
	c.data++
	v := c.part(true, check)
	c.mask--
	c.data--
	return v
}

func (c *rChecker) name(name string) rValue {
	if v, ok := c.names[name]; ok {
		if v.kind == rBad || v.kind == rFunc || v.kind == rFormula && c.data > 0 {
			return c.refuse()
		}
		if c.data > 0 { // a column may have the name
			v.known, v.pattern = false, false
		}
		return v
	}
	if rConstant(name) {
		return rValue{kind: rData}
	}
	if c.mask > 0 && !rNoColumn(name) {
		return rValue{kind: rColumn}
	}
	return c.refuse()
}

func (c *rChecker) loop(n *node) rValue {
	list := c.eval(n.kids[0])
	if list.kind != rData && list.kind != rModels {
		return c.refuse()
	}
	each := rValue{kind: rData, known: list.known, pattern: list.pattern, text: list.text}
	if list.kind == rModels {
		each = rValue{kind: rModel}
	}
	c.part(false, func() rValue {
		c.bind(n.text, each, false)
		if c.bound[n.text] == 2 && !c.bad { // by this loop alone
			c.names[n.text] = each
		}
		return c.eval(n.kids[1])
	})
	return rValue{kind: rData}
}

// assign binds a name, or changes a part of data that a name is bound to.
func (c *rChecker) assign(n *node) rValue {
	target, value := n.kids[0], n.kids[1]
	if target.kind == nName {
		if n.text == "<<-" && (c.params[target.text] || c.names[target.text].kind == rBad) {
			return c.refuse()
		}
		if value.kind == nLambda {
			if n.text == "<<-" {
				return c.refuse()
			}
			return c.define(target.text, value)
		}
		v := c.eval(value)
		c.bind(target.text, v, false)
		return v
	}
	v := c.eval(value)
	if v.kind != rData {
		return c.refuse()
	}
	for {
		switch target.kind {
		case nIndex:
			c.arguments(target.kids[1:])
			target = target.kids[0]
		case nAttr:
			target = target.kids[0]
		case nCall:
			if len(target.kids) < 2 || target.kids[0].kind != nName || !rReplaces(target.kids[0].text) || c.names[target.kids[0].text].kind != rBad || len(target.kids[1].kids) == 0 || target.kids[1].text != "" {
				return c.refuse()
			}
			c.arguments(target.kids[2:])
			target = target.kids[1].kids[0]
		case nName:
			if was := c.names[target.text]; was.kind != rData && (was.kind != rBad || was.known || !rConstant(target.text)) {
				return c.refuse()
			}
			c.bind(target.text, rValue{kind: rData}, false)
			return v
		default:
			return c.refuse()
		}
	}
}

// arguments checks the words within brackets.
func (c *rChecker) arguments(args []*node) {
	for _, a := range args {
		if a.text != "" && a.text != "drop" && a.text != "exact" {
			c.bad = true
		}
		if len(a.kids) > 0 {
			c.part(false, func() rValue { return c.operand(a.kids[0]) })
		}
	}
}

func (c *rChecker) index(n *node) rValue {
	base := c.eval(n.kids[0])
	c.arguments(n.kids[1:])
	switch base.kind {
	case rData, rColumn: // no function can be indexed
		return rValue{kind: rData, known: base.pattern, pattern: base.pattern, text: base.text}
	case rModels:
		if n.text == "[[" {
			return rValue{kind: rModel}
		}
		return base
	}
	return c.refuse()
}

func (c *rChecker) field(n *node) rValue {
	base := c.eval(n.kids[0])
	switch {
	case base.kind == rData, base.kind == rColumn, base.kind == rModel && rModelField(n.text):
		return rValue{kind: rData}
	case base.kind == rModels:
		return rValue{kind: rModel}
	}
	return c.refuse()
}

// define binds a name to a function, which may call itself.
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

// calls reports whether a name stands anywhere in a tree.
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
