package act

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"passepartout/pipeline"
)

// closeTime bounds how long a finished action tries to tell the journal, also
// while the worker is stopping.
const closeTime = 10 * time.Second

var errNoClaim = errors.New("the journal holds no claim of this worker")

// Recall implements pipeline.Actor: what is known of a signal that was acted
// on before. An abandoned claim is closed here as outcome unknown.
func (s *Stage) Recall(ctx context.Context, sig pipeline.Signal) (pipeline.Feedback, error) {
	s.mu.Lock()
	_, busy := s.begun[sig.Key()]
	s.mu.Unlock()
	if busy {
		return pipeline.Feedback{}, pipeline.ErrBusy
	}
	return s.recall(ctx, sig)
}

func (s *Stage) recall(ctx context.Context, sig pipeline.Signal) (pipeline.Feedback, error) {
	key, request := sig.Key(), requestDigest(sig)
	if o, ok := s.heldBack(key); ok {
		return o.tell(request, s.close(ctx, key, o.request, o.feedback))
	}
	entry, err := s.cfg.Journal.Look(ctx, key)
	switch {
	case err != nil:
		return pipeline.Feedback{}, fmt.Errorf("recall: %w", err)
	case entry.Feedback != nil:
		f := *entry.Feedback
		f.Replayed = true
		return outcome{entry.Request, f}.tell(request, nil)
	case entry.Request.IsZero():
		return pipeline.Feedback{}, pipeline.ErrBusy // just being settled
	case entry.Request != request:
		return pipeline.Feedback{}, reused()
	case s.resumable(entry):
		return pipeline.Feedback{}, pipeline.ErrNotFound // claim takes it over
	case entry.Alive:
		return pipeline.Feedback{}, pipeline.ErrBusy
	default:
		return s.abandon(ctx, pipeline.Tell(sig, pipeline.ToolError, s.cfg.Now()), entry)
	}
}

// tell gives the outcome to whom it belongs: an id that was taken for another
// request gets none. What was settled without acting stands for any request.
func (o outcome) tell(request pipeline.Digest, err error) (pipeline.Feedback, error) {
	switch {
	case err != nil:
		return pipeline.Feedback{}, err
	case !o.request.IsZero() && o.request != request:
		return pipeline.Feedback{}, reused()
	}
	return o.feedback, nil
}

// reused answers an id that was taken for something else before.
func reused() *pipeline.Error {
	return &pipeline.Error{
		Code: pipeline.CodeInvalidRequest, Field: "id",
		Message: "this id was used before for another request",
		Hint:    "give each request an id of its own",
	}
}

// resumable says that an open claim may be acted on: its worker is gone and it
// may be done twice, or this process made it and, since the journal did not
// answer, did nothing for it.
func (s *Stage) resumable(entry pipeline.Claim) bool {
	return !entry.Alive && (entry.Idempotent || s.inLimbo(entry))
}

func (s *Stage) inLimbo(entry pipeline.Claim) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.limbo[entry.Key]
	return ok && at.Equal(entry.At)
}

// abandon takes over the claim of a worker that is gone and closes it with the
// truth: nobody knows how it ended.
func (s *Stage) abandon(ctx context.Context, f pipeline.Feedback, entry pipeline.Claim) (pipeline.Feedback, error) {
	f.Target, f.Op = entry.Target, entry.Op
	f.Err = &pipeline.Error{
		Code:    pipeline.CodeOutcomeUnknown,
		Message: "the worker that began this at " + entry.At.UTC().Format(time.RFC3339) + " is gone; it may have been done, in part or not at all",
		Hint:    "look at what it would have changed before asking again with a new id",
	}
	if err := s.takeOver(ctx, entry); err != nil {
		return pipeline.Feedback{}, err
	}
	if err := s.close(ctx, entry.Key, entry.Request, f); err != nil {
		return pipeline.Feedback{}, err
	}
	return f, nil
}

// takeOver makes the entry that was looked at one of this worker.
func (s *Stage) takeOver(ctx context.Context, entry pipeline.Claim) error {
	entry.Worker = s.cfg.Worker
	err := s.cfg.Journal.Claim(ctx, entry)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pipeline.ErrConflict), errors.Is(err, pipeline.ErrExists), errors.Is(err, pipeline.ErrNotFound):
		return pipeline.ErrBusy // another worker is just doing the same
	default:
		return fmt.Errorf("take over: %w", err)
	}
}

