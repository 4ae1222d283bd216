package confine_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"passepartout/confine"
)

// TestMicroVMConformance makes every attempt of the conformance suite inside a
// machine. Attempts share one, because each boot takes seconds where it is
// emulated.
func TestMicroVMConformance(t *testing.T) {
	t.Parallel()
	c := openMachine(t)
	if c == nil {
		return
	}
	world := newCanary(t)
	before := world.state(t)
	all := scripts()
	var b strings.Builder
	r := strings.NewReplacer("OUT", world.outside, "WS", world.ws, "SCRATCH", world.scratch, "OTHER", world.other,
		"PORT", world.port, "WORKER", strconv.Itoa(os.Getpid()))
	names := slices.Sorted(maps.Keys(all))
	for _, name := range names {
		fmt.Fprintf(&b, "( : ; %s\n) | sed 's/^/%s: /'\necho 'tried %s'\n", r.Replace(all[name]), strings.ReplaceAll(name, "/", "."), strings.ReplaceAll(name, "/", "."))
	}
	s := bash(b.String())
	s.Timeout = 120 * time.Second
	out, err := c.Run(t.Context(), "a", world.profile(), s)
	said := string(out.Stdout.Kept)
	if err != nil || strings.Contains(said, "ESCAPED") || strings.Count(said, "tried ") != len(names) {
		t.Errorf("%d of %d tried, exit %d, %v:\n%s%s", strings.Count(said, "tried "), len(names), out.ExitCode, err, said, out.Stderr.Kept)
	}
	for _, name := range []string{"all", deadly} {
		s := bash("")
		s.Path, s.Argv = world.exe, []string{attacker, attacker, name, strconv.Itoa(os.Getpid())}
		s.Env = append(s.Env, "CANARY_PORT="+world.port)
		out, err := c.Run(t.Context(), "a", world.profile(), s)
		if err != nil {
			t.Fatal(err)
		}
		held := strings.Count(string(out.Stdout.Kept), "held ")
		if name == deadly && out.Signal != "SIGSYS" || name != deadly && (out.ExitCode != 0 || held != len(attacks(0))-1) {
			t.Errorf("%s: exit %d %s, %d held: %s%s", name, out.ExitCode, out.Signal, held, out.Stdout.Kept, out.Stderr.Kept)
		}
	}
	if after := world.state(t); after != before {
		t.Errorf("the world outside has changed:\n%s\n%s", before, after)
	}
	if n := world.knocks.Load(); n != 0 {
		t.Errorf("%d connections reached the world outside", n)
	}
	if raw, _ := os.ReadFile(world.ws + "/mine"); string(raw) != secret {
		t.Errorf("uncleared file: %q", raw)
	}
}

// TestMicroVMDoesWhatWasCleared is the other half.
func TestMicroVMDoesWhatWasCleared(t *testing.T) {
	t.Parallel()
	c := openMachine(t)
	if c == nil {
		return
	}
	world := newCanary(t)
	if err := os.Mkdir(world.ws+"/dir", 0o755); err != nil {
		t.Fatal(err)
	}
	p := world.profile()
	p.Write, p.Delete = append(p.Write, world.ws+"/dir"), append(p.Delete, world.ws+"/mine")
	var asked []string
	p.Gate = func(_ context.Context, path string, argv []string) error {
		asked = append(asked, path) // one after the other: the script waits for each
		if slices.Contains(argv, "--forbidden") {
			return errors.New("not this one")
		}
		return nil
	}
	s := bash(strings.NewReplacer("WS", world.ws, "SCRATCH", world.scratch).Replace(`set -e
echo x >WS/cleared; cat WS/mine >/dev/null; mkdir -p WS/dir/a/b; echo y >WS/dir/a/b/c; cat WS/dir/a/b/c; rm WS/mine
x=$(mktemp); echo hi >$x; rm $x; sleep 0.01 & wait; echo b | sort | uniq; id -u; date +%Y; cat
cd SCRATCH; git init -q r; ls --forbidden || echo refused; exec 1>&2; echo late; kill -INT $$`))
	s.Dir, s.Stdin = world.ws, strings.NewReader(strings.Repeat("input\n", 20000))
	s.Timeout = time.Minute
	out, err := c.Run(t.Context(), "a", p, s)
	want := fmt.Sprintf("y\nb\n%d\n%d\n", os.Geteuid(), time.Now().Year()) + strings.Repeat("input\n", 20000) + "refused\n"
	if err != nil || out.Stdout.Bytes != int64(len(want)) || !strings.HasPrefix(string(out.Stdout.Kept), want[:100]) || out.Signal != "SIGINT" {
		t.Errorf("exit %d %q %v: %d bytes, want %d: %.200s %s", out.ExitCode, out.Signal, err, out.Stdout.Bytes, len(want), out.Stdout.Kept, out.Stderr.Kept)
	}
	if raw, _ := os.ReadFile(world.ws + "/dir/a/b/c"); string(raw) != "y\n" {
		t.Errorf("what it wrote: %q", raw)
	}
	if _, err := os.Stat(world.ws + "/mine"); err == nil {
		t.Error("the cleared deletion did not happen")
	}
	if len(asked) < 5 || !slices.Contains(asked, "/usr/bin/sort") && !slices.Contains(asked, "/bin/sort") {
		t.Errorf("the gate saw %v", asked)
	}
}

