package command

import "mvdan.cc/sh/v3/syntax"

// perhaps judges what may be left out, so that it sets nothing: the right side of &&, || and
// ?:, the word of ${x:+word}, the last part of for ((;;)).
func (r *run) perhaps(sc *scope, x syntax.Node, judge func(*scope)) {
	if !r.reckonsAnew(x) {
		judge(sc)
		return
	}
	other := sc.fork()
	judge(other)
	sc.join(other)
}

// reckonsAnew reports whether a part of an expression or a test sets a variable.
func (r *run) reckonsAnew(x syntax.Node) bool {
	found := false
	if x == nil || simpleWord(x) {
		return false
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryArithm:
			found = found || assigns(n.Op)
		case *syntax.UnaryArithm:
			found = found || n.Op == syntax.Inc || n.Op == syntax.Dec
		case *syntax.BinaryTest:
			found = found || n.Op == syntax.TsReMatch
		case *syntax.ParamExp:
			found = found || n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull)
		}
		return !found && r.spend(1)
	})
	return found
}

// simpleWord reports whether a node is a word of plain characters, as most are.
func simpleWord(x syntax.Node) bool {
	w, ok := x.(*syntax.Word)
	return ok && (w == nil || w.Lit() != "")
}

// defaults reports whether an operator puts its word in the place of a value, or not.
func defaults(op syntax.ParExpOperator) bool {
	switch op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull, syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		return true
	}
	return false
}

// derives judges the words of a slice or a replacement. Of what is unset nothing is
// replaced, and nothing asked for.
func (r *run) derives(sc *scope, p *syntax.ParamExp) {
	if p.Slice != nil {
		r.arithmetic(sc, p.Slice.Offset)
		r.arithmetic(sc, p.Slice.Length)
		r.gaveUp = r.gaveUp || belowZero(p.Slice.Length) // "substring expression < 0"
	}
	if p.Repl != nil {
		r.judgeWord(sc, p.Repl.Orig)
		r.judgeWord(sc, p.Repl.With)
	}
}
