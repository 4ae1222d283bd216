package command

import "strings"

// tilde expands ~ and ~user at the beginning of a word.
func (r *run) tilde(b *builder, sc *scope, s string, more bool) {
	name, rest := s[1:], ""
	if i := strings.IndexByte(name, '/'); i >= 0 {
		name, rest = name[:i], name[i:]
	} else if more {
		b.unknowable() // ~$USER stays as it is, ~"x" too
		unquoteLit(b, s)
		return
	}
	switch {
	case name == "":
		if v, ok := sc.vars["HOME"]; ok && !v.unset {
			b.value(v.one(), true)
		} else if env, ok := sc.env["HOME"]; ok && !v.unset {
			b.literal(env)
		} else {
			b.literal(r.w.Home)
		}
	case name == "+" && sc.vars["PWD"].alts == nil:
		b.value(sc.folder(), true)
	case name == "root":
		b.literal("/root")
	case strings.ContainsAny(name, "+-0123456789\\*?["):
		b.unknowable()
	case name == r.w.User:
		b.literal(r.w.Home)
	default:
		b.literal("/home/" + name)
		b.active = true
	}
	unquoteLit(b, rest)
}

// assignedTilde adds a literal that may look like an assignment: in NAME=~ and
// after each colon there bash expands the tilde of any word, not only of real
// assignments (bash(1), Tilde Expansion). A POSIX shell does not, but then
// nothing named so lies where the word leads.
func (r *run) assignedTilde(b *builder, sc *scope, s string, more bool) {
	name, rest, ok := strings.Cut(s, "=")
	if !ok || !validName(strings.TrimSuffix(name, "+")) {
		unquoteLit(b, s)
		return
	}
	b.literal(name + "=")
	for i, part := range strings.Split(rest, ":") {
		if i > 0 {
			b.literal(":")
		}
		if strings.HasPrefix(part, "~") {
			r.tilde(b, sc, part, more)
		} else {
			unquoteLit(b, part)
		}
	}
}
