package snippet

import "strings"

// Methods of tables and columns. Nearly all of them compute, but some are a second
// language: they take code or the name of a method as a text.

// tabled judges arguments of a function of a library. One of pandas takes the name of a
// method for how to aggregate. Loader and aggfunc are looked at since they are called, and
// providers since Faker imports them if they are texts; ** could hold any of them.
func (j *pyJudge) tabled(n *node) {
	imports := passingName(n.kids[0]) == "add_provider"
	for _, a := range n.kids[1:] {
		j.failed = j.failed || imports && len(j.plain(a).texts) > 0
		if a.kind == nStar && a.text == "**" || a.kind == nArg && (a.text == "Loader" || a.text == "providers" || a.text == "aggfunc" && !j.aggregates(a.kids[0])) {
			j.failed = true
		}
	}
	j.arguments(n)
}

// pyFrameMethod reports whether a name that is no column may be a method of pandas that
// writes, or runs what it is given. Such a one is not taken hold of. df.name is a
// column or a method, whichever there is: a column that is called like one of these is
// not got at by a dot.
func pyFrameMethod(name string) bool {
	for _, prefix := range [...]string{"_", "to_", "from_", "read_", "eval", "query", "pipe", "apply", "map", "agg", "transform", "plot", "hist", "boxplot", "save", "dump", "tofile"} {
		if strings.HasPrefix(name, prefix) {
			return !pyConverts("pandas", name)
		}
	}
	return listWords("load loads io os sys info style", name)
}

// tableCall calls a listed method of a table, a column or an answer, which gives out.
// What is handed over must be data; some arguments name a function, or are code
// (DataFrame.query, DataFrame.agg in pandas' API reference), and are looked at.
func (j *pyJudge) tableCall(name string, out pyValue, n *node) pyValue {
	switch {
	case name == "agg" && out.name == "polars": // which takes expressions, and no names of methods
	case name == "agg" || name == "aggregate":
		if len(n.kids) < 2 {
			return j.fail()
		}
		for _, a := range n.kids[1:] {
			if a.kind == nStar || !j.aggregates(a) || a.kind != nArg && len(n.kids) > 2 {
				return j.fail()
			}
		}
		return out
	case name == "query" && !listWords("scipy sklearn", out.name): // theirs takes points
		v := j.word(j.argument(n, 0, ""))
		if len(n.kids) != 2 || strings.ContainsAny(v, "@()_`[]{}") {
			return j.fail()
		}
		return out
	}
	if name == "to_string" || name == "astype" || name == "raise_for_status" || name == "to_dict" {
		j.only(n, 1, `index orient header max_rows min_rows max_cols float_format errors copy dtype columns na_rep justify show_dimensions line_width max_colwidth decimal length name sparsify index_names`)
		if name == "to_string" && j.argument(n, 0, "buf") != nil {
			return j.fail()
		}
		return out
	}
	if strings.HasPrefix(name, "pivot") {
		for _, a := range n.kids[1:] {
			if a.kind != nArg {
				return j.fail() // the fourth is how to aggregate
			}
		}
	}
	j.tabled(n)
	return out
}
