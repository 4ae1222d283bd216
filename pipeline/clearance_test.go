package pipeline_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"passepartout/pipeline"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func proposal() pipeline.Proposal {
	sig := pipeline.Signal{ID: "1", Type: "request", Source: "/a", Session: "s", Principal: "agent", Role: pipeline.RoleAgent}
	return pipeline.Proposal{
		ID: sig.Key(), Skill: "request", Signal: sig,
		Action:  pipeline.Action{Target: "shell", Op: "run", Intent: "see", Timeout: time.Second},
		Effects: []pipeline.Effect{{Kind: pipeline.KindRead, Object: "/etc/hosts", Certain: true, By: "cat", Mark: "m", Span: pipeline.Span{Start: 4, End: 14}}},
		Exact:   []byte(`["cat","/etc/hosts"]`), Summary: "cat /etc/hosts", Confinement: "landlock", Policy: "v1",
	}
}

func decided(p pipeline.Proposal, o pipeline.Outcome) pipeline.Decision {
	return pipeline.Decide(p, []pipeline.Verdict{{Gate: "g", Outcome: o, PerEffect: each(pipeline.Allow)}})
}

func TestClear(t *testing.T) {
	t.Parallel()
	p := proposal()
	good := func() *pipeline.Approval {
		return &pipeline.Approval{Proposal: p.Digest(), By: []pipeline.Principal{"ann"}, Plan: "p1", Expires: noon.Add(time.Minute)}
	}
	with := func(change func(a *pipeline.Approval)) *pipeline.Approval {
		a := good()
		change(a)
		return a
	}
	other := proposal()
	other.Exact = []byte(`["cat","/etc/shadow"]`)
	tests := []struct {
		name     string
		proposal pipeline.Proposal
		decision pipeline.Decision
		approval *pipeline.Approval
		want     error
	}{
		{"allowed", p, decided(p, pipeline.Allow), nil, nil},
		{"approved", p, decided(p, pipeline.Hold), good(), nil},
		{"by two", p, decided(p, pipeline.Hold), with(func(a *pipeline.Approval) { a.By = []pipeline.Principal{"ann", "bob"} }), nil},
		{"denied", p, decided(p, pipeline.Deny), nil, pipeline.ErrDenied},
		{"no approval lifts a deny", p, decided(p, pipeline.Deny), good(), pipeline.ErrDenied},
		{"the zero decision", p, pipeline.Decision{}, good(), pipeline.ErrChanged},
		{"the zero outcome", p, pipeline.Decision{Proposal: p.Digest()}, good(), pipeline.ErrDenied},
		{"an outcome out of range", p, pipeline.Decision{Proposal: p.Digest(), Outcome: 3}, good(), pipeline.ErrDenied},
		{"held", p, decided(p, pipeline.Hold), nil, pipeline.ErrHeld},
		{"the zero approval", p, decided(p, pipeline.Hold), &pipeline.Approval{}, pipeline.ErrHeld},
		{"approved by nobody", p, decided(p, pipeline.Hold), with(func(a *pipeline.Approval) { a.By = nil }), pipeline.ErrHeld},
		{"approved by no name", p, decided(p, pipeline.Hold), with(func(a *pipeline.Approval) { a.By = []pipeline.Principal{"ann", ""} }), pipeline.ErrHeld},
		{"decided on another", other, decided(p, pipeline.Allow), nil, pipeline.ErrChanged},
		{"approval for another", other, decided(other, pipeline.Hold), good(), pipeline.ErrChanged},
		{"approval for the zero digest", p, decided(p, pipeline.Hold), with(func(a *pipeline.Approval) { a.Proposal = pipeline.Digest{} }), pipeline.ErrChanged},
		{"too late", p, decided(p, pipeline.Hold), with(func(a *pipeline.Approval) { a.Expires = noon.Add(-time.Second) }), pipeline.ErrExpired},
		{"at the very deadline", p, decided(p, pipeline.Hold), with(func(a *pipeline.Approval) { a.Expires = noon }), pipeline.ErrExpired},
		{"without a deadline", p, decided(p, pipeline.Hold), with(func(a *pipeline.Approval) { a.Expires = time.Time{} }), pipeline.ErrExpired},
		{"self-given", p, decided(p, pipeline.Hold), with(func(a *pipeline.Approval) { a.By = []pipeline.Principal{"agent"} }), pipeline.ErrSelfGiven},
		{"self-given among others", p, decided(p, pipeline.Hold), with(func(a *pipeline.Approval) { a.By = []pipeline.Principal{"ann", "agent"} }), pipeline.ErrSelfGiven},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := pipeline.Clear(tt.proposal, tt.decision, tt.approval, noon)
			if !errors.Is(err, tt.want) {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			got, valid := c.Proposal()
			if valid != (tt.want == nil) {
				t.Fatalf("valid is %v", valid)
			}
			if !valid && (got.ID != "" || c.Approval() != nil || c.Decision().Outcome != pipeline.Deny) {
				t.Error("a refused clearance holds something")
			}
		})
	}
}

