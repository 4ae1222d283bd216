package shell_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/shell"
	"passepartout/pipeline"
)

// TestDoReadsNothingButExact changes the parameters after the judging.
func TestDoReadsNothingButExact(t *testing.T) {
	t.Parallel()
	b := open(t)
	p, err := actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpRun, Params: `{"argv":["echo","judged"]}`})
	if err != nil {
		t.Fatal(err)
	}
	p.Action.Params = json.RawMessage(`{"argv":["echo","swapped"],"timeout":99999,"max_output":-1}`)
	r, err := b.Do(t.Context(), actuatortest.Clear(t, p), nil)
	var a shell.Account
	if err != nil || json.Unmarshal(r.Data, &a) != nil || a.Stdout != "judged\n" {
		t.Errorf("%s, %v", r.Data, err)
	}
	p.Action.Op = shell.OpScript // the Exact is one of run
	if _, err := b.Do(t.Context(), actuatortest.Clear(t, p), nil); err == nil {
		t.Error("one operation's orders were taken for another's")
	}
}

func TestWhatChangedIsNotRun(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		argv   []string
		change func(t *testing.T, b bench)
	}{
		{"the program's content", []string{"./tool"}, func(t *testing.T, b bench) {
			write(t, filepath.Join(b.dir, "tool"), "#!/bin/sh\necho swapped\n", 0o755)
		}},
		{"where its name leads", []string{"./link"}, func(t *testing.T, b bench) {
			write(t, filepath.Join(b.dir, "other"), "#!/bin/sh\necho swapped\n", 0o755)
			_ = os.Remove(filepath.Join(b.dir, "link"))
			if err := os.Symlink("other", filepath.Join(b.dir, "link")); err != nil {
				t.Fatal(err)
			}
		}},
		{"it is gone", []string{"./tool"}, func(t *testing.T, b bench) { _ = os.Remove(filepath.Join(b.dir, "tool")) }},
		{"the folder became a link", []string{"./tool"}, func(t *testing.T, b bench) {
			if err := os.Rename(b.dir, b.dir+"2"); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(b.dir+"2", b.dir); err != nil {
				t.Fatal(err)
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := open(t)
			write(t, filepath.Join(b.dir, "tool"), "#!/bin/sh\necho judged\n", 0o755)
			if err := os.Symlink("tool", filepath.Join(b.dir, "link")); err != nil {
				t.Fatal(err)
			}
			c := actuatortest.Must(t, b, actuatortest.Example{Op: shell.OpRun, Params: params(t, map[string]any{"argv": tt.argv})})
			if r, err := b.Do(t.Context(), c, nil); err != nil || !strings.Contains(string(r.Data), "judged") {
				t.Fatalf("unchanged: %s, %v", r.Data, err)
			}
			tt.change(t, b)
			r, err := b.Do(t.Context(), c, nil)
			if e := told(t, err); e.Rule != "changed-since-judged" || !e.Retryable || len(r.Data) > 0 {
				t.Errorf("told %v, data %s", e, r.Data)
			}
		})
	}
}

func TestFileRunAsCodeIsBound(t *testing.T) {
	t.Parallel()
	var file string
	b := open(t, func(c *shell.Config) {
		file = filepath.Join(c.Dir, "deploy.sh")
		c.Analyst = words{effects: []pipeline.Effect{{Kind: pipeline.KindCode, Object: file, Certain: true, By: "sh"}}}
	})
	write(t, file, "echo judged", 0o644)
	c := actuatortest.Must(t, b, actuatortest.Example{Op: shell.OpRun, Params: `{"argv":["sh","deploy.sh"]}`})
	write(t, file, "echo swapped", 0o644)
	if _, err := b.Do(t.Context(), c, nil); told(t, err).Rule != "changed-since-judged" {
		t.Errorf("told %v", err)
	}
}
