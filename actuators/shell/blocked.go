package shell

import (
	"context"
	"encoding/json"
	"errors"

	"passepartout/actuators"
	"passepartout/pipeline"
)

// question is the Exact of is_blocked: what is asked about, in one spelling.
type question struct {
	Op     string `json:"op"`
	Params Params `json:"params"`
}

// Opinion is the Data of is_blocked. Blocked means that nobody's approval would
// let the command run; Outcome says the rest.
type Opinion struct {
	Success     bool              `json:"success"`
	Command     string            `json:"command"`
	Blocked     bool              `json:"blocked"`
	BlockReason string            `json:"block_reason"`
	Outcome     pipeline.Outcome  `json:"outcome"`
	Rule        string            `json:"rule"`
	Hint        string            `json:"hint"`
	Effects     []pipeline.Effect `json:"effects"`
}

// inspectIsBlocked takes any command whose parameters can be read: it is only
// asked about.
func (a *Actuator) inspectIsBlocked(_ context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	params, bad := ReadParams(p.Action.Params)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	exact, bad := actuators.Exact(question{Op: OpIsBlocked, Params: params})
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	return pipeline.Inspection{Exact: exact, Summary: "would this be blocked: " + params.text(), Inert: true}, nil
}

// isBlocked has the gates judge the command as if it were to run, and tells
// what they said. Nothing runs.
func (a *Actuator) isBlocked(ctx context.Context, p pipeline.Proposal) (pipeline.Result, error) {
	var q question
	if bad := actuators.ReadExact(p.Exact, &q); bad != nil {
		return pipeline.Result{}, bad
	}
	if q.Op != OpIsBlocked {
		return pipeline.Result{}, actuators.Unexecutable(nil)
	}
	params, err := json.Marshal(q.Params)
	if err != nil {
		return pipeline.Result{}, actuators.Unexecutable(err)
	}
	inner := p
	inner.Action.Op, inner.Action.Params, inner.Action.DryRun = OpRun, params, false
	told := Opinion{Success: true, Command: q.Params.text(), Effects: []pipeline.Effect{}}
	n, err := a.inspectRun(ctx, inner)
	if refused, ok := errors.AsType[*pipeline.Error](err); ok && refused.Code != pipeline.CodeInternal {
		told.Blocked, told.BlockReason, told.Rule, told.Hint = true, refused.Message, refused.Rule, refused.Hint
		return instant(a.cfg.Now(), told)
	}
	if err != nil {
		return pipeline.Result{}, err
	}
	inner.Effects, inner.Exact, inner.Summary, inner.Confinement = n.Effects, n.Exact, n.Summary, n.Confinement
	d, err := a.cfg.Judge.Judge(ctx, inner)
	if err != nil {
		return pipeline.Result{}, &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "the command could not be judged", Retryable: true, Err: err}
	}
	v := d.Strictest()
	told.Command, told.Outcome, told.Blocked = n.Summary, d.Outcome, d.Outcome.Stricter(pipeline.Allow) == pipeline.Deny
	if d.Outcome != pipeline.Allow {
		told.BlockReason, told.Rule, told.Hint = v.Reason, v.Rule, v.Hint
	}
	if n.Effects != nil {
		told.Effects = n.Effects
	}
	return instant(a.cfg.Now(), told)
}
