package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// names reports whether a statement starts a command by its literal name. Words that
// are put together or hold a variable are not seen by it; who needs certainty asks
// climbOf.
func names(body *syntax.Stmt, name string) bool {
	found := false
	syntax.Walk(body, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 && call.Args[0].Lit() == name {
			found = true
		}
		return !found
	})
	return found
}

// circle looks at functions that call each other round: one of them that starts more
// than one process makes a bomb of all. Each function alone may look harmless: f starts
// g in the background and once more, and g starts f.
func (r *run) circle(sc *scope, name string) {
	round := slices.Clone(r.calling[slices.Index(r.calling, name):])
	slices.Sort(round)
	round = slices.Compact(round)
	if len(round) < 2 {
		if body := sc.funcs[name]; body != nil && !names(body, name) {
			r.unknown("function "+name+" starts itself by a word or a text that is made", "command", r.spanOf(body))
		}
		return // seen when it was defined
	}
	for _, f := range round {
		body := sc.funcs[f]
		if body == nil {
			continue
		}
		switch c := climbOf(body, round...); {
		case c.bomb():
			r.bomb("functions that start each other multiply", body)
			return
		case c.several():
			r.unknown("functions that start each other, how often cannot be told", "command", r.spanOf(body))
			return
		}
	}
}

// endless looks for a loop without end that starts processes in the background. The
// condition must be one that certainly never changes: a number, a text that is not
// empty, a program that always ends well.
func (r *run) endless(c *syntax.WhileClause) {
	if len(c.Cond) != 1 {
		return
	}
	switch cond := c.Cond[0].Cmd.(type) {
	case *syntax.ArithmCmd:
		if w, ok := cond.X.(*syntax.Word); !ok || w.Lit() == "" {
			return
		}
	case *syntax.TestClause:
		if w, ok := cond.X.(*syntax.Word); !ok || w.Lit() == "" {
			return
		}
	case *syntax.CallExpr:
		if len(cond.Args) == 0 {
			return
		}
		name := cond.Args[0].Lit()
		switch name[strings.LastIndexByte(name, '/')+1:] {
		case "true", ":", "sleep", "echo", "printf", "let":
		case "[", "test":
			if len(cond.Args) != 3 && name == "[" || len(cond.Args) != 2 && name == "test" {
				return
			}
		case "false":
			if !c.Until {
				return
			}
		default:
			return
		}
	default:
		return
	}
	r.forks(c.Do, c)
}

// endlessInput looks for a loop over lines of which there is no end.
func (r *run) endlessInput(from, to *syntax.Stmt) {
	if name := commandName(to); (name == "xargs" || name == "parallel") && (endlessSource(from) || numbers(from) >= manyRuns) && startsAll(literals(to)) {
		r.bomb("endless processes side by side", to)
		return
	}
	loop, ok := to.Cmd.(*syntax.WhileClause)
	if !ok {
		return
	}
	call, ok := from.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return
	}
	name := call.Args[0].Lit()
	if name == "yes" || slices.ContainsFunc(call.Args[1:], func(w *syntax.Word) bool {
		return w.Lit() == "/dev/zero" || w.Lit() == "/dev/urandom" || w.Lit() == "/dev/random"
	}) {
		r.forks(loop.Do, loop)
	}
}

// startsAll reports whether xargs(1) or parallel(1) wait for none of what they
// start: as many side by side as there are, or a shell that starts its own in
// the background.
func startsAll(words []string) bool {
	for i, w := range words {
		switch {
		case w == "-P0" || w == "-j0" || w == "--max-procs=0" || w == "--jobs=0" || w == "0" && (words[i-1] == "-P" || words[i-1] == "--max-procs" || words[i-1] == "-j" || words[i-1] == "--jobs"):
			return true
		case strings.HasSuffix(strings.TrimSpace(w), "&"):
			return true
		}
	}
	return false
}

// forks marks a body that starts background processes and never waits.
func (r *run) forks(do []*syntax.Stmt, at syntax.Node) {
	var f forking
	for _, s := range do {
		f.look(s)
	}
	if f.background && !f.waits && (f.lost || !f.joins) {
		r.bomb("endless loop that starts processes in the background", at)
	}
	if f.writes && !f.waits && !f.other {
		r.unknown("writes without end", "redirect", r.spanOf(at))
	}
}

// forking is what a loop's body does: it starts processes in the background;
// it is slowed down or left; it joins its children; some are no longer its own;
// it makes files, or makes them grow; it starts programs that take their time.
type forking struct{ background, waits, joins, lost, writes, other bool }

// look notes whatever makes a process that nothing waits for.
func (f *forking) look(s *syntax.Stmt) {
	syntax.Walk(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			if n.Background {
				f.background = true
				return false // it waits for nothing
			}
			f.writes = f.writes || writesFile(n)
		case *syntax.CoprocClause:
			f.background = true
			return false
		case *syntax.Subshell:
			inner := forking{}
			for _, s := range n.Stmts {
				inner.look(s)
			}
			f.background, f.waits = f.background || inner.background, f.waits || inner.waits || inner.joins && !inner.lost
			f.lost = f.lost || inner.background && !inner.joins
			f.writes, f.other = f.writes || inner.writes, f.other || inner.other
			return false
		case *syntax.FuncDecl, *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.CallExpr:
			if len(n.Args) == 0 {
				return true
			}
			second := ""
			if len(n.Args) > 1 {
				second = n.Args[1].Lit()
			}
			switch name := n.Args[0].Lit(); name {
			case "touch", "mktemp", "mkdir", "cp", "dd", "fallocate", "truncate", "ln", "split", "mkfifo":
				f.writes = true
			case "echo", "printf", "cat", "tee", "true", ":", "date", "let", "cd", "head", "tail", "seq", "base64", "[", "test", "yes", "pwd", "ls", "mv":
			case "wait":
				f.joins = true
			case "disown":
				f.lost = true
			case "sleep", "break", "exit", "return", "read":
				f.waits = true
			case "setsid", "daemonize":
				f.other = true
				f.background = f.background || !strings.HasPrefix(second, "-w")
			case "screen", "tmux", "at", "batch", "systemd-run", "start-stop-daemon":
				f.other = true
				f.background = f.background || strings.HasPrefix(second, "-d") || name != "screen" && name != "tmux"
			default:
				f.other = true
			}
		}
		return true
	})
}
