package shell_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/shell"
	"passepartout/pipeline"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	builders := map[string]func(testing.TB, ...option) bench{"unconfined": open, "confined": confined}
	for name, build := range builders {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			actuatortest.Run(t, func(t *testing.T) actuatortest.Hand {
				b := build(t)
				word := marker()
				return actuatortest.Hand{
					Actuator: b,
					Examples: []actuatortest.Example{
						{Name: "argv", Op: shell.OpRun, Params: `{"argv":["echo","hello"]}`},
						{Name: "text", Op: shell.OpRun, Params: `{"command":"echo hello"}`},
						{Name: "shell", Op: shell.OpRun, Params: `{"command":"(sleep ` + word + ` &) ; setsid sleep ` + word + ` & echo hello","shell":true}`, Marker: word},
						{Name: "script", Op: shell.OpScript, Params: `{"language":"awk","content":"BEGIN { print 1 }"}`},
					},
					Slow: &actuatortest.Example{Op: shell.OpRun, Params: `{"command":"trap '' TERM; setsid sleep ` + word + ` & sleep ` + word + `","shell":true,"timeout":60}`, Marker: word},
				}
			})
		})
	}
}

// TestAccountHasTheContractsKeys compares with the list in the design.
func TestAccountHasTheContractsKeys(t *testing.T) {
	t.Parallel()
	b := open(t)
	_, r, err := b.run(t, map[string]any{"argv": []string{"printf", "a\\nb"}})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(r.Data, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"success": true, "command": "printf a\\nb", "argv": []any{"printf", "a\\nb"}, "exit_code": 0.0, "stdout": "a\nb", "stderr": "",
		"stdout_bytes": 3.0, "stderr_bytes": 0.0, "truncated": false, "timed_out": false, "signal": "", "blocked": false, "block_reason": "",
		"synthesis": false, "confinement": "",
	}
	for k, v := range want {
		if !reflect.DeepEqual(got[k], v) {
			t.Errorf("%s is %v, want %v", k, got[k], v)
		}
	}
	for _, k := range []string{"duration_ms", "pid", "max_rss", "cpu_ms"} {
		if _, ok := got[k].(float64); !ok {
			t.Errorf("%s is %v", k, got[k])
		}
	}
}

func TestRunOutcomes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		script  string
		code    pipeline.Code // empty: success
		exit    int
		signal  string
		stdout  string
		hasData bool
	}{
		{"success", "echo out; echo err >&2", "", 0, "", "out\n", true},
		{"failure keeps its code and output", "echo out; exit 3", pipeline.CodeNonzeroExit, 3, "", "out\n", true},
		{"its own 124 is no timeout", "exit 124", pipeline.CodeNonzeroExit, 124, "", "", true},
		{"not found", "no-such-program-anywhere", pipeline.CodeNotFound, 127, "", "", true},
		{"not executable", "/etc", pipeline.CodePermissionDenied, 126, "", "", true},
		{"ended by a signal", "kill -SEGV $$", pipeline.CodeNonzeroExit, 139, "SIGSEGV", "", true},
		{"bytes that are no text", `printf '\xff\x00\xfe'`, "", 0, "", "\uFFFD\x00\uFFFD", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := open(t)
			a, r, err := b.script(t, tt.script)
			if tt.code == "" && err != nil {
				t.Fatal(err)
			}
			if tt.code != "" {
				if e := told(t, err); e.Code != tt.code || e.Hint == "" {
					t.Errorf("told %v, hint %q", e, e.Hint)
				}
			}
			if a.ExitCode != tt.exit || r.ExitCode != tt.exit || a.Signal != tt.signal || a.Stdout != tt.stdout || a.TimedOut || a.Success != (tt.code == "") {
				t.Errorf("account %+v", a)
			}
			if a.Argv != nil {
				t.Errorf("argv %q of what a shell ran", a.Argv)
			}
		})
	}
}

