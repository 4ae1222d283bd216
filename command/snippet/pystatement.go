package snippet

import "strings"

// A session of the project's database is asked with statements: what select(…) puts
// together, or a text. Methods that take commands are asked for nothing but these, and for
// those that only read: what else a statement does, the project's own data loses.

// maxChain is how many names and calls lie between a statement and what begins it.
const maxChain = 24

// queries reports whether a call hands over a statement that only reads.
func (j *pyJudge) queries(name string, n *node) bool {
	if j.soft != nil && listWords("execute execute_sync", name) && n.kids[0].kind == nAttr && passingName(n.kids[0].kids[0]) == "schema" && len(n.kids) > 1 {
		return asksGraph(n.kids[1])
	}
	if j.soft == nil || !listWords("execute scalars scalar raw", name) || len(n.kids) < 2 || len(n.kids) > 3 {
		return false
	}
	for _, a := range n.kids[1:] {
		if a.kind == nStar || a.kind == nArg {
			return false
		}
	}
	return j.selects(n.kids[1], "", maxChain)
}

// asksGraph reports whether an expression is a query of GraphQL, which only reads.
func asksGraph(n *node) bool {
	text := strings.TrimSpace(n.text)
	return n.kind == nText && n.sure && (strings.HasPrefix(text, "{") || strings.HasPrefix(text, "query")) && !strings.ContainsAny(text, ";|&`<>\\") && !strings.Contains(text, "mutation") && !strings.Contains(text, "$(")
}

// selects reports whether an expression is such a statement. whose is the name whose value
// is looked at: query = query.where(…) adds to what it is.
func (j *pyJudge) selects(n *node, whose string, depth int) bool {
	if depth == 0 || !j.step() {
		return false
	}
	defer j.back()
	switch n.kind {
	case nText:
		return n.sure && j.onlyReads(n.text)
	case nName:
		b := j.names[n.text]
		if n.text == whose || b == nil || len(b.sites) == 0 || len(b.sites) > 8 {
			return n.text == whose
		}
		for _, s := range b.sites {
			if s.how != byValue || s.node == nil || whose != "" || !j.selects(s.node, n.text, depth-1) {
				return false
			}
		}
		return true
	case nCall:
		fn := n.kids[0]
		if fn.kind == nAttr && adds(fn.text) {
			for _, a := range n.kids[1:] {
				if changesRows(a) {
					return false
				}
			}
			return j.selects(fn.kids[0], whose, depth-1)
		}
		return j.beginsStatement(fn, n)
	}
	return false
}

// changesRows reports whether a statement within a clause does more than read.
func changesRows(n *node) bool {
	if n == nil {
		return false
	}
	if n.kind == nCall && listWords("delete insert update merge", spelled(passingName(n.kids[0]))) {
		return true
	}
	for _, kid := range n.kids {
		if changesRows(kid) {
			return true
		}
	}
	return false
}

// adds lists what a statement is asked for that gives it another clause.
func adds(name string) bool {
	return listWords(`where filter filter_by order_by group_by limit offset join outerjoin join_from options distinct having select_from with_only_columns add_columns columns params bindparams
		execution_options correlate correlate_except subquery alias cte union union_all intersect except_ label scalar_subquery with_for_update`, name)
}

// beginsStatement reports whether a call is select(…) or text("SELECT …"), of SQLAlchemy or
// as the project's own database hands it on: db.select.
func (j *pyJudge) beginsStatement(fn, n *node) bool {
	if fn.kind != nName && fn.kind != nAttr {
		return false
	}
	v := j.eval(fn)
	own := v.what == pyObject && v.name == "" || v.what == pyForeign && v.name != "" && !pyThird(v.name)
	listed := v.what == pyForeign && listWords("sqlalchemy.select sqlalchemy.text", v.name)
	if !listed && !(own && fn.kind == nAttr && fn.kids[0].kind == nName && fn.kids[0].text == "db") {
		return false
	}
	switch passingName(fn) {
	case "select":
		return true
	case "text":
		return len(n.kids) == 2 && n.kids[1].kind == nText && n.kids[1].sure && j.onlyReads(n.kids[1].text)
	}
	return false
}

// onlyReads reports whether a text is a statement that only reads, and nothing that a
// shell would take for one of its own.
func (j *pyJudge) onlyReads(s string) bool {
	return j.given.SQL != nil && !strings.ContainsAny(s, "`\\$") && j.given.SQL(s)
}
