// Package act carries a proposal out, at most once.
//
// The last mile comes first: the action is inspected and judged anew, an
// approval is spent if a person had to be asked, and only then there is a
// clearance. The request is claimed in the journal before the actuator is
// called, and the claim is closed with the feedback before anything is
// published. So a request has one of four states:
//
//	unclaimed → claimed → closed
//	                    ↘ abandoned (its worker is gone) → closed as outcome unknown
//
// A closed request is answered from the journal. A claimed one is busy. An
// abandoned one is never executed again unless it was declared idempotent: what
// it did is unknown, and that is what its sender is told.
package act

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"passepartout/pipeline"
)

// Reviewer inspects and judges an action as of now.
type Reviewer interface {
	Review(ctx context.Context, p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error)
}

// Approvals spends the approval for a proposal. ErrHeld or ErrNotFound: there
// is none. ErrChanged: there is one for something else. ErrExpired: too late.
// Spending twice for the same Proposal.ID gives the same approval again, since
// the journal lets one request act once only. d is what the last mile has just
// decided: a standing approval lifts no hold that its giver was not shown.
type Approvals interface {
	Spend(ctx context.Context, p pipeline.Proposal, d pipeline.Decision) (*pipeline.Approval, error)
}

// Journal is the at-most-once memory, shared by all workers. Look answers
// ErrNotFound for a request that nobody claimed; of an open claim it says
// whether it is Alive: its worker renews its lease and, for one of this
// worker's own, its Claim went well and its Close is still to come. Claim
// answers ErrExists when somebody else holds or closed it; with a Revision it
// takes over exactly the entry that was looked at, else ErrConflict. Close
// answers ErrConflict when the claim was taken over meanwhile. After any other
// error nobody knows whether the journal has it or not.
type Journal interface {
	Look(ctx context.Context, key string) (pipeline.Claim, error)
	Claim(ctx context.Context, c pipeline.Claim) error
	Close(ctx context.Context, key string, f pipeline.Feedback) error
}

// Directory finds an actuator by name, in any case of letters.
type Directory interface {
	Find(target string) (pipeline.Actuator, bool)
}

// Config is what a stage needs.
type Config struct {
	Review     Reviewer
	Approvals  Approvals
	Journal    Journal
	Directory  Directory
	Worker     string                                  // this process, in claims
	Silent     []string                                // actuators whose success is not published
	Sink       func(p pipeline.Proposal) pipeline.Sink // live output of an action; nil: none
	Timeout    time.Duration                           // of actions that name none
	MaxTimeout time.Duration
	Now        func() time.Time
}

// Stage is the third stage of the line.
type Stage struct {
	cfg Config

	mu    sync.Mutex
	begun map[string]struct{}  // keys that this process is just acting on
	limbo map[string]time.Time // claims by when they were made, of which the journal may or may not know
	held  map[string]outcome   // acted on, but the journal could not be told yet
}

// outcome is what became of a request, and of which one that had this key.
type outcome struct {
	request  pipeline.Digest
	feedback pipeline.Feedback
}

var _ pipeline.Actor = (*Stage)(nil)

// New makes the stage.
func New(cfg Config) *Stage {
	return &Stage{cfg: cfg, begun: map[string]struct{}{}, limbo: map[string]time.Time{}, held: map[string]outcome{}}
}

// Act implements pipeline.Actor. A request that was acted on before is told
// its stored outcome, whatever the last mile says of it now: what was done may
// itself be why it would be judged otherwise.
func (s *Stage) Act(ctx context.Context, p pipeline.Proposal) (pipeline.Feedback, error) {
	key := p.Signal.Key()
	if !s.begin(key) {
		return pipeline.Feedback{}, pipeline.ErrBusy
	}
	defer s.end(key)
	cleared, early, err := s.lastMile(ctx, p)
	switch {
	case early == nil && err == nil:
		return s.carryOut(ctx, key, cleared)
	case early == nil && !errors.Is(err, pipeline.ErrHeld):
		return pipeline.Feedback{}, err
	}
	past, pastErr := s.recall(ctx, p.Signal)
	if !errors.Is(pastErr, pipeline.ErrNotFound) {
		return past, pastErr
	}
	if err != nil {
		return pipeline.Feedback{}, err
	}
	return *early, nil
}

// carryOut claims, acts and closes.
func (s *Stage) carryOut(ctx context.Context, key string, cleared pipeline.Clearance) (pipeline.Feedback, error) {
	if err := ctx.Err(); err != nil {
		return pipeline.Feedback{}, fmt.Errorf("before the claim: %w", err)
	}
	p, _ := cleared.Proposal()
	request := requestDigest(p.Signal)
	err := s.claim(ctx, key, request, p)
	if errors.Is(err, pipeline.ErrExists) || errors.Is(err, pipeline.ErrConflict) {
		return s.recall(ctx, p.Signal)
	}
	if err != nil {
		return pipeline.Feedback{}, err
	}
	f := s.dispatch(ctx, cleared)
	if err := s.close(ctx, key, request, f); err != nil {
		return pipeline.Feedback{}, err
	}
	return f, nil
}

// begin reserves a key for one goroutine of this process.
func (s *Stage) begin(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, busy := s.begun[key]; busy {
		return false
	}
	s.begun[key] = struct{}{}
	return true
}

func (s *Stage) end(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.begun, key)
}
