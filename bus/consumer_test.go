package bus_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

// quick makes redelivery fast enough for tests.
func quick(c *bus.Config) { c.Hasten(600*time.Millisecond, 4, 0) }

func ask(tb testing.TB, s *bustest.Server, bodies ...string) {
	tb.Helper()
	for _, body := range bodies {
		if err := s.Publish(tb.Context(), s.Subjects().Request("agent"), nil, []byte(body)); err != nil {
			tb.Fatal(err)
		}
	}
}

// delivery is what a handler saw.
type delivery struct {
	body  string
	count int
	at    time.Time
}

func saw(m pipeline.Message) delivery { return delivery{string(m.Body), m.Delivery, time.Now()} }

func TestAWorkingHandlerKeepsItsMessage(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t, func(c *bus.Config) { c.Hasten(time.Second, 4, 0) })
	ask(t, s, "long")
	got, release := make(chan delivery, 16), make(chan struct{})
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 2, Handle: func(context.Context, pipeline.Message) pipeline.Disposition {
		got <- delivery{}
		<-release
		return pipeline.Ack()
	}})
	within(t, got)
	select {
	case <-got:
		t.Error("delivered again while it was worked on")
	case <-time.After(3 * time.Second): // three ack waits
	}
	close(release)
	eventually(t, "the queue is empty", func() bool { return len(queued(t, s)) == 0 })
}

// queued returns what a work queue still holds; a queue cannot be scanned.
func queued(tb testing.TB, s *bustest.Server) []bus.Kept {
	tb.Helper()
	var out []bus.Kept
	if last, err := s.Last(tb.Context(), bus.Signals, "pp.request.agent"); err == nil {
		out = append(out, last)
	} else if !errors.Is(err, pipeline.ErrNotFound) {
		tb.Fatal(err)
	}
	return out
}

func TestEachDispositionIsHonoured(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t, quick)
	ask(t, s, "later", "never", "done", "zero")
	got := make(chan delivery, 16)
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 4, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
		got <- saw(m)
		switch {
		case m.Delivery > 1:
			return pipeline.Ack()
		case string(m.Body) == "later":
			return pipeline.Nak(700*time.Millisecond, "busy")
		case string(m.Body) == "never":
			return pipeline.Term("line one\r\n+ACK two")
		case string(m.Body) == "zero":
			return pipeline.Disposition{}
		}
		return pipeline.Ack()
	}})
	seen := map[string][]delivery{}
	for range 6 {
		d := within(t, got)
		seen[d.body] = append(seen[d.body], d)
	}
	if len(seen["later"]) != 2 || seen["later"][1].at.Sub(seen["later"][0].at) < 600*time.Millisecond {
		t.Errorf("a delayed message came %v", seen["later"])
	}
	if len(seen["zero"]) != 2 || seen["zero"][1].count != 2 {
		t.Errorf("the zero disposition did not hand back: %v", seen["zero"])
	}
	eventually(t, "the queue is empty", func() bool { return len(queued(t, s)) == 0 })
	if len(got) > 0 || len(seen["never"]) != 1 || len(seen["done"]) != 1 {
		t.Errorf("settled messages came again: %v", seen)
	}
}

func TestAPanicIsHandedBackAndReported(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t, quick)
	ask(t, s, "bad", "good")
	reports, good := make(chan any, 4), make(chan delivery, 4)
	consume(t, s, bus.Intake{
		Stream: bus.Signals, Slots: 1,
		Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
			if string(m.Body) == "bad" {
				panic("boom")
			}
			good <- saw(m)
			return pipeline.Ack()
		},
		OnPanic: func(m pipeline.Message, value any, stack []byte) {
			if string(m.Body) == "bad" && len(stack) > 0 {
				reports <- value
			}
		},
	})
	if v := within(t, reports); v != "boom" {
		t.Errorf("reported %v", v)
	}
	within(t, good)
	if kept := queued(t, s); len(kept) == 0 {
		t.Error("the message that broke its handler is gone")
	}
}

