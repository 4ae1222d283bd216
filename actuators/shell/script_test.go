package shell_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/shell"
	"passepartout/pipeline"
)

func script(t testing.TB, b bench, p map[string]any) (shell.Account, error) {
	t.Helper()
	prop, err := actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpScript, Params: params(t, p)})
	if err != nil {
		return shell.Account{}, err
	}
	r, err := b.Do(t.Context(), actuatortest.Clear(t, prop), nil)
	var a shell.Account
	if len(r.Data) > 0 {
		if err := json.Unmarshal(r.Data, &a); err != nil {
			t.Fatalf("account %s: %v", r.Data, err)
		}
	}
	return a, err
}

// TestScriptRunsInAFolderOfItsOwn: the original used a shared folder, a name of
// one-second resolution, no sandbox and no deadline (defect 10).
func TestScriptRunsInAFolderOfItsOwn(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(testing.TB, ...option) bench{"unconfined": open, "confined": confined} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := build(t)
			names := map[string]bool{}
			for range 3 {
				a, err := script(t, b, map[string]any{
					"language": "Perl", "args": []string{"one", "two words"}, "stdin": "in",
					"content": `use Cwd; print "$0\n", join("|", @ARGV), "\n", cwd(), "\n", sprintf("%o %o", (stat($0))[2] & 07777, (stat($0 =~ s{/[^/]*$}{}r))[2] & 07777), "\n", <STDIN>;`,
				})
				if err != nil {
					t.Fatal(err)
				}
				lines := strings.Split(a.Stdout, "\n")
				if len(lines) != 5 || lines[1] != "one|two words" || lines[2] != b.dir || lines[3] != "600 700" || lines[4] != "in" {
					t.Fatalf("printed %q", a.Stdout)
				}
				if !a.Synthesis || !a.Success || a.Argv != nil || !strings.HasPrefix(a.Command, "perl one two words\n") {
					t.Errorf("account %+v", a)
				}
				if names[lines[0]] {
					t.Errorf("the name %s came twice", lines[0])
				}
				names[lines[0]] = true
				if _, err := os.Stat(filepath.Dir(lines[0])); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("%s is left: %v", lines[0], err)
				}
			}
		})
	}
}

func TestScriptFailuresAreTold(t *testing.T) {
	t.Parallel()
	b := open(t, with(func(c *shell.Config) {
		c.Interpreters = append(shell.Interpreters(), shell.Interpreter{Names: []string{"cobol"}, Program: "no-such-cobol"})
	}))
	a, err := script(t, b, map[string]any{"language": "perl", "content": "exit 7"})
	if told(t, err).Code != pipeline.CodeNonzeroExit || a.ExitCode != 7 || !a.Synthesis {
		t.Errorf("%+v, %v", a, err)
	}
	a, err = script(t, b, map[string]any{"language": "perl", "content": "print 1; $|=1; print 2; sleep 60", "timeout": 1})
	if told(t, err).Code != pipeline.CodeTimedOut || !a.TimedOut || a.Stdout != "12" {
		t.Errorf("%+v, %v", a, err)
	}
	for _, tt := range []struct {
		name  string
		p     map[string]any
		code  pipeline.Code
		field string
	}{
		{"missing interpreter", map[string]any{"language": "cobol", "content": "x"}, pipeline.CodeNotFound, "params.language"},
		{"unknown language", map[string]any{"language": "klingon", "content": "x"}, pipeline.CodeInvalidRequest, "params.language"},
		{"no language", map[string]any{"content": "x"}, pipeline.CodeInvalidRequest, "params.language"},
		{"no content", map[string]any{"language": "perl"}, pipeline.CodeInvalidRequest, "params.content"},
		{"NUL", map[string]any{"language": "perl", "content": "a\x00b"}, pipeline.CodeInvalidRequest, "params.content"},
		{"too long", map[string]any{"language": "perl", "content": strings.Repeat("#", 1<<17)}, pipeline.CodeInvalidRequest, "params.content"},
		{"injection", map[string]any{"language": "perl", "content": "1", "env": map[string]string{"PERL5OPT": "-Mx"}}, pipeline.CodeInvalidRequest, "params.env.PERL5OPT"},
		{"control byte in an argument", map[string]any{"language": "perl", "content": "1", "args": []string{"\x1b"}}, pipeline.CodeInvalidRequest, "params.args[0]"},
		{"arguments of a shell script", map[string]any{"language": "sh", "content": "echo $1", "args": []string{"x"}}, pipeline.CodeInvalidRequest, "params.args"},
		{"bad time", map[string]any{"language": "perl", "content": "1", "timeout": 0}, pipeline.CodeInvalidRequest, "params.timeout"},
	} {
		_, err := script(t, b, tt.p)
		if e := told(t, err); e.Code != tt.code || e.Field != tt.field || e.Message == "" {
			t.Errorf("%s: told %v, field %q", tt.name, e, e.Field)
		}
	}
}

func TestScriptIsCodeUnlessItIsShell(t *testing.T) {
	t.Parallel()
	writes := pipeline.Effect{Kind: pipeline.KindWrite, Object: "/ws/x", Certain: true}
	b := open(t, withEffects(writes), with(func(c *shell.Config) { c.Runner = &layered{layers: "x"} }))
	p, err := actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpScript, Params: `{"language":"perl","content":"print 1"}`})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Effects) != 2 || p.Effects[1].Kind != pipeline.KindCode || p.Effects[1].Object != b.dir || !strings.Contains(p.Summary, "print 1") {
		t.Errorf("effects %v, summary %q", p.Effects, p.Summary)
	}
	p, err = actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpScript, Params: `{"language":"bash","content":"echo 1\necho 2"}`})
	if err != nil || len(p.Effects) != 1 || p.Effects[0] != writes {
		t.Errorf("effects %v, %v", p.Effects, err)
	}
	if a, err := script(t, b, map[string]any{"language": "sh", "content": "echo 1\necho 2"}); err != nil || a.Stdout != "1\n2\n" || !a.Synthesis {
		t.Errorf("%+v, %v", a, err)
	}
}