func TestDeadlineKeepsWhatWasPrinted(t *testing.T) {
	t.Parallel()
	word := marker()
	b := open(t)
	a, _, err := b.run(t, map[string]any{"command": "echo before; sleep " + word, "shell": true, "timeout": 1})
	e := told(t, err)
	if e.Code != pipeline.CodeTimedOut || !e.Retryable || !a.TimedOut || a.Success || a.Stdout != "before\n" {
		t.Errorf("told %v, account %+v", e, a)
	}
	if left := actuatortest.Alive(t, word); len(left) > 0 {
		t.Errorf("left %q", left)
	}
}

func TestDeadlineKillsWhatIgnoresSIGTERM(t *testing.T) {
	t.Parallel()
	word := marker()
	b := open(t)
	a, _, err := b.run(t, map[string]any{"command": "trap '' TERM; echo deaf; while :; do sleep " + word + "; done", "shell": true, "timeout": 1})
	e := told(t, err)
	if e.Code != pipeline.CodeTimedOut || e.Retryable || !strings.Contains(e.Message, "killed") || a.Signal != "SIGKILL" || a.Stdout != "deaf\n" {
		t.Errorf("told %v, account %+v", e, a)
	}
	if left := actuatortest.Alive(t, word); len(left) > 0 {
		t.Errorf("left %q", left)
	}
}

// TestOutputIsCutWhileItIsRead: the original captured all of it first, and lost
// the exit code and stderr of long outputs (defect 6).
func TestOutputIsCutWhileItIsRead(t *testing.T) {
	t.Parallel()
	b := open(t, with(func(c *shell.Config) { c.Ceiling = 200 << 20 }))
	a, r, err := b.run(t, map[string]any{
		"command": "echo first; head -c 100000000 /dev/zero | tr '\\0' 'ü'; echo; echo last; echo problem >&2; exit 5", "shell": true, "max_output": 4096,
	})
	if e := told(t, err); e.Code != pipeline.CodeNonzeroExit || a.ExitCode != 5 {
		t.Errorf("told %v", e)
	}
	if !a.Truncated || a.StdoutBytes < 100_000_000 || len(a.Stdout) > 8192 || a.Stderr != "problem\n" || int64(len(r.Stdout.Kept)) > 4096 {
		t.Errorf("%d bytes counted, %d kept, stderr %q", a.StdoutBytes, len(a.Stdout), a.Stderr)
	}
	if !strings.HasPrefix(a.Stdout, "first\n") || !strings.HasSuffix(a.Stdout, "\nlast\n") || !strings.Contains(a.Stdout, "bytes left out") {
		t.Errorf("stdout %.60q … %.60q", a.Stdout, a.Stdout[max(0, len(a.Stdout)-60):])
	}
}

func TestCeilingStopsEndlessOutput(t *testing.T) {
	t.Parallel()
	b := open(t, with(func(c *shell.Config) { c.Ceiling = 1 << 20 }))
	a, _, err := b.script(t, "yes")
	if e := told(t, err); e.Code != pipeline.CodeOutputLimit || !a.Truncated || a.Success {
		t.Errorf("told %v, account %d bytes", e, a.StdoutBytes)
	}
}

func TestLiveOutput(t *testing.T) {
	t.Parallel()
	b := open(t)
	gate := filepath.Join(b.dir, "gate")
	c := actuatortest.Must(t, b, actuatortest.Example{Op: shell.OpRun, Params: params(t, map[string]any{
		"command": "echo one; echo two >&2; while [ ! -e gate ]; do sleep 0.02; done; echo three", "shell": true,
	})})
	sink := &actuatortest.Sink{}
	done := make(chan error, 1)
	go func() { _, err := b.Do(t.Context(), c, sink); done <- err }()
	<-sink.First() // while it runs
	write(t, gate, "", 0o600)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for i, chunk := range sink.Chunks() {
		if chunk.Seq != int64(i) || chunk.At.IsZero() {
			t.Errorf("chunk %d has number %d", i, chunk.Seq)
		}
		text[chunk.Stream] += string(chunk.Data)
	}
	if text["stdout"] != "one\nthree\n" || text["stderr"] != "two\n" {
		t.Errorf("live %q", text)
	}
}

