package bus_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

func TestDialSaysWhyItFails(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	for name, c := range map[string]struct {
		cfg  bus.ClientConfig
		want error
	}{
		"no worker":  {bus.ClientConfig{StateDir: t.TempDir(), Name: "agent", Role: pipeline.RoleAgent}, bus.ErrNoWorker},
		"no key":     {bus.ClientConfig{StateDir: s.StateDir(), Name: "nobody", Role: pipeline.RoleAgent}, os.ErrNotExist},
		"bad name":   {bus.ClientConfig{StateDir: s.StateDir(), Name: "*", Role: pipeline.RoleAgent}, bus.ErrName},
		"bad role":   {bus.ClientConfig{StateDir: s.StateDir(), Name: "a", Role: "king"}, bus.ErrName},
		"bad prefix": {bus.ClientConfig{StateDir: s.StateDir(), Name: "agent", Role: pipeline.RoleAgent, Prefix: "a.b"}, bus.ErrSubject},
	} {
		if _, err := bus.Dial(t.Context(), c.cfg); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := bus.Dial(t.Context(), bus.ClientConfig{Context: "passepartout-none", Name: "agent", Role: pipeline.RoleAgent}); err == nil {
		t.Error("an unknown context connects")
	}
	address := filepath.Join(s.StateDir(), "address.json")
	s.Stop()
	if _, err := os.Stat(address); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the address outlives the worker: %v", err)
	}
}

func TestAClientIsToldWhatItMayNot(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	agent := s.Client(pipeline.RoleAgent)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := agent.Publish(ctx, agent.Subjects().Request("bob"), nil, nil); !errors.Is(err, bus.ErrForbidden) {
		t.Errorf("publish as another: %v", err)
	}
	if err := agent.Publish(ctx, "", nil, nil); !errors.Is(err, bus.ErrSubject) {
		t.Errorf("publish nowhere: %v", err)
	}
	if _, err := agent.Subscribe(ctx, agent.Subjects().AllPlans(), func(pipeline.Message) {}); !errors.Is(err, bus.ErrForbidden) {
		t.Errorf("subscribe to plans: %v", err)
	}
	if err := agent.Publish(ctx, agent.Subjects().Request("agent"), nil, nil); err != nil {
		t.Errorf("after refusals: %v", err)
	}
	if agent.Name() != "agent" || agent.Role() != pipeline.RoleAgent {
		t.Errorf("is %s %s", agent.Name(), agent.Role())
	}
}

func TestQueriesAreAnsweredByAWorker(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	observer := s.Client(pipeline.RoleObserver)
	if _, err := observer.Query(t.Context(), []byte("x")); err == nil {
		t.Error("answered although nobody serves")
	}
	b, done := s.Bus, make(chan error, 1)
	go func() {
		done <- b.Serve(context.WithoutCancel(t.Context()), b.Subjects().Queries(), func(_ context.Context, m pipeline.Message) []byte {
			if string(m.Body) == "panic" {
				panic("boom")
			}
			who, role, err := b.Subjects().Sender(m.Subject)
			if err != nil {
				return []byte(err.Error())
			}
			return []byte(string(role) + " " + string(who) + " asks " + string(m.Body))
		})
	}()
	eventually(t, "an answer", func() bool {
		reply, err := observer.Query(t.Context(), []byte("plans"))
		return err == nil && string(reply) == "observer observer asks plans"
	})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := observer.Query(ctx, []byte("panic")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a panicking handler: %v", err)
	}
	if reply, err := observer.Query(t.Context(), []byte("y")); err != nil || string(reply) != "observer observer asks y" {
		t.Errorf("after a panic: %q, %v", reply, err)
	}
	s.Stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestLiveMessagesKnowWhetherTheyWereHeard(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	terminal := s.Subjects().Terminal("agent", "s1")
	if heard, err := s.PublishHeard(t.Context(), terminal, nil, []byte("1")); err != nil || heard {
		t.Errorf("heard by nobody: %v, %v", heard, err)
	}
	agent := s.Client(pipeline.RoleAgent)
	live := bustest.Inbox(t, agent, terminal)
	if heard, err := s.PublishHeard(t.Context(), terminal, nil, []byte("2")); err != nil || !heard {
		t.Errorf("heard: %v, %v", heard, err)
	}
	if m := within(t, live); string(m.Body) != "2" {
		t.Errorf("got %q", m.Body)
	}
	if err := s.PublishLive(s.Subjects().Output("agent", "s1", "k"), nil, nil); err != nil {
		t.Error(err)
	}
	if err := s.PublishLive("", nil, nil); !errors.Is(err, bus.ErrSubject) {
		t.Errorf("nowhere: %v", err)
	}
}

func TestAppendIsACompareAndSet(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	subject := s.Subjects().Audit(pipeline.StepDecided)
	seq, err := s.Append(t.Context(), subject, nil, []byte("one"), 0)
	if err != nil || seq != 1 {
		t.Fatalf("%d, %v", seq, err)
	}
	if _, err := s.Append(t.Context(), subject, nil, []byte("two"), 0); !errors.Is(err, pipeline.ErrConflict) {
		t.Errorf("appended to an old end: %v", err)
	}
	if seq, err := s.Append(t.Context(), subject, nil, []byte("two"), seq); err != nil || seq != 2 {
		t.Errorf("%d, %v", seq, err)
	}
	last, err := s.Last(t.Context(), bus.Audit, "")
	if err != nil || string(last.Body) != "two" {
		t.Errorf("last is %q, %v", last.Body, err)
	}
	if k, err := s.Get(t.Context(), bus.Audit, 1); err != nil || string(k.Body) != "one" || k.Message().Delivery != 1 {
		t.Errorf("first is %q, %v", k.Body, err)
	}
	if _, err := s.Get(t.Context(), bus.Audit, 9); !errors.Is(err, pipeline.ErrNotFound) {
		t.Errorf("a line that is not there: %v", err)
	}
}

func TestScanReadsARangeInOrder(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	const n = 600 // more than one batch
	for i := range n {
		kind := []string{"event", "other"}[i%2]
		if err := s.Publish(t.Context(), s.Subjects().Dead(kind), nil, []byte{byte(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if all := scanned(t, s, bus.Dead, bus.Range{}); len(all) != n || all[0] != "pp.dead.event \x00" {
		t.Errorf("%d messages", len(all))
	}
	if some := scanned(t, s, bus.Dead, bus.Range{Subject: "pp.dead.other", From: 101}); len(some) != n/2-50 || some[0] != "pp.dead.other e" {
		t.Errorf("%d messages from %q", len(some), some[0])
	}
	count := 0
	err := s.Scan(t.Context(), bus.Dead, bus.Range{}, func(bus.Kept) error {
		if count++; count == 3 {
			return bus.ErrStopScan
		}
		return nil
	})
	if err != nil || count != 3 {
		t.Errorf("%d, %v", count, err)
	}
	if err := s.Remove(t.Context(), bus.Dead, 1); err != nil {
		t.Error(err)
	}
	if all := scanned(t, s, bus.Dead, bus.Range{}); len(all) != n-1 {
		t.Errorf("%d messages after a removal", len(all))
	}
	if none := scanned(t, s, bus.Plans, bus.Range{}); len(none) != 0 {
		t.Errorf("an empty stream has %v", none)
	}
}
