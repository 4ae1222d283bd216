package pipeline

import (
	"context"
	"errors"
	"time"
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
	Actor interface {
		Recall(ctx context.Context, s Signal) (Feedback, error)
		Act(ctx context.Context, p Proposal) (Feedback, error)
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
}

// Step is one line of the audit record: what happened to which signal. Fields
// that do not apply are zero.
type Step struct {
	Kind     StepKind
	Signal   Signal
	Proposal *Proposal
	Decision *Decision
	Feedback *Feedback
	By       Principal // who made it happen, if a person
	Note     string
}

// StepKind names a step; each is a token of a subject.
type StepKind string

// The steps of a signal through the line.
const (
	StepRefused   StepKind = "refused"   // could not be perceived
	StepDecided   StepKind = "decided"   // judged by the gates
	StepSuspended StepKind = "suspended" // waits for a person
	StepAnswered  StepKind = "answered"  // a person answered
	StepActed     StepKind = "acted"     // carried out, failed, or unknown
	StepExpired   StepKind = "expired"   // nobody answered in time
	StepReplayed  StepKind = "replayed"  // outcome published again
	StepOperated  StepKind = "operated"  // an operator's lever
)

// handBack is how long a message rests that could not be handled now.
const handBack = 2 * time.Second

// Pipeline is the line. It holds no state and may be used by many goroutines.
type Pipeline struct {
	Perceive Perceiver
	Reason   Reasoner
	Act      Actor
	Desk     Desk
	Record   Recorder
	Out      Outbox
	Now      func() time.Time
}

// Handle takes a request or a sensor's signal through the line: act, record,
// publish, and only then the disposition that settles the message. Whatever
// cannot be recorded or published is handed back, and what was acted on is not
// acted on again but recalled.
func (l *Pipeline) Handle(ctx context.Context, m Message) Disposition {
	s, err := l.Perceive.Perceive(ctx, m)
	if err != nil {
		return l.refuse(ctx, m, s, AsError(err))
	}
	switch f, err := l.Act.Recall(ctx, s); {
	case err == nil:
		f.Replayed = true
		return l.finish(ctx, Step{Kind: StepReplayed, Signal: s, Feedback: &f})
	case errors.Is(err, ErrBusy):
		return Nak(handBack, "the same request is being acted on")
	case !errors.Is(err, ErrNotFound):
		return l.refuseUnlessPassing(ctx, m, s, err)
	}
	p, d, err := l.Reason.Reason(ctx, s)
	if errors.Is(err, ErrNothingToDo) {
		return Ack()
	}
	if err != nil {
		return l.refuseUnlessPassing(ctx, m, s, err)
	}
	if err := l.Record.Record(ctx, Step{Kind: StepDecided, Signal: s, Proposal: &p, Decision: &d}); err != nil {
		return Nak(handBack, err.Error())
	}
	return l.carry(ctx, p, d)
}

// HandleAnswer takes a person's answer to the desk and flies what it lifts.
func (l *Pipeline) HandleAnswer(ctx context.Context, m Message) Disposition {
	s, err := l.Perceive.Perceive(ctx, m)
	if err != nil {
		return l.refuse(ctx, m, s, AsError(err))
	}
	turn, err := l.Desk.Answer(ctx, s)
	if err != nil {
		return l.refuseUnlessPassing(ctx, m, s, err)
	}
	if err := l.Record.Record(ctx, Step{Kind: StepAnswered, Signal: s, By: s.Principal, Proposal: turn.proposal()}); err != nil {
		return Nak(handBack, err.Error())
	}
	for i := range turn.Tell {
		if err := l.Out.Publish(ctx, turn.Tell[i]); err != nil {
			return Nak(handBack, err.Error())
		}
	}
	if !turn.Fly {
		return Ack()
	}
	return l.fly(ctx, turn.Proposal)
}

func (t Turn) proposal() *Proposal {
	if t.Proposal.ID == "" {
		return nil
	}
	return &t.Proposal
}

// carry does with a fresh proposal what was decided.
func (l *Pipeline) carry(ctx context.Context, p Proposal, d Decision) Disposition {
	switch d.Outcome {
	case Allow:
		return l.fly(ctx, p)
	case Hold:
		return l.suspend(ctx, p, d)
	default:
		f := TellProposal(p, d, ToolError, l.Now())
		f.Err = Blocked(d)
		return l.finish(ctx, Step{Kind: StepActed, Signal: p.Signal, Feedback: &f})
	}
}

func (l *Pipeline) fly(ctx context.Context, p Proposal) Disposition {
	f, err := l.Act.Act(ctx, p)
	if held, ok := errors.AsType[*HeldError](err); ok {
		return l.suspend(ctx, held.Proposal, held.Decision)
	}
	if errors.Is(err, ErrBusy) {
		return Nak(handBack, "the same request is being acted on")
	}
	if err != nil {
		return Nak(handBack, err.Error())
	}
	if err := l.Desk.Land(ctx, f); err != nil {
		return Nak(handBack, err.Error())
	}
	return l.finish(ctx, Step{Kind: StepActed, Signal: p.Signal, Feedback: &f})
}

func (l *Pipeline) suspend(ctx context.Context, p Proposal, d Decision) Disposition {
	f, err := l.Desk.Suspend(ctx, p, d)
	if err != nil {
		return Nak(handBack, err.Error())
	}
	return l.finish(ctx, Step{Kind: StepSuspended, Signal: p.Signal, Proposal: &p, Decision: &d, Feedback: &f})
}

// refuse ends a message that can never be handled: its sender is told which
// field is wrong, operators find it among the dead letters.
func (l *Pipeline) refuse(ctx context.Context, m Message, s Signal, why *Error) Disposition {
	if err := l.Out.Bury(ctx, m, why); err != nil {
		return Nak(handBack, err.Error())
	}
	step := Step{Kind: StepRefused, Signal: s, Note: why.Error()}
	if s.Principal != "" {
		f := Tell(s, ToolError, l.Now())
		f.Err = why
		step.Feedback = &f
	}
	if d := l.finish(ctx, step); d.Settle != Done {
		return d
	}
	return Term(why.Error())
}

// refuseUnlessPassing refuses what the sender got wrong and hands back what a
// later try may find mended.
func (l *Pipeline) refuseUnlessPassing(ctx context.Context, m Message, s Signal, err error) Disposition {
	if e, ok := errors.AsType[*Error](err); ok && e.Code != CodeInternal && e.Code != CodeUnavailable {
		return l.refuse(ctx, m, s, e)
	}
	return Nak(handBack, err.Error())
}

// finish records, publishes, and only then acks.
func (l *Pipeline) finish(ctx context.Context, step Step) Disposition {
	if err := l.Record.Record(ctx, step); err != nil {
		return Nak(handBack, err.Error())
	}
	if f := step.Feedback; f != nil && !f.Silent {
		if err := l.Out.Publish(ctx, *f); err != nil {
			return Nak(handBack, err.Error())
		}
	}
	return Ack()
}

// Blocked is the error that a denied decision is told with.
func Blocked(d Decision) *Error {
	v := d.Strictest()
	e := &Error{Code: v.Code, Message: v.Reason, Rule: v.Rule, Hint: v.Hint}
	switch e.Code {
	case "":
		e.Code = CodeBlocked
	case CodePaused, CodeRateLimited, CodeBudgetExhausted:
		e.Retryable = true
	}
	if e.Message == "" {
		e.Message = "blocked by gate " + v.Gate
	}
	return e
}
