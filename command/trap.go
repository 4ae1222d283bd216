package command

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// trapped are the texts that traps run, which is later: with the variables, the folder
// and the functions of that time. So they are judged at the end, with all that was put
// into each variable since. A trap on EXIT is the usual one: trap 'rm -rf "$tmp"' EXIT
// deletes whatever tmp holds in the end.
type trapped struct {
	list  []handler
	since map[string]variable // what each variable has held since the first trap
	dirs  []string            // where the shell has been since then
	args  bool                // the parameters were changed since then
}

// handler is one trap.
type handler struct {
	sc    *scope
	text  field
	fixed *pipeline.Span
	posix bool
}

// trap judges what runs later, once a signal comes. An empty text makes the shell
// ignore a signal, - takes the trap away; neither runs anything.
func (r *run) trap(sc *scope, args []field) {
	for len(args) > 0 && args[0].exact() && strings.HasPrefix(args[0].text, "-") && args[0].text != "-" {
		if args[0].text != "--" {
			return // -l and -p only print
		}
		args = args[1:]
	}
	if len(args) < 2 || args[0].exact() && (args[0].text == "-" || args[0].text == "") {
		return
	}
	if !args[0].exact() || args[0].many {
		r.unknown("trap of "+args[0].text, "trap", args[0].span)
		return
	}
	r.interferes(sc, args)
	if r.traps == nil {
		r.traps = &trapped{since: maps.Clone(sc.vars), dirs: sc.dirs}
		if r.traps.since == nil {
			r.traps.since = make(map[string]variable)
		}
	} else {
		for name, v := range sc.vars {
			r.traps.holds(name, v)
		}
		r.traps.dirs = unite(r.traps.dirs, sc.dirs)
	}
	r.traps.list = append(r.traps.list, handler{sc: sc, text: args[0], fixed: r.fixed, posix: r.posix})
	if len(r.calling) > 0 {
		r.evalText(sc.fork(), args[:1], "trap") // with the parameters of the function
	}
}

// interferes looks for what a trap changes under the commands that follow: bash
// runs some traps between them, and nobody knows when a signal comes. After an
// exit nothing follows.
func (r *run) interferes(sc *scope, args []field) {
	if !slices.ContainsFunc(args[1:], func(f field) bool { return f.text != "EXIT" && f.text != "0" }) {
		return
	}
	inner := sc.fork()
	mute := r.mute()
	r.evalText(inner, args[:1], "trap")
	r.unmute(mute)
	if !sameDirs(inner.dirs, sc.dirs) || inner.vars == nil && sc.vars != nil {
		r.unknown("a trap changes the folder", "trap", args[0].span)
	}
	if !sameFunctions(inner.funcs, sc.funcs) {
		r.unknown("a trap defines functions", "trap", args[0].span)
	}
	r.unsettled(sc, args[0])
}

// unsettled notes the variables that a trap sets: from now on each may hold at any time
// what the trap puts in, which must not depend on anything. What a trap puts in has to
// be one constant, since when it runs, and so what it could depend on, is not known.
func (r *run) unsettled(sc *scope, f field) {
	file, err := r.p.nested(f.text, Bash)
	if err != nil {
		return // it was said
	}
	names, _ := r.changes(sc, file.Stmts, 0)
	inner := sc.fork()
	inner.blur([]string{"*", "@"})
	mute := r.mute()
	r.evalText(inner, []field{f}, "trap")
	r.unmute(mute)
	for _, name := range names {
		name = strings.TrimPrefix(name, "+")
		v := inner.vars[name]
		switch {
		case name == "@" || name == "@set":
			r.unknown("a trap changes the parameters", "trap", f.span)
		case !validName(name) || len(v.alts) != 1 || v.alts[0].kind == valueDynamic || influenceOf(name) != influenceNone:
			r.unknown("a trap changes "+name, "trap", f.span)
		default:
			if r.unsure == nil {
				r.unsure = make(map[string]variable)
			}
			r.unsure[name] = merge(r.unsure[name], v)
		}
	}
}

// holds notes one more value of a variable. All values count, since the trap may have
// been reached with any of them.
func (t *trapped) holds(name string, v variable) {
	old, ok := t.since[name]
	switch {
	case !ok:
		t.since[name] = v
	default:
		t.since[name] = merge(old, v)
	}
}

// names reports whether a function of this name may be called by a trap. A text with an
// expansion may name any.
func (t *trapped) names(name string) bool {
	return slices.ContainsFunc(t.list, func(h handler) bool {
		return strings.Contains(h.text.text, name) || strings.ContainsAny(h.text.text, "$`")
	})
}

// spring judges the traps that were set. Each is judged in the shell that set it, with
// every value that its variables have had since and every folder that the shell has
// been in.
func (r *run) spring() {
	t := r.traps
	if t == nil || r.over {
		return
	}
	r.traps = nil
	for _, h := range t.list {
		inner := h.sc.fork()
		inner.failed, inner.bind, inner.locals, inner.frame, inner.turn, inner.errexit = nil, nil, nil, nil, nil, false
		for name, v := range t.since {
			inner.set(name, v)
		}
		inner.dirs = unite(inner.dirs, t.dirs)
		if t.args {
			inner.argsOK = false
		}
		fixed, posix := r.fixed, r.posix
		r.fixed, r.posix = h.fixed, h.posix
		r.evalText(inner, []field{h.text}, "trap")
		r.fixed, r.posix = fixed, posix
		if r.traps != nil {
			r.unknown("a trap that sets a trap", "trap", h.text.span)
			r.traps = nil
		}
	}
}

// redefined judges a function that is defined while traps are set, since they
// may call what it is at any time.
func (r *run) redefined(sc *scope, name string, body *syntax.Stmt) {
	if r.traps == nil || !r.traps.names(name) {
		return
	}
	inner := sc.fork()
	inner.argsOK = false
	r.calling = append(r.calling, name)
	r.stmt(inner, body)
	r.calling = r.calling[:len(r.calling)-1]
}

// sameVariable reports whether as much is known of two variables.
func sameVariable(a, b variable) bool {
	return a.unset == b.unset && a.ref == b.ref && slices.EqualFunc(a.alts, b.alts, value.same) && slices.EqualFunc(a.list, b.list, value.same) && slices.Equal(a.keys, b.keys)
}

// reposition notes that the positional parameters change. shift, set and the words of a
// function do so.
func (r *run) reposition(sc *scope) {
	maps.DeleteFunc(sc.bind, func(name string, _ value) bool { return name == "@" || positionalName(name) })
	if r.traps != nil {
		r.traps.args = true
	}
}
