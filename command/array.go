package command

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// maxElements bounds the elements of an array that are kept.
const maxElements = 512

// fill judges x=(words) and x+=(words).
func (r *run) fill(sc *scope, a *syntax.Assign) {
	name := a.Name.Value
	old := sc.lookup(name)
	if old.assoc {
		r.fillKeys(sc, a, old)
		return
	}
	v := variable{array: true}
	var words []*syntax.Word
	known := true
	for _, e := range a.Array.Elems {
		if e.Index != nil {
			r.subscript(sc, e.Index)
			known = false
		}
		if e.Value != nil {
			words = append(words, e.Value)
		}
	}
	for _, f := range r.fields(sc, words) {
		one := f.asValue()
		one.hollow = one.hollow || f.many // if there are none
		v.list = append(v.list, one)
		r.putElement(sc, name, f.asValue(), f.span)
		known = known && !f.dynamic
		v.open = v.open || f.many
	}
	v.open = v.open && len(v.list) > 1
	if a.Append && old.array {
		v.open = v.open || old.open || len(old.list) == 1 && old.list[0].kind == valuePattern
		v.list = append(append([]value(nil), old.list...), v.list...)
	} else if a.Append && !old.unset {
		known = false
	}
	if !known || len(v.list) > maxElements {
		v = single(value{})
	}
	sc.set(name, v)
}

// fillKeys judges m=([key]=word ...) of an associative array.
func (r *run) fillKeys(sc *scope, a *syntax.Assign, old variable) {
	v := variable{array: true, assoc: true, sums: true}
	if a.Append {
		v = old
	}
	for _, e := range a.Array.Elems {
		val := r.assigned(sc, e.Value)
		key, ok := "", false
		if e.Index != nil {
			key, ok = r.key(sc, e.Index)
		}
		v = v.with(key, ok, val)
		r.putElement(sc, a.Name.Value, val, r.spanOf(a))
	}
	sc.set(a.Name.Value, v)
}

// put judges x[i]=word.
func (r *run) put(sc *scope, a *syntax.Assign) {
	name, old := a.Name.Value, sc.lookup(a.Name.Value)
	r.gaveUp = r.gaveUp || !old.assoc && belowZero(a.Index)
	if !old.assoc {
		r.subscript(sc, a.Index)
		val := r.assigned(sc, a.Value)
		sc.set(name, single(value{}))
		r.putElement(sc, name, val, r.spanOf(a))
		return
	}
	key, ok := r.key(sc, a.Index)
	val := r.assigned(sc, a.Value)
	if a.Append && !(old.sums && val.figure()) { // digits behind digits
		val = value{}
	} else if a.Append {
		val = number()
	}
	sc.set(name, old.with(key, ok, val))
	r.putElement(sc, name, val, r.spanOf(a))
}

// figureList says what an assignment adds to a list: "%" for children of this
// shell, pids+=($!), "#" for numbers, "" for anything else.
func (r *run) figureList(sc *scope, a *syntax.Assign) string {
	if !a.Append || a.Array == nil || a.Index != nil {
		return ""
	}
	what := "%"
	for _, e := range a.Array.Elems {
		if e.Index != nil || e.Value == nil {
			return ""
		}
		if p, ok := onlyParam(e.Value); ok && p.Param.Value == "!" {
			continue
		}
		if what = "#"; !r.counts(sc, &syntax.Assign{Name: a.Name, Value: e.Value}) {
			return ""
		}
	}
	return what
}

// figures is what every element of a list is: a child of this shell, or else a
// number; false: other things are in it.
func (v variable) figures() (value, bool) {
	n := number()
	n.job = true
	for _, e := range v.list {
		n.job = n.job && e.job
		if !e.job && !e.figure() {
			return value{}, false
		}
	}
	return n, v.unset || v.array && !v.assoc
}

// joinFigures is a list that has one of two states, both of numbers.
func (v variable) joinFigures(o variable) (variable, bool) {
	a, ok := v.figures()
	b, ok2 := o.figures()
	a.job = a.job && b.job
	return variable{array: true, open: true, list: []value{a}}, ok && ok2 && v.array && o.array && len(v.list)+len(o.list) > 0
}

// key is the constant that names an element of an associative array. What is
// in the word is judged: bash expands it, and does not evaluate it.
func (r *run) key(sc *scope, x syntax.ArithmExpr) (string, bool) {
	w, ok := x.(*syntax.Word)
	if !ok {
		r.subscript(sc, x) // parsed as an expression, which it is not
		return "", false
	}
	v := r.assigned(sc, w)
	return v.text, v.kind == valueText && v.text != "@" && v.text != "*"
}

// with is the array with one more element, or with another value of one.
func (v variable) with(key string, known bool, val value) variable {
	at := slices.Index(v.keys, key)
	v.sums = v.sums && val.figure()
	switch {
	case !known || len(v.list) >= maxElements:
		return variable{array: true, assoc: true, open: true, sums: v.sums}
	case at < 0:
		v.keys, v.list = append(slices.Clip(v.keys), key), append(slices.Clip(v.list), val)
	default:
		v.list = slices.Clone(v.list)
		v.list[at] = val
	}
	return v
}

// mergeKeys is an associative array that has one of two states.
func (v variable) mergeKeys(o variable) variable {
	if !v.open && !o.open && v.sums == o.sums && slices.Equal(v.keys, o.keys) && slices.EqualFunc(v.list, o.list, value.same) {
		return v
	}
	return variable{array: true, assoc: true, open: true, sums: v.sums && o.sums}
}

// names are the keys of an array: ${!a[@]}. False: they are not known.
func (v variable) names() ([]value, bool) {
	if !v.array || v.open {
		return nil, false
	}
	out := make([]value, len(v.list))
	for i := range out {
		out[i] = number()
		if v.assoc {
			out[i] = text(v.keys[i])
		}
	}
	return out, true
}

// declared notes declare -A.
func (r *run) declared(sc *scope, name string) {
	if old := sc.lookup(name); !old.assoc && validName(name) {
		sc.set(name, variable{array: true, assoc: true, open: !old.unset, sums: old.unset})
	}
}
