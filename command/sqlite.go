package command

import "strings"

// analyzeSQLite is sqlite3(1): a database file, then statements and commands of
// the shell, which begin with a dot. Statements change that file alone, unless
// they attach others or call the functions that reach the file system.
func analyzeSQLite(v *visit) bool {
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

// reachesOut reports whether statements may do more than change their database.
func reachesOut(sql string) bool {
	for line := range strings.SplitSeq(sql, "\n") {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, ".") {
			continue
		}
		name, _, _ := strings.Cut(line, " ")
		switch name {
		case ".tables", ".schema", ".indexes", ".indices", ".databases", ".dump", ".headers", ".mode", ".show", ".stats", ".width", ".quit", ".exit":
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
