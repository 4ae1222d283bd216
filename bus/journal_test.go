package bus_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

// colleague is a second worker on the same bus.
func colleague(tb testing.TB, s *bustest.Server, edits ...func(*bus.Config)) *bus.Bus {
	tb.Helper()
	cfg := bus.Config{URL: s.Address(), Creds: bus.NewKeys(s.StateDir(), time.Now).File("worker", pipeline.RoleWorker), MaxStore: -1}
	for _, edit := range edits {
		edit(&cfg)
	}
	b, err := bus.Open(tb.Context(), cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = b.Close() })
	return b
}

func claim(key string) pipeline.Claim {
	return pipeline.Claim{Key: key, Request: pipeline.Digest{1}, Worker: "ignored", Target: "shell", Op: "run", At: time.Now()}
}

func outcome(key string) pipeline.Feedback {
	return pipeline.Feedback{Kind: pipeline.ToolOutput, Key: key, At: time.Now(), Text: "done by one"}
}

func TestAClaimIsHeldByOneAndRememberedForAll(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	ctx, mine, other := t.Context(), s.Journal(), colleague(t, s).Journal()
	if _, err := mine.Look(ctx, "k1"); !errors.Is(err, pipeline.ErrNotFound) {
		t.Fatalf("an empty journal: %v", err)
	}
	if err := mine.Claim(ctx, claim("k1")); err != nil {
		t.Fatal(err)
	}
	for name, j := range map[string]*bus.Journal{"holder": mine, "other": other} {
		if err := j.Claim(ctx, claim("k1")); !errors.Is(err, pipeline.ErrExists) {
			t.Errorf("%s claims again: %v", name, err)
		}
		c, err := j.Look(ctx, "k1")
		if err != nil || !c.Alive || c.Worker != s.Worker() || c.Feedback != nil || c.Revision == 0 || c.Request != (pipeline.Digest{1}) {
			t.Errorf("%s sees %+v, %v", name, c, err)
		}
	}
	if err := other.Close(ctx, "k1", outcome("k1")); !errors.Is(err, pipeline.ErrNotFound) {
		t.Errorf("another closes: %v", err)
	}
	if err := mine.Close(ctx, "k1", outcome("k1")); err != nil {
		t.Fatal(err)
	}
	for name, j := range map[string]*bus.Journal{"holder": mine, "other": other} {
		c, err := j.Look(ctx, "k1")
		if err != nil || c.Feedback == nil || c.Feedback.Text != "done by one" {
			t.Errorf("%s recalls %+v, %v", name, c, err)
		}
		if err := j.Claim(ctx, claim("k1")); !errors.Is(err, pipeline.ErrExists) {
			t.Errorf("%s claims what is done: %v", name, err)
		}
	}
	s.Restart()
	if c, err := s.Journal().Look(ctx, "k1"); err != nil || c.Feedback == nil {
		t.Errorf("forgotten by a restart: %+v, %v", c, err)
	}
}

func TestOneOfManyClaimsWins(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	journals := []*bus.Journal{s.Journal(), colleague(t, s).Journal()}
	for round := range 10 {
		key := fmt.Sprint("k", round)
		var won atomic.Int64
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				switch err := journals[i%2].Claim(t.Context(), claim(key)); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, pipeline.ErrExists):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Errorf("%d hold %s", won.Load(), key)
		}
	}
}

