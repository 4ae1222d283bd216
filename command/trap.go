package command

import (
	"slices"
	"strings"
)

// trap judges what runs later, once a signal comes.
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
	inner := sc.fork()
	r.evalText(inner, args[:1], "trap")
	// Bash runs some of them between the commands that follow, and nobody
	// knows when a signal comes.
	if !sameDirs(inner.dirs, sc.dirs) {
		sc.dirs = nil
	}
	for name := range inner.vars {
		if old, ok := sc.vars[name]; !ok || !sameVariable(old, inner.vars[name]) {
			r.unknown("a trap changes "+name, "trap", args[0].span)
			break
		}
	}
}

func sameVariable(a, b variable) bool {
	return a.unset == b.unset && a.ref == b.ref && slices.EqualFunc(a.alts, b.alts, value.same) && slices.EqualFunc(a.list, b.list, value.same)
}
