package depth_test

import (
	"testing"

	"passepartout/gates/depth"
	"passepartout/gates/gatetest"
	"passepartout/pipeline"
)

func TestGate(t *testing.T) {
	t.Parallel()
	at := func(n int) pipeline.Proposal {
		p := gatetest.Proposal()
		p.Signal.Depth = n
		return p
	}
	cases := func(limit int) []gatetest.Case {
		return []gatetest.Case{
			{Name: "first", Proposal: at(0), Outcome: pipeline.Allow},
			{Name: "at the limit", Proposal: at(limit), Outcome: pipeline.Allow},
			{Name: "beyond", Proposal: at(limit + 1), Outcome: pipeline.Deny, Rule: "too-deep", Code: pipeline.CodeDepthExceeded},
			{Name: "negative", Proposal: at(-1), Outcome: pipeline.Deny, Rule: "too-deep", Code: pipeline.CodeDepthExceeded},
		}
	}
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return depth.New(3) }, cases(3))
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return depth.New(0) }, cases(depth.Default))
}
