package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Lists that are put together: { git diff --name-only; git ls-files -o; }, comm <(…) <(…).

// togetherNames are the names that all commands of a group print.
func (r *run) togetherNames(sc *scope, s *syntax.Stmt) []string {
	switch c := s.Cmd.(type) {
	case nil: // $(< F)
		if len(s.Redirs) != 1 || s.Redirs[0].Op != syntax.RdrIn || s.Redirs[0].N != nil || len(sc.made) == 0 {
			return nil
		}
		mute := r.mute()
		fields := r.appendWord(nil, sc, s.Redirs[0].Word)
		r.unmute(mute)
		if len(fields) != 1 {
			return nil
		}
		if l, ok := r.listIn(sc, fields[0]); ok && !l.nul {
			return l.names
		}
	case *syntax.Block:
		return r.eachNames(sc, c.Stmts)
	case *syntax.Subshell:
		return r.eachNames(sc, c.Stmts)
	case *syntax.BinaryCmd:
		if c.Op == syntax.AndStmt {
			return r.eachNames(sc, []*syntax.Stmt{c.X, c.Y})
		}
	}
	return nil
}

// eachNames are the names that statements print, if that is known of each of them.
func (r *run) eachNames(sc *scope, stmts []*syntax.Stmt) []string {
	var all []string
	for _, s := range stmts {
		names := r.producedNames(sc, s)
		if names == nil || len(all) > maxAlts {
			return nil
		}
		all = append(all, names...)
	}
	return all
}

// comparedLists are the commands whose lines comm, cat and sort print; nil: the words
// say something else.
func comparedLists(sc *scope, call *syntax.CallExpr) []*syntax.Stmt {
	name := call.Args[0].Lit()
	if name != "comm" && name != "cat" && name != "sort" || sc.renamed(name) {
		return nil
	}
	var out []*syntax.Stmt
	for _, w := range call.Args[1:] {
		if lit := w.Lit(); lit != "" {
			if len(lit) < 2 || lit[0] != '-' || name == "comm" && strings.Trim(lit[1:], "123") != "" || name == "sort" && strings.Trim(lit[1:], "ufnrV") != "" || name == "cat" {
				return nil
			}
			continue
		}
		if len(w.Parts) != 1 {
			return nil
		}
		p, ok := w.Parts[0].(*syntax.ProcSubst)
		if !ok || p.Op != syntax.CmdIn || len(p.Stmts) != 1 || nulAfter(p.Stmts[0], false) {
			return nil
		}
		out = append(out, p.Stmts[0])
	}
	return out
}
