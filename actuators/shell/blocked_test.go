package shell_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/shell"
	"passepartout/pipeline"
)

// judge answers what the test says, and keeps what it was asked.
type judge struct {
	outcome pipeline.Outcome
	err     error
	asked   []pipeline.Proposal
}

func (j *judge) Judge(_ context.Context, p pipeline.Proposal) (pipeline.Decision, error) {
	j.asked = append(j.asked, p)
	v := pipeline.Verdict{Gate: "policy", Outcome: j.outcome, Rule: "the-rule", Reason: "the reason", Hint: "the hint"}
	for range p.Effects {
		v.PerEffect = append(v.PerEffect, pipeline.Verdict{Outcome: j.outcome, Rule: "the-rule", Reason: "the reason", Hint: "the hint"})
	}
	return pipeline.Decide(p, []pipeline.Verdict{v}), j.err
}

func ask(t testing.TB, b bench, text string) (shell.Opinion, error) {
	t.Helper()
	var o struct {
		shell.Opinion
		Outcome string `json:"outcome"`
	}
	p, err := actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpIsBlocked, Params: text})
	if err != nil {
		return o.Opinion, err
	}
	if len(p.Effects) != 0 {
		t.Errorf("asking has effects: %v", p.Effects)
	}
	r, err := b.Do(t.Context(), actuatortest.Clear(t, p), nil)
	if err == nil {
		if err := json.Unmarshal(r.Data, &o); err != nil {
			t.Fatalf("%s: %v", r.Data, err)
		}
		if err := o.Opinion.Outcome.UnmarshalText([]byte(o.Outcome)); err != nil {
			t.Fatal(err)
		}
	}
	return o.Opinion, err
}

func TestIsBlockedAsksAndDoesNotRun(t *testing.T) {
	t.Parallel()
	for _, outcome := range []pipeline.Outcome{pipeline.Deny, pipeline.Hold, pipeline.Allow} {
		j := &judge{outcome: outcome}
		b := open(t, with(func(c *shell.Config) { c.Judge = j }))
		o, err := ask(t, b, `{"command":"touch made"}`)
		if err != nil {
			t.Fatal(err)
		}
		if !o.Success || o.Outcome != outcome || o.Blocked != (outcome == pipeline.Deny) || o.Command != "touch made" || len(o.Effects) == 0 {
			t.Errorf("%v: %+v", outcome, o)
		}
		if told := o.Rule != "" && o.BlockReason != "" && o.Hint != ""; told != (outcome != pipeline.Allow) {
			t.Errorf("%v: %+v", outcome, o)
		}
		if len(j.asked) != 1 || j.asked[0].Action.Op != shell.OpRun || len(j.asked[0].Exact) == 0 || j.asked[0].Signal.Principal != "agent" {
			t.Errorf("the gates were asked about %+v", j.asked)
		}
		if _, err := os.Stat(filepath.Join(b.dir, "made")); err == nil {
			t.Error("it ran")
		}
	}
}

func TestIsBlockedConforms(t *testing.T) {
	t.Parallel()
	actuatortest.Run(t, func(t *testing.T) actuatortest.Hand {
		b := open(t, with(func(c *shell.Config) { c.Judge = lockedJudge{} }))
		return actuatortest.Hand{Actuator: b, Examples: []actuatortest.Example{{Op: shell.OpIsBlocked, Params: `{"argv":["true"]}`}}}
	})
}

// lockedJudge denies everything and may be used by many.
type lockedJudge struct{}

func (lockedJudge) Judge(_ context.Context, p pipeline.Proposal) (pipeline.Decision, error) {
	return pipeline.Decide(p, nil), nil
}

func TestIsBlockedWhenItCannotBeJudged(t *testing.T) {
	t.Parallel()
	b := open(t, with(func(c *shell.Config) { c.Judge = &judge{outcome: pipeline.Allow, err: errors.New("x")} }))
	if _, err := ask(t, b, `{"command":"true"}`); told(t, err).Code != pipeline.CodeUnavailable {
		t.Errorf("told %v", err)
	}
	refusal := &pipeline.Error{Code: pipeline.CodeInvalidRequest, Rule: "syntax", Message: "cannot be read", Hint: "mend it"}
	b = open(t, with(func(c *shell.Config) {
		c.Judge, c.Analyst = &judge{outcome: pipeline.Allow}, words{err: refusal}
	}))
	if o, err := ask(t, b, `{"command":"("}`); err != nil || !o.Blocked || o.Outcome != pipeline.Deny || o.Rule != "syntax" || o.BlockReason == "" {
		t.Errorf("%+v, %v", o, err)
	}
	// Without a judge there is no such operation.
	if _, err := ask(t, open(t), `{"command":"true"}`); told(t, err).Field != "op" {
		t.Errorf("told %v", err)
	}
}

func TestNewNeedsItsParts(t *testing.T) {
	t.Parallel()
	for _, cfg := range []shell.Config{{}, {Analyst: words{}, Runner: shell.Unconfined{}, Dir: "/", Now: nil}, {Analyst: words{}, Runner: shell.Unconfined{}, Dir: "ws"}} {
		if _, err := shell.New(cfg); err == nil {
			t.Errorf("made of %+v", cfg)
		}
	}
}
