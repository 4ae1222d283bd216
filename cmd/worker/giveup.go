package main

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"passepartout/pipeline"
)

const (
	// mostPanics is how often the line may break on one message before its
	// sender is told. The bus, which knows no senders, buries at the same count.
	mostPanics = 5
	// giveUpAgain is how long a message rests whose end could not be told now.
	giveUpAgain = 5 * time.Second
)

type handler func(ctx context.Context, m pipeline.Message) pipeline.Disposition

// orGiveUp ends a message that breaks the line again and again. Before that
// the panic goes on to the bus, which hands the message back.
func (h *house) orGiveUp(handle handler) handler {
	return func(ctx context.Context, m pipeline.Message) (d pipeline.Disposition) {
		defer func() {
			if m.Delivery < mostPanics {
				return
			}
			if v := recover(); v != nil {
				h.log.Error().Interface("panic", v).Str("subject", m.Subject).Bytes("stack", debug.Stack()).Msg("the line broke on this message again; giving it up")
				d = h.giveUp(ctx, m)
			}
		}()
		return handle(ctx, m)
	}
}

// giveUp ends a message whose tries are used up: it becomes a dead letter, and
// the sender of a request is told what is known. What was acted on keeps its
// outcome; what never was is settled, so that nothing acts on it any more.
func (h *house) giveUp(ctx context.Context, m pipeline.Message) pipeline.Disposition {
	why := &pipeline.Error{
		Code: pipeline.CodeUnavailable, Retryable: true,
		Message: "the worker tried this again and again and could not handle it; it was not done",
		Hint:    "ask again with a new id; the operator finds it among the dead letters",
	}
	s, err := h.line.Perceive.Perceive(ctx, m)
	if known, ok := errors.AsType[*pipeline.Error](err); ok {
		why = known
	}
	step := pipeline.Step{Kind: pipeline.StepRefused, Signal: s, Note: why.Error()}
	if s.Principal != "" && s.Role != pipeline.RoleApprover {
		f := pipeline.Tell(s, pipeline.ToolError, h.now())
		f.Err = why
		if err == nil {
			if f, err = h.line.Act.Settle(ctx, f); err != nil {
				return pipeline.Nak(giveUpAgain, err.Error())
			}
		}
		step.Feedback = &f
	}
	if err := h.line.Out.Bury(ctx, m, why); err != nil {
		return pipeline.Nak(giveUpAgain, err.Error())
	}
	if err := h.line.Record.Record(ctx, step); err != nil {
		return pipeline.Nak(giveUpAgain, err.Error())
	}
	if step.Feedback != nil {
		if err := h.line.Out.Publish(ctx, *step.Feedback); err != nil {
			return pipeline.Nak(giveUpAgain, err.Error())
		}
	}
	return pipeline.Term("given up")
}
