// Package pause stops agents by an operator's lever: while a principal, or
// everybody, is paused, nothing of theirs is done.
package pause

import (
	"context"

	"passepartout/pipeline"
)

// Switches knows who is paused. Paused answers from memory: it must not do
// I/O, because it is asked for every proposal, and it counts a pause of
// everybody as a pause of each. An implementation that lost its state must
// answer with a pause.
type Switches interface {
	Paused(who pipeline.Principal) (reason string, ok bool)
}

// Gate is the judge.
type Gate struct{ switches Switches }

var _ pipeline.Gate = Gate{}

// New makes the judge; without switches everything counts as paused.
func New(s Switches) Gate { return Gate{switches: s} }

// Spec describes the gate.
func (Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "pause", Doc: "Denies everything of a principal that an operator has paused.", Priority: 995}
}

// Check asks the switches.
func (g Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	reason, paused := "the worker does not know who is paused", true
	if g.switches != nil {
		reason, paused = g.switches.Paused(p.Signal.Principal)
	}
	if !paused {
		return pipeline.Verdict{Gate: "pause", Outcome: pipeline.Allow}, nil
	}
	if reason == "" {
		reason = "no reason was given"
	}
	return pipeline.Verdict{
		Gate: "pause", Outcome: pipeline.Deny, Code: pipeline.CodePaused, Rule: "paused",
		Reason: "paused by an operator: " + reason, Hint: "wait until the operator resumes, then ask again with a new id",
	}, nil
}
