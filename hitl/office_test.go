package hitl_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"passepartout/event"
	"passepartout/hitl"
	"passepartout/hitl/hitltest"
	"passepartout/pipeline"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TB is what a test and a property check have in common.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// office is a desk with everything around it.
type office struct {
	desk  *hitl.Desk
	store *hitltest.Memory

	mu      sync.Mutex
	now     time.Time
	notices []hitl.Notice
	fail    error // of the next notices
}

func (o *office) Notify(_ context.Context, n hitl.Notice) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fail != nil {
		return o.fail
	}
	o.notices = append(o.notices, n)
	return nil
}

func (o *office) clock() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.now
}

func (o *office) wait(d time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.now = o.now.Add(d)
}

func (o *office) last(t TB) hitl.Notice {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.notices) == 0 {
		t.Fatalf("nobody was told anything")
	}
	return o.notices[len(o.notices)-1]
}

func open(t TB, change ...func(*hitl.Config)) *office {
	t.Helper()
	o := &office{store: &hitltest.Memory{}, now: noon}
	cfg := hitl.Config{Plans: o.store, Grants: &hitltest.Memory{}, Tell: o, Now: o.clock}
	for _, f := range change {
		f(&cfg)
	}
	desk, err := hitl.New(cfg)
	if err != nil {
		t.Fatalf("%v", err)
	}
	o.desk = desk
	return o
}

func quorum(n int) func(*hitl.Config) { return func(c *hitl.Config) { c.Quorum = n } }

// proposal is what an agent wants; exact tells two of its versions apart.
func proposal(id, exact string) (pipeline.Proposal, pipeline.Decision) {
	sig := pipeline.Signal{ID: id, Type: event.TypeRequest, Source: "/a", Session: "s1", Principal: "claude", Role: pipeline.RoleAgent, Depth: 1}
	p := pipeline.Proposal{
		ID: sig.Key(), Skill: "request", Signal: sig, Policy: "p1", Summary: exact, Exact: []byte(`{"argv":["` + exact + `"]}`), Confinement: "landlock",
		Action:  pipeline.Action{Target: "shell", Op: "run", Intent: "tidy up"},
		Effects: []pipeline.Effect{{Kind: pipeline.KindRead, Object: "/etc/hosts", Certain: true, By: "cat"}, {Kind: pipeline.KindDelete, Object: "/srv/data", Certain: true, By: "rm"}},
	}
	return p, judged(p)
}

// judged holds what proposal makes, for the one reason that people are shown.
func judged(p pipeline.Proposal) pipeline.Decision {
	return pipeline.Decide(p, []pipeline.Verdict{{Gate: "policy", Outcome: pipeline.Hold, Rule: "delete-outside", Reason: "outside the workspace", PerEffect: []pipeline.Verdict{
		{Outcome: pipeline.Allow}, {Outcome: pipeline.Hold, Rule: "delete-outside", Reason: "outside the workspace"},
	}}})
}

// hold suspends a proposal and returns its plan.
func (o *office) hold(t TB, id, exact string) hitl.FlightPlan {
	t.Helper()
	p, d := proposal(id, exact)
	f, err := o.desk.Suspend(context.Background(), p, d)
	if err != nil || f.Kind != pipeline.Suspended {
		t.Fatalf("Suspend = %s, %v", f.Kind, err)
	}
	plan, err := o.desk.Plan(context.Background(), f.Plan.ID)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return plan
}

func (o *office) state(t TB, id string) hitl.State {
	t.Helper()
	plan, err := o.desk.Plan(context.Background(), id)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return plan.State
}

func answerData(plan hitl.FlightPlan, kind string) map[string]any {
	return map[string]any{"plan": plan.ID, "token": plan.Token, "answer": kind}
}

func signalOf(who pipeline.Principal, id string, data any) pipeline.Signal {
	raw, err := json.Marshal(data)
	if s, ok := data.(string); ok {
		raw, err = []byte(s), nil
	}
	if err != nil {
		raw = []byte(err.Error())
	}
	return pipeline.Signal{ID: id, Type: event.TypeAnswer, Source: "/desk", Session: "default", Principal: who, Role: pipeline.RoleApprover, Data: raw}
}

func (o *office) answer(t TB, who pipeline.Principal, id string, data any) pipeline.Turn {
	t.Helper()
	turn, err := o.desk.Answer(context.Background(), signalOf(who, id, data))
	if err != nil {
		t.Fatalf("Answer: %v", err)
	}
	return turn
}

// noToken fails if what an agent is told holds a secret.
func noToken(t TB, f pipeline.Feedback, token string) {
	t.Helper()
	raw, err := json.Marshal(f)
	if err != nil || strings.Contains(string(raw), token) || strings.Contains(string(raw), "token") {
		t.Fatalf("the agent is told the token: %s (%v)", raw, err)
	}
}
