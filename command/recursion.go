package command

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxAnew bounds how often a function that calls itself is judged anew with a
// state that is less known each time.
const maxAnew = 6

// entrance is what a function under way was called with. Two calls with the same are
// judged once.
type entrance struct {
	name   string
	args   []value
	argsOK bool
	locals map[string]local // of whoever called it
	// state is that of the shell, kept once the function has called itself; nil
	// before.
	state  *scope
	prints *printing // what it prints, if somebody looks
}

// recurs judges a call of a function that is under way. Its body is judged anew with
// what the calls have in common: a variable that the body sets, a parameter that is
// another one each time and the folder, if the body moves, are unknown there. That ends
// when a call finds nothing that one of those before it did not find as well. It is the
// way by which a body is judged for all depths at once: what differs from call to call
// is forgotten, until a call finds no more forgotten than the one before.
func (r *run) recurs(sc *scope, name string, args []field) {
	r.circle(sc, name)
	if r.over || !r.spend(8) {
		return
	}
	body := sc.funcs[name]
	names, moves := r.changes(sc, []*syntax.Stmt{body}, 0)
	names = withoutParameters(names)
	inner := sc.fork()
	inner.blur(names)
	if moves {
		inner.dirs, inner.stack = nil, nil
	}
	last, times := r.lastEntrance(name)
	now := entrance{name: name}
	now.args, now.argsOK = positional(args)
	now.argsOK = now.argsOK && !severalIn(now.args)
	if last != nil {
		now.args, now.argsOK = last.widened(now.args, now.argsOK)
	} else {
		now.argsOK = false
	}
	earlier := slices.IndexFunc(r.entered, func(e entrance) bool { return e.name == name && e.state != nil && inner.within(&now, &e) })
	switch {
	case earlier >= 0:
		r.repeats(&r.entered[earlier])
	case times > maxAnew:
		r.unknown("function "+name+" that calls itself in ever new ways", "function", r.spanOf(body))
	default:
		now.state = inner.fork()
		r.body(inner, now)
		inner.settle()
		vars := maps.Clone(sc.vars)
		sc.join(inner)
		sc.vars = vars // those that it sets are forgotten anyway
	}
	sc.blur(r.beyond(sc, body, names))
	if moves {
		sc.dirs, sc.stack = nil, nil
	}
}

// lastEntrance is what a function was last called with, and how many such
// calls of it are under way.
func (r *run) lastEntrance(name string) (last *entrance, times int) {
	for i := range r.entered {
		if r.entered[i].name == name {
			last = &r.entered[i]
			times++
		}
	}
	return last, times
}

// beneath reports whether a function that called the one under way, perhaps by
// others, has made a variable its own, so that declare -g sets one that nobody
// sees before that is over.
func (r *run) beneath(name string) bool {
	return slices.ContainsFunc(r.entered, func(e entrance) bool { _, ok := e.locals[name]; return ok })
}

// widened are the parameters of a further call, each as far as all calls after it have
// it in common. A parameter that only goes deeper into a folder stays below it: walk()
// { for f in "$1"/*; do walk "$f"; done; }.
func (e *entrance) widened(args []value, ok bool) ([]value, bool) {
	if !ok || !e.argsOK || len(args) != len(e.args) {
		return nil, false
	}
	out := make([]value, len(args))
	for i, v := range args {
		old := e.args[i]
		switch base, below := treeOf(old, v); {
		case old.same(v):
			out[i] = v
		case old.text != "" && old.figure() && v.figure() && v.text != "":
			out[i] = number()
		case below:
			out[i] = pattern(base + "/**")
		}
	}
	return out, true
}

// treeOf is the folder, as a pattern, below which a value certainly lies that a
// function calls itself with, if that is what it was called with. ".." anywhere ends
// that, as does a part that may be empty.
func treeOf(old, v value) (base string, below bool) {
	switch {
	case old.kind == valueText && old.text != "" && !strings.Contains("/"+old.text+"/", "/../"):
		base = escapePattern(strings.TrimSuffix(old.text, "/"))
	case old.kind == valuePattern && old.text != "" && !old.hollow && !old.gaps && !strings.Contains(old.text, ".."):
		base = strings.TrimSuffix(old.text, "/**")
	}
	full := v.text
	if v.kind == valueText {
		full = escapePattern(full)
	}
	rest, ok := strings.CutPrefix(full, base+"/")
	if !ok || base == "" || v.kind == valueDynamic || v.hollow || v.gaps {
		return "", false
	}
	for part := range strings.SplitSeq(rest, "/") {
		if part == "" || part[0] == '.' || part[0] == '[' || part[0] == '?' || strings.Contains(part, "..") { // .* is .. as well
			return "", false
		}
	}
	return base, true
}

