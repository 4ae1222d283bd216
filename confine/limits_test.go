package confine_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"passepartout/confine"
)

// TestLimits stops what eats the machine, names what stopped it, and finds
// nothing left.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, builder := range []string{confine.BuilderZygote, confine.BuilderThread} {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			testLimits(t, builder)
		})
	}
}

func testLimits(t *testing.T, builder string) {
	t.Helper()
	c := open(t, builder)
	ws := t.TempDir()
	for _, tc := range []struct {
		name, script, limit string
		timeout             time.Duration
	}{
		{"memory", "perl -e '$x = q(x) x (400 << 20); print length $x'", "memory", 0},
		{"fork bomb", "f() { f | f & }; f; sleep 0.5; exit 9", "processes", 0},
		{"fork bomb to the deadline", "f() { f | f & f; }; f", "", time.Second},
		{"cpu", "while :; do :; done", "cpu", 0},
		{"large file", "head -c 40m /dev/zero >big", "", 0},
		{"large file, signal", "exec head -c 40m /dev/zero >big", "file_size", 0},
		{"full /tmp", "for i in 1 2 3 4 5 6 7 8; do head -c 10m /dev/zero >/tmp/$i || exit 7; done", "", 0},
	} {
		if builder == confine.BuilderThread && tc.name == "full /tmp" {
			continue // it has none of its own
		}
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := confine.ProfileOf(nil, confine.Base{Scratch: ws, Limits: confine.Limits{
				Memory: 100 << 20, PIDs: 40, CPU: time.Second, FileSize: 20 << 20, Temp: 40 << 20,
			}})
			if tc.limit != "cpu" {
				p.Limits.CPU = 20 * time.Second // an emulated machine takes longer
			}
			s := bash(tc.script)
			s.Dir = ws
			s.Grace = 200 * time.Millisecond
			if tc.timeout != 0 {
				s.Timeout = tc.timeout
			}
			out, err := c.Run(t.Context(), tc.name, p, s)
			if err != nil {
				t.Fatal(err)
			}
			want := tc.limit
			if builder == confine.BuilderThread && want == "memory" {
				want = "" // bounded for each process, since a group would count the worker
			}
			if !c.Has(confine.LayerCgroup) && (want == "memory" || want == "processes") {
				want = "" // held by limits of each process, which have no name
			}
			if out.Limit != want && want != "" || out.ExitCode == 0 || out.TimedOut != (tc.timeout != 0) {
				t.Errorf("limit %q exit %d signal %q timed out %v stderr %.300q", out.Limit, out.ExitCode, out.Signal, out.TimedOut, out.Stderr.Kept)
			}
			// The sandbox is as good as new. Where the kernel counts the processes of a
			// user, those of the bombs beside this one are among them for a while, so
			// that bash finds no room for rm, and gives up after a quarter of a minute.
			for left := 3; ; left-- {
				out, err := c.Run(t.Context(), tc.name, p, bash("rm -f $TMPDIR/*; echo fine"))
				if err == nil && string(out.Stdout.Kept) == "fine\n" {
					break
				}
				if left == 0 || c.Has(confine.LayerCgroup) || err != nil {
					t.Errorf("afterwards: %q %q %v", out.Stdout.Kept, out.Stderr.Kept, err)
					break
				}
			}
		})
	}
	t.Cleanup(func() { _ = os.Remove(filepath.Join(ws, "big")) })
}

// TestBubblewrapBoundsProcesses is not parallel: the kernel's limit counts all
// processes of a user, and other tests measure theirs.
//
//nolint:paralleltest // see above
func TestBubblewrapBoundsProcesses(t *testing.T) {
	if os.Geteuid() == 0 {
		return // bubblewrap is for others
	}
	c := open(t, confine.BuilderBubblewrap)
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir(), Limits: confine.Limits{PIDs: 150}})
	s := bash(`perl -e 'for my $n (1..4000) { my $p = fork; if (!defined $p) { print "stopped\n"; exit 7 } if (!$p) { sleep 9; exit } }'`)
	if out, err := c.Run(t.Context(), "a", p, s); err != nil || out.ExitCode != 7 || string(out.Stdout.Kept) != "stopped\n" {
		t.Errorf("exit %d %v: %s%s", out.ExitCode, err, out.Stdout.Kept, out.Stderr.Kept)
	}
}
