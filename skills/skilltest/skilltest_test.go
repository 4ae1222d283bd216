package skilltest_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"passepartout/pipeline"
	"passepartout/skills/skilltest"
)

// counter is a good skill, which proposes a run for a number that is none of
// the unusable ones; each flaw breaks one of its duties.
type counter struct {
	flaw  string
	calls atomic.Int64
}

func (c *counter) Spec() pipeline.Spec {
	if c.flaw == "no doc" {
		return pipeline.Spec{Name: "count"}
	}
	return pipeline.Spec{Name: "count", Doc: "Counts."}
}

func (c *counter) Match(s pipeline.Signal) bool {
	switch c.flaw {
	case "matches everything":
		return true
	case "matches nothing":
		return false
	case "matches a neighbour":
		return strings.HasSuffix(s.Type, ".v1")
	}
	return s.Type == "count.v1"
}

func (c *counter) Propose(_ context.Context, s pipeline.Signal) (pipeline.Action, error) {
	var data struct{ N int }
	if c.flaw == "changes the signal" && json.Unmarshal(s.Data, &data) == nil && data.N != 0 && c.calls.Add(1) == 1 { // the one that is acted on: fixtures run side by side
		s.Data[len(s.Data)-2] = '7'
	}
	bad := &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "n", Message: "n: unusable"}
	switch err := json.Unmarshal(s.Data, &data); {
	case err != nil && c.flaw == "proposes for nothing":
	case data.N == 0 && c.flaw == "plain errors":
		return pipeline.Action{}, errors.New("bad")
	case data.N == 0 && c.flaw == "another field":
		bad.Field = "m"
		return pipeline.Action{}, bad
	case data.N == 0 && c.flaw == "takes what it must refuse" && err == nil:
	case err != nil || data.N == 0:
		return pipeline.Action{}, bad
	}
	a := pipeline.Action{Target: "shell", Op: "run", Params: json.RawMessage(`{"n":1}`)}
	switch c.flaw {
	case "another action":
		a.Op = "wait"
	case "another action each time":
		a.Op = strings.Repeat("x", int(c.calls.Add(1)))
	case "refuses what it must take":
		return pipeline.Action{}, bad
	}
	return a, nil
}

func suite(t *testing.T, flaw string) {
	t.Helper()
	pattern := "testdata/*.txtar"
	if flaw == "no fixtures" {
		pattern = "testdata/*.none"
	}
	skilltest.Run(t, &counter{flaw: flaw}, pattern)
}

func TestGoodSkillPasses(t *testing.T) { t.Parallel(); suite(t, "") }

// TestFlawedSkill runs the suite for the flaw that it is asked for; without
// being asked it does nothing.
func TestFlawedSkill(t *testing.T) {
	t.Parallel()
	if flaw := os.Getenv("SKILL_FLAW"); flaw != "" {
		suite(t, flaw)
	}
}

// TestSuiteFindsEachFlaw runs the suite in a process of its own for every
// flaw: a suite that cannot fail shows nothing.
func TestSuiteFindsEachFlaw(t *testing.T) {
	t.Parallel()
	for flaw, part := range map[string]string{
		"no doc":                    "/described ",
		"matches everything":        "/total ",
		"proposes for nothing":      "/total ",
		"matches nothing":           "/action.txtar ",
		"matches a neighbour":       "/nomatch.txtar ",
		"another action":            "/action.txtar ",
		"another action each time":  "/action.txtar ",
		"changes the signal":        "/action.txtar ",
		"refuses what it must take": "/action.txtar ",
		"takes what it must refuse": "/error.txtar ",
		"plain errors":              "/error.txtar ",
		"another field":             "/error.txtar ",
		"no fixtures":               " ",
	} {
		t.Run(flaw, func(t *testing.T) {
			t.Parallel()
			run := exec.Command(os.Args[0], "-test.run=^TestFlawedSkill$", "-test.v")
			run.Env = append(os.Environ(), "SKILL_FLAW="+flaw)
			out, err := run.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--- FAIL: TestFlawedSkill"+part) {
				t.Errorf("the suite does not fail in %q: %v\n%s", part, err, out)
			}
		})
	}
}
