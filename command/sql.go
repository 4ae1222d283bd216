package command

import "strings"

// dialect is how a server reads what the standard of SQL leaves open.
type dialect uint8

const (
	anyDialect dialect = iota // only what all of them read alike
	postgres
	mysql
)

// onlyReads reports whether statements of SQL do nothing but read: a list of
// known first words, no word that changes anything anywhere, and no function
// that is not known to only compute. Whatever dialects read differently
// (backslashes, dollar quotes, comments that one of them carries out) is not
// taken for reading, and neither is a question for passwords.
func onlyReads(sql string) bool {
	q := query{sql: sql, first: true}
	return q.reads()
}

// query goes through statements token by token.
type query struct {
	sql     string
	dialect dialect
	at      int
	first   bool     // a statement begins
	shows   bool     // it is SHOW, of which SHOW CREATE TABLE only shows
	setting bool     // it is SET, and what it sets comes
	before  string   // the word just before, which a bracket would call
	names   bool     // that word names a table or a type, and a bracket holds its parts
	dotted  bool     // a dot stands before the next name, and not behind the server's own schema
	foreign bool     // the word just before is the name of somebody's function or table
	closed  bool     // a call that stands for a table has just been closed
	open    []bool   // of each open bracket, whether it is such a call's
	files   []string // what psql writes answers to
	change  *change  // what it may add to a database for development; nil: it must only ask
}

// reads reports whether all statements of a text only ask, or do no more than the query
// allows for.
func (q *query) reads() bool {
	for q.at < len(q.sql) {
		if !q.next() {
			return false
		}
	}
	return true
}

// next takes one token; false: it may do more than read.
func (q *query) next() bool {
	closed := q.closed
	switch c := q.sql[q.at]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		q.at++
	case queryByte(c):
		q.closed = false
		return q.word(closed)
	case c == '\'' || c == '"' || c == '`':
		return q.quoted(c)
	case c == ';':
		q.first, q.before, q.closed = true, "", false
		q.at++
	case strings.HasPrefix(q.sql[q.at:], "--"), strings.HasPrefix(q.sql[q.at:], "/*"):
		return q.comment()
	case c == '\\' && q.dialect == postgres:
		return q.backslash()
	case c == '\\':
		if q.dialect != mysql || q.at+1 >= len(q.sql) || q.sql[q.at+1] != 'G' && q.sql[q.at+1] != 'g' {
			return false
		}
		q.first, q.before = true, "" // it ends a statement as ; does
		q.at += 2
	case c == '$', (c == '@' || c == '#') && q.dialect != postgres: // of PostgreSQL they are operators
		return false
	case c == '(':
		return q.bracket()
	default:
		q.dotted = c == '.' && q.before != "pg_catalog"
		q.before, q.closed = "", false
		if q.at++; c == ')' && len(q.open) > 0 {
			last := len(q.open) - 1
			q.closed, q.open = q.open[last], q.open[:last]
		} else if c == ',' && q.change != nil && len(q.open) == 0 {
			q.change.wants = q.change.kind == ofColumns
			return q.change.kind == 0 || !q.change.naming
		}
	}
	return true
}

// bracket reads what opens one: a call, or a name's list of columns.
func (q *query) bracket() bool {
	q.closed = false
	if q.before != "" && q.names {
		list, _, ok := strings.Cut(q.sql[q.at+1:], ")")
		for i := range len(list) {
			ok = ok && (queryByte(list[i]) || strings.IndexByte(", \t\n", list[i]) >= 0)
		}
		q.at += len(list) + 2
		q.before = ""
		return ok
	}
	if q.before != "" && q.foreign {
		return false
	}
	if q.before != "" && !harmlessFunction(q.before) && !(q.change != nil && q.change.kind != 0 && madeValue(q.before)) {
		return false
	}
	rows := false
	switch q.before {
	case "generate_series", "unnest", "json_array_elements", "jsonb_array_elements", "json_array_elements_text", "jsonb_array_elements_text", "json_each", "jsonb_each", "json_each_text", "jsonb_each_text", "regexp_split_to_table", "string_to_table", "json_to_recordset", "jsonb_to_recordset":
		rows = true
	}
	q.open, q.before = append(q.open, rows), ""
	q.at++
	return true
}

// word reads a word. Behind a call that stands for a table, AS and WITH it is a
// name, whose bracket would hold the names of columns or the size of a type.
func (q *query) word(closed bool) bool {
	start := q.at
	for q.at < len(q.sql) && queryByte(q.sql[q.at]) {
		q.at++
	}
	word := strings.ToLower(q.sql[start:q.at])
	if tellsSecret(word) && (q.change == nil || q.first || q.change.kind == 0 || q.change.asks) {
		return false
	}
	if word == "uescape" { // letters of a name or a text stand there as numbers
		return false
	}
	q.foreign, q.dotted = q.dotted, false
	first, setting, before := q.first, q.setting, q.before
	q.first, q.setting = false, false
	q.before, q.names = word, q.dialect != anyDialect && (closed || before == "as" || before == "with" || before == "recursive")
	if q.change != nil && !setting {
		if first && q.change.begins(word) {
			q.shows = false
			return true
		} else if !first && q.change.kind != 0 {
			if ok, judged := q.goes(word, before); judged {
				return ok
			}
		}
	}
	switch {
	case setting && (word == "local" || word == "session"):
		q.setting = true
		return true
	case setting:
		return sessionSetting(word)
	case first && word == "copy" && q.dialect == postgres:
		return q.copyOut()
	case first && (word == "set" || word == "reset") && q.dialect == postgres:
		q.shows, q.setting = false, true
		return true
	case first:
		q.shows = word == "show"
		return readingStatement(word) && (word != "use" || q.change == nil) // what is added would go to another database
	}
	return q.shows || !changingWord(word)
}

