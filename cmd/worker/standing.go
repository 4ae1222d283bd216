package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"passepartout/event"
	"passepartout/hitl"
	"passepartout/pipeline"
)

// standing is how far a request of an agent has come, for who did not see its
// feedback: a client that was away, or that was started again. It is read from
// the journal and the desk, so that it is true whoever asks and however often.
type standing struct {
	Key string `json:"key"`
	// Feedback is how it ended, as the event that told of it. Without, it is
	// held if Plan is set, and under way otherwise.
	Feedback json.RawMessage `json:"feedback,omitempty"`
	Plan     *event.PlanRef  `json:"plan,omitempty"`
	Rule     string          `json:"rule,omitempty"`
	Reason   string          `json:"reason,omitempty"`
}

// standing finds a request by its key or by one of its flight plans. Another
// agent's is pipeline.ErrNotFound, and so is one that was denied, or that runs
// without having been held: of these, only the record says whose they are.
func (h *house) standing(ctx context.Context, who pipeline.Principal, id string) (standing, error) {
	plan, err := h.planOf(ctx, who, id)
	known := err == nil
	if err != nil && !errors.Is(err, pipeline.ErrNotFound) {
		return standing{}, err
	}
	out := standing{Key: id}
	if known {
		out.Key = plan.Proposal.ID
	}
	switch c, err := h.bus.Journal().Look(ctx, out.Key); {
	case err == nil && c.Feedback != nil:
		if c.Feedback.To != who {
			return standing{}, fmt.Errorf("request: %w", pipeline.ErrNotFound)
		}
		e, err := h.post.codec.Feedback(*c.Feedback)
		out.Feedback = e.Body
		return out, err
	case err == nil && known:
		return out, nil // it is being carried out
	case err != nil && !errors.Is(err, pipeline.ErrNotFound):
		return standing{}, err
	case !known:
		// An open claim alone does not say whose it is.
		return standing{}, fmt.Errorf("request: %w", pipeline.ErrNotFound)
	}
	if plan.State == hitl.Held {
		why := plan.Decision.Strictest()
		out.Plan = &event.PlanRef{ID: plan.ID, Deadline: deadline(plan.Deadline)}
		out.Rule, out.Reason = why.Rule, why.Reason
	}
	return out, nil
}

func deadline(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// planOf finds the flight plan of an agent's request, by the plan's id or the
// request's key. A plan that was replaced leads to the one that is open now.
func (h *house) planOf(ctx context.Context, who pipeline.Principal, id string) (hitl.FlightPlan, error) {
	named, err := h.desk.Plan(ctx, id)
	if err != nil && !errors.Is(err, pipeline.ErrNotFound) {
		return hitl.FlightPlan{}, err
	}
	found := err == nil && named.Proposal.Signal.Principal == who
	if found && named.State.Open() {
		return named, nil
	}
	open, err := h.desk.Plans(ctx, hitl.Held, hitl.Approved, hitl.Spent)
	if err != nil {
		return hitl.FlightPlan{}, err
	}
	for _, p := range open {
		if p.Proposal.Signal.Principal == who && (p.Proposal.ID == id || found && p.Proposal.ID == named.Proposal.ID) {
			return p, nil
		}
	}
	if found {
		return named, nil
	}
	return hitl.FlightPlan{}, fmt.Errorf("plan: %w", pipeline.ErrNotFound)
}
