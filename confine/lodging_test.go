package confine_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/confine"
	"passepartout/process"
)

// lodgingsBelow counts the processes below a zygote that have not become a
// command: two for each lodging, one for each command that runs.
func lodgingsBelow(t *testing.T, zygote int) int {
	t.Helper()
	below, err := process.Identity{PID: zygote}.Below()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, pid := range below {
		raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.HasPrefix(string(raw), "passepartout-zygote") {
			n++
		}
	}
	return n
}

// warm opens a confiner whose zygote has lodgings ready for a profile.
func warm(t *testing.T, p confine.Profile) (c *confine.Confiner, zygote int) {
	t.Helper()
	c = open(t, confine.BuilderZygote)
	if _, err := c.Run(t.Context(), "a", p, bash("true")); err != nil {
		t.Fatal(err)
	}
	found := zygotesBelow(t, os.Getpid(), p.Scratch)
	if len(found) != 1 {
		t.Fatalf("zygotes: %v", found)
	}
	standing(t, found[0])
	return c, found[0]
}

func standing(t *testing.T, zygote int) {
	t.Helper()
	eventually(t, "a lodging stands ready", func() bool { return lodgingsBelow(t, zygote) >= 2 })
}

// lodged tells of a command when it began, its number in its namespace, how many
// processes and descriptors it sees, and its limits.
const lodged = "cd /proc; p=([0-9]*); set -- $(<$$/stat); echo ${22} $$ ${p[*]} : $(ls self/fd | wc -l); ulimit -a"

// TestALodgingServesOneCommandAtATime runs commands one after the other: each
// was there before it was known, and none meets anything of the last one, which
// did what it could to be remembered.
func TestALodgingServesOneCommandAtATime(t *testing.T) {
	t.Parallel()
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	c, zygote := warm(t, p)
	var limits string
	again := 0
	for i, farewell := range []string{"", "; kill -TERM 1", "; prlimit --pid 1 --nofile=3:3 --cpu=1:1 --nproc=1:1 && echo changed",
		"; prlimit --pid 1 --stack=1000:1000 && echo changed; renice -n 19 -p 1 >/dev/null && echo changed",
		"; ulimit -n 20; umask 777; trap '' TERM HUP; cd /tmp", "; (setsid true &) ; exit 3", "; kill -KILL $$", ""} {
		standing(t, zygote)
		ticks := uptimeTicks(t)
		tick := time.NewTicker(40 * time.Millisecond)
		<-tick.C
		tick.Stop()
		out, err := c.Run(t.Context(), "a", p, bash(lodged+farewell))
		if err != nil {
			t.Fatal(err)
		}
		first, rest, _ := strings.Cut(string(out.Stdout.Kept), "\n")
		f := strings.Fields(first)
		if len(f) != 6 || f[2] != "1" || f[3] != f[1] || f[5] != "4" {
			t.Fatalf("%d: it sees %q", i, f)
		}
		if began, err := strconv.ParseInt(f[0], 10, 64); err != nil || began > ticks+2 {
			t.Errorf("%d: it began at %d, after %d: no lodging served it", i, began, ticks)
		}
		if f[1] != "2" {
			again++
		}
		if limits == "" {
			limits = rest
		}
		if rest != limits {
			t.Errorf("%d: limits %q, not %q", i, rest, limits)
		}
	}
	if again == 0 {
		t.Error("no lodging served twice")
	}
}

