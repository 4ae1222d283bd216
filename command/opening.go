package command

import (
	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// onlyOpens takes the mark of what is sent from connections that a statement
// opens by /dev/tcp and closes again at once: </dev/tcp/host/port, with a command
// that says nothing, and ( exec 3<>/dev/tcp/host/port ). It asks whether the port
// answers. from is where the statement's effects begin.
func (r *run) onlyOpens(sc *scope, s *syntax.Stmt, from int) {
	if r.muted > 0 || from > len(r.effects) {
		return
	}
	switch c := s.Cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		if len(c.Assigns) > 0 || len(c.Args) != 1 {
			return
		}
		switch name := c.Args[0].Lit(); name {
		case ":", "true", "echo": // echo sends the end of a line
			if sc.funcs[name] != nil || sc.aliases[name] != "" {
				return
			}
		default:
			return
		}
	case *syntax.Subshell:
		if len(c.Stmts) != 1 || c.Stmts[0].Background || c.Stmts[0].Coprocess {
			return
		}
		call, ok := c.Stmts[0].Cmd.(*syntax.CallExpr)
		if !ok || len(call.Assigns) > 0 || len(call.Args) != 1 || call.Args[0].Lit() != "exec" || sc.funcs["exec"] != nil || sc.aliases["exec"] != "" {
			return
		}
	default:
		return
	}
	for _, rd := range s.Redirs { // a here-document could be sent
		switch rd.Op {
		case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			return
		}
	}
	for i := from; i < len(r.effects); i++ {
		if e := &r.effects[i]; e.Kind == pipeline.KindConnect && e.By == "redirect" && e.Mark == catalogue.MarkUpload {
			e.Mark = catalogue.MarkMetadata
		}
	}
}
