package command

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// A loop that does nothing to a list but to add names of files to it leaves a
// list of such names: for f in src/*.c; do files+=("$f"); done. What a turn
// adds is found by judging one without a word; that the next adds nothing else
// by judging another.

// growing are the lists that a body only adds to.
func (r *run) growing(names []string, do []*syntax.Stmt) []string {
	if r.muted > 0 || slices.Contains(names, "*") {
		return nil
	}
	var out []string
	for _, s := range do {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.FuncDecl, *syntax.DeclClause:
				return false
			case *syntax.Assign:
				if n.Append && n.Array != nil && n.Name != nil && !slices.Contains(out, n.Name.Value) {
					out = append(out, n.Name.Value)
				}
			}
			return true
		})
	}
	return slices.DeleteFunc(out, func(list string) bool {
		changes := 0
		for _, name := range names {
			if name == list {
				changes++
			}
		}
		return changes != 1 // something else happens to it as well
	})
}

// grows gives the lists that a body adds to what they may hold when a turn
// begins, as they were before the loop in sc. They have been forgotten in inner.
func (r *run) grows(sc, inner *scope, lists []string, body func(*scope)) {
	if len(lists) == 0 || !r.enter() {
		return
	}
	defer r.leave()
	held := make(map[string]variable, len(lists))
	for _, name := range lists {
		if old := sc.lookup(name); old.array && !old.assoc && !old.ref || old.unset {
			old.array, old.unset = true, false
			held[name] = old
		}
	}
	for pass := 0; pass < 2 && len(held) > 0; pass++ {
		trial := inner.fork()
		for name, v := range held {
			trial.set(name, v)
		}
		trial.failed, trial.turn = nil, &exits{}
		mute := r.mute()
		body(trial)
		r.unmute(mute)
		trial.settle()
		trial.rejoin(trial.turn)
		for name, before := range held {
			after, ok := before.longer(trial.lookup(name))
			if !ok || pass > 0 && slices.ContainsFunc(after.list, func(e value) bool { return !slices.ContainsFunc(before.list, e.same) }) {
				delete(held, name)
				continue
			}
			if pass == 0 {
				held[name] = after
			}
		}
	}
	for name, v := range held {
		inner.set(name, v)
	}
}

// longer is a list that may have grown into another by names of files.
func (v variable) longer(o variable) (variable, bool) {
	if !v.array || !o.array || v.assoc || o.assoc || v.ref || o.ref {
		return variable{}, false
	}
	if len(v.list) > len(o.list) {
		v, o = o, v
	}
	if len(o.list) == 0 || !slices.EqualFunc(v.list, o.list[:len(v.list)], value.same) {
		return variable{}, false
	}
	for _, e := range o.list[len(v.list):] {
		if e.kind != valuePattern || e.number || e.text == "" || e.text[0] == '-' {
			return variable{}, false
		}
	}
	return variable{array: true, open: true, list: o.list}, true
}
