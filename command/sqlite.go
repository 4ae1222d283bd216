package command

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// analyzeSQLite is sqlite3(1): a database file, then statements and commands of
// the shell, which begin with a dot. Statements change that file alone, unless
// they attach others or call the functions that reach the file system.
func analyzeSQLite(v *visit) bool {
	if len(v.operands) > 0 {
		v.sqliteFile()
	}
	for _, a := range v.args { // -cmd runs first
		if a.option == "-cmd" && (!a.field.exact() || !v.sqliteWord(a.field)) {
			v.r.code(v.name+": "+a.field.text, v.name, v.mark, a.field.span)
		}
	}
	if len(v.operands) < 2 {
		if in := v.sc.stdin; in.kind != stdinText || !v.sqliteScript(in.text, v.fields[0]) {
			v.r.codeStdin(v.sc, v.name, v.fields[0].span, v.mark)
		}
		return false
	}
	for _, f := range v.operands[1:] {
		if !f.exact() {
			v.unknown("statement "+f.text, f)
		} else if !v.sqliteWord(f) {
			v.r.code(v.name+": "+f.text, v.name, v.mark, f.span)
		}
	}
	return false
}

// sqliteFile takes a URI for the file that it names.
func (v *visit) sqliteFile() {
	f := v.operands[0]
	rest, ok := strings.CutPrefix(f.text, "file:")
	if !ok && !strings.HasPrefix(f.prefix, "file:") {
		return
	}
	name, options, _ := strings.Cut(rest, "?")
	for option := range strings.SplitSeq(options, "&") {
		switch option, _, _ = strings.Cut(option, "="); option {
		case "", "mode", "cache", "immutable", "nolock":
		default:
			ok = false
		}
	}
	if strings.HasPrefix(name, "///") {
		name = name[2:]
	}
	if !ok || !f.exact() || name == "" || strings.ContainsAny(name, "%#") || strings.HasPrefix(name, "//") {
		v.unknown("the database "+clip(f.text), f)
		return
	}
	f.text = name
	v.operands = slices.Clone(v.operands)
	v.operands[0] = f
}

// sqliteWord is one argument: a command of the shell or statements.
func (v *visit) sqliteWord(f field) bool {
	if strings.HasPrefix(f.text, ".") {
		return strings.IndexByte(f.text, '\n') < 0 && v.sqliteDot(f.text, f)
	}
	for line := range strings.SplitSeq(f.text, "\n") { // no command here, but it was meant to be one
		if strings.HasPrefix(strings.TrimSpace(line), ".") {
			return false
		}
	}
	ok, _ := v.sqliteStatements(f.text, f)
	return ok
}

// sqliteScript is a text on standard input. A dot begins a command, and # a
// remark, where a line begins and no statement is open; what would be read as
// either is refused.
func (v *visit) sqliteScript(text string, f field) bool {
	open := 0 // where statements began that were not looked at
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		if remark := strings.HasPrefix(line, "#"); remark || strings.HasPrefix(line, ".") {
			ok, ended := v.sqliteStatements(text[open:at], f)
			if !ok || !ended || remark && strings.ContainsAny(line, "'\"`[") || !remark && !v.sqliteDot(line, f) {
				return false
			}
			open = min(at+len(line)+1, len(text))
		}
		at += len(line) + 1
	}
	ok, _ := v.sqliteStatements(text[open:], f)
	return ok
}

