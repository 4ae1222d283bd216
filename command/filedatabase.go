package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Tools of databases that ask a server by default ask none where their words name
// a file: migrations on SQLite, SQL over tables in CSV, load for targets that the
// command itself spells out. What they reach then is known.

// fileOfURL states the file that a URL of SQLite names: sqlite://a.db,
// sqlite:a.db. Whether a leading slash begins a path from the root on is read
// differently, so it is both. In memory there is none.
func (v *visit) fileOfURL(f field) {
	_, file, _ := strings.Cut(f.text, ":")
	file, query, _ := strings.Cut(strings.TrimPrefix(file, "//"), "?")
	if file == ":memory:" || strings.Contains(query, "mode=memory") {
		return
	}
	if file == "" || strings.ContainsAny(file, "%#") {
		v.unknown("the database "+f.text, f)
		return
	}
	v.local(f, file, pipeline.KindWrite, "")
	if strings.HasPrefix(file, "/") {
		v.local(f, strings.TrimLeft(file, "/"), pipeline.KindWrite, "")
	}
}

// ofSQLite reports whether a URL is one of SQLite.
func ofSQLite(f field) bool {
	scheme, _, ok := strings.Cut(f.text, ":")
	return ok && f.exact() && (scheme == "sqlite" || scheme == "sqlite3")
}

// filesDatabase reports whether a tool of migrations is given a file of SQLite,
// and states it. What drops or empties it is no migration.
func (v *visit) filesDatabase() bool {
	switch v.name {
	case "atlas":
		return v.atlasFiles()
	case "migrate":
		f, ok := v.arg("-database")
		return ok && ofSQLite(f) && v.path != "migrate" && v.path != "migrate drop" && v.path != "migrate force"
	case "flyway":
		return v.flywayFile()
	}
	words := v.operands
	if len(words) == 0 || slices.ContainsFunc(words, func(f field) bool {
		return !f.exact() || f.text == "drop" || f.text == "reset" || f.text == "setup"
	}) {
		return false
	}
	url, at := v.givenFolder("DATABASE_URL")
	for i, f := range v.fields[1:] {
		name, value, joined := strings.Cut(f.text, "=")
		if name != "--database-url" && (name != "-D" || v.name != "sqlx") {
			continue
		}
		if f.text = value; !joined {
			if i+2 >= len(v.fields) {
				return false
			}
			f = v.fields[i+2]
		}
		url, at = f, f.exact()
	}
	if !at || wordsOf(v.fields).any("--config-file", "--migration-dir", "--source", "--locked-schema") && v.name == "diesel" {
		return false
	}
	switch {
	case ofSQLite(url):
	case v.name == "diesel" && url.text != "" && !strings.ContainsAny(url.text, ":@?%"):
		url.text = "sqlite:" + url.text
	default:
		return false
	}
	v.fileOfURL(url)
	if words[0].text == "prepare" { // it builds the project
		v.local(v.fields[0], ".", pipeline.KindCode, catalogue.MarkBuild)
	}
	return true
}

// atlasFiles reports whether all databases that atlas is given are files, and
// no part of its configuration is chosen that may name others.
func (v *visit) atlasFiles() bool {
	found := false
	for _, a := range v.args {
		switch a.option {
		case "-u", "--url", "--to", "--from", "--dev-url":
			if !ofSQLite(a.field) && !strings.HasPrefix(a.field.text, "file://") || !a.field.exact() {
				return false
			}
			found = true
		case "--env", "-c", "--config", "--var":
			return false
		}
	}
	clean := slices.ContainsFunc(v.operands, func(f field) bool { return f.text == "clean" || f.text == "push" })
	return found && !clean && v.path != "atlas schema clean" && v.path != "atlas migrate push"
}

// flywayFile reports whether flyway migrates a file by SQL of the project alone.
func (v *visit) flywayFile() bool {
	url, here := field{}, false
	for _, f := range v.fields[1:] {
		if !f.exact() {
			return false
		}
		name, value, _ := strings.Cut(f.text, "=")
		switch name {
		case "validate", "info", "migrate", "baseline", "-X", "-q", "-outputType", "-baselineOnMigrate", "-target", "-validateOnMigrate", "-outOfOrder", "-table":
		case "-url":
			at, sqlite := strings.CutPrefix(value, "jdbc:sqlite:")
			if !sqlite {
				return false
			}
			url, here = field{text: "sqlite:" + at, span: f.span}, true
		case "-locations":
			dir, local := strings.CutPrefix(value, "filesystem:")
			if !local || strings.Contains(dir, ",") {
				return false
			}
			v.local(f, dir, pipeline.KindCode, catalogue.MarkBuild)
		default:
			return false
		}
	}
	if here {
		v.fileOfURL(url)
		v.local(v.fields[0], ".", pipeline.KindCode, catalogue.MarkBuild) // flyway.toml and drivers of the folder
	}
	return here
}

// tablesInFiles reports whether a tool that asks tables in files by SQL is told
// no more than to read below its folder, and states what it reads.
func (v *visit) tablesInFiles() bool {
	asked := false
	for _, f := range v.fields[1:] {
		if !f.exact() {
			return false
		}
		option := strings.HasPrefix(f.text, "-")
		switch word := f.text; {
		case option && len(word) == 3 && (word[1] == 'd' || word[1] == 'D'): // q -d,
		case option:
			switch word {
			case "-H", "-t", "-O", "-b", "-n", "-ih", "-oh", "-icsv", "-ocsv", "-ijson", "-ojson", "-ojsonl", "-omd", "-oat", "-itsv", "-header", "-output-header", "-pretty", "-sql", "--pretty", "--verbose", "-d", "-D", "--schema":
			default:
				return false
			}
		case strings.Contains(word, " "):
			if asked || !onlyReads(word) || strings.Contains(word, "..") || strings.ContainsAny(word, "~") || strings.Contains(word, "://") || leadsOut(word) || strings.Contains(strings.ToLower(word), "load_extension") {
				return false
			}
			asked = true
		case len(word) > 1 || word == "-":
			v.local(f, word, pipeline.KindRead, "")
		}
	}
	if asked {
		v.local(v.fields[0], ".", pipeline.KindRead, "")
	}
	return asked
}

// leadsOut reports whether a path from the root on stands in a statement.
func leadsOut(sql string) bool {
	for i := range len(sql) {
		if sql[i] == '/' && (i+1 == len(sql) || sql[i+1] != ' ') && (i == 0 || strings.IndexByte(" '\"`(,[\t\n", sql[i-1]) >= 0) {
			return true
		}
	}
	return false
}

// targetsGiven reports whether vegeta gets its targets as a known text on
// standard input, and states the hosts.
func (v *visit) targetsGiven() bool {
	in := v.sc.stdin
	if v.path != "vegeta attack" || in.kind != stdinText || v.has("-targets", "-format", "-lazy") {
		return false
	}
	found := false
	for line := range strings.Lines(in.text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case len(words) == 2 && (words[0] == "GET" || words[0] == "HEAD") && address(words[1]):
			v.network(catalogue.ActURL, field{text: words[1], span: v.fields[0].span}, "")
			found = true
		default: // headers, bodies from files
			return false
		}
	}
	return found
}
