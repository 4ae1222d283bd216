package hitl_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"passepartout/hitl"
	"passepartout/pipeline"
)

// An agent may have so many plans waiting for people and no more; others are
// not concerned, an answer or an expiry makes room, and what waits is found
// again however many there are.
func TestOnePersonIsNotAskedWithoutEnd(t *testing.T) {
	t.Parallel()
	o := open(t, func(c *hitl.Config) { c.MostOpen = 3; c.Deadline = time.Hour })
	suspend := func(agent, id string) pipeline.Feedback {
		t.Helper()
		p, d := proposal(id, id)
		p.Signal.Principal = pipeline.Principal(agent)
		f, err := o.desk.Suspend(t.Context(), p, d)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for i := range 3 {
		if f := suspend("flood", fmt.Sprint("p", i)); f.Kind != pipeline.Suspended {
			t.Fatalf("plan %d: %+v", i, f)
		}
	}
	f := suspend("flood", "p3")
	if f.Kind != pipeline.ToolError || f.Err == nil || f.Err.Code != pipeline.CodeRateLimited || f.Err.Rule != hitl.RuleTooManyOpen || !f.Err.Retryable {
		t.Fatalf("one more is told %+v", f)
	}
	if f := suspend("flood", "p1"); f.Kind != pipeline.Suspended {
		t.Errorf("one that waits is told %+v", f)
	}
	if f := suspend("calm", "q0"); f.Kind != pipeline.Suspended {
		t.Errorf("another agent is told %+v", f)
	}
	for _, n := range o.notices {
		if n.Request == "p3" {
			t.Errorf("people are told of what they are not asked: %+v", n)
		}
	}
	o.wait(2 * time.Hour) // all of them are over, also before anybody has looked
	if f := suspend("flood", "p4"); f.Kind != pipeline.Suspended {
		t.Errorf("once the others are over: %+v", f)
	}
}

// Many at once do not slip in together.
func TestTheCrowdIsCountedOneByOne(t *testing.T) {
	t.Parallel()
	o := open(t, func(c *hitl.Config) { c.MostOpen = 4 })
	var all sync.WaitGroup
	var mu sync.Mutex
	kinds := map[pipeline.FeedbackKind]int{}
	for i := range 16 {
		all.Go(func() {
			p, d := proposal(fmt.Sprint("p", i), "x")
			f, err := o.desk.Suspend(t.Context(), p, d)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			kinds[f.Kind]++
		})
	}
	all.Wait()
	if kinds[pipeline.Suspended] != 4 || kinds[pipeline.ToolError] != 12 {
		t.Errorf("%v", kinds)
	}
}