func TestZeroClearanceIsInvalid(t *testing.T) {
	t.Parallel()
	if _, ok := (pipeline.Clearance{}).Proposal(); ok {
		t.Fatal("the zero clearance is valid")
	}
}

// An approval is named in the feedback only if it was what lifted a hold.
func TestClearKeepsNoApprovalThatWasNotNeeded(t *testing.T) {
	t.Parallel()
	p := proposal()
	c, err := pipeline.Clear(p, decided(p, pipeline.Allow), &pipeline.Approval{By: []pipeline.Principal{"agent"}}, noon)
	if err != nil || c.Approval() != nil {
		t.Fatalf("approval %+v, error %v", c.Approval(), err)
	}
}

func TestClearanceCannotBeChangedAfterwards(t *testing.T) {
	t.Parallel()
	p := proposal()
	a := &pipeline.Approval{Proposal: p.Digest(), By: []pipeline.Principal{"ann"}, Expires: noon.Add(time.Hour)}
	c, err := pipeline.Clear(p, decided(p, pipeline.Hold), a, noon)
	if err != nil {
		t.Fatal(err)
	}
	digest := p.Digest()
	p.Exact[2], p.Effects[0].Object, a.By[0] = 'X', "/etc/shadow", "agent"
	got, _ := c.Proposal()
	if got.Digest() != digest {
		t.Error("the cleared proposal changed with the one it was made from")
	}
	if c.Approval().By[0] != "ann" {
		t.Error("the approval changed")
	}
}

// Whatever is handed to Clear, it clears nothing but an allow, or a hold with
// an approval of that digest by somebody else in time.
func TestClearProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := proposal()
		other := proposal()
		other.Policy = "v2"
		d := pipeline.Decision{Outcome: anyOutcome().Draw(t, "outcome")}
		d.Proposal = rapid.SampledFrom([]pipeline.Digest{p.Digest(), other.Digest(), {}}).Draw(t, "decided on")
		a := &pipeline.Approval{
			Proposal: rapid.SampledFrom([]pipeline.Digest{p.Digest(), other.Digest(), {}}).Draw(t, "approved"),
			By:       rapid.SliceOfN(rapid.SampledFrom([]pipeline.Principal{"ann", "bob", "agent", ""}), 0, 3).Draw(t, "by"),
			Expires:  noon.Add(time.Duration(rapid.IntRange(-2, 2).Draw(t, "expires")) * time.Second),
		}
		if rapid.Bool().Draw(t, "none") {
			a = nil
		}
		_, err := pipeline.Clear(p, d, a, noon)
		want := d.Proposal == p.Digest() && (d.Outcome == pipeline.Allow || d.Outcome == pipeline.Hold && lifted(p, a))
		if (err == nil) != want {
			t.Fatalf("error %v, the model clears: %v", err, want)
		}
	})
}

func lifted(p pipeline.Proposal, a *pipeline.Approval) bool {
	if a == nil || len(a.By) == 0 || a.Proposal != p.Digest() || !a.Expires.After(noon) {
		return false
	}
	for _, by := range a.By {
		if by == "" || by == p.Signal.Principal {
			return false
		}
	}
	return true
}
