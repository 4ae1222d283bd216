package act_test

import (
	"errors"
	"testing"
	"time"

	"passepartout/pipeline"
)

func TestAllowedActs(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	f := acted(t, h.stage("w"), p)
	h.wantDid(t, 1)
	if f.Kind != pipeline.ToolOutput || f.Err != nil || f.Result == nil || f.Approval != nil || f.Silent || f.Replayed {
		t.Errorf("got %+v", f)
	}
	if f.To != "agent" || f.Session != "s" || f.Depth != 3 || f.Key != p.ID || f.SignalID != "1" || f.Target != "shell" || f.Proposal != p.Digest() {
		t.Errorf("addressed %+v", f)
	}
	if h.spent != 0 {
		t.Error("an approval was spent that was not needed")
	}
	if stored := h.store.Closed(p.ID); stored == nil || stored.Kind != pipeline.ToolOutput {
		t.Errorf("stored %+v", stored)
	}
}

// Defects 2 and 3 of the original: what the last mile blocks was dispatched
// all the same, and its wish for a person's approval counted as approval.
func TestLastMile(t *testing.T) {
	t.Parallel()
	p := proposal("1")
	changed := p
	changed.Exact = []byte("y")
	tests := []struct {
		name   string
		review func(p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error)
		spend  func(p pipeline.Proposal) (*pipeline.Approval, error)
		acts   bool
		held   bool
		fails  bool
		kind   pipeline.FeedbackKind
		code   pipeline.Code
	}{
		{name: "denied now", review: outcome(pipeline.Deny), kind: pipeline.ToolError, code: pipeline.CodeBlocked},
		{name: "held now, nobody asked", review: outcome(pipeline.Hold), held: true},
		{name: "held now, no approval and no error", review: outcome(pipeline.Hold), spend: gives(nil, nil), held: true},
		{name: "held now, nobody answered", review: outcome(pipeline.Hold), spend: gives(nil, pipeline.ErrHeld), held: true},
		{name: "approved", review: outcome(pipeline.Hold), spend: gives(approval(p), nil), acts: true, kind: pipeline.ToolOutput},
		{name: "approved for something else", review: outcome(pipeline.Hold), spend: gives(nil, pipeline.ErrChanged), held: true},
		{name: "approval handed out for something else", review: outcome(pipeline.Hold), spend: gives(approval(changed), nil), held: true},
		{name: "changed after the approval", review: func(pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
			return changed, decided(changed, pipeline.Hold), nil
		}, spend: gives(approval(p), nil), held: true},
		{name: "decided on something else", review: func(p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
			return p, decided(changed, pipeline.Allow), nil
		}, held: true},
		{name: "approval too old", review: outcome(pipeline.Hold), spend: gives(&pipeline.Approval{Proposal: p.Digest(), By: []pipeline.Principal{"ann"}, Expires: noon}, nil), kind: pipeline.Expired, code: pipeline.CodeExpired},
		{name: "approval expired at the desk", review: outcome(pipeline.Hold), spend: gives(nil, pipeline.ErrExpired), kind: pipeline.Expired, code: pipeline.CodeExpired},
		{name: "self-given", review: outcome(pipeline.Hold), spend: gives(&pipeline.Approval{Proposal: p.Digest(), By: []pipeline.Principal{"agent"}, Expires: noon.Add(time.Hour)}, nil), kind: pipeline.ToolError, code: pipeline.CodeBlocked},
		{name: "an approval cannot lift a deny", review: outcome(pipeline.Deny), spend: gives(approval(p), nil), kind: pipeline.ToolError, code: pipeline.CodeBlocked},
		{name: "the desk cannot be reached", review: outcome(pipeline.Hold), spend: gives(nil, errors.New("down")), fails: true},
		{name: "the action is no action any more", review: func(pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
			return pipeline.Proposal{}, pipeline.Decision{}, &pipeline.Error{Code: pipeline.CodeInvalidRequest, Message: "m"}
		}, kind: pipeline.ToolError, code: pipeline.CodeInvalidRequest},
		{name: "the review is broken", review: func(p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
			return p, decided(p, pipeline.Allow), errors.New("stopping")
		}, fails: true},
		{name: "the zero decision", review: func(p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
			return p, pipeline.Decision{}, nil
		}, held: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := open()
			h.review = tt.review
			if tt.spend != nil {
				h.spend = tt.spend
			}
			f, err := h.stage("w").Act(t.Context(), p)
			if !tt.acts {
				h.wantDid(t, 0)
				if h.store.Len() != 0 {
					t.Error("something was claimed")
				}
			}
			var held *pipeline.HeldError
			switch {
			case tt.held:
				if !errors.As(err, &held) || !errors.Is(err, pipeline.ErrHeld) {
					t.Fatalf("got %+v, %v", f, err)
				}
				if fresh, d, _ := tt.review(p); held.Proposal.Digest() != fresh.Digest() || held.Decision.Proposal != d.Proposal {
					t.Error("held is not what was found now")
				}
			case tt.fails:
				if err == nil || errors.As(err, &held) {
					t.Fatalf("got %+v, %v", f, err)
				}
			default:
				if err != nil || f.Kind != tt.kind || f.Key != p.ID {
					t.Fatalf("got %+v, %v", f, err)
				}
				if tt.code != "" && (f.Err == nil || f.Err.Code != tt.code || f.Err.Message == "") {
					t.Fatalf("error %+v", f.Err)
				}
			}
		})
	}
}

