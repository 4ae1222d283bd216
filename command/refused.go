package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What the shell does itself it does not do where a redirection fails: bash says so and
// goes on with the next command. cd build < nope; rm -rf * stays where it was.

// mayRefuse reports whether a statement that changes the shell has a redirection that may
// fail: from a file, or to one in another folder.
func (s *scope) mayRefuse(st *syntax.Stmt) bool {
	switch c := st.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) > 0 && !s.movesOrSets(c.Args[0].Lit()) {
			return false
		}
	case *syntax.DeclClause, *syntax.Block, *syntax.IfClause, *syntax.CaseClause:
	default:
		return false
	}
	for _, rd := range st.Redirs {
		if rd.Word == nil {
			continue
		}
		word := rd.Word.Lit()
		switch rd.Op {
		case syntax.RdrIn:
			if word != "/dev/null" && !isProcSubst(rd.Word) {
				return true
			}
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			if strings.Contains(word, "/") && !strings.HasPrefix(word, "/dev/") {
				return true
			}
		}
	}
	return false
}

// movesOrSets names what changes the folder or the variables of the shell that runs it.
func (s *scope) movesOrSets(name string) bool {
	switch name {
	case "cd", "pushd", "popd", "export", "readonly", "declare", "typeset", "local", "unset", "eval", ".", "source":
		return true
	}
	return s.funcs[name] != nil
}

// isProcSubst reports whether a word is <( ), which is always there.
func isProcSubst(w *syntax.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	_, ok := w.Parts[0].(*syntax.ProcSubst)
	return ok
}
