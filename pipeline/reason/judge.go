package reason

import (
	"context"
	"fmt"
	"strings"

	"passepartout/pipeline"
)

// Judge runs every gate in priority order and folds the verdicts. All gates
// are asked even after a deny, so that an explanation is whole. An error or a
// panic of a gate is a deny by that gate; so is a gate that edits the proposal. When ctx ends meanwhile there is no
// decision but an error: a worker that is told to stop must not report a
// request as blocked.
func (s *Stage) Judge(ctx context.Context, p pipeline.Proposal) (pipeline.Decision, error) {
	before := p.Digest()
	verdicts := make([]pipeline.Verdict, 0, len(s.gates)+1)
	for _, gate := range s.gates {
		verdicts = append(verdicts, check(ctx, gate, p))
	}
	if err := ctx.Err(); err != nil {
		return pipeline.Decision{}, fmt.Errorf("judge: %w", err)
	}
	d := pipeline.Decide(p, verdicts)
	if d.Proposal != before {
		d = pipeline.Decide(p, append(verdicts, pipeline.Verdict{
			Gate: "judge", Outcome: pipeline.Deny, Rule: "gate-edited", Reason: "a gate changed what it was to judge",
		}))
	}
	return d, nil
}

func check(ctx context.Context, gate pipeline.Gate, p pipeline.Proposal) (v pipeline.Verdict) {
	name := ""
	defer func() {
		if r := recover(); r != nil {
			v = cannot(name, fmt.Errorf("panic: %v", r))
		}
	}()
	name = gate.Spec().Name
	v, err := gate.Check(ctx, p)
	if err != nil {
		return cannot(name, err)
	}
	v.Gate = name
	return v
}

func cannot(gate string, err error) pipeline.Verdict {
	return pipeline.Verdict{
		Gate: gate, Outcome: pipeline.Deny, Rule: "gate-error",
		Reason: "gate " + gate + " could not judge: " + err.Error(),
		Hint:   "this is the worker's fault, not the request's; its operator can see why",
	}
}

// version names the rules of all gates that have changing ones.
func (s *Stage) version() string {
	var versions []string
	for _, gate := range s.gates {
		if v, ok := gate.(pipeline.Versioned); ok {
			versions = append(versions, gate.Spec().Name+"="+v.Version())
		}
	}
	return strings.Join(versions, " ")
}
