package command

import "strings"

// onlyReads reports whether statements of SQL do nothing but read: a list of
// known first words, no word that changes anything anywhere, and no function
// that is not known to only compute. Whatever dialects read differently
// (comments, backslashes, dollar quotes) is not taken for reading, and neither
// is a question for passwords.
func onlyReads(sql string) bool {
	if strings.IndexByte(sql, '\\') >= 0 {
		return false
	}
	first, shows, before := true, false, ""
	for i := 0; i < len(sql); {
		c := sql[i]
		switch {
		case c == '@' || c == '#' || c == '$' || strings.HasPrefix(sql[i:], "--") || strings.HasPrefix(sql[i:], "/*"):
			return false
		case c == '\'' || c == '"' || c == '`':
			end := strings.IndexByte(sql[i+1:], c)
			if end < 0 {
				return false
			}
			if c != '\'' && tellsSecret(strings.ToLower(sql[i+1:i+1+end])) {
				return false
			}
			i += end + 2
			before = ""
		case c == ';':
			first, before = true, ""
			i++
		case c == '(':
			if before != "" && !harmlessFunction(before) {
				return false
			}
			before = ""
			i++
		case isWordByte(c):
			end := i
			for end < len(sql) && isWordByte(sql[end]) {
				end++
			}
			word := strings.ToLower(sql[i:end])
			if first {
				shows = word == "show" // SHOW CREATE TABLE only shows
			}
			if first && !readingStatement(word) || !shows && changingWord(word) || tellsSecret(word) {
				return false
			}
			first, before = false, word
			i = end
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		default:
			before = ""
			i++
		}
	}
	return true
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func readingStatement(word string) bool {
	switch word {
	case "select", "show", "explain", "describe", "desc", "with", "table", "values", "use":
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

func tellsSecret(word string) bool {
	for _, part := range [...]string{"passw", "secret", "token", "credential", "api_key", "apikey", "pg_shadow", "pg_authid", "authentication_string", "private_key", "pg_user_mapping"} {
		if strings.Contains(word, part) {
			return true
		}
	}
	return false
}

// harmlessFunction knows functions of the standard, of PostgreSQL and of MySQL
// that only compute or tell, and the keywords that a bracket may follow.
func harmlessFunction(word string) bool {
	switch word {
	case "count", "sum", "min", "max", "avg", "lower", "upper", "length", "char_length", "trim", "ltrim", "rtrim", "substr", "substring", "left", "right", "concat", "concat_ws", "coalesce", "nullif", "ifnull", "if", "iif",
		"now", "current_date", "current_timestamp", "curdate", "date", "date_trunc", "date_part", "extract", "age", "to_char", "to_date", "to_timestamp", "date_format", "year", "month", "day", "hour", "datediff", "strftime", "datetime",
		"round", "floor", "ceil", "ceiling", "abs", "mod", "greatest", "least", "cast", "convert", "version", "current_database", "database", "current_user", "user", "current_schema", "schema",
		"row_number", "rank", "dense_rank", "lag", "lead", "first_value", "last_value", "ntile", "array_agg", "string_agg", "group_concat", "json_agg", "jsonb_agg", "row_to_json", "to_json", "to_jsonb", "json_build_object", "json_extract", "jsonb_pretty", "array_length", "unnest", "generate_series",
		"pg_size_pretty", "pg_database_size", "pg_relation_size", "pg_total_relation_size", "pg_table_size", "pg_indexes_size", "md5", "random", "rand",
		"in", "as", "and", "or", "not", "values", "over", "from", "where", "exists", "any", "all", "some", "on", "using", "when", "then", "else", "by", "filter", "within", "group", "join", "lateral", "union", "except", "intersect", "select", "having", "between", "like", "is", "case", "varchar", "char", "numeric", "decimal", "interval", "explain", "distinct", "limit", "offset", "partition", "materialized", "array", "row":
		return true
	}
	return false
}
