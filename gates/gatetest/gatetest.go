// Package gatetest is the suite that every gate runs: whatever a gate is
// about, it is deterministic, may be called by many goroutines, leaves the
// proposal as it was, explains everything but an allow, and survives a
// proposal that says nothing.
package gatetest

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"testing"

	"passepartout/pipeline"
)

// Case is one row of a gate's verdict table.
type Case struct {
	Name     string
	Proposal pipeline.Proposal
	Outcome  pipeline.Outcome
	Rule     string        // wanted unless empty
	Code     pipeline.Code // always wanted
}

// Run opens a fresh gate for each part of the suite. At least one case must
// allow and one must not, so that the table can fail both ways.
func Run(t *testing.T, open func(testing.TB) pipeline.Gate, cases []Case) {
	t.Helper()
	t.Run("spec", func(t *testing.T) { t.Parallel(); spec(t, open(t).Spec()) })
	t.Run("table", func(t *testing.T) { t.Parallel(); table(t, open, cases) })
	t.Run("concurrent", func(t *testing.T) { t.Parallel(); concurrent(t, open(t), cases) })
	t.Run("zero", func(t *testing.T) {
		t.Parallel()
		v, err := open(t).Check(t.Context(), pipeline.Proposal{})
		if err == nil {
			wellFormed(t, open(t).Spec(), pipeline.Proposal{}, v)
		}
	})
}

func spec(t testing.TB, s pipeline.Spec) {
	t.Helper()
	if s.Name == "" || s.Name != strings.ToLower(s.Name) || strings.ContainsAny(s.Name, " ._") {
		t.Errorf("name %q: want lower-case words joined by '-'", s.Name)
	}
	if !strings.HasSuffix(s.Doc, ".") {
		t.Errorf("doc %q: want one sentence", s.Doc)
	}
	if s.Priority <= 0 {
		t.Errorf("priority %d: want a positive one, so that the order of running is said", s.Priority)
	}
}

func table(t *testing.T, open func(testing.TB) pipeline.Gate, cases []Case) {
	t.Helper()
	outcomes := map[bool]bool{}
	for _, c := range cases {
		outcomes[c.Outcome == pipeline.Allow] = true
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			g := open(t)
			before := asJSON(t, c.Proposal)
			v, err := g.Check(t.Context(), c.Proposal)
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, g.Spec(), c.Proposal, v)
			if v.Outcome != c.Outcome || c.Rule != "" && v.Rule != c.Rule || v.Code != c.Code {
				t.Errorf("%s by %q code %q (%s), want %s by %q code %q", v.Outcome, v.Rule, v.Code, v.Reason, c.Outcome, c.Rule, c.Code)
			}
			again, err := g.Check(t.Context(), c.Proposal)
			if err != nil || !reflect.DeepEqual(again, v) {
				t.Errorf("the second call says %+v, %v, the first said %+v", again, err, v)
			}
			if after := asJSON(t, c.Proposal); after != before {
				t.Errorf("the gate changed the proposal\nfrom %s\nto   %s", before, after)
			}
		})
	}
	if !outcomes[true] || !outcomes[false] {
		t.Error("the table needs a case that is allowed and one that is not")
	}
}

func concurrent(t testing.TB, g pipeline.Gate, cases []Case) {
	t.Helper()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for _, c := range cases {
				if v, err := g.Check(t.Context(), c.Proposal); err == nil {
					wellFormed(t, g.Spec(), c.Proposal, v)
				}
			}
		})
	}
	all.Wait()
}

// wellFormed checks what pipeline.Verdict promises.
func wellFormed(t testing.TB, s pipeline.Spec, p pipeline.Proposal, v pipeline.Verdict) {
	t.Helper()
	if v.Gate != s.Name {
		t.Errorf("verdict of %q by the gate %q", v.Gate, s.Name)
	}
	if v.Outcome != pipeline.Allow && (v.Rule == "" || v.Reason == "") {
		t.Errorf("a %s without rule or reason: %+v", v.Outcome, v)
	}
	if len(v.PerEffect) == 0 {
		return
	}
	if len(v.PerEffect) != len(p.Effects) {
		t.Errorf("%d verdicts on %d effects", len(v.PerEffect), len(p.Effects))
	}
	strictest := pipeline.Allow
	for i, e := range v.PerEffect {
		strictest = strictest.Stricter(e.Outcome)
		if e.Outcome != pipeline.Allow && (e.Rule == "" || e.Reason == "") {
			t.Errorf("effect %d: a %s without rule or reason", i, e.Outcome)
		}
	}
	if strictest != v.Outcome {
		t.Errorf("the outcome is %s, the strictest effect %s", v.Outcome, strictest)
	}
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	body, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
