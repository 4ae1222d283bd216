package confine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"passepartout/confine"
)

func TestManyAtOnceShareOneZygote(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderZygote)
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			for k := range 15 {
				want := fmt.Sprintf("%d-%d", i, k)
				out, err := c.Run(t.Context(), "a", p, bash("echo "+want+"; (exit 3)"))
				if err != nil || strings.TrimSpace(string(out.Stdout.Kept)) != want || out.ExitCode != 3 {
					t.Errorf("%s: %q %d %v", want, out.Stdout.Kept, out.ExitCode, err)
				}
			}
		})
	}
	wg.Wait()
	if n := len(zygotesBelow(t, os.Getpid(), p.Scratch)); n > 1 {
		t.Errorf("%d zygotes for one agent and view", n)
	}
}

// zygotesBelow finds the zygotes of this process that show a path.
func zygotesBelow(t *testing.T, parent int, shown string) []int {
	t.Helper()
	var out []int
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		raw, _ := os.ReadFile(f)
		var pid, ppid int
		var name, state string
		if _, err := fmt.Sscan(string(raw), &pid, &name, &state, &ppid); err != nil || ppid != parent {
			continue
		}
		mounts, _ := os.ReadFile(fmt.Sprintf("/proc/%d/mountinfo", pid))
		cmd, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.HasPrefix(string(cmd), "passepartout-zygote") && strings.Contains(string(mounts), shown) {
			out = append(out, pid)
		}
	}
	return out
}

func TestAKilledZygoteIsReplaced(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderZygote)
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	for range 3 {
		if out, err := c.Run(t.Context(), "a", p, bash("echo fine")); err != nil || string(out.Stdout.Kept) != "fine\n" {
			t.Fatalf("%q %v", out.Stdout.Kept, err)
		}
		found := zygotesBelow(t, os.Getpid(), p.Scratch)
		if len(found) != 1 {
			t.Fatalf("zygotes: %v", found)
		}
		if err := unix.Kill(found[0], unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
		eventually(t, "it is gone", func() bool {
			raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", found[0]))
			threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", found[0]))
			return len(raw) == 0 || strings.Contains(string(raw), ") Z ") && len(threads) <= 1
		})
	}
	// One that dies under a command takes the command with it, and says so.
	s := bash("echo started; sleep 300")
	killed := make(chan struct{})
	s.Sink = onFirst(func() {
		for _, pid := range zygotesBelow(t, os.Getpid(), p.Scratch) {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		close(killed)
	})
	out, err := c.Run(t.Context(), "a", p, s)
	<-killed
	if err != nil || out.Signal != "SIGKILL" || out.TimedOut {
		t.Errorf("%+v %v", out, err)
	}
}

func TestTooManyViewsEndTheOldest(t *testing.T) {
	t.Parallel()
	c, err := confine.Open(t.Context(), confine.Config{Builder: confine.BuilderZygote, MaxZygotes: 2})
	if err != nil {
		t.Fatal(err)
	}
	base := t.TempDir()
	for i := range 5 {
		scratch := filepath.Join(base, fmt.Sprint(i))
		if err := os.Mkdir(scratch, 0o755); err != nil {
			t.Fatal(err)
		}
		p := confine.ProfileOf(nil, confine.Base{Scratch: scratch})
		if out, err := c.Run(t.Context(), "a", p, bash("echo x >$HOME/f && cat $HOME/f")); err != nil || string(out.Stdout.Kept) != "x\n" {
			t.Fatalf("%q %v %s", out.Stdout.Kept, err, out.Stderr.Kept)
		}
	}
	if n := len(zygotesBelow(t, os.Getpid(), base)); n > 2 {
		t.Errorf("%d zygotes are kept", n)
	}
	if err := c.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if n := len(zygotesBelow(t, os.Getpid(), base)); n != 0 {
		t.Errorf("%d zygotes survive Close", n)
	}
	if _, err := c.Run(t.Context(), "a", confine.ProfileOf(nil, confine.Base{Scratch: base}), bash("true")); err == nil {
		t.Error("a closed confiner starts commands")
	}
}

func TestAgentsDoNotShare(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderZygote)
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	if _, err := c.Run(t.Context(), "a", p, bash("echo mine >/tmp/private/f")); err != nil {
		t.Fatal(err)
	}
	mine, err := c.Run(t.Context(), "a", p, bash("cat /tmp/private/f"))
	if err != nil || string(mine.Stdout.Kept) != "mine\n" {
		t.Errorf("%q %v", mine.Stdout.Kept, err)
	}
	other, err := c.Run(t.Context(), "b", p, bash("cat /tmp/private/f"))
	if err != nil || len(other.Stdout.Kept) != 0 {
		t.Errorf("another agent reads %q, %v", other.Stdout.Kept, err)
	}
}
