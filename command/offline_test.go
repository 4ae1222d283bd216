package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestStaysHere: what keeps a tool from asking other machines.
func TestStaysHere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`lychee --offline docs`:                                     true,
		`lychee docs`:                                               false,
		`semgrep --config rules/ --metrics=off src`:                 true,
		`semgrep --config rules/ src`:                               false,
		`semgrep --config p/ci --metrics=off src`:                   false,
		`semgrep --config rules/ --metrics=off --json-output=x src`: false,
		`cargo deny --offline check`:                                true,
		`cargo deny check`:                                          false,
		`cargo audit -n`:                                            true,
		`cargo audit -n fix`:                                        false,
		`sqlite-utils schema a.db`:                                  true,
		`sqlite-utils query a.db 'select 1'`:                        true,
		`sqlite-utils query a.db 'delete from t'`:                   false,
		`sqlite-utils tables a.db --load-extension x`:               false,
		`datasette inspect a.db`:                                    true,
		`datasette a.db`:                                            false,
		`goose -dir m sqlite3 a.db up`:                              true,
		`goose -dir m sqlite3 ../a.db up`:                           false,
		`goose -dir m sqlite3 a.db reset`:                           false,
		`goose -dir m postgres a up`:                                false,
		`dbmate -u sqlite:a.db up`:                                  true,
		`dbmate -u sqlite:a.db drop`:                                false,
		`DATABASE_URL=sqlite:a.db dbmate -u postgres://h/x up`:      false,
		`DATABASE_URL=sqlite:a.db dbmate --env OTHER up`:            false,
		`sqlite-utils insert a.db t a.csv --csv`:                    true,
		`sqlite-utils insert a.db t a.csv --convert x`:              false,
		`DATABASE_URL=sqlite:a.db sqlx migrate run`:                 true,
		`sqlx migrate run -D postgres://h/x`:                        false,
		`sqlx database drop -D sqlite:a.db`:                         false,
		`diesel migration run --database-url a.db`:                  true,
		`diesel migration run`:                                      false,
		`flyway -url=jdbc:sqlite:a.db info`:                         true,
		`flyway -url=jdbc:sqlite:a.db -configFiles=x info`:          false,
		`atlas schema inspect -u sqlite://a.db`:                     true,
		`atlas migrate apply -u sqlite://a.db --env prod`:           false,
		`migrate -path m -database sqlite3://a.db up`:               true,
		`migrate -path m -database sqlite3://a.db drop`:             false,
		`q -H "select a from b.csv"`:                                true,
		`q "select a from /etc/x"`:                                  false,
		`q "select 1 / 2 from a.csv"`:                               true,
		`q "drop table x"`:                                          false,
		`echo "GET http://h/" | vegeta report`:                      true,
		`vegeta attack -targets=x`:                                  false,
		`zola check --skip-external-links`:                          true,
		`pip list -o --no-index`:                                    true,
		`pip list -o --no-index -f http://h/`:                       false,
		`puma -b tcp://127.0.0.1:3055`:                              true,
		`echo top | go tool pprof -top a.out`:                       true,
		`go tool pprof -top https://example.com/a`:                  false,
	} {
		here := true
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			here = here && e.Kind != pipeline.KindConnect && e.Kind != pipeline.KindUnknown
		}
		if here != want {
			t.Errorf("%s: stays here %v", text, here)
		}
	}
}

// TestModulesOfTheProject: which modules python -m takes for the project's own.
func TestModulesOfTheProject(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"trips": true, "my_app": true, "shop": true, "app.cli": true, "firefly": true,
		"pty": false, "runpy": false, "awscli": false, "awscli.clidriver": false, "sh": false, "fire": false, "_x": false, "a-b": false, "app.": false, "google.cloud": false, "asyncio.x": false, "deploy": false, "watchfiles": false,
	} {
		if got := looks(t, "python3 -m "+name+" --n 3"); got != want {
			t.Errorf("%s: own %v", name, got)
		}
	}
}

// TestProgramOfFolders: a program by a path is judged where the shell may be.
func TestProgramOfFolders(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"cd x && true\n./a":              {"/home/u/w/x/a", "/home/u/w/a"},
		"cd /usr/bin && true\n./rm -r b": {"/usr/bin/rm", "/home/u/w/rm"},
		"cd x\ncd y && true\n./a":        nil,
	} {
		var got []string
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			if e.Kind == pipeline.KindRun && e.By != "bash" {
				got = append(got, e.Object)
			}
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%q runs %q", text, got)
			}
		}
	}
}

// TestValuesOfHyperfine: values of a list stand in for names in its commands.
func TestValuesOfHyperfine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`hyperfine -L n 1,2 './a -j {n}'`:         true,
		`hyperfine -L f a,/etc/x 'rm {f}'`:        false,
		`hyperfine -L n 1 -L f '; id' 'echo {f}'`: false,
		`hyperfine -L c rm '{c} x'`:               false,
	} {
		if got := looks(t, text); got != want {
			t.Errorf("%s: looks %v", text, got)
		}
	}
}

// TestBroughtModules: a module that the command has brought from elsewhere is
// stated, so that the gates see both.
func TestBroughtModules(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`cp /srv/a.py app.py && python3 -m app`:                    true,
		`curl -so app.py http://localhost/a && python3 -m app`:     true,
		`curl -so app/x.py http://localhost/a && python3 -m app.x`: true,
		`cp /srv/a.py other.py && python3 -m app`:                  false,
	} {
		found := false
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			found = found || e.Kind == pipeline.KindCode && e.By == "python3" && e.Object != "/home/u/w"
		}
		if found != want {
			t.Errorf("%s: stated %v", text, found)
		}
	}
}
