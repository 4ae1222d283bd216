package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestPgServer: a server of PostgreSQL in a folder is known where its words name no
// program, and nothing else of the command writes to that folder.
func TestPgServer(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"initdb -D d -A trust":                                                        true,
		"PGDATA=d initdb -A trust":                                                    true,
		"initdb -D d; pg_ctl -D d -l d/log -w start":                                  true,
		`pg_ctl -D d -o "-p 5433 -k /tmp/x -h ''" -mfast start`:                       true,
		`pg_ctl -D d -o "-k '/tmp/x' -c fsync=off" start`:                             true,
		"postgres -D d --listen-addresses=127.0.0.1 -p5433":                           true,
		"initdb -D d; pg_ctl -D d start; make; pg_ctl -D d stop":                      true,
		"pg_ctl -D d stop":                                                            false,
		"pg_ctl -D d restart":                                                         false,
		"pg_ctl status -D d":                                                          true,
		"initdb -D d -c archive_command=x":                                            false,
		"initdb":                                                                      false,
		"pg_ctl -D d -o '-p 5433; rm x' start":                                        false,
		"pg_ctl -D d -o '$(rm x)' start":                                              false,
		"pg_ctl -D d -o '-h 0.0.0.0' start":                                           false,
		"pg_ctl -D d -p ./x start":                                                    false,
		"pg_ctl -D d -l '$(rm x)' start":                                              false,
		"pg_ctl kill TERM 1":                                                          false,
		"echo x >> d/postgresql.conf; pg_ctl -D d start":                              false,
		"initdb -D d; pg_ctl -D d start; cp x d/; pg_ctl -D d reload":                 false,
		"for i in 1 2; do pg_ctl -D d restart; echo x > d/postgresql.auto.conf; done": false,
		"cp -r x d; pg_ctl -D d start":                                                false,
		"echo 1 > d/postmaster.pid; pg_ctl -D d stop":                                 false,
	} {
		found := analyze(t, command.Input{Text: text, Shell: true}).Effects
		known := !slices.ContainsFunc(found, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindSystem || e.Kind == pipeline.KindConnect
		})
		if known != want {
			t.Errorf("%s: known %v, want %v: %+v", text, known, want, found)
		}
	}
}
