package process_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/process"
)

// begin starts a command as the background table does.
func begin(t *testing.T, script string) (int, process.Child) {
	t.Helper()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	pid, c, err := process.Direct{}.Start(t.Context(), bash(script), [3]*os.File{null, null, null})
	if err != nil {
		t.Fatal(err)
	}
	return pid, c
}

func TestIdentityKillsTheTree(t *testing.T) {
	t.Parallel()
	marker := fmt.Sprintf("310.%d", os.Getpid())
	pid, c := begin(t, strings.ReplaceAll("(setsid sleep MARK &); sleep MARK & sleep MARK", "MARK", marker))
	id, err := process.Identify(pid)
	if err != nil || !id.Alive() {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return len(survivors(t, marker)) >= 4 })
	if below, err := id.Below(); err != nil || len(below) < 4 {
		t.Errorf("below %v, %v", below, err)
	}
	if err := id.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := survivors(t, marker); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if e, err := c.Wait(); err != nil || e.Signal != unix.SIGKILL {
		t.Errorf("exit %+v, %v", e, err)
	}
	if err := c.Kill(t.Context()); err != nil {
		t.Error(err)
	}
	if id.Alive() {
		t.Error("alive")
	}
}

func TestIdentityNeverHitsAnother(t *testing.T) {
	t.Parallel()
	pid, c := begin(t, "sleep 300")
	id, err := process.Identify(pid)
	if err != nil {
		t.Fatal(err)
	}
	other := process.Identity{PID: id.PID, Start: id.Start + 1}
	if err := other.Signal(unix.SIGTERM); !errors.Is(err, process.ErrGone) {
		t.Errorf("signal: %v", err)
	}
	if err := other.Kill(t.Context()); !errors.Is(err, process.ErrGone) {
		t.Errorf("kill: %v", err)
	}
	if !id.Alive() || other.Alive() {
		t.Error("the wrong one is alive")
	}
	if err := id.Signal(unix.SIGTERM); err != nil {
		t.Error(err)
	}
	if e, err := c.Wait(); err != nil || e.Signal != unix.SIGTERM {
		t.Errorf("exit %+v, %v", e, err)
	}
	if err := c.Kill(t.Context()); err != nil {
		t.Error(err)
	}
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for range 2000 {
		if done() {
			return
		}
		<-tick.C
	}
	t.Fatal("it never happened")
}
