package snippet

import (
	"slices"
	"strings"
)

// Statements for a database, in an application.

// asked reports whether a statement is what a query says of itself, perhaps behind
// EXPLAIN: such a query reads, whatever it was made of (ActiveRecord::Relation#to_sql).
func (j *rbJudge) asked(n *node) bool {
	switch {
	case n.kind == nBinary && n.text == "+" && n.kids[0].kind == nText && n.kids[0].sure && rbExplains(n.kids[0].text):
		return j.asked(n.kids[1])
	case n.kind == nFormat && len(n.kids) == 2 && n.kids[0].sure && n.kids[1].kind == nArg && rbExplains(n.kids[0].text):
		return j.asked(n.kids[1].kids[0])
	case n.kind == nName && j.names.bound(n.text):
		sites := j.names[n.text].sites
		return len(sites) == 1 && sites[0].how == byValue && sites[0].node.kind == nCall && !j.mutates && j.asked(sites[0].node)
	case n.kind != nCall || len(n.kids) != 1 || n.kids[0].kind != nAttr || n.kids[0].text != "to_sql" || j.own.methods["to_sql"]:
		return false
	}
	for on := n.kids[0].kids[0]; on != nil; on = on.kids[0] { // a chain that a class of the project begins
		switch {
		case on.kind == nName:
			return on.text != "" && on.text[0] >= 'A' && on.text[0] <= 'Z' && !j.names.bound(on.text)
		case on.kind != nCall && on.kind != nAttr || on.kind == nAttr && listWords("from with with_recursive", on.text):
			return false
		}
	}
	return false
}

// rbExplains reports whether a text asks how a statement would be run.
func rbExplains(s string) bool {
	return slices.Contains([]string{"EXPLAIN", "EXPLAIN ANALYZE", "EXPLAIN QUERY PLAN", "EXPLAIN (ANALYZE, BUFFERS)", "EXPLAIN VERBOSE"}, strings.ToUpper(strings.TrimSpace(s))) && strings.HasSuffix(s, " ")
}

// sqlChanges reports whether a text is a statement that changes a database.
func sqlChanges(s string) bool {
	words := strings.Fields(strings.ToLower(s))
	return len(words) > 2 && (listWords("insert replace merge copy", words[0]) && words[1] == "into" || words[0] == "update" && (words[2] == "set" || len(words) > 4 && words[4] == "set") || listWords("alter create rename grant revoke", words[0]) && listWords("table index view user role database schema sequence all", words[1]) || words[0] == "copy")
}
