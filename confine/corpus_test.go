package confine_test

import (
	"errors"
	"os"
	"path/filepath"
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
// the profile was touched. It runs as an ordinary user only (TestAsOrdinaryUser
// brings it there): a mistake of the sandbox must not cost somebody's machine.
// It takes every seventh command, or all of them with PP_CORPUS=all.
func TestCorpusTouchesNothingOutside(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		return
	}
	cases, err := corpus.Own()
	if err != nil {
		t.Fatal(err)
	}
	step := 7
	if os.Getenv("PP_CORPUS") == "all" {
		step = 1
	}
	world := newCanary(t)
	c := open(t, confine.BuilderZygote)
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
	ran := 0
	for i, k := range cases {
		if k.Expect == "allow" || i%step != 0 {
			continue
		}
		ran++
		todo <- k
	}
	close(todo)
	wg.Wait()
	t.Logf("%d commands ran", ran)
	if after := world.state(t); after != before {
		t.Errorf("the world outside has changed:\n%s\n%s", before, after)
	}
	if n := world.knocks.Load(); n != 0 {
		t.Errorf("%d connections reached the world outside", n)
	}
	if _, err := os.Stat(filepath.Join(world.outside, "file")); err != nil {
		t.Error(err)
	}
	// The sandbox still serves.
	if out, err := c.Run(t.Context(), "a", p, bash("echo fine")); err != nil || string(out.Stdout.Kept) != "fine\n" {
		t.Errorf("afterwards: %q %v", out.Stdout.Kept, err)
	}
}
