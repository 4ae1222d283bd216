package confinement_test

import (
	"testing"

	"passepartout/gates/confinement"
	"passepartout/gates/gatetest"
	"passepartout/pipeline"
)

func TestGate(t *testing.T) {
	t.Parallel()
	bare := func(effects ...pipeline.Effect) pipeline.Proposal {
		p := gatetest.Proposal(effects...)
		p.Confinement = ""
		return p
	}
	read := gatetest.Effect(pipeline.KindRead, "/etc/hosts")
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return confinement.New() }, []gatetest.Case{
		{Name: "read", Proposal: bare(gatetest.Effect(pipeline.KindRun, "cat"), read), Outcome: pipeline.Allow},
		{Name: "answer", Proposal: bare(), Outcome: pipeline.Allow},
		{Name: "null", Proposal: bare(read, gatetest.Effect(pipeline.KindWrite, "/dev/null")), Outcome: pipeline.Allow},
		{Name: "write", Proposal: bare(read, gatetest.Effect(pipeline.KindWrite, "/home/agent/ws/a")), Outcome: pipeline.Hold, Rule: "unconfined"},
		{Name: "code", Proposal: bare(gatetest.Effect(pipeline.KindCode, "x")), Outcome: pipeline.Hold, Rule: "unconfined"},
		{Name: "unknown", Proposal: bare(pipeline.Effect{}), Outcome: pipeline.Hold, Rule: "unconfined"},
		{Name: "secret", Proposal: bare(gatetest.Effect(pipeline.KindSecret, "x")), Outcome: pipeline.Hold, Rule: "unconfined"},
		{Name: "own process", Proposal: bare(pipeline.Effect{Kind: pipeline.KindSignal, Object: "42", Certain: true, Mark: "own-process"}), Outcome: pipeline.Allow},
		{Name: "foreign process", Proposal: bare(pipeline.Effect{Kind: pipeline.KindSignal, Object: "42", Certain: true, Mark: "foreign-process"}), Outcome: pipeline.Hold, Rule: "unconfined"},
		{Name: "confined write", Proposal: gatetest.Proposal(gatetest.Effect(pipeline.KindWrite, "/home/agent/ws/a")), Outcome: pipeline.Allow},
	})
}
