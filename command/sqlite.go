package command

import (
	"strings"

	"passepartout/pipeline"
)

// analyzeSQLite is sqlite3(1): a database file, then statements and commands of
// the shell, which begin with a dot. Statements change that file alone, unless
// they attach others or call the functions that reach the file system.
func analyzeSQLite(v *visit) bool {
	for _, a := range v.args { // -cmd runs first
		if a.option == "-cmd" && (!a.field.exact() || !v.importsOnly(a.field.text)) {
			v.r.code(v.name+": "+a.field.text, v.name, v.mark, a.field.span)
		}
	}
	if in := v.sc.stdin; len(v.operands) == 1 && in.kind == stdinText && v.importsOnly(in.text) {
		return false
	}
	if len(v.operands) < 2 {
		v.r.codeStdin(v.sc, v.name, v.fields[0].span, v.mark)
		return false
	}
	for _, f := range v.operands[1:] {
		if !f.exact() {
			v.unknown("statement "+f.text, f)
		} else if reachesOut(f.text) {
			v.r.code(v.name+": "+f.text, v.name, v.mark, f.span)
		}
	}
	return false
}

// analyzeDuckDB is duckdb(1), whose statements package snippet reads.
func analyzeDuckDB(v *visit) bool {
	if len(v.operands) > 0 && strings.Contains(v.operands[0].text, ":") && v.operands[0].text != ":memory:" { // md:, quack:, s3://
		v.unknown("database "+clip(v.operands[0].text), v.operands[0])
	}
	if len(v.operands) < 2 && !v.has("-c", "-s", "-f", "-no-stdin") && !v.understoodStdin(v.fields[0], nil) {
		v.r.codeStdin(v.sc, v.name, v.fields[0].span, v.mark)
	}
	return false
}

// importsOnly reports whether what is fed to the shell changes its database
// alone; a file that it imports into it is read.
func (v *visit) importsOnly(script string) bool {
	var rest []string
	var files []string
	for line := range strings.SplitSeq(script, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != ".import" {
			rest = append(rest, line)
			continue
		}
		if len(words) > 2 && strings.HasPrefix(words[1], "--") && (words[1] == "--csv" || words[1] == "--ascii") {
			words = words[1:]
		}
		if len(words) != 3 || strings.ContainsAny(words[1], "|'\"\\") || words[1][0] == '-' {
			return false
		}
		files = append(files, words[1])
	}
	if reachesOut(strings.Join(rest, "\n")) {
		return false
	}
	for _, name := range files {
		v.local(field{text: name, span: v.fields[0].span}, name, pipeline.KindRead, "")
	}
	return true
}

// reachesOut reports whether statements may do more than change their database.
func reachesOut(sql string) bool {
	for line := range strings.SplitSeq(sql, "\n") {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, ".") {
			continue
		}
		name, _, _ := strings.Cut(line, " ")
		switch name {
		case ".tables", ".schema", ".indexes", ".indices", ".databases", ".dump", ".headers", ".mode", ".show", ".stats", ".width", ".header", ".separator", ".nullvalue", ".print", ".timer", ".echo", ".changes", ".bail", ".eqp", ".explain", ".fullschema", ".timeout", ".version", ".quit", ".exit":
		default:
			return true
		}
	}
	lower := strings.ToLower(sql)
	for _, word := range [...]string{"attach", "load_extension", "readfile", "writefile", "edit(", "edit (", "into '", "into \"", "fsdir", "zipfile", "sqlite_master set", "writable_schema"} {
		if strings.Contains(lower, word) && !(strings.HasPrefix(word, "into") && !strings.Contains(lower, "vacuum")) {
			return true
		}
	}
	return false
}
