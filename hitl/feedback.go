package hitl

import (
	"fmt"
	"strings"
	"time"

	"passepartout/pipeline"
)

const (
	reasonUnanswered = "nobody answered in time"
	reasonLate       = "it was approved, but its time to act had passed"
)

// tell makes feedback about a plan. Its time is the plan's own, so that the
// same thing told twice is the same feedback.
func tell(p FlightPlan, kind pipeline.FeedbackKind, at time.Time) pipeline.Feedback {
	f := pipeline.TellProposal(p.Proposal, p.Decision, kind, at)
	f.Plan = p.Ref()
	return f
}

func suspendedFeedback(p FlightPlan) pipeline.Feedback {
	why := p.Decision.Strictest()
	f := tell(p, pipeline.Suspended, p.Created)
	f.Plan.By, f.Plan.Reason = nil, ""
	f.Err = &pipeline.Error{
		Code: pipeline.CodeHeld, Message: why.Reason, Rule: why.Rule, Hint: why.Hint,
	}
	if f.Err.Message == "" {
		f.Err.Message = "a person must decide"
	}
	f.Text = "waits for a person until " + p.Deadline.UTC().Format(time.RFC3339)
	return f
}

// partialFeedback tells the agent that a plan needs more people.
func partialFeedback(p FlightPlan, a Answer, count int) pipeline.Feedback {
	f := tell(p, pipeline.Notice, a.At)
	f.Plan.By = p.Approvers()[:count]
	f.Text = fmt.Sprintf("approved by %s, %d of %d", a.By, count, p.Quorum)
	return f
}

func rejectedFeedback(p FlightPlan) pipeline.Feedback {
	f := tell(p, pipeline.Rejected, p.Ended)
	by := make([]string, 0, len(p.Answers))
	for _, a := range p.Answers {
		if a.Kind == Reject {
			by = append(by, string(a.By))
		}
	}
	f.Plan.By = nil
	for _, name := range by {
		f.Plan.By = append(f.Plan.By, pipeline.Principal(name))
	}
	f.Err = &pipeline.Error{Code: pipeline.CodeRejected, Message: "rejected by " + strings.Join(by, ", ")}
	if f.Plan.Reason != "" {
		f.Err.Message += ": " + f.Plan.Reason
	}
	f.Err.Hint = "do not ask for the same again; change what the reason names"
	return f
}

func expiredFeedback(p FlightPlan) pipeline.Feedback {
	f := tell(p, pipeline.Expired, p.Ended)
	f.Plan.Reason = p.Reason
	f.Err = &pipeline.Error{Code: pipeline.CodeExpired, Message: p.Reason, Hint: "ask again", Retryable: true}
	return f
}

func withdrawnFeedback(p FlightPlan) pipeline.Feedback {
	f := tell(p, pipeline.Rejected, p.Ended)
	f.Plan.Reason = p.Reason
	f.Err = &pipeline.Error{Code: pipeline.CodeRejected, Message: "withdrawn: " + p.Reason}
	return f
}

// unshowableFeedback refuses what no person could look through.
func unshowableFeedback(p pipeline.Proposal, d pipeline.Decision, now time.Time) pipeline.Feedback {
	f := pipeline.TellProposal(p, d, pipeline.ToolError, now)
	verdicts := *f.Decision
	verdicts.Verdicts = nil // they are what makes it too large
	f.Decision = &verdicts
	f.Err = &pipeline.Error{
		Code: pipeline.CodeBlocked, Rule: RuleTooLarge,
		Message: "a person would have to decide, and this is too large to be shown to one",
		Hint:    "ask for smaller steps",
	}
	return f
}

// crowdedFeedback refuses to ask people about more of one agent at once.
func crowdedFeedback(p pipeline.Proposal, d pipeline.Decision, most int, now time.Time) pipeline.Feedback {
	f := pipeline.TellProposal(p, d, pipeline.ToolError, now)
	f.Err = &pipeline.Error{
		Code: pipeline.CodeRateLimited, Rule: RuleTooManyOpen, Retryable: true,
		Message: fmt.Sprintf("a person would have to decide, and %d requests of yours wait for one already", most),
		Hint:    "wait until they are answered or have expired, then ask again with a new id",
	}
	return f
}

// lostFeedback answers a request whose plan has flown but whose outcome the
// journal did not give back.
func lostFeedback(p FlightPlan) pipeline.Feedback {
	f := tell(p, pipeline.ToolError, p.Created)
	f.Err = &pipeline.Error{
		Code: pipeline.CodeOutcomeUnknown, Message: "this was approved and flown before; its outcome is no longer known here",
		Hint: "look at the audit record before you ask again with a new id",
	}
	return f
}
