package command

import (
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// A function that calls itself more than once is no bomb where the calls come
// to an end: the word that it counts down by, the files below the one it was
// given, or the words that its cases are for.

// maxClimbs is how many calls of itself a function may certainly make.
const maxClimbs = 50_000

// named is the parameter or the variable that a word is, and nothing else: $1,
// "$n", n in arithmetic.
func named(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	if lit := w.Lit(); validName(lit) {
		return lit
	}
	if p, ok := onlyParam(w); ok && p.Exp == nil && p.Slice == nil && p.Repl == nil && p.Index == nil && !p.Excl && !p.Length {
		return p.Param.Value
	}
	return ""
}

// parametersOf are the parameters that variables of a function stand for: those
// that it sets once, by its first statements, to $1 and on. Own: only what is
// its own, so that no call of itself sets it.
func parametersOf(body *syntax.Stmt, own bool) map[string]int {
	places := map[string]int{}
	block, ok := body.Cmd.(*syntax.Block)
	if !ok {
		return places
	}
	sets := setIn(body)
	if sets["@"] == 0 {
		for i := 1; i <= 9; i++ {
			places[strconv.Itoa(i)] = i
		}
	}
	for _, s := range block.Stmts {
		var assigned []*syntax.Assign
		switch n := s.Cmd.(type) {
		case *syntax.DeclClause:
			if !makesOwn(n) || n.Variant.Value != "local" {
				return places
			}
			assigned = n.Args
		case *syntax.CallExpr:
			if len(n.Args) > 0 || own {
				return places
			}
			assigned = n.Assigns
		default:
			return places
		}
		for _, a := range assigned {
			if a.Name == nil || a.Value == nil || a.Append || a.Index != nil || sets[a.Name.Value] != 1 {
				continue
			}
			if i, ok := position(named(a.Value)); ok && i > 0 {
				places[a.Name.Value] = i
			}
		}
	}
	return places
}

// setIn is how often a function sets each of its variables, as far as that is
// written there; @ stands for parameters, and for whatever is not.
func setIn(body *syntax.Stmt) map[string]int {
	sets := map[string]int{}
	syntax.Walk(body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if n.Name != nil {
				sets[n.Name.Value]++
			}
		case *syntax.WordIter:
			sets[n.Name.Value]++
		case *syntax.BinaryArithm:
			if w, ok := n.X.(*syntax.Word); ok && assigns(n.Op) {
				sets[w.Lit()]++
			}
		case *syntax.UnaryArithm:
			if w, ok := n.X.(*syntax.Word); ok && (n.Op == syntax.Inc || n.Op == syntax.Dec) {
				sets[w.Lit()]++
			}
		case *syntax.CallExpr:
			if len(n.Args) > 0 && (setsVariables(n.Args[0].Lit()) || n.Args[0].Lit() == "") {
				for _, w := range n.Args[1:] {
					sets[w.Lit()]++
				}
				sets["@"]++
			}
		case *syntax.LetClause, *syntax.DeclClause:
			if d, ok := n.(*syntax.DeclClause); !ok || !makesOwn(d) {
				sets["@"]++
			}
		}
		return true
	})
	return sets
}

// multiplied judges the first call of a function that calls itself more than
// once.
func (r *run) multiplied(sc *scope, name string, args []field) {
	body := sc.funcs[name]
	if !names(body, name) {
		return
	}
	c := climbOf(body, name)
	if !c.several() || c.bomb() {
		return
	}
	places := parametersOf(body, false)
	if !c.beside && (c.descends(body, places) || c.dispatches(body, places) || c.countsDown(parametersOf(body, true), args)) {
		return
	}
	r.unknown("function "+name+" calls itself, how often cannot be told", "command", r.spanOf(body))
}