// sqliteDot states what a command of the shell does. Those that are missing run
// commands (.shell, .excel, .once -e), load code, or go elsewhere (.cd).
//
// Long: it is a table.
func (v *visit) sqliteDot(line string, f field) bool {
	if strings.IndexByte(line, ';') >= 0 {
		return false // if it is no command after all, a statement would follow
	}
	words, ok := dotWords(line)
	if !ok || len(words) == 0 {
		return false
	}
	name, words := words[0], words[1:]
	var options []string
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		options, words = append(options, words[0]), words[1:]
		if o := strings.TrimLeft(options[len(options)-1], "-"); name == ".import" && (o == "skip" || o == "schema") && len(words) > 0 {
			words = words[1:]
		}
	}
	state := func(file string, kinds ...pipeline.EffectKind) bool {
		if file == "" || strings.ContainsAny(file, "|\\") || strings.HasPrefix(file, "file:") {
			return false
		}
		for _, kind := range kinds {
			v.local(f, file, kind, "")
		}
		return true
	}
	switch n := len(words); name {
	case ".tables", ".schema", ".indexes", ".indices", ".databases", ".dump", ".headers", ".mode", ".show", ".stats", ".width", ".header", ".separator", ".nullvalue", ".print", ".timer", ".echo", ".changes", ".bail", ".eqp", ".explain", ".fullschema", ".timeout", ".version", ".quit", ".exit",
		".binary", ".dbinfo", ".lint", ".expert", ".progress", ".prompt", ".limit", ".scanstats", ".sha3sum", ".recover", ".vfslist", ".help", ".crlf":
		return true
	case ".parameter", ".param": // values are expressions
		return !strings.ContainsAny(line, "(\"`[")
	case ".output", ".once":
		if slices.ContainsFunc(options, func(o string) bool { return strings.TrimLeft(o, "-") != "bom" }) {
			return false
		}
		return n == 0 || n == 1 && (words[0] == "stdout" || words[0] == "off" || state(words[0], pipeline.KindWrite))
	case ".log":
		return n == 1 && len(options) == 0 && (words[0] == "off" || words[0] == "stdout" || words[0] == "stderr" || state(words[0], pipeline.KindWrite))
	case ".import":
		for _, o := range options {
			switch strings.TrimLeft(o, "-") {
			case "csv", "ascii", "skip", "schema", "v":
			default:
				return false
			}
		}
		return n == 2 && state(words[0], pipeline.KindRead)
	case ".backup", ".save", ".clone":
		return len(options) == 0 && (n == 1 || n == 2) && state(words[n-1], pipeline.KindWrite)
	case ".restore":
		return len(options) == 0 && (n == 1 || n == 2) && state(words[n-1], pipeline.KindRead)
	case ".open":
		for _, o := range options {
			switch strings.TrimLeft(o, "-") {
			case "readonly", "new", "nofollow":
			default:
				return false
			}
		}
		return n == 1 && (words[0] == ":memory:" || state(words[0], pipeline.KindRead, pipeline.KindWrite))
	case ".read":
		if n != 1 || len(options) > 0 || !state(words[0]) {
			return false
		}
		script := f
		script.text = words[0]
		v.r.codePath(v.sc, script, v.name, v.mark)
		return true
	}
	return false
}

// dotWords splits a command of the shell as it does: at blanks, but for what
// stands in quotes.
func dotWords(line string) (words []string, ok bool) {
	for {
		line = strings.TrimLeft(line, " \t\r")
		if line == "" {
			return words, true
		}
		if c := line[0]; c == '\'' || c == '"' {
			word, rest, closed := strings.Cut(line[1:], line[:1])
			if !closed || rest != "" && strings.IndexByte(" \t\r", rest[0]) < 0 {
				return nil, false
			}
			words, line = append(words, word), rest
			continue
		}
		end := strings.IndexAny(line, " \t\r")
		if end < 0 {
			end = len(line)
		}
		if strings.ContainsAny(line[:end], `'"`) {
			return nil, false
		}
		words, line = append(words, line[:end]), line[end:]
	}
}

