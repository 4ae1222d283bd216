package shell_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/shell"
	"passepartout/confine"
	"passepartout/pipeline"
)

func TestMain(m *testing.M) {
	confine.Main()
	goleak.VerifyTestMain(m)
}

// words is an analyst that splits at blanks and believes the test about what a
// command would do, so that these tests are about the hand alone.
type words struct {
	effects []pipeline.Effect
	err     error
}

func (w words) Analyze(_ context.Context, q shell.Question) (shell.Finding, error) {
	if w.err != nil {
		return shell.Finding{}, w.err
	}
	f := shell.Finding{Argv: q.Argv, Text: q.Text, Effects: w.effects, Clear: true, Programs: map[string]string{}}
	if q.Shell {
		f.Script = q.Text
		return f, nil
	}
	if len(f.Argv) == 0 {
		f.Argv = strings.Fields(q.Text)
	}
	f.Text = strings.Join(f.Argv, " ")
	for _, dir := range []string{"/usr/bin", "/bin"} {
		if path := filepath.Join(dir, f.Argv[0]); !strings.Contains(f.Argv[0], "/") {
			if _, err := os.Stat(path); err == nil {
				f.Programs[f.Argv[0]] = path
			}
		}
	}
	return f, nil
}

// bench is a shell with a folder and scratch of its own.
type bench struct {
	*shell.Actuator
	dir, scratch string
}

type option func(*shell.Config)

func withEffects(effects ...pipeline.Effect) option {
	return func(c *shell.Config) { c.Analyst = words{effects: effects} }
}

func with(change func(*shell.Config)) option { return change }

func open(t testing.TB, opts ...option) bench {
	t.Helper()
	real, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := bench{dir: filepath.Join(real, "ws"), scratch: filepath.Join(real, "scratch")}
	if err := os.Mkdir(b.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cfg := shell.Config{
		Analyst: words{effects: []pipeline.Effect{{Kind: pipeline.KindCode, Object: b.dir, By: "bash"}}},
		Runner:  shell.Unconfined{}, Dir: b.dir, Scratch: b.scratch, Home: "/home/agent", User: "agent",
		Grace: 300 * time.Millisecond, Now: time.Now,
	}
	for _, o := range opts {
		o(&cfg)
	}
	if b.Actuator, err = shell.New(cfg); err != nil {
		t.Fatal(err)
	}
	return b
}

// confined opens a shell under the best builder of this machine.
func confined(t testing.TB, opts ...option) bench {
	t.Helper()
	c, err := confine.Open(t.Context(), confine.Config{})
	if err != nil {
		t.Fatalf("this machine cannot confine: %v", err)
	}
	t.Cleanup(func() {
		if err := c.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return open(t, append(slices.Clone(opts), func(cfg *shell.Config) {
		cfg.Runner = shell.NewConfined(c, confine.Base{Workspace: []string{cfg.Dir}})
	})...)
}

var serial atomic.Int64

// marker is a word that no other process has in its command line.
func marker() string { return fmt.Sprintf("7%d.%06d", os.Getpid(), serial.Add(1)) }

func params(t testing.TB, p map[string]any) string {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// run runs one command and reads its account.
func (b bench) run(t testing.TB, p map[string]any) (shell.Account, pipeline.Result, error) {
	t.Helper()
	r, err := b.Do(t.Context(), actuatortest.Must(t, b, actuatortest.Example{Op: shell.OpRun, Params: params(t, p)}), nil)
	var a shell.Account
	if len(r.Data) > 0 {
		if err := json.Unmarshal(r.Data, &a); err != nil {
			t.Fatalf("account %s: %v", r.Data, err)
		}
	}
	return a, r, err
}

func (b bench) script(t testing.TB, text string) (shell.Account, pipeline.Result, error) {
	t.Helper()
	return b.run(t, map[string]any{"command": text, "shell": true})
}

func told(t testing.TB, err error) *pipeline.Error {
	t.Helper()
	e, ok := errors.AsType[*pipeline.Error](err)
	if !ok {
		t.Fatalf("told %v", err)
	}
	return e
}

func write(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	if mode&0o111 == 0 {
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return
	}
	// A program is written by a child: a descriptor of ours could be held for a
	// moment by whatever another test forks just then, and the kernel executes
	// no file that is open for writing (ETXTBSY).
	cp := exec.Command("sh", "-c", `cat > "$0" && chmod "$1" "$0"`, path, fmt.Sprintf("%o", mode.Perm()))
	cp.Stdin = strings.NewReader(text)
	if out, err := cp.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
}
