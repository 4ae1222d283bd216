package e2e

import (
	"testing"
)

// A lever that names an agent is for that agent.
func TestPauseOfOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := asks(t, s.start(), "p")
	s.must("pause", "agent", "--reason", "a talk about manners")
	eventually(t, "the agent is paused", func() bool { f := a.ask("echo hi"); return f.Error != nil && f.Error.Code == "paused" })
	s.must("resume", "agent")
	eventually(t, "the agent is resumed", func() bool { return a.ask("echo hi").Error == nil })
	s.must("pause", "somebody")
	a.want("echo hi", "tool-output")
}