// TestMicroVMRefuses says no where it has no way, before anything boots.
func TestMicroVMRefuses(t *testing.T) {
	t.Parallel()
	for name, vm := range map[string]confine.MicroVM{
		"no kernel":   {Accel: confine.AccelTCG, Kernel: "/nowhere/kernel", Image: "/nowhere/image"},
		"zero value":  {Accel: confine.AccelTCG},
		"accelerator": {Accel: "hax"},
	} {
		if _, err := confine.Open(t.Context(), confine.Config{Builder: confine.BuilderMicroVM, MicroVM: vm}); !errors.Is(err, confine.ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := openMachine(t)
	if c == nil {
		return
	}
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	s := bash("true")
	s.Detached = true
	if _, _, err := c.Starter("a", p).Start(t.Context(), s, [3]*os.File{}); !errors.Is(err, confine.ErrUnavailable) || !errors.Is(err, confine.ErrDetached) {
		t.Errorf("detached: %v", err)
	}
	missing := bash("")
	missing.Path, missing.Argv = "/usr/bin/no-such-program", []string{"x"}
	if _, err := c.Run(t.Context(), "a", p, missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing program: %v", err)
	}
}

// TestMicroVMLimits stops what eats the machine or outlives its command.
func TestMicroVMLimits(t *testing.T) {
	t.Parallel()
	c := openMachine(t)
	if c == nil {
		return
	}
	ws := t.TempDir()
	for _, tc := range []struct {
		name, script, limit string
		timeout             time.Duration
		ceiling             int64
	}{
		{"memory", "x=$(head -c 400m /dev/zero | tr '\\0' x); echo ${#x}", "memory", 0, 0},
		{"fork bomb", "f() { f | f & }; f; sleep 1; exit 9", "processes", 0, 0},
		{"cpu", "while :; do :; done", "cpu", 0, 0},
		{"large file", "exec head -c 40m /dev/zero >big", "file_size", 0, 0},
		{"full /tmp", "for i in 1 2 3 4 5 6 7 8; do head -c 10m /dev/zero >/tmp/$i || exit 7; done", "", 0, 0},
		{"deadline", "trap '' TERM; (setsid bash -c 'trap \"\" TERM; sleep 4711' &); while :; do sleep 4711; done", "", 500 * time.Millisecond, 0},
		{"ceiling", "yes", "", 0, 1 << 20},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := confine.ProfileOf(nil, confine.Base{Scratch: ws, Limits: confine.Limits{
				Memory: 100 << 20, PIDs: 40, CPU: 20 * time.Second, FileSize: 20 << 20, Temp: 40 << 20,
			}})
			if tc.limit == "cpu" {
				p.Limits.CPU = time.Second
			}
			s := bash(tc.script)
			s.Dir, s.Timeout, s.Grace, s.Ceiling = ws, time.Minute, 300*time.Millisecond, tc.ceiling
			if tc.timeout != 0 {
				s.Timeout = tc.timeout
			}
			out, err := c.Run(t.Context(), tc.name, p, s)
			if err != nil {
				t.Fatal(err)
			}
			if out.Limit != tc.limit && tc.limit != "" || out.ExitCode == 0 || out.TimedOut != (tc.timeout != 0) || out.OutputLimit != (tc.ceiling != 0) {
				t.Errorf("limit %q exit %d signal %q timed out %v output limit %v stderr %.300q", out.Limit, out.ExitCode, out.Signal, out.TimedOut, out.OutputLimit, out.Stderr.Kept)
			}
			if _, err := os.Stat("/proc/" + strconv.Itoa(out.PID)); err == nil {
				t.Errorf("process %d is still there", out.PID)
			}
			_ = os.Remove(filepath.Join(ws, "big"))
		})
	}
}
