package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What bash cannot reckon, or may not assign, ends an expression where it stands:
// ((1/0, x=1)) sets nothing, let goes no further, and $((1/0)) gives up the statement that it stands in, all of a function
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

// mayGiveUp reports whether a text has what may give up a statement: an expression, a name
// that is readonly, an index or a length below zero. It may say so of too many.
func mayGiveUp(text string) bool {
	for _, sign := range [...]string{"$((", "$[", "readonly", "declare -", "typeset -", "local -", "export -", "UID", "PPID", "SHELLOPTS", "BASHOPTS", "BASH_VERSINFO"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	if from := strings.Index(text, "${"); from >= 0 && strings.Count(text[from:], ":") > 1 {
		return true // a slice with a length
	}
	at := strings.Index(text, "]=")
	if plus := strings.Index(text, "]+="); at < 0 || plus >= 0 && plus < at {
		at = plus
	}
	return at >= 0 && strings.IndexByte(text, '-') >= 0
}

// sealedByShell names what bash makes readonly itself.
func sealedByShell(name string) bool {
	switch name {
	case "UID", "EUID", "PPID", "SHELLOPTS", "BASHOPTS", "BASH_VERSINFO":
		return true
	}
	return false
}

// belowZero reports whether an index or a length may be less than zero, which not every
// array and not every text has.
func belowZero(x syntax.ArithmExpr) bool {
	if x == nil {
		return false
	}
	w, ok := x.(*syntax.Word)
	return !ok || w.Lit() == "" || strings.Trim(w.Lit(), digitSet) != ""
}

// nestedStmts is stmts for a text within the text, which may end before its end.
func (r *run) nestedStmts(sc *scope, file *syntax.File, s, by string) {
	switch {
	case sourced(by) && returns(file):
		before := sc.fork()
		r.stmts(sc, file.Stmts)
		r.gaveUp = true
		r.givesUp(sc, before, file.Stmts)
	case mayGiveUp(s):
		for i := range file.Stmts {
			r.stmtsOrNot(sc, file.Stmts[i:i+1], true)
		}
	default:
		r.stmts(sc, file.Stmts)
	}
}

// stmtsOrNot is stmts for statements that the shell may give up, if the text has such.
func (r *run) stmtsOrNot(sc *scope, list []*syntax.Stmt, may bool) {
	before := r.ahead(sc, list, may)
	r.stmts(sc, list)
	r.givesUp(sc, before, list)
}

// sourced reports whether return ends a text: bash(1), return.
func sourced(by string) bool { return by == "." || by == "source" || by == "eval" }

// returns reports whether a text may return before its end, itself and not in a function.
func returns(file *syntax.File) bool {
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FuncDecl, *syntax.Word, *syntax.Subshell:
			return false
		case *syntax.CallExpr:
			if len(n.Args) > 0 && !found {
				first := n.Args[0].Lit()
				found = first == "return" || first == "" || (first == "command" || first == "builtin" || first == "eval") && len(n.Args) > 1
			}
		}
		return !found
	})
	return found
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
			if len(c.Args) == 0 && len(c.Assigns) < 2 {
				return nil
			}
		}
	}
	return sc.fork()
}

// givesUp takes back, for statements of which something could not be reckoned, that all of
// them were done. Nobody knows how far the shell got: whatever they set but to numbers may
// have any value, and where they would have gone the shell may be or not.
func (r *run) givesUp(sc, before *scope, list []*syntax.Stmt) {
	if before == nil || !r.gaveUp {
		return
	}
	names, moves := r.changes(sc, list, 0)
	sc.join(before)
	for _, name := range names {
		name, _, _ = strings.Cut(name, "<") // see assigning
		switch {
		case name == "*":
			moves = true
		case strings.HasPrefix(name, "@"):
			sc.argsOK = false
		case validName(name):
			sc.set(name, single(value{}))
		}
	}
	if moves {
		r.unknown("a text that may be given up half-way", "arithmetic", r.spanOf(list[0]))
	}
}
