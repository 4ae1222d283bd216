package act

import (
	"context"
	"crypto/sha256"
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
func (s *Stage) dispatch(ctx context.Context, clear pipeline.Clearance) pipeline.Feedback {
	p, _ := clear.Proposal()
	f := s.tell(p, clear.Decision(), pipeline.ToolOutput)
	f.Approval = clear.Approval()
	hand, ok := s.cfg.Directory.Find(p.Action.Target)
	if !ok {
		f.Kind = pipeline.ToolError
		f.Err = &pipeline.Error{Code: pipeline.CodeUnknownTarget, Field: "target", Message: "there is no actuator " + p.Action.Target}
		return f
	}
	result, err := s.do(ctx, hand, clear, p)
	f.At = s.cfg.Now()
	if err == nil {
		f.Result = &result
		f.Silent = s.silent(p.Action.Target)
		return f
	}
	f.Kind = pipeline.ToolError
	f.Err = pipeline.AsError(err)
	if !result.Started.IsZero() || len(result.Data) > 0 {
		f.Result = &result
	}
	return f
}

// do calls the actuator under the action's deadline. A panic is its error.
func (s *Stage) do(ctx context.Context, hand pipeline.Actuator, clear pipeline.Clearance, p pipeline.Proposal) (r pipeline.Result, err error) {
	timeout := p.Action.Timeout
	if timeout <= 0 {
		timeout = s.cfg.Timeout
	}
	ctx, cancel := context.WithTimeout(ctx, min(timeout, s.cfg.MaxTimeout)+backstop)
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
	r, err = hand.Do(ctx, clear, sink)
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

// requestDigest is over what was asked for, as it was asked.
func requestDigest(sig pipeline.Signal) pipeline.Digest {
	h := sha256.New()
	h.Write([]byte(sig.Type))
	h.Write([]byte{0})
	h.Write(sig.Data)
	return pipeline.Digest(h.Sum(nil))
}
