package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What bash cannot reckon ends an expression where it stands: ((1/0, x=1)) sets nothing, let
// goes no further, and $((1/0)) gives up the statement that it stands in, all of a function
// or of { …; } around it, and goes on behind that with the next line (bash(1), "ARITHMETIC
// EVALUATION"). So what was to be set behind it may be what it was.

// reckon judges an expression, of which nothing behind a mistake is done; perhaps: there was
// one before it already. It reports whether there may be one.
func (r *run) reckon(sc *scope, x syntax.ArithmExpr, perhaps bool) bool {
	if x == nil {
		return perhaps
	}
	fails := perhaps || r.arithFails(sc, x)
	if !fails || !r.reckonsAnew(x) {
		r.arithmetic(sc, x)
		return fails
	}
	other := sc.fork()
	r.arithmetic(other, x)
	sc.join(other)
	return true
}

// sealedIn reports whether an expression assigns to what may be readonly.
func (r *run) sealedIn(sc *scope, x syntax.ArithmExpr) bool {
	return slices.ContainsFunc(arithName(x), func(name string) bool { return sc.lookup(name).sealed })
}

// mayGiveUp reports whether a text has expressions that may give up a statement.
func mayGiveUp(text string) bool {
	return strings.Contains(text, "$((") || strings.Contains(text, "$[")
}

// stmtsOrNot is stmts for statements that the shell may give up, if the text has such.
func (r *run) stmtsOrNot(sc *scope, list []*syntax.Stmt, may bool) {
	before := r.ahead(sc, list, may)
	r.stmts(sc, list)
	r.givesUp(sc, before, list)
}

// ahead is the state before statements that may be given up, or nil where none is needed:
// an assignment by itself says what it leaves (giveValue).
func (r *run) ahead(sc *scope, list []*syntax.Stmt, may bool) *scope {
	if !may {
		return nil
	}
	if len(list) == 1 {
		switch c := list[0].Cmd.(type) {
		case *syntax.FuncDecl:
			return nil
		case *syntax.CallExpr:
			if len(c.Args) == 0 {
				return nil
			}
		}
	}
	return sc.fork()
}

// givesUp takes back, for statements of which something could not be reckoned, that all of
// them were done. What they set twice may have any value.
func (r *run) givesUp(sc, before *scope, list []*syntax.Stmt) {
	if before == nil || !r.gaveUp {
		return
	}
	names, _ := r.changes(sc, list, 0)
	sc.join(before)
	slices.Sort(names)
	for i, name := range names {
		switch {
		case i > 0 && names[i-1] == name && validName(name):
			sc.set(name, single(value{}))
		case name == "*":
			r.unknown("a text that may be given up half-way", "arithmetic", r.spanOf(list[0]))
		}
	}
}
