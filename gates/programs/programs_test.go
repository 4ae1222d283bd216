package programs_test

import (
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/gates/programs"
	"passepartout/pipeline"
)

func TestGate(t *testing.T) {
	t.Parallel()
	run := func(objects ...string) pipeline.Proposal {
		var effects []pipeline.Effect
		for _, o := range objects {
			effects = append(effects, gatetest.Effect(pipeline.KindRun, o))
		}
		return gatetest.Proposal(effects...)
	}
	code := func(by string) pipeline.Proposal {
		e := gatetest.Effect(pipeline.KindCode, "/home/agent/ws", "test")
		e.By = by
		return gatetest.Proposal(e)
	}
	open := func(t testing.TB) pipeline.Gate {
		g, err := programs.New([]string{"ls", "git", "/opt/tool/bin/tool", "go*"})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	gatetest.Run(t, open, []gatetest.Case{
		{Name: "listed", Proposal: run("ls", "/usr/bin/git"), Outcome: pipeline.Allow},
		{Name: "path", Proposal: run("/opt/tool/bin/tool"), Outcome: pipeline.Allow},
		{Name: "pattern", Proposal: run("/usr/local/bin/gofmt"), Outcome: pipeline.Allow},
		{Name: "no program", Proposal: gatetest.Proposal(gatetest.Effect(pipeline.KindRead, "/etc/hosts")), Outcome: pipeline.Allow},
		{Name: "code by a listed program", Proposal: code("go"), Outcome: pipeline.Allow},
		{Name: "not listed", Proposal: run("ls", "/usr/bin/curl"), Outcome: pipeline.Deny, Rule: "not-listed"},
		{Name: "look-alike", Proposal: run("/home/agent/ws/ls"), Outcome: pipeline.Deny, Rule: "not-listed"},
		{Name: "look-alike of a pattern", Proposal: run("/tmp/gofmt"), Outcome: pipeline.Deny, Rule: "not-listed"},
		{Name: "empty", Proposal: run(""), Outcome: pipeline.Deny, Rule: "not-listed"},
		{Name: "code", Proposal: code("python3"), Outcome: pipeline.Deny, Rule: "cannot-tell"},
		{Name: "unknown", Proposal: gatetest.Proposal(pipeline.Effect{}), Outcome: pipeline.Deny, Rule: "cannot-tell"},
	})
}

func TestNew(t *testing.T) {
	t.Parallel()
	off, err := programs.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := off.Check(t.Context(), gatetest.Proposal(gatetest.Effect(pipeline.KindRun, "curl"))); err != nil || v.Outcome != pipeline.Allow {
		t.Errorf("without a list: %s, %v", v.Outcome, err)
	}
	for _, bad := range [][]string{{""}, {"a[b"}} {
		if _, err := programs.New(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
