package command

import (
	"slices"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// administers is a program beside the client of a database: it copies out of it,
// asks how the server does, or changes what it holds. All but the last only
// reads; what holds accounts and their passwords is more than data.
func (v *visit) administers() {
	changes := true
	switch v.name {
	case "pg_dump":
		v.server("5432", []string{"-h", "--host"}, []string{"-p", "--port"})
		changes = slices.ContainsFunc(v.args, func(a argument) bool { return a.role.Is(catalogue.ActData) && tellsSecret(a.field.text) })
	case "mysqldump", "mariadb-dump":
		v.server("3306", []string{"-h", "--host"}, []string{"-P", "--port"})
		changes = len(v.operands) == 0 || slices.ContainsFunc(v.operands, func(f field) bool {
			return !f.exact() || f.text == "mysql" || tellsSecret(f.text)
		})
	case "mysqladmin", "mariadb-admin":
		v.server("3306", []string{"-h", "--host"}, []string{"-P", "--port"})
		changes = slices.ContainsFunc(v.operands, func(f field) bool {
			switch f.text {
			case "ping", "status", "extended-status", "version", "processlist", "variables":
				return !f.exact()
			}
			return true
		})
	case "mysqlshow", "mariadb-show":
		v.server("3306", []string{"-h", "--host"}, []string{"-P", "--port"})
		changes = slices.ContainsFunc(v.operands, func(f field) bool { return !f.exact() || f.text == "mysql" })
	case "pg_restore":
		for _, f := range v.operands {
			v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
		}
		file, written := v.arg("-f", "--file")
		if _, into := v.arg("-d", "--dbname"); !into && (written || v.has("-l", "--list")) {
			if written && file.text != "-" {
				v.r.path(v.sc, file, pipeline.KindWrite, v.name, "")
			}
			for _, a := range v.args {
				v.role(a.role, a.field, nil)
			}
			return
		}
		v.server("5432", []string{"-h", "--host"}, []string{"-p", "--port"})
	default:
		v.server("5432", []string{"-h", "--host"}, []string{"-p", "--port"})
	}
	if changes {
		v.r.code("statements for a database", v.name, catalogue.MarkDatabase, v.fields[0].span)
	}
}
