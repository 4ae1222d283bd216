package act

import (
	"context"
	"errors"
	"fmt"

	"passepartout/pipeline"
)

// RuleExpired is the rule that is named when an approval came too late to act on.
const RuleExpired = "execution-deadline"

// lastMile decides once more, now, and makes the clearance. It returns exactly
// one of: a clearance; a feedback that ends the request without acting; an
// error, among them *pipeline.HeldError when a person must decide.
//
// What was decided or digested earlier is not believed: the proposal is made
// anew, and an approval must be for exactly that one. So a policy, a program
// or a link that changed in between either still allows what is there now, or
// is held and shown to a person as it is now, or is denied.
func (s *Stage) lastMile(ctx context.Context, p pipeline.Proposal) (pipeline.Clearance, *pipeline.Feedback, error) {
	fresh, decision, err := s.cfg.Review.Review(ctx, p)
	if err != nil {
		if e, ok := errors.AsType[*pipeline.Error](err); ok {
			f := s.tell(p, pipeline.Decision{}, pipeline.ToolError)
			f.Decision = nil
			f.Err = e
			return pipeline.Clearance{}, &f, nil
		}
		return pipeline.Clearance{}, nil, fmt.Errorf("review: %w", err)
	}
	if fresh.Action.DryRun {
		f := pipeline.Preview(fresh, decision, s.cfg.Now())
		return pipeline.Clearance{}, &f, nil
	}
	var approval *pipeline.Approval
	if decision.Outcome == pipeline.Hold {
		approval, err = s.cfg.Approvals.Spend(ctx, fresh, decision)
		if err != nil {
			return s.unapproved(fresh, decision, err)
		}
	}
	cleared, err := pipeline.Clear(fresh, decision, approval, s.cfg.Now())
	if err != nil {
		return s.unapproved(fresh, decision, err)
	}
	return cleared, nil, nil
}

// unapproved says what follows from the reason why there is no clearance.
func (s *Stage) unapproved(p pipeline.Proposal, d pipeline.Decision, err error) (pipeline.Clearance, *pipeline.Feedback, error) {
	none := pipeline.Clearance{}
	switch {
	case errors.Is(err, pipeline.ErrHeld), errors.Is(err, pipeline.ErrNotFound), errors.Is(err, pipeline.ErrChanged):
		return none, nil, &pipeline.HeldError{Proposal: p, Decision: d}
	case errors.Is(err, pipeline.ErrExpired):
		f := s.tell(p, d, pipeline.Expired)
		f.Err = &pipeline.Error{
			Code: pipeline.CodeExpired, Rule: RuleExpired, Retryable: true,
			Message: "the approval was given, but its time to act had passed",
			Hint:    "ask again",
		}
		return none, &f, nil
	case errors.Is(err, pipeline.ErrSelfGiven):
		f := s.tell(p, d, pipeline.ToolError)
		f.Err = &pipeline.Error{Code: pipeline.CodeBlocked, Rule: "self-given", Message: "a requester cannot approve its own request"}
		return none, &f, nil
	case errors.Is(err, pipeline.ErrDenied):
		f := s.tell(p, d, pipeline.ToolError)
		f.Err = pipeline.Blocked(d)
		return none, &f, nil
	default:
		return none, nil, fmt.Errorf("clear: %w", err)
	}
}

func (s *Stage) tell(p pipeline.Proposal, d pipeline.Decision, kind pipeline.FeedbackKind) pipeline.Feedback {
	return pipeline.TellProposal(p, d, kind, s.cfg.Now())
}
