package command

import (
	"maps"

	"mvdan.cc/sh/v3/syntax"
)

// stmts judges statements one after another, at whose status nobody looks.
func (r *run) stmts(sc *scope, list []*syntax.Stmt) {
	r.group(sc, list)
	sc.settle()
}

// group is stmts for a list whose status is that of its last statement, at which
// somebody may look: { mkdir a && cd a; } && make.
func (r *run) group(sc *scope, list []*syntax.Stmt) {
	for i, s := range list {
		if i > 0 {
			sc.settle()
		}
		r.stmt(sc, s)
		if sc.errexit && r.tested == 0 && plainCommand(s) {
			sc.failed = nil // the shell would have ended: bash(1), set -e
		}
	}
}

// inTurn judges the statements of the text itself. What runs in one of them has
// been read when the next one begins, unless something runs on beside them.
func (r *run) inTurn(sc *scope, list []*syntax.Stmt) {
	may := mayGiveUp(r.in.Text)
	for i := range list {
		r.outer, _ = list[i].Cmd.(*syntax.BinaryCmd)
		r.gaveUp = false
		r.stmtsOrNot(sc, list[i:i+1], may)
		r.ended()
	}
}

// ended notes that nothing of what was judged runs on.
func (r *run) ended() {
	if len(r.ran) > 0 && r.traps == nil && !r.concurrent() {
		r.ran = r.ran[:0]
	}
}

// plainCommand reports whether a statement is a simple command: cd, or a function
// that ends with one.
func plainCommand(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && !s.Negated && !s.Background && len(call.Args) > 0
}

// testStmt judges a statement at whose status something looks. While something looks at
// it, set -e does not end the shell, and a cd that fails may be survived: both folders
// count behind it (bash(1), set -e).
func (r *run) testStmt(sc *scope, s *syntax.Stmt) {
	r.tested++
	r.stmt(sc, s)
	r.tested--
}

// stmt judges one statement: what runs in the background cannot change this shell, but
// runs beside it from then on; what is negated ends well where it fails.
func (r *run) stmt(sc *scope, s *syntax.Stmt) {
	if s == nil || r.over {
		return
	}
	if _, list := s.Cmd.(*syntax.BinaryCmd); !list { // a long list is not deep
		if !r.enter() {
			return
		}
		defer r.leave()
	}
	if s.Coprocess || s.Disown {
		r.unhandled(s)
	}
	if s.Background {
		inner := sc.fork()
		r.command(inner, s)
		if _, plain := s.Cmd.(*syntax.CallExpr); plain {
			sc.keepsServers(inner)
		}
		return
	}
	if s.Negated {
		r.tested++
		defer func() { r.tested-- }()
	}
	r.command(sc, s)
	if s.Negated {
		sc.dirs, sc.failed = unite(sc.dirs, sc.failedOr(sc.dirs)), nil
	}
}

// failedOr is where the shell is if the last cd failed, if that can be.
func (s *scope) failedOr(dirs []string) []string {
	if s.failed == nil {
		return dirs
	}
	return s.failed
}

// command judges a statement's redirections and its command. The switch is
// exhaustive: a node without a rule is unknown.
//
// Long: one case a kind of command.
func (r *run) command(sc *scope, s *syntax.Stmt) {
	if out := r.out; out != nil {
		r.out = r.divert(s.Redirs)
		defer func() { r.out = out }()
	}
	if r.fed && sc.stdin.kind == stdinInherited {
		sc.stdin = stdin{kind: stdinPipe} // of this command and of all that follow
	}
	before, begin := sc.stdin, len(r.effects)
	if len(s.Redirs) > 0 && r.muted == 0 && sc.mayRefuse(s) {
		skipped := sc.fork()
		defer func() { sc.join(skipped) }()
	}
	r.redirects(sc, s.Redirs)
	r.beside = r.beside || len(s.Redirs) > 0 && sc.keepsOpen(s)
	if at := sc.stdin.file; at != "" && at != before.file {
		r.reads(at)
		defer func() { r.open = r.open[:len(r.open)-1] }()
	}
	defer func() { sc.stdin = before }()
	r.writesTogether(sc, s)
	switch c := s.Cmd.(type) {
	case nil:
		r.onlyOpens(sc, s, begin)
	case *syntax.CallExpr:
		r.overflow(s, c)
		if r.call(sc, c); len(s.Redirs) > 0 {
			r.onlyOpens(sc, s, begin)
			r.opensAfter(sc, s, c)
		}
		r.makes(sc, s, c)
		r.notesPID(sc, s, c)
		r.listsInto(sc, s)
	case *syntax.BinaryCmd:
		r.binary(sc, c)
	case *syntax.Block:
		r.group(sc, c.Stmts)
	case *syntax.Subshell:
		inner := sc.fork()
		r.stmts(inner, c.Stmts)
		sc.keepsPIDs(inner, c)
		r.onlyOpens(sc, s, begin)
	case *syntax.IfClause:
		r.ifClause(sc, c)
	case *syntax.WhileClause:
		r.loop(sc, sc, c, c.Do, func(body *scope) {
			r.tested++
			r.stmts(body, c.Cond)
			r.tested--
			r.endless(c)
			if body.stdin.pids {
				if name := readsInto(c.Cond); name != "" {
					r.mowing(name, c.Do, c)
				}
			}
			r.stmts(body, c.Do)
		})
	case *syntax.ForClause:
		r.forClause(sc, c)
	case *syntax.CaseClause:
		r.caseClause(sc, c)
	case *syntax.FuncDecl:
		r.function(sc, c)
	case *syntax.ArithmCmd:
		r.reckon(sc, c.X, false)
	case *syntax.LetClause:
		r.let(sc, c)
	case *syntax.TestClause:
		r.test(sc, c.X)
	case *syntax.DeclClause:
		if r.out != nil && lists(c) {
			r.out.other = true
		}
		r.declare(sc, c)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			r.stmt(sc, c.Stmt)
		}
	case *syntax.CoprocClause:
		// bash and the parser disagree on what is the name and what the
		// command, so this is held whatever it holds.
		r.unhandled(c)
		if c.Stmt != nil {
			r.stmt(sc.fork(), c.Stmt)
		}
	default:
		r.unhandled(s)
	}
}

