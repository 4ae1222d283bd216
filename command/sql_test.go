package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
)

// What statements and commands of clients do is known or not, and which files
// they name is stated.
func TestStatements(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		// psql
		"psql app <<'E'\n\\timing on\n\\x auto\nexplain (analyze, buffers) select 1;\nE":               "connect localhost:5432",
		"psql app <<'E'\n-- remark; drop table t\nselect a #>> '{b}' from t; /* more */ select 1;\nE":  "connect localhost:5432",
		"psql app <<'E'\nset statement_timeout = '5s';\nselect 1 \\gx\nE":                              "connect localhost:5432",
		"psql app <<'E'\n\\o out.txt\nselect 1;\nE":                                                    "connect localhost:5432; write /home/u/w/out.txt",
		`psql app -c "\\copy (select 1) to 'out.csv' csv header"`:                                      "connect localhost:5432; write /home/u/w/out.csv",
		`psql app -c "copy (select 1) to stdout"`:                                                      "connect localhost:5432",
		`psql "host=h.example port=5433 dbname=a" -c 'select 1'`:                                       "connect h.example:5433",
		`psql -h h.example "port=5433 dbname=a" -c 'select 1'`:                                         "connect h.example:5433",
		`psql -h h.example postgresql:///a -c 'select 1'`:                                              "connect h.example:5432",
		`psql 'postgresql://h.example/a?sslmode=disable' -c 'select 1'`:                                "connect h.example:5432",
		"psql app -c \"select regexp_replace(a, '\\d+', '') from t\"":                                  "connect localhost:5432",
		`psql postgresql://h.example/a postgresql://localhost/a -c 'select 1'`:                         "?",
		`psql 'postgresql://localhost/a?host=h.example' -c 'select 1'`:                                 "?",
		`psql "host=localhost hostaddr=192.0.2.1" -c 'select 1'`:                                       "?",
		"psql app <<'E'\nselect 1 `; drop table t; `;\nE":                                              "?",
		"psql app <<'E'\nselect /* /* */ 1; drop table t; -- */ */\nE":                                 "?",
		"psql app <<'E'\n\\timing \\! id\nE":                                                           "?",
		"psql app <<'E'\nselect 1 \\g |id\nE":                                                          "?",
		"psql app <<'E'\n\\o |id\nE":                                                                   "?",
		"psql app <<'E'\n\\echo `id`\nE":                                                               "?",
		"psql app <<'E'\n\\i x.sql\nE":                                                                 "?",
		"psql app <<'E'\nselect 'drop table t' \\gexec\nE":                                             "?",
		"psql app <<'E'\nselect 'a\\'; drop table t; --'\nE":                                           "?",
		`psql app -c "\\copy (select 1) to program 'id' csv (x) to 'out.csv'"`:                         "?",
		`psql app -c "\\copy (select ') to ') to program 'id'"`:                                        "?",
		`psql app -c "copy (select 1) to '/tmp/x'"`:                                                    "?",
		`psql app -c "copy t from program 'id'"`:                                                       "?",
		`psql app -c "select \"lo_import\" /**/ ('/etc/passwd')"`:                                      "?",
		`psql app -c "set role postgres"`:                                                              "?",
		`psql app -v x='drop table t' -c 'select 1'`:                                                   "?",
		`psql app -c "select query_to_xml('drop table t', true, true, '')"`:                            "?",
		`psql app -c "select d from generate_series(1, 3) g(d) join unnest(array[1]) as u(v) on true"`: "connect localhost:5432",
		`psql app -c "with recursive t(n) as (select 1) select cast(n as numeric(10, 2)) from t"`:      "connect localhost:5432",
		`psql app -c "select distinct on (a) pg_terminate_backend(pid) from pg_stat_activity"`:         "?",
		`psql app -c "select (1) operator(pg_catalog.||) lo_import('/etc/passwd')"`:                    "?",
		`psql app -c "select 1 as lo_import('/etc/passwd')"`:                                           "?",
		`psql app -c "select * from generate_series(1, 2) pg_read_file('x')"`:                          "?",
		// mysql
		"mysql app <<'E'\nshow processlist\\G\n-- remark\nselect 1;\nE": "connect localhost:3306",
		"mysql app -e 'select 1 --1; drop table t'":                     "?",
		"mysql app -e 'select 1 /*!50000 ; drop table t */'":            "?",
		"mysql app -e 'select 1 /*M! ; drop table t */'":                "?",
		"mysql app -e 'select \"a\\\"; drop table t; \\\"\"'":           "?",
		"mysql app <<'E'\nselect 1;\n\\! id\nE":                         "?",
		"mysql app -e 'select @a := 1'":                                 "?",
		// beside them
		"mysqldump -h h.example app":                   "connect h.example:3306",
		"mysqldump --all-databases":                    "?",
		"mysqldump app --tab=/tmp":                     "?",
		"mysqladmin shutdown":                          "?",
		"mongodump --uri mongodb://localhost/app -o d": "write /home/u/w/d; connect localhost:27017",
		"mongodump":                     "?",
		"pg_restore -d app -f - a.dump": "?",
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		if got := strings.Join(beside(a), "; "); a.Inspectable != (want != "?") || want != "?" && got != want {
			t.Errorf("%s: %q, inspectable %t, want %q", text, got, a.Inspectable, want)
		}
	}
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"'select count(*) from t'":                                 "",
		"'insert into t values (1)'":                               "",
		".tables":                                                  "",
		"\"select writefile('x', 1)\"":                             "write /home/u/w/x",
		"\"insert into t values (readfile('x'))\"":                 "read /home/u/w/x",
		"\"ATTACH '/etc/x' AS y\"":                                 "read /etc/x; write /etc/x",
		"\"vacuum into '/etc/x'\"":                                 "write /etc/x",
		"'.once /etc/x' 'select 1'":                                "write /etc/x",
		"'.backup main ../b.db'":                                   "write /home/u/b.db",
		"'.import --csv --skip 1 /etc/x t'":                        "read /etc/x",
		"'.open /etc/x'":                                           "read /etc/x; write /etc/x",
		"<<'E'\n.mode csv\n.output o.csv\nselect 1;\n.output\nE":   "write /home/u/w/o.csv",
		"<<'E'\n-- it's\nselect 'a\n b';\n.tables\nE":              "",
		"'.shell rm x'":                                            "?",
		"'.sh rm x'":                                               "?",
		"'.once -e'":                                               "?",
		"'.output |rm x'":                                          "?",
		"'.import \"|rm x\" t'":                                    "?",
		"'.read |x'":                                               "?",
		"'select 1;\n .system rm x'":                               "?",
		"$'.tables\\n.shell rm x'":                                 "?",
		"\"select load_extension('./x')\"":                         "?",
		"\"select \\\"load_extension\\\"('./x')\"":                 "?",
		"\"select readfile('/etc/' || 'x')\"":                      "?",
		"\"attach 'a' || 'b' as c\"":                               "?",
		"\"attach 'file:/etc/x' as c\"":                            "?",
		"'.parameter set @a load_extension(1)'":                    "?",
		"<<'E'\nselect 1\n.print ; select load_extension('x');\nE": "?",
		"<<'E'\n# '\nselect load_extension('x'); --'\nE":           "?",
		"<<'E'\n .print ; select load_extension('x');\nE":          "?",
		"\"create virtual table z using zipfile('x')\"":            "?",
		"'create virtual table z using fts5(a)'":                   "",
		"\"$(cat x)\"":                                             "?",
		"":                                                         "?",
	} {
		a := analyze(t, command.Input{Text: "sqlite3 a.db " + text, Shell: true})
		got := strings.Join(beside(a), "; ")
		got = strings.TrimPrefix(strings.ReplaceAll(got, "read /home/u/w/a.db; write /home/u/w/a.db", ""), "; ")
		if got = strings.TrimSuffix(got, "; "); a.Inspectable != (want != "?") || want != "?" && got != want {
			t.Errorf("%s: %q, inspectable %t, want %q", text, got, a.Inspectable, want)
		}
	}
	for text, want := range map[string]string{
		"sqlite3 'file:../x.db?mode=ro' 'select 1'": "read /home/u/x.db; write /home/u/x.db",
		"sqlite3 'file:///etc/x.db' 'select 1'":     "read /etc/x.db; write /etc/x.db",
		"sqlite3 'file:x.db?vfs=y' 'select 1'":      "?",
		"sqlite3 'file://host/x.db' 'select 1'":     "?",
		"sqlite3 'file:%2e%2e/x.db' 'select 1'":     "?",
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		if got := strings.Join(beside(a), "; "); a.Inspectable != (want != "?") || want != "?" && got != want {
			t.Errorf("%s: %q, inspectable %t, want %q", text, got, a.Inspectable, want)
		}
	}
}

// beside is every effect but the starts of programs.
func beside(a command.Analysis) []string {
	var all []string
	for _, e := range a.Effects {
		if e.Kind.String() != "run" {
			all = append(all, strings.TrimSpace(e.Kind.String()+" "+e.Object))
		}
	}
	return all
}
