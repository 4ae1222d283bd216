package act

import (
	"context"
	"errors"
	"fmt"
	"time"

	"passepartout/pipeline"
)

// closeTime bounds how long a finished action tries to tell the journal, also
// while the worker is stopping.
const closeTime = 10 * time.Second

// Recall implements pipeline.Actor: what is known of a signal that was acted
// on before. An abandoned claim is closed here as outcome unknown.
func (s *Stage) Recall(ctx context.Context, sig pipeline.Signal) (pipeline.Feedback, error) {
	key := sig.Key()
	if f, ok := s.held(key); ok {
		return f, s.close(ctx, key, f)
	}
	entry, err := s.cfg.Journal.Look(ctx, key)
	switch {
	case err != nil:
		return pipeline.Feedback{}, fmt.Errorf("recall: %w", err)
	case entry.Feedback != nil:
		if entry.Request != requestDigest(sig) {
			return pipeline.Feedback{}, reused()
		}
		return *entry.Feedback, nil
	case entry.Alive:
		return pipeline.Feedback{}, pipeline.ErrBusy
	case entry.Idempotent && entry.Request == requestDigest(sig):
		return pipeline.Feedback{}, pipeline.ErrNotFound // Claim takes it over
	default:
		return s.abandon(ctx, sig, entry)
	}
}

// reused answers an id that was taken for something else before.
func reused() *pipeline.Error {
	return &pipeline.Error{
		Code: pipeline.CodeInvalidRequest, Field: "id",
		Message: "this id was used before for another request",
		Hint:    "give each request an id of its own",
	}
}

// abandon takes over the claim of a worker that is gone and closes it with the
// truth: nobody knows how it ended.
func (s *Stage) abandon(ctx context.Context, sig pipeline.Signal, entry pipeline.Claim) (pipeline.Feedback, error) {
	f := pipeline.Tell(sig, pipeline.ToolError, s.cfg.Now())
	f.Target, f.Op = entry.Target, entry.Op
	f.Err = &pipeline.Error{
		Code:    pipeline.CodeOutcomeUnknown,
		Message: "the worker that began this at " + entry.At.UTC().Format(time.RFC3339) + " is gone; it may have been done, in part or not at all",
		Hint:    "look at what it would have changed before asking again with a new id",
	}
	entry.Worker = s.cfg.Worker
	if err := s.cfg.Journal.Claim(ctx, entry); err != nil {
		if errors.Is(err, pipeline.ErrConflict) || errors.Is(err, pipeline.ErrExists) {
			return pipeline.Feedback{}, pipeline.ErrBusy // another worker is just doing the same
		}
		return pipeline.Feedback{}, fmt.Errorf("take over: %w", err)
	}
	return f, s.close(ctx, entry.Key, f)
}

// claim writes down that the request is about to be acted on.
func (s *Stage) claim(ctx context.Context, p pipeline.Proposal) (pipeline.Claim, error) {
	c := pipeline.Claim{
		Key: p.ID, Request: requestDigest(p.Signal), Worker: s.cfg.Worker,
		Target: p.Action.Target, Op: p.Action.Op, Idempotent: p.Action.Idempotent, At: s.cfg.Now(),
	}
	if c.Idempotent {
		// One that its dead worker left behind may be done again.
		entry, err := s.cfg.Journal.Look(ctx, c.Key)
		if err == nil && entry.Feedback == nil && !entry.Alive {
			c.Revision = entry.Revision
		}
	}
	if err := s.cfg.Journal.Claim(ctx, c); err != nil {
		return c, fmt.Errorf("claim: %w", err)
	}
	return c, nil
}

// close stores the outcome. If the journal cannot be told now, the outcome is
// kept here and stored when the message comes again; until then it is not
// published, so that what is published is always what is stored.
func (s *Stage) close(ctx context.Context, key string, f pipeline.Feedback) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	err := s.cfg.Journal.Close(ctx, key, f)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil || errors.Is(err, pipeline.ErrConflict) {
		delete(s.unstored, key)
	} else {
		s.unstored[key] = f
	}
	if err != nil {
		return fmt.Errorf("close claim: %w", err)
	}
	return nil
}

func (s *Stage) held(key string) (pipeline.Feedback, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.unstored[key]
	return f, ok
}