func TestWhatAlwaysPanicsIsBuried(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t, func(c *bus.Config) { c.Hasten(300*time.Millisecond, 100, 2*time.Second) })
	dead := bustest.Inbox(t, s.Client(pipeline.RoleOperator), s.Subjects().AllDead())
	ask(t, s, "bad")
	var tries atomic.Int64
	consume(t, s, bus.Intake{
		Stream: bus.Signals, Slots: 1,
		Handle:  func(context.Context, pipeline.Message) pipeline.Disposition { tries.Add(1); panic("boom") },
		OnPanic: func(pipeline.Message, any, []byte) {},
	})
	if letter := within(t, dead); letter.Subject != "pp.dead.panic" || string(letter.Body) != "bad" {
		t.Errorf("dead letter %s %q", letter.Subject, letter.Body)
	}
	eventually(t, "the queue is empty", func() bool { return len(queued(t, s)) == 0 })
	if n := tries.Load(); n != 5 {
		t.Errorf("%d tries, want 5", n)
	}
}

func TestExhaustedMessagesBecomeDeadLetters(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t, quick)
	alice := s.As("alice", pipeline.RoleAgent)
	header := map[string][]string{"ce-id": {"7"}, "Nats-Msg-Id": {"1"}}
	if err := alice.Publish(t.Context(), "pp.request.alice", header, []byte("poison")); err != nil {
		t.Fatal(err)
	}
	ctx := context.WithoutCancel(t.Context())
	var tries atomic.Int64
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 1, Handle: func(context.Context, pipeline.Message) pipeline.Disposition {
		tries.Add(1)
		return pipeline.Nak(time.Millisecond, "no")
	}})
	done := make(chan error, 1)
	go func() { done <- s.ConsumeExhausted(ctx, nil) }()
	var dead bus.Kept
	eventually(t, "a dead letter", func() (ok bool) {
		var err error
		dead, err = s.Last(t.Context(), bus.Dead, "")
		return err == nil
	})
	if dead.Subject != "pp.dead.max-deliveries" || string(dead.Body) != "poison" || dead.Header["ce-id"][0] != "7" ||
		dead.Header[bus.HeaderDeadSubject][0] != "pp.request.alice" || dead.Header[bus.HeaderDeadDeliveries][0] != "4" {
		t.Errorf("buried %+v", dead)
	}
	if n := tries.Load(); n != 4 {
		t.Errorf("tried %d times", n)
	}
	eventually(t, "the queue is empty", func() bool {
		_, err := s.Last(t.Context(), bus.Signals, "pp.request.alice")
		return errors.Is(err, pipeline.ErrNotFound)
	})
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestDrainHandsBackAndWaits(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	begun, release := make(chan struct{}, 1), make(chan struct{})
	var handled atomic.Int64
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 1, Handle: func(ctx context.Context, _ pipeline.Message) pipeline.Disposition {
		begun <- struct{}{}
		<-release
		if ctx.Err() == nil {
			handled.Add(1)
		}
		return pipeline.Ack()
	}})
	ask(t, s, "one", "two", "three")
	within(t, begun)
	drained := make(chan error, 1)
	go func() { drained <- s.Drain(t.Context()) }()
	select {
	case err := <-drained:
		t.Fatalf("drained while a handler runs: %v", err)
	case <-time.After(300 * time.Millisecond):
	}
	close(release)
	if err := within(t, drained); err != nil || handled.Load() != 1 {
		t.Errorf("%v, %d handled", err, handled.Load())
	}
	if err := s.Consume(t.Context(), bus.Intake{Stream: bus.Signals, Slots: 1, Handle: func(context.Context, pipeline.Message) pipeline.Disposition { return pipeline.Ack() }}); !errors.Is(err, bus.ErrStopped) {
		t.Errorf("consumes after drain: %v", err)
	}
	ask(t, s, "published after drain")
	s.Restart()
	rest := make(chan delivery, 8)
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 8, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
		rest <- saw(m)
		return pipeline.Ack()
	}})
	start := time.Now()
	for range 3 {
		within(t, rest)
	}
	if waited := time.Since(start); waited > 5*time.Second {
		t.Errorf("handed back messages came after %s", waited)
	}
}

