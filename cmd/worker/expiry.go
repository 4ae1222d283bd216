package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"passepartout/bus"
	"passepartout/pipeline"
)

// The expiry of flight plans. The truth about a deadline is the time in the
// record, so that this loop only decides when to look: at the earliest deadline
// that is known, soon after a plan appeared while none was known, and at
// latest lookAgain after any change, because a younger plan may end earlier.
const (
	lookSoon  = time.Second
	lookAgain = 30 * time.Second
)

func (w *worker) startExpiry(ctx context.Context, running *sync.WaitGroup) error {
	plans, err := w.house.bus.Bucket(ctx, bus.BucketPlans)
	if err != nil {
		return err
	}
	changes, err := plans.Watch(ctx, ">")
	if err != nil {
		return err
	}
	running.Go(func() { w.expire(ctx, changes) })
	return nil
}

func (w *worker) expire(ctx context.Context, changes <-chan bus.Entry) {
	next := w.look(ctx)
	timer := time.NewTimer(w.until(next))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			for range changes { // until the watcher has ended
			}
			return
		case _, ok := <-changes:
			if !ok {
				return
			}
			soon := w.Now().Add(lookAgain)
			if next.IsZero() {
				soon = w.Now().Add(lookSoon)
			}
			if next.IsZero() || soon.Before(next) {
				next = soon
				timer.Reset(w.until(next))
			}
		case <-timer.C:
			next = w.look(ctx)
			timer.Reset(w.until(next))
		}
	}
}

// until is how long to wait for a deadline; without one, for a change.
func (w *worker) until(next time.Time) time.Duration {
	if next.IsZero() {
		return 24 * time.Hour
	}
	return max(next.Sub(w.Now()), 10*time.Millisecond)
}

// look ends what is over and returns the next deadline. What could not be told
// comes back at the next look.
func (w *worker) look(ctx context.Context) time.Time {
	h := w.house
	told, next, err := h.desk.Expire(ctx, w.Now())
	for _, f := range told {
		err = errors.Join(err, h.tellExpired(ctx, f))
	}
	if err != nil && ctx.Err() == nil {
		w.log.Error().Err(err).Msg("plans could not be expired")
		if soon := w.Now().Add(lookSoon); next.IsZero() || soon.Before(next) {
			return soon
		}
	}
	return next
}

// tellExpired settles the request before anybody is told of its end, so that a
// redelivery under milder rules cannot act on what was reported as expired.
func (h *house) tellExpired(ctx context.Context, f pipeline.Feedback) error {
	f, err := h.line.Act.Settle(ctx, f)
	if err != nil {
		return err
	}
	step := pipeline.Step{Kind: pipeline.StepExpired, Feedback: &f, Signal: pipeline.Signal{
		ID: f.SignalID, Principal: f.To, Role: pipeline.RoleAgent, Session: f.Session, Depth: f.Depth - 1, Trace: f.Trace,
	}}
	if err := h.line.Record.Record(ctx, step); err != nil {
		return err
	}
	if err := h.line.Out.Publish(ctx, f); err != nil {
		return err
	}
	return h.desk.Land(ctx, f)
}
