package command

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithmetic judges an arithmetic expression. bash evaluates the text that a variable
// holds as an expression again, and an array subscript in it runs its substitutions, so
// a variable that may hold other than a number is unknown. x='a[$(id)]'; echo $((x))
// runs id in bash: what a value is decides whether a sum is a command.
func (r *run) arithmetic(sc *scope, x syntax.ArithmExpr) {
	if x == nil || !r.enter() {
		return
	}
	defer r.leave()
	switch x := x.(type) {
	case *syntax.BinaryArithm:
		switch x.Op {
		case syntax.Assgn:
			r.arithmetic(sc, x.Y)
		case syntax.TernColon:
			r.perhaps(sc, x.X, func(sc *scope) { r.arithmetic(sc, x.X) })
			r.perhaps(sc, x.Y, func(sc *scope) { r.arithmetic(sc, x.Y) })
		case syntax.AndArit, syntax.OrArit, syntax.TernQuest:
			r.arithmetic(sc, x.X)
			r.perhaps(sc, x.Y, func(sc *scope) { r.arithmetic(sc, x.Y) })
		default: // x+=(x=1) asks for x first
			r.arithmetic(sc, x.X)
			r.arithmetic(sc, x.Y)
		}
		if assigns(x.Op) {
			for _, name := range arithName(x.X) {
				sc.set(name, single(number()))
			}
			if w, ok := x.X.(*syntax.Word); !ok || !validName(w.Lit()) {
				r.arithmetic(sc, x.X)
			}
		}
	case *syntax.UnaryArithm:
		r.arithmetic(sc, x.X)
		if x.Op == syntax.Inc || x.Op == syntax.Dec {
			for _, name := range arithName(x.X) {
				sc.set(name, single(number()))
			}
		}
	case *syntax.ParenArithm:
		r.arithmetic(sc, x.X)
	case *syntax.Word:
		r.arithWord(sc, x)
	default:
		r.unhandled(x)
	}
}

// let is the builtin. To bash its words end at |, &, ; < and > as any words
// do, while the parser reads these as operators of the expression, so only
// operators that mean nothing to the shell are accepted.
func (r *run) let(sc *scope, c *syntax.LetClause) {
	failed := false
	for _, x := range c.Exprs {
		if !shellNeutral(x, 0) {
			r.unhandled(c)
		}
		failed = r.reckon(sc, x, failed)
	}
}

// shellNeutral reports whether an expression of let has only operators that a shell
// does not read itself, and that deep only.
func shellNeutral(x syntax.ArithmExpr, depth int) bool {
	if depth > MaxDepth {
		return false
	}
	switch x := x.(type) {
	case *syntax.Word:
		return true
	case *syntax.UnaryArithm:
		return (x.Op == syntax.Inc || x.Op == syntax.Dec || x.Op == syntax.Minus || x.Op == syntax.Plus) && shellNeutral(x.X, depth+1)
	case *syntax.BinaryArithm:
		switch x.Op {
		case syntax.Add, syntax.Sub, syntax.Mul, syntax.Quo, syntax.Rem, syntax.Pow, syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn, syntax.Eql, syntax.Neq:
			return shellNeutral(x.X, depth+1) && shellNeutral(x.Y, depth+1)
		}
	}
	return false
}

// assigns reports whether an operator sets its left side, which has a number from then
// on.
func assigns(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		return true
	}
	return false
}

