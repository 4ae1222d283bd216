package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A worker that is killed in the middle leaves three kinds of requests behind.
// What had begun is not begun again, and its sender is told that nobody knows;
// what may be done twice is done again; what had not begun is done once.
func TestKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	s := newSite(t, "--set", "limits.parallel=3") // of which one agent may have two
	w := s.start()
	agent := w.connect("agent", "agent")
	live := follow(t, agent, "pp.output.agent.>")
	once, again, later := s.job("once"), s.job("again"), s.job("later")
	publish(t, agent, "pp.request.agent", structured(t, "once", requestType, once.request(nil)))
	publish(t, agent, "pp.request.agent", structured(t, "again", requestType, again.request(map[string]any{"idempotent": true})))
	started(t, live, "once", "again")
	publish(t, agent, "pp.request.agent", structured(t, "later", requestType, later.request(nil)))
	w.kill()
	eventually(t, "no process outlives its worker", func() bool { return !once.runs() && !again.runs() })
	if once.begun() != 1 || again.begun() != 1 || later.begun() != 0 {
		t.Fatalf("before the restart: begun %d, %d and %d times", once.begun(), again.begun(), later.begun())
	}
	again.release()
	later.release()

	w = s.start()
	agent = w.connect("agent", "agent")
	in := follow(t, agent, "pp.feedback.agent.>")
	// All of it ends at once, perhaps before anybody listens: asked again, each
	// tells how it ended.
	recall := func(id string, data map[string]any) feedback {
		publish(t, agent, "pp.request.agent", structured(t, id, requestType, data))
		for {
			if f := in.final(id); f.Replayed {
				return f
			}
		}
	}
	began := time.Now()
	if f := recall("once", once.request(nil)); f.Error == nil || f.Error.Code != "outcome_unknown" || f.Error.Hint == "" {
		t.Errorf("what was begun ended as %s %+v", f.Kind, f.Error)
	}
	if f := recall("again", again.request(map[string]any{"idempotent": true})); f.Kind != "tool-output" || f.shell(t).Stdout != "started\nfinished\n" {
		t.Errorf("what may be done twice ended as %s %+v", f.Kind, f.Error)
	}
	if f := recall("later", later.request(nil)); f.Kind != "tool-output" {
		t.Errorf("what had not begun: %+v %+v", f, f.Error)
	}
	t.Logf("told %s after the restart", time.Since(began))
	if once.begun() != 1 || again.begun() != 2 || later.begun() != 1 {
		t.Errorf("begun %d, %d and %d times, want 1, 2 and 1", once.begun(), again.begun(), later.begun())
	}
}

// What waits for a person waits on, whatever happens to the worker: the plan is
// still there, its token still counts, and its deadline still ends it.
func TestPlanOutlivesTheWorker(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	agent, approver := w.connect("agent", "agent"), w.connect("approver", "approver")
	p, outside := hold(t, w, agent, follow(t, approver, "pp.plan.>"), "h1")
	eventually(t, "it is parked", func() bool { return strings.Contains(s.must("plans"), p.Plan) })
	w.kill()
	w = s.start()
	if text := s.must("plans", p.Plan); !strings.Contains(text, outside) {
		t.Errorf("after the restart the plan shows\n%s", text)
	}
	agent, approver = w.connect("agent", "agent"), w.connect("approver", "approver")
	in := follow(t, agent, "pp.feedback.agent.>")
	publish(t, approver, "pp.answer.approver", structured(t, "a1", answerType, answer(p, "approve")))
	if f := in.final("h1"); f.Kind != "tool-output" || !exists(outside) {
		t.Errorf("after the approval: %+v %+v", f, f.Error)
	}
	if err := os.Remove(outside); err != nil {
		t.Fatal(err)
	}
	// Neither the request nor the answer counts once more.
	publish(t, agent, "pp.request.agent", structured(t, "h1", requestType, run("touch "+outside, nil)))
	if f := in.final("h1"); !f.Replayed {
		t.Errorf("asked again: %+v", f)
	}
	if exists(outside) {
		t.Errorf("%s was made twice", filepath.Base(outside))
	}
}
