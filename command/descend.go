package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// descends reports whether each call of itself gets a file that certainly lies
// in the folder that the function was given, and that is there:
//
//	for f in "$1"/*; do [ -d "$f" ] && walk "$f"; done
func (c *climb) descends(body *syntax.Stmt, local map[string]int) bool {
	loops := map[string]bool{}
	taken := 0
	syntax.Walk(body, func(n syntax.Node) bool {
		if f, ok := n.(*syntax.ForClause); ok {
			if w, ok := f.Loop.(*syntax.WordIter); ok && c.goesDown(f, w, local) {
				loops[w.Name.Value] = true
				taken += c.callsIn(f)
			}
		}
		return true
	})
	if len(loops) == 0 || taken < c.written {
		return false
	}
	for _, call := range c.calls {
		if len(call.words) < 2 || !loops[variableOf(call.words[1])] {
			return false
		}
	}
	return true
}

// goesDown reports whether a loop takes what is in the folder that a function
// was given, sets its variable nowhere else, and calls the function only for
// what it has looked at.
func (c *climb) goesDown(f *syntax.ForClause, w *syntax.WordIter, local map[string]int) bool {
	if f.Select || len(w.Items) == 0 {
		return false
	}
	for _, item := range w.Items {
		if len(item.Parts) != 2 && len(item.Parts) != 3 {
			return false
		}
		head := &syntax.Word{Parts: item.Parts[:1]}
		tail, ok := item.Parts[1].(*syntax.Lit)
		if !ok || len(item.Parts) != 2 || local[variableOf(head)] != 1 || !slices.Contains([]string{"/*", "/*/", "/**/"}, tail.Value) {
			return false
		}
	}
	name, sets := w.Name.Value, false
	for _, s := range f.Do {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Assign:
				sets = sets || n.Name == nil || n.Name.Value == name
			case *syntax.WordIter:
				sets = sets || n.Name.Value == name
			case *syntax.CallExpr:
				sets = sets || len(n.Args) > 0 && (setsVariables(n.Args[0].Lit()) && n.Args[0].Lit() != "printf" || n.Args[0].Lit() == "")
			}
			return !sets
		})
	}
	return !sets && c.looked(f.Do, name, false)
}

// looked reports whether all calls in a list come behind a look at the file
// that a variable names.
func (c *climb) looked(list []*syntax.Stmt, name string, sure bool) bool {
	for _, s := range list {
		if !c.lookedAt(s, name, sure) {
			return false
		}
		if b, ok := s.Cmd.(*syntax.BinaryCmd); ok && b.Op == syntax.OrStmt && looksAt(b.X, name) && (quits(b.Y) || nextTurn(b.Y)) {
			sure = true
		}
	}
	return true
}

// lookedAt is looked for one statement; sure says that there was such a look before.
func (c *climb) lookedAt(s *syntax.Stmt, name string, sure bool) bool {
	if s == nil || sure || c.callsIn(s) == 0 {
		return true
	}
	switch n := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		return c.lookedAt(n.X, name, sure) && c.lookedAt(n.Y, name, sure || n.Op == syntax.AndStmt && looksAt(n.X, name))
	case *syntax.IfClause:
		then := len(n.Cond) == 1 && looksAt(n.Cond[0], name)
		if !c.looked(n.Cond, name, sure) || !c.looked(n.Then, name, sure || then) {
			return false
		}
		return n.Else == nil || c.lookedAt(&syntax.Stmt{Cmd: n.Else}, name, sure)
	case *syntax.Block:
		return c.looked(n.Stmts, name, sure)
	case *syntax.Subshell:
		return c.looked(n.Stmts, name, sure)
	}
	return false
}

// looksAt reports whether a statement goes well only if the file is there that
// a variable names.
func looksAt(s *syntax.Stmt, name string) bool {
	if s.Negated || s.Background {
		return false
	}
	switch n := s.Cmd.(type) {
	case *syntax.CallExpr:
		words := n.Args
		if len(words) == 4 && words[0].Lit() == "[" || len(words) == 3 && words[0].Lit() == "test" {
			return slices.Contains([]string{"-d", "-e", "-r", "-x"}, words[1].Lit()) && variableOf(words[2]) == name
		}
	case *syntax.TestClause:
		if u, ok := n.X.(*syntax.UnaryTest); ok && slices.Contains([]string{"-d", "-e", "-r", "-x"}, u.Op.String()) {
			w, ok := u.X.(*syntax.Word)
			return ok && variableOf(w) == name
		}
	case *syntax.BinaryCmd:
		return n.Op == syntax.AndStmt && (looksAt(n.X, name) || looksAt(n.Y, name))
	}
	return false
}

// nextTurn reports whether a statement ends the turn or the loop in any case.
func nextTurn(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && !s.Background && len(call.Args) == 1 && (call.Args[0].Lit() == "continue" || call.Args[0].Lit() == "break")
}

// callsIn is how often the names are called in a node.
func (c *climb) callsIn(n syntax.Node) int {
	calls := 0
	syntax.Walk(n, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 && slices.Contains(c.names, call.Args[0].Lit()) {
			calls++
		}
		return true
	})
	return calls
}

// variableOf is the parameter or the variable that a word expands and nothing
// else; "" for others.
func variableOf(w *syntax.Word) string {
	if w.Lit() != "" {
		return ""
	}
	return named(w)
}

// dispatches reports whether the calls end because each of them is for a word
// that the function has a case for, and the cases do not come round:
//
//	case $1 in build) ... ;; test) ... ;; all) main build; main test ;; esac
func (c *climb) dispatches(body *syntax.Stmt, local map[string]int) bool {
	var found *syntax.CaseClause
	syntax.Walk(body, func(n syntax.Node) bool {
		if k, ok := n.(*syntax.CaseClause); ok && found == nil && c.callsIn(k) > 0 {
			found = k
		}
		return found == nil
	})
	if found == nil || c.callsIn(found) != c.written || local[variableOf(found.Word)] != 1 {
		return false
	}
	leads := map[string][]string{}
	for _, item := range found.Items {
		var to []string
		for _, s := range item.Stmts {
			for _, call := range climbOf(s, c.names...).calls {
				word := ""
				if len(call.words) > 1 {
					word, _ = literalWord(call.words[1])
				}
				if word == "" {
					return false
				}
				to = append(to, word)
			}
		}
		for _, p := range item.Patterns {
			lit, ok := literalWord(p)
			if len(to) > 0 && (!ok || strings.ContainsAny(lit, "*?[\\@+!(") || item.Op != syntax.Break) {
				return false
			}
			leads[lit] = append(leads[lit], to...)
		}
	}
	totals := map[string]int{}
	for word := range leads {
		if callsFrom(leads, word, totals, 0) > maxClimbs {
			return false
		}
	}
	return true
}

// callsFrom is how many calls come of one for a word; too many if they come round.
func callsFrom(leads map[string][]string, word string, totals map[string]int, depth int) int {
	if t, ok := totals[word]; ok {
		return t
	}
	if depth > 16 {
		return maxClimbs + 1
	}
	t := 1
	for _, next := range leads[word] {
		if t += callsFrom(leads, next, totals, depth+1); t > maxClimbs {
			return t
		}
	}
	totals[word] = t
	return t
}
