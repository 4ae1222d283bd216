package command_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Each of these does, or may do, more than change the folder: what says so must
// not get lost.
func TestAttacksOfSessions(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("testdata/attacks-sessions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(string(body)) {
		text = strings.TrimSuffix(text, "\n")
		a, err := analyzer(t).Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			continue // refused
		}
		if !slices.ContainsFunc(a.Effects, reachesOut) {
			t.Errorf("%s: nothing tells of it: %v", text, a.Effects)
		}
	}
}

// reachesOut reports whether an effect is not one on the folder alone, or is one
// that nobody can see into.
func reachesOut(e pipeline.Effect) bool {
	switch e.Kind {
	case pipeline.KindRun, pipeline.KindListen:
		return e.Mark != "" && e.Mark != catalogue.MarkShell
	case pipeline.KindCode:
		return e.Mark != catalogue.MarkBuild && e.Mark != catalogue.MarkTest || !strings.HasPrefix(e.Object, "/home/u/w")
	case pipeline.KindRead, pipeline.KindWrite, pipeline.KindDelete:
		return !strings.HasPrefix(e.Object, "/home/u/w") && e.Mark != catalogue.MarkMetadata || strings.HasSuffix(e.Object, "link")
	}
	return true
}
