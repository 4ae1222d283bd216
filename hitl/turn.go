package hitl

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"passepartout/pipeline"
)

// RuleTooLarge is the rule by which a proposal is refused that nobody could
// look through.
const RuleTooLarge = "plan-too-large"

// RuleTooManyOpen is the rule by which a proposal is refused whose agent has as
// many flight plans waiting for people as it may.
const RuleTooManyOpen = "too-many-open-plans"

// The rules by which an answer is refused.
const (
	RuleNotApprover = "not-an-approver"
	RuleUnknownPlan = "unknown-plan"
	RuleWrongToken  = "wrong-token"
	RuleOtherDigest = "other-digest"
	RuleSelfGiven   = "self-given"
	RuleAnswered    = "already-answered"
	RuleTooLate     = "too-late"
	RuleReusedID    = "reused-id"
	RuleNoGrant     = "not-grantable"
)

// Answer implements pipeline.Desk. A refusal is told to people by a notice and
// leads to an empty turn. A redelivered answer leads to the turn that it led
// to, unless that has landed.
func (d *Desk) Answer(ctx context.Context, s pipeline.Signal) (pipeline.Turn, error) {
	now := d.cfg.Now()
	if s.Role != pipeline.RoleApprover {
		return d.refuse(ctx, s, slip{}, "", &pipeline.Error{
			Code: pipeline.CodePermissionDenied, Rule: RuleNotApprover,
			Message: "only an approver can answer a flight plan", Hint: "publish on an approver's own answer subject",
		})
	}
	a, bad := read(s)
	if bad != nil {
		return d.refuse(ctx, s, a, "", bad)
	}
	plan, err := change(ctx, d.cfg.Plans, a.Plan, func(p *FlightPlan) error {
		if e := d.grantable(*p, a); e != nil && sameSecret(p.Token, a.Token) {
			return e
		}
		return p.take(s, a, now, now.Add(d.cfg.Execution))
	})
	if errors.Is(err, pipeline.ErrNotFound) {
		return d.refuse(ctx, s, a, "", &pipeline.Error{
			Code: pipeline.CodeNotFound, Rule: RuleUnknownPlan, Message: "there is no flight plan " + a.Plan,
			Hint: "list the plans that wait; an ended plan is forgotten after a while",
		})
	}
	if e, ok := errors.AsType[*pipeline.Error](err); ok {
		return d.refuse(ctx, s, a, plan.Proposal.Signal.Principal, e)
	}
	if err != nil {
		return pipeline.Turn{}, err
	}
	i := slices.IndexFunc(plan.Answers, func(given Answer) bool { return given.Event == s.Key() })
	note, err := d.grant(ctx, plan, plan.Answers[i])
	if err != nil {
		return pipeline.Turn{}, err
	}
	if err := d.cfg.Tell.Notify(ctx, answered(plan, plan.Answers[i], s.ID)); err != nil {
		return pipeline.Turn{}, fmt.Errorf("tell of plan %s: %w", plan.ID, err)
	}
	turn := d.turn(plan, i)
	turn.Note = note
	return turn, nil
}

