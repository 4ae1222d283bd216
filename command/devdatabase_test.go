package command_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command"
	"passepartout/pipeline"
)

// What adds to a database for development is known, what takes away or runs code is
// not; of any other database both are not.
func TestChanges(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/database-changes.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	clients := map[byte][2]string{
		'p': {"psql -h localhost -U app app_dev -c ", "psql -h localhost -U app app -c "},
		'm': {"mysql -h 127.0.0.1 -u app app_dev -e ", "mysql -h 127.0.0.1 -u app app -e "},
	}
	known := func(text string) bool {
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			if e.Kind == pipeline.KindCode || e.Kind == pipeline.KindUnknown {
				return false
			}
		}
		return true
	}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		sign, client, statement := line[0], clients[line[1]], line[3:]
		word, err := syntax.Quote(statement, syntax.LangBash)
		if err != nil {
			t.Fatal(err)
		}
		if got := known(client[0] + word); got != (sign == '+') && !strings.Contains(statement, "'/home") && !strings.Contains(statement, "'~") {
			t.Errorf("%s: known %v", statement, got)
		}
		if known(client[1] + word) {
			t.Errorf("%s: known of a database that is not for development", statement)
		}
	}
}

// Which server and which database it is must be certain, and whose files they are.
func TestDevelopmentDatabase(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`psql -h localhost app_dev -c 'insert into t values (1)'`:                      "connect localhost:5432",
		`psql postgres://app@localhost:5433/app_test -c 'create table t (a int)'`:      "connect localhost:5433",
		`psql 'host=localhost dbname=app_dev' -c 'insert into t values (1)'`:           "connect localhost:5432",
		`psql -h localhost app_dev -c "\\copy t from 'a.csv' csv"`:                     "read /home/u/w/a.csv; connect localhost:5432",
		`psql app_dev -c 'insert into t values (1)'`:                                   "?",
		`psql -h h.example app_dev -c 'insert into t values (1)'`:                      "?",
		`psql -h localhost app_dev_prod -c 'insert into t values (1)'`:                 "?",
		`psql -h localhost devices -c 'insert into t values (1)'`:                      "?",
		`psql 'postgres://localhost/app_dev?dbname=app' -c 'insert into t values (1)'`: "?",
		`mysql -h 127.0.0.1 -D app_dev app -e 'insert into t values (1)'`:              "?",
		"psql -h localhost app_dev <<'E'\ncopy t from stdin;\n\\! id\n\\.\nE":          "?",
		`mongosh mongodb://localhost/app_dev --eval 'db.o.insertOne({a: 1})'`:          "connect localhost:27017",
		`mongosh mongodb://localhost/app --eval 'db.o.insertOne({a: 1})'`:              "?",
		`mongod --dbpath d --port 27100 --fork --logpath l`:                            "write /home/u/w/l; write /home/u/w/d; listen localhost:27100",
		`redis-server --port 6390 --bind 127.0.0.1 --dir d --dbfilename x`:             "write /home/u/w/d/x; write /home/u/w/d; listen 127.0.0.1:6390",
		`redis-server --port 6390 --bind 127.0.0.1 --loadmodule x.so`:                  "system a server",
		`mongod --dbpath d --setParameter a=1`:                                         "system a server",
	} {
		var got []string
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			switch {
			case e.Kind == pipeline.KindRun:
			case e.Kind == pipeline.KindCode, e.Kind == pipeline.KindUnknown:
				got = []string{"?"}
			case len(got) == 0 || got[0] != "?":
				got = append(got, e.Kind.String()+" "+e.Object)
			}
		}
		all := strings.Join(got, "; ")
		for _, part := range strings.Split(want, "; ") {
			if !strings.Contains(all, part) || len(strings.Split(want, "; ")) != len(got) {
				t.Errorf("%s: %s, want %s", text, all, want)
				break
			}
		}
	}
}

// A migration of the project is its own code; what the command has put there is not,
// and neither is what an administrator runs.
func TestMigrationFile(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`psql postgres://app@localhost/app_dev -f migrations/down/1.sql`:                                       "database",
		`psql postgres://app@localhost/app_dev -f migrations/001Down.sql`:                                      "database",
		`psql postgres://app@localhost/app_dev -f migrations/U1__x.sql`:                                        "database",
		`psql postgres://app@localhost/app_dev -f node_modules/x/migrations/1.sql`:                             "database",
		`psql postgres://app@localhost/app_dev -f migrations/V1__users.sql`:                                    "build",
		`psql -h localhost -U app app_dev -f migrations/1.up.sql`:                                              "build",
		`psql -h localhost -U app app_dev < db/migrations/1.sql`:                                               "build",
		`psql -h localhost -U postgres app_dev -f migrations/1.up.sql`:                                         "database",
		`psql -h localhost app_dev -f migrations/1.up.sql`:                                                     "database",
		`psql -h localhost -U app app -f migrations/1.up.sql`:                                                  "database",
		`psql -h localhost -U app app_dev -f migrations/1.down.sql`:                                            "database",
		`psql -h localhost -U app app_dev -f x.sql`:                                                            "database",
		`mv /tmp/x migrations/1.up.sql; psql -h localhost -U app app_dev -f migrations/1.up.sql`:               "database",
		`psql -U app 'postgres://postgres@localhost/app_dev' -f migrations/1.up.sql`:                           "database",
		"cat > migrations/1.sql <<'E'\nselect 1;\nE\npsql -h localhost -U app app_dev -f migrations/1.sql":     "",
		"cat > migrations/1.sql <<'E'\ndrop table t;\nE\npsql -h localhost -U app app_dev -f migrations/1.sql": "database",
	} {
		got := ""
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			if e.Kind == pipeline.KindCode && e.By == "psql" {
				got = e.Mark
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
