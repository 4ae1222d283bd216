package pipeline_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/pipeline"
)

func effects(n int) []pipeline.Effect {
	es := make([]pipeline.Effect, n)
	for i := range es {
		es[i] = pipeline.Effect{Kind: pipeline.KindRead, Object: "/f" + string(rune('a'+i))}
	}
	return es
}

func each(outcomes ...pipeline.Outcome) []pipeline.Verdict {
	vs := make([]pipeline.Verdict, len(outcomes))
	for i, o := range outcomes {
		vs[i] = pipeline.Verdict{Outcome: o, Rule: "rule-" + o.String(), Reason: "because"}
	}
	return vs
}

func TestDecide(t *testing.T) {
	t.Parallel()
	const deny, hold, allow = pipeline.Deny, pipeline.Hold, pipeline.Allow
	tests := []struct {
		name     string
		effects  int
		verdicts []pipeline.Verdict
		want     pipeline.Outcome
		rule     string // of the verdict that explains it
	}{
		{"no verdict denies", 0, nil, deny, "no-verdict"},
		{"no verdict denies with effects", 2, nil, deny, "no-verdict"},
		{"an allow of nothing allows", 0, []pipeline.Verdict{{Gate: "g", Outcome: allow}}, allow, ""},
		{"the zero verdict denies", 0, []pipeline.Verdict{{}}, deny, ""},
		{"an uncovered effect is held", 1, []pipeline.Verdict{{Gate: "g", Outcome: allow}}, hold, pipeline.RuleUncovered},
		{"a covered effect is allowed", 1, []pipeline.Verdict{{Gate: "g", Outcome: allow, PerEffect: each(allow)}}, allow, "rule-allow"},
		{"deny beats hold and allow", 1, []pipeline.Verdict{
			{Gate: "a", Outcome: allow, PerEffect: each(allow)},
			{Gate: "b", Outcome: hold, Rule: "r-hold"},
			{Gate: "c", Outcome: deny, Rule: "r-deny"},
		}, deny, "r-deny"},
		{"hold beats allow", 1, []pipeline.Verdict{
			{Gate: "a", Outcome: allow, PerEffect: each(allow)},
			{Gate: "b", Outcome: hold, Rule: "r-hold"},
		}, hold, "r-hold"},
		{"a part is stricter than its gate says", 2, []pipeline.Verdict{{Gate: "g", Outcome: allow, PerEffect: each(allow, deny)}}, deny, "rule-deny"},
		{"a gate is stricter than its parts", 1, []pipeline.Verdict{{Gate: "g", Outcome: deny, Rule: "whole", PerEffect: each(allow)}}, deny, "whole"},
		{"too few parts deny", 2, []pipeline.Verdict{{Gate: "g", Outcome: allow, PerEffect: each(allow)}}, deny, "misfit-verdict"},
		{"too many parts deny", 1, []pipeline.Verdict{{Gate: "g", Outcome: allow, PerEffect: each(allow, allow)}}, deny, "misfit-verdict"},
		{"parts for no effect deny", 0, []pipeline.Verdict{{Gate: "g", Outcome: allow, PerEffect: each(allow)}}, deny, "misfit-verdict"},
		{"parts of a part deny", 1, []pipeline.Verdict{{Gate: "g", Outcome: allow, PerEffect: []pipeline.Verdict{
			{Outcome: allow, PerEffect: each(allow)},
		}}}, deny, "misfit-verdict"},
		{"an outcome out of range denies", 0, []pipeline.Verdict{{Gate: "g", Outcome: 7, Rule: "odd"}}, deny, "odd"},
		{"a part out of range denies", 1, []pipeline.Verdict{{Gate: "g", Outcome: allow, PerEffect: []pipeline.Verdict{{Outcome: 200, Rule: "odd"}}}}, deny, "odd"},
		{"two gates may cover together no less than all", 2, []pipeline.Verdict{
			{Gate: "a", Outcome: allow, PerEffect: each(allow, allow)},
			{Gate: "b", Outcome: allow},
		}, allow, "rule-allow"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := pipeline.Proposal{Effects: effects(tt.effects)}
			d := pipeline.Decide(p, tt.verdicts)
			if d.Outcome != tt.want {
				t.Fatalf("outcome %s, want %s: %+v", d.Outcome, tt.want, d.Verdicts)
			}
			if d.Proposal != p.Digest() {
				t.Error("the decision is for another digest")
			}
			if got := d.Strictest(); got.Rule != tt.rule || !sameOutcome(got.Outcome, tt.want) {
				t.Errorf("explained by %s %q, want %s %q", got.Outcome, got.Rule, tt.want, tt.rule)
			}
		})
	}
}

func sameOutcome(a, b pipeline.Outcome) bool { return a.String() == b.String() }

func TestDecideKeepsTheVerdictsItWasGiven(t *testing.T) {
	t.Parallel()
	given := make([]pipeline.Verdict, 1, 4)
	given[0] = pipeline.Verdict{Gate: "g", Outcome: pipeline.Allow}
	d := pipeline.Decide(pipeline.Proposal{Effects: effects(1)}, given)
	if len(d.Verdicts) != 2 || len(given) != 1 || given[:2][1].Rule != "" {
		t.Fatalf("the caller's slice was written to: %+v", given[:2])
	}
}

// Generators are made anew for each test: they write to themselves when they are
// first used, and tests run beside each other.
func anyOutcome() *rapid.Generator[pipeline.Outcome] {
	return rapid.Custom(func(t *rapid.T) pipeline.Outcome {
		return pipeline.Outcome(rapid.SampledFrom([]uint8{0, 1, 2, 2, 2, 3, 255}).Draw(t, "outcome"))
	})
}

