package command

import (
	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// A script notes the process id of what it has started in a file, and ends that
// process by it: echo $! > F; …; kill $(cat F). So what the file holds is known,
// as long as nothing but that has written to it.

// pidFile is what is known of such a file.
type pidFile struct {
	spoiled bool // other things were written to it
	used    bool // what it holds was taken for the id of a child
}

// notesPID notes the file into which a statement has written $!.
func (r *run) notesPID(sc *scope, s *syntax.Stmt, call *syntax.CallExpr) {
	if len(s.Redirs) != 1 || r.keepsFiles || r.muted > 0 || r.fixed != nil || r.linked || len(r.calling) > 0 || s.Negated || s.Background || len(call.Args) != 2 || len(call.Assigns) > 0 {
		return
	}
	rd, p := s.Redirs[0], (*syntax.ParamExp)(nil)
	if name := call.Args[0].Lit(); name != "echo" || sc.renamed(name) || rd.Op != syntax.RdrOut && rd.Op != syntax.RdrClob || rd.N != nil && rd.N.Value != "1" {
		return
	}
	if p, _ = onlyParam(call.Args[1]); nameOf(p) != "!" {
		return
	}
	mute := r.mute()
	fields := r.appendWord(nil, sc, rd.Word)
	r.unmute(mute)
	if len(fields) != 1 {
		return
	}
	at, ok := r.place(sc, fields[0])
	if !ok || r.pids[at] != nil { // whatever it held, it was written to again
		return
	}
	if r.pids == nil {
		r.pids = make(map[string]*pidFile, 1)
	}
	if sc.made == nil {
		sc.made = make(map[string]made, 1)
	}
	r.tracking, r.pids[at], sc.made[at] = true, &pidFile{}, made{pid: true}
}

// keepsPIDs hands on what a subshell has certainly noted.
func (s *scope) keepsPIDs(inner *scope, sub *syntax.Subshell) {
	for at, m := range inner.made {
		if !m.pid || s.made[at] == m || leavesEarly(sub) {
			continue
		}
		if s.made == nil {
			s.made = make(map[string]made, 1)
		}
		s.made[at] = m
	}
}

// leavesEarly reports whether a subshell may end before its last command.
func leavesEarly(sub *syntax.Subshell) bool {
	found := false
	syntax.Walk(sub, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			switch call.Args[0].Lit() {
			case "exit", "return", "exec", "set", "kill", "eval", "source", ".", "trap", "builtin", "command", "shopt", "":
				found = true
			}
		}
		return !found
	})
	return found
}

// pidIn is the process id in such a file.
func (r *run) pidIn(sc *scope, f field) (value, bool) {
	if len(r.pids) == 0 {
		return value{}, false
	}
	at, ok := r.place(sc, f)
	if !ok || !sc.made[at].pid || r.pids[at] == nil || r.pids[at].spoiled {
		return value{}, false
	}
	r.pids[at].used = true
	v := number()
	v.job = true
	return v, true
}

// spoilsPID notes that such a file may have been written to. In a loop that may
// come before what was read from it.
func (r *run) spoilsPID(e pipeline.Effect) {
	for at, known := range r.pids {
		if known.spoiled || !mayTouch(e.Object, e.Certain, at) {
			continue
		}
		if known.spoiled = true; known.used {
			r.unknown("process id from a file that is written to", e.By, e.Span)
		}
	}
}

// fileShown is what $(< F) prints, where it is such a file.
func (r *run) fileShown(sc *scope, s *syntax.Stmt) value {
	if s.Cmd != nil || len(s.Redirs) != 1 || s.Redirs[0].Op != syntax.RdrIn || s.Redirs[0].N != nil || len(r.pids) == 0 {
		return value{}
	}
	mute := r.mute()
	fields := r.appendWord(nil, sc, s.Redirs[0].Word)
	r.unmute(mute)
	if len(fields) != 1 {
		return value{}
	}
	v, _ := r.pidIn(sc, fields[0])
	return v
}