// TestALodgingEndsWithWhatIsLeftInIt leaves something in the only one that
// there is, in ways of which each must keep the next command out.
func TestALodgingEndsWithWhatIsLeftInIt(t *testing.T) {
	t.Parallel()
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	c, err := confine.Open(t.Context(), confine.Config{Builder: confine.BuilderZygote, Prepared: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.WithoutCancel(t.Context())) })
	for _, script := range []string{"sleep 300 >/dev/null 2>&1 & exit 0", "setsid -f sleep 300 >/dev/null 2>&1", "sleep 300"} {
		s := bash(script)
		s.Timeout, s.Grace = 400*time.Millisecond, 100*time.Millisecond
		for range 2 { // the first may come before there is a lodging
			if _, err := c.Run(t.Context(), "a", p, s); err != nil {
				t.Fatal(err)
			}
			out, err := c.Run(t.Context(), "a", p, bash("echo $$; cd /proc; echo [0-9]*"))
			if err != nil {
				t.Fatal(err)
			}
			f := strings.Fields(string(out.Stdout.Kept))
			if len(f) != 3 || f[0] != f[2] || f[1] != "1" || f[0] != "2" {
				t.Errorf("after %q: %q", script, f)
			}
			// That one left nothing, so its lodging goes on; this ends it.
			if _, err := c.Run(t.Context(), "a", p, bash("sleep 9 >/dev/null 2>&1 &")); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// uptimeTicks is now as proc_pid_stat(5) counts it: in hundredths of a second.
func uptimeTicks(t *testing.T) int64 {
	t.Helper()
	raw, err := os.ReadFile("/proc/uptime")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(raw), " ")
	s, err := strconv.ParseFloat(first, 64)
	if err != nil {
		t.Fatal(err)
	}
	return int64(s * 100)
}

// TestALodgingIsAsNarrowAsItsCommand gives commands of different rights to
// lodgings that were made before any of them was known.
func TestALodgingIsAsNarrowAsItsCommand(t *testing.T) {
	t.Parallel()
	ws, scratch := t.TempDir(), t.TempDir()
	base := confine.ProfileOf(nil, confine.Base{Workspace: []string{ws}, Scratch: scratch})
	c, zygote := warm(t, base)
	whole, file := base, base
	whole.Write = append([]string{ws}, base.Write...)
	file.Write = append([]string{ws + "/one"}, base.Write...)
	if err := os.WriteFile(ws+"/one", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const script = "(echo x >one) 2>/dev/null && echo one; (echo x >two) 2>/dev/null && echo two; (echo x >$HOME/three) && echo three"
	for range 2 {
		for _, tc := range []struct {
			name string
			p    confine.Profile
			want string
		}{{"nothing", base, "three"}, {"all", whole, "one two three"}, {"one file", file, "one three"}} {
			standing(t, zygote)
			s := bash(script)
			s.Dir = ws
			out, err := c.Run(t.Context(), "a", tc.p, s)
			if got := strings.Join(strings.Fields(string(out.Stdout.Kept)), " "); err != nil || got != tc.want {
				t.Errorf("%s: wrote %q, want %q; %v", tc.name, got, tc.want, err)
			}
			_ = os.Remove(ws + "/two")
		}
	}
	if n := len(zygotesBelow(t, os.Getpid(), scratch)); n != 1 {
		t.Errorf("%d zygotes", n)
	}
}

func TestALodgingTellsWhatItCannotStart(t *testing.T) {
	t.Parallel()
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	c, zygote := warm(t, p)
	for step, s := range map[string]process.Spec{
		"exec /usr/bin/nothing": {Path: "/usr/bin/nothing", Argv: []string{"nothing"}, Dir: "/"},
		"chdir /nowhere":        {Path: "/bin/true", Argv: []string{"true"}, Dir: "/nowhere"},
	} {
		standing(t, zygote)
		_, err := c.Run(t.Context(), "a", p, s)
		if e, ok := errors.AsType[*process.StartError](err); !ok || e.Step != step || !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", step, err)
		}
	}
	standing(t, zygote)
	long := process.Spec{Path: "/bin/echo", Argv: []string{"echo", strings.Repeat("x", 100_000)}, Dir: "/", Keep: 1 << 20}
	if out, err := c.Run(t.Context(), "a", p, long); err != nil || out.Stdout.Bytes != 100_001 {
		t.Errorf("%d bytes, %v", out.Stdout.Bytes, err)
	}
}

func TestALodgingThatDiedIsNotMissed(t *testing.T) {
	t.Parallel()
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	c, zygote := warm(t, p)
	below, err := process.Identity{PID: zygote}.Below()
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range below {
		_ = unix.Kill(pid, unix.SIGKILL)
	}
	eventually(t, "they are buried", func() bool {
		for _, pid := range below {
			if _, err := process.Identify(pid); err == nil {
				return false
			}
		}
		return true
	})
	out, err := c.Run(t.Context(), "a", p, bash("echo fine"))
	if err != nil || string(out.Stdout.Kept) != "fine\n" {
		t.Errorf("%q %v", out.Stdout.Kept, err)
	}
}

func TestLodgingsEndWithTheirZygote(t *testing.T) {
	t.Parallel()
	scratch := t.TempDir()
	p := confine.ProfileOf(nil, confine.Base{Scratch: scratch})
	c, zygote := warm(t, p)
	below, err := process.Identity{PID: zygote}.Below()
	if err != nil || len(below) == 0 {
		t.Fatal(below, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := c.Close(ctx); err != nil {
		t.Fatal(err)
	}
	for _, pid := range below {
		if mounts, err := os.ReadFile(fmt.Sprintf("/proc/%d/mountinfo", pid)); err == nil && strings.Contains(string(mounts), scratch) {
			t.Errorf("%d survives", pid)
		}
	}
}

// TestLodgingsEndWithTheWorker ends a worker by force while a command of its
// zygote goes on: the zygote stays with that one, and with no lodging.
func TestLodgingsEndWithTheWorker(t *testing.T) {
	t.Parallel()
	mark := fmt.Sprintf("350.%d", os.Getpid())
	cmd := exec.CommandContext(t.Context(), testBinary(t), keeper, mark, t.TempDir())
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stdin.Close() }()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var detached process.Identity
	if _, err := fmt.Sscan(line, &detached.PID, &detached.Start); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	zygote := parentOf(t, detached.PID)
	// Two commands with a reaper each, and a lodging of two.
	eventually(t, "a lodging stands ready", func() bool { return marked(mark+"0") == 2 && lodgingsBelow(t, zygote) >= 4 })
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	eventually(t, "the lodgings are gone", func() bool { return lodgingsBelow(t, zygote) == 1 })
	if err := detached.Kill(t.Context()); err != nil {
		t.Error(err)
	}
	eventually(t, "the zygote is gone", func() bool {
		_, err := os.Stat(filepath.Join("/proc", strconv.Itoa(zygote), "mountinfo"))
		return err != nil || lodgingsBelow(t, zygote) == 0
	})
}

func parentOf(t *testing.T, pid int) int {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	var id, parent int
	var name, state string
	if _, err := fmt.Sscan(string(raw), &id, &name, &state, &parent); err != nil {
		t.Fatal(err)
	}
	return parent
}