// binary judges a pipeline or a list of && and ||. The tree of a list leans to
// the left and may be thousands deep, so it is not descended: all of its
// commands begin with the scope that the first one has.
func (r *run) binary(sc *scope, c *syntax.BinaryCmd) {
	if c.Op != syntax.AndStmt && c.Op != syntax.OrStmt {
		r.joined(sc, c, sc.dirs)
		return
	}
	list := make([]*syntax.BinaryCmd, 1, 4)
	list[0] = c
	for {
		bin, ok := listed(c.X)
		if !ok {
			break
		}
		list, c = append(list, bin), bin
	}
	outer := r.outer == list[0]
	before, in := sc.dirs, sc.stdin
	r.tested++ // set -e looks at the last of them only
	r.stmt(sc, c.X)
	for i := len(list) - 1; i > 0 && !r.over; i-- {
		if outer {
			r.ended()
		}
		r.joined(sc, list[i], before)
		sc.stdin = in
	}
	r.tested--
	if outer {
		r.ended()
	}
	if !r.over {
		r.joined(sc, list[0], before)
		sc.stdin = in
	}
}

// listed is the list that a statement is, and nothing else.
func listed(s *syntax.Stmt) (*syntax.BinaryCmd, bool) {
	bin, ok := s.Cmd.(*syntax.BinaryCmd)
	return bin, ok && (bin.Op == syntax.AndStmt || bin.Op == syntax.OrStmt) && !s.Background && !s.Negated && !s.Coprocess && !s.Disown && len(s.Redirs) == 0
}

// joined judges what follows an operator; what comes before && and || has been
// judged, and began in the folders before.
func (r *run) joined(sc *scope, c *syntax.BinaryCmd, before []string) {
	switch c.Op {
	case syntax.Pipe, syntax.PipeAll:
		r.pipe(sc, c)
	case syntax.AndStmt:
		if r.arrives(sc, c.X) {
			r.stmt(sc, c.Y)
		} else {
			r.joinedWell(sc, c)
		}
	case syntax.OrStmt:
		other := sc.fork()
		other.dirs, other.failed = sc.failed, nil
		if sc.failed != nil || !sameDirs(before, sc.dirs) {
			other.prev = nil // a cd that failed leaves alone where cd - leads
		}
		if sc.failed == nil {
			other.dirs = unite(before, sc.dirs)
		}
		r.erring = bareReturn(c.Y) && !sc.renamed("return")
		r.stmt(other, c.Y)
		r.erring = false
		other.settle()
		if sc.leaves(c.Y) {
			r.refine(sc, c.X)
			sc.failed = nil
			return
		}
		sc.settle()
		sc.join(other)
	default:
		r.unhandled(c)
	}
}

// joinedWell judges what is done only if what stands before && went well.
func (r *run) joinedWell(sc *scope, c *syntax.BinaryCmd) {
	failed := sc.failed
	sc.failed = nil
	after := sc.fork()
	if sc.madeIf != nil {
		after.made, after.madeIf = maps.Clone(sc.madeIf), nil
	}
	r.refine(after, c.X)
	from := len(r.effects)
	r.stmt(after, c.Y)
	well, there, prev := after.made, after.dirs, after.prev
	after.settle()
	stay := sc.dirs
	var had map[string]made
	meant := len(well) > 0 && goesWell(c.X, 0)
	if meant {
		had = maps.Clone(sc.made)
	}
	sc.join(after)
	sc.madeIf = well
	if meant {
		sc.perhaps(had, well, r.effects[:min(from, len(r.effects))])
	}
	// Whoever looks at this list's status next: if it went well, both did.
	if failed != nil {
		sc.prev = prev
		sc.dirs, sc.failed = there, somewhere(unite(unite(failed, stay), after.dirs))
	} else if !sameDirs(stay, after.dirs) {
		sc.prev = prev
		sc.dirs, sc.failed = there, somewhere(unite(stay, after.dirs))
	}
}

// somewhere is where a list leaves the shell that failed: an unknown folder is
// one, too, while nil says that it cannot fail.
func somewhere(dirs []string) []string {
	if dirs == nil {
		return []string{}
	}
	return dirs
}

// sameDirs compares in their order: a set in another order is taken for another one,
// which only costs a union.
func sameDirs(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
