package bus_test

import (
	"context"
	"testing"
	"time"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

const patience = 10 * time.Second

// within returns the next value or fails the test.
func within[T any](tb testing.TB, ch <-chan T) T {
	tb.Helper()
	select {
	case v, ok := <-ch:
		if !ok {
			tb.Fatal("closed")
		}
		return v
	case <-time.After(patience):
		tb.Fatal("nothing came")
		panic("unreachable")
	}
}

// consume runs Consume until the bus stops.
func consume(tb testing.TB, s *bustest.Server, in bus.Intake) {
	tb.Helper()
	b, done := s.Bus, make(chan error, 1)
	ctx := context.WithoutCancel(tb.Context())
	go func() { done <- b.Consume(ctx, in) }()
	tb.Cleanup(func() {
		_ = b.Close()
		if err := <-done; err != nil {
			tb.Errorf("consume: %v", err)
		}
	})
}

func TestRequestReachesAHandlerAndFeedbackItsAgent(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	agent := s.Client(pipeline.RoleAgent)
	subjects := s.Subjects()
	feedback := bustest.Inbox(t, agent, subjects.FeedbackOf("agent"))
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 4, Handle: func(ctx context.Context, m pipeline.Message) pipeline.Disposition {
		who, role, err := subjects.Sender(m.Subject)
		if err != nil || who != "agent" || role != pipeline.RoleAgent || m.Delivery != 1 || m.Published.IsZero() {
			return pipeline.Term("wrong message")
		}
		if err := s.Publish(ctx, subjects.Feedback(who, "s1", pipeline.ToolOutput), m.Header, m.Body); err != nil {
			return pipeline.Nak(0, err.Error())
		}
		return pipeline.Ack()
	}})
	err := agent.Publish(t.Context(), subjects.Request("agent"), map[string][]string{"ce-id": {"1"}}, []byte("hello"))
	if err != nil {
		t.Fatal(err)
	}
	m := within(t, feedback)
	if string(m.Body) != "hello" || m.Subject != "pp.feedback.agent.s1.tool-output" || m.Header["ce-id"][0] != "1" {
		t.Errorf("got %q on %s with %v", m.Body, m.Subject, m.Header)
	}
}