// quoted is a text or a name in quotes. A backslash just before a quote may end
// it or not, and other ones are no matter in a text.
func (q *query) quoted(c byte) bool {
	if c == '`' && q.dialect == postgres {
		return false // no quote there
	}
	end := strings.IndexByte(q.sql[q.at+1:], c)
	if end < 0 {
		return false
	}
	text := q.sql[q.at+1 : q.at+1+end]
	if c == '`' && q.dialect == anyDialect && strings.ContainsAny(text, ";()'\"") {
		return false // some read no quote there
	}
	if strings.IndexByte(text, '\\') >= 0 && (c != '\'' || q.dialect == anyDialect || text[len(text)-1] == '\\') {
		return false
	}
	if c != '\'' && tellsSecret(strings.ToLower(text)) && (q.change == nil || q.change.kind == 0 || q.change.asks) {
		return false
	}
	if c != '\'' && q.change != nil && q.change.naming {
		return q.namedQuoted(strings.ToLower(text), end+2)
	}
	q.at += end + 2
	q.names, q.closed = false, false
	if q.before = ""; c != '\'' {
		q.before = `"` // a name in quotes may be called, too
	}
	return true
}

// comment skips a comment that every server skips: those of MySQL with a sign
// behind /* are carried out, -- without a blank behind is two signs to it, and
// inner comments count in PostgreSQL only.
func (q *query) comment() bool {
	rest := q.sql[q.at+2:]
	if q.sql[q.at] == '-' {
		if q.dialect != postgres && rest != "" && rest[0] != ' ' && rest[0] != '\t' && rest[0] != '\n' {
			return false
		}
		line, _, _ := strings.Cut(rest, "\n")
		q.at += 2 + len(line)
		return strings.IndexByte(line, '\r') < 0
	}
	text, _, ok := strings.Cut(rest, "*/")
	if !ok || strings.Contains(text, "/*") || text != "" && strings.IndexByte(" \t\n*-=", text[0]) < 0 {
		return false
	}
	q.at += len(text) + 4
	return true
}

// queryByte reports whether a byte may stand in a word of SQL.
func queryByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// readingStatement lists words by which statements begin that only ask.
func readingStatement(word string) bool {
	switch word {
	case "select", "show", "explain", "describe", "desc", "with", "table", "values", "use", "begin", "commit", "rollback":
		return true
	}
	return false
}

// sessionSetting knows what SET of PostgreSQL may change: it lasts as long as the
// session, and says how statements are planned, not which they are.
func sessionSetting(name string) bool {
	switch name {
	case "statement_timeout", "lock_timeout", "work_mem", "jit", "timezone", "random_page_cost", "seq_page_cost", "effective_cache_size", "max_parallel_workers_per_gather", "client_min_messages", "application_name",
		"enable_seqscan", "enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin", "enable_nestloop", "enable_sort", "enable_hashagg", "enable_material", "track_io_timing", "default_transaction_read_only":
		return true
	}
	return false
}

// changingWord is about words outside of quotes, wherever they stand, so a
// column of that name is held as well.
func changingWord(word string) bool {
	switch word {
	case "insert", "update", "delete", "merge", "replace", "upsert", "drop", "create", "alter", "truncate", "rename", "grant", "revoke", "copy", "call", "do", "execute", "exec",
		"prepare", "deallocate", "set", "reset", "into", "outfile", "dumpfile", "load", "import", "install", "uninstall", "attach", "detach", "vacuum", "reindex", "cluster", "refresh",
		"lock", "unlock", "kill", "shutdown", "flush", "purge", "listen", "notify", "unlisten", "begin", "commit", "rollback", "start", "stop", "restart", "change", "handler",
		"system", "source", "delimiter", "tee", "notee", "pager", "edit", "go", "reconfigure", "openrowset", "opendatasource", "xp_cmdshell", "comment", "security", "procedure", "returning":
		return true
	}
	return false
}

// tellsSecret reports whether a name is that of something whose content is secret.
func tellsSecret(word string) bool {
	for _, part := range [...]string{"passw", "secret", "token", "credential", "api_key", "apikey", "pg_shadow", "pg_authid", "authentication_string", "private_key", "pg_user_mapping"} {
		if strings.Contains(word, part) {
			return true
		}
	}
	return false
}
