package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// declaration is what the options of export, declare, local, readonly, typeset
// and nameref say.
type declaration struct {
	exports, ref, functions, integer, assoc, own, global, sealed bool
	keeps                                                        bool // export -n
	array, tells                                                 bool // -a; -p, -f and -F, which set nothing
}

// declare judges export, declare, local, readonly, typeset and nameref.
func (r *run) declare(sc *scope, d *syntax.DeclClause) {
	name := d.Variant.Value
	if r.posix && (name == "declare" || name == "typeset") {
		r.unknown(name+" in a POSIX shell", name, r.spanOf(d)) // no builtin of dash
	}
	is := declaration{exports: name == "export", ref: name == "nameref", sealed: name == "readonly", own: name == "local" || name == "declare" || name == "typeset"}
	values := r.expanded(sc, d)
	sc.expects(len(d.Args))
	for i, a := range d.Args {
		switch {
		case a.Naked && a.Name == nil: // an option or a word to be expanded
			r.declareWord(sc, d, a, &is)
		case a.Naked:
			r.declareNaked(sc, a, is)
		default:
			if is.own {
				sc.own(a.Name.Value)
			}
			if is.integer {
				r.declareInteger(a.Name.Value)
			}
			if is.assoc {
				r.beforeKeys(sc, a)
				r.declared(sc, a.Name.Value)
			}
			r.compound(sc, a.Name.Value, func() value { return r.assigned(sc.fork(), a.Value) }, is, r.spanOf(a))
			mine, inside := sc.vars[a.Name.Value]
			before := sc.lookup(a.Name.Value)
			if values != nil && taken(a) {
				r.giveValue(sc, a, values[i])
			} else {
				r.assignment(sc, a)
			}
			if v := sc.lookup(a.Name.Value).one(); is.exports && (namedFor(a.Name.Value) != influenceNone || secretPlace(v.text)) {
				r.namedInfluence(sc, a.Name.Value, v, r.spanOf(a))
			}
			if v := sc.lookup(a.Name.Value).one(); is.exports && v.kind == valueText && strings.Contains(v.text, "//") && len(r.addresses) < maxTurns {
				r.addresses = append(r.addresses, a.Name.Value)
			}
			if a.Value != nil && hasBrace(a.Value) && !r.posix {
				r.unknown("declaration of several values: "+r.source(a), name, r.spanOf(a)) // the last of them counts
			}
			if name == "local" && sc.locals == nil {
				sc.set(a.Name.Value, merge(before, sc.lookup(a.Name.Value))) // outside of a function it only complains
			}
			if is.global && r.beneath(a.Name.Value) {
				r.unknown("declare -g "+a.Name.Value+" below a local variable", name, r.spanOf(a))
			}
			if l, ok := sc.locals[a.Name.Value]; ok && is.global {
				// The variable of whoever called the function.
				l.old, l.had = sc.vars[a.Name.Value], true
				sc.locals[a.Name.Value] = l
				if delete(sc.vars, a.Name.Value); inside {
					sc.set(a.Name.Value, mine)
				}
			}
			r.attribute(sc, a, is)
		}
	}
}

// attribute gives a variable what it gets once it has its value.
func (r *run) attribute(sc *scope, a *syntax.Assign, is declaration) {
	if is.ref {
		r.refer(sc, a.Name.Value, a)
	}
	if is.sealed {
		sc.seal(a.Name.Value)
	}
}

// beforeKeys judges what the words of declare -A m=(…) expand while m is still
// what it was: ${m[x]} among them is an element of an indexed array, whose
// subscript is reckoned out.
func (r *run) beforeKeys(sc *scope, a *syntax.Assign) {
	if a.Array == nil || sc.lookup(a.Name.Value).assoc {
		return
	}
	before := sc.fork()
	for _, e := range a.Array.Elems {
		if w, ok := e.Index.(*syntax.Word); ok {
			r.judgeWord(before, w)
		}
		if e.Value != nil {
			r.judgeWord(before, e.Value)
		}
	}
}

// expanded gives the values of a declaration of several names, nil of one: all words are
// expanded before any is assigned, as those of any command: bash(1), declare.
func (r *run) expanded(sc *scope, d *syntax.DeclClause) []value {
	if len(d.Args) < 2 {
		return nil
	}
	values := make([]value, len(d.Args))
	for i, a := range d.Args {
		if taken(a) {
			values[i] = r.assigned(sc, a.Value)
		}
	}
	return values
}

// taken reports whether what is assigned is what expanded has found.
func taken(a *syntax.Assign) bool {
	return !a.Naked && a.Name != nil && a.Index == nil && a.Array == nil && !a.Append
}

