package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// quotedWord reports whether a word is one quoted text.
func quotedWord(w *syntax.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	switch w.Parts[0].(type) {
	case *syntax.DblQuoted, *syntax.SglQuoted:
		return true
	}
	return false
}

// prefixed judges a command with assignments before it. They hold for this
// command alone.
func (r *run) prefixed(sc *scope, assigns []*syntax.Assign, fields []field) {
	r.spend(sc.known() / 4)
	before := make([]variable, len(assigns))
	kept := false // whether PWD was set by the script
	for i, a := range assigns {
		if a.Name != nil {
			before[i] = sc.lookup(a.Name.Value)
		}
	}
	_, kept = sc.vars["PWD"]
	phase := r.phase
	r.passing, r.passingOwn = true, r.ownBinary(sc, fields)
	for _, a := range assigns {
		r.assignment(sc, a)
	}
	r.passing, r.passingOwn = false, false
	r.given = nil
	for _, a := range assigns {
		if a.Name != nil {
			r.given = append(r.given, a.Name.Value)
		}
	}
	r.start(sc, fields)
	r.given = nil
	if len(fields) == 0 {
		return // no command, so that they stay
	}
	if !specialBuiltin(fields[0].text) {
		r.phase = phase
	}
	for i, a := range assigns {
		switch {
		case a.Name == nil:
		case a.Name.Value == "PWD" && !kept:
			delete(sc.vars, "PWD")
		case (sc.posix || r.posix || sc.opts) && len(fields) > 0 && (specialBuiltin(fields[0].text) || sc.funcs[fields[0].text] != nil):
			sc.store(a.Name.Value, merge(before[i], sc.settled(a.Name.Value))) // it stays in a POSIX shell, not in bash
		default:
			sc.store(a.Name.Value, before[i])
		}
	}
}

// ownBinary reports whether words start a program that lies in the workspace: what it
// loads besides is no more the project's own code than it is.
func (r *run) ownBinary(sc *scope, fields []field) bool {
	if len(fields) == 0 || !fields[0].exact() || !strings.Contains(fields[0].text, "/") || len(sc.dirs) != 1 {
		return false
	}
	return !r.elsewhere(r.w.Paths.Resolve(r.joinPath(sc.dirs[0], fields[0])))
}

// specialBuiltin lists those of POSIX 2.14.
func specialBuiltin(name string) bool {
	switch name {
	case ":", ".", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift", "times", "trap", "unset":
		return true
	}
	return false
}
