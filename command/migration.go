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
		v.effects = slices.DeleteFunc(slices.Clone(v.effects), func(t catalogue.Template) bool {
			return t.Kind == pipeline.KindConnect || t.Mark == catalogue.MarkDatabase
		})
		v.effects = append(v.effects, catalogue.Template{Kind: pipeline.KindCode, Object: ".", Mark: catalogue.MarkBuild})
		return false
	}
	return false
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