func outcome(o pipeline.Outcome) func(p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
	return func(p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) { return p, decided(p, o), nil }
}

func gives(a *pipeline.Approval, err error) func(pipeline.Proposal) (*pipeline.Approval, error) {
	return func(pipeline.Proposal) (*pipeline.Approval, error) { return a, err }
}

func TestApprovalIsSpentOnceAndNamed(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	h.holds()
	h.spend = gives(approval(p), nil)
	f := acted(t, h.stage("w"), p)
	if h.spent != 1 || f.Approval == nil || f.Approval.By[0] != "ann" || f.Approval.Plan != "p1" {
		t.Errorf("spent %d times, approval %+v", h.spent, f.Approval)
	}
}

// An approved command that was carried out has changed the world it was judged
// in. Telling its outcome again must not depend on being allowed again.
func TestWhatWasActedOnIsToldWhateverTheLastMileSaysNow(t *testing.T) {
	t.Parallel()
	p := proposal("1")
	for name, later := range map[string]func(h *house){
		"denied":  func(h *house) { h.review = outcome(pipeline.Deny) },
		"changed": func(h *house) { h.spend = gives(nil, pipeline.ErrChanged) },
		"expired": func(h *house) { h.spend = gives(nil, pipeline.ErrExpired) },
		"spent":   func(h *house) { h.spend = gives(nil, pipeline.ErrNotFound) },
		"faulty": func(h *house) {
			h.review = func(pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
				return pipeline.Proposal{}, pipeline.Decision{}, &pipeline.Error{Code: pipeline.CodeNotFound}
			}
		},
	} {
		h := open()
		h.holds()
		h.spend = gives(approval(p), nil)
		s := h.stage("w")
		first := acted(t, s, p)
		later(h)
		again := acted(t, s, p)
		if again.Kind != first.Kind || !again.Replayed || again.Err != nil {
			t.Errorf("%s: told %+v", name, again)
		}
		h.wantDid(t, 1)
	}
}

func TestDryRunNeverActsOrHolds(t *testing.T) {
	t.Parallel()
	for _, o := range []pipeline.Outcome{pipeline.Allow, pipeline.Hold, pipeline.Deny} {
		h := open()
		h.review = outcome(o)
		p := proposal("1")
		p.Action.DryRun = true
		f := acted(t, h.stage("w"), p)
		h.wantDid(t, 0)
		if h.spent != 0 || h.store.Len() != 0 {
			t.Errorf("%s: spent %d, claimed %d", o, h.spent, h.store.Len())
		}
		if f.Kind != pipeline.ToolOutput || f.Decision.Outcome != o {
			t.Errorf("%s: told %+v", o, f)
		}
	}
}
