package hitltest_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/hitl"
	"passepartout/hitl/hitltest"
	"passepartout/pipeline"
)

// bucket is a real key-value bucket as the desk wants it.
type bucket struct{ *bus.Bucket }

func (b bucket) Delete(ctx context.Context, key string) error { return b.Bucket.Delete(ctx, key, 0) }

func plans(tb testing.TB) bucket {
	tb.Helper()
	b, err := bustest.Start(tb).Bucket(tb.Context(), bus.BucketPlans)
	if err != nil {
		tb.Fatal(err)
	}
	return bucket{b}
}

func TestRealBucket(t *testing.T) {
	t.Parallel()
	hitltest.RunStore(t, func(tb testing.TB) hitl.Store { return plans(tb) })
}

// told is a notifier that keeps what people were told.
type told struct {
	mu      sync.Mutex
	notices []hitl.Notice
}

func (n *told) Notify(_ context.Context, notice hitl.Notice) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.notices = append(n.notices, notice)
	return nil
}

// Two workers share one real bucket: approvers race at both, one answer
// counts, both workers spend the same approval, and the plan lands once.
func TestTwoDesksOnOneRealBucket(t *testing.T) {
	t.Parallel()
	store, people := plans(t), &told{}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var desks []*hitl.Desk
	for range 2 {
		d, err := hitl.New(hitl.Config{Plans: store, Tell: people, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		desks = append(desks, d)
	}
	sig := pipeline.Signal{ID: "r1", Source: "/a", Session: "s1", Principal: "claude", Role: pipeline.RoleAgent}
	p := pipeline.Proposal{ID: sig.Key(), Signal: sig, Exact: []byte(`{}`), Action: pipeline.Action{Target: "shell", Op: "run"}}
	d := pipeline.Decide(p, []pipeline.Verdict{{Gate: "g", Outcome: pipeline.Hold, Rule: "r", Reason: "because"}})
	ids := make(chan string, 8)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			f, err := desks[i%2].Suspend(t.Context(), p, d)
			if err != nil {
				t.Error(err)
				return
			}
			ids <- f.Plan.ID
		})
	}
	wg.Wait()
	close(ids)
	id := <-ids
	for other := range ids {
		if other != id {
			t.Fatalf("plans %s and %s for one request", id, other)
		}
	}
	plan, err := desks[1].Plan(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	turns := make(chan pipeline.Turn, 8)
	for i := range 8 {
		wg.Go(func() {
			turn, err := desks[i%2].Answer(t.Context(), pipeline.Signal{
				ID: "a", Source: "/d", Principal: pipeline.Principal(fmt.Sprint("p", i)), Role: pipeline.RoleApprover,
				Data: fmt.Appendf(nil, `{"plan":%q,"token":%q,"answer":"approve"}`, plan.ID, plan.Token),
			})
			if err != nil {
				t.Error(err)
			}
			turns <- turn
		})
	}
	wg.Wait()
	close(turns)
	flies := 0
	for turn := range turns {
		if turn.Fly {
			flies++
		}
	}
	if flies != 1 {
		t.Fatalf("%d answers count, not 1", flies)
	}
	for _, desk := range desks {
		a, err := desk.Spend(t.Context(), p, d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pipeline.Clear(p, d, a, now); err != nil {
			t.Fatal(err)
		}
	}
	f := pipeline.TellProposal(p, d, pipeline.ToolOutput, now)
	if err := desks[0].Land(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if a, err := desks[1].Spend(t.Context(), p, d); a != nil || !errors.Is(err, pipeline.ErrHeld) {
		t.Errorf("spent after it landed: %+v, %v", a, err)
	}
	if fs, next, err := desks[1].Expire(t.Context(), now.Add(time.Hour)); err != nil || len(fs) != 0 || !next.IsZero() {
		t.Errorf("Expire = %+v, %s, %v", fs, next, err)
	}
}
