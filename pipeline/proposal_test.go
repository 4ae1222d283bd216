package pipeline_test

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"passepartout/pipeline"
)

func TestDigestChangesWithEveryCoveredField(t *testing.T) {
	t.Parallel()
	tests := map[string]func(p *pipeline.Proposal){
		"target":       func(p *pipeline.Proposal) { p.Action.Target = "tool" },
		"op":           func(p *pipeline.Proposal) { p.Action.Op = "run_background" },
		"dry run":      func(p *pipeline.Proposal) { p.Action.DryRun = true },
		"exact":        func(p *pipeline.Proposal) { p.Exact = []byte(`["cat","/etc/hostS"]`) },
		"no exact":     func(p *pipeline.Proposal) { p.Exact = nil },
		"kind":         func(p *pipeline.Proposal) { p.Effects[0].Kind = pipeline.KindWrite },
		"object":       func(p *pipeline.Proposal) { p.Effects[0].Object += "x" },
		"object byte":  func(p *pipeline.Proposal) { p.Effects[0].Object += "\xff" },
		"other byte":   func(p *pipeline.Proposal) { p.Effects[0].Object += "\xfe" },
		"certain":      func(p *pipeline.Proposal) { p.Effects[0].Certain = false },
		"by":           func(p *pipeline.Proposal) { p.Effects[0].By = "head" },
		"mark":         func(p *pipeline.Proposal) { p.Effects[0].Mark = "force" },
		"span":         func(p *pipeline.Proposal) { p.Effects[0].Span.End++ },
		"span start":   func(p *pipeline.Proposal) { p.Effects[0].Span.Start++ },
		"one more":     func(p *pipeline.Proposal) { p.Effects = append(p.Effects, p.Effects[0]) },
		"no effects":   func(p *pipeline.Proposal) { p.Effects = nil },
		"confinement":  func(p *pipeline.Proposal) { p.Confinement = "" },
		"policy":       func(p *pipeline.Proposal) { p.Policy = "v2" },
		"moved border": func(p *pipeline.Proposal) { p.Confinement, p.Policy = "landloc", "kv1" },
		"moved op":     func(p *pipeline.Proposal) { p.Action.Target, p.Action.Op = "shellr", "un" },
	}
	seen := map[pipeline.Digest]string{proposal().Digest(): "the original"}
	for name, change := range tests {
		p := proposal()
		change(&p)
		d := p.Digest()
		if twin, clash := seen[d]; clash {
			t.Errorf("%s has the digest of %s", name, twin)
		}
		seen[d] = name
		if d.IsZero() {
			t.Errorf("%s has no digest", name)
		}
	}
}

func TestDigestLeavesOutWhatConsentDoesNotDependOn(t *testing.T) {
	t.Parallel()
	tests := map[string]func(p *pipeline.Proposal){
		"intent":     func(p *pipeline.Proposal) { p.Action.Intent = "another reason" },
		"timeout":    func(p *pipeline.Proposal) { p.Action.Timeout = time.Hour },
		"id":         func(p *pipeline.Proposal) { p.ID = "other" },
		"skill":      func(p *pipeline.Proposal) { p.Skill = "other" },
		"signal":     func(p *pipeline.Proposal) { p.Signal = pipeline.Signal{} },
		"summary":    func(p *pipeline.Proposal) { p.Summary = "other" },
		"raw params": func(p *pipeline.Proposal) { p.Action.Params = json.RawMessage(`{}`) },
		"empty list": func(p *pipeline.Proposal) { p.Effects = append([]pipeline.Effect{}, p.Effects...) },
	}
	want := proposal().Digest()
	for name, change := range tests {
		p := proposal()
		change(&p)
		if p.Digest() != want {
			t.Errorf("%s changes the digest", name)
		}
	}
	a, b := proposal(), proposal()
	a.Effects, b.Effects, a.Exact, b.Exact = nil, []pipeline.Effect{}, nil, []byte{}
	if a.Digest() != b.Digest() {
		t.Error("nothing and an empty list differ")
	}
}

// The layout is a promise: plans parked by one release are approved under the next.
func TestDigestIsStable(t *testing.T) {
	t.Parallel()
	const want = "sha256:905ce758491aa86f8e6abe1609fd989db78056a74694a6d6169e19e10cc1677c"
	if got := proposal().Digest().String(); got != want {
		t.Errorf("got %s; a new layout needs a new digestVersion", got)
	}
}

// A proposal that was parked as JSON and read back has the digest that was approved.
func TestDigestSurvivesAStore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := proposal()
		p.Action.Target, p.Action.Op = rapid.String().Draw(t, "target"), rapid.String().Draw(t, "op")
		p.Exact = rapid.SliceOf(rapid.Byte()).Draw(t, "exact")
		p.Confinement, p.Policy = rapid.String().Draw(t, "confinement"), rapid.String().Draw(t, "policy")
		p.Effects = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pipeline.Effect {
			return pipeline.Effect{
				Kind:   pipeline.EffectKind(rapid.Uint8Range(0, 11).Draw(t, "kind")),
				Object: rapid.String().Draw(t, "object"), Certain: rapid.Bool().Draw(t, "certain"),
				By: rapid.String().Draw(t, "by"), Mark: rapid.String().Draw(t, "mark"),
				Span: pipeline.Span{Start: rapid.Int().Draw(t, "start"), End: rapid.Int().Draw(t, "end")},
			}
		}), 0, 4).Draw(t, "effects")
		body, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var back pipeline.Proposal
		if err := json.Unmarshal(body, &back); err != nil {
			t.Fatal(err)
		}
		if back.Digest() != p.Digest() {
			t.Fatal("another digest after a store")
		}
	})
}

func BenchmarkDigest(b *testing.B) {
	p := proposal()
	b.ReportAllocs()
	for b.Loop() {
		_ = p.Digest()
	}
}
