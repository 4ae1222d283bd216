package snippet

// kind is the kind of a node of a program's tree.
type kind uint8

// Expressions and statements of both languages. What the kids of a node are
// stands behind it.
const (
	nNone    kind = iota
	nName         // text
	nText         // text, sure: a string constant
	nConst        // a number, None, true …
	nFormat       // the expressions of a format string or template
	nTuple        // elements
	nList         // elements
	nSet          // elements
	nDict         // key, value, key, value …; the key is nil for **
	nComp         // element, perhaps value, then clauses
	nClause       // target, iterable, conditions
	nUnary        // text; operand
	nBinary       // text; left, right
	nBool         // text; left, right
	nCompare      // operands
	nChoice       // condition, then, else
	nLambda       // parameters, body: an expression or a block
	nCall         // function, arguments
	nArg          // text: the name; value
	nAttr         // text; base
	nIndex        // base, index
	nSlice        // up to three, nil where left out
	nStar         // text: * or **; operand
	nWalrus       // name, value
	nYield        // perhaps a value
	nNew          // function, arguments
	nRegexp       // a constant of JavaScript

	nExpr    // expression
	nAssign  // value, targets
	nAugment // text; target, value
	nImport  // text: the module; aliases. sure: the names of the module
	nAlias   // text: what; a name node
	nIf      // condition, then, else or nil
	nWhile   // condition, body, else or nil
	nFor     // target, iterable, body, else or nil
	nTry     // body, handlers, other blocks
	nHandler // type or nil, name or nil, body
	nWith    // items: nAssign or nExpr; the last is the body
	nDef     // text; parameters, body
	nParams  // parameters
	nParam   // text: the name; default or nil, annotation or nil
	nReturn  // perhaps a value
	nPass    // does nothing
	nRaise   // values
	nDelete  // targets
	nNames   // global, nonlocal: names
	nBlock   // statements
	nClass   // text; bases, body
	nDecor   // decorators; the last is what they stand before
	nMatch   // subject, cases
	nCase    // pattern, guard or nil, body
	nCapture // a name node, or nil: part of a pattern
	nShape   // a class or nil, patterns: part of a pattern; nArg for what has a name
)

// node is a part of a program.
type node struct {
	kind kind
	text string
	sure bool
	at   int
	kids []*node
}
