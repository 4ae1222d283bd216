package command

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// function notes a definition. Its body counts when it is called, except for names that
// bash calls by itself. Functions that are exported may be called by a name that a
// program has, in a shell that is started later.
func (r *run) function(sc *scope, f *syntax.FuncDecl) {
	if f.Name == nil || len(f.Names) > 0 {
		r.unhandled(f)
		return
	}
	if !r.spend(int(f.End().Offset()-f.Pos().Offset()) / 3) { // its body is looked through several times
		return
	}
	name := f.Name.Value
	if !compound(f.Body) {
		// bash refuses such a body; dash ends it at the first | where the
		// parser does not.
		r.unhandled(f)
		r.stmt(sc.fork(), f.Body)
	}
	if c := climbOf(f.Body, name); c.bomb() {
		r.bomb("function "+name+" multiplies itself", f)
	}
	sc.define(name, f.Body, true)
	r.redefined(sc, name, f.Body)
	if sc.exports { // whatever bash is started next may call it by a program's name
		r.invoke(sc.fork(), name, nil)
		sc.hands(name, declaration{exports: true})
	}
	if name == "command_not_found_handle" {
		r.stmt(sc.fork(), f.Body)
	}
}

// compound reports whether a statement is what POSIX allows as the body of a
// function: a compound command, perhaps with redirections.
func compound(s *syntax.Stmt) bool {
	if s == nil || s.Background || s.Negated {
		return false
	}
	switch s.Cmd.(type) {
	case *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause, *syntax.CaseClause, *syntax.ArithmCmd, *syntax.TestClause:
		return true
	}
	return false
}

// invoke judges the body of a function that is called. The body is judged anew at each
// call, with the words of that call; how often is bounded with all commands.
func (r *run) invoke(sc *scope, name string, args []field) {
	if sc.funcs[name] == severalBodies {
		r.unknown("function "+name+" that is defined in several ways", "function", pipeline.Span{})
		sc.blur([]string{"*", "@", "@set"})
		sc.dirs, sc.stack = nil, nil
		r.spoils()
		return
	}
	if slices.Contains(r.calling, name) {
		r.recurs(sc, name, args)
		return
	}
	r.multiplied(sc, name, args)
	now := entrance{name: name}
	now.args, now.argsOK = positional(args)
	r.body(sc, now)
}

// body judges what a function does that is called in a certain way. A function has its
// own $1 and on, and $#, but $0 stays; what it makes local hides the caller's variables
// from everything that it calls (bash(1), "FUNCTIONS").
func (r *run) body(sc *scope, now entrance) {
	if !r.enter() {
		return
	}
	defer r.leave()
	now.locals = sc.locals
	out := r.printsWithin(&now)
	r.calling, r.entered = append(r.calling, now.name), append(r.entered, now)
	defer func() {
		r.calling, r.entered = r.calling[:len(r.calling)-1], r.entered[:len(r.entered)-1]
	}()
	oldArgs, oldOK, top, locals, frame := sc.args, sc.argsOK, sc.top, sc.locals, sc.frame
	sc.args, sc.argsOK = now.args, now.argsOK
	sc.top, sc.locals, sc.frame = false, map[string]local{}, &exits{}
	sc.settle()
	r.stmt(sc, sc.funcs[now.name])
	sc.concludes(sc.frame)
	sc.restore()
	r.printedWithin(out, sc.funcs[now.name])
	sc.args, sc.argsOK, sc.top, sc.locals, sc.frame = oldArgs, oldOK, top, locals, frame
}

// local is what a variable was before a function made it its own. Bash has no scopes in
// the text: whoever is called sees the variables of whoever calls.
type local struct {
	old   variable
	had   bool // the shell knew it
	maybe bool // only some ways through the function do so
}

// known is what a variable is again once the function is over.
func (l local) known() variable {
	if l.had {
		return l.old
	}
	return variable{unset: true}
}

// own makes a variable the function's that is under way: bash(1), local. A second local
// of the same name changes nothing.
func (s *scope) own(name string) {
	if s.locals == nil {
		return // at the top of a script nothing is local
	}
	if l, ok := s.locals[name]; !ok || l.maybe {
		v, had := s.vars[name]
		if !ok {
			l.old, l.had = v, had
		} else { // the branch may not have been taken, so that this was the caller's
			l.old, l.had = merge(l.known(), s.lookup(name)), true
		}
		l.maybe = false
		s.locals[name] = l
	}
}

// restore ends a function: what was its own is what it was before. One that only some
// ways made local is either of the two afterwards.
func (s *scope) restore() {
	for name, l := range s.locals {
		now := s.lookup(name)
		if l.had {
			s.store(name, l.old)
		} else {
			delete(s.vars, name)
		}
		if l.maybe {
			s.store(name, merge(s.lookup(name), now))
		}
	}
}

// joinLocals takes in what another way through a function made its own.
func (s *scope) joinLocals(o *scope) {
	for name, l := range o.locals {
		switch mine, ok := s.locals[name]; {
		case s.locals == nil:
		case !ok:
			l.maybe = true
			s.locals[name] = l
		case mine.had != l.had || !sameVariable(mine.old, l.old): // declare -g on one of them
			mine.old, mine.had, mine.maybe = merge(mine.known(), l.known()), true, mine.maybe || l.maybe
			s.locals[name] = mine
		}
	}
	for name, l := range s.locals {
		if _, ok := o.locals[name]; !ok && !l.maybe {
			l.maybe = true
			s.locals[name] = l
		}
	}
}

// positional turns words into positional parameters; false when a word may become
// several that nobody knows. What a pattern stands for is one parameter that stands for
// several. "$@" is one word for each that there is, and none if there is none.
func positional(args []field) ([]value, bool) {
	out := make([]value, 0, len(args))
	for _, f := range args {
		one := f.asValue()
		if f.many {
			if f.dynamic || !f.pattern || f.divided != "" {
				return nil, false
			}
			one.several, one.hollow = true, true
		}
		out = append(out, one)
	}
	return out, true
}

// severalIn reports whether one of some parameters stands for several.
func severalIn(args []value) bool {
	return slices.ContainsFunc(args, func(v value) bool { return v.several })
}
