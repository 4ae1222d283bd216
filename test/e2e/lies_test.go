package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// refused publishes and wants the server to refuse the subject.
func refused(t *testing.T, nc *nats.Conn, subject string) {
	t.Helper()
	got := make(chan error, 8)
	nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		select {
		case got <- err:
		default:
		}
	})
	m := structured(t, "lie", requestType, run("true", nil))
	m.Subject = subject
	if err := nc.PublishMsg(m); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-got:
		if !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%s: %v", subject, err)
		}
	case <-time.After(patience):
		t.Errorf("publishing on %s was not refused", subject)
	}
}

func TestNobodySpeaksForAnother(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	if out, err := s.command(t.Context(), "keys", "add", "agent", "mallory").CombinedOutput(); err != nil {
		t.Fatalf("keys add: %v: %s", err, out)
	}
	mallory := w.connect("agent", "mallory")
	for _, subject := range []string{
		"pp.request.agent", "pp.answer.approver", "pp.answer.mallory", "pp.signal.sensor", "pp.control.operator",
		"pp.feedback.agent.default.tool-output", "pp.plan.agent.x", "pp.audit.acted", "$JS.API.STREAM.LIST", "$KV.PP_PLANS.x",
	} {
		refused(t, mallory, subject)
	}
	approver := w.connect("approver", "approver")
	for _, subject := range []string{"pp.answer.somebody", "pp.request.agent", "pp.control.operator"} {
		refused(t, approver, subject)
	}
}

// The server does not check the rights on a reply subject. Nothing that an
// agent names there may reach a person's or a worker's subject.
func TestReplySubjectReachesNobody(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent, approver := w.connect("agent", "agent"), w.connect("approver", "approver")
	in, plans := follow(t, agent, "pp.feedback.agent.>"), follow(t, approver, "pp.plan.>")
	p, outside := hold(t, w, agent, plans, "h1")
	for _, reply := range []string{"pp.answer.approver", "pp.answer.agent", "pp.control.operator"} {
		m := structured(t, "redirect-"+reply, answerType, answer(p, "approve"))
		m.Subject, m.Reply = "pp.request.agent", reply
		if err := agent.PublishMsg(m); err != nil {
			t.Fatal(err)
		}
		// The line has seen it: an answer is no request.
		for {
			if f := decode(t, in.next()); strings.Contains(string(f.Data), `"invalid_event"`) {
				break
			}
		}
	}
	// The plan still waits, and a real answer still counts.
	publish(t, approver, "pp.answer.approver", structured(t, "a1", answerType, answer(p, "reject")))
	if f := in.final("h1"); f.Kind != "rejected" {
		t.Errorf("%+v", f)
	}
	if exists(outside) {
		t.Error("a redirected reply approved it")
	}
}

func TestARequesterNeverAnswersItsOwnPlan(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	for _, role := range []string{"agent", "approver"} {
		if out, err := s.command(t.Context(), "keys", "add", role, "alice").CombinedOutput(); err != nil {
			t.Fatalf("keys add: %v: %s", err, out)
		}
	}
	asking, answering := w.connect("agent", "alice"), w.connect("approver", "alice")
	plans := follow(t, answering, "pp.plan.>")
	outside := filepath.Join(w.dir, "outside")
	publish(t, asking, "pp.request.alice", structured(t, "h1", requestType, run("touch "+outside, nil)))
	p := plans.plan("held")
	publish(t, answering, "pp.answer.alice", structured(t, "a1", answerType, answer(p, "approve")))
	if no := plans.plan("refused"); no.Error == nil {
		t.Errorf("%+v", no)
	}
	if exists(outside) {
		t.Error("alice approved herself")
	}
}

func TestWrongTokens(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent, approver := w.connect("agent", "agent"), w.connect("approver", "approver")
	plans, own := follow(t, approver, "pp.plan.>"), follow(t, approver, "pp.feedback.approver.>")
	first, outside := hold(t, w, agent, plans, "h1")
	second, _ := hold(t, w, agent, plans, "h2")
	for name, data := range map[string]map[string]any{
		"none":         {"plan": first.Plan, "answer": "approve"},
		"wrong":        {"plan": first.Plan, "token": "guess", "answer": "approve"},
		"another's":    {"plan": first.Plan, "token": second.Token, "answer": "approve"},
		"no plan":      {"plan": "nosuchplan", "token": first.Token, "answer": "approve"},
		"wrong word":   {"plan": first.Plan, "token": first.Token, "answer": "yes"},
		"digest":       {"plan": first.Plan, "token": first.Token, "answer": "approve", "digest": second.Digest},
		"another's by": {"plan": first.Plan, "token": first.Token, "answer": "approve", "by": "somebody"},
	} {
		publish(t, approver, "pp.answer.approver", structured(t, "wrong-"+name, answerType, data))
		if name == "another's by" { // refused before it reaches the desk
			if m := own.next(); !strings.Contains(string(m.Data), `"field":"data.by"`) {
				t.Errorf("%s: told %s", name, m.Data)
			}
			continue
		}
		if no := plans.plan("refused"); no.Error == nil || no.To != "approver" {
			t.Errorf("%s: %+v", name, no)
		}
	}
	if exists(outside) {
		t.Error("a wrong answer approved it")
	}
}

// The same event twice runs once; the same id from two agents runs twice.
func TestOneRequestOneExecution(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	if out, err := s.command(t.Context(), "keys", "add", "agent", "bob").CombinedOutput(); err != nil {
		t.Fatalf("keys add: %v: %s", err, out)
	}
	agent, bob := w.connect("agent", "agent"), w.connect("agent", "bob")
	in, bobs := follow(t, agent, "pp.feedback.agent.>"), follow(t, bob, "pp.feedback.bob.>")
	m := func() *nats.Msg {
		return structured(t, "same", requestType, run("echo ran >> count.txt", map[string]any{"shell": true}))
	}
	publish(t, agent, "pp.request.agent", m())
	first := in.final("same")
	if first.Kind != "tool-output" || first.Replayed {
		t.Fatalf("first: %+v %+v", first, first.Error)
	}
	publish(t, agent, "pp.request.agent", m())
	if again := in.final("same"); again.Kind != "tool-output" || !again.Replayed || string(again.Result) != string(first.Result) {
		t.Errorf("again: %+v", again)
	}
	publish(t, bob, "pp.request.bob", m())
	if f := bobs.final("same"); f.Kind != "tool-output" || f.Replayed {
		t.Errorf("bob: %+v %+v", f, f.Error)
	}
	if text := read(t, filepath.Join(w.workspace(), "count.txt")); text != "ran\nran\n" {
		t.Errorf("ran %q", text)
	}
	// An id that was used for something else is told so.
	publish(t, agent, "pp.request.agent", structured(t, "same", requestType, run("true", nil)))
	if f := in.final("same"); f.Error == nil || f.Error.Code != "invalid_request" || f.Error.Field != "id" {
		t.Errorf("reused: %+v", f)
	}
}

func read(tb testing.TB, path string) string {
	tb.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}