// refer makes a variable a reference. One to an element of an array evaluates
// the subscript whenever it is used.
func (r *run) refer(sc *scope, name string, a *syntax.Assign) {
	for _, v := range sc.lookup(name).alts { // whoever prints it, prints that one
		if v.kind == valueText {
			r.tellsNamed(v.text, "declare", r.spanOf(a))
		}
	}
	known := ""
	if v := sc.lookup(name); !v.ref && !v.unset {
		if to := v.one(); to.kind != valueText || !validName(to.text) {
			r.unknown("reference to "+clip(to.text), "nameref", r.spanOf(a))
			r.suspectExpansions(sc, to.text, r.spanOf(a))
		} else {
			known = to.text
			if sc.vars[known].ref { // no chains, which might be rings
				known = ""
			}
		}
	}
	sc.store(name, variable{ref: true, to: known, alts: []value{{}}})
}

// declareWord judges a word that is no plain name or assignment.
func (r *run) declareWord(sc *scope, d *syntax.DeclClause, a *syntax.Assign, is *declaration) {
	by := d.Variant.Value
	for _, f := range r.fields(sc, []*syntax.Word{a.Value}) {
		switch {
		case !f.exact():
			r.unknown("declaration of "+r.source(a), by, r.spanOf(a))
		case strings.HasPrefix(f.text, "-"):
			is.exports = is.exports || strings.Contains(f.text, "x")
			is.ref = is.ref || strings.Contains(f.text, "n") && by != "export"
			is.keeps = is.keeps || strings.ContainsAny(f.text, "np")
			is.functions = is.functions || strings.Contains(f.text, "f")
			is.integer = is.integer || strings.Contains(f.text, "i")
			is.assoc = is.assoc || strings.Contains(f.text, "A")
			is.array = is.array || strings.Contains(f.text, "a")
			is.tells = is.tells || strings.ContainsAny(f.text, "pfF") || strings.Trim(f.text, "-aAgiIlnrtux") != "" // or that it does not know
			is.global = is.global || strings.Contains(f.text, "g")
			is.own = is.own && !is.global
			is.sealed = is.sealed || strings.Contains(f.text, "r") && by != "export"
			if by != "export" && strings.ContainsAny(f.text, "luc") {
				r.unknown(by+" "+f.text+" changes the letters of what is assigned", by, r.spanOf(a))
			}
		default:
			name, val := cutAssign(f.text)
			if is.integer {
				r.declareInteger(name)
			}
			if strings.ContainsAny(name, "[$`") || !validName(name) {
				r.unknown("declaration of "+f.text, by, r.spanOf(a))
				r.suspectExpansions(sc, f.text, r.spanOf(a))
			} else if strings.Contains(f.text, "=") {
				r.compound(sc, name, func() value { return text(val) }, *is, r.spanOf(a))
				if is.global && r.beneath(name) {
					r.unknown("declare -g "+name+" below a local variable", by, r.spanOf(a))
				}
				if is.own {
					sc.own(name)
				}
				r.setVar(sc, name, text(val), r.spanOf(a))
				if is.ref {
					r.refer(sc, name, a)
				}
				if is.sealed {
					sc.seal(name)
				}
			}
		}
	}
}

// declareNaked judges a name without a value.
func (r *run) declareNaked(sc *scope, a *syntax.Assign, is declaration) {
	name := a.Name.Value
	if a.Index != nil {
		r.subscript(sc, a.Index)
	}
	if body := sc.funcs[name]; body != nil && is.functions {
		r.invoke(sc.fork(), name, nil)
		sc.hands(name, is)
	}
	if is.functions && is.sealed { // another body that it is given later is not taken
		r.unknown("the readonly function "+name, "readonly", r.spanOf(a))
	}
	if is.own && sc.locals != nil && !is.functions {
		sc.own(name)
		if !sc.lookup(name).unset {
			sc.set(name, single(value{})) // unset in bash, as it was in dash
		}
	}
	if is.ref {
		r.refer(sc, a.Name.Value, a)
	}
	if is.integer {
		r.declareInteger(name)
	}
	if is.assoc {
		r.declared(sc, name)
	}
	if is.array {
		r.declareArray(name)
	}
	if is.sealed && !is.functions {
		sc.seal(name)
	}
}

// declareNamed is a declaration by another spelling: command local x=1.
func (r *run) declareNamed(sc *scope, by, name string, v value, span pipeline.Span) {
	r.compound(sc, name, func() value { return v }, declaration{array: true}, span)
	before := sc.lookup(name)
	if by == "local" || by == "declare" || by == "typeset" {
		sc.own(name)
	}
	r.setVar(sc, name, v, span)
	if by == "local" && sc.locals == nil {
		sc.set(name, merge(before, sc.lookup(name))) // outside of a function it only complains
	}
	if by == "readonly" {
		sc.seal(name)
	}
}
