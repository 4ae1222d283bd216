package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Databases of SQLite in a file that is known, or in memory: better-sqlite3 and
// node:sqlite. What they are asked are constant statements that reach no other file.

// opensDatabase is new Database(path, {readonly: true}). An empty name is a file that
// SQLite makes for itself and deletes; it is left, as a mistake mostly.
func (j *jsJudge) opensDatabase(n *node) jsValue {
	args := n.kids[1:]
	if len(args) == 0 || len(args) > 2 {
		return j.fail()
	}
	writes := true
	if len(args) == 2 {
		if args[1].kind != nDict {
			return j.fail()
		}
		for i := 0; i+1 < len(args[1].kids); i += 2 {
			key, value := args[1].kids[i], args[1].kids[i+1]
			if key == nil || key.kind != nText || !key.sure || value.kind != nConst || !listWords("readonly readOnly fileMustExist timeout open enableForeignKeyConstraints create readwrite strict safeIntegers", key.text) {
				return j.fail()
			}
			if (key.text == "readonly" || key.text == "readOnly") && value.text == "true" {
				writes = false
			}
		}
	}
	texts := j.plain(args[0]).texts
	if len(texts) == 0 {
		return j.fail()
	}
	for _, t := range texts {
		if t.s == ":memory:" {
			continue
		}
		if !constant(t) || strings.HasPrefix(t.s, "file:") || t.s == "" {
			return j.fail()
		}
		j.touch(pipeline.KindRead, []pyText{t}, false, false)
		if writes {
			j.touch(pipeline.KindWrite, []pyText{t}, false, false)
		}
	}
	j.database, j.free = true, true
	return jsValue{}
}

// asksDatabase notes a call by a name that a database takes statements by. Any object
// may have such a method, so it is noted for the end: it only matters where the program
// has a database.
func (j *jsJudge) asksDatabase(name string, n *node) {
	if !listWords("exec prepare pragma query run all get each iterate function aggregate table transaction", name) || len(n.kids) < 2 {
		return
	}
	if first := n.kids[1]; j.bunned && name == "run" && first.kind != nText && first.kind != nFormat && first.kind != nConst && !j.prepared(n.kids[0]) {
		j.questioned = true // of Bun's database itself, it is a statement
	}
	if !listWords("exec prepare pragma", name) && !(j.bunned && name == "query") && n.kids[1].kind != nText && n.kids[1].kind != nFormat {
		return // values for a statement, or a function of the program
	}
	texts := j.used(j.eval(n.kids[1])).texts
	if len(texts) == 0 && !(name == "prepare" && selects(n.kids[1])) {
		j.questioned = true
	}
	for _, t := range texts {
		if !statement(t.s, name) && (listWords("exec prepare pragma", name) || j.bunned && listWords("query run", name)) {
			j.questioned = true
		}
	}
}

// prepared reports whether a method is asked of a statement: db.query("…").run(id), or of a
// name that is only ever such a one.
func (j *jsJudge) prepared(fn *node) bool {
	if fn.kind != nAttr {
		return false
	}
	asked := func(n *node) bool {
		return n != nil && n.kind == nCall && n.kids[0].kind == nAttr && listWords("prepare query", n.kids[0].text)
	}
	of := fn.kids[0]
	if of.kind != nName {
		return asked(of)
	}
	b := j.bindingOf(of.text)
	for _, s := range b.sites {
		if s.how != byValue || !asked(s.node) {
			return false
		}
	}
	return len(b.sites) > 0
}

// selects reports whether a text is certainly one that begins with select, whatever stands
// in it. As prepare takes one statement alone, it reads the database and no more.
func selects(n *node) bool {
	if n.kind != nFormat || len(n.kids) == 0 || !n.kids[0].sure {
		return false
	}
	for _, kid := range n.kids {
		if kid.kind != nArg && (!kid.sure || !statement("select "+kid.text, "prepare")) {
			return false
		}
	}
	words := strings.Fields(strings.ToLower(n.kids[0].text))
	return len(words) > 1 && words[0] == "select"
}

// statement reports whether a statement stays within its database. The hazards are
// those of the reader for Python: each of them reaches another file, or code.
func statement(s, how string) bool {
	s = strings.ToLower(s)
	for _, hazard := range [...]string{"attach", "vacuum", "load_extension", "writable_schema", "_directory", "virtual", "fts3_tokenizer", "readfile", "writefile", "edit(", "--", "/*"} {
		if strings.Contains(s, hazard) {
			return false
		}
	}
	words := strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(" \t\n;(=", c) })
	if len(words) == 0 {
		return false
	}
	if how == "pragma" || words[0] == "pragma" {
		name := words[0]
		if name == "pragma" && len(words) > 1 {
			name = words[1]
		}
		return !strings.Contains(s, ";") && listWords("table_info table_list table_xinfo index_list index_info foreign_keys foreign_key_list foreign_key_check integrity_check quick_check user_version journal_mode database_list page_count page_size encoding schema_version compile_options", name)
	}
	return !strings.Contains(s, "pragma") && listWords("select insert update delete create drop alter with replace begin commit rollback explain values", words[0])
}
