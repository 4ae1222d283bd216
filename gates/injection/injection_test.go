package injection_test

import (
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/gates/injection"
	"passepartout/internal/zone"
	"passepartout/pipeline"
)

func TestGroundThatMoves(t *testing.T) {
	t.Parallel()
	by := func(kind pipeline.EffectKind, object, by string) pipeline.Effect {
		e := gatetest.Effect(kind, object)
		e.By = by
		return e
	}
	const file = "/home/agent/ws/x"
	var flood []pipeline.Effect
	for range 1000 {
		flood = append(flood, by(pipeline.KindWrite, file, "redirect"))
	}
	oneOfFolder, someMade := by(pipeline.KindCode, "/home/agent/ws/t/*.sh", "sh"), by(pipeline.KindWrite, "/home/agent/ws/t/*", "redirect")
	oneOfFolder.Certain, someMade.Certain = false, false
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return injection.New(injection.Config{Contained: true}) }, []gatetest.Case{
		{Name: "copied and run", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "cp"), by(pipeline.KindRun, file, "x")), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "typed and run", Proposal: gatetest.Proposal(by(pipeline.KindCode, file, "sh"), by(pipeline.KindWrite, file, "redirect")), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "written by code and run", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "python3"), by(pipeline.KindCode, file, "sh")), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "written by R and run", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "Rscript"), by(pipeline.KindCode, file, "sh")), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "printed and run", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "pandoc"), by(pipeline.KindCode, file, "sh")), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "chosen words and run", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "find"), by(pipeline.KindRun, file, "x")), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "edited and run", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "sed"), by(pipeline.KindCode, file, "sh")), Outcome: pipeline.Allow},
		{Name: "printed and interpreted", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "esbuild"), by(pipeline.KindCode, file, "node")), Outcome: pipeline.Allow},
		{Name: "written by Ruby and run", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "ruby3.1"), by(pipeline.KindCode, file, "ruby")), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "folder filled and run from", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "rsync"), by(pipeline.KindRun, file+"/a", "a")), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "flood", Proposal: gatetest.Proposal(flood...), Outcome: pipeline.Hold, Rule: "too-much-made"},
		{Name: "linked and read", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "ln"), by(pipeline.KindRead, file, "cat")), Outcome: pipeline.Hold, Rule: "own-link"},
		{Name: "linked and deleted through", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "ln"), by(pipeline.KindDelete, file+"/srv", "rm")), Outcome: pipeline.Hold, Rule: "own-link"},
		{Name: "linked and unlinked", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "ln"), by(pipeline.KindDelete, file, "rm")), Outcome: pipeline.Allow},
		{Name: "unpacked and run", Proposal: gatetest.Proposal(by(pipeline.KindWrite, "/home/agent/ws", "unzip"), by(pipeline.KindRun, file, "x")), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "unpacked and built", Proposal: gatetest.Proposal(by(pipeline.KindWrite, "/home/agent/ws", "tar"), by(pipeline.KindCode, "/home/agent/ws", "make")), Outcome: pipeline.Allow},
		{Name: "compiled and run", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "gcc"), by(pipeline.KindRun, file, "x")), Outcome: pipeline.Allow},
		{Name: "copied beside", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "cp"), by(pipeline.KindRun, file+"2", "x2")), Outcome: pipeline.Allow},
		{Name: "typed and run as one of a folder", Proposal: gatetest.Proposal(by(pipeline.KindWrite, "/home/agent/ws/t/a.sh", "redirect"), oneOfFolder), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "typed under some name and run as one of a folder", Proposal: gatetest.Proposal(someMade, oneOfFolder), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "typed beside a folder of which one is run", Proposal: gatetest.Proposal(by(pipeline.KindWrite, "/home/agent/ws/u/a.sh", "redirect"), oneOfFolder), Outcome: pipeline.Allow},
		{Name: "copied and read", Proposal: gatetest.Proposal(by(pipeline.KindWrite, file, "cp"), by(pipeline.KindRead, file, "cat")), Outcome: pipeline.Allow},
	})
}

// TestCopies: what is copied within the project is the project's still, unless
// the action has typed it.
func TestCopies(t *testing.T) {
	t.Parallel()
	zones, err := zone.New(zone.Config{Workspace: []string{"/home/agent/ws"}, Scratch: []string{"/tmp/pp-scratch"}, Home: "/home/agent"})
	if err != nil {
		t.Fatal(err)
	}
	by := func(kind pipeline.EffectKind, object, by string) pipeline.Effect {
		e := gatetest.Effect(kind, object)
		e.By = by
		return e
	}
	const from, to = "/home/agent/ws/a.sh", "/tmp/pp-scratch/b.sh"
	read, write, run := by(pipeline.KindRead, from, "cp"), by(pipeline.KindWrite, to, "cp"), by(pipeline.KindCode, to, "sh")
	some := read
	some.Object, some.Certain = "/home/agent/ws/**", false
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return injection.New(injection.Config{Zones: zones}) }, []gatetest.Case{
		{Name: "copied and run", Proposal: gatetest.Proposal(read, write, run), Outcome: pipeline.Allow},
		{Name: "copied from elsewhere", Proposal: gatetest.Proposal(by(pipeline.KindRead, "/tmp/a.sh", "cp"), write, run), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "one of two from elsewhere", Proposal: gatetest.Proposal(by(pipeline.KindRead, "/tmp/a.sh", "cp"), read, write, run), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "copied from nowhere", Proposal: gatetest.Proposal(write, run), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "typed and copied", Proposal: gatetest.Proposal(by(pipeline.KindWrite, from, "redirect"), read, write, run), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "copied and typed over", Proposal: gatetest.Proposal(read, write, by(pipeline.KindWrite, to, "redirect"), run), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "copied from another machine", Proposal: gatetest.Proposal(read, by(pipeline.KindConnect, "x", "cp"), write, run), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "any of a tree", Proposal: gatetest.Proposal(some, write, run), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
		{Name: "moved by another program", Proposal: gatetest.Proposal(read, by(pipeline.KindWrite, to, "mv"), run), Outcome: pipeline.Hold, Rule: "runs-what-it-made"},
	})
}

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
			{Name: "made code", Proposal: with("made-code"), Outcome: want},
			{Name: "planted code", Proposal: with("planted-code"), Outcome: pipeline.Hold, Rule: "planted-code"},
			{Name: "reverse shell", Proposal: with("reverse-shell"), Outcome: pipeline.Hold, Rule: "reverse-shell"},
		})
	}
}
