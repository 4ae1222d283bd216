package main

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"passepartout/pipeline"
)

// TestShare floods with one sender's slow requests: another sender's finds
// room, and what waited too long is handed back for longer each time.
func TestShare(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s := newShare(8, time.Now, func(ctx context.Context, m pipeline.Message) pipeline.Disposition {
			if m.Subject == "slow" {
				<-ctx.Done()
			}
			return pipeline.Ack()
		})
		slow := make(chan pipeline.Disposition, 8)
		for range 8 {
			go func() { slow <- s.Handle(ctx, pipeline.Message{Subject: "slow", Delivery: 3}) }()
		}
		synctest.Wait()
		start := time.Now()
		if d := s.Handle(ctx, pipeline.Message{Subject: "other"}); d.Settle != pipeline.Done || time.Since(start) != 0 {
			t.Errorf("another sender's request: %+v after %v", d, time.Since(start))
		}
		for range 2 {
			if d := <-slow; d.Settle == pipeline.Done || d.After != 3*shareLater || time.Since(start) != shareWait {
				t.Errorf("a request beyond the share: %+v after %v", d, time.Since(start))
			}
		}
		start = time.Now()
		if d := s.Handle(ctx, pipeline.Message{Subject: "slow"}); d.Settle == pipeline.Done || time.Since(start) != 0 {
			t.Errorf("one more where nothing moves: %+v after %v", d, time.Since(start))
		}
		select {
		case d := <-slow:
			t.Errorf("within the share, but %+v", d)
		default:
		}
		cancel()
		for range 6 {
			<-slow
		}
		if len(s.busy) != 0 {
			t.Errorf("%d senders are kept", len(s.busy))
		}
	})
}