// countsDown reports whether the calls end because each of them gets less of a
// number than the function has got itself, and that is small.
func (c *climb) countsDown(local map[string]int, args []field) bool {
	if c.background || c.most > len(c.calls) {
		return false
	}
	for place := 1; place <= len(args) && place <= 9; place++ {
		steps := make([]func(int) int, 0, len(c.calls))
		for _, call := range c.calls {
			step := stepOf(call.words, place, local)
			if step == nil {
				break
			}
			steps = append(steps, step)
		}
		if len(steps) != len(c.calls) || !allOne(args[:place]) {
			continue
		}
		start, err := strconv.Atoi(args[place-1].text)
		if err != nil || !args[place-1].exact() {
			continue
		}
		if total, ok := c.total(start, place, local, steps, map[int]int{}); ok && total <= maxClimbs {
			return true
		}
	}
	return false
}

// allOne reports whether each word certainly is one.
func allOne(args []field) bool {
	return !slices.ContainsFunc(args, func(f field) bool { return f.many })
}

// total is how many calls come of one with a number.
func (c *climb) total(n, place int, local map[string]int, steps []func(int) int, known map[int]int) (int, bool) {
	if t, ok := known[n]; ok {
		return t, t > 0 // 0: under way, which is a circle
	}
	if len(known) > 1000 {
		return 0, false
	}
	known[n] = 0
	t := 1
	for i, call := range c.calls {
		if slices.ContainsFunc(call.facts, func(f fact) bool { return local[f.word] == place && !f.holds(n) }) {
			continue
		}
		more, ok := c.total(steps[i](n), place, local, steps, known)
		if t += more; !ok || t > maxClimbs {
			return 0, false
		}
	}
	known[n] = t
	return t, true
}

// stepOf is what a call makes of the number in a parameter; nil if that is not
// less of it.
func stepOf(words []*syntax.Word, place int, local map[string]int) func(int) int {
	if len(words) <= place {
		return nil
	}
	for _, w := range words[1:place] {
		if len(w.Parts) != 1 {
			return nil
		}
		switch w.Parts[0].(type) {
		case *syntax.ArithmExp, *syntax.SglQuoted, *syntax.DblQuoted, *syntax.Lit:
		default:
			return nil
		}
		if constant(w) {
			continue
		}
		if q, ok := w.Parts[0].(*syntax.DblQuoted); ok && !oneOnly(q) {
			return nil
		}
	}
	w := words[place]
	if q, ok := soleQuoted(w); ok {
		w = q
	}
	if len(w.Parts) != 1 {
		return nil
	}
	x, ok := w.Parts[0].(*syntax.ArithmExp)
	if !ok {
		return nil
	}
	b, ok := x.X.(*syntax.BinaryArithm)
	if !ok || local[named(arithOperand(b.X))] != place {
		return nil
	}
	by, err := strconv.Atoi(literalArith(b.Y))
	switch {
	case err != nil:
	case b.Op == syntax.Sub && by > 0:
		return func(n int) int { return n - by }
	case b.Op == syntax.Quo && by > 1:
		return func(n int) int { return n / by }
	}
	return nil
}

// literalArith is an operand of arithmetic as it is written; empty: it is no literal.
func literalArith(x syntax.ArithmExpr) string {
	if w := arithOperand(x); w != nil {
		return w.Lit()
	}
	return ""
}

// oneOnly reports whether a quoted text stays one word: no "$@" in it.
func oneOnly(q *syntax.DblQuoted) bool {
	one := true
	syntax.Walk(q, func(n syntax.Node) bool {
		if p, ok := n.(*syntax.ParamExp); ok {
			one = one && p.Param != nil && p.Param.Value != "@" && p.Index == nil && !p.Excl
		}
		return one
	})
	return one
}

// soleQuoted is what a word is between its quotes.
func soleQuoted(w *syntax.Word) (*syntax.Word, bool) {
	if len(w.Parts) == 1 {
		if q, ok := w.Parts[0].(*syntax.DblQuoted); ok {
			return &syntax.Word{Parts: q.Parts}, true
		}
	}
	return nil, false
}
