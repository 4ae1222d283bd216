package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// rType is what is known of a value of R. What matters is which values may hold
// code: calls and functions can be taken apart and put together like lists, and
// much of R evaluates what it finds in a list. So plain data never holds any.
//
// The order matters: up to rModels a function of the program may give it back,
// and from there on two kinds that differ have nothing in common (rJoin).
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

// rValue is a value, and its text if that is a constant. The zero value is
// rBad, so that what nobody has bound cannot be used by mistake. With both
// known and pattern the value is one of the paths that the text, a pattern,
// stands for, as an element of Sys.glob is.
type rValue struct {
	kind    rType
	known   bool // text is its value
	pattern bool // text is a pattern of the paths that it may be
	text    string
	gives   rType // of a function
}

// rJoin is what is known of a value that may be either of two. Whoever could
// get a model must treat it as one; data that may be a function of R is
// rColumn; where nothing holds for both, it is rBad, and using the value is
// refused.
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

// R reads a program of R, as R -e, Rscript and R -f run it. It gives the
// effects of all ways that the program can go, and false if anything in it is
// not understood; then the effects say nothing. Every run but one with --vanilla reads
// .Rprofile and .RData of the folder (?Startup), which are code, so that is
// among them. What is drawn without a device having been opened lands in
// Rplots.pdf (?Devices).
func R(text string, given Given) ([]Effect, bool) {
	// The script that starts R hands -e on with ~+~ for a blank and ~n~ for a line's end, and
	// divides it at what other blanks there are.
	if strings.Contains(text, "~+~") || strings.Contains(text, "~n~") || given.Eval && strings.ContainsAny(text, "\t\r\v\f") {
		return nil, false
	}
	effects, ok := rFirst(text, given)
	if !ok {
		effects, ok = rSecond(text, given)
	}
	return effects, ok && !rFeeds(effects, text)
}

// rFirst is the first reading, which knows all that is called and what it is called with.
func rFirst(text string, given Given) ([]Effect, bool) {
	block := rParse(text, false)
	if block == nil {
		return nil, false
	}
	c := &rChecker{names: map[string]rValue{}, bound: map[string]int{}, params: map[string]bool{}, free: given.Eval}
	c.count(block, 0)
	if !given.Isolated {
		c.report.add(Effect{Kind: pipeline.KindCode, Object: "."}) // .Rprofile
	}
	c.eval(block)
	if c.draws && !c.device {
		c.report.add(Effect{Kind: pipeline.KindWrite, Object: "Rplots.pdf"})
	}
	return c.report.effects, !c.bad
}

// rChecker goes through a program once, in its order. It does not run anything:
// both ways of an if are checked, a loop's body once, a function where it
// stands, with data for its parameters. bad is for good; after it all answers
// are the zero value.
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

// refuse ends the reading: what stands here is not understood.
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

// checked refuses a value of which nothing is known, where it would be used.
func (c *rChecker) checked(v rValue) rValue {
	if v.kind == rBad {
		c.bad = true
	}
	return v
}

// operand is a value that must be data, or fails where it is none: operators of
// R raise an error for a function (?Arithmetic), so a rColumn does no harm.
func (c *rChecker) operand(n *node) rValue {
	if v := c.eval(n); v.kind != rData && v.kind != rColumn {
		return c.refuse()
	}
	return rValue{kind: rData}
}

// binary checks an operator. A class can have methods for operators
// (?S3groupGeneric), but no program can give its data a class here, nor define a
// function with a dot in its name. The right side of && and || may not be evaluated,
// so what it binds is uncertain.
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
//
// There R looks for a name among the columns first and in the program
// afterwards (?model.frame), and which columns there are is not known. So a
// name that nothing binds may be a column, and a constant of the program may be
// hidden by one.
func (c *rChecker) masked(check func() rValue) rValue {
	c.mask++
	c.data++
	v := c.part(true, check)
	c.mask--
	c.data--
	return v
}

// name is the value of a name that is used as a value. Functions are none: given to
// other code they would be called or taken apart, so only callback takes them. A name
// that neither the program nor rConstant knows is refused: R would find it in some
// package that is attached, or in what .Rprofile has left.
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

// loop checks a for, whose body may run any number of times. The elements of a
// list of models are models; those of data are data, and one of them if the
// list is one text.
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

// assign binds a name, or changes a part of data that a name is bound to. <<-
// binds in the function around, or globally (R Language Definition, "Scope"):
// it must be a name that is known already and no parameter, so that it is
// certain which one is meant.
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

// arguments checks the words within brackets. Besides places they hold drop and
// exact (?Extract).
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

// index checks x[…] and x[[…]]. A part of data is data; an element of a list of
// models is a model. A model cannot be indexed: its parts hold calls (?lm,
// "call", "terms").
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

// field checks x$name. Of a model only those parts are given that are plain data.
// R takes the beginning of a name for the name here as well (?Extract), so none that
// is listed may be the beginning of one that holds code (call, terms, formula).
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
