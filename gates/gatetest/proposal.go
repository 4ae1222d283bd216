package gatetest

import (
	"encoding/json"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// Confined is the confinement that proposals of this suite run under.
const Confined = "landlock+seccomp"

// Proposal is a shell proposal of an ordinary agent, confined, with the given
// effects.
func Proposal(effects ...pipeline.Effect) pipeline.Proposal {
	return pipeline.Proposal{
		ID: "p1", Skill: "request",
		Signal: pipeline.Signal{ID: "e1", Principal: "claude", Role: pipeline.RoleAgent, Session: "s1"},
		Action: pipeline.Action{
			Target: "shell", Op: "run", Intent: "see what changed",
			Params: json.RawMessage(`{"command":"true"}`),
		},
		Effects: effects, Confinement: Confined,
	}
}

// Effect is a certain effect; a third text is its mark.
func Effect(kind pipeline.EffectKind, object string, mark ...string) pipeline.Effect {
	e := pipeline.Effect{Kind: kind, Object: object, Certain: !zone.IsPattern(object)}
	if len(mark) > 0 {
		e.Mark = mark[0]
	}
	return e
}

// Zones is the ground that the suite's paths stand on.
func Zones() zone.Config {
	return zone.Config{
		Workspace: []string{"/home/agent/ws"}, Scratch: []string{"/tmp/pp-scratch"}, Home: "/home/agent",
		Runtime: []string{"/home/agent/.local/state/passepartout"},
	}
}
