package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"passepartout/actuators/shell"
	"passepartout/internal/config"
	"passepartout/pipeline"
	"passepartout/pipeline/reason"
)

func TestProgramsAreJudgedAgainWhenTheyStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ws := filepath.Join(dir, "ws")
	if err := os.Mkdir(ws, 0o755); err != nil {
		t.Fatal(err)
	}
	l, err := config.Load(config.Source{Env: []string{"HOME=" + dir}, Dir: dir, Flags: map[string]string{
		"state_dir": filepath.Join(dir, "state"), "workspace": ws, "scratch": filepath.Join(dir, "scratch"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := openBench(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.close(t.Context()); err != nil {
			t.Log(err)
		}
	})
	judge := starts{analyzer: b.analyzer, stage: reason.New(reason.Config{Gates: b.content})}
	run := func(programs ...string) []pipeline.Effect {
		var out []pipeline.Effect
		for _, p := range programs {
			out = append(out, pipeline.Effect{Kind: pipeline.KindRun, Object: p, Certain: true})
		}
		return out
	}
	untold := append(run("/usr/bin/bash"), pipeline.Effect{Kind: pipeline.KindUnknown, Object: "$x"})
	for name, c := range map[string]struct {
		cleared []pipeline.Effect
		path    string
		argv    []string
		stopped bool
	}{
		"cleared":                       {run("/usr/bin/bash", "/usr/bin/rm"), "/usr/bin/rm", []string{"rm", "a"}, false},
		"harmless though not cleared":   {run("/usr/bin/bash"), "/usr/bin/ls", []string{"ls"}, false},
		"held and not cleared":          {run("/usr/bin/bash"), "/usr/bin/no-such-program", []string{"no-such-program"}, true},
		"held, in what was cleared":     {untold, "/usr/bin/no-such-program", []string{"no-such-program"}, false},
		"a helper of a cleared program": {run("/usr/bin/git"), "/usr/lib/git-core/git-remote-https", []string{"git-remote-https", "origin"}, false},
		"denied though cleared":         {run("/usr/bin/rm"), "/usr/bin/rm", []string{"rm", "-rf", "/"}, true},
		"denied though untold":          {untold, "/usr/bin/rm", []string{"rm", "-rf", "--no-preserve-root", "/"}, true},
		"denied by its other name":      {untold, "/usr/bin/busybox", []string{"rm", "-rf", "/"}, true},
		"nameless":                      {untold, "/usr/bin/true", nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := pipeline.Proposal{
				ID: "x", Effects: c.cleared, Confinement: "seccomp",
				Signal: pipeline.Signal{Principal: "agent", Role: pipeline.RoleAgent},
				Action: pipeline.Action{Target: "shell", Op: "run", Intent: "a test"},
			}
			err := judge.JudgeStart(t.Context(), p, shell.Start{Path: c.path, Argv: c.argv, Dir: ws})
			if (err != nil) != c.stopped {
				t.Fatalf("stopped: %v, want %v", err, c.stopped)
			}
			if e, ok := errors.AsType[*pipeline.Error](err); err != nil && (!ok || e.Code != pipeline.CodeBlocked || e.Rule == "") {
				t.Errorf("told as %v", err)
			}
		})
	}
}
