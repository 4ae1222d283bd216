package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// database is sqlite3.connect. A file is made if there is none, hence both effects. A
// name that begins with file: is a URI where uri is given, and some builds of SQLite
// take it for one always (SQLite, "URI Filenames").
func (j *pyJudge) database(n *node) pyValue {
	j.only(n, 1, "timeout isolation_level check_same_thread detect_types uri")
	j.lends = true
	first := j.argument(n, 0, "database")
	if uri := j.argument(n, 9, "uri"); uri != nil {
		return j.readOnly(first)
	}
	for _, t := range j.paths(first) {
		switch {
		case t.s == ":memory:":
		case t.glob, strings.HasPrefix(t.s, "file:"):
			return j.fail()
		default:
			j.touch(pipeline.KindRead, []pyText{t}, false, false)
			j.touch(pipeline.KindWrite, []pyText{t}, false, false)
		}
	}
	return pyValue{what: pyObject, name: "sqlite3"}
}

// readOnly is a database that is named file:PATH?mode=ro. Only the plainest form is
// read: vfs=, immutable= and escapes change what is opened.
func (j *pyJudge) readOnly(n *node) pyValue {
	for _, t := range j.paths(n) {
		name, file := strings.CutPrefix(t.s, "file:")
		name, ro := strings.CutSuffix(name, "?mode=ro")
		if !file || !ro || t.glob || name == "" || strings.HasPrefix(name, "//") || strings.ContainsAny(name, "?%#&") {
			return j.fail()
		}
		j.touch(pipeline.KindRead, []pyText{{s: name}}, false, false)
	}
	return pyValue{what: pyObject, name: "sqlite3"}
}

// sql judges statements for a database. One call of execute takes one statement, so
// that its first words say which; a script must be known. SQL of SQLite reaches files
// by ATTACH, VACUUM INTO, extensions and some pragmas (temp_store_directory); functions
// of the program's are judged as functions. A statement whose rest is not known cannot
// become one of these by what is put in, as its first words have said what it is;
// comments could hide that.
func (j *pyJudge) sql(n *node, how string) {
	if n == nil {
		j.failed = true
		return
	}
	if v := j.eval(n); len(v.texts) > 1 && v.what == pyPlain { // one of some
		for _, t := range v.texts {
			j.sql(&node{kind: nText, text: t.s, sure: !t.glob, at: n.at}, how)
		}
		j.plain(n)
		return
	}
	begin, whole := "", false
	if n.kind == nFormat && len(n.kids) > 0 && n.kids[0].kind == nText && n.kids[0].sure {
		j.shown(n)
		begin = n.kids[0].text
	} else if v := j.plain(n); len(v.texts) == 1 && !v.texts[0].glob {
		begin, whole = v.texts[0].s, true
	} else {
		begin = j.begins(n)
	}
	begin = strings.ToLower(begin)
	words := strings.FieldsFunc(begin, func(c rune) bool { return strings.ContainsRune(" \t\n;(", c) })
	for _, hazard := range [...]string{"attach", "vacuum", "load_extension", "writable_schema", "_directory", "virtual", "fts3_tokenizer", "--", "/*"} {
		if strings.Contains(begin, hazard) {
			j.failed = true
		}
	}
	switch {
	case len(words) == 0, how == "executescript" && !whole, strings.HasPrefix(begin, "pragma") && (how != "execute" || len(words) < 2):
		j.failed = true
	case how == "executescript" && strings.Contains(begin, "pragma"):
		j.failed = true
	case words[0] == "pragma":
		if !listWords("table_info table_list table_xinfo index_list index_info foreign_keys foreign_key_list foreign_key_check integrity_check quick_check user_version journal_mode database_list page_count page_size encoding schema_version compile_options", strings.TrimRight(words[1], "=")) {
			j.failed = true
		}
	case !whole && len(words) < 2:
		j.failed = true
	case !listWords("select insert update delete create drop alter with replace begin commit rollback explain values", words[0]):
		j.failed = true
	}
}
