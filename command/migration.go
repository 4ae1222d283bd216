package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeMigration judges migrations whose database is a file that the command
// names: DATABASE_URL=sqlite:///dev.db alembic upgrade head. By convention the
// project's settings take it from there. Options that may choose another leave
// it at the entry's effects.
func analyzeMigration(v *visit) bool {
	if file, ok := v.migratedFile(); ok {
		if file.text != "" {
			v.r.path(v.sc, file, pipeline.KindWrite, v.name, "")
		}
		v.migratesHere()
		return false
	}
	switch v.path {
	case "alembic upgrade", "alembic downgrade", "alembic stamp":
	default:
		return false
	}
	if len(v.args) > 0 {
		return false
	}
	for _, name := range [...]string{"DATABASE_URL", "DATABASE_URI", "SQLALCHEMY_DATABASE_URL", "SQLALCHEMY_DATABASE_URI", "SQLALCHEMY_URL", "DB_URL"} {
		url, ok := v.givenFolder(name)
		if !ok {
			continue
		}
		file, ok := sqliteFile(url.text)
		if !ok {
			return false
		}
		if file != "" {
			v.r.path(v.sc, field{text: file, span: url.span}, pipeline.KindWrite, v.name, "")
		}
		v.migratesHere()
		return false
	}
	return false
}

// migratesHere states that the project's migrations run, and reach no server.
func (v *visit) migratesHere() {
	v.effects = slices.DeleteFunc(slices.Clone(v.effects), func(t catalogue.Template) bool {
		return t.Kind == pipeline.KindConnect || t.Mark == catalogue.MarkDatabase
	})
	v.effects = append(v.effects, catalogue.Template{Kind: pipeline.KindCode, Object: ".", Mark: catalogue.MarkBuild})
}

// migratedFile is the SQLite file that the words of goose or dbmate name, "" for
// one in memory. To drop it, or to empty it, is no migration.
func (v *visit) migratedFile() (field, bool) {
	switch v.name {
	case "goose": // goose [-dir D] sqlite3 FILE up
		if len(v.operands) < 2 || v.path != "goose sqlite3" && v.path != "goose sqlite" {
			return field{}, false
		}
		file, what := v.operands[0], v.operands[1]
		switch what.text {
		case "up", "up-by-one", "up-to", "down", "down-to", "redo", "status", "version":
			file.text = strings.TrimPrefix(file.text, "./")
			return v.plainFile(file)
		}
	case "dbmate":
		switch strings.TrimPrefix(v.path, "dbmate ") {
		case "up", "migrate", "status", "rollback", "down", "create", "dump":
		default:
			return field{}, false
		}
		url, ok := v.arg("-u", "--url")
		if !ok {
			url, ok = v.givenFolder("DATABASE_URL")
		}
		scheme, rest, cut := strings.Cut(url.text, ":")
		if !ok || !cut || scheme != "sqlite" && scheme != "sqlite3" || v.has("--env-file", "--env", "-e") {
			return field{}, false
		}
		url.text = strings.TrimPrefix(rest, "//")
		return v.plainFile(url)
	}
	return field{}, false
}

// plainFile is a file's name that is known and has no parameters behind it.
func (v *visit) plainFile(f field) (field, bool) {
	if !f.exact() || strings.ContainsAny(f.text, "?#%:") && f.text != ":memory:" || strings.Contains(f.text, "..") {
		return field{}, false
	}
	if f.text == ":memory:" {
		f.text = ""
	}
	return f, true
}

// sqliteFile is the file that a URL of SQLAlchemy names; "" is one in memory.
func sqliteFile(url string) (string, bool) {
	dialect, rest, ok := strings.Cut(url, "://")
	switch dialect {
	case "sqlite", "sqlite+pysqlite", "sqlite+aiosqlite":
	default:
		return "", false
	}
	rest, slashed := strings.CutPrefix(rest, "/") // the host is empty; a path from the root on has a fourth slash
	if !ok || strings.ContainsAny(rest, "?#%") || !slashed && rest != "" {
		return "", false
	}
	if rest == ":memory:" {
		rest = ""
	}
	return rest, true
}