// take applies an answer to a plan, or says why not. Nothing of the plan is
// told before the token has been shown.
func (p *FlightPlan) take(s pipeline.Signal, a slip, now, executeBy time.Time) error {
	switch {
	case !sameSecret(p.Token, a.Token):
		return refusal(pipeline.CodePermissionDenied, RuleWrongToken, "this is not the token of plan "+p.ID, "copy the token from the plan")
	case a.Digest != nil && *a.Digest != p.Decision.Proposal:
		return refusal(pipeline.CodeInvalidRequest, RuleOtherDigest, "the answer is for another content than plan "+p.ID+" has", "look at the plan again")
	case samePerson(s.Principal, p.Proposal.Signal.Principal):
		return refusal(pipeline.CodePermissionDenied, RuleSelfGiven, "a requester cannot answer its own plan", "ask another approver")
	}
	for _, given := range p.Answers {
		if given.Event != s.Key() {
			continue
		}
		if given.Kind != a.Answer || (given.Grant == nil) != (a.Grant == nil) || given.Grant != nil && *given.Grant != *a.Grant {
			return refusal(pipeline.CodeInvalidRequest, RuleReusedID, "this event id was used for another answer", "give each answer an id of its own")
		}
		return errUnchanged // delivered again
	}
	switch {
	case p.State == Expired && len(p.Answers) == 0:
		return refusal(pipeline.CodeExpired, RuleTooLate, "plan "+p.ID+" expired at "+stamp(p.Deadline)+", nothing was changed", "the agent must ask again")
	case p.State != Held:
		return refusal(pipeline.CodeInvalidRequest, RuleAnswered, p.standing(), "")
	case p.late(now):
		return refusal(pipeline.CodeExpired, RuleTooLate, "plan "+p.ID+" expired at "+stamp(p.Deadline)+", nothing was changed", "the agent must ask again")
	case a.Answer == Approve && p.approvedBy(s.Principal):
		return refusal(pipeline.CodeInvalidRequest, RuleAnswered, "you have approved plan "+p.ID+" already; it needs other people, too", "")
	}
	p.Answers = append(p.Answers, Answer{Kind: a.Answer, By: s.Principal, Reason: a.Reason, Grant: a.Grant, Event: s.Key(), At: now})
	switch {
	case a.Answer != Approve:
		p.State, p.Ended = Rejected, now
	case len(p.Approvers()) >= max(p.Quorum, 1):
		p.State, p.ExecuteBy = Approved, executeBy
	}
	return nil
}

// samePerson compares two names. The bus tells "ann" from "Ann", but nobody
// who gives out both names means two people by them.
func samePerson(a, b pipeline.Principal) bool { return strings.EqualFold(string(a), string(b)) }

func (p *FlightPlan) approvedBy(who pipeline.Principal) bool {
	return slices.ContainsFunc(p.Approvers(), func(by pipeline.Principal) bool { return samePerson(by, who) })
}

// standing says in one sentence where a plan stands that is no longer held.
func (p *FlightPlan) standing() string {
	text := "plan " + p.ID + " is " + string(p.State) + " already"
	if n := len(p.Answers); n > 0 {
		last := p.Answers[n-1]
		text += ": " + string(last.Kind) + " by " + string(last.By) + " at " + stamp(last.At)
	}
	return text
}

// turn is what the i-th answer of a plan leads to.
func (d *Desk) turn(p FlightPlan, i int) pipeline.Turn {
	t := pipeline.Turn{Proposal: p.Proposal}
	a := p.Answers[i]
	if a.Kind != Approve {
		t.Tell = []pipeline.Feedback{rejectedFeedback(p)}
		return t
	}
	count := 0
	for _, given := range p.Answers[:i+1] {
		if given.Kind == Approve {
			count++
		}
	}
	switch {
	case count < p.Quorum:
		if p.State == Held {
			t.Tell = []pipeline.Feedback{partialFeedback(p, a, count)}
		}
	case p.State == Approved, p.State == Spent:
		t.Fly = true
		d.mu.Lock()
		d.flying[p.Proposal.ID] = struct{}{}
		d.mu.Unlock()
	}
	return t
}

func (d *Desk) refuse(ctx context.Context, s pipeline.Signal, a slip, agent pipeline.Principal, why *pipeline.Error) (pipeline.Turn, error) {
	if why.Rule == RuleWrongToken {
		agent = "" // who cannot show the token learns nothing of the plan
	}
	if err := d.cfg.Tell.Notify(ctx, refused(s, a.Plan, agent, why, d.cfg.Now())); err != nil {
		return pipeline.Turn{}, fmt.Errorf("tell of a refused answer: %w", err)
	}
	return pipeline.Turn{}, nil
}

func refusal(code pipeline.Code, rule, message, hint string) *pipeline.Error {
	return &pipeline.Error{Code: code, Rule: rule, Message: message, Hint: hint}
}

// sameSecret compares in a time that tells nothing, not even of lengths. An
// empty token is nobody's.
func sameSecret(want, got string) bool {
	w, g := sha256.Sum256([]byte(want)), sha256.Sum256([]byte(got))
	return subtle.ConstantTimeCompare(w[:], g[:]) == 1 && want != ""
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
