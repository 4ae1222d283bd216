package actuators

import (
	"context"
	"time"

	"passepartout/pipeline"
)

type (
	doFunc      func(ctx context.Context, c pipeline.Clearance, sink pipeline.Sink) (pipeline.Result, error)
	inspectFunc func(ctx context.Context, p pipeline.Proposal) (pipeline.Inspection, error)
)

// decorated is an actuator with another way to act.
type decorated struct {
	inner pipeline.Actuator
	do    doFunc
}

func (d decorated) Spec() pipeline.Spec { return d.inner.Spec() }

func (d decorated) Do(ctx context.Context, c pipeline.Clearance, sink pipeline.Sink) (pipeline.Result, error) {
	return d.do(ctx, c, sink)
}

// Timeout passes on what the inner actuator knows of its own deadline.
func (d decorated) Timeout(p pipeline.Proposal) time.Duration {
	if t, ok := d.inner.(Timed); ok {
		return t.Timeout(p)
	}
	return 0
}

// inspecting is a decorated actuator that states effects, as the inner one does.
type inspecting struct {
	decorated
	inspect inspectFunc
}

func (i inspecting) Inspect(ctx context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	return i.inspect(ctx, p)
}

// decorate wraps a. The result states effects only if a does: an actuator
// without that ability must go on counting as unknown. A nil inspect leaves
// the inner one's as it is.
func decorate(a pipeline.Actuator, do doFunc, inspect func(pipeline.Inspector) inspectFunc) pipeline.Actuator {
	d := decorated{inner: a, do: do}
	i, ok := a.(pipeline.Inspector)
	switch {
	case !ok:
		return d
	case inspect == nil:
		return inspecting{decorated: d, inspect: i.Inspect}
	default:
		return inspecting{decorated: d, inspect: inspect(i)}
	}
}

// Refused is the error for a clearance that no last-mile check made. Every
// actuator returns it before it looks at anything else.
func Refused() *pipeline.Error {
	return &pipeline.Error{
		Code: pipeline.CodeBlocked, Rule: "no-clearance",
		Message: "the action was never cleared", Hint: "publish it as a request",
	}
}