func anyVerdict() *rapid.Generator[pipeline.Verdict] {
	return rapid.Custom(func(t *rapid.T) pipeline.Verdict {
		v := pipeline.Verdict{Gate: rapid.StringN(0, 4, 8).Draw(t, "gate"), Outcome: anyOutcome().Draw(t, "whole")}
		for _, o := range rapid.SliceOfN(anyOutcome(), 0, 4).Draw(t, "parts") {
			v.PerEffect = append(v.PerEffect, pipeline.Verdict{Outcome: o, Rule: "r"})
		}
		return v
	})
}

// The outcome is never milder than the mildest reading of any verdict, and it
// does not depend on the order of the gates.
func TestDecideProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 4).Draw(t, "effects")
		verdicts := rapid.SliceOfN(anyVerdict(), 0, 6).Draw(t, "verdicts")
		p := pipeline.Proposal{Effects: effects(n)}
		got := pipeline.Decide(p, verdicts).Outcome

		want, covered := pipeline.Allow, len(verdicts) > 0 && n == 0
		for _, v := range verdicts {
			want = strictest(want, v.Outcome)
			for _, e := range v.PerEffect {
				want = strictest(want, e.Outcome)
			}
			if len(v.PerEffect) > 0 && len(v.PerEffect) != n {
				want = pipeline.Deny
			}
			covered = covered || n > 0 && len(v.PerEffect) == n
		}
		switch {
		case len(verdicts) == 0:
			want = pipeline.Deny
		case !covered:
			want = strictest(want, pipeline.Hold)
		}
		if got > want {
			t.Fatalf("%s is milder than %s", got, want)
		}
		if got != want && got > pipeline.Deny {
			t.Fatalf("got %s, the model says %s", got, want)
		}

		seed := rapid.Uint64().Draw(t, "seed")
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(verdicts), func(i, j int) { verdicts[i], verdicts[j] = verdicts[j], verdicts[i] })
		if again := pipeline.Decide(p, verdicts).Outcome; again != got {
			t.Fatalf("%s in one order, %s in another", got, again)
		}
		more := anyVerdict().Draw(t, "more")
		if got == pipeline.Hold {
			more.PerEffect = nil // it might cover what nobody covered, and rightly lift the hold
		}
		if again := pipeline.Decide(p, append(verdicts, more)).Outcome; len(verdicts) > 0 && again > got {
			t.Fatalf("another verdict made %s of %s", again, got)
		}
	})
}

func strictest(a, b pipeline.Outcome) pipeline.Outcome {
	if a > pipeline.Allow || b > pipeline.Allow {
		return pipeline.Deny
	}
	return min(a, b)
}

func TestStrictest(t *testing.T) {
	t.Parallel()
	if v := (pipeline.Decision{}).Strictest(); v.Outcome != pipeline.Deny || v.Gate == "" {
		t.Errorf("the zero decision is explained by %+v", v)
	}
	d := pipeline.Decide(pipeline.Proposal{Effects: effects(1)}, []pipeline.Verdict{
		{Gate: "first", Outcome: pipeline.Allow},
		{Gate: "policy", Outcome: pipeline.Deny, Code: pipeline.CodePaused, Rule: "whole", PerEffect: []pipeline.Verdict{
			{Outcome: pipeline.Deny, Rule: "part", Reason: "why", Hint: "how"},
		}},
		{Gate: "later", Outcome: pipeline.Deny, Rule: "later"},
	})
	v := d.Strictest()
	if v.Rule != "part" || v.Gate != "policy" || v.Code != pipeline.CodePaused {
		t.Errorf("got %+v, want the effect's own verdict with its gate's name and code", v)
	}
}

func TestBlocked(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		verdict pipeline.Verdict
		code    pipeline.Code
		retry   bool
		message string
	}{
		{"plain", pipeline.Verdict{Gate: "g", Rule: "r", Reason: "no", Hint: "ask"}, pipeline.CodeBlocked, false, "no"},
		{"without reason", pipeline.Verdict{Gate: "g"}, pipeline.CodeBlocked, false, "g"},
		{"paused", pipeline.Verdict{Gate: "g", Code: pipeline.CodePaused, Reason: "paused"}, pipeline.CodePaused, true, "paused"},
		{"rate", pipeline.Verdict{Gate: "g", Code: pipeline.CodeRateLimited, Reason: "slow"}, pipeline.CodeRateLimited, true, "slow"},
		{"budget", pipeline.Verdict{Gate: "g", Code: pipeline.CodeBudgetExhausted, Reason: "spent"}, pipeline.CodeBudgetExhausted, true, "spent"},
		{"depth", pipeline.Verdict{Gate: "g", Code: pipeline.CodeDepthExceeded, Reason: "deep"}, pipeline.CodeDepthExceeded, false, "deep"},
		{"out of range", pipeline.Verdict{Gate: "g", Outcome: 9, Rule: "odd", Reason: "odd"}, pipeline.CodeBlocked, false, "odd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := pipeline.Blocked(pipeline.Decide(pipeline.Proposal{}, []pipeline.Verdict{tt.verdict}))
			if e.Code != tt.code || e.Retryable != tt.retry || e.Rule != tt.verdict.Rule || e.Hint != tt.verdict.Hint {
				t.Errorf("got %+v", e)
			}
			if !strings.Contains(e.Message, tt.message) {
				t.Errorf("message %q does not say %q", e.Message, tt.message)
			}
		})
	}
	if e := pipeline.Blocked(pipeline.Decision{}); e.Code != pipeline.CodeBlocked || e.Message == "" {
		t.Errorf("the zero decision blocks with %+v", e)
	}
}
