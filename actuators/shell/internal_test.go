package shell

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"passepartout/confine"
	"passepartout/pipeline"
	"passepartout/process"
)

func TestReadable(t *testing.T) {
	t.Parallel()
	cutOut := func(head, tail string, total int64) (pipeline.Output, int) {
		return pipeline.Output{Kept: []byte(head + tail), Bytes: total, Truncated: true}, len(head)
	}
	whole := func(s string) (pipeline.Output, int) {
		return pipeline.Output{Kept: []byte(s), Bytes: int64(len(s))}, len(s)
	}
	tests := []struct {
		name string
		make func() (pipeline.Output, int)
		want string
	}{
		{"plain", func() (pipeline.Output, int) { return whole("grün\n") }, "grün\n"},
		{"nothing", func() (pipeline.Output, int) { return whole("") }, ""},
		{"bytes that are no UTF-8", func() (pipeline.Output, int) { return whole("a\xffb\xc3") }, "a\uFFFDb\uFFFD"},
		{"a cut in plain text", func() (pipeline.Output, int) { return cutOut("head", "tail", 1008) }, "head\n[… 1,000 bytes left out …]\ntail"},
		// ü is c3 bc and é is c3 a9: joined, the halves c3|a9 would be a letter
		// that was never printed.
		{"two halves that would make a third", func() (pipeline.Output, int) { return cutOut("x\xc3", "\xa9y", 10) }, "x\n[… 8 bytes left out …]\ny"},
		{"half of a long one", func() (pipeline.Output, int) { return cutOut("x\xf0\x9f\x98", "\x98\x80y", 20) }, "x\n[… 18 bytes left out …]\ny"},
		{"a cut out of range", func() (pipeline.Output, int) { o, _ := cutOut("ab", "", 9); return o, 99 }, "ab"},
	}
	for _, tt := range tests {
		if got := readable(tt.make()); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestReadableIsAlwaysUTF8(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		kept := rapid.SliceOf(rapid.Byte()).Draw(rt, "kept")
		cut := rapid.IntRange(-1, len(kept)+1).Draw(rt, "cut")
		out := pipeline.Output{Kept: kept, Bytes: int64(len(kept) + 7), Truncated: rapid.Bool().Draw(rt, "truncated")}
		if got := readable(out, cut); !utf8.ValidString(got) {
			rt.Fatalf("%q", got)
		}
	})
}

// TestAccountFitsAnEvent prints what grows most in JSON.
func TestAccountFitsAnEvent(t *testing.T) {
	t.Parallel()
	bells := pipeline.Output{Kept: []byte(strings.Repeat("\x07", maxOutput)), Bytes: 1 << 30, Truncated: true}
	r, err := tell(plan{Argv: []string{"yes"}}, process.Outcome{Stdout: bells, Stderr: bells, StdoutCut: maxOutput / 2, StderrCut: maxOutput / 2}, pipeline.Proposal{}, nil)
	if err != nil || len(r.Data) > maxData {
		t.Fatalf("%d bytes, %v", len(r.Data), err)
	}
	var a Account
	if err := json.Unmarshal(r.Data, &a); err != nil || !a.Truncated || a.StdoutBytes != 1<<30 || len(a.Stdout) < 10_000 {
		t.Errorf("kept %d of stdout, %v", len(a.Stdout), err)
	}
}

func TestTrouble(t *testing.T) {
	t.Parallel()
	stderr := func(s string) pipeline.Output { return pipeline.Output{Kept: []byte(s), Bytes: int64(len(s))} }
	tests := []struct {
		name      string
		o         process.Outcome
		code      pipeline.Code
		retryable bool
		says      string
	}{
		{"all well", process.Outcome{}, "", false, ""},
		{"exit 1", process.Outcome{ExitCode: 1, Stderr: stderr("usage\nno such branch\n\n")}, pipeline.CodeNonzeroExit, false, "no such branch"},
		{"its own 124 is no timeout", process.Outcome{ExitCode: 124}, pipeline.CodeNonzeroExit, false, "exited with 124"},
		{"126", process.Outcome{ExitCode: 126}, pipeline.CodePermissionDenied, false, "126"},
		{"127", process.Outcome{ExitCode: 127, Stderr: stderr("bash: foo: command not found")}, pipeline.CodeNotFound, false, "foo"},
		{"the kernel refused", process.Outcome{ExitCode: 1, Stderr: stderr("touch: /etc/x: Permission denied\n")}, pipeline.CodePermissionDenied, false, "/etc/x"},
		{"deadline", process.Outcome{ExitCode: 143, Signal: "SIGTERM", TimedOut: true}, pipeline.CodeTimedOut, true, "1s"},
		{"deadline, killed", process.Outcome{ExitCode: 137, Signal: "SIGKILL", TimedOut: true, Killed: true}, pipeline.CodeTimedOut, false, "had to be killed"},
		{"too much output", process.Outcome{OutputLimit: true, Signal: "SIGTERM"}, pipeline.CodeOutputLimit, false, "printed more"},
		{"memory", process.Outcome{Limit: "memory", Signal: "SIGKILL"}, pipeline.CodeNonzeroExit, false, "memory"},
		{"a crash", process.Outcome{ExitCode: 139, Signal: "SIGSEGV"}, pipeline.CodeNonzeroExit, false, "SIGSEGV"},
		{"cancelled", process.Outcome{Canceled: true, Signal: "SIGTERM"}, pipeline.CodeUnavailable, false, "half-way"},
	}
	for _, tt := range tests {
		e := trouble(tt.o, time.Second)
		if tt.code == "" {
			if e != nil {
				t.Errorf("%s: %v", tt.name, e)
			}
			continue
		}
		if e == nil || e.Code != tt.code || e.Retryable != tt.retryable || !strings.Contains(e.Message, tt.says) || e.Hint == "" {
			t.Errorf("%s: %+v", tt.name, e)
		}
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{-1: "0", 0: "0", 7: "7", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := plain(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestNotRun(t *testing.T) {
	t.Parallel()
	own := &pipeline.Error{Code: pipeline.CodePaused, Message: "paused"}
	tests := []struct {
		err       error
		code      pipeline.Code
		retryable bool
		says      string
	}{
		{fs.ErrNotExist, pipeline.CodeNotFound, false, "deploy"},
		{fs.ErrPermission, pipeline.CodePermissionDenied, false, "deploy"},
		{context.Canceled, pipeline.CodeUnavailable, true, "not begun"},
		{context.DeadlineExceeded, pipeline.CodeTimedOut, true, "not begun"},
		{&confine.UnavailableError{Builder: "thread", Missing: []string{"netns"}, Why: "secret of the host"}, pipeline.CodeUnavailable, false, "netns is missing"},
		{errors.New("secret of the host"), pipeline.CodeUnavailable, true, "could not be begun"},
		{own, pipeline.CodePaused, false, "paused"},
	}
	for _, tt := range tests {
		e := notRun(fmt.Errorf("start: %w", tt.err), "deploy")
		if e.Code != tt.code || e.Retryable != tt.retryable || !strings.Contains(e.Message, tt.says) || strings.Contains(e.Message+e.Hint, "secret") {
			t.Errorf("%v: told %+v", tt.err, e)
		}
	}
}
