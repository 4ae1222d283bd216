package actuators

import (
	"context"
	"fmt"
	"runtime/debug"

	"passepartout/pipeline"
)

// Recover keeps a panic of a inside: it becomes an internal error whose cause
// (with the stack, for operators) never reaches the agent. The outcome of an
// action that panicked half-way is not known, so it is not marked retryable.
func Recover(a pipeline.Actuator) pipeline.Actuator {
	do := func(ctx context.Context, c pipeline.Clearance, sink pipeline.Sink) (r pipeline.Result, err error) {
		defer func() {
			if v := recover(); v != nil {
				r, err = pipeline.Result{}, panicked(a, "acting", v)
			}
		}()
		return a.Do(ctx, c, sink)
	}
	return decorate(a, do, func(i pipeline.Inspector) inspectFunc {
		return func(ctx context.Context, p pipeline.Proposal) (n pipeline.Inspection, err error) {
			defer func() {
				if v := recover(); v != nil {
					n, err = pipeline.Inspection{}, panicked(a, "stating effects", v)
				}
			}()
			return i.Inspect(ctx, p)
		}
	})
}

func panicked(a pipeline.Actuator, while string, v any) *pipeline.Error {
	return &pipeline.Error{
		Code:    pipeline.CodeInternal,
		Message: "the " + a.Spec().Name + " actuator failed while " + while,
		Hint:    "the worker's operator can see why",
		Err:     fmt.Errorf("panic: %v\n%s", v, debug.Stack()),
	}
}
