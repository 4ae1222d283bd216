package snippet

import "strings"

// What tables are handed to work with: functions, and the names of methods.

// aggregates reports whether all that an argument of DataFrame.agg names are ways to
// aggregate: a text is the name of a method there. Functions are those that frameApplies
// takes.
func (j *pyJudge) aggregates(n *node) bool {
	switch n.kind {
	case nText:
		return n.sure && listWords("mean sum count min max std var median first last nunique size prod any all idxmax idxmin sem skew ohlc cumsum cumprod cummax cummin rank diff shift ffill bfill pct_change", n.text)
	case nLambda, nName, nAttr:
		return j.computing(n)
	case nList:
		for _, kid := range n.kids {
			if !j.aggregates(kid) {
				return false
			}
		}
		return len(n.kids) > 0
	case nArg: // total=("price", "sum")
		t := n.kids[0]
		return n.text != "func" && n.text != "engine" && t.kind == nTuple && len(t.kids) == 2 && t.kids[0].kind == nText && j.aggregates(t.kids[1])
	case nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] == nil || n.kids[i].kind != nText || !j.aggregates(n.kids[i+1]) {
				return false
			}
		}
		return len(n.kids) > 0
	}
	return false
}

// computing reports whether an expression is a function that only computes: one of the
// program, a type or function that is built in, or one of NumPy or of
// what converts a column.
func (j *pyJudge) computing(n *node) bool {
	switch n.kind {
	case nLambda:
		j.plain(n)
		return true
	case nName:
		return j.builtin(n) || j.eval(n).what == pyOwn
	case nAttr:
		v := j.eval(n)
		rest, ok := strings.CutPrefix(v.name, "numpy.")
		return v.what == pyForeign && (ok && listWords(pyComputes("numpy"), rest) || listWords("pandas.to_datetime pandas.to_numeric pandas.to_timedelta pandas.isna pandas.notna", v.name))
	}
	return false
}

// frameApplies judges a method of a table that calls what it is given, or the method that
// a text names. What else stands there is handed on to that function.
func (j *pyJudge) frameApplies(base pyValue, name string, n *node) (pyValue, bool) {
	if len(n.kids) < 2 {
		return j.fail(), true
	}
	first := n.kids[1]
	if first.kind == nText && len(n.kids) == 2 && j.aggregates(first) && !listWords("map pipe applymap", name) {
		return base, true
	}
	for i, a := range n.kids[1:] {
		if a.kind == nStar || a.kind == nArg && !listWords("axis result_type na_action func raw args include_groups", a.text) || i == 0 && a.kind == nArg {
			return j.fail(), true
		}
	}
	switch {
	case j.computing(first):
	case name == "map" && first.kind != nText: // values, or what computes them; no text is looked up there
		if v := j.plain(first); v.what == pyPlain && j.soft != nil && j.soft.owns {
			j.soft.called = true // a function of the project, perhaps
		}
	default:
		return j.fail(), true
	}
	for _, a := range n.kids[2:] {
		if a.kind == nArg {
			a = a.kids[0]
		}
		j.plain(a)
	}
	return base, true
}

// tableLike judges a method that only tables have, of something that may be one: what a
// function of the program gets. Whatever else has such a method calls what it is given,
// or writes to the path, too.
func (j *pyJudge) tableLike(name string, n *node) (pyValue, bool) {
	if j.soft == nil || !(j.soft.modules["pandas"] || j.soft.modules["geopandas"]) {
		return pyValue{}, false
	}
	table := pyValue{what: pyObject, name: "pandas"}
	switch {
	case listWords("apply map transform applymap pipe", name):
		v, _ := j.frameApplies(table, name, n)
		return v, true
	case listWords("agg aggregate to_string to_dict", name):
		return j.tableCall(name, table, n), true
	case listWords(pyFrameWrites, name):
		return j.frameWrites(name, n), true
	}
	return pyValue{}, false
}
