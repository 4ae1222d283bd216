// Package actuatortest is the conformance suite of the hands. Every member of
// actuators runs it over an example of each of its operations:
//
//	func TestConformance(t *testing.T) {
//		actuatortest.Run(t, func(t *testing.T) actuatortest.Hand { … })
//	}
//
// It shows that a hand refuses a clearance that nobody made, states its
// effects for every operation, refuses what it does not know and says which
// field is wrong, does what was judged and not what the parameters say, honours
// its context, leaves no child behind, and may be used by many at once.
package actuatortest

import (
	"encoding/json"
	"testing"
	"time"

	"passepartout/pipeline"
)

// Example is one valid action of a hand.
type Example struct {
	Name    string
	Op      string
	Params  string // JSON; empty: none
	Timeout time.Duration
	// Marker is a word that stands in the command line of every process that
	// the action starts. The suite looks for it in /proc afterwards. Empty: the
	// action starts none.
	Marker string
}

// Hand is a member under test.
type Hand struct {
	Actuator pipeline.Actuator
	Examples []Example // at least one for each operation
	// Slow is an action that would take a minute if nothing stopped it; nil if
	// the hand has none.
	Slow *Example
	// Silent says that the hand answers even without Exact, because it has
	// nothing to execute. Only a hand whose every operation is inert may say so.
	Silent bool
}

// Signal is the signal that the suite's proposals come from.
func Signal(id string) pipeline.Signal {
	return pipeline.Signal{
		ID: id, Type: "passepartout.request.v1", Source: "/actuatortest", Session: "default",
		Principal: "agent", Role: pipeline.RoleAgent, Time: now,
	}
}

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// Propose has a state the effects of one example, as reason does.
func Propose(t testing.TB, a pipeline.Actuator, e Example) (pipeline.Proposal, error) {
	t.Helper()
	s := Signal("example-" + e.Name + e.Op)
	p := pipeline.Proposal{
		ID: s.Key(), Skill: "actuatortest", Signal: s, Policy: "actuatortest",
		Action: pipeline.Action{
			Target: a.Spec().Name, Op: e.Op, Params: json.RawMessage(e.Params),
			Intent: "show that it conforms", Timeout: e.Timeout,
		},
	}
	i, ok := a.(pipeline.Inspector)
	if !ok {
		p.Effects = []pipeline.Effect{{Kind: pipeline.KindUnknown, Object: e.Op}}
		return p, nil
	}
	n, err := i.Inspect(t.Context(), p)
	if err != nil {
		return p, err
	}
	p.Effects, p.Exact, p.Summary, p.Confinement = n.Effects, n.Exact, n.Summary, n.Confinement
	return p, nil
}

// Clear clears a proposal by allowing every effect, as if a policy had.
func Clear(t testing.TB, p pipeline.Proposal) pipeline.Clearance {
	t.Helper()
	v := pipeline.Verdict{Gate: "actuatortest", Outcome: pipeline.Allow}
	for range p.Effects {
		v.PerEffect = append(v.PerEffect, pipeline.Verdict{Outcome: pipeline.Allow})
	}
	c, err := pipeline.Clear(p, pipeline.Decide(p, []pipeline.Verdict{v}), nil, now)
	if err != nil {
		t.Fatalf("clear: %v", err)
	}
	return c
}

// Must proposes and clears an example.
func Must(t testing.TB, a pipeline.Actuator, e Example) pipeline.Clearance {
	t.Helper()
	p, err := Propose(t, a, e)
	if err != nil {
		t.Fatalf("inspect %s: %v", e.Op, err)
	}
	return Clear(t, p)
}