// arithWord judges a word in an expression, part by part, since a name may be put
// together of several: $((a$x)) is a variable of which nobody has written the name.
func (r *run) arithWord(sc *scope, w *syntax.Word) {
	if lit := w.Lit(); lit != "" {
		if validName(lit) {
			r.arithValue(sc, 0, r.reckonable(sc, lit), w)
			return
		}
		if _, err := strconv.ParseInt(lit, 0, 64); err == nil {
			return
		}
		if strings.ContainsAny(lit, "[$`\\") {
			r.unknown("arithmetic on "+lit, "arithmetic", r.spanOf(w))
			r.suspectExpansions(sc, lit, r.spanOf(w))
			if strings.Contains(lit, "\\$") { // as the shell hands it over from between quotes
				r.suspectExpansions(sc, unquoteDouble(lit), r.spanOf(w))
			}
		}
		r.arithText(sc, lit, w)
		return
	}
	if !r.spend(2 * len(w.Parts)) {
		return
	}
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, "[]`\\") || i+1 < len(w.Parts) && endsInName(p.Value) {
				r.unknown("arithmetic on "+r.source(w), "arithmetic", r.spanOf(w))
				r.suspectExpansions(sc, unquoteDouble(p.Value), r.spanOf(w))
			}
			r.arithText(sc, p.Value, w)
		case *syntax.ParamExp:
			b := builder{}
			r.param(&b, sc, p, true)
			if p.Length || p.Param == nil {
				continue
			}
			if p.Exp == nil && p.Repl == nil && p.Slice == nil && p.Index == nil && !p.Excl {
				r.arithValue(sc, 0, r.expandedValue(sc, p), w)
				continue
			}
			r.arithElement(sc, p, w)
		case *syntax.CmdSubst:
			v := r.substitution(sc, p)
			r.arithValue(sc, 0, single(v), w)
		case *syntax.ArithmExp:
			r.arithmetic(sc, p.X)
		case *syntax.DblQuoted:
			r.arithWord(sc, &syntax.Word{Parts: p.Parts})
		case *syntax.SglQuoted:
			if strings.ContainsAny(p.Value, "[$`") {
				r.unknown("arithmetic on "+r.source(w), "arithmetic", r.spanOf(w))
				r.suspectExpansions(sc, p.Value, r.spanOf(w))
			}
			r.arithText(sc, p.Value, w)
		default:
			r.unhandled(part)
		}
	}
}

// arithText judges an expression that is not parsed, because it is quoted: the
// names in it are variables, and any of them may be set to a number.
func (r *run) arithText(sc *scope, s string, at syntax.Node) {
	sets := strings.Contains(s, "=") || strings.Contains(s, "++") || strings.Contains(s, "--")
	for _, name := range strings.FieldsFunc(s, notOfName) {
		if !validName(name) {
			continue
		}
		v := r.reckonable(sc, name)
		r.arithValue(sc, 0, v, at)
		switch {
		case !sets:
		case v.array || v.ref:
			r.unknown("arithmetic on "+r.source(at), "arithmetic", r.spanOf(at))
		default:
			sc.set(name, merge(v, single(number())))
		}
	}
}

// endsInName reports whether what follows a text may belong to a name in it.
func endsInName(s string) bool {
	rest := strings.TrimRightFunc(s, func(c rune) bool { return !notOfName(c) })
	return rest != s && (s[len(rest)] < '0' || s[len(rest)] > '9')
}

// again is the value of an expansion that was judged before. It is muted and in a scope
// of its own, as ${x:=y} would set x once more.
func (r *run) again(sc *scope, p *syntax.ParamExp) value {
	mute := r.mute()
	defer r.unmute(mute)
	if _, list := r.listOf(sc, p, p.Param.Value); list {
		return value{}
	}
	return r.paramValue(sc.fork(), p, p.Param.Value)
}

// arithElement judges ${x%y} and elements of arrays in arithmetic. What stands
// between the brackets of m[$k] is expanded first, and by some versions of bash
// once more with what came of it.
func (r *run) arithElement(sc *scope, p *syntax.ParamExp, at syntax.Node) {
	if p.Short && p.Index != nil && sc.lookup(p.Param.Value).assoc {
		keys := []value{{}}
		if w, ok := p.Index.(*syntax.Word); ok {
			mute := r.mute()
			keys[0] = r.assigned(sc.fork(), w)
			r.unmute(mute)
			if k, ok := onlyParam(w); ok && keys[0].kind == valueDynamic {
				if alts := r.variable(sc, k.Param.Value).alts; len(alts) > 0 {
					keys = alts // one of them
				}
			}
		}
		if slices.ContainsFunc(keys, func(key value) bool { return !key.word && (key.kind != valueText || !staysWord(key.text)) }) {
			r.arithValue(sc, 0, single(value{}), at)
			return
		}
	}
	r.arithValue(sc, 0, single(r.again(sc, p)), at)
}

