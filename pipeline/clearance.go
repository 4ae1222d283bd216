package pipeline

import (
	"errors"
	"slices"
	"time"
)

// Why Clear refuses.
var (
	ErrDenied    = errors.New("denied")
	ErrHeld      = errors.New("held for a person")
	ErrChanged   = errors.New("changed since it was judged or approved")
	ErrExpired   = errors.New("approval expired")
	ErrSelfGiven = errors.New("approval given by the requester")
)

// Approval is the proof that a hold is lifted for one digest.
type Approval struct {
	Proposal Digest      `json:"proposal"`
	By       []Principal `json:"by"`              // distinct people, at least one
	Plan     string      `json:"plan,omitempty"`  // the flight plan that was answered
	Grant    string      `json:"grant,omitempty"` // or the grant that covers it
	Expires  time.Time   `json:"expires"`         // execution deadline
}

// Clearance is the permission to act now. Only Clear makes a valid one; the
// zero value is invalid and an actuator must refuse it. It holds the cleared
// effects, which become the sandbox profile.
type Clearance struct {
	proposal Proposal
	decision Decision
	approval *Approval
	valid    bool
}

// Clear is the last check before an action: the decision is for exactly this
// proposal, and it allows, or holds and an approval by somebody else lifts the
// hold for exactly this digest and is not past its deadline. Errors:
// ErrDenied, ErrHeld, ErrChanged, ErrExpired, ErrSelfGiven.
func Clear(p Proposal, d Decision, a *Approval, now time.Time) (Clearance, error) {
	digest := p.Digest()
	if digest.IsZero() || d.Proposal != digest {
		return Clearance{}, ErrChanged
	}
	switch d.Outcome {
	case Allow:
		a = nil
	case Hold:
		if err := lifts(a, p, digest, now); err != nil {
			return Clearance{}, err
		}
		given := *a
		given.By = slices.Clone(a.By)
		a = &given
	default:
		return Clearance{}, ErrDenied
	}
	// What was cleared is the clearance's own: whoever made the proposal cannot
	// change it any more.
	p.Exact, p.Effects = slices.Clone(p.Exact), slices.Clone(p.Effects)
	return Clearance{proposal: p, decision: d, approval: a, valid: true}, nil
}

func lifts(a *Approval, p Proposal, digest Digest, now time.Time) error {
	switch {
	case a == nil || len(a.By) == 0 || slices.Contains(a.By, ""):
		return ErrHeld
	case a.Proposal != digest:
		return ErrChanged
	case slices.Contains(a.By, p.Signal.Principal):
		return ErrSelfGiven
	case !now.Before(a.Expires):
		return ErrExpired
	}
	return nil
}

// Proposal returns what was cleared; false for the zero value, which an
// actuator must refuse.
func (c Clearance) Proposal() (Proposal, bool) { return c.proposal, c.valid }

// Approval returns who lifted the hold, or nil if none was needed.
func (c Clearance) Approval() *Approval { return c.approval }

// Decision returns what was decided on it at the last mile.
func (c Clearance) Decision() Decision { return c.decision }
