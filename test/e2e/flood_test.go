package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// One agent asks and publishes as fast as it can; a person's question is
// answered in time all the same, and so is another agent's request.
func TestAFloodDoesNotSilenceOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	for _, name := range []string{"flood", "calm"} {
		if got := s.client("keys", "add", "agent", name); got.code != 0 {
			t.Fatalf("add agent %s: %+v", name, got)
		}
	}
	flood, calm, approver := w.connect("agent", "flood"), w.connect("agent", "calm"), w.connect("approver", "approver")
	in := follow(t, calm, "pp.feedback.calm.>")
	held := follow(t, approver, "pp.plan.>")
	publish(t, calm, "pp.request.calm", structured(t, "outside", requestType, run("cp x /srv/outside", nil)))
	held.next()

	ctx, stop := context.WithCancel(t.Context())
	flooded := make(chan int)
	go func() {
		n := 0
		defer func() { flooded <- n }()
		inbox := flood.NewInbox()
		for ctx.Err() == nil && n < 300_000 {
			for _, op := range []string{`{"op":"explain","id":"x"}`, `{"op":"standing","id":"x"}`, `{"op":"plans"}`, `{`} {
				if flood.PublishRequest("pp.query.agent.flood", inbox, []byte(op)) != nil {
					return
				}
			}
			if n%100 == 0 {
				m := structured(t, fmt.Sprintf("f%d", n), requestType, map[string]any{"target": "tool", "op": "noop"})
				m.Subject = "pp.request.flood"
				if flood.PublishMsg(m) != nil {
					return
				}
			}
			n++
		}
	}()
	defer func() {
		stop()
		t.Logf("%d rounds of the flood", <-flooded)
	}()
	for i := range 12 {
		reply, err := approver.RequestWithContext(deadline(t, 3*time.Second), "pp.query.approver.approver", []byte(`{"op":"plans"}`))
		if err != nil || !strings.Contains(string(reply.Data), `"cp x /srv/outside"`) {
			t.Fatalf("question %d: %v %s", i, err, body(reply))
		}
		id := fmt.Sprintf("calm%d", i)
		publish(t, calm, "pp.request.calm", structured(t, id, requestType, map[string]any{"target": "tool", "op": "noop"}))
		if f := in.final(id); f.Kind != "tool-output" {
			t.Fatalf("request %d: %+v", i, f)
		}
	}
}

func deadline(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func body(m *nats.Msg) []byte {
	if m == nil {
		return nil
	}
	return m.Data
}

// What one agent has published in advance waits for its turn without keeping
// another's requests from being handled.
func TestAQueueOfOneAgentIsNotEverybodys(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	for _, name := range []string{"flood", "calm"} {
		if got := s.client("keys", "add", "agent", name); got.code != 0 {
			t.Fatalf("add agent %s: %+v", name, got)
		}
	}
	flood, calm := w.connect("agent", "flood"), w.connect("agent", "calm")
	for i := range 6000 {
		m := structured(t, fmt.Sprintf("f%d", i), requestType, map[string]any{"target": "tool", "op": "noop"})
		m.Subject = "pp.request.flood"
		if err := flood.PublishMsg(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := flood.FlushWithContext(deadline(t, patience)); err != nil {
		t.Fatal(err)
	}
	in := follow(t, calm, "pp.feedback.calm.>")
	inTime := deadline(t, 20*time.Second)
	for i := range 5 {
		id := fmt.Sprintf("calm%d", i)
		publish(t, calm, "pp.request.calm", structured(t, id, requestType, map[string]any{"target": "tool", "op": "noop"}))
		if f := in.final(id); f.Kind != "tool-output" || inTime.Err() != nil {
			t.Fatalf("request %d: %+v, %v", i, f, inTime.Err())
		}
	}
}

// An agent may have so many requests waiting for people; one more is refused
// until one of them is answered.
func TestHeldRequestsAreBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t, "--set", "limits.open_plans=2")
	w := s.start()
	agent := w.connect("agent", "agent")
	in := follow(t, agent, "pp.feedback.agent.>")
	ask := func(id string) feedback {
		t.Helper()
		publish(t, agent, "pp.request.agent", structured(t, id, requestType, run("cp x /srv/"+id, nil)))
		return in.feedback(id)
	}
	for _, id := range []string{"one", "two"} {
		if f := ask(id); f.Kind != "suspended" {
			t.Fatalf("%s: %+v", id, f)
		}
	}
	f := ask("three")
	if f.Kind != "tool-error" || f.Error == nil || f.Error.Code != "rate_limited" || f.Error.Rule != "too-many-open-plans" || f.Replayed {
		t.Fatalf("one more: %+v", f)
	}
	if got := s.client("explain", "three"); !strings.Contains(got.stdout, "rate_limited") {
		t.Errorf("explain: %+v", got)
	}
	plan := s.plan("/srv/one")
	if got := s.client("reject", "--reason", "no", plan); got.code != 0 {
		t.Fatalf("reject: %+v", got)
	}
	if f := in.final("one"); f.Kind != "rejected" {
		t.Fatalf("rejected: %+v", f)
	}
	if f := ask("four"); f.Kind != "suspended" {
		t.Errorf("once one was answered: %+v", f)
	}
}
