// Package privilege judges gaining rights: sudo, setuid, capabilities,
// namespaces of the host. It holds by default; an operator who never wants it
// turns that into a deny.
package privilege

import (
	"context"

	"passepartout/pipeline"
)

// Config is what the operator says.
type Config struct {
	Deny bool // nobody can approve it
}

// Gate is the judge.
type Gate struct{ outcome pipeline.Outcome }

var _ pipeline.Gate = Gate{}

// New makes the judge.
func New(c Config) Gate {
	if c.Deny {
		return Gate{outcome: pipeline.Deny}
	}
	return Gate{outcome: pipeline.Hold}
}

// Spec describes the gate.
func (Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "privilege", Doc: "Holds, or denies, what gains rights.", Priority: 900}
}

// Check looks for the first effect of that kind.
func (g Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	for _, e := range p.Effects {
		if e.Kind == pipeline.KindPrivilege {
			return pipeline.Verdict{
				Gate: "privilege", Outcome: g.outcome, Rule: "gains-rights", Reason: "it gains rights that you were not given",
				Hint: "do it without sudo, in the workspace",
			}, nil
		}
	}
	return pipeline.Verdict{Gate: "privilege", Outcome: pipeline.Allow}, nil
}
