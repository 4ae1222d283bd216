package shell_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/shell"
	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// whole opens a shell as the worker has it: the real analysis, the real sandbox.
func whole(t testing.TB, opts ...option) bench {
	t.Helper()
	c, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	a := command.New(c)
	return confined(t, append([]option{with(func(cfg *shell.Config) {
		cfg.Analyst = shell.NewCommands(a, cfg.Home, cfg.User)
	})}, opts...)...)
}

func TestWholeConforms(t *testing.T) {
	t.Parallel()
	actuatortest.Run(t, func(t *testing.T) actuatortest.Hand {
		word := marker()
		return actuatortest.Hand{
			Actuator: whole(t),
			Examples: []actuatortest.Example{
				{Name: "argv", Op: shell.OpRun, Params: `{"argv":["cat","/etc/hosts"]}`},
				{Name: "text", Op: shell.OpRun, Params: `{"command":"ls -la"}`},
				{Name: "shell", Op: shell.OpRun, Params: `{"command":"cat /etc/hosts | wc -l","shell":true}`},
				{Name: "script", Op: shell.OpScript, Params: `{"language":"sh","content":"for i in 1 2; do echo $i; done"}`},
			},
			Slow: &actuatortest.Example{Op: shell.OpRun, Params: `{"argv":["sleep","` + word + `"],"timeout":60}`, Marker: word},
		}
	})
}

func TestWholeStatesEffects(t *testing.T) {
	t.Parallel()
	b := whole(t)
	tests := []struct {
		name   string
		p      map[string]any
		argv   bool
		effect pipeline.Effect // kind and object that must be among them; $WS is the folder
	}{
		{"read", map[string]any{"command": "cat notes.txt"}, true, pipeline.Effect{Kind: pipeline.KindRead, Object: "$WS/notes.txt"}},
		{"delete", map[string]any{"command": "rm -rf build"}, true, pipeline.Effect{Kind: pipeline.KindDelete, Object: "$WS/build"}},
		{"another folder", map[string]any{"command": "rm x", "cwd": "/tmp"}, true, pipeline.Effect{Kind: pipeline.KindDelete, Object: "/tmp/x"}},
		{"redirection", map[string]any{"command": "echo x > out", "shell": true}, false, pipeline.Effect{Kind: pipeline.KindWrite, Object: "$WS/out"}},
		{"a variable that was asked for", map[string]any{"command": "rm \"$WHERE\"", "shell": true, "env": map[string]string{"WHERE": "/srv/data"}}, true, pipeline.Effect{Kind: pipeline.KindDelete, Object: "/srv/data"}},
		{"a program nobody knows", map[string]any{"argv": []string{"./deploy"}}, true, pipeline.Effect{Kind: pipeline.KindCode, Object: "$WS/deploy"}},
		{"a word nobody can resolve", map[string]any{"command": "$(cat x) y", "shell": true}, false, pipeline.Effect{Kind: pipeline.KindUnknown}},
	}
	write(t, filepath.Join(b.dir, "deploy"), "#!/bin/sh\n", 0o755)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpRun, Params: params(t, tt.p)})
			if err != nil {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(tt.effect.Object, "$WS", b.dir)
			if !slices.ContainsFunc(p.Effects, func(e pipeline.Effect) bool {
				return e.Kind == tt.effect.Kind && (want == "" || e.Object == want)
			}) {
				t.Errorf("effects %+v", p.Effects)
			}
			if direct := strings.Contains(string(p.Exact), `"argv"`); direct != tt.argv {
				t.Errorf("exact %s", p.Exact)
			}
			for _, e := range p.Effects {
				if e.Span.End > len(p.Summary) || e.Span.Start > e.Span.End {
					t.Errorf("span %v of %+v is not in %q", e.Span, e, p.Summary)
				}
			}
		})
	}
}

func TestWholeRefusals(t *testing.T) {
	t.Parallel()
	b := whole(t)
	for text, rule := range map[string]string{
		"cat a | wc":     command.RuleNeedsShell,
		"echo $(id)":     command.RuleNeedsShell,
		"echo 'open":     command.RuleSyntax,
		"   ":            command.RuleEmpty,
		"echo \ufeff x":  "",
		"# only comment": command.RuleEmpty,
	} {
		p, err := actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpRun, Params: params(t, map[string]any{"command": text})})
		if rule == "" {
			if err == nil && !slices.ContainsFunc(p.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown }) {
				t.Errorf("%q passes: %+v", text, p.Effects)
			}
			continue
		}
		if e := told(t, err); e.Rule != rule || e.Field != "params.command" || e.Hint == "" || e.Code != pipeline.CodeInvalidRequest {
			t.Errorf("%q: told %+v", text, e)
		}
	}
}

// TestWholeRuns runs what ordinary agents run, with what was stated cleared.
func TestWholeRuns(t *testing.T) {
	t.Parallel()
	b := whole(t)
	steps := []struct{ command, stdout string }{
		{"mkdir -p src && echo 'a b' > src/x && cp src/x src/y && cat src/y", "a b\n"},
		{"mv src/y z && rm src/x && rmdir src && ls", "z\n"},
		{"for f in *; do wc -c < \"$f\"; done", "4\n"},
		{"cat <<EOF | sort -r\n1\n2\nEOF", "2\n1\n"},
	}
	for _, s := range steps {
		a, _, err := b.script(t, s.command)
		if err != nil || a.Stdout != s.stdout {
			t.Errorf("%s: %q, %v (%s)", s.command, a.Stdout, err, a.Stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(b.dir, "z")); err != nil {
		t.Error(err)
	}
}
