// Package depth ends loops: feedback is itself a signal, each one level deeper
// than what caused it, and beyond the limit nothing is done any more.
package depth

import (
	"context"
	"strconv"

	"passepartout/pipeline"
)

// Default is the deepest loop that is followed.
const Default = 8

// Gate is the judge.
type Gate struct{ limit int }

var _ pipeline.Gate = Gate{}

// New makes the judge; a limit of 0 or less is Default, because a loop without
// a limit is never wanted.
func New(limit int) Gate {
	if limit <= 0 {
		limit = Default
	}
	return Gate{limit: limit}
}

// Spec describes the gate.
func (Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "depth", Doc: "Denies what lies deeper in a loop than the limit.", Priority: 990}
}

// Check compares the signal's depth. A negative depth was never counted by us
// and is denied, too.
func (g Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	if d := p.Signal.Depth; d > g.limit || d < 0 {
		return pipeline.Verdict{
			Gate: "depth", Outcome: pipeline.Deny, Code: pipeline.CodeDepthExceeded, Rule: "too-deep",
			Reason: "the loop is at depth " + strconv.Itoa(d) + ", the limit is " + strconv.Itoa(g.limit),
			Hint:   "start afresh with a new request; do not answer feedback with requests for ever",
		}, nil
	}
	return pipeline.Verdict{Gate: "depth", Outcome: pipeline.Allow}, nil
}
