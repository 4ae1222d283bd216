package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// Some variables do not take what is assigned to them. One that is readonly keeps its
// value, and most builtins only complain (readonly d=..; export d=build); one that is a
// reference passes the value on to another.

// seal makes a variable readonly, as far as it goes.
func (s *scope) seal(name string) {
	v := s.lookup(name)
	if v.ref && v.to != "" && v.to != name { // of a reference the other one is
		s.seal(v.to)
	}
	v.sealed = true
	s.store(name, v)
}

// withstood is what a variable is after a command has tried to set it.
func (s *scope) withstood(name string, old variable) variable {
	if old.sealed {
		s.run.gaveUp = true
		return variable{alts: []value{{}}, sealed: true}
	}
	if old.to == "" || old.to == name {
		s.run.unknown("a change through the reference "+name, "nameref", pipeline.Span{})
		return old
	}
	s.set(old.to, single(value{}))
	s.run.influence(s, old.to, value{}, pipeline.Span{})
	return old
}

// turnsReference notes that for gives a reference other variables, one a turn.
func (s *scope) turnsReference(name string) {
	if s.vars[name].ref {
		s.run.unknown("a loop over what "+name+" refers to", "nameref", pipeline.Span{})
	}
}

// unsets judges one name of unset. Without -v it takes away a function if there is no
// variable of that name, so that a program of the name may be called from then on; with
// -f a function alone, and with -n a reference: bash(1), unset.
func (r *run) unsets(sc *scope, first, f field) {
	if first.exact() && strings.HasPrefix(first.text, "-") && strings.ContainsAny(first.text, "fn") {
		sc.set(f.text, merge(sc.lookup(f.text), variable{unset: true}))
		return
	}
	if influenceOf(f.text) == influenceTrace {
		r.influence(sc, f.text, text(""), f.span)
	}
	sc.set(f.text, variable{unset: true})
	if sc.funcs[f.text] != nil {
		sc.sure[f.text] = false
	}
}

// setsWithin reports whether expanding words may set variables: $((x=1)), ${x:=a}. What a
// command prints is looked at beside the shell that runs on.
func setsWithin(words []*syntax.Word) bool {
	for _, w := range words {
		if setsInParts(w.Parts) {
			return true
		}
	}
	return false
}

func setsInParts(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.ArithmExp:
			return true
		case *syntax.DblQuoted:
			if setsInParts(p.Parts) {
				return true
			}
		case *syntax.ParamExp:
			if p.Slice != nil || p.Index != nil || p.Exp != nil && (p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull || p.Exp.Word != nil && setsInParts(p.Exp.Word.Parts)) {
				return true
			}
		}
	}
	return false
}

// setsInRedirect is setsWithin for a redirection.
func setsInRedirect(rd *syntax.Redirect) bool {
	return rd.Word != nil && setsInParts(rd.Word.Parts) || rd.Hdoc != nil && setsInParts(rd.Hdoc.Parts)
}

// perhapsUnset reports whether a variable that is set, as far as is known, may be unset
// all the same, for ${x-w} and ${x+w}.
func (r *run) perhapsUnset(sc *scope, name string, v value) bool {
	return sc.lookup(name).gone || v.kind == valueDynamic
}
