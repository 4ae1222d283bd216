package hitl_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"passepartout/hitl"
	"passepartout/pipeline"
)

// grantFor is a grant that covers what proposal makes.
func grantFor() hitl.Grant {
	return hitl.Grant{
		By: "ann", Reason: "cleaning day", Expires: noon.Add(time.Hour), Uses: 2,
		Scope: hitl.Scope{Agent: "claude", Session: "s1", Target: "Shell", Op: "run", Policy: "p1", Effects: []hitl.EffectScope{
			{Kind: pipeline.KindRead, Object: "/etc/*"}, {Kind: pipeline.KindDelete, Object: "/srv/**", By: "rm"},
		}},
	}
}

func TestGrantLiftsHoldsForAWhile(t *testing.T) {
	t.Parallel()
	o := open(t)
	g, err := o.desk.Allow(t.Context(), grantFor())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"r1", "r1", "r2"} { // the same request again is no second use
		p, d := proposal(id, "x")
		a, err := o.desk.Spend(t.Context(), p, judged(p))
		if err != nil || a.Grant != g.ID || a.Plan != "" || fmt.Sprint(a.By) != "[ann]" || !a.Expires.Equal(noon.Add(5*time.Minute)) {
			t.Fatalf("%s: %+v, %v", id, a, err)
		}
		if _, err := pipeline.Clear(p, d, a, noon); err != nil {
			t.Fatal(err)
		}
	}
	p, _ := proposal("r3", "x")
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || !errors.Is(err, pipeline.ErrHeld) {
		t.Errorf("used up, and yet: %+v, %v", a, err)
	}
	gs, err := o.desk.Grants(t.Context())
	if err != nil || len(gs) != 1 || len(gs[0].Used) != 2 {
		t.Errorf("grants %+v, %v", gs, err)
	}
}

func TestGrantRevokedIsVoid(t *testing.T) {
	t.Parallel()
	o := open(t)
	g, err := o.desk.Allow(t.Context(), grantFor())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := o.desk.Revoke(t.Context(), g.ID, "bob"); err != nil || got.Revoked.By != "bob" {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	p, _ := proposal("r1", "x")
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || err == nil {
		t.Errorf("revoked, and yet: %+v", a)
	}
	if _, err := o.desk.Revoke(t.Context(), "nothing", "bob"); !errors.Is(err, pipeline.ErrNotFound) {
		t.Errorf("revoked what is not there: %v", err)
	}
}

func TestGrantScope(t *testing.T) {
	t.Parallel()
	p, _ := proposal("r1", "x")
	digest := p.Digest()
	tests := []struct {
		name string
		edit func(*hitl.Grant, *pipeline.Proposal)
		want bool
	}{
		{"as it is", func(*hitl.Grant, *pipeline.Proposal) {}, true},
		{"any session", func(g *hitl.Grant, _ *pipeline.Proposal) { g.Scope.Session = "" }, true},
		{"exact digest", func(g *hitl.Grant, _ *pipeline.Proposal) { g.Scope.Effects, g.Scope.Digest = nil, digest }, true},
		{"another digest", func(g *hitl.Grant, p *pipeline.Proposal) { g.Scope.Digest = digest; p.Exact = []byte("y") }, false},
		{"another agent", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Signal.Principal = "codex" }, false},
		{"the giver itself", func(g *hitl.Grant, p *pipeline.Proposal) { g.Scope.Agent, p.Signal.Principal = "ann", "ann" }, false},
		{"another session", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Signal.Session = "s2" }, false},
		{"another target", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Action.Target = "tool" }, false},
		{"another operation", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Action.Op = "run_script" }, false},
		{"another policy", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Policy = "p2" }, false},
		{"no policy", func(g *hitl.Grant, p *pipeline.Proposal) { g.Scope.Policy, p.Policy = "", "" }, false},
		{"no agent", func(g *hitl.Grant, p *pipeline.Proposal) { g.Scope.Agent, p.Signal.Principal = "", "" }, false},
		{"no effects", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Effects = nil }, false},
		{"empty scope", func(g *hitl.Grant, _ *pipeline.Proposal) { g.Scope.Effects = nil }, false},
		{"expired", func(g *hitl.Grant, _ *pipeline.Proposal) { g.Expires = noon }, false},
		{"used up", func(g *hitl.Grant, _ *pipeline.Proposal) { g.Used = []string{"a", "b"} }, false},
		{"no uses", func(g *hitl.Grant, _ *pipeline.Proposal) { g.Uses = 0 }, false},
		{"one more effect", func(_ *hitl.Grant, p *pipeline.Proposal) {
			p.Effects = append(p.Effects, pipeline.Effect{Kind: pipeline.KindRun, Object: "/bin/rm", Certain: true})
		}, false},
		{"uncertain", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Effects[1].Certain = false }, false},
		{"marked", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Effects[1].Mark = "force" }, false},
		{"another program", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Effects[1].By = "shred" }, false},
		{"a look-alike folder", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Effects[1].Object = "/srvx/data" }, false},
		{"out of the folder", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Effects[1].Object = "/srv/../etc" }, false},
		{"below a plain star", func(_ *hitl.Grant, p *pipeline.Proposal) { p.Effects[0].Object = "/etc/ssh/key" }, false},
		{"unknown", func(g *hitl.Grant, p *pipeline.Proposal) {
			g.Scope.Effects = append(g.Scope.Effects, hitl.EffectScope{Kind: pipeline.KindUnknown, Object: "*"})
			p.Effects[1].Kind = pipeline.KindUnknown
		}, false},
		{"code", func(g *hitl.Grant, p *pipeline.Proposal) {
			g.Scope.Effects = append(g.Scope.Effects, hitl.EffectScope{Kind: pipeline.KindCode, Object: "/**"})
			p.Effects[1].Kind = pipeline.KindCode
		}, false},
	}
	for _, tt := range tests {
		g := grantFor()
		p, _ := proposal("r1", "x")
		tt.edit(&g, &p)
		if got := g.Covers(p, noon); got != tt.want {
			t.Errorf("%s: covered = %v", tt.name, got)
		}
	}
}

