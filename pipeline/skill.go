package pipeline

import "context"

// Skill is know-how that turns a signal into a proposed action. It must be
// pure: the same signal gives the same action, so that a redelivery has the
// same digest; it does no I/O and keeps no state. Match is the trigger and
// must be cheap. Propose returns a *Error for a signal that it matches but
// cannot use. Skills are asked from high to low priority; the first match
// proposes.
type Skill interface {
	Spec() Spec
	Match(s Signal) bool
	Propose(ctx context.Context, s Signal) (Action, error)
}