func TestEnvironmentIsCleanAndSmall(t *testing.T) {
	t.Setenv("PASSEPARTOUT_SECRET", "of-the-worker")
	b := open(t)
	a, _, err := b.run(t, map[string]any{"argv": []string{"env"}, "env": map[string]string{"ASKED": "yes", "LANG": "C"}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.SplitSeq(strings.TrimSpace(a.Stdout), "\n") {
		k, _, _ := strings.Cut(line, "=")
		names = append(names, k)
	}
	slices.Sort(names)
	want := []string{"ASKED", "GIT_PAGER", "GIT_TERMINAL_PROMPT", "HOME", "LANG", "LOGNAME", "PAGER", "PATH", "PWD", "SHELL", "TERM", "TMPDIR", "USER", "XDG_CACHE_HOME"}
	if !slices.Equal(names, want) || strings.Contains(a.Stdout, "of-the-worker") {
		t.Errorf("environment %q", a.Stdout)
	}
	for _, line := range []string{"ASKED=yes\n", "LANG=C\n", "HOME=/home/agent\n", "TERM=dumb\n", "PWD=" + b.dir + "\n", "TMPDIR=" + b.scratch + "/agent\n"} {
		if !strings.Contains(a.Stdout, line) {
			t.Errorf("no %q in %q", line, a.Stdout)
		}
	}
}

func TestStdin(t *testing.T) {
	t.Parallel()
	b := open(t)
	if a, _, err := b.run(t, map[string]any{"argv": []string{"cat"}, "stdin": "given"}); err != nil || a.Stdout != "given" {
		t.Errorf("%q, %v", a.Stdout, err)
	}
	if a, _, err := b.run(t, map[string]any{"argv": []string{"cat"}}); err != nil || a.Stdout != "" {
		t.Errorf("%q, %v", a.Stdout, err)
	}
}

func TestArgvNeedsNoShell(t *testing.T) {
	t.Parallel()
	b := open(t)
	a, _, err := b.run(t, map[string]any{"argv": []string{"echo", "$(touch pwned)", ";", "`id`", "*"}})
	if err != nil || a.Stdout != "$(touch pwned) ; `id` *\n" {
		t.Errorf("%q, %v", a.Stdout, err)
	}
	if entries, _ := os.ReadDir(b.dir); len(entries) > 0 {
		t.Errorf("made %v", entries)
	}
}

func TestMissingProgramIsToldBeforehand(t *testing.T) {
	t.Parallel()
	b := open(t)
	_, err := actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpRun, Params: `{"argv":["no-such-program"]}`})
	if e := told(t, err); e.Code != pipeline.CodeNotFound || !strings.Contains(e.Message, "no-such-program") {
		t.Errorf("told %v", e)
	}
}

// TestNothingConfinesHoldsAllButReads: the original ran unconfined in silence
// where its sandbox was missing (defect 8).
func TestNothingConfinesHoldsAllButReads(t *testing.T) {
	t.Parallel()
	reads := []pipeline.Effect{{Kind: pipeline.KindRun, Object: "/bin/cat"}, {Kind: pipeline.KindRead, Object: "/etc/hosts"}}
	writes := append(slices.Clone(reads), pipeline.Effect{Kind: pipeline.KindWrite, Object: "/ws/x"})
	for name, tt := range map[string]struct {
		effects []pipeline.Effect
		build   func(testing.TB, ...option) bench
		marked  bool
	}{
		"reads, unconfined":  {reads, open, false},
		"writes, unconfined": {writes, open, true},
		"writes, confined":   {writes, confined, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := tt.build(t, withEffects(tt.effects...))
			p, err := actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpRun, Params: `{"argv":["cat"]}`})
			if err != nil {
				t.Fatal(err)
			}
			last := p.Effects[len(p.Effects)-1]
			if marked := last.Kind == pipeline.KindUnknown && last.Mark == "unconfined"; marked != tt.marked {
				t.Errorf("effects %v", p.Effects)
			}
			if (p.Confinement == "") == (name == "writes, confined") {
				t.Errorf("confinement %q", p.Confinement)
			}
		})
	}
}

