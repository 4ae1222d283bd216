package injection_test

import (
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/gates/injection"
	"passepartout/pipeline"
)

func TestGate(t *testing.T) {
	t.Parallel()
	read := gatetest.Effect(pipeline.KindRead, "/etc/hosts")
	unknown := gatetest.Effect(pipeline.KindUnknown, "$X")
	with := func(mark string) pipeline.Proposal {
		return gatetest.Proposal(read, gatetest.Effect(pipeline.KindCode, "x", mark))
	}
	bare := gatetest.Proposal(unknown)
	bare.Confinement = ""
	for contained, want := range map[bool]pipeline.Outcome{false: pipeline.Hold, true: pipeline.Allow} {
		gatetest.Run(t, func(testing.TB) pipeline.Gate { return injection.New(injection.Config{Contained: contained}) }, []gatetest.Case{
			{Name: "plain", Proposal: gatetest.Proposal(read), Outcome: pipeline.Allow},
			{Name: "test", Proposal: with("test"), Outcome: pipeline.Allow},
			{Name: "unknown", Proposal: gatetest.Proposal(read, unknown), Outcome: want},
			{Name: "unknown and unconfined", Proposal: bare, Outcome: pipeline.Hold, Rule: "untold"},
			{Name: "remote code", Proposal: with("remote-code"), Outcome: pipeline.Hold, Rule: "remote-code"},
			{Name: "loader", Proposal: with("loader-injection"), Outcome: pipeline.Hold, Rule: "loader-injection"},
			{Name: "reverse shell", Proposal: with("reverse-shell"), Outcome: pipeline.Hold, Rule: "reverse-shell"},
		})
	}
}
