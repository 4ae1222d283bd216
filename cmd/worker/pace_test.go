package main

import (
	"context"
	"testing"
	"time"

	"passepartout/internal/config"
	"passepartout/pipeline"
)

// TestPace floods as one sender: what goes beyond twice the rate is handed back
// before it is looked at, each to a time of its own, another sender's is not,
// and whoever comes back in time is handled.
func TestPace(t *testing.T) {
	t.Parallel()
	at := time.Unix(1000, 0)
	handled := 0
	p := newPace(config.Limits{Rate: 5, Burst: 10}, func() time.Time { return at }, func(context.Context, pipeline.Message) pipeline.Disposition {
		handled++
		return pipeline.Ack()
	})
	come := func(subject string) pipeline.Disposition {
		return p.Handle(t.Context(), pipeline.Message{Subject: subject, Delivery: 1})
	}
	var rests []time.Duration
	for range 50 {
		if d := come("flood"); d.Settle != pipeline.Done {
			rests = append(rests, d.After)
		}
	}
	if handled != 20 || len(rests) != 30 {
		t.Fatalf("%d are handled, %d handed back", handled, len(rests))
	}
	for i, rest := range rests {
		if want := time.Duration(i+1) * 100 * time.Millisecond; rest != want {
			t.Errorf("the one %d beyond rests %v, want %v", i+1, rest, want)
		}
	}
	if d := come("other"); d.Settle != pipeline.Done {
		t.Errorf("another sender's: %+v", d)
	}
	start := at
	for i, rest := range rests {
		at = start.Add(rest)
		if d := come("flood"); d.Settle != pipeline.Done {
			t.Fatalf("the one %d beyond comes back in time: %+v", i+1, d)
		}
	}
	// Nothing rests for ever, however many there are.
	for range 5000 {
		if d := come("flood"); d.Settle != pipeline.Done && (d.After <= 0 || d.After > shareMost) {
			t.Fatalf("it rests %v", d.After)
		}
	}
	at = at.Add(time.Hour)
	if come("flood"); len(p.next) > 1 {
		t.Errorf("%d senders are kept", len(p.next))
	}
}
