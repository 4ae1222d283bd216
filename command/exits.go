package command

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// exits are the states in which return leaves a function early, or break and
// continue a turn of a loop. What follows the function or the loop finds one of
// them.
type exits struct {
	outer  *exits
	states []*scope
	erred  []*scope // those of a function that has certainly failed
}

// quit notes the state at a return, a break or a continue. Nobody counts how
// many loops break is to end, so each of them may end here.
func (s *scope) quit(name string, args []field) {
	switch name {
	case "return":
		switch {
		case s.frame == nil:
		case len(args) == 0 && s.run.erring, len(args) == 1 && failure(args[0]):
			s.frame.erred = append(s.frame.erred, s.fork())
		default:
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

// failure reports whether a word is a status that says failure.
func failure(f field) bool {
	n, err := strconv.Atoi(f.text)
	return f.exact() && err == nil && n > 0 && n < 256
}

// bareReturn reports whether a statement is return alone, which gives on the
// status of what ran before it.
func bareReturn(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) == 1 && call.Args[0].Lit() == "return" && len(call.Assigns) == 0 && len(s.Redirs) == 0 && !s.Negated && !s.Background
}

// concludes ends a function: whoever looks at its status finds the folder where
// it went well, or any in which it may have failed.
func (s *scope) concludes(e *exits) {
	s.madeIf = nil
	s.rejoin(e)
	if len(e.states)+len(e.erred) == 0 {
		return
	}
	there, failed := s.dirs, s.failedOr(s.dirs)
	for _, state := range e.states {
		failed = unite(failed, state.dirs)
	}
	for _, state := range e.erred {
		s.join(state)
		failed = unite(failed, state.dirs)
	}
	s.dirs, s.failed = there, nil
	if !sameDirs(failed, there) {
		s.failed = somewhere(failed)
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
		if len(c.Args) == 0 || len(c.Assigns) > 0 || stmt.Background || s.renamed(c.Args[0].Lit()) {
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
