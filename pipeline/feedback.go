package pipeline

import (
	"encoding/json"
	"time"
)

// FeedbackKind says what became of a signal.
type FeedbackKind string

// The kinds of feedback; each is a token of a subject.
const (
	ToolOutput FeedbackKind = "tool-output" // acted, and it went well
	ToolError  FeedbackKind = "tool-error"  // blocked, failed, or unknown how it ended
	Suspended  FeedbackKind = "suspended"   // waits for a person
	Rejected   FeedbackKind = "rejected"    // a person said no
	Expired    FeedbackKind = "expired"     // nobody answered in time
	Notice     FeedbackKind = "message"     // text for the session's people
)

// Final reports whether no further feedback follows for the same signal.
func (k FeedbackKind) Final() bool { return k != Suspended && k != Notice }

// Feedback is what became of one signal. It is stored in the journal as it is
// and published as an event.
type Feedback struct {
	Kind     FeedbackKind `json:"kind"`
	SignalID string       `json:"signal_id"` // the event's id
	Key      string       `json:"key"`       // the signal's Key
	To       Principal    `json:"to"`
	Session  string       `json:"session"`
	Depth    int          `json:"depth"` // the signal's + 1
	Trace    string       `json:"trace,omitempty"`
	Target   string       `json:"target,omitempty"`
	Op       string       `json:"op,omitempty"`
	Proposal Digest       `json:"proposal,omitzero"`
	Decision *Decision    `json:"decision,omitempty"`
	Approval *Approval    `json:"approval,omitempty"`
	Result   *Result      `json:"result,omitempty"`
	Err      *Error       `json:"error,omitempty"`
	Plan     *PlanRef     `json:"plan,omitempty"`
	Text     string       `json:"text,omitempty"`
	At       time.Time    `json:"at"`
	Silent   bool         `json:"silent,omitempty"`   // recorded, not published
	Replayed bool         `json:"replayed,omitempty"` // published again for a redelivery
}

// PlanRef is what an agent may know of a flight plan; never its token.
type PlanRef struct {
	ID       string      `json:"id"`
	Deadline time.Time   `json:"deadline"`
	By       []Principal `json:"by,omitempty"`     // who answered
	Reason   string      `json:"reason,omitempty"` // what they said
}

// Tell makes feedback for a signal, one level deeper in its loop.
func Tell(s Signal, kind FeedbackKind, now time.Time) Feedback {
	return Feedback{
		Kind: kind, SignalID: s.ID, Key: s.Key(), To: s.Principal,
		Session: s.Session, Depth: s.Depth + 1, Trace: s.Trace, At: now,
	}
}

// TellProposal makes feedback for a proposal and what was decided on it.
func TellProposal(p Proposal, d Decision, kind FeedbackKind, now time.Time) Feedback {
	f := Tell(p.Signal, kind, now)
	f.Target, f.Op, f.Proposal, f.Decision = p.Action.Target, p.Action.Op, d.Proposal, &d
	return f
}

// Preview answers a dry run: what would be decided and what it would do.
// Nothing is held, claimed or done for it.
func Preview(p Proposal, d Decision, now time.Time) Feedback {
	f := TellProposal(p, d, ToolOutput, now)
	data, err := json.Marshal(struct {
		DryRun   bool     `json:"dry_run"`
		Enforced bool     `json:"enforced"` // false: this is what would be, not what was
		Outcome  Outcome  `json:"outcome"`
		Summary  string   `json:"summary"`
		Effects  []Effect `json:"effects"`
	}{true, false, d.Outcome, p.Summary, p.Effects})
	if err != nil {
		f.Kind, f.Err = ToolError, AsError(err)
		return f
	}
	f.Result = &Result{Data: data, Started: now, Finished: now, Confinement: p.Confinement}
	return f
}
