package confine_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"passepartout/confine"
	"passepartout/gates/corpus"
	"passepartout/pipeline"
	"passepartout/process"
)

// TestCorpusTouchesNothingOutside really executes the commands that the gates
// must stop, as if every gate had failed, and looks whether anything outside
// the profile was touched. It runs as an ordinary user (TestAsOrdinaryUser
// brings it there) and as root of a jail, never as root of the machine: a
// mistake of the sandbox must not cost somebody's. Only in a machine that is
// thrown away (TestAsRealRoot) does it run as real root. It takes 4,700
// commands, evenly from all of them, with bubblewrap, which is slower and no
// default, 1,200, where the machine is emulated 540, so that the time it takes
// does not grow with the corpus; or all with PP_CORPUS=all.
func TestCorpusTouchesNothingOutside(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 && !inJail() && !confine.InMachine() {
		return
	}
	for _, builder := range corpusBuilders() {
		t.Run(builder, func(t *testing.T) { runCorpus(t, builder) })
	}
}

// corpusBuilders are those under which the corpus can run safely even if they
// have holes. The thread builder is not among them: it shows a command all
// processes of its user. Bubblewrap is not for root.
func corpusBuilders() []string {
	if inJail() || confine.InMachine() {
		return []string{confine.BuilderZygote}
	}
	return []string{confine.BuilderZygote, confine.BuilderBubblewrap}
}

func runCorpus(t *testing.T, builder string) {
	t.Helper()
	cases, err := corpus.Own()
	if err != nil {
		t.Fatal(err)
	}
	cases = slices.DeleteFunc(cases, func(k corpus.Case) bool { return k.Expect == "allow" })
	most := 4700
	if builder == confine.BuilderBubblewrap {
		most = 1200
	}
	if confine.InMachine() {
		most = 540
	}
	if os.Getenv("PP_CORPUS") == "all" {
		most = len(cases)
	}
	world := newCanary(t)
	c := open(t, builder)
	p := confine.ProfileOf([]pipeline.Effect{{Kind: pipeline.KindCode}}, confine.Base{
		Workspace: []string{world.ws}, Scratch: world.scratch,
		Limits: confine.Limits{Memory: 256 << 20, PIDs: 48, CPU: time.Second, FileSize: 8 << 20, Temp: 32 << 20},
	})
	before := world.state(t)
	todo := make(chan corpus.Case)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for k := range todo {
				s := bash(k.Command)
				s.Dir, s.Timeout, s.Grace = "/", 400*time.Millisecond, 50*time.Millisecond
				s.Env = append(s.Env, "HOME="+world.scratch)
				if _, err := c.Run(t.Context(), "a", p, s); err != nil && !errors.Is(err, process.ErrInvalid) {
					t.Errorf("%s: %v", k.ID, err)
				}
			}
		})
	}
	ran := min(most, len(cases))
	for i := range ran {
		todo <- cases[i*len(cases)/ran]
	}
	close(todo)
	wg.Wait()
	t.Logf("%d commands ran as user %d", ran, os.Geteuid())
	if after := world.state(t); after != before {
		t.Errorf("the world outside has changed:\n%s\n%s", before, after)
	}
	if n := world.knocks.Load(); n != 0 {
		t.Errorf("%d connections reached the world outside", n)
	}
	if _, err := os.Stat(filepath.Join(world.outside, "file")); err != nil {
		t.Error(err)
	}
	// The sandbox still serves. Without a group of its own a command shares the
	// kernel's limit with what other tests start at this moment, bombs among it.
	p.Limits.PIDs = 4096
	if out, err := c.Run(t.Context(), "a", p, bash("echo fine")); err != nil || string(out.Stdout.Kept) != "fine\n" {
		t.Errorf("afterwards: %q %v", out.Stdout.Kept, err)
	}
}

// TestCorpusAsRoot does the same with a worker that is root.
func TestCorpusAsRoot(t *testing.T) {
	t.Parallel()
	if inJail() {
		return
	}
	out := runJailed(t, "^TestCorpusTouchesNothingOutside$")
	for line := range strings.Lines(out) {
		if strings.Contains(line, "commands ran as user 0") {
			t.Log(strings.TrimSpace(line))
			return
		}
	}
	t.Errorf("no command ran as root: %s", out)
}
