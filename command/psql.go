package command

import "strings"

// backslash reads a command of psql's own, which takes the rest of its line, or
// what sends a statement. Those that are missing run commands (\!, \gexec, \g
// with a pipe, \setenv), read programs (\i) or open other connections (\c).
func (q *query) backslash() bool {
	line, _, _ := strings.Cut(q.sql[q.at:], "\n")
	begun := strings.TrimRight(q.sql[:q.at], " \t")
	q.at += len(line)
	line = strings.TrimRight(line[1:], " \t")
	q.closed = false
	if line == "g" || line == "gx" || line == "gdesc" {
		q.first, q.before = true, ""
		return true
	}
	if begun != "" && begun[len(begun)-1] != '\n' {
		return false
	}
	name, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if name == "copy" {
		file, ok := copiedQuery(rest)
		if ok && file != "" {
			q.files = append(q.files, file)
		}
		return ok || q.change != nil && q.change.copies(rest, true)
	}
	if strings.ContainsAny(rest, "`|\\") || strings.Contains(rest, "--") {
		return false
	}
	switch name {
	case "o", "out":
		rest = unquoted(rest)
		if rest != "" {
			q.files = append(q.files, rest)
		}
		return !strings.ContainsAny(rest, " '\":~$")
	case "echo", "qecho", "warn":
		return strings.IndexByte(rest, ':') < 0 || !strings.ContainsAny(rest, "'\"")
	case "set":
		variable, value, _ := strings.Cut(rest, " ")
		return harmlessVariable(variable, strings.TrimSpace(value))
	}
	return tells(name, rest)
}

// tells knows the commands that show what there is, or how it is shown.
func tells(name, rest string) bool {
	for i := range len(rest) {
		if c := rest[i]; !queryByte(c) && strings.IndexByte(".*+?, =-'\"%()", c) < 0 {
			return false
		}
	}
	switch name = strings.TrimRight(name, "+"); name {
	case "l", "list", "conninfo", "x", "timing", "z", "q", "encoding", "a", "t", "r", "p", "H", "pset", "sf", "sv", "errverbose", "f", "C":
		return true
	}
	return name != "" && name[0] == 'd' && strings.Trim(name, "abcdefgilmnopstuvwxyADEFOPRSTUX") == "" && len(name) <= 4
}

// harmlessVariable reports whether a variable of psql only says how it goes on,
// or is a number, which can be nothing but one where a statement names it.
func harmlessVariable(name, value string) bool {
	switch name {
	case "ON_ERROR_STOP", "ON_ERROR_ROLLBACK", "QUIET", "ECHO", "ECHO_HIDDEN", "VERBOSITY", "SHOW_CONTEXT", "AUTOCOMMIT", "FETCH_COUNT":
		return strings.Trim(value, lowerSet+digitSet) == ""
	}
	for i := range len(name) {
		if !queryByte(name[i]) {
			return false
		}
	}
	switch name {
	case "", "HISTFILE", "HISTSIZE", "PROMPT1", "PROMPT2", "PROMPT3", "IGNOREEOF", "COMP_KEYWORD_CASE":
		return false
	}
	return value != "" && strings.Trim(value, "0123456789") == ""
}

// copyOut reads COPY … TO STDOUT, the one COPY that only reads, and COPY … FROM STDIN,
// which adds, where that is no part of the script.
func (q *query) copyOut() bool {
	rest, _, _ := strings.Cut(q.sql[q.at:], ";")
	q.at += len(rest)
	file, ok := copiedQuery(strings.TrimSpace(rest))
	return ok && file == "" || q.change != nil && q.change.copies(rest, false)
}

// copiedQuery reads what stands behind COPY or \copy: a question in brackets, and
// where its answer goes; "" is standard output.
func copiedQuery(text string) (file string, ok bool) {
	if text == "" || text[0] != '(' {
		return "", false
	}
	end := indexFold(text, ") to ")
	if end < 0 {
		return "", false
	}
	inner := text[1:end]
	if strings.Contains(inner, "--") || strings.Contains(inner, "/*") || strings.IndexByte(inner, ';') >= 0 || !(&query{sql: inner, dialect: postgres, first: true}).reads() || strings.IndexByte(inner, '\\') >= 0 || !balanced(inner) {
		return "", false
	}
	words := strings.Fields(text[end+len(") to "):])
	if len(words) == 0 || !copyOptions(words[1:]) {
		return "", false
	}
	switch file = words[0]; strings.ToLower(file) {
	case "stdout", "pstdout":
		return "", true
	}
	file = unquoted(file)
	return file, file != "" && !strings.ContainsAny(file, "'\"\\`|:$()~") && strings.ContainsAny(file, "./")
}

// copyOptions reports whether words behind a COPY say how its file is written, and no more.
func copyOptions(words []string) bool {
	for _, w := range words {
		switch strings.ToLower(strings.Trim(w, "(),;")) {
		case "", "with", "csv", "header", "format", "text", "true", "delimiter", "','", "';'", "e'\\t'", "'|'", "null", "''", "encoding", "'utf8'", "'utf-8'", "quote", "'\"'":
		default:
			return false
		}
	}
	return true
}

// balanced reports whether brackets outside of quotes are closed in a text, and
// none before it was opened.
func balanced(text string) bool {
	level, quote := 0, byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(':
			level++
		case c == ')':
			if level--; level < 0 {
				return false
			}
		}
	}
	return level == 0 && quote == 0
}

// unquoted takes one pair of single quotes away.
func unquoted(word string) string {
	if len(word) > 1 && word[0] == '\'' && word[len(word)-1] == '\'' {
		return word[1 : len(word)-1]
	}
	return word
}

// indexFold is where a text stands in another, whatever the size of its letters.
func indexFold(text, part string) int {
	for i := 0; i+len(part) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}
