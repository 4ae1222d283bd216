package act_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"passepartout/pipeline"
	"passepartout/pipeline/act"
	"passepartout/pipeline/act/acttest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// hand is an actuator that counts.
type hand struct {
	name string
	did  atomic.Int64
	do   func(ctx context.Context, c pipeline.Clearance, sink pipeline.Sink) (pipeline.Result, error)
}

func (h *hand) Spec() pipeline.Spec { return pipeline.Spec{Name: h.name} }

func (h *hand) Do(ctx context.Context, c pipeline.Clearance, sink pipeline.Sink) (pipeline.Result, error) {
	h.did.Add(1)
	if _, ok := c.Proposal(); !ok {
		return pipeline.Result{}, errors.New("no clearance")
	}
	if h.do != nil {
		return h.do(ctx, c, sink)
	}
	return pipeline.Result{Started: noon, Finished: noon, Data: json.RawMessage(`{"success":true}`)}, nil
}

// house is a stage with everything around it under the test's control.
type house struct {
	store     acttest.Store
	hand      *hand
	now       time.Time
	review    func(p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error)
	spend     func(p pipeline.Proposal) (*pipeline.Approval, error)
	spent     int
	cfg       act.Config
	directory map[string]pipeline.Actuator
}

func (h *house) Review(_ context.Context, p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
	return h.review(p)
}

func (h *house) Spend(_ context.Context, p pipeline.Proposal, _ pipeline.Decision) (*pipeline.Approval, error) {
	h.spent++
	return h.spend(p)
}

func (h *house) Find(target string) (pipeline.Actuator, bool) {
	a, ok := h.directory[strings.ToLower(target)]
	return a, ok
}

// open makes a house in which everything is allowed.
func open() *house {
	h := &house{hand: &hand{name: "shell"}, now: noon}
	h.directory = map[string]pipeline.Actuator{"shell": h.hand, "tui": h.hand}
	h.review = func(p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
		return p, decided(p, pipeline.Allow), nil
	}
	h.spend = func(pipeline.Proposal) (*pipeline.Approval, error) { return nil, pipeline.ErrNotFound }
	h.cfg = act.Config{
		Review: h, Approvals: h, Directory: h, Silent: []string{"TUI"},
		Timeout: time.Second, MaxTimeout: time.Minute, Now: func() time.Time { return h.now },
	}
	return h
}

// stage makes the stage of one worker. All workers share the journal.
func (h *house) stage(worker string) *act.Stage {
	cfg := h.cfg
	cfg.Worker, cfg.Journal = worker, h.store.For(worker)
	return act.New(cfg)
}

// holds makes every review a hold.
func (h *house) holds() {
	h.review = func(p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
		return p, decided(p, pipeline.Hold), nil
	}
}

func decided(p pipeline.Proposal, o pipeline.Outcome) pipeline.Decision {
	v := pipeline.Verdict{Gate: "g", Outcome: o, Rule: "rule", Reason: "because", Hint: "hint"}
	for range p.Effects {
		v.PerEffect = append(v.PerEffect, pipeline.Verdict{Outcome: pipeline.Allow})
	}
	return pipeline.Decide(p, []pipeline.Verdict{v})
}

func proposal(id string) pipeline.Proposal {
	sig := pipeline.Signal{
		ID: id, Type: "request", Source: "/app", Session: "s", Principal: "agent", Role: pipeline.RoleAgent, Depth: 2,
		Data: json.RawMessage(`{"n": "<` + id + `>"}`),
	}
	return pipeline.Proposal{
		ID: sig.Key(), Signal: sig, Action: pipeline.Action{Target: "shell", Op: "run"},
		Effects: []pipeline.Effect{{Kind: pipeline.KindRead, Object: "/f"}}, Exact: []byte("x"),
	}
}

func approval(p pipeline.Proposal) *pipeline.Approval {
	return &pipeline.Approval{Proposal: p.Digest(), By: []pipeline.Principal{"ann"}, Plan: "p1", Expires: noon.Add(time.Minute)}
}

// acted acts and wants a feedback.
func acted(t *testing.T, s *act.Stage, p pipeline.Proposal) pipeline.Feedback {
	t.Helper()
	f, err := s.Act(t.Context(), p)
	if err != nil {
		t.Fatalf("act: %v", err)
	}
	return f
}

func (h *house) wantDid(t *testing.T, times int64) {
	t.Helper()
	if n := h.hand.did.Load(); n != times {
		t.Fatalf("acted %d times, want %d", n, times)
	}
}
