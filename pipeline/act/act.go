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
// the journal lets one request act once only.
type Approvals interface {
	Spend(ctx context.Context, p pipeline.Proposal) (*pipeline.Approval, error)
}

// Journal is the at-most-once memory, shared by all workers. Look answers
// ErrNotFound for a request that nobody claimed. Claim answers ErrExists when
// somebody else holds or closed it; with a Revision it takes over exactly the
// entry that was looked at, else ErrConflict. Close answers ErrConflict when
// the claim was taken over meanwhile.
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

	mu       sync.Mutex
	unstored map[string]pipeline.Feedback // acted on, but the journal could not be told yet
}

var _ pipeline.Actor = (*Stage)(nil)

// New makes the stage.
func New(cfg Config) *Stage {
	return &Stage{cfg: cfg, unstored: map[string]pipeline.Feedback{}}
}

// Act implements pipeline.Actor.
func (s *Stage) Act(ctx context.Context, p pipeline.Proposal) (pipeline.Feedback, error) {
	clear, early, err := s.lastMile(ctx, p)
	if err != nil || early != nil {
		return deref(early), err
	}
	cleared, _ := clear.Proposal()
	claim, err := s.claim(ctx, cleared)
	if errors.Is(err, pipeline.ErrExists) || errors.Is(err, pipeline.ErrConflict) {
		return s.Recall(ctx, p.Signal)
	}
	if err != nil {
		return pipeline.Feedback{}, err
	}
	f := s.dispatch(ctx, clear)
	if err := s.close(ctx, claim.Key, f); err != nil {
		return pipeline.Feedback{}, err
	}
	return f, nil
}

func deref(f *pipeline.Feedback) pipeline.Feedback {
	if f == nil {
		return pipeline.Feedback{}
	}
	return *f
}
