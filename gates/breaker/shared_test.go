package breaker_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"passepartout/gates/breaker"
	"passepartout/internal/tally"
	"passepartout/pipeline"
)

// learned is a worker that has just started and was told what is in the store.
func learned(t *testing.T, store *tally.Memory, sessions ...string) *breaker.Gate {
	t.Helper()
	g := breaker.Shared(breaker.Config{Refusals: 3}, store, start)
	for _, s := range sessions {
		key := breaker.Key(in(s, 0).Signal.Principal, s)
		body, rev, err := store.Get(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		g.Learn(key, body, rev, false)
	}
	g.Whole(true)
	return g
}

func outcome(t *testing.T, g *breaker.Gate, session string) pipeline.Verdict {
	t.Helper()
	v, err := g.Check(t.Context(), in(session, pipeline.KindWrite))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestARestartEndsNoRun(t *testing.T) {
	t.Parallel()
	store := tally.NewMemory()
	first := breaker.Shared(breaker.Config{Refusals: 3}, store, start)
	refuse(t, first, "s", 1, 2)
	second := learned(t, store, "s")
	refuse(t, second, "s", 2) // delivered again
	if v := outcome(t, second, "s"); v.Outcome != pipeline.Allow {
		t.Errorf("two refusals: %+v", v)
	}
	refuse(t, second, "s", 3)
	if v := outcome(t, second, "s"); v.Outcome != pipeline.Hold || v.Rule != "repeated-refusals" {
		t.Errorf("three refusals over a restart: %+v", v)
	}
	third := learned(t, store, "s")
	if v := outcome(t, third, "s"); v.Outcome != pipeline.Hold {
		t.Errorf("open, and started again: %+v", v)
	}
	observe(t, third, "s", 4, breaker.Ended)
	if v := outcome(t, learned(t, store, "s"), "s"); v.Outcome != pipeline.Hold {
		t.Errorf("closed by a look: %+v", v)
	}
	observe(t, third, "s", 5, breaker.Approved)
	if v := outcome(t, learned(t, store, "s"), "s"); v.Outcome != pipeline.Allow {
		t.Errorf("approved, and started again: %+v", v)
	}
}

// Refusals at several workers add up, though none has heard of the others'.
func TestWorkersAddUp(t *testing.T) {
	t.Parallel()
	store := tally.NewMemory()
	for id := range 2 {
		g := breaker.Shared(breaker.Config{Refusals: 3}, store, start)
		refuse(t, g, "s", id)
	}
	last := breaker.Shared(breaker.Config{Refusals: 3}, store, start)
	last.Whole(true)
	refuse(t, last, "s", 7)
	if v := outcome(t, last, "s"); v.Outcome != pipeline.Hold {
		t.Errorf("three refusals at three workers: %+v", v)
	}
}

func TestUntilAllIsKnown(t *testing.T) {
	t.Parallel()
	g := breaker.Shared(breaker.Config{}, tally.NewMemory(), start)
	if v := outcome(t, g, "s"); v.Outcome != pipeline.Hold || v.Rule != "unknown" || v.Hint == "" {
		t.Errorf("before: %+v", v)
	}
	g.Whole(true)
	if v := outcome(t, g, "s"); v.Outcome != pipeline.Allow {
		t.Errorf("after: %+v", v)
	}
	g.Whole(false)
	if v := outcome(t, g, "s"); v.Outcome != pipeline.Hold {
		t.Errorf("not told any more: %+v", v)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	store := tally.NewMemory()
	key := breaker.Key(in("s", 0).Signal.Principal, "s")
	rev, err := store.Write(t.Context(), key, []byte("{}"), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	g := learned(t, store, "s")
	refuse(t, g, "s", 1)
	if v := outcome(t, g, "s"); v.Outcome != pipeline.Hold || v.Rule != "unreadable" || v.Hint == "" {
		t.Errorf("got %+v", v)
	}
	// One that has not been told finds out when it writes.
	late := breaker.Shared(breaker.Config{}, store, start)
	late.Whole(true)
	refuse(t, late, "s", 1)
	if v := outcome(t, late, "s"); v.Outcome != pipeline.Hold {
		t.Errorf("found out: %+v", v)
	}
	for _, g := range []*breaker.Gate{g, late} {
		g.Learn(key, nil, rev+1, true)
		if v := outcome(t, g, "s"); v.Outcome != pipeline.Allow {
			t.Errorf("begun anew: %+v", v)
		}
	}
}

var errDown = errors.New("down")

type down struct{ *tally.Memory }

func (down) Write(context.Context, string, []byte, uint64, time.Duration) (uint64, error) {
	return 0, errDown
}

// A refusal that cannot be noted must not be told, and is noted when it comes
// again.
func TestStoreDown(t *testing.T) {
	t.Parallel()
	g := breaker.Shared(breaker.Config{Refusals: 1}, down{tally.NewMemory()}, start)
	if err := g.Observe(t.Context(), in("s", 0).Signal, "1", breaker.Refused); !errors.Is(err, errDown) {
		t.Errorf("got %v", err)
	}
	if err := g.Observe(t.Context(), in("s", 0).Signal, "2", breaker.Ended); err != nil {
		t.Errorf("there is nothing to be noted: %v", err)
	}
}