// sqliteStatements reports whether statements only change their database, and
// states which other files they name; ended says that the last of them is closed.
func (v *visit) sqliteStatements(sql string, f field) (ok, ended bool) {
	t, ok := sqliteTokens(sql)
	if !ok {
		return false, false
	}
	at := func(i int) sqliteToken {
		if i >= 0 && i < len(t) {
			return t[i]
		}
		return sqliteToken{kind: ';'}
	}
	file := func(i int, kinds ...pipeline.EffectKind) bool { // a constant name and no more
		k := at(i)
		if k.kind != '\'' || strings.HasPrefix(k.text, "file:") || at(i+1).kind == '|' {
			return false
		}
		if k.text != "" && k.text != ":memory:" {
			for _, kind := range kinds {
				v.local(f, k.text, kind, "")
			}
		}
		return true
	}
	vacuums := false
	for i, k := range t {
		if k.kind == ';' {
			vacuums = false
		}
		if k.kind != 'n' && k.kind != '"' {
			continue
		}
		fine := true
		switch word := strings.ToLower(k.text); word {
		case "load_extension", "edit", "fsdir", "lsdir", "zipfile", "writable_schema", "temp_store_directory", "data_store_directory", "eval", "fts3_tokenizer", "virtual":
			fine = word == "edit" && at(i+1).kind != '(' || word == "virtual" && k.kind == 'n' && indexed(at(i+3), at(i+4), at(i+5), at(i+6), at(i+7))
		case "attach":
			j := i + 1
			if strings.EqualFold(at(j).text, "database") {
				j++
			}
			fine = k.kind == 'n' && file(j, pipeline.KindRead, pipeline.KindWrite) && strings.EqualFold(at(j+1).text, "as")
		case "vacuum":
			vacuums = true
		case "into":
			fine = !vacuums || file(i+1, pipeline.KindWrite) && at(i+2).kind == ';'
		case "readfile":
			fine = k.kind == 'n' && at(i+1).kind == '(' && file(i+2, pipeline.KindRead) && at(i+3).kind == ')'
		case "writefile":
			fine = k.kind == 'n' && at(i+1).kind == '(' && file(i+2, pipeline.KindWrite) && at(i+3).kind == ','
		}
		if !fine {
			return false, false
		}
	}
	return true, len(t) == 0 || t[len(t)-1].kind == ';'
}

// indexed reports whether a virtual table is one of the indexes that SQLite keeps
// in the database itself.
func indexed(following ...sqliteToken) bool {
	for i, k := range following[:len(following)-1] {
		if strings.EqualFold(k.text, "using") {
			switch strings.ToLower(following[i+1].text) {
			case "fts3", "fts4", "fts5", "rtree", "rtree_i32", "geopoly", "dbstat", "fts5vocab":
				return true
			}
			return false
		}
	}
	return false
}

// sqliteToken is a word or number (n), a text ('), a quoted name (") or a sign.
type sqliteToken struct {
	kind byte
	text string
}

// sqliteTokens splits statements; comments are none. It fails where a quote or a
// comment is not closed.
func sqliteTokens(s string) (tokens []sqliteToken, ok bool) {
	for at := 0; at < len(s); {
		c := s[at]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			at++
		case strings.HasPrefix(s[at:], "--"):
			line, _, _ := strings.Cut(s[at:], "\n")
			at += len(line)
		case strings.HasPrefix(s[at:], "/*"):
			text, _, closed := strings.Cut(s[at+2:], "*/")
			if !closed {
				return nil, false
			}
			at += len(text) + 4
		case c == '\'' || c == '"' || c == '`' || c == '[':
			text, end := sqliteQuoted(s, at)
			if end == 0 {
				return nil, false
			}
			kind := byte('"')
			if c == '\'' {
				kind = c
			}
			tokens, at = append(tokens, sqliteToken{kind, text}), end
		case queryByte(c):
			end := at
			for end < len(s) && (queryByte(s[end]) || s[end] == '$') {
				end++
			}
			tokens, at = append(tokens, sqliteToken{'n', s[at:end]}), end
		default:
			tokens, at = append(tokens, sqliteToken{kind: c}), at+1
		}
	}
	return tokens, true
}

// sqliteQuoted is a text or name in quotes, in which the quote is written twice,
// and where it ends; 0: it does not.
func sqliteQuoted(s string, at int) (string, int) {
	last := s[at]
	if last == '[' {
		last = ']'
	}
	var b strings.Builder
	for i := at + 1; i < len(s); i++ {
		if s[i] == last {
			if last == ']' || i+1 == len(s) || s[i+1] != last {
				return b.String(), i + 1
			}
			i++
		}
		b.WriteByte(s[i])
	}
	return "", 0
}
