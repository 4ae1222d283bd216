package gatetest_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/pipeline"
)

// reader is a good gate, which holds whatever is more than reading; each flaw
// breaks one of its duties.
type reader struct {
	flaw  string
	calls *atomic.Int64
}

func (g reader) Spec() pipeline.Spec {
	s := pipeline.Spec{Name: "reader", Doc: "Holds what does more than read.", Priority: 1}
	switch g.flaw {
	case "no doc":
		s.Doc = ""
	case "no priority":
		s.Priority = 0
	case "another name":
		s.Name = "Reader"
	}
	return s
}

func (g reader) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	if g.flaw == "fails" {
		return pipeline.Verdict{}, errors.New("broken")
	}
	if params := p.Action.Params; g.flaw == "changes the proposal" && len(params) > 2 {
		params[len(params)-3]++ // the last letter of the command
	}
	v := pipeline.Verdict{Gate: "reader", Outcome: pipeline.Allow}
	if g.flaw == "another gate's verdict" {
		v.Gate = "writer"
	}
	for _, e := range p.Effects {
		one := pipeline.Verdict{Gate: "reader", Outcome: pipeline.Allow}
		if e.Kind != pipeline.KindRead {
			one.Outcome, one.Rule, one.Reason = pipeline.Hold, "reads-only", "It does more than read."
			v.Outcome, v.Rule, v.Reason = one.Outcome, one.Rule, one.Reason
		}
		v.PerEffect = append(v.PerEffect, one)
	}
	switch {
	case g.flaw == "allows all":
		v = pipeline.Verdict{Gate: "reader", Outcome: pipeline.Allow}
	case g.flaw == "holds all":
		v = pipeline.Verdict{Gate: "reader", Outcome: pipeline.Hold, Rule: "all", Reason: "Everything is held."}
	case g.flaw == "no reason":
		v.Reason = ""
	case g.flaw == "another verdict each time" && v.Outcome != pipeline.Allow:
		v.Reason = strings.Repeat("x", int(g.calls.Add(1)))
	case g.flaw == "forgets an effect" && len(v.PerEffect) > 1:
		v.PerEffect = v.PerEffect[1:]
	case g.flaw == "milder than its effects" && v.Outcome != pipeline.Allow:
		v.PerEffect[len(v.PerEffect)-1].Outcome = pipeline.Deny
	case g.flaw == "a verdict on nothing" && len(p.Effects) == 0:
		v.Outcome = pipeline.Deny
	}
	return v, nil
}

func suite(t *testing.T, flaw string) {
	t.Helper()
	read, write := gatetest.Effect(pipeline.KindRead, "/home/agent/ws/a"), gatetest.Effect(pipeline.KindWrite, "/home/agent/ws/a")
	cases := []gatetest.Case{
		{Name: "reads", Proposal: gatetest.Proposal(read), Outcome: pipeline.Allow},
		{Name: "writes", Proposal: gatetest.Proposal(read, write), Outcome: pipeline.Hold, Rule: "reads-only"},
	}
	if flaw == "a table that only allows" {
		cases = cases[:1]
	}
	calls := new(atomic.Int64)
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return reader{flaw: flaw, calls: calls} }, cases)
}

func TestGoodGatePasses(t *testing.T) { t.Parallel(); suite(t, "") }

// TestFlawedGate runs the suite for the flaw that it is asked for; without
// being asked it does nothing.
func TestFlawedGate(t *testing.T) {
	t.Parallel()
	if flaw := os.Getenv("GATE_FLAW"); flaw != "" {
		suite(t, flaw)
	}
}

// TestSuiteFindsEachFlaw runs the suite in a process of its own for every
// flaw: a suite that cannot fail shows nothing.
func TestSuiteFindsEachFlaw(t *testing.T) {
	t.Parallel()
	for flaw, part := range map[string]string{
		"no doc":                    "/spec ",
		"no priority":               "/spec ",
		"another name":              "/spec ",
		"fails":                     "/table/reads ",
		"another gate's verdict":    "/concurrent ",
		"allows all":                "/table/writes ",
		"holds all":                 "/table/reads ",
		"no reason":                 "/table/writes ",
		"another verdict each time": "/table/writes ",
		"changes the proposal":      "/table/reads ",
		"forgets an effect":         "/table/writes ",
		"milder than its effects":   "/table/writes ",
		"a verdict on nothing":      "/zero ",
		"a table that only allows":  "/table ",
	} {
		t.Run(flaw, func(t *testing.T) {
			t.Parallel()
			run := exec.Command(os.Args[0], "-test.run=^TestFlawedGate$", "-test.v")
			run.Env = append(os.Environ(), "GATE_FLAW="+flaw)
			out, err := run.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--- FAIL: TestFlawedGate"+part) {
				t.Errorf("the suite does not fail in %q: %v\n%s", part, err, out)
			}
		})
	}
}
