// Package confinement holds everything but pure reading when nothing confines
// the action: what was granted must be all that the kernel permits, and a gate
// is never the only line of defence.
//
// A pure read starts programs and reads files or names; writing to a device
// that forgets (/dev/null) counts as reading. An action without effects only
// answers and passes.
package confinement

import (
	"context"

	"passepartout/pipeline"
)

// Gate is the judge. The zero value is ready.
type Gate struct{}

var _ pipeline.Gate = Gate{}

// New makes the judge.
func New() Gate { return Gate{} }

// Spec describes the gate.
func (Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "confinement", Doc: "Holds everything but pure reading when nothing confines the action.", Priority: 950}
}

// Check looks at the first effect that is more than reading.
func (Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	if p.Confinement == "" {
		for _, e := range p.Effects {
			if !reads(e) {
				return pipeline.Verdict{
					Gate: "confinement", Outcome: pipeline.Hold, Rule: "unconfined",
					Reason: "nothing on this machine confines the action, and it does more than read",
					Hint:   "the operator can see with `worker doctor` how to enable confinement",
				}, nil
			}
		}
	}
	return pipeline.Verdict{Gate: "confinement", Outcome: pipeline.Allow}, nil
}

// reads reports whether an effect is no more than reading. The worker itself
// stops an agent's own background command: nothing is run for that.
func reads(e pipeline.Effect) bool {
	switch e.Kind {
	case pipeline.KindRead, pipeline.KindRun:
		return true
	case pipeline.KindSignal:
		return e.Mark == "own-process"
	case pipeline.KindWrite:
		return e.Object == "/dev/null" || e.Object == "/dev/stdout" || e.Object == "/dev/stderr"
	}
	return false
}
