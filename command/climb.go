package command

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// climb is how a function starts itself, or the functions of a round each other.
type climb struct {
	names []string
	// written is how often the names are called in the text, most how often on
	// the way through it that calls them most often.
	written, most int
	splits        bool // something in it runs beside, or in a pipeline
	background    bool // something runs in the background
	beside        bool // a call of itself does, or one beside another
	piped         bool // a call of itself stands in a pipeline
	open          bool // a call of itself depends on nothing
	chained       bool // such a one that is another process
	calls         []selfCall
	lists         int                   // whose facts were looked for
	decided       map[*syntax.Stmt]bool // of lists, whose left side is the longer one
}

// selfCall is one of the calls, with what is known to hold when it is reached.
type selfCall struct {
	words []*syntax.Word
	facts []fact
}

// climbOf looks at the body of a function.
func climbOf(body *syntax.Stmt, names ...string) *climb {
	c := &climb{names: names}
	c.most = c.stmt(body, standing{})
	return c
}

// bomb reports whether processes certainly multiply without end: nothing that
// the function looks at decides whether it calls itself again, or that cannot
// change from one call to the next, as far as its words go.
func (c *climb) bomb() bool {
	if c.written == 0 {
		return false
	}
	return c.chained || c.open && (c.written > 1 || c.splits) || c.beside && !c.hands()
}

// hands reports whether each of the calls gets a word that may be another one
// each time.
func (c *climb) hands() bool {
	return !slices.ContainsFunc(c.calls, func(call selfCall) bool {
		return !slices.ContainsFunc(call.words[1:], func(w *syntax.Word) bool { return !constant(w) })
	})
}

// several reports whether a function that is no bomb may still call itself so
// often that it amounts to one.
func (c *climb) several() bool {
	return c.most > 1 || c.most > 0 && (c.background || c.piped)
}

// standing is where in a function something stands.
type standing struct {
	guarded bool // whether it is reached depends on something
	process bool // in another process than the function itself
	facts   []fact
}

// maxFacts bounds what is known at one place. Who knows less sees a bomb sooner.
const maxFacts = 64

// under is a place that is reached only if something holds. The list is clipped, since
// both branches go on from it.
func (at standing) under(facts ...fact) standing {
	at.guarded, at.facts = true, append(slices.Clip(at.facts), facts...)
	at.facts = at.facts[:min(len(at.facts), maxFacts)]
	return at
}

// stmts looks at statements one after another. Behind one that may end the function,
// the rest is guarded by its not having done so.
func (c *climb) stmts(list []*syntax.Stmt, at standing) int {
	most := 0
	for _, s := range list {
		most += c.stmt(s, at)
		if left, facts := leavesUnder(s); left {
			at = at.under(facts...)
		}
	}
	return most
}

// stmt looks at a statement and returns how often it calls the names at most.
//
// Long: one case a kind of command.
func (c *climb) stmt(s *syntax.Stmt, at standing) (most int) {
	if s == nil {
		return 0
	}
	for _, rd := range s.Redirs {
		most += c.within(rd, at)
	}
	if s.Background {
		c.splits, c.background, at.process = true, true, true
		defer func() { c.beside = c.beside || most > 0 }()
	}
	switch n := s.Cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		if len(n.Args) > 0 && slices.Contains(c.names, n.Args[0].Lit()) {
			c.written++
			c.open, c.chained = c.open || !at.guarded, c.chained || !at.guarded && at.process
			c.calls = append(c.calls, selfCall{n.Args, at.facts})
			most++
		}
		most += c.within(n, at)
	case *syntax.BinaryCmd:
		most += c.binary(n, at)
	case *syntax.IfClause:
		most += c.branches(n, at)
	case *syntax.CaseClause:
		most += c.cases(n, at)
	case *syntax.ForClause:
		if constant(n.Loop) {
			most += c.within(n.Loop, at) + c.stmts(n.Do, at)
		} else {
			most += c.within(n.Loop, at) + c.stmts(n.Do, at.under())
		}
	case *syntax.WhileClause:
		most += c.stmts(n.Cond, at)
		if decides(n.Cond) {
			at = at.under()
		}
		most += c.stmts(n.Do, at)
	case *syntax.Block:
		most += c.stmts(n.Stmts, at)
	case *syntax.Subshell:
		at.process = true
		most += c.stmts(n.Stmts, at)
	case *syntax.FuncDecl:
		most += c.stmt(n.Body, at)
	case *syntax.TimeClause:
		most += c.stmt(n.Stmt, at)
	case *syntax.CoprocClause:
		at.process = true
		inner := c.stmt(n.Stmt, at)
		c.splits, c.background, c.beside = true, true, c.beside || inner > 0
		most += inner
	default:
		most += c.within(n, at)
	}
	return most
}

// binary looks at lists and pipelines. Both sides of a pipe are processes of their own
// and run at the same time, so that a call on each side doubles them.
func (c *climb) binary(n *syntax.BinaryCmd, at standing) int {
	switch n.Op {
	case syntax.AndStmt:
		most := c.stmt(n.X, at)
		if c.decides(n.X) {
			at = at.under(c.facts(n.X, true)...)
		}
		return most + c.stmt(n.Y, at)
	case syntax.OrStmt:
		most := c.stmt(n.X, at)
		if c.decides(n.X) {
			at = at.under(c.facts(n.X, false)...)
		}
		return most + c.stmt(n.Y, at)
	}
	at.process = true
	x, y := c.stmt(n.X, at), c.stmt(n.Y, at)
	c.splits, c.piped, c.beside = true, c.piped || x+y > 0, c.beside || x > 0 && y > 0
	return x + y
}

