package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// The module duckdb: databases in memory or in a file that is known, which are asked
// constant statements that the reader of DuckDB understands. A table may also be a
// variable of the program, which holds data.

// pyDuck lists the functions of the module that are known.
const pyDuck = "connect sql query execute"

// duckFunction is a call of a function of the module.
func (j *pyJudge) duckFunction(name string, n *node) pyValue {
	switch {
	case name == "connect":
		return j.duckOpens(n)
	case listWords(pyDuck, name):
		return j.duckAsks(n)
	}
	return j.fail()
}

// duckOpens is duckdb.connect. What has a colon is an address (md:, http:) or asks for an
// extension (sqlite:); a setting may let foreign extensions in, so there must be none.
func (j *pyJudge) duckOpens(n *node) pyValue {
	j.only(n, 1, "database read_only")
	if first := j.argument(n, 0, "database"); first != nil {
		for _, t := range j.paths(first) {
			if t.s == ":memory:" {
				continue
			}
			if !constant(t) || strings.ContainsAny(t.s, ":~|?*[{\n") {
				return j.fail()
			}
			j.touch(pipeline.KindRead, []pyText{t}, false, false)
			j.touch(pipeline.KindWrite, []pyText{t}, false, false)
		}
	}
	return pyValue{what: pyObject, name: "duckdb"}
}

// duckAsks judges statements. Values for them are not taken, as one of them may name a
// file.
func (j *pyJudge) duckAsks(n *node) pyValue {
	j.only(n, 1, "")
	first := j.argument(n, 0, "query")
	if first == nil {
		return j.fail()
	}
	v := j.plain(first)
	if len(v.texts) == 0 {
		return j.fail()
	}
	for _, t := range v.texts {
		if !constant(t) {
			return j.fail()
		}
		effects, ok := DuckDB(t.s, Given{})
		if !ok {
			return j.fail()
		}
		for _, e := range effects {
			j.add(e)
		}
	}
	return pyValue{what: pyObject, name: "duckdb"}
}

// duckCall is a call of a method of a database, or of what it answered.
func (j *pyJudge) duckCall(name string, n *node) pyValue {
	if listWords("execute sql query", name) {
		return j.duckAsks(n)
	}
	j.only(n, 1, "max_rows max_width")
	switch name {
	case "fetchone", "fetchall", "fetchmany":
		return pyValue{}
	case "df", "fetchdf", "to_df":
		return pyValue{what: pyObject, name: "pandas"}
	case "pl":
		return pyValue{what: pyObject, name: "polars"}
	case "show", "close", "commit", "begin", "rollback":
		return pyValue{}
	case "cursor":
		return pyValue{what: pyObject, name: "duckdb"}
	}
	return j.fail()
}