// within reports whether a call finds nothing but what an earlier one did.
func (s *scope) within(now, earlier *entrance) bool {
	o := earlier.state
	if earlier.argsOK {
		if !now.argsOK || !slices.EqualFunc(now.args, earlier.args, func(v, old value) bool {
			_, below := treeOf(old, v)
			return v.same(old) || old.same(value{}) || old.number && old.text == "*" && v.figure() && v.text != "" && !v.job ||
				below && old.kind == valuePattern && strings.HasSuffix(old.text, "/**")
		}) {
			return false
		}
	}
	if len(o.dirs) > 0 && !sameDirs(s.dirs, o.dirs) || !sameFunctions(s.funcs, o.funcs) || !maps.Equal(s.aliases, o.aliases) || !maps.Equal(s.made, o.made) {
		return false
	}
	if s.opts && !o.opts || s.murky && !o.murky || s.exports && !o.exports || s.errexit != o.errexit || s.posix != o.posix || s.library != o.library {
		return false
	}
	if !s.stdin.same(o.stdin) || !maps.EqualFunc(s.bind, o.bind, value.same) {
		return false
	}
	for name := range s.vars {
		if !s.lookup(name).within(o.lookup(name)) {
			return false
		}
	}
	for name := range o.vars {
		if _, ok := s.vars[name]; !ok && !s.lookup(name).within(o.lookup(name)) {
			return false
		}
	}
	return true
}

// within reports whether nothing is known of the other variable, or the same.
func (v variable) within(o variable) bool {
	if sameVariable(v, o) && v.array == o.array && v.assoc == o.assoc && v.open == o.open && v.sums == o.sums {
		return true
	}
	return !v.ref && !v.array && !o.array && !o.ref && !o.unset && len(o.alts) == 1 && o.alts[0].same(value{})
}

// same reports whether as much is known of two inputs, so that a second call of a
// function is judged like the first.
func (s stdin) same(o stdin) bool {
	return slices.Equal(s.names, o.names) && s.kind == o.kind && s.text == o.text && s.path == o.path && s.glob == o.glob && s.file == o.file &&
		s.fed == o.fed && s.nul == o.nul && s.figures == o.figures && s.numbered == o.numbered && s.counted == o.counted && s.pids == o.pids
}

// withoutParameters are changes without those of the parameters, which are a
// function's own.
func withoutParameters(names []string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return name == "@" || name == "@set" })
}

// beyond are the changes that whoever calls a function finds when it is over:
// all but those of variables that it has made its own before it sets them.
func (r *run) beyond(sc *scope, body *syntax.Stmt, changed []string) []string {
	block, ok := body.Cmd.(*syntax.Block)
	if !ok {
		return changed
	}
	for _, other := range sc.funcs { // what is local no longer is once it is unset
		if names(other, "unset") {
			return changed
		}
	}
	own, leaks := map[string]bool{}, map[string]bool{}
	for _, s := range block.Stmts {
		if d, ok := s.Cmd.(*syntax.DeclClause); ok && !s.Background && makesOwn(d) {
			for _, a := range d.Args {
				if a.Name != nil {
					own[a.Name.Value] = true
				}
			}
			continue
		}
		some, _ := r.changes(sc, []*syntax.Stmt{s}, 0)
		for _, name := range some {
			if name = changedName(name); !own[name] {
				leaks[name] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(changed), func(name string) bool {
		plain := changedName(name)
		return own[plain] && !leaks[plain] && !leaks["*"] && name[0] != '?'
	})
}

// makesOwn reports whether a declaration makes its names those of the function.
func makesOwn(d *syntax.DeclClause) bool {
	switch d.Variant.Value {
	case "local", "declare", "typeset":
	default:
		return false
	}
	return !slices.ContainsFunc(d.Args, func(a *syntax.Assign) bool {
		if a.Name == nil || !a.Naked { // an option, or a name that is made
			word := ""
			if a.Value != nil {
				word = a.Value.Lit()
			}
			return a.Name == nil && word != "-i" && word != "-a" && word != "-A" && word != "-r" && word != "--"
		}
		return false
	})
}

// changedName is a name in a list of changes without its marks.
func changedName(name string) string {
	if name == "*" {
		return name
	}
	name, _, _ = strings.Cut(name, "<")
	return strings.TrimLeft(name, "+?%#")
}
