package pipeline

import (
	"context"
	"errors"
)

// The ports of the line. Each is met by one room; the roof connects them.
type (
	// Perceiver turns a message into a signal. On an error (a *Error) the
	// signal holds what could be attributed so far, so that the sender can be
	// told; without a Principal nobody can be.
	Perceiver interface {
		Perceive(ctx context.Context, m Message) (Signal, error)
	}

	// Reasoner turns a signal into a judged proposal. ErrNothingToDo means that
	// no skill wants the signal (a heartbeat, an event for others). A *Error
	// is told to the sender.
	Reasoner interface {
		Reason(ctx context.Context, s Signal) (Proposal, Decision, error)
	}

	// Actor verifies a proposal once more, claims it and carries it out.
	// Recall returns the stored outcome of a signal that was already acted on,
	// ErrNotFound if there is none, ErrBusy while it is being acted on. Act
	// returns a *HeldError when the last mile finds that a person must decide;
	// nothing was claimed or done then. Every other outcome is a feedback.
	// Settle stores the final feedback of a request that is not going to be
	// acted on, because a person said no or nobody answered, so that nothing
	// acts on it later; if it was acted on already, that outcome comes back
	// instead. What any of them found stored is marked Replayed.
	Actor interface {
		Recall(ctx context.Context, s Signal) (Feedback, error)
		Act(ctx context.Context, p Proposal) (Feedback, error)
		Settle(ctx context.Context, f Feedback) (Feedback, error)
	}

	// Desk keeps held proposals until people answer. Suspend is idempotent:
	// the same proposal gives the same plan again. Answer takes a signal of a
	// person; a Turn that does not fly has only feedback, or nothing when the
	// answer was refused, which the desk tells the person itself. Land notes
	// what became of a plan that flew.
	Desk interface {
		Suspend(ctx context.Context, p Proposal, d Decision) (Feedback, error)
		Answer(ctx context.Context, s Signal) (Turn, error)
		Land(ctx context.Context, f Feedback) error
	}

	// Granter is the optional ability of a Desk to know standing answers:
	// whether one lifts the hold of a fresh proposal. It spends none, and the
	// last mile does not believe it.
	Granter interface {
		Granted(ctx context.Context, p Proposal, d Decision) (bool, error)
	}

	// Recorder writes one step to the audit record before it is settled.
	Recorder interface {
		Record(ctx context.Context, s Step) error
	}

	// Outbox publishes feedback and buries messages that can never be handled.
	Outbox interface {
		Publish(ctx context.Context, f Feedback) error
		Bury(ctx context.Context, m Message, why *Error) error
	}
)

// What the ports answer with.
var (
	ErrNothingToDo = errors.New("nothing to do")
	ErrBusy        = errors.New("being acted on")
)

// HeldError says that the last mile wants a person, whatever was decided
// before. It carries the fresh proposal and decision to be suspended.
type HeldError struct {
	Proposal Proposal
	Decision Decision
}

// Error says what is held.
func (e *HeldError) Error() string { return "held at the last mile: " + e.Proposal.ID }

// Unwrap makes it match ErrHeld.
func (e *HeldError) Unwrap() error { return ErrHeld }

// Turn is what an answer leads to.
type Turn struct {
	Fly      bool       // the proposal shall be acted on now
	Proposal Proposal   // what flies
	Tell     []Feedback // what the agent is told
	Note     string     // for the record
}
