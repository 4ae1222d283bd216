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

// startsAt is a judge of program starts over folders of a test: an owner's
// folder "system" with a helper folder "system/lib", and what agents may fill.
func startsAt(t *testing.T, preset string) (judge starts, dir string) {
	t.Helper()
	dir = resolve(t.TempDir())
	for _, folder := range []string{"ws/bin", "scratch", "state", "private", "system/lib", "system/alt", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	l, err := config.Load(config.Source{Env: []string{"HOME=" + dir}, Dir: dir, Flags: map[string]string{
		"state_dir": filepath.Join(dir, "state"), "workspace": filepath.Join(dir, "ws"), "scratch": filepath.Join(dir, "scratch"), "policy.preset": preset,
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
	folders := foldersOf(l.Config)
	folders.private = []string{filepath.Join(dir, "private")}
	folders.system = append(folders.system, filepath.Join(dir, "system"))
	folders.helper = append(folders.helper, filepath.Join(dir, "system", "lib"))
	return starts{analyzer: b.analyzer, stage: reason.New(reason.Config{Gates: b.content}), folders: folders}, dir
}

// cleared are effects that run programs.
func clearedRuns(programs ...string) []pipeline.Effect {
	var out []pipeline.Effect
	for _, p := range programs {
		out = append(out, pipeline.Effect{Kind: pipeline.KindRun, Object: p, Certain: true})
	}
	return out
}

func startUnder(t *testing.T, judge starts, cleared []pipeline.Effect, st shell.Start) *pipeline.Error {
	t.Helper()
	err := judge.JudgeStart(t.Context(), pipeline.Proposal{
		ID: "x", Effects: cleared, Confinement: "seccomp",
		Signal: pipeline.Signal{Principal: "agent", Role: pipeline.RoleAgent},
		Action: pipeline.Action{Target: "shell", Op: "run", Intent: "a test"},
	}, st)
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*pipeline.Error](err)
	if !ok || e.Code != pipeline.CodeBlocked || e.Rule == "" {
		t.Errorf("told as %v", err)
		return &pipeline.Error{}
	}
	return e
}

func TestProgramsAreJudgedAgainWhenTheyStart(t *testing.T) {
	t.Parallel()
	judge, dir := startsAt(t, "standard")
	ws := filepath.Join(dir, "ws")
	plant(t, filepath.Join(dir, "system", "odd"))
	plant(t, filepath.Join(dir, "system", "lib", "git-part"))
	untold := append(clearedRuns("/usr/bin/bash"), pipeline.Effect{Kind: pipeline.KindUnknown, Object: "$x"})
	odd := filepath.Join(dir, "system", "odd")
	for name, c := range map[string]struct {
		cleared []pipeline.Effect
		path    string
		argv    []string
		stopped bool
	}{
		"cleared":                       {clearedRuns("/usr/bin/bash", "/usr/bin/rm"), "/usr/bin/rm", []string{"rm", "a"}, false},
		"harmless though not cleared":   {clearedRuns("/usr/bin/bash"), "/usr/bin/ls", []string{"ls"}, false},
		"held and not cleared":          {clearedRuns("/usr/bin/bash"), odd, []string{"odd"}, true},
		"held and cleared":              {clearedRuns("/usr/bin/bash", odd), odd, []string{"odd"}, false},
		"held, in what was cleared":     {untold, odd, []string{"odd"}, false},
		"not there: the search goes on": {clearedRuns("/usr/bin/bash"), "/usr/local/sbin/no-such-program", []string{"no-such-program"}, false},
		"a helper of a cleared program": {clearedRuns("/usr/bin/git"), filepath.Join(dir, "system/lib/git-part"), []string{"git-part", "origin"}, false},
		"denied though cleared":         {clearedRuns("/usr/bin/rm"), "/usr/bin/rm", []string{"rm", "-rf", "/"}, true},
		"denied though untold":          {untold, "/usr/bin/rm", []string{"rm", "-rf", "--no-preserve-root", "/"}, true},
		"denied by its other name":      {untold, "/usr/bin/busybox", []string{"rm", "-rf", "/"}, true},
		"nameless":                      {untold, "/usr/bin/true", nil, true},
		"a list above the state folder": {clearedRuns("/usr/bin/bash"), "/usr/bin/ls", []string{"ls", "-l", dir}, false},
		"a list of the state folder":    {clearedRuns("/usr/bin/bash"), "/usr/bin/ls", []string{"ls", filepath.Join(dir, "state")}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if e := startUnder(t, judge, c.cleared, shell.Start{Path: c.path, Argv: c.argv, Dir: ws}); (e != nil) != c.stopped {
				t.Fatalf("stopped: %v, want %v", e, c.stopped)
			}
		})
	}
}

// A file that bears the name of a cleared program is not that program, however
// it is spelled and whatever leads to it.
func TestAPlantedProgramIsNotTheClearedOne(t *testing.T) {
	t.Parallel()
	for _, preset := range []string{"strict", "standard"} {
		judge, dir := startsAt(t, preset)
		at := func(rest string) string { return filepath.Join(dir, rest) }
		for _, file := range []string{"ws/odd", "ws/bin/odd", "scratch/odd", "private/odd", "elsewhere/odd", "system/odd", "system/alt/odd", "system/lib/odd"} {
			plant(t, at(file))
		}
		link(t, at("system/odd"), at("system/other"))
		link(t, at("ws/bin/odd"), at("system/alt/planted"))
		link(t, at("system/odd"), at("ws/true-odd"))
		if err := os.Mkdir(at("ws/links"), 0o755); err != nil {
			t.Fatal(err)
		}
		link(t, at("system/odd"), at("ws/links/odd"))
		cleared := clearedRuns("/usr/bin/bash", at("system/odd"))
		for name, c := range map[string]struct {
			path    string
			stopped bool
		}{
			"itself":                          {at("system/odd"), false},
			"by a detour":                     {dir + "/system/alt/../odd", false},
			"by an owner's link":              {at("system/other"), false},
			"the owner's of the same name":    {at("system/alt/odd"), false},
			"the agent's link to it":          {at("ws/links/odd"), false},
			"in the workspace":                {at("ws/odd"), true},
			"below it":                        {at("ws/bin/odd"), true},
			"in scratch":                      {at("scratch/odd"), true},
			"in a private folder":             {at("private/odd"), true},
			"in one that the worker sees not": {at("private/unseen/odd"), true},
			"in any other folder":             {at("elsewhere/odd"), true},
			"spelled as a helper":             {dir + "/system/lib/../../ws/odd", true},
			"an owner's link to a planted":    {at("system/alt/planted"), true},
			"not there yet":                   {at("ws/none/odd"), false},
		} {
			e := startUnder(t, judge, cleared, shell.Start{Path: c.path, Argv: []string{"odd", "status"}, Dir: at("ws")})
			if (e != nil) != c.stopped {
				t.Errorf("%s, %s: stopped: %v, want %v", preset, name, e, c.stopped)
			}
		}
	}
}

// Relative arguments count from where the caller is, not from where the
// command began.
func TestAStartIsJudgedWhereItsCallerIs(t *testing.T) {
	t.Parallel()
	judge, dir := startsAt(t, "standard")
	cleared := clearedRuns("/usr/bin/bash", "/usr/bin/cat")
	st := shell.Start{Path: "/usr/bin/cat", Argv: []string{"cat", "key"}, Dir: filepath.Join(dir, "ws")}
	if e := startUnder(t, judge, cleared, st); e != nil {
		t.Errorf("a file of the workspace: %v", e)
	}
	st.Dir = filepath.Join(dir, "state")
	if e := startUnder(t, judge, cleared, st); e == nil {
		t.Error("the same name in the worker's own folder is read")
	}
}

func plant(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("#!/bin/sh\nexit 0\n"), 0o755); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
}

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Fatal(err)
	}
}
