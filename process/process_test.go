package process_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"passepartout/pipeline"
	"passepartout/process"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func bash(script string) process.Spec {
	return process.Spec{
		Path: "/bin/bash", Argv: []string{"bash", "-c", script}, Dir: "/",
		Env: []string{"PATH=/usr/bin:/bin"}, Timeout: 20 * time.Second, Grace: time.Second,
	}
}

func run(t *testing.T, s process.Spec) process.Outcome {
	t.Helper()
	out, err := process.Run(t.Context(), process.Direct{}, s)
	if err != nil {
		t.Fatalf("Run(%q): %v", s.Argv, err)
	}
	return out
}

func TestRunReportsWhatACommandDid(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, script   string
		code           int
		signal         string
		stdout, stderr string
	}{
		{"output", "echo out; echo err >&2", 0, "", "out\n", "err\n"},
		{"exit code", "exit 7", 7, "", "", ""},
		{"124 is no timeout", "exit 124", 124, "", "", ""},
		{"signal", "kill -9 $$", 137, "SIGKILL", "", ""},
		{"default SIGPIPE", "kill -PIPE $$", 141, "SIGPIPE", "", ""},
		{"terminated", "kill $$", 143, "SIGTERM", "", ""},
		{"clean environment", "env | sort; :", 0, "", "PATH=/usr/bin:/bin\nPWD=/\nSHLVL=1\n_=/usr/bin/env\n", ""},
		{"no descriptors", "ls /proc/self/fd | wc -l", 0, "", "4\n", ""},
		{"no terminal", "exec 2>&-; : </dev/tty && echo tty", 1, "", "", ""},
		{"empty stdin", "cat; echo $?", 0, "", "0\n", ""},
		{"a process substitution may finish printing", "echo hi > >(sleep 0.02; cat)", 0, "", "hi\n", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got := run(t, bash(tc.script))
			if got.ExitCode != tc.code || got.Signal != tc.signal || got.TimedOut || got.Killed {
				t.Errorf("exit %d %q timed out %v killed %v, want %d %q", got.ExitCode, got.Signal, got.TimedOut, got.Killed, tc.code, tc.signal)
			}
			if string(got.Stdout.Kept) != tc.stdout || string(got.Stderr.Kept) != tc.stderr {
				t.Errorf("stdout %q stderr %q, want %q %q", got.Stdout.Kept, got.Stderr.Kept, tc.stdout, tc.stderr)
			}
		})
	}
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	plain := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(plain, []byte("#!/bin/true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		spec process.Spec
		want error
	}{
		{"missing program", process.Spec{Path: "/nowhere/x", Argv: []string{"x"}}, fs.ErrNotExist},
		{"not executable", process.Spec{Path: plain, Argv: []string{"x"}}, fs.ErrPermission},
		{"missing directory", process.Spec{Path: "/bin/true", Argv: []string{"true"}, Dir: "/nowhere"}, fs.ErrNotExist},
		{"relative", process.Spec{Path: "true", Argv: []string{"true"}}, process.ErrInvalid},
		{"no argv", process.Spec{Path: "/bin/true"}, process.ErrInvalid},
		{"NUL", process.Spec{Path: "/bin/true", Argv: []string{"true", "a\x00b"}}, process.ErrInvalid},
		{"zero", process.Spec{}, process.ErrInvalid},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if _, err := process.Run(t.Context(), process.Direct{}, tc.spec); !errors.Is(err, tc.want) {
				t.Errorf("got %v, want %v", err, tc.want)
			}
		})
	}
}

func TestRunKeepsHeadAndTail(t *testing.T) {
	t.Parallel()
	s := bash("seq 1 200000")
	s.Keep = 1000
	got := run(t, s)
	var all bytes.Buffer
	for i := 1; i <= 200000; i++ {
		fmt.Fprintln(&all, i)
	}
	if got.Stdout.Bytes != int64(all.Len()) || !got.Stdout.Truncated || len(got.Stdout.Kept) != 1000 {
		t.Fatalf("bytes %d truncated %v kept %d", got.Stdout.Bytes, got.Stdout.Truncated, len(got.Stdout.Kept))
	}
	if !bytes.HasPrefix(all.Bytes(), got.Stdout.Kept[:got.StdoutCut]) || !bytes.HasSuffix(all.Bytes(), got.Stdout.Kept[got.StdoutCut:]) {
		t.Error("kept is not head and tail")
	}
}

func TestRunStopsAtTheCeiling(t *testing.T) {
	t.Parallel()
	s := bash("yes")
	s.Ceiling = 1 << 20
	got := run(t, s)
	if !got.OutputLimit || got.TimedOut || got.Stdout.Bytes < 1<<20 {
		t.Errorf("output limit %v timed out %v bytes %d", got.OutputLimit, got.TimedOut, got.Stdout.Bytes)
	}
}

// marked runs script with a marker in every argv and reports what survives.
func survivors(t *testing.T, marker string) []string {
	t.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range dirs {
		raw, err := os.ReadFile(d)
		if err == nil && bytes.Contains(raw, []byte(marker)) {
			out = append(out, d+" "+string(bytes.ReplaceAll(raw, []byte{0}, []byte{' '})))
		}
	}
	return out
}

func TestRunLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	for i, tc := range []struct {
		name, script     string
		timeout          time.Duration
		timedOut, killed bool
	}{
		{"background", "sleep MARK & echo hi", 0, false, false},
		{"orphan holds the pipe", "(setsid sleep MARK &) ; echo hi", 0, false, false},
		{"double fork, session, no environment", "env -i setsid bash -c 'setsid sleep MARK & disown; exit' & echo hi; sleep 0.1", 0, false, false},
		{"many orphans", "for i in {1..30}; do (setsid sleep MARK &); done; echo hi", 0, false, false},
		{"deadline", "echo hi; sleep MARK", 200 * time.Millisecond, true, false},
		{"ignores SIGTERM", "trap '' TERM; echo hi; while :; do sleep MARK; done", 200 * time.Millisecond, true, true},
		{"stopped", "echo hi; kill -STOP $$; sleep MARK", 200 * time.Millisecond, true, false},
		{"escaped the group, then deadline", "setsid sleep MARK & echo hi; wait", 200 * time.Millisecond, true, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			marker := fmt.Sprintf("300.%d%d", os.Getpid(), i)
			s := bash(strings.ReplaceAll(tc.script, "MARK", marker))
			if tc.timeout != 0 {
				s.Timeout = tc.timeout
			}
			s.Grace = 300 * time.Millisecond
			got := run(t, s)
			if got.TimedOut != tc.timedOut || got.Killed != tc.killed || string(got.Stdout.Kept) != "hi\n" {
				t.Errorf("timed out %v killed %v stdout %q", got.TimedOut, got.Killed, got.Stdout.Kept)
			}
			if left := survivors(t, marker); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestRunCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := bash("echo hi; sleep 300")
	s.Sink = sink(func(pipeline.Chunk) { cancel() })
	got, err := process.Run(ctx, process.Direct{}, s)
	if err != nil || !got.Canceled || got.Signal != "SIGTERM" {
		t.Errorf("canceled %v signal %q err %v", got.Canceled, got.Signal, err)
	}
}

type sink func(pipeline.Chunk)

func (f sink) Write(c pipeline.Chunk) { f(c) }

func TestRunLiveOutput(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var seqs []int64
	got := map[string]string{}
	s := bash("for i in 1 2 3; do echo $i; echo e$i >&2; sleep 0.01; done")
	s.Sink = sink(func(c pipeline.Chunk) {
		mu.Lock()
		defer mu.Unlock()
		seqs = append(seqs, c.Seq)
		got[c.Stream] += string(c.Data)
	})
	out := run(t, s)
	for i, seq := range seqs {
		if seq != int64(i) {
			t.Fatalf("sequence %v", seqs)
		}
	}
	if got["stdout"] != string(out.Stdout.Kept) || got["stderr"] != "e1\ne2\ne3\n" {
		t.Errorf("live %q", got)
	}
}

func TestRunStdin(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("x", 1<<20)
	s := bash("wc -c")
	s.Stdin = strings.NewReader(big)
	if got := run(t, s); strings.TrimSpace(string(got.Stdout.Kept)) != strconv.Itoa(len(big)) {
		t.Errorf("wc says %q", got.Stdout.Kept)
	}
	s = bash("exit 3") // does not read
	s.Stdin = strings.NewReader(big)
	if got := run(t, s); got.ExitCode != 3 {
		t.Errorf("exit %d", got.ExitCode)
	}
}

func TestRunToFiles(t *testing.T) {
	t.Parallel()
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	s := bash("echo a; echo b >&2")
	s.Stdout, s.Stderr = f, f
	run(t, s)
	raw, err := os.ReadFile(f.Name())
	if err != nil || string(raw) != "a\nb\n" {
		t.Errorf("log %q, %v", raw, err)
	}
}

func TestRunMeasures(t *testing.T) {
	t.Parallel()
	got := run(t, bash("i=0; while ((i<100000)); do ((++i)); done"))
	if got.CPU <= 0 || got.MaxRSS < 1<<20 || got.PID <= 0 || !got.Finished.After(got.Started) {
		t.Errorf("cpu %v rss %d pid %d", got.CPU, got.MaxRSS, got.PID)
	}
}

func TestRunManyAtOnce(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range 40 {
				want := fmt.Sprintf("%d-%d", i, k)
				out, err := process.Run(t.Context(), process.Direct{}, bash("echo "+want))
				if err != nil || strings.TrimSpace(string(out.Stdout.Kept)) != want {
					t.Errorf("%s: %q %v", want, out.Stdout.Kept, err)
					return
				}
			}
		})
	}
	wg.Wait()
	if err := unix.Access("/proc/self/fd", unix.R_OK); err != nil {
		t.Error(err)
	}
}

func BenchmarkBareBash(b *testing.B) {
	for b.Loop() {
		if _, err := exec.CommandContext(b.Context(), "/bin/bash", "-c", "true").Output(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDirectBash(b *testing.B) {
	for b.Loop() {
		if _, err := process.Run(b.Context(), process.Direct{}, bash("true")); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDirectTrue(b *testing.B) {
	s := process.Spec{Path: "/bin/true", Argv: []string{"true"}}
	for b.Loop() {
		if _, err := process.Run(b.Context(), process.Direct{}, s); err != nil {
			b.Fatal(err)
		}
	}
}