// claim writes down that the request is about to be acted on.
func (s *Stage) claim(ctx context.Context, key string, request pipeline.Digest, p pipeline.Proposal) error {
	c := pipeline.Claim{
		Key: key, Request: request, Worker: s.cfg.Worker,
		Target: p.Action.Target, Op: p.Action.Op, Idempotent: p.Action.Idempotent, At: s.cfg.Now(),
	}
	s.mu.Lock()
	at, unsure := s.limbo[key]
	s.mu.Unlock()
	if unsure {
		c.At = at // whichever of the tries arrived, it is known again by this
	}
	if c.Idempotent || unsure {
		entry, err := s.cfg.Journal.Look(ctx, key)
		if err == nil && entry.Feedback == nil && entry.Request == c.Request && s.resumable(entry) {
			c.Revision = entry.Revision
		}
	}
	err := s.cfg.Journal.Claim(ctx, c)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err == nil:
		delete(s.limbo, key)
		return nil
	case errors.Is(err, pipeline.ErrExists), errors.Is(err, pipeline.ErrConflict):
	default:
		s.limbo[key] = c.At
	}
	return fmt.Errorf("claim: %w", err)
}

// Settle implements pipeline.Actor. The claim it makes is for no request in
// particular, so that nothing acts on the key whatever comes under it.
func (s *Stage) Settle(ctx context.Context, f pipeline.Feedback) (pipeline.Feedback, error) {
	if !s.begin(f.Key) {
		return pipeline.Feedback{}, pipeline.ErrBusy
	}
	defer s.end(f.Key)
	if o, ok := s.heldBack(f.Key); ok {
		return o.tell(o.request, s.close(ctx, f.Key, o.request, o.feedback))
	}
	c := pipeline.Claim{Key: f.Key, Worker: s.cfg.Worker, Target: f.Target, Op: f.Op, At: s.cfg.Now()}
	err := s.cfg.Journal.Claim(ctx, c)
	if errors.Is(err, pipeline.ErrExists) {
		return s.settleClaimed(ctx, f)
	}
	if err != nil {
		return pipeline.Feedback{}, fmt.Errorf("settle: %w", err)
	}
	if err := s.close(ctx, f.Key, pipeline.Digest{}, f); err != nil {
		return pipeline.Feedback{}, err
	}
	return f, nil
}

// settleClaimed settles a request that has an entry already: a closed one
// keeps its outcome, and one that a lost worker began ends as unknown.
func (s *Stage) settleClaimed(ctx context.Context, f pipeline.Feedback) (pipeline.Feedback, error) {
	entry, err := s.cfg.Journal.Look(ctx, f.Key)
	switch {
	case err != nil:
		return pipeline.Feedback{}, fmt.Errorf("settle: %w", err)
	case entry.Feedback != nil:
		past := *entry.Feedback
		past.Replayed = true
		return past, nil
	case entry.Alive:
		return pipeline.Feedback{}, pipeline.ErrBusy
	case !entry.Request.IsZero() && !s.inLimbo(entry):
		lost := pipeline.Feedback{
			Kind: pipeline.ToolError, SignalID: f.SignalID, Key: f.Key, To: f.To,
			Session: f.Session, Depth: f.Depth, Trace: f.Trace, At: s.cfg.Now(),
		}
		return s.abandon(ctx, lost, entry)
	}
	entry.Request = pipeline.Digest{}
	if err := s.takeOver(ctx, entry); err != nil {
		return pipeline.Feedback{}, err
	}
	if err := s.close(ctx, f.Key, entry.Request, f); err != nil {
		return pipeline.Feedback{}, err
	}
	return f, nil
}

// close stores the outcome. If the journal cannot be told now, the outcome is
// kept here and stored when the message comes again; until then it is not
// published, so that what is published is always what is stored.
func (s *Stage) close(ctx context.Context, key string, request pipeline.Digest, f pipeline.Feedback) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	err := s.cfg.Journal.Close(ctx, key, f)
	gone := errors.Is(err, pipeline.ErrConflict)
	if errors.Is(err, pipeline.ErrNotFound) {
		// No claim of ours is there: closed by an earlier try, or lost. Only
		// while there is an entry can the outcome be let go: without one, the
		// request would be acted on again.
		_, lookErr := s.cfg.Journal.Look(ctx, key)
		gone = lookErr == nil
		err = errNoClaim // never ErrNotFound, which would mean that nobody acted
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil || gone {
		delete(s.held, key)
	} else {
		s.held[key] = outcome{request, f}
	}
	if err != nil {
		return fmt.Errorf("close claim: %w", err)
	}
	return nil
}

func (s *Stage) heldBack(key string) (outcome, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, ok := s.held[key]
	return o, ok
}

// requestDigest is over what was asked for. The data counts in the form that a
// store gives it, without blanks: a request that was parked with its plan is
// still the same request.
func requestDigest(sig pipeline.Signal) pipeline.Digest {
	data := []byte(sig.Data)
	if canonical, err := json.Marshal(sig.Data); err == nil && len(data) > 0 {
		data = canonical
	}
	b := make([]byte, 0, len(sig.Type)+1+len(data))
	b = append(append(b, sig.Type...), 0)
	return sha256.Sum256(append(b, data...))
}