// layered is a runner that says what it likes of its layers.
type layered struct {
	shell.Unconfined
	layers string
}

func (l *layered) Layers() string { return l.layers }

func TestLostConfinementIsARefusal(t *testing.T) {
	t.Parallel()
	l := &layered{layers: "landlock+seccomp"}
	b := open(t, with(func(c *shell.Config) { c.Runner = l }))
	c := actuatortest.Must(t, b, actuatortest.Example{Op: shell.OpRun, Params: `{"argv":["touch","made"]}`})
	l.layers = ""
	if _, err := b.Do(t.Context(), c, nil); told(t, err).Rule != "confinement-changed" {
		t.Errorf("told %v", err)
	}
	if _, err := os.Stat(filepath.Join(b.dir, "made")); err == nil {
		t.Error("it ran")
	}
}

// TestKernelHoldsWhatTheAnalysisMissed: nothing but reading was cleared.
func TestKernelHoldsWhatTheAnalysisMissed(t *testing.T) {
	t.Parallel()
	b := confined(t, withEffects(pipeline.Effect{Kind: pipeline.KindRead, Object: "/etc/hosts", Certain: true}))
	outside := t.TempDir()
	a, _, err := b.script(t, "echo x > "+outside+"/made; echo x > "+b.dir+"/made; cat /proc/"+"1/environ; kill -9 1; exec 3<>/dev/tcp/127.0.0.1/22")
	if err == nil || a.Success {
		t.Errorf("account %+v, %v", a, err)
	}
	for _, dir := range []string{outside, b.dir} {
		if _, err := os.Stat(filepath.Join(dir, "made")); err == nil {
			t.Errorf("wrote to %s: %+v", dir, a)
		}
	}
	if a.Confinement == "" {
		t.Errorf("the result does not say what confined it: %+v, %v", a, err)
	}
}

func TestAnalysisRefusalIsTold(t *testing.T) {
	t.Parallel()
	refusal := &pipeline.Error{Code: pipeline.CodeInvalidRequest, Rule: "control-character", Message: "params.command: holds a BOM"}
	b := open(t, with(func(c *shell.Config) { c.Analyst = words{err: refusal} }))
	_, err := actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpRun, Params: `{"command":"x"}`})
	if told(t, err) != refusal {
		t.Errorf("told %v", err)
	}
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	b := open(t)
	for _, tt := range []struct {
		params string
		action time.Duration
		want   time.Duration
	}{
		{`{"command":"x"}`, 0, 30 * time.Second},
		{`{"command":"x"}`, time.Minute, time.Minute},
		{`{"command":"x","timeout":5}`, time.Minute, 5 * time.Second},
		{`{"command":"x"}`, 100 * time.Hour, time.Hour},
		{`{"command":"x","timeout":-5}`, 0, 30 * time.Second},
		{`nonsense`, 0, 30 * time.Second},
	} {
		got := b.Timeout(pipeline.Proposal{Action: pipeline.Action{Op: shell.OpRun, Params: json.RawMessage(tt.params), Timeout: tt.action}})
		if got != tt.want {
			t.Errorf("%s, %v: %v, want %v", tt.params, tt.action, got, tt.want)
		}
	}
}

func TestCancelledBeforehand(t *testing.T) {
	t.Parallel()
	b := open(t)
	c := actuatortest.Must(t, b, actuatortest.Example{Op: shell.OpRun, Params: `{"argv":["touch","made"]}`})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Do(ctx, c, nil); told(t, err).Code != pipeline.CodeUnavailable || !told(t, err).Retryable {
		t.Errorf("told %v", err)
	}
	if _, err := os.Stat(filepath.Join(b.dir, "made")); err == nil {
		t.Error("it ran")
	}
}