// arithValue says whether the text of a variable may hide an expression. Names in it
// are variables again. Eight deep, as bash itself follows names to names (expression
// recursion) and a value may name itself.
func (r *run) arithValue(sc *scope, depth int, v variable, at syntax.Node) {
	if v.unset {
		return
	}
	alts := v.alts
	if v.array {
		alts = v.list
	}
	for _, a := range alts {
		switch {
		case a.number && depth < 8:
			for _, name := range [...]string{"inf", "nan", "null", "grep", "Binary"} { // as awk, printf and jq write what is none, and grep of a file without lines
				r.arithValue(sc, depth+1, r.variable(sc, name), at)
			}
		case a.kind == valueText && a.text == "":
		case a.kind == valueText && !strings.ContainsAny(a.text, "[$`") && depth < 8:
			for _, name := range strings.FieldsFunc(a.text, notOfName) {
				if validName(name) {
					r.arithValue(sc, depth+1, r.reckonable(sc, name), at)
				}
			}
		default:
			r.unknown("arithmetic on a value that is not known to be a number: "+r.source(at), "arithmetic", r.spanOf(at))
			if a.kind == valueText {
				r.suspectExpansions(newScope(r), a.text, r.spanOf(at))
			}
			return
		}
	}
}

// notOfName divides an expression into its names.
func notOfName(c rune) bool {
	return c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
}

// subscript judges the index of an array, which may also be the key of an associative
// one. It is judged as an expression even where it is a key: a[$(x)] runs x either way.
func (r *run) subscript(sc *scope, x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok {
		if lit := w.Lit(); lit == "@" || lit == "*" {
			return
		}
	}
	r.arithmetic(sc, x)
}

// numeric reports whether a part of a word is a number by its nature.
func (r *run) numeric(sc *scope, part syntax.WordPart) bool {
	switch p := part.(type) {
	case *syntax.ArithmExp:
		return true
	case *syntax.CmdSubst:
		return r.printed(sc, p.Stmts).number
	case *syntax.DblQuoted:
		return len(p.Parts) == 1 && r.numeric(sc, p.Parts[0])
	case *syntax.ParamExp:
		if p.Length {
			return true
		}
		if p.Param != nil && !p.Excl {
			return r.again(sc, p).number
		}
	}
	return false
}

// test judges [[ ]]. -eq and its like evaluate both sides as expressions, -v and -R
// take a name with a subscript, = and =~ only compare (bash(1), "CONDITIONAL
// EXPRESSIONS").
func (r *run) test(sc *scope, x syntax.TestExpr) {
	if x == nil || !r.enter() {
		return
	}
	defer r.leave()
	switch x := x.(type) {
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := side.(*syntax.Word); ok {
					r.arithWord(sc, w)
				}
			}
			return
		}
		r.test(sc, x.X)
		if x.Op == syntax.AndTest || x.Op == syntax.OrTest {
			r.perhaps(sc, x.Y, func(sc *scope) { r.test(sc, x.Y) })
			return
		}
		r.test(sc, x.Y)
		if x.Op == syntax.TsReMatch {
			sc.matched(x)
		}
	case *syntax.UnaryTest:
		if w, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar) {
			r.nameOperand(r.fields(sc, []*syntax.Word{w}), "[[ -v")
			return
		}
		r.test(sc, x.X)
	case *syntax.ParenTest:
		r.test(sc, x.X)
	case *syntax.Word:
		r.judgeWord(sc, x)
	default:
		r.unhandled(x)
	}
}

// testBuiltin judges the words of test and [: behind -v and -R stands the name
// of a variable.
func (r *run) testBuiltin(name string, args []field) {
	for i, f := range args {
		if f.exact() && (f.text == "-v" || f.text == "-R") && i+1 < len(args) {
			r.nameOperand(args[i+1:i+2], name)
		} else if !f.exact() && i+1 < len(args) && strings.Contains(args[i+1].text, "[") && strings.ContainsAny(args[i+1].text, "$`") {
			r.unknown(name+" of "+args[i+1].text+", before which -v may stand", name, args[i+1].span)
		}
	}
}

// nameOperand judges words that a builtin takes as names of variables: the
// subscript of an array element in them is evaluated.
func (r *run) nameOperand(fields []field, by string) {
	for _, f := range fields {
		if !f.exact() || strings.ContainsAny(f.text, "[$`") {
			r.unknown("variable name "+f.text, by, f.span)
			if f.exact() {
				r.suspectExpansions(newScope(r), f.text, f.span)
			}
		}
	}
}
