package command

import "mvdan.cc/sh/v3/syntax"

// exits are the states in which return leaves a function early, or break and
// continue a turn of a loop. What follows the function or the loop finds one of
// them.
type exits struct {
	outer  *exits
	states []*scope
}

// quit notes the state at a return, a break or a continue. Nobody counts how
// many loops break is to end, so each of them may end here.
func (s *scope) quit(name string) {
	switch name {
	case "return":
		if s.frame != nil {
			s.frame.states = append(s.frame.states, s.fork())
		}
	case "break", "continue":
		for e := s.turn; e != nil; e = e.outer {
			e.states = append(e.states, s.fork())
		}
	}
}

// rejoin takes in the states that left early.
func (s *scope) rejoin(e *exits) {
	for _, state := range e.states {
		s.join(state)
	}
}

// alone makes a scope that of another shell, which knows nothing of where in
// its script this one is.
func (s *scope) alone() {
	s.bind, s.locals, s.frame, s.turn, s.errexit = nil, nil, nil, nil, false
	delete(s.vars, "IFS") // every shell begins with its own
}

// leaves reports whether what follows a statement is not reached through it.
// Outside of a function return only complains, and so do break and continue
// outside of a loop.
func (s *scope) leaves(stmt *syntax.Stmt) bool {
	switch c := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 || len(c.Assigns) > 0 || stmt.Background {
			return false
		}
		switch c.Args[0].Lit() {
		case "exit":
			return true
		case "return":
			return s.frame != nil
		case "continue", "break":
			return s.turn != nil
		}
	case *syntax.Block:
		return len(c.Stmts) > 0 && s.leaves(c.Stmts[len(c.Stmts)-1]) && !stmt.Background
	}
	return false
}
