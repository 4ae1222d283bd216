package actuators

import (
	"cmp"
	"context"
	"errors"
	"time"

	"passepartout/pipeline"
)

// Limits bound the time of an actuator.
type Limits struct {
	Inspect time.Duration // to state effects
	Default time.Duration // to act, if the action names no time
	Most    time.Duration // to act, whatever the action says
	// Grace is added to the time to act: a hand that keeps its own deadline
	// (SIGTERM, then SIGKILL) must get to report its partial output.
	Grace time.Duration
}

// Usual are the limits of the product: 2 s to state effects, 30 s to act, at
// most an hour, and 10 s over for a hand that stops a process tree first.
func Usual() Limits {
	return Limits{Inspect: 2 * time.Second, Default: 30 * time.Second, Most: time.Hour, Grace: 10 * time.Second}
}

// Timed is the optional ability of an actuator that keeps the deadline itself
// and knows it better than the action's Timeout, because its own parameters
// name one. Zero means that nothing is named.
type Timed interface {
	Timeout(p pipeline.Proposal) time.Duration
}

var errDeadline = errors.New("the actuator's deadline")

// Deadline gives the context of a a deadline. A hand that comes back late with
// a plain error gets a timed_out error in its place; its own *Error and its
// result are kept. It cannot stop a hand that ignores its context: that one
// breaks its contract, which the conformance suite shows.
func Deadline(a pipeline.Actuator, l Limits) pipeline.Actuator {
	do := func(ctx context.Context, c pipeline.Clearance, sink pipeline.Sink) (pipeline.Result, error) {
		p, ok := c.Proposal()
		if !ok {
			return pipeline.Result{}, Refused()
		}
		limit := l.act(a, p)
		bounded, cancel := context.WithTimeoutCause(ctx, limit, errDeadline)
		defer cancel()
		r, err := a.Do(bounded, c, sink)
		return r, late(bounded, err, "the action took longer than "+limit.String(), "give it more time, or do less at once")
	}
	return decorate(a, do, func(i pipeline.Inspector) inspectFunc {
		return func(ctx context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
			bounded, cancel := context.WithTimeoutCause(ctx, l.Inspect, errDeadline)
			defer cancel()
			n, err := i.Inspect(bounded, p)
			return n, late(bounded, err, "finding out what the action would do took too long", "make it smaller")
		}
	})
}

// act is how long a may act on p, grace included.
func (l Limits) act(a pipeline.Actuator, p pipeline.Proposal) time.Duration {
	limit := p.Action.Timeout
	if t, ok := a.(Timed); ok {
		limit = cmp.Or(t.Timeout(p), limit)
	}
	if limit <= 0 {
		limit = l.Default
	}
	return min(limit, l.Most) + l.Grace
}

func late(ctx context.Context, err error, message, hint string) error {
	if err == nil || !errors.Is(context.Cause(ctx), errDeadline) {
		return err
	}
	if told, ok := errors.AsType[*pipeline.Error](err); ok {
		return told
	}
	return &pipeline.Error{Code: pipeline.CodeTimedOut, Message: message, Hint: hint, Err: err}
}
