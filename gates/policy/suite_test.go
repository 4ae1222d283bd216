package policy_test

import (
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/pipeline"
)

func TestSuite(t *testing.T) {
	t.Parallel()
	gatetest.Run(t, func(t testing.TB) pipeline.Gate { return open(t, config()) }, []gatetest.Case{
		{Name: "read", Proposal: gatetest.Proposal(gatetest.Effect(read, "/etc/hosts")), Outcome: allow},
		{Name: "outside", Proposal: gatetest.Proposal(gatetest.Effect(write, "/srv/a")), Outcome: hold, Rule: "hold-outside"},
		{Name: "worker", Proposal: gatetest.Proposal(gatetest.Effect(read, "/home/agent/.local/state/passepartout/a")), Outcome: deny, Rule: "deny-worker-files"},
	})
}
