package pipeline

import (
	"context"
	"errors"
	"time"
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
	if p.Action.DryRun {
		f := Preview(p, d, l.Now())
		return l.finish(ctx, Step{Kind: StepActed, Signal: p.Signal, Feedback: &f})
	}
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
