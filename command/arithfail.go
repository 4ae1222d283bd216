package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// perhapsKeeps reports whether an assignment may leave a variable what it was, and what
// that is: where the shell cannot reckon (a division by zero, 08, a word that is no
// number), it gives up the line and goes on with the next one.
func (r *run) perhapsKeeps(sc *scope, a *syntax.Assign) (before variable, keeps bool) {
	if a.Value == nil || !mayFail(r, sc, a.Value.Parts) {
		return variable{}, false
	}
	before = sc.lookup(a.Name.Value)
	return before, !before.unset
}

func mayFail(r *run, sc *scope, parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.ArithmExp:
			if r.arithFails(sc, p.X) {
				return true
			}
		case *syntax.DblQuoted:
			if mayFail(r, sc, p.Parts) {
				return true
			}
		}
	}
	return false
}

// arithFails reports whether an expression may not be one, as far as its operands tell.
func (r *run) arithFails(sc *scope, x syntax.ArithmExpr) bool {
	fails := false
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryArithm:
			if n.Op == syntax.Quo || n.Op == syntax.Rem {
				lit := ""
				if w, ok := n.Y.(*syntax.Word); ok {
					lit = w.Lit()
				}
				fails = fails || strings.Trim(lit, "0") == "" || strings.Trim(lit, digitSet) != "" // no constant, or zero
			}
			if n.Op == syntax.Pow {
				w, ok := n.Y.(*syntax.Word)
				fails = fails || !ok || w.Lit() == "" || strings.Trim(w.Lit(), digitSet) != ""
			}
			if assigns(n.Op) {
				fails = fails || r.sealedIn(sc, n.X) || n.Op == syntax.QuoAssgn || n.Op == syntax.RemAssgn
			}
		case *syntax.UnaryArithm:
			fails = fails || (n.Op == syntax.Inc || n.Op == syntax.Dec) && r.sealedIn(sc, n.X)
		case *syntax.Word:
			fails = fails || r.failsWith(sc, n)
			return false
		}
		return !fails
	})
	return fails
}

// failsWith reports whether a word may be no number that bash reads.
func (r *run) failsWith(sc *scope, w *syntax.Word) bool {
	name := w.Lit()
	if p, ok := onlyParam(w); ok && p.Param != nil && p.Exp == nil && p.Repl == nil && p.Slice == nil && p.Index == nil && !p.Excl && !p.Length {
		name = p.Param.Value
	} else if name == "" {
		return false // of a substitution nothing better is known than that it is a number
	}
	if !validName(name) {
		return len(name) > 1 && name[0] == '0' && strings.Trim(name, "0123456789") == "" && strings.ContainsAny(name, "89")
	}
	v := r.variable(sc, name)
	if v.unset {
		return false
	}
	for _, one := range v.alts {
		if one.kind == valueText && strings.Trim(one.text, "0123456789") != "" && !validName(one.text) || len(one.text) > 1 && one.text[0] == '0' && strings.ContainsAny(one.text, "89") {
			return true
		}
	}
	return false
}

// giveValue sets the variable of an assignment to what its word stands for.
func (r *run) giveValue(sc *scope, a *syntax.Assign, v value) {
	name := a.Name.Value
	before, keeps := r.perhapsKeeps(sc, a)
	if r.setVar(sc, name, v, r.spanOf(a)); keeps {
		sc.store(name, merge(before, sc.lookup(name)))
	}
}
