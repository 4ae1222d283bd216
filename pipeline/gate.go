package pipeline

import (
	"context"
	"fmt"
)

// Outcome is what a judge says of a proposal. The order is by strictness and
// the zero value denies.
type Outcome uint8

// The outcomes, strictest first.
const (
	Deny  Outcome = iota // never; nobody's approval lifts it
	Hold                 // only if a person, or a grant, says so
	Allow                // may run
)

var outcomeNames = [...]string{"deny", "hold", "allow"}

// String is the outcome's name; a value out of range is "deny".
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return outcomeNames[Deny]
}

// MarshalText writes the outcome's name.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads an outcome's name; any other text is an error and denies.
func (o *Outcome) UnmarshalText(text []byte) error {
	*o = Deny
	for i, name := range outcomeNames {
		if name == string(text) {
			*o = Outcome(i)
			return nil
		}
	}
	return fmt.Errorf("unknown outcome %q", text)
}

// Stricter returns the stricter of two outcomes; one out of range is a deny.
func (o Outcome) Stricter(other Outcome) Outcome {
	if o > Allow || other > Allow {
		return Deny
	}
	return min(o, other)
}

// same reports whether both mean the same: every one out of range is a deny.
func (o Outcome) same(other Outcome) bool { return o.Stricter(Allow) == other.Stricter(Allow) }

// Verdict is what one gate said of a proposal. A gate that judges effect by
// effect fills PerEffect, in which PerEffect[i] judges Proposal.Effects[i];
// its own Outcome is then the strictest of them. Everything but an allow says
// Rule and Reason; Hint tells the agent what to do instead.
type Verdict struct {
	Gate      string    `json:"gate"`
	Outcome   Outcome   `json:"outcome"`
	Code      Code      `json:"code,omitempty"` // the error code this verdict leads to; empty: blocked or held
	Rule      string    `json:"rule,omitempty"`
	Reason    string    `json:"reason,omitempty"`
	Hint      string    `json:"hint,omitempty"`
	Field     string    `json:"field,omitempty"` // which part of the request is at fault, if one is: "params.timeout"
	PerEffect []Verdict `json:"per_effect,omitempty"`
}

// Spec describes a plug-in: a skill, a gate or an actuator.
type Spec struct {
	Name     string `json:"name"` // lower case, unique in its family
	Doc      string `json:"doc"`  // one sentence for operators
	Priority int    `json:"priority,omitempty"`
}

// Gate is a deterministic judge with one concern. Check must give the same
// verdict for the same proposal and the same state of the world, may be called
// by many goroutines, and is called twice for a signal: when it is reasoned
// about and at the last mile, so that counting must be by Proposal.ID. An
// error denies. Gates run from high to low priority; the outcome never depends
// on the order.
type Gate interface {
	Spec() Spec
	Check(ctx context.Context, p Proposal) (Verdict, error)
}

// Early is an optional ability of a gate that judges how a request is worded
// and needs no effects: its Check is asked before the actuator looks at the
// action, too, and a deny then ends the request.
type Early interface {
	Early() bool
}

// Versioned is an optional ability of a gate whose rules can change: Version
// names the rules now in force and becomes part of every digest.
type Versioned interface {
	Version() string
}
