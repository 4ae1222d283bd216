package pause_test

import (
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/gates/pause"
	"passepartout/pipeline"
)

type switches map[pipeline.Principal]string

func (s switches) Paused(who pipeline.Principal) (string, bool) {
	reason, ok := s[who]
	return reason, ok
}

func TestGate(t *testing.T) {
	t.Parallel()
	by := func(who pipeline.Principal) pipeline.Proposal {
		p := gatetest.Proposal()
		p.Signal.Principal = who
		return p
	}
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return pause.New(switches{"wild": "runaway", "mute": ""}) }, []gatetest.Case{
		{Name: "calm", Proposal: by("calm"), Outcome: pipeline.Allow},
		{Name: "wild", Proposal: by("wild"), Outcome: pipeline.Deny, Rule: "paused", Code: pipeline.CodePaused},
		{Name: "mute", Proposal: by("mute"), Outcome: pipeline.Deny, Rule: "paused", Code: pipeline.CodePaused},
	})
}

func TestWithoutSwitchesEverybodyIsPaused(t *testing.T) {
	t.Parallel()
	v, err := pause.New(nil).Check(t.Context(), gatetest.Proposal())
	if err != nil || v.Outcome != pipeline.Deny {
		t.Fatalf("%s, %v", v.Outcome, err)
	}
}