// A stop in full flow: what had been fetched must come again at once, not after
// its ack wait of half a minute.
func TestAStopInFullFlowHandsBackWhatWasFetched(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	const n = 3000
	var wg sync.WaitGroup
	for g := range 10 {
		wg.Go(func() {
			for i := range n / 10 {
				if err := s.Publish(t.Context(), "pp.request.agent", nil, fmt.Appendf(nil, "%d/%d", g, i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var mu sync.Mutex
	seen := map[string]bool{}
	count := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(seen)
	}
	// The server lives on: it forgets on a restart what was handed back.
	for stop := 300; stop <= n; stop += 900 {
		b, done := colleague(t, s), make(chan error, 1)
		go func() {
			done <- b.Consume(context.WithoutCancel(t.Context()), bus.Intake{Stream: bus.Signals, Slots: 64, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
				mu.Lock()
				defer mu.Unlock()
				seen[string(m.Body)] = true
				return pipeline.Ack()
			}})
		}()
		eventually(t, "progress", func() bool { return count() >= stop })
		if stop+900 > n {
			eventually(t, "all of them", func() bool { return count() == n })
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

func TestDrainCancelsAtItsDeadline(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	begun, cause := make(chan struct{}, 1), make(chan error, 1)
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 1, Handle: func(ctx context.Context, _ pipeline.Message) pipeline.Disposition {
		begun <- struct{}{}
		<-ctx.Done()
		cause <- context.Cause(ctx)
		return pipeline.Nak(0, "stopped")
	}})
	ask(t, s, "endless")
	within(t, begun)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := s.Drain(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("drain: %v", err)
	}
	if err := within(t, cause); !errors.Is(err, bus.ErrStopped) {
		t.Errorf("cause: %v", err)
	}
}

// Many drains of a full queue with small intakes: none may stall, and each
// message is handled once.
func TestAFullQueueIsDrainedWithoutAStall(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	for _, slots := range []int{1, 3, 16, 64} {
		const n = 3000
		var wg sync.WaitGroup
		for g := range 10 {
			wg.Go(func() {
				for i := range n / 10 {
					if err := s.Publish(t.Context(), "pp.request.agent", nil, fmt.Appendf(nil, "%d/%d/%d", slots, g, i)); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		var mu sync.Mutex
		seen, all := map[string]int{}, make(chan struct{})
		go func() {
			<-all
			cancel()
		}()
		start := time.Now()
		if err := s.Consume(ctx, bus.Intake{Stream: bus.Signals, Slots: slots, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
			mu.Lock()
			defer mu.Unlock()
			seen[string(m.Body)]++
			if len(seen) == n && seen[string(m.Body)] == 1 {
				close(all)
			}
			return pipeline.Ack()
		}}); err != nil {
			t.Fatal(err)
		}
		for body, times := range seen {
			if times != 1 {
				t.Errorf("%s was handled %d times", body, times)
			}
		}
		t.Logf("%d slots: %.0f a second", slots, n/time.Since(start).Seconds())
	}
	if s.Stalls() != 0 {
		t.Errorf("%d stalls", s.Stalls())
	}
}

func TestIntakeIsChecked(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	for _, in := range []bus.Intake{{}, {Stream: bus.Signals, Slots: 1}, {Stream: bus.Audit, Slots: 1, Handle: func(context.Context, pipeline.Message) pipeline.Disposition { return pipeline.Ack() }}} {
		if err := s.Consume(t.Context(), in); !errors.Is(err, bus.ErrConfig) {
			t.Errorf("%+v: %v", in, err)
		}
	}
}
