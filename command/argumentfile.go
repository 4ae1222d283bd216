package command

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// listedItems are the items of xargs: what standard input gives, or what the file of -a
// does. Of a file nothing is known but where it is the output of a command, -a <(git diff
// --name-only), or holds a list that one has written: that gives what it would give
// through a pipe. What xargs starts keeps the standard input that there is, so only the
// reading of items sees the other one.
func (v *visit) listedItems(replaced bool) []field {
	f, ok := v.arg("-a", "--arg-file")
	if !ok {
		return v.items(replaced)
	}
	in := stdin{kind: stdinPipe}
	if l, listed := v.r.listIn(v.sc, f); listed {
		in.names, in.nul = l.names, l.nul
	} else if f.proc == nil || f.dynamic || f.text != "/dev/fd/63" {
		return v.items(replaced)
	} else if in, ok = v.r.substituted(v.sc, f.proc); !ok {
		return v.items(replaced)
	}
	own := *v
	own.sc = v.sc.fork()
	own.sc.stdin = in
	own.options = slices.DeleteFunc(slices.Clone(v.options), func(o string) bool { return o == "-a" || o == "--arg-file" })
	return own.items(replaced)
}

// substituted is what a process substitution of one command gives to who reads it. Words
// that follow it on the line may set variables before this is asked (${x:=…}), so a
// command with variables in it is not followed.
func (r *run) substituted(sc *scope, p *syntax.ProcSubst) (stdin, bool) {
	if p.Op != syntax.CmdIn || len(p.Stmts) != 1 || r.muted > 0 {
		return stdin{}, false
	}
	first, expands := p.Stmts[0], false
	syntax.Walk(first, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp:
			expands = true
		}
		return !expands
	})
	if expands {
		return stdin{}, false
	}
	if text, ok := r.constantOutput(sc, first); ok {
		return stdin{kind: stdinText, text: text}, true
	}
	l := r.listed(sc, first)
	return stdin{kind: stdinPipe, names: l.names, nul: l.nul}, l.names != nil
}
