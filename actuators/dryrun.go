package actuators

import (
	"context"
	"encoding/json"
	"time"

	"passepartout/pipeline"
)

// Rehearsal is the Data of a dry run: what would be done, as it was judged.
type Rehearsal struct {
	Success     bool              `json:"success"`
	DryRun      bool              `json:"dry_run"`
	Target      string            `json:"target"`
	Op          string            `json:"op"`
	WouldRun    string            `json:"would_run"`
	Effects     []pipeline.Effect `json:"effects"`
	Confinement string            `json:"confinement"`
}

// DryRun answers an action that asks for a dry run with a Rehearsal, made from
// what was cleared, and never lets a act on it. Every other action passes.
func DryRun(a pipeline.Actuator, now func() time.Time) pipeline.Actuator {
	do := func(ctx context.Context, c pipeline.Clearance, sink pipeline.Sink) (pipeline.Result, error) {
		p, ok := c.Proposal()
		if !ok {
			return pipeline.Result{}, Refused()
		}
		if !p.Action.DryRun {
			return a.Do(ctx, c, sink)
		}
		return rehearse(p, now())
	}
	return decorate(a, do, nil)
}

func rehearse(p pipeline.Proposal, now time.Time) (pipeline.Result, error) {
	r := Rehearsal{
		Success: true, DryRun: true, Target: p.Action.Target, Op: p.Action.Op,
		WouldRun: p.Summary, Effects: p.Effects, Confinement: p.Confinement,
	}
	if r.Effects == nil {
		r.Effects = []pipeline.Effect{}
	}
	data, err := json.Marshal(r)
	if err != nil {
		return pipeline.Result{}, &pipeline.Error{Code: pipeline.CodeInternal, Message: "the dry run could not be told", Err: err}
	}
	return pipeline.Result{Started: now, Finished: now, Confinement: p.Confinement, Data: data}, nil
}
