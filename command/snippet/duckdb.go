package snippet

import (
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// DuckDB reads statements of DuckDB, for which a text or a name in double
// quotes that stands where a table may stand is a file. So is a name with a
// dot, if it ends like one. Nothing is loaded, attached or fetched by what is
// listed.
//
// No statement is read into a tree: whatever it does beyond its own data it
// does by its first word, by a function that is called or by a file in a
// table's place, and of those three each must be known.
func DuckDB(text string, _ Given) ([]Effect, bool) {
	if len(text) > MaxText || !utf8.ValidString(text) {
		return nil, false
	}
	d := &duckdb{}
	for at := 0; at < len(text) && !d.bad; {
		if c := text[at]; c == ' ' || c == '\n' || c == '\t' || c == ';' {
			at++
			continue
		}
		if text[at] == '.' {
			end := strings.IndexByte(text[at:], '\n')
			if end < 0 {
				end = len(text) - at
			}
			d.dot(text[at : at+end])
			at += end
			continue
		}
		at = d.tokenize(text, at)
		d.statement(d.tokens)
	}
	return d.report.effects, !d.bad
}

// duckdb goes through a text statement by statement; bad is for good.
type duckdb struct {
	report report
	tokens []sqlToken
	bad    bool
}

// sqlToken is a word (in small letters), a number, a text, a quoted name or a sign.
type sqlToken struct {
	kind byte // n word, 0 number, ' text, " quoted name, else the sign
	text string
}

// dot reads a command of the shell. Those that are missing run commands
// (.shell, .output with a pipe), read programs (.read) or open other databases
// (.open). There is at least the word with the dot.
func (d *duckdb) dot(line string) {
	words := strings.Fields(line)
	if !listWords(".mode .headers .header .tables .schema .timer .width .maxrows .print .nullvalue .separator .databases .indexes .exit .quit .version .bail .columns .rows", words[0]) || strings.ContainsAny(line, "|`") {
		d.bad = true
	}
}

// tokenize reads one statement and says where it ends. Large letters become
// small ones in words, as names do not differ by them, but not in texts, which
// may be paths. A dot that begins a line would be a command of the shell;
// comments with /* may nest, and texts between $$ hold anything: none of these
// is taken.
func (d *duckdb) tokenize(s string, at int) int {
	d.tokens = d.tokens[:0]
	fresh := false // a line has just begun
	for at < len(s) && len(d.tokens) < maxNodes {
		c := s[at]
		switch {
		case c == ';':
			return at + 1
		case c == '\n' || c == ' ' || c == '\t':
			fresh = fresh || c == '\n'
			at++
			continue
		case strings.HasPrefix(s[at:], "--"):
			for at < len(s) && s[at] != '\n' {
				at++
			}
			continue
		case c == '.' && fresh, strings.HasPrefix(s[at:], "/*"), c == '$', c == '@', c == '\\', c == '`', c < ' ', c == '#':
			d.bad = true
			return len(s)
		case c == '\'' || c == '"':
			text, end := sqlQuoted(s, at)
			if end == 0 || len(d.tokens) > 0 && at > 0 && (rNameByte(s[at-1]) && s[at-1] != '.' || s[at-1] == '&') { // E'…' and its like
				d.bad = true
				return len(s)
			}
			d.tokens = append(d.tokens, sqlToken{c, text})
			at = end
		case c >= '0' && c <= '9':
			end := at
			for end < len(s) && (rNameByte(s[end]) || (s[end] == '-' || s[end] == '+') && (s[end-1] == 'e' || s[end-1] == 'E')) {
				end++
			}
			d.tokens = append(d.tokens, sqlToken{'0', s[at:end]})
			at = end
		case rNameByte(c) && c != '.' || c >= 0x80:
			end := at
			for end < len(s) && (rNameByte(s[end]) && s[end] != '.' || s[end] >= 0x80) {
				end++
			}
			d.tokens = append(d.tokens, sqlToken{'n', strings.ToLower(s[at:end])})
			at = end
		default:
			d.tokens = append(d.tokens, sqlToken{c, ""})
			at++
		}
		fresh = false
	}
	d.bad = d.bad || len(d.tokens) >= maxNodes
	return at
}

// sqlQuoted reads a text or a quoted name, in which the quote is written twice,
// and says where it ends; 0: it does not. A backslash is itself, as in standard
// SQL.
func sqlQuoted(s string, at int) (string, int) {
	var b strings.Builder
	for i := at + 1; i < len(s); i++ {
		if s[i] == s[at] {
			if i+1 == len(s) || s[i+1] != s[at] {
				return b.String(), i + 1
			}
			i++
		}
		b.WriteByte(s[i])
	}
	return "", 0
}

// statement checks one statement by its first word. install, load,
// import, call, execute and prepare lead elsewhere or run what is not
// in sight, and are missing; settings and pragmas are listed one by one, as
// some name files or folders.
func (d *duckdb) statement(t []sqlToken) {
	if len(t) == 0 || d.bad {
		return
	}
	word := func(i int) string {
		if i < len(t) && t[i].kind == 'n' {
			return t[i].text
		}
		return ""
	}
	switch word(0) {
	case "select", "from", "with", "values", "insert", "update", "delete", "begin", "commit", "checkpoint", "analyze", "alter":
		d.clauses(t, false)
	case "describe", "desc", "summarize", "show", "explain", "pivot", "unpivot", "table":
		for _, k := range t { // what is explained may be carried out
			d.bad = d.bad || k.kind == 'n' && listWords("copy attach install load export import call execute prepare set pragma create insert update delete", k.text)
		}
		d.clauses(t, true)
	case "create", "drop":
		i := 1
		for listWords("or replace temp temporary unique if not exists", word(i)) {
			i++
		}
		if !listWords("table view index schema sequence", word(i)) {
			d.bad = true
		}
		d.clauses(t, false)
	case "copy":
		d.copies(t)
	case "export":
		d.exports(t)
	case "attach":
		d.attaches(t)
	case "set":
		if !listWords("memory_limit max_memory threads timezone default_null_order preserve_insertion_order enable_progress_bar", word(1)) || len(t) > 4 {
			d.bad = true
		}
	case "pragma":
		if !listWords("table_info show_tables database_size database_list version storage_info", word(1)) {
			d.bad = true
		}
	default:
		d.bad = true
	}
}

// copies checks COPY … TO 'file' and COPY table FROM 'file'. The file is a
// constant text; a query in brackets may stand for the table. With partitions
// or several threads it becomes a folder with files below (manual, "Partitioned
// Writes").
func (d *duckdb) copies(t []sqlToken) {
	level, at := 0, 0
	for i, k := range t {
		switch k.kind {
		case '(':
			level++
		case ')':
			level--
		case 'n':
			if level == 0 && (k.text == "to" || k.text == "from") && at == 0 {
				at = i
			}
		}
	}
	if at < 2 || at+1 >= len(t) || t[at+1].kind != '\'' {
		d.bad = true
		return
	}
	if at+2 < len(t) && t[at+2].kind == '\'' { // one text in two parts
		d.bad = true
	}
	d.clauses(t[1:at], false)
	if t[1].kind == '\'' || t[1].kind == '"' {
		d.bad = true
	}
	deep := false
	for i, k := range t[at+2:] {
		deep = deep || k.kind == 'n' && listWords("partition_by per_thread_output file_size_bytes", k.text)
		if prev := t[at+1+i]; k.kind == 'n' && prev.kind == 'n' && prev.text == "format" && !listWords("csv parquet json", k.text) || k.kind == '\'' && prev.kind == 'n' && (prev.text == "format" || strings.HasPrefix(prev.text, "encr")) {
			d.bad = true
		}
	}
	if t[at].text == "from" {
		d.file(t[at+1].text, true)
	} else if name := t[at+1].text; d.path(name) && !strings.ContainsAny(name, "*?[") {
		d.report.add(Effect{Kind: pipeline.KindWrite, Object: name, Home: name[0] == '~', Tree: deep})
	} else {
		d.bad = true
	}
}

// duckPlace says what a text is that stands at a place.
type duckPlace uint8

const (
	duckValue duckPlace = iota // a value
	duckTable                  // a file, where a table may stand
	duckJoin                   // a condition; behind a comma tables go on
)

// clauses checks names that are called, and finds what stands for a table.
// start: a table may stand behind the first word.
//
// Each bracket has a place of its own: in (SELECT a, b FROM 'x.csv', t) the
// comma behind FROM separates tables, the one before it values. A word that may
// begin tables is taken to do so, as FROM is in extract(year FROM x): then a
// text there must be a file.
func (d *duckdb) clauses(t []sqlToken, start bool) {
	places := []duckPlace{duckPlace(boolInt(start))}
	for i := 0; i < len(t) && !d.bad; i++ {
		prev, next := sqlToken{}, sqlToken{}
		if i > 0 {
			prev = t[i-1]
		}
		if i+1 < len(t) {
			next = t[i+1]
		}
		top := len(places) - 1
		switch k := t[i]; k.kind {
		case '(', '[', '{':
			inner := places[top] == duckTable && k.kind == '(' && (prev.kind == ',' || prev.kind == '(' || prev.kind == 'n' && listWords("from join lateral", prev.text))
			if places = append(places, duckPlace(boolInt(inner))); len(places) > maxDepth {
				d.bad = true
			}
		case ')', ']', '}':
			if places = places[:top]; top == 0 {
				d.bad = true
			}
		case ',':
			if places[top] == duckJoin {
				places[top] = duckTable
			}
		case 'n':
			i = d.word(t, i, &places[top], prev, next)
		case '"', '\'':
			switch {
			case k.kind == '"' && next.kind == '(', k.kind == '\'' && next.kind == '\'':
				d.bad = true
			case places[top] == duckTable && (k.kind == '\'' || strings.ContainsAny(k.text, "./*?[:~")):
				d.file(k.text, true)
			}
		}
	}
}

// word reads a word: what it calls, or where it leads. It gives the index of
// the last token that it took.
func (d *duckdb) word(t []sqlToken, i int, place *duckPlace, prev, next sqlToken) int {
	switch name := t[i].text; {
	case next.kind == '(':
		if name == "values" && (i == 0 || prev.kind == '(') {
			*place = duckValue
		}
		if listWords("from join", name) {
			*place = duckTable
		}
		if listWords("using on", name) && *place == duckTable {
			*place = duckJoin
		}
		return d.called(t, i)
	case listWords("from join table describe summarize show pivot unpivot using", name):
		*place = duckTable
	case *place == duckTable && name == "on":
		*place = duckJoin
	case listWords("select where group order having limit union except intersect qualify window returning offset", name): // no table can be called so
		*place = duckValue
	case *place == duckTable && next.kind == '.':
		return d.dotted(t, i)
	}
	return i
}

// dotted reads a name of several parts where a table may stand; one that ends
// like a file is one.
func (d *duckdb) dotted(t []sqlToken, i int) int {
	name := t[i].text
	for i+2 < len(t) && t[i+1].kind == '.' && (t[i+2].kind == 'n' || t[i+2].kind == '"') {
		name += "." + t[i+2].text
		i += 2
	}
	if duckFile(name) {
		d.bad = true // its letters may have been large ones
	}
	if i+1 < len(t) && t[i+1].kind == '(' {
		d.bad = true
	}
	return i
}

// called checks a name with arguments, and reads the files that it names.
//
// A list of files is a list of constants. Further arguments are options, which
// are read as any other value.
func (d *duckdb) called(t []sqlToken, i int) int {
	name := t[i].text
	switch {
	case listWords(duckReads, name):
		j := i + 2
		for ; j < len(t) && (t[j].kind == '\'' || t[j].kind == '[' || t[j].kind == ',' && t[j-1].kind == '\'' && t[i+2].kind == '['); j++ {
			if t[j].kind == '\'' {
				d.file(t[j].text, name != "read_text" && name != "read_blob" && name != "glob" && !strings.HasPrefix(name, "read_csv"))
			}
			if t[i+2].kind != '[' {
				j++
				break
			}
		}
		if j < len(t) && t[j].kind == ']' {
			j++
		}
		if j == i+2 || j >= len(t) || t[j].kind != ',' && t[j].kind != ')' {
			d.bad = true
		}
	case listWords(duckFunctions, name), listWords(duckWords, name):
	case i > 0 && t[i-1].kind == 'n' && listWords("into table", t[i-1].text) && (t[0].text == "insert" || t[0].text == "create") && i < 7:
		// a name with its columns
	default:
		d.bad = true
	}
	return i
}

// file states that a file is read. known: it must end like one of the formats
// that DuckDB reads by itself; any other is refused, since what opens it is not
// known.
func (d *duckdb) file(name string, known bool) {
	if strings.Contains(name, "/**/") {
		d.tree(name)
		return
	}
	if !d.path(name) || known && !duckFile(name) {
		d.bad = true
		return
	}
	listed := strings.ReplaceAll("/"+name, "/*", "/"+anyName)[1:] // its stars stand for hidden files, too
	d.report.add(Effect{Kind: pipeline.KindRead, Object: listed, Home: name[0] == '~', Pattern: strings.ContainsAny(name, "*?[")})
}

// path reports whether a text is the path of a file, and not of a URL, of a
// tree (**), or of another user's home. Braces and backslashes are refused,
// which patterns could mean.
func (d *duckdb) path(name string) bool {
	return name != "" && !strings.ContainsAny(name, ":\n\\{|") && !strings.Contains(name, "**") && (name[0] != '~' || strings.HasPrefix(name, "~/"))
}

// duckFile reports whether a name ends like a format that DuckDB reads by
// itself (manual, "Data Import"), packed or not.
func duckFile(name string) bool {
	name = strings.ToLower(name)
	for _, packed := range [...]string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	i := strings.LastIndexByte(name, '.')
	return i >= 0 && listWords("csv tsv txt parquet json jsonl ndjson", name[i+1:])
}
