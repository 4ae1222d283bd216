package command

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// loop judges a body that runs any number of times. What the body changes is unknown at
// its start, because an earlier turn may have changed it. Ahead is the scope in which a
// turn begins, as far as what it may change depends on it. The body is judged once, or
// twice where it defines functions that the next turn would call: with everything
// forgotten that a turn may change, one judgement stands for all turns. What comes
// behind is united with no turn at all.
func (r *run) loop(sc, ahead *scope, n syntax.Node, do []*syntax.Stmt, body func(*scope)) {
	inner := sc.fork()
	inner.failed = nil
	names, moves := r.changes(ahead, do, 0)
	if w, ok := n.(*syntax.WhileClause); ok {
		more, also := r.changes(ahead, w.Cond, 0)
		names, moves = append(names, more...), moves || also
	}
	growing := r.growing(names, do)
	inner.blur(names)
	if moves {
		inner.prev = nil // a turn may begin where the last one began, and yet cd - leads elsewhere
		if !r.returns(inner, body) {
			inner.dirs, inner.stack = nil, nil
		}
	}
	r.grows(sc, inner, growing, body)
	inner.turn = &exits{outer: sc.turn}
	again := inner.fork()
	before := inner.functions()
	body(inner)
	inner.settle()
	inner.rejoin(inner.turn)
	if after := inner.functions(); !sameFunctions(before, after) {
		// The next turn calls what this one defined.
		again.funcs, again.sure = inner.fork().funcs, inner.fork().sure
		again.turn = &exits{outer: sc.turn}
		body(again)
		again.settle()
		again.rejoin(again.turn)
		if !sameFunctions(after, again.functions()) {
			r.unknown("a loop that defines functions anew in each turn", "function", r.spanOf(n))
		}
		inner.join(again)
	}
	inner.turn = sc.turn
	if w, ok := n.(*syntax.WhileClause); ok {
		inner.readsNothing(w.Cond)
	}
	sc.join(inner)
}

// readsNothing notes that the read which ends a loop leaves its variables empty.
func (s *scope) readsNothing(cond []*syntax.Stmt) {
	for _, st := range cond {
		syntax.Walk(st, func(n syntax.Node) bool {
			call, ok := n.(*syntax.CallExpr)
			if !ok || len(call.Args) == 0 || call.Args[0].Lit() != "read" {
				return true
			}
			for _, name := range namedBy(call) {
				if v := s.lookup(name); validName(name) && !v.unset && !v.array {
					s.store(name, merge(v, single(text(""))))
				}
			}
			return false
		})
	}
}

// returns reports whether a turn that moves the shell ends where it began, so that the
// next one begins there, too. for d in */; do cd "$d" && make; cd ..; done is such a
// loop; the trial is muted.
func (r *run) returns(sc *scope, body func(*scope)) bool {
	if !r.enter() {
		return false
	}
	defer r.leave()
	trial := sc.fork()
	before := trial.functions()
	trial.failed, trial.turn = nil, &exits{}
	mute := r.mute()
	body(trial)
	r.unmute(mute)
	trial.settle()
	if !sameFunctions(before, trial.functions()) {
		return false // the next turn may move otherwise
	}
	for _, end := range append(trial.turn.states, trial) {
		if len(end.dirs) == 0 || !sameDirs(end.dirs, sc.dirs) || !sameDirs(end.failedOr(end.dirs), sc.dirs) || !slices.EqualFunc(end.stack, sc.stack, sameDirs) {
			return false
		}
	}
	return true
}

// blur forgets what a list of changes touches. A name that begins with + gets a number,
// ? stands for a command word whose variable must not change, * for every variable and
// @ for the parameters. The marks are those of changes. Numbers stay numbers as long as
// nothing else is put in, so that a counter can be reckoned with after the loop.
func (s *scope) blur(names []string) {
	other := make(map[string]bool, len(names))
	for _, name := range names {
		other[name] = true
	}
	s.settleCopies(names, other)
	for _, name := range names {
		if word, ok := strings.CutPrefix(name, "?"); ok && (other[word] || other["+"+word]) {
			other["*"], other["@"] = true, true
			s.dirs = nil
		}
	}
	if other["@"] && (len(s.args) > 0 || !s.top || other["@set"]) {
		s.argsOK = false
	}
	if other["*"] {
		for known := range s.vars {
			s.forget(known)
		}
		s.murky = true
	}
	for _, name := range names {
		if list := strings.TrimLeft(name, "%#"); list != name {
			if one, ok := s.lookup(list).figures(); ok && !other[list] && !other["*"] && !other["+"+list] {
				one.job = one.job && name[0] == '%' && !other["#"+list]
				s.set(list, variable{array: true, open: true, list: []value{one}})
				continue
			}
			name = list
		}
		if counter, ok := strings.CutPrefix(name, "+"); ok {
			switch keeps := !other[counter] && !other["*"]; {
			case keeps && s.vars[counter].sums:
				s.set(counter, variable{array: true, assoc: true, open: true, sums: true})
				continue
			case keeps && s.countable(counter):
				s.set(counter, single(number())) // before each turn, since every turn leaves one
				continue
			}
			name = counter
		}
		if validName(name) {
			s.forget(name)
		}
	}
}

// forget keeps of a variable only whether its subscripts are keys. Whether a[$k] is
// reckoned depends on that (bash(1), "Arrays").
func (s *scope) forget(name string) {
	if s.vars[name].assoc {
		s.set(name, variable{array: true, assoc: true, open: true})
		return
	}
	s.set(name, single(value{}))
}

// functions is what the shell calls now, for a comparison later. A body is compared by
// where it stands in the tree, so that a definition that is judged again is the same
// one.
func (s *scope) functions() map[string]*syntax.Stmt {
	if len(s.funcs) == 0 {
		return nil
	}
	return maps.Clone(s.funcs)
}

// sameFunctions reports whether a turn of a loop has left the functions as they were.
func sameFunctions(a, b map[string]*syntax.Stmt) bool { return maps.Equal(a, b) }

// countable reports whether a variable holds a number, or nothing.
func (s *scope) countable(name string) bool {
	v := s.lookup(name)
	if v.array || v.ref {
		return false
	}
	for _, a := range v.alts {
		if !a.number && (a.kind != valueText || strings.Trim(a.text, "0123456789") != "") {
			return false
		}
	}
	return v.unset || len(v.alts) > 0
}
