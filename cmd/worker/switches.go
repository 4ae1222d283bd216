package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"passepartout/bus"
	"passepartout/event"
	"passepartout/gates/pause"
	"passepartout/pipeline"
)

// everybody is the key of the switch that pauses all principals.
const everybody = "everybody"

// switches are the pauses that operators have set, shared by all workers
// through the bus and followed by each. Until the first full view has come,
// and after the view is lost, everybody counts as paused.
type switches struct {
	bucket *bus.Bucket

	mu    sync.Mutex
	known bool
	set   map[string]pauseRecord
	done  chan struct{}
}

// pauseRecord is who paused and why, as it stands in the bucket. One that
// cannot be read is a pause all the same.
type pauseRecord struct {
	By     pipeline.Principal `json:"by"`
	Reason string             `json:"reason"`
	At     time.Time          `json:"at"`
}

var _ pause.Switches = (*switches)(nil)

// openSwitches makes the view; nobody is let through before follow has filled
// it.
func openSwitches(ctx context.Context, b *bus.Bus) (*switches, error) {
	bucket, err := b.Bucket(ctx, bus.BucketPauses)
	if err != nil {
		return nil, err
	}
	return &switches{bucket: bucket, set: map[string]pauseRecord{}, done: make(chan struct{})}, nil
}

// follow keeps the view until ctx ends; it returns when the first full view is
// there. wait waits for the following to end.
func (s *switches) follow(ctx context.Context) error {
	changes, err := s.bucket.Watch(ctx, ">")
	if err != nil {
		close(s.done)
		return err
	}
	first := make(chan struct{})
	go func() {
		defer close(s.done)
		announced := false
		for e := range changes {
			if s.note(e) && !announced {
				announced = true
				close(first)
			}
		}
		s.mu.Lock()
		s.known = false
		s.mu.Unlock()
	}()
	select {
	case <-first:
		return nil
	case <-s.done:
		return fmt.Errorf("follow pauses: %w", context.Cause(ctx))
	case <-ctx.Done():
		<-s.done
		return fmt.Errorf("follow pauses: %w", context.Cause(ctx))
	}
}

// wait returns when the following has ended; it must have begun.
func (s *switches) wait() { <-s.done }

// note takes one change and reports whether the view is full.
//
// An entry without a key is the bucket's word that all there was has been told.
func (s *switches) note(e bus.Entry) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case e.Key == "":
		s.known = true
	case e.Gone:
		delete(s.set, e.Key)
	default:
		var r pauseRecord
		if json.Unmarshal(e.Value, &r) != nil {
			r.Reason = "a pause that cannot be read"
		}
		s.set[e.Key] = r
	}
	return s.known
}

// Paused implements pause.Switches.
func (s *switches) Paused(who pipeline.Principal) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.known {
		return "the worker does not know at present who is paused", true
	}
	for _, key := range []string{everybody, string(who)} {
		if r, ok := s.set[key]; ok {
			return r.Reason, true
		}
	}
	return "", false
}

// pull takes an operator's lever. It changes the bucket and not the view: every
// worker, this one included, hears of it from there. Resuming one principal
// does not end a pause of everybody, nor the other way round.
func (s *switches) pull(ctx context.Context, by pipeline.Principal, c event.Control, now time.Time) error {
	key := everybody
	if c.Principal != "" {
		key = string(c.Principal)
		if !pipeline.ValidToken(key) {
			return &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "data.principal", Message: "data.principal: is no plain name"}
		}
	}
	switch c.Op {
	case leverPause:
		body, err := json.Marshal(pauseRecord{By: by, Reason: c.Reason, At: now})
		if err != nil {
			return fmt.Errorf("pause: %w", err)
		}
		_, err = s.bucket.Put(ctx, key, body)
		return err
	case leverResume:
		return s.bucket.Delete(ctx, key, 0)
	default:
		return &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "data.op", Message: "data.op: is no lever of this worker", Hint: "pause, resume, revoke or refill"}
	}
}
