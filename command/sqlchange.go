package command

import "strings"

// change is what a query may add beside asking: rows (INSERT, with what happens to
// those that are there already), tables, indexes, views, columns, remarks. Nothing
// that takes away, replaces, runs as code, or is a right. The kind of a statement is
// its first words; what else a word may do is judged as in a question.
type change struct {
	kind   byte     // of the statement; 0: a question
	naming bool     // the name of a table comes
	named  bool     // and was there
	wants  bool     // ALTER TABLE: "add" comes
	asks   bool     // a question stands in it, so that what it names is shown
	on     bool     // CREATE INDEX: its table was named
	clash  bool     // ON CONFLICT
	inline bool     // the text is an argument of its own
	files  []string // what \copy reads
}

// Kinds of statements.
const (
	ofRows   byte = iota + 1 // INSERT
	ofMaking                 // CREATE, of what is not known yet
	ofTable
	ofIndex
	ofView
	ofEnum
	ofAltering // ALTER, of what is not known yet
	ofColumns
	ofValue // of an enumeration
	ofStart // of a transaction
	ofElse  // what changes no data
)

// begins notes the first word of a statement; false: it changes nothing, or nothing
// that is known.
func (c *change) begins(word string) bool {
	*c = change{inline: c.inline, files: c.files}
	switch word {
	case "insert":
		c.kind = ofRows
	case "create":
		c.kind = ofMaking
	case "alter":
		c.kind = ofAltering
	case "comment", "analyze", "vacuum", "refresh":
		c.kind = ofElse
	case "savepoint", "release", "end":
		c.kind = ofElse
	case "start":
		c.kind = ofStart
	}
	return c.kind != 0
}

// goes judges a further word of a statement that changes; judged is false where it
// has no meaning of its own there, so that it is judged as in a question.
func (q *query) goes(word, before string) (ok, judged bool) {
	c := q.change
	if c.naming && c.names(q, word) {
		return !ofSystem(word) && q.inPlace(), true
	}
	switch word {
	case "select", "returning", "with", "from":
		c.asks = true
	case "table":
		c.asks = c.asks || c.kind != ofMaking && c.kind != ofAltering // TABLE x is a question
	}
	switch c.kind {
	case ofMaking:
		return c.makes(word), true
	case ofAltering:
		c.kind, c.naming, c.wants = ofColumns, word == "table", true
		if word == "type" {
			c.kind, c.naming = ofValue, true
		}
		return c.naming, true
	case ofRows:
		return c.inserts(q, word, before)
	case ofColumns:
		if c.wants && len(q.open) == 0 {
			c.wants = false
			return word == "add", true
		}
		return c.defines(q, word, before)
	case ofTable:
		return c.defines(q, word, before)
	case ofIndex:
		return c.indexes(q, word, before)
	case ofValue:
		return word == "add" || word == "value" || word == "before" || word == "after" || word == "if" || word == "not" || word == "exists", true
	case ofEnum:
		if word == "enum" {
			q.before = ""
		}
		return word == "as" || word == "enum", true
	case ofStart:
		switch word {
		case "transaction", "isolation", "level", "read", "only", "write", "committed", "repeatable", "serializable":
			return true, true
		}
		return false, true
	case ofElse:
		return word == "start" || !changingWord(word), true
	}
	return false, false
}

// names takes a word for the name of a table, whose bracket holds columns. Behind a
// dot comes the rest of it.
func (c *change) names(q *query, word string) bool {
	switch word {
	case "if", "not", "exists", "only", "concurrently", "ignore":
		return true
	case "as", "select", "values", "using", "default":
		c.naming = false
		return false
	}
	if q.at >= len(q.sql) || q.sql[q.at] != '.' {
		c.naming, c.named = false, true
		q.before = ""
	}
	return true
}

// ofSystem reports whether a name is one of what a server keeps for itself: who may
// write there has all rights.
func ofSystem(name string) bool {
	switch name {
	case "mysql", "sys", "information_schema", "performance_schema":
		return true
	}
	return strings.HasPrefix(name, "pg_") && name != "pg_temp"
}

// makes reads what CREATE makes. OR REPLACE takes away what was there; functions,
// triggers, rules, extensions, servers, roles and the like run code or give rights.
func (c *change) makes(word string) bool {
	switch word {
	case "temp", "temporary", "unlogged", "unique", "materialized":
	case "table":
		c.kind, c.naming = ofTable, true
	case "index":
		c.kind = ofIndex
	case "view":
		c.kind, c.naming = ofView, true
	case "type":
		c.kind, c.naming = ofEnum, true
	case "sequence", "schema":
		c.kind, c.naming = ofElse, true
	default:
		return false
	}
	return true
}

// inserts reads a word of INSERT.
func (c *change) inserts(q *query, word, before string) (ok, judged bool) {
	if !c.named && word != "into" && word != "ignore" { // MySQL takes a table without INTO
		return false, true
	}
	switch word {
	case "into":
		c.naming = before == "insert" || before == "ignore"
		return c.naming && !c.named, true
	case "ignore":
		return before == "insert", true
	case "conflict", "duplicate":
		c.clash, q.before = before == "on", ""
		return c.clash, true
	case "do":
		return c.clash, true
	case "update":
		return c.clash && (before == "do" || before == "key"), true
	case "set":
		return before == "update", true
	case "returning", "nothing":
		return true, true
	}
	return false, false
}