// maxLists bounds the lists whose facts are looked for, each of which may be as long as
// all before it.
const maxLists = 256

// facts is factsOf of the left side of a list.
func (c *climb) facts(s *syntax.Stmt, well bool) []fact {
	if c.lists++; c.lists > maxLists {
		return nil
	}
	return factsOf(s, well)
}

// decides is decides of one statement. Of a list it remembers what its left side does,
// which is a list as well, a thousand deep perhaps.
func (c *climb) decides(s *syntax.Stmt) bool {
	list, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok {
		return decides([]*syntax.Stmt{s})
	}
	known, ok := c.decided[s]
	if !ok {
		if c.decided == nil {
			c.decided = make(map[*syntax.Stmt]bool)
		}
		known = c.decides(list.X) || decides([]*syntax.Stmt{list.Y})
		c.decided[s] = known
	}
	return known
}

// branches takes the branch that calls most often: one of them runs.
func (c *climb) branches(n *syntax.IfClause, at standing) int {
	most := c.stmts(n.Cond, at)
	then, other := at, at
	if decides(n.Cond) {
		then, other = at.under(factsOfLast(n.Cond, true)...), at.under(factsOfLast(n.Cond, false)...)
	}
	one := c.stmts(n.Then, then)
	if n.Else != nil {
		if len(n.Else.Cond) == 0 {
			return most + max(one, c.stmts(n.Else.Then, other))
		}
		return most + max(one, c.branches(n.Else, other))
	}
	return most + one
}

// cases is the same for case; branches that fall into the next one add up.
func (c *climb) cases(n *syntax.CaseClause, at standing) int {
	most, sum, falls := 0, c.within(n.Word, at), false
	decided := !constant(n.Word)
	var none []fact
	for _, item := range n.Items {
		inner := at
		if decided {
			is, not := factsOfItem(n.Word, item)
			inner = at.under(append(slices.Clone(none), is...)...)
			none = append(none, not...)
		}
		if falls {
			inner.facts = nil
		}
		calls := c.stmts(item.Stmts, inner)
		if falls = item.Op != syntax.Break; falls {
			sum += calls
		}
		most = max(most, calls)
	}
	return sum + most
}

// within looks for calls in the substitutions of whatever stands in a node.
func (c *climb) within(n syntax.Node, at standing) (most int) {
	if n == nil {
		return 0
	}
	at.process = true
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			most += c.stmts(n.Stmts, at)
			return false
		case *syntax.ProcSubst:
			inner := c.stmts(n.Stmts, at)
			c.splits, c.beside = true, c.beside || inner > 0
			most += inner
			return false
		}
		return true
	})
	return most
}

// constant reports whether a node has no variables, substitutions, patterns or
// names of arithmetic in it.
func constant(n syntax.Node) bool {
	same := true
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ArithmExp, *syntax.CStyleLoop, *syntax.ProcSubst:
			same = false
		case *syntax.Lit:
			same = same && !special(n.Value)
		}
		return same
	})
	return same
}

// decides reports whether the end of a list of commands may differ from one
// call of the function to the next.
func decides(cond []*syntax.Stmt) bool {
	if len(cond) == 0 {
		return false
	}
	found := false
	syntax.Walk(cond[len(cond)-1], func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			if len(n.Args) == 0 {
				return true
			}
			switch n.Args[0].Lit() {
			case "true", "false", ":", "echo", "printf", "sleep", "wait", "let", "cd", "export":
				return false
			case "[", "test":
				for _, w := range n.Args {
					found = found || !constant(w)
				}
				return false
			default:
				found = true
			}
		case *syntax.ParamExp:
			found = true
		case *syntax.Word:
			found = found || validName(n.Lit())
		case *syntax.DeclClause, *syntax.FuncDecl:
			return false
		}
		return !found
	})
	return found
}

// leavesUnder reports whether a statement may end the function, and what is
// known to hold if it has not.
func leavesUnder(s *syntax.Stmt) (bool, []fact) {
	if s.Background || s.Negated {
		return false, nil
	}
	switch n := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		if n.Op != syntax.AndStmt && n.Op != syntax.OrStmt || !decides([]*syntax.Stmt{n.X}) {
			return false, nil
		}
		if quits(n.Y) {
			return true, factsOf(n.X, n.Op == syntax.OrStmt)
		}
	case *syntax.IfClause:
		if !decides(n.Cond) {
			return false, nil
		}
		if n.Else == nil && len(n.Then) > 0 && quits(n.Then[len(n.Then)-1]) {
			return true, factsOfLast(n.Cond, false)
		}
		return n.Else == nil && anyQuits(n.Then), nil
	case *syntax.CaseClause:
		return !constant(n.Word) && anyQuits([]*syntax.Stmt{s}), nil
	}
	return false, nil
}

// quits reports whether a statement ends the function in any case.
func quits(s *syntax.Stmt) bool {
	if s.Background {
		return false
	}
	switch n := s.Cmd.(type) {
	case *syntax.CallExpr:
		return len(n.Args) > 0 && (n.Args[0].Lit() == "return" || n.Args[0].Lit() == "exit")
	case *syntax.Block:
		return len(n.Stmts) > 0 && quits(n.Stmts[len(n.Stmts)-1])
	}
	return false
}

// anyQuits reports whether any statement among these may end the function, in this
// shell.
func anyQuits(list []*syntax.Stmt) bool {
	found := false
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			if s, ok := n.(*syntax.Stmt); ok && quits(s) {
				found = true
			}
			switch n.(type) {
			case *syntax.Subshell, *syntax.CmdSubst, *syntax.FuncDecl:
				return false
			}
			return !found
		})
	}
	return found
}
