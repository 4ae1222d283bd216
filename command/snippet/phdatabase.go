package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Databases in a file, in PHP: PDO with SQLite and SQLite3. They are opened by a
// constant name, and what they are asked is a constant statement that only reads.
// What else their methods do (load an extension, define a function by its name,
// make objects of a class) is not listed.

// opensDatabase judges new PDO("sqlite:x") and new SQLite3("x").
func (j *phJudge) opensDatabase(n *node) phValue {
	reads := n.text == "SQLite3" && len(n.kids) == 2 && n.kids[1].kind == nConst && n.kids[1].text == "SQLITE3_OPEN_READONLY"
	if len(n.kids) == 0 || phNamed(n.kids) || len(n.kids) > 1 && !reads || n.kids[0].kind == nStar {
		return j.fail()
	}
	texts := j.eval(n.kids[0]).texts
	if len(texts) == 0 {
		return j.fail()
	}
	for i, t := range texts {
		if n.text == "PDO" {
			file, ok := strings.CutPrefix(t.s, "sqlite:")
			if texts[i].s = file; !ok {
				return j.fail()
			}
		}
		if name := texts[i].s; name == ":memory:" {
			continue
		} else if !phPath(name) || t.glob {
			return j.fail()
		}
		j.touch(pipeline.KindRead, texts[i:i+1], false, false)
		if !reads {
			j.touch(pipeline.KindWrite, texts[i:i+1], false, false)
		}
	}
	return phValue{}
}

// databaseMethod judges what such a database, or an answer of it, is asked; ok: it is
// one of the methods that are known here.
func (j *phJudge) databaseMethod(name string, args []*node) (v phValue, ok bool) {
	switch {
	case listWords("query prepare querySingle exec", name):
		if len(args) == 0 || name != "querySingle" && len(args) > 1 || args[0].kind != nText || j.given.SQL == nil || !j.given.SQL(args[0].text) {
			return j.fail(), true
		}
	case listWords("fetch fetchAll fetchArray", name):
		for _, a := range args {
			if a.kind != nConst || !listWords("PDO::FETCH_ASSOC PDO::FETCH_NUM PDO::FETCH_BOTH PDO::FETCH_COLUMN PDO::FETCH_KEY_PAIR PDO::FETCH_OBJ SQLITE3_ASSOC SQLITE3_NUM", a.text) {
				return j.fail(), true
			}
		}
	case !listWords("execute fetchColumn columnCount rowCount lastErrorMsg numColumns columnName bindValue close", name):
		return phValue{}, false
	}
	return j.all(args), true
}
