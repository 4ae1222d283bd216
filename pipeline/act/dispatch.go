package act

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"passepartout/pipeline"
)

// backstop is what an actuator gets beyond the action's own timeout to stop
// its children and to tell what they did, before its context ends.
const backstop = 30 * time.Second

// dispatch calls the actuator and turns whatever comes of it into feedback.
func (s *Stage) dispatch(ctx context.Context, cleared pipeline.Clearance) pipeline.Feedback {
	p, _ := cleared.Proposal()
	f := s.tell(p, cleared.Decision(), pipeline.ToolOutput)
	f.Approval = cleared.Approval()
	hand, ok := s.cfg.Directory.Find(p.Action.Target)
	if !ok {
		f.Kind = pipeline.ToolError
		f.Err = &pipeline.Error{Code: pipeline.CodeUnknownTarget, Field: "target", Message: "there is no actuator " + p.Action.Target}
		return f
	}
	result, err := s.do(ctx, hand, cleared, p)
	f.At = s.cfg.Now()
	if len(result.Data) > 0 && !json.Valid(result.Data) {
		// Neither journal nor event could carry it, and the outcome must be told.
		result.Data = nil
		err = errors.Join(err, &pipeline.Error{Code: pipeline.CodeInternal, Message: "it was done, but the actuator's account of it is no JSON"})
	}
	if err == nil {
		f.Result = &result
		f.Silent = s.silent(p.Action.Target)
		return f
	}
	f.Kind = pipeline.ToolError
	f.Err = asError(ctx, err, p.Action.Idempotent)
	if !result.Started.IsZero() || len(result.Data) > 0 {
		f.Result = &result
	}
	return f
}

// asError says what a failed hand leaves behind. An error without a code came
// from somewhere in the middle of the action, so that only an idempotent one
// may be tried again lightly.
func asError(ctx context.Context, err error, idempotent bool) *pipeline.Error {
	if e, ok := errors.AsType[*pipeline.Error](err); ok {
		return e
	}
	e := pipeline.AsError(err)
	e.Retryable = idempotent
	if ctx.Err() != nil {
		e.Code = pipeline.CodeOutcomeUnknown
		e.Message = "the worker was stopped in the middle of it; it may have been done, in part or not at all"
		e.Hint = "look at what it would have changed before asking again with a new id"
	}
	return e
}

// do calls the actuator under the action's deadline. A panic is its error.
func (s *Stage) do(ctx context.Context, hand pipeline.Actuator, cleared pipeline.Clearance, p pipeline.Proposal) (r pipeline.Result, err error) {
	timeout := p.Action.Timeout
	if timeout <= 0 {
		timeout = s.cfg.Timeout
	}
	timeout = min(timeout, s.cfg.MaxTimeout)
	ctx, cancel := context.WithTimeout(ctx, timeout+backstop)
	defer cancel()
	defer func() {
		if v := recover(); v != nil {
			err = &pipeline.Error{Code: pipeline.CodeInternal, Message: "the actuator failed in the middle of it; what it did is not known", Err: fmt.Errorf("panic: %v", v)}
		}
	}()
	var sink pipeline.Sink
	if s.cfg.Sink != nil {
		sink = s.cfg.Sink(p)
	}
	r, err = hand.Do(ctx, cleared, sink)
	if err != nil && errors.Is(err, context.DeadlineExceeded) {
		if _, typed := errors.AsType[*pipeline.Error](err); !typed {
			err = &pipeline.Error{Code: pipeline.CodeTimedOut, Message: "not done within " + timeout.String(), Err: err}
		}
	}
	return r, err
}

func (s *Stage) silent(target string) bool {
	return slices.ContainsFunc(s.cfg.Silent, func(name string) bool { return strings.EqualFold(name, target) })
}
