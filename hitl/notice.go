package hitl

import (
	"context"
	"time"

	"passepartout/pipeline"
)

// Notifier tells people of a plan. It may be called twice with the same
// notice. It must not let an agent see one, because it carries the token.
type Notifier interface {
	Notify(ctx context.Context, n Notice) error
}

// The kinds of notice, each the word of an event's type.
const (
	NoticeHeld     = "held"
	NoticeAnswered = "answered"
	NoticeRefused  = "refused" // an answer changed nothing
	NoticeExpired  = "expired"
)

// Notice is what people are told of a plan. Plan and Agent are always fit for
// a subject; NoPlan and NoAgent stand for one that is not known.
type Notice struct {
	Kind        string
	Plan        string
	Token       string // only while the plan is held
	Agent       pipeline.Principal
	Session     string
	Request     string
	Key         string
	Target      string
	Op          string
	Summary     string
	Intent      string
	Effects     []pipeline.Effect
	Verdicts    []pipeline.Verdict
	Rule        string
	Reason      string
	Digest      pipeline.Digest
	Policy      string
	Confinement string
	Deadline    time.Time
	Quorum      int
	Text        string
	To          pipeline.Principal // who answered
	Answer      string
	Comment     string // what they said
	By          []pipeline.Principal
	State       string
	Error       *pipeline.Error
	Cause       string // id of the event that led to this
	Trace       string
	Depth       int
	At          time.Time
}

// What a notice says when an answer names no plan that exists.
const (
	NoPlan  = "unknown"
	NoAgent = "unknown"
)

// about is what every notice of a plan says.
func about(p FlightPlan, kind string, at time.Time) Notice {
	s := p.Proposal.Signal
	return Notice{
		Kind: kind, Plan: p.ID, Agent: s.Principal, Session: s.Session, Request: s.ID, Key: p.Proposal.ID,
		Target: p.Proposal.Action.Target, Op: p.Proposal.Action.Op, Summary: p.Proposal.Summary,
		Digest: p.Decision.Proposal, Deadline: p.Deadline, Quorum: p.Quorum, By: p.Approvers(),
		State: string(p.State), Cause: s.ID, Trace: s.Trace, Depth: s.Depth + 1, At: at,
	}
}

// held is the notice that asks people. Its time is the plan's, so that asking
// again is the same notice.
func held(p FlightPlan) Notice {
	n := about(p, NoticeHeld, p.Created)
	why := p.Decision.Strictest()
	n.Token, n.Intent, n.Effects, n.Verdicts = p.Token, p.Proposal.Action.Intent, p.Proposal.Effects, p.Decision.Verdicts
	n.Rule, n.Reason, n.Policy, n.Confinement, n.Text = why.Rule, why.Reason, p.Proposal.Policy, p.Proposal.Confinement, p.Text
	return n
}

func answered(p FlightPlan, a Answer, cause string) Notice {
	n := about(p, NoticeAnswered, a.At)
	n.To, n.Answer, n.Comment, n.Cause = a.By, string(a.Kind), a.Reason, cause
	return n
}

func expired(p FlightPlan) Notice {
	n := about(p, NoticeExpired, p.Ended)
	n.Comment = p.Reason
	return n
}

// refused says why an answer changed nothing. It says of the plan only its
// name, since who answered may not have seen it.
func refused(s pipeline.Signal, plan string, agent pipeline.Principal, why *pipeline.Error, at time.Time) Notice {
	if !validID(plan) {
		plan = NoPlan
	}
	if agent == "" {
		agent = NoAgent
	}
	return Notice{
		Kind: NoticeRefused, Plan: plan, Agent: agent, To: s.Principal, Error: why,
		Cause: s.ID, Trace: s.Trace, Depth: s.Depth + 1, At: at,
	}
}
