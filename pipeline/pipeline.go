package pipeline

import (
	"context"
	"errors"
	"time"
)

const (
	// handBack is how long a message rests that could not be handled now.
	handBack = 2 * time.Second
	// patience is how many deliveries of one message may fail to be reasoned
	// about, for a reason that might pass, before its sender is told.
	patience = 5
	// tellTime bounds how long a stopping worker tries to tell what it did.
	tellTime = 5 * time.Second
)

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
		return l.land(ctx, s, f)
	case errors.Is(err, ErrBusy):
		return busy()
	case !errors.Is(err, ErrNotFound):
		return l.refuseUnlessPassing(ctx, m, s, err)
	}
	p, d, err := l.Reason.Reason(ctx, s)
	switch {
	case errors.Is(err, ErrNothingToDo):
		return Ack()
	case err != nil && ctx.Err() == nil && m.Delivery >= patience:
		return l.refuse(ctx, m, s, AsError(err))
	case err != nil:
		return l.refuseUnlessPassing(ctx, m, s, err)
	}
	if err := l.Record.Record(ctx, Step{Kind: StepDecided, Signal: s, Proposal: &p, Decision: &d}); err != nil {
		return Nak(handBack, err.Error())
	}
	return l.carry(ctx, p, d)
}

// HandleAnswer takes a person's answer to the desk and flies what it lifts.
// What it ends for good is settled first, so that no redelivery of the request
// acts against it; if the request was acted on already, that is what is told.
func (l *Pipeline) HandleAnswer(ctx context.Context, m Message) Disposition {
	s, err := l.Perceive.Perceive(ctx, m)
	if err != nil {
		return l.refuse(ctx, m, s, AsError(err))
	}
	turn, err := l.Desk.Answer(ctx, s)
	if err != nil {
		return l.refuseUnlessPassing(ctx, m, s, err)
	}
	step := Step{Kind: StepAnswered, Signal: s, By: s.Principal, Proposal: turn.proposal(), Note: turn.Note}
	tell := append([]Feedback(nil), turn.Tell...)
	for i := range tell {
		if !turn.Fly && tell[i].Kind.Final() {
			if tell[i], err = l.Act.Settle(ctx, tell[i]); err != nil {
				return Nak(handBack, err.Error())
			}
		}
		step.Feedback = &tell[i]
	}
	if err := l.Record.Record(ctx, step); err != nil {
		return Nak(handBack, err.Error())
	}
	for i := range tell {
		if err := l.publish(ctx, &tell[i]); err != nil {
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
	if p.Action.DryRun {
		f := Preview(p, d, l.Now())
		return l.finish(ctx, Step{Kind: StepPreviewed, Signal: p.Signal, Feedback: &f})
	}
	switch d.Outcome {
	case Allow:
		return l.fly(ctx, p)
	case Hold:
		if desk, ok := l.Desk.(Granter); ok {
			granted, err := desk.Granted(ctx, p, d)
			if err != nil {
				return Nak(handBack, err.Error())
			}
			if granted {
				return l.fly(ctx, p)
			}
		}
		return l.suspend(ctx, p, d)
	default:
		f := TellProposal(p, d, ToolError, l.Now())
		f.Err = Blocked(d)
		return l.finish(ctx, Step{Kind: StepDenied, Signal: p.Signal, Feedback: &f})
	}
}

// fly acts. What the last mile holds is suspended, whatever was decided before.
func (l *Pipeline) fly(ctx context.Context, p Proposal) Disposition {
	f, err := l.Act.Act(ctx, p)
	if held, ok := errors.AsType[*HeldError](err); ok {
		return l.suspend(ctx, held.Proposal, held.Decision)
	}
	switch e, ok := errors.AsType[*Error](err); {
	case errors.Is(err, ErrBusy):
		return busy()
	case ok && !passing(e):
		f = Tell(p.Signal, ToolError, l.Now())
		f.Target, f.Op, f.Err = p.Action.Target, p.Action.Op, e
	case err != nil:
		return Nak(handBack, err.Error())
	}
	// The worker may have been told meanwhile to stop at once. What was done is
	// known now, and is told while there is still somebody to tell it.
	told, cancel := context.WithTimeout(context.WithoutCancel(ctx), tellTime)
	defer cancel()
	return l.land(told, p.Signal, f)
}

// land notes at the desk what became of a request, then finishes it.
func (l *Pipeline) land(ctx context.Context, s Signal, f Feedback) Disposition {
	if err := l.Desk.Land(ctx, f); err != nil {
		return Nak(handBack, err.Error())
	}
	kind := StepActed
	switch {
	case f.Replayed:
		kind = StepReplayed
	case f.Kind == Expired:
		kind = StepExpired
	case f.Decision != nil && f.Decision.Outcome == Deny:
		kind = StepDenied
	}
	return l.finish(ctx, Step{Kind: kind, Signal: s, Feedback: &f})
}

// suspend parks a held proposal. A plan of it that was answered before is not
// asked about again: the desk says how it ended. The desk may also refuse to
// ask at all.
func (l *Pipeline) suspend(ctx context.Context, p Proposal, d Decision) Disposition {
	f, err := l.Desk.Suspend(ctx, p, d)
	if err != nil {
		return Nak(handBack, err.Error())
	}
	if f.Kind.Final() {
		if f, err = l.Act.Settle(ctx, f); err != nil {
			return Nak(handBack, err.Error())
		}
		if f.Kind == ToolError && f.Plan == nil && !f.Replayed { // nobody was asked, nor will be
			return l.finish(ctx, Step{Kind: StepDenied, Signal: p.Signal, Feedback: &f})
		}
		f.Replayed = true
		return l.finish(ctx, Step{Kind: StepReplayed, Signal: p.Signal, Feedback: &f})
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
	if e, ok := errors.AsType[*Error](err); ok && !passing(e) {
		return l.refuse(ctx, m, s, e)
	}
	return Nak(handBack, err.Error())
}

// passing says that the fault is the worker's and a later try may go well.
func passing(e *Error) bool {
	return e.Code == CodeUnavailable || e.Code == CodeInternal && e.Retryable
}

func busy() Disposition { return Nak(handBack, "the same request is being acted on") }

// finish records, publishes, and only then acks.
func (l *Pipeline) finish(ctx context.Context, step Step) Disposition {
	if err := l.Record.Record(ctx, step); err != nil {
		return Nak(handBack, err.Error())
	}
	if err := l.publish(ctx, step.Feedback); err != nil {
		return Nak(handBack, err.Error())
	}
	return Ack()
}

func (l *Pipeline) publish(ctx context.Context, f *Feedback) error {
	if f == nil || f.Silent {
		return nil
	}
	return l.Out.Publish(ctx, *f)
}