// defines reads a word of a table's columns and constraints. What a foreign key does
// to rows of this table is a part of it.
func (c *change) defines(q *query, word, before string) (ok, judged bool) {
	switch word {
	case "references":
		c.naming = true
		return true, true
	case "key", "index", "unique", "primary", "check", "include", "constraint", "enum", "like", "varying", "character", "bit", "vector", "timestamptz", "geometry", "geography", "tinyint", "smallint", "mediumint", "int", "varbinary", "binary", "datetime", "double", "real", "nvarchar", "always", "identity", "list", "range", "hash", "with":
		q.before = "" // a bracket behind it holds sizes, columns or a condition
		if word == "index" || word == "key" || word == "unique" || word == "with" || word == "identity" {
			q.before = word
			c.plain(q)
		}
		return true, true
	case "delete", "update", "commit":
		return before == "on", true
	case "set":
		return before == "delete" || before == "update", true
	case "drop":
		return before == "commit", true
	case "start", "comment":
		return true, true
	case "directory", "connection", "federated", "connect", "spider", "file_name", "server", "mrg_myisam", "insert_method", "union", "encryption", "secondary_engine", "foreign_server", "execute", "trigger":
		return word == "union" && c.asks, true
	}
	return false, false
}

// plain takes a bracket that follows, with or without a name before it, for a list.
func (c *change) plain(q *query) {
	rest := strings.TrimLeft(q.sql[q.at:], " \t\n")
	end := 0
	for end < len(rest) && queryByte(rest[end]) {
		end++
	}
	if strings.HasPrefix(strings.TrimLeft(rest[end:], " \t\n"), "(") {
		q.before = ""
		c.naming = end > 0 && q.change.kind != 0
	}
}

// indexes reads a word of CREATE INDEX: ON names the table, USING the kind.
func (c *change) indexes(q *query, word, before string) (ok, judged bool) {
	switch {
	case word == "on" && !c.on:
		c.on, c.naming = true, true
		return true, true
	case before == "using", word == "include", word == "with":
		q.before = ""
		return true, true
	case !c.on:
		return !changingWord(word), true
	}
	return false, false
}

// copies reads \copy TABLE [(columns)] FROM 'file' [options]. Standard input is data
// only where the statement is an argument, and a file is the client's only for \copy.
func (c *change) copies(text string, client bool) bool {
	at := indexFold(text, " from ")
	if at < 0 {
		return false
	}
	table := strings.TrimSpace(text[:at])
	if name, columns, list := strings.Cut(table, "("); list {
		if !strings.HasSuffix(columns, ")") || strings.Trim(columns, letterSet+digitSet+"_, )") != "" {
			return false
		}
		table = strings.TrimSpace(name)
	}
	if table == "" || strings.Trim(table, letterSet+digitSet+"_.") != "" || ofSystem(strings.ToLower(table)) {
		return false
	}
	file, rest := splitFile(strings.TrimSpace(text[at+len(" from "):]))
	if !copyOptions(strings.Fields(rest)) {
		return false
	}
	switch strings.ToLower(file) {
	case "stdin", "pstdin":
		return c.inline
	}
	name := unquoted(file)
	if !client || name == file && !strings.ContainsAny(file, "./") || strings.ContainsAny(name, "'\"\\`|:$()~") || name == "" {
		return false
	}
	c.files = append(c.files, name)
	return true
}

// splitFile takes the name of a file, which may stand in quotes, from what follows.
func splitFile(text string) (file, rest string) {
	end := strings.IndexByte(text, ' ')
	if strings.HasPrefix(text, "'") {
		if end = strings.IndexByte(text[1:], '\''); end >= 0 {
			end += 2
		}
	}
	if end < 0 {
		return text, ""
	}
	return text[:end], text[end:]
}

// namedQuoted reads the name of a table in quotes, of that many bytes.
func (q *query) namedQuoted(name string, size int) bool {
	q.at += size
	q.names, q.closed, q.before = false, false, ""
	if q.at >= len(q.sql) || q.sql[q.at] != '.' {
		q.change.naming, q.change.named = false, true
	}
	return !ofSystem(name) && q.inPlace()
}

// inPlace reports whether a name that was just read is not that of another database: to
// MySQL what stands before a dot is one, to PostgreSQL a part of the one at hand.
func (q *query) inPlace() bool {
	rest := strings.TrimLeft(q.sql[q.at:], " \t\r\n")
	return q.dialect == postgres || rest == "" || rest[0] != '.' && rest[0] != '/' && rest[0] != '-' // of a comment
}

// madeValue names functions that make a value for a row of one's own.
func madeValue(word string) bool {
	switch word {
	case "nextval", "gen_random_uuid", "uuid_generate_v4", "uuidv7", "uuid", "last_insert_id", "lastval", "currval", "vacuum", "analyze", "conflict", "excluded", "repeatable":
		return true
	}
	return false
}
