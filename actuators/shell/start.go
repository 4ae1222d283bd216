package shell

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"passepartout/confine"
	"passepartout/pipeline"
)

// Start is a program start that a running command is about to make.
type Start struct {
	Path string   // what the kernel is asked to execute
	Argv []string // its real arguments
	Dir  string   // where its caller is; where the command began, if nobody can tell
}

// Starts judges program starts while a command runs. An error stops one before
// it happens; a *pipeline.Error says why. It must be quick and may be called by
// many goroutines.
//
// It is the second gate against indirection: it sees what a word became after
// the shell has expanded it. It is no boundary against hostile threads, which
// can change memory while it is looked at; the sandbox is.
type Starts interface {
	JudgeStart(ctx context.Context, p pipeline.Proposal, s Start) error
}

// starts watches the program starts of one command and keeps the first refusal.
type starts struct {
	judge Starts
	p     pipeline.Proposal
	dir   string

	mu      sync.Mutex
	refused *pipeline.Error
	path    string
}

// gate is what a Runner calls for each start.
func (s *starts) gate(ctx context.Context, path string, argv []string) error {
	err := s.judge.JudgeStart(ctx, s.p, Start{Path: path, Argv: argv, Dir: cmp.Or(confine.CallerDir(ctx), s.dir)})
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*pipeline.Error](err)
	if !ok {
		e = &pipeline.Error{Code: pipeline.CodeBlocked, Rule: "unjudged-start", Message: "a program start could not be judged", Err: err}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refused == nil {
		s.refused, s.path = e, path
	}
	return e
}

// refusal is the first start that was stopped, or nil.
func (s *starts) refusal() *pipeline.Error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refused == nil {
		return nil
	}
	out := *s.refused
	out.Code = pipeline.CodeBlocked
	out.Message = "the start of " + clip(s.path, maxListed) + " was stopped while the command ran: " + s.refused.Message
	if out.Hint == "" {
		out.Hint = "name programs and arguments plainly instead of computing them"
	}
	return &out
}
