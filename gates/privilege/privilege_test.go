package privilege_test

import (
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/gates/privilege"
	"passepartout/pipeline"
)

func TestGate(t *testing.T) {
	t.Parallel()
	sudo := gatetest.Proposal(gatetest.Effect(pipeline.KindRun, "sudo"), gatetest.Effect(pipeline.KindPrivilege, "root"))
	plain := gatetest.Proposal(gatetest.Effect(pipeline.KindRun, "ls"))
	for deny, want := range map[bool]pipeline.Outcome{false: pipeline.Hold, true: pipeline.Deny} {
		gatetest.Run(t, func(testing.TB) pipeline.Gate { return privilege.New(privilege.Config{Deny: deny}) }, []gatetest.Case{
			{Name: "sudo", Proposal: sudo, Outcome: want, Rule: "gains-rights"},
			{Name: "plain", Proposal: plain, Outcome: pipeline.Allow},
		})
	}
}