// An ack is no fence: the one that was taken over must not be able to write.
func TestAWorkerThatWasTakenOverIsFenced(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	b := colleague(t, s)
	ctx, mine, other := t.Context(), s.Journal(), b.Journal()
	if err := mine.Claim(ctx, claim("k")); err != nil {
		t.Fatal(err)
	}
	seen, err := other.Look(ctx, "k")
	if err != nil {
		t.Fatal(err)
	}
	stale := seen
	stale.Revision += 7
	if err := other.Claim(ctx, stale); !errors.Is(err, pipeline.ErrConflict) {
		t.Errorf("take-over of something else: %v", err)
	}
	if err := other.Claim(ctx, seen); err != nil {
		t.Fatal(err)
	}
	if err := other.Claim(ctx, seen); !errors.Is(err, pipeline.ErrConflict) {
		t.Errorf("taken over twice: %v", err)
	}
	if err := mine.Close(ctx, "k", outcome("k")); !errors.Is(err, pipeline.ErrConflict) {
		t.Errorf("the stale holder closes: %v", err)
	}
	f := outcome("k")
	f.Text = "taken over"
	if err := other.Close(ctx, "k", f); err != nil {
		t.Fatal(err)
	}
	if c, err := mine.Look(ctx, "k"); err != nil || c.Feedback == nil || c.Feedback.Text != "taken over" || c.Worker != b.Worker() {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestAClaimOfAWorkerThatIsGoneIsNotAlive(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	for name, leave := range map[string]func(b *bus.Bus){
		"closed": func(b *bus.Bus) { _ = b.Close() },
		"hangs":  func(b *bus.Bus) { b.CutOff() },
	} {
		b := colleague(t, s, func(c *bus.Config) { c.Hasten(0, 0, 2*time.Second) })
		if err := b.Journal().Claim(t.Context(), claim(name)); err != nil {
			t.Fatal(err)
		}
		if c, err := s.Journal().Look(t.Context(), name); err != nil || !c.Alive {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
		leave(b)
		eventually(t, name, func() bool {
			c, err := s.Journal().Look(t.Context(), name)
			return err == nil && !c.Alive
		})
	}
}

// A plain update of a key drops its expiry; a lease renewed that way would
// never end.
func TestALeaseLivesWhileRenewedAndNoLonger(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	k, err := s.Bucket(t.Context(), bus.BucketWorkers)
	if err != nil {
		t.Fatal(err)
	}
	watching, stop := context.WithCancel(t.Context())
	defer stop()
	events, err := k.Watch(watching, "lease")
	if err != nil {
		t.Fatal(err)
	}
	rev, err := k.CreateFor(t.Context(), "lease", []byte("0"), 2*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for i := range 6 { // longer than one lifetime
		<-tick.C
		if rev, err = k.UpdateFor(t.Context(), "lease", fmt.Append(nil, i), rev, 2*time.Second); err != nil {
			t.Fatalf("renewal %d: %v", i, err)
		}
	}
	if _, err := k.UpdateFor(t.Context(), "lease", nil, rev-1, time.Second); !errors.Is(err, pipeline.ErrConflict) {
		t.Errorf("renewed by a stale holder: %v", err)
	}
	for {
		if e := within(t, events); e.Gone {
			break
		}
	}
	if _, _, err := k.Get(t.Context(), "lease"); !errors.Is(err, pipeline.ErrNotFound) {
		t.Errorf("an expired lease is there: %v", err)
	}
	if _, err := k.CreateFor(t.Context(), "lease", nil, time.Second); err != nil {
		t.Errorf("an expired lease cannot be taken: %v", err)
	}
}

func TestAnOutcomeThatCouldNotBeWrittenIsNotForgotten(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	j := s.Journal()
	if err := j.Claim(t.Context(), claim("k")); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := j.Close(gone, "k", outcome("k")); err == nil || errors.Is(err, pipeline.ErrConflict) {
		t.Fatalf("closed without a context: %v", err)
	}
	c, err := j.Look(t.Context(), "k")
	if err != nil || c.Feedback == nil || c.Feedback.Text != "done by one" {
		t.Fatalf("%+v, %v", c, err)
	}
	if c, err := colleague(t, s).Journal().Look(t.Context(), "k"); err != nil || c.Feedback == nil {
		t.Errorf("not written: %+v, %v", c, err)
	}
}

// The journal against a model: whatever two workers do in whatever order, each
// key has at most one holder and a closed one never changes.
func TestJournalModel(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	workers := []*bus.Bus{s.Bus, colleague(t, s)}
	var round atomic.Int64
	rapid.Check(t, func(rt *rapid.T) {
		ctx, prefix := t.Context(), fmt.Sprint("r", round.Add(1), "-")
		type entry struct {
			holder int
			closed string
		}
		model := map[string]*entry{}
		looked := map[string]pipeline.Claim{}
		rt.Repeat(map[string]func(*rapid.T){
			"claim": func(rt *rapid.T) {
				w, key := rapid.IntRange(0, 1).Draw(rt, "worker"), prefix+rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "key")
				err := workers[w].Journal().Claim(ctx, claim(key))
				if (err == nil) != (model[key] == nil) {
					rt.Fatalf("claim %s: %v", key, err)
				}
				if err == nil {
					model[key] = &entry{holder: w}
				}
			},
			"look": func(rt *rapid.T) {
				w, key := rapid.IntRange(0, 1).Draw(rt, "worker"), prefix+rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "key")
				c, err := workers[w].Journal().Look(ctx, key)
				e := model[key]
				switch {
				case e == nil:
					if !errors.Is(err, pipeline.ErrNotFound) {
						rt.Fatalf("look %s: %v", key, err)
					}
				case err != nil:
					rt.Fatal(err)
				case e.closed != "" && (c.Feedback == nil || c.Feedback.Text != e.closed):
					rt.Fatalf("outcome %+v, not %q", c.Feedback, e.closed)
				case e.closed == "" && (c.Feedback != nil || !c.Alive || c.Worker != workers[e.holder].Worker()):
					rt.Fatalf("%s is held by %d, seen as %+v", key, e.holder, c)
				default:
					looked[key] = c
				}
			},
			"take over": func(rt *rapid.T) {
				w, key := rapid.IntRange(0, 1).Draw(rt, "worker"), prefix+rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "key")
				c, ok := looked[key]
				if !ok || c.Feedback != nil {
					rt.SkipNow()
				}
				now, err := workers[w].Journal().Look(ctx, key)
				if err != nil {
					rt.Fatal(err)
				}
				err = workers[w].Journal().Claim(ctx, c)
				if (err == nil) != (now.Revision == c.Revision) || err != nil && !errors.Is(err, pipeline.ErrConflict) {
					rt.Fatalf("take over: %v", err)
				}
				if err == nil {
					model[key].holder = w
				}
			},
			"close": func(rt *rapid.T) {
				w, key := rapid.IntRange(0, 1).Draw(rt, "worker"), prefix+rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "key")
				f := outcome(key)
				f.Text = rapid.StringN(1, 8, -1).Draw(rt, "text")
				err := workers[w].Journal().Close(ctx, key, f)
				e := model[key]
				if may := e != nil && e.holder == w && e.closed == ""; (err == nil) != may {
					rt.Fatalf("close by %d of %+v: %v", w, e, err)
				}
				if err == nil {
					e.closed = f.Text
				}
			},
		})
	})
}