func TestAllowRefuses(t *testing.T) {
	t.Parallel()
	o := open(t)
	for name, edit := range map[string]func(*hitl.Grant){
		"no giver":   func(g *hitl.Grant) { g.By = "" },
		"to oneself": func(g *hitl.Grant) { g.Scope.Agent = "ann" },
		"to nobody":  func(g *hitl.Grant) { g.Scope.Agent = "" },
		"no policy":  func(g *hitl.Grant) { g.Scope.Policy = "" },
		"all":        func(g *hitl.Grant) { g.Scope.Effects = nil },
		"no uses":    func(g *hitl.Grant) { g.Uses = 0 },
		"for ever":   func(g *hitl.Grant) { g.Expires = noon.Add(1000 * time.Hour) },
		"past":       func(g *hitl.Grant) { g.Expires = noon },
		"countless":  func(g *hitl.Grant) { g.Uses = 1 << 30 },
	} {
		g := grantFor()
		edit(&g)
		if got, err := o.desk.Allow(t.Context(), g); err == nil {
			t.Errorf("%s: given %+v", name, got)
		}
	}
	none := open(t, func(c *hitl.Config) { c.Grants = nil })
	if _, err := none.desk.Allow(t.Context(), grantFor()); err == nil {
		t.Error("given without a store")
	}
}

// However many workers use a grant at once, it is not used more often than it says.
func TestGrantUsesAreCounted(t *testing.T) {
	t.Parallel()
	o := open(t)
	if _, err := o.desk.Allow(t.Context(), grantFor()); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	approvals := make(chan *pipeline.Approval, 8)
	for i := range 8 {
		wg.Go(func() {
			p, _ := proposal(fmt.Sprint("r", i), "x")
			a, err := o.desk.Spend(t.Context(), p, judged(p))
			if err != nil && !errors.Is(err, pipeline.ErrHeld) {
				t.Error(err)
			}
			approvals <- a
		})
	}
	wg.Wait()
	close(approvals)
	used := 0
	for a := range approvals {
		if a != nil {
			used++
		}
	}
	if used != 2 {
		t.Errorf("used %d times, not 2", used)
	}
}
