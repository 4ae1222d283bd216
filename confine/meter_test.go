package confine_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"passepartout/confine"
	"passepartout/pipeline"
	"passepartout/process"
)

const diskLimit = 24 << 20

// filler is run under a limit on all that it writes.
func filler(t *testing.T, c *confine.Confiner, owner, ws, script string) process.Outcome {
	t.Helper()
	p := confine.ProfileOf([]pipeline.Effect{{Kind: pipeline.KindCode}}, confine.Base{
		Workspace: []string{ws}, Scratch: ws, Limits: confine.Limits{Disk: diskLimit},
	})
	s := bash(script)
	s.Dir, s.Grace, s.Timeout = ws, 100*time.Millisecond, 90*time.Second // bash is slow on a busy machine
	out, err := c.Run(t.Context(), owner, p, s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// endless are commands that fill a disk with more than one file. All of them
// stop at ten times the limit: this disk is others', too.
func endless() map[string]string {
	return map[string]string{
		"small files":            "i=0; while ((i < 30000)); do echo x >f$i; ((++i)); done; sleep 60",
		"files of a megabyte":    "for i in {1..240}; do head -c 1M /dev/zero >f$i; done; sleep 60",
		"folders":                "for i in {1..60}; do mkdir -p d$i/{0..9}/{0..9}/{0..2}; done; sleep 60",
		"old files, longer":      "for k in {1..60}; do for i in 1 2 3 4; do head -c 1M /dev/zero >>old$i; done; done; sleep 60",
		"removed and open":       "for i in {10..130}; do eval \"exec $i>gone\"; rm gone; head -c 2M /dev/zero >&$i; done; sleep 60",
		"reserved":               "for i in {1..60}; do fallocate -l 4M r$i; done; sleep 60",
		"by a child that leaves": "(setsid bash -c 'for i in {1..240}; do head -c 1M /dev/zero >f$i; done; sleep 60' &) ; sleep 60",
	}
}

// TestDiskFillersAreStopped: whatever way a command fills the disk, it is
// ended and the limit is named.
func TestDiskFillersAreStopped(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			c := open(t, builder)
			for name, script := range endless() {
				if builder != confine.BuilderZygote && (name == "folders" || name == "reserved" || name == "files of a megabyte") {
					continue // the meter is the same one; this machine's disk is spared
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					ws := t.TempDir()
					for _, f := range []string{"old1", "old2", "old3", "old4"} {
						if err := os.WriteFile(filepath.Join(ws, f), nil, 0o600); err != nil {
							t.Fatal(err)
						}
					}
					out := filler(t, c, name, ws, script)
					if out.Limit != "disk" || out.TimedOut || out.ExitCode == 0 {
						t.Errorf("limit %q exit %d timed out %v: %.300s", out.Limit, out.ExitCode, out.TimedOut, out.Stderr.Kept)
					}
				})
			}
		})
	}
}

// TestAFillerIsFoundThoughOthersGiveBack: for each megabyte that the command
// takes, somebody else removes two, so that the disk only seems to get emptier.
func TestAFillerIsFoundThoughOthersGiveBack(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderZygote)
	ws, elsewhere := t.TempDir(), t.TempDir()
	const rounds = 3 * diskLimit >> 20
	at := func(i int) string { return filepath.Join(elsewhere, strconv.Itoa(i)) }
	for i := range rounds {
		if err := os.WriteFile(at(i), make([]byte, 2<<20), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	round := 0
	giveBack := sink(func() {
		err := errors.Join(os.Remove(at(round)), os.WriteFile(filepath.Join(ws, "go"+strconv.Itoa(round)), nil, 0o600))
		if round++; err != nil {
			t.Error(err)
		}
	})
	p := confine.ProfileOf([]pipeline.Effect{{Kind: pipeline.KindCode}}, confine.Base{
		Workspace: []string{ws}, Scratch: ws, Limits: confine.Limits{Disk: diskLimit},
	})
	s := bash("for ((i = 0; i < " + strconv.Itoa(rounds) + "; i++)); do head -c 1M /dev/zero >f$i; echo x; while [ ! -e go$i ]; do sleep 0.02; done; done; sleep 60")
	s.Dir, s.Grace, s.Timeout, s.Sink = ws, 100*time.Millisecond, 90*time.Second, giveBack
	out, err := c.Run(t.Context(), "filler", p, s)
	if err != nil {
		t.Fatal(err)
	}
	if out.Limit != "disk" || out.TimedOut || out.ExitCode == 0 {
		t.Errorf("limit %q exit %d timed out %v: %.300s", out.Limit, out.ExitCode, out.TimedOut, out.Stderr.Kept)
	}
}

// TestDiskOfNeighboursIsNotHeldAgainstOne: others fill the same disk outside
// of a command's folders, or in them before it began.
func TestDiskOfNeighboursIsNotHeldAgainstOne(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderZygote)
	ws, elsewhere := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(ws, "old"), make([]byte, 3*diskLimit), 0o600); err != nil {
		t.Fatal(err)
	}
	s := make(chan process.Outcome)
	go func() { s <- filler(t, c, "a", ws, "for i in {1..10}; do echo x >f$i; sleep 0.2; done; echo fine") }()
	megabyte := []byte(strings.Repeat("x", 1<<20))
	f, err := os.Create(filepath.Join(elsewhere, "big"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for range 3 * diskLimit >> 20 {
		if _, err := f.Write(megabyte); err != nil {
			t.Fatal(err)
		}
	}
	if out := <-s; out.Limit != "" || string(out.Stdout.Kept) != "fine\n" {
		t.Errorf("limit %q exit %d", out.Limit, out.ExitCode)
	}
}

// TestTheFillerAnswersNotTheServer: two commands share a folder.
func TestTheFillerAnswersNotTheServer(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderZygote)
	ws := t.TempDir()
	var wg sync.WaitGroup
	began := make(chan struct{})
	wg.Go(func() {
		p := confine.ProfileOf([]pipeline.Effect{{Kind: pipeline.KindCode}}, confine.Base{
			Workspace: []string{ws}, Scratch: ws, Limits: confine.Limits{Disk: diskLimit},
		})
		s := bash("echo up; while [ ! -e over ]; do sleep 0.05; done; echo fine")
		s.Dir, s.Sink = ws, onFirst(func() { close(began) })
		if out, err := c.Run(t.Context(), "server", p, s); err != nil || out.Limit != "" || string(out.Stdout.Kept) != "up\nfine\n" {
			t.Errorf("the server: limit %q exit %d %v", out.Limit, out.ExitCode, err)
		}
	})
	<-began
	for range 2 { // and what one has left is not added to the next one's
		if out := filler(t, c, "filler", ws, "for i in {1..14}; do head -c 1M /dev/zero >s$i-$RANDOM; done"); out.Limit != "" {
			t.Errorf("below the limit: %q", out.Limit)
		}
	}
	if out := filler(t, c, "filler", ws, endless()["files of a megabyte"]); out.Limit != "disk" {
		t.Errorf("the filler: %q", out.Limit)
	}
	if err := os.WriteFile(filepath.Join(ws, "over"), nil, 0o600); err != nil {
		t.Error(err)
	}
	wg.Wait()
}
