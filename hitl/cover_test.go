package hitl_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"passepartout/hitl"
	"passepartout/hitl/hitltest"
	"passepartout/pipeline"
)

// withGrant is an approval for the next times, too.
func withGrant(plan hitl.FlightPlan, uses, seconds int) map[string]any {
	data := answerData(plan, "approve")
	data["digest"] = plan.Decision.Proposal.String()
	data["grant"] = map[string]any{"uses": uses, "seconds": seconds}
	return data
}

// covered reports whether what comes next would be lifted by a grant.
func (o *office) covered(t TB, id, exact string, change func(*pipeline.Proposal)) bool {
	t.Helper()
	p, d := proposal(id, exact)
	if change != nil {
		change(&p)
		d.Proposal = p.Digest()
	}
	ok, err := o.desk.Granted(context.Background(), p, d)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return ok
}

func TestAnApprovalMayGrant(t *testing.T) {
	t.Parallel()
	o := open(t)
	plan := o.hold(t, "r1", "x")
	if o.covered(t, "r2", "x", nil) {
		t.Fatal("covered before anybody answered")
	}
	for range 2 { // a redelivered answer gives no second grant
		turn := o.answer(t, "ann", "a1", withGrant(plan, 1, 3600))
		if !turn.Fly || turn.Note == "" {
			t.Fatalf("%+v", turn)
		}
	}
	gs, err := o.desk.Grants(t.Context())
	if err != nil || len(gs) != 1 || gs[0].By != "ann" || gs[0].Plan != plan.ID || gs[0].Scope.Digest != plan.Decision.Proposal {
		t.Fatalf("%+v, %v", gs, err)
	}
	if o.answer(t, "ann", "a1", answerData(plan, "approve")); o.last(t).Error.Rule != hitl.RuleReusedID {
		t.Error("the same answer without its grant is taken")
	}
	for name, want := range map[string]struct {
		exact  string
		change func(*pipeline.Proposal)
		want   bool
	}{
		"the same":       {exact: "x", want: true},
		"something else": {exact: "y"},
		"another agent":  {exact: "x", change: func(p *pipeline.Proposal) { p.Signal.Principal = "codex" }},
		"other rules":    {exact: "x", change: func(p *pipeline.Proposal) { p.Policy = "p2" }},
		"less confined":  {exact: "x", change: func(p *pipeline.Proposal) { p.Confinement = "" }},
		"one effect more": {exact: "x", change: func(p *pipeline.Proposal) {
			p.Effects = append(p.Effects, pipeline.Effect{Kind: pipeline.KindConnect, Object: "h:1", Certain: true})
		}},
	} {
		if got := o.covered(t, "r2", want.exact, want.change); got != want.want {
			t.Errorf("%s: covered %v", name, got)
		}
	}
	p, d := proposal("r2", "x")
	d.Outcome = pipeline.Deny
	if ok, err := o.desk.Granted(t.Context(), p, d); ok || err != nil {
		t.Error("a grant lifts a deny")
	}
	q, d := proposal("r2", "x")
	d = pipeline.Decide(q, append(d.Verdicts, pipeline.Verdict{Gate: "breaker", Outcome: pipeline.Hold, Rule: "refusals"}))
	if ok, err := o.desk.Granted(t.Context(), q, d); ok || err != nil {
		t.Error("a grant lifts a hold that its giver was not shown")
	}
	if a, err := o.desk.Spend(t.Context(), q, d); a != nil || !errors.Is(err, pipeline.ErrHeld) {
		t.Errorf("the last mile found a new reason, and yet: %+v, %v", a, err)
	}
	hidden := slices.Clone(judged(q).Verdicts)
	hidden[0].PerEffect = slices.Clone(hidden[0].PerEffect)
	hidden[0].PerEffect[0] = pipeline.Verdict{Outcome: pipeline.Hold, Rule: "read-etc", Reason: "new"}
	if a, err := o.desk.Spend(t.Context(), q, pipeline.Decide(q, hidden)); a != nil || !errors.Is(err, pipeline.ErrHeld) {
		t.Errorf("the last mile found a new reason for one effect, and yet: %+v, %v", a, err)
	}
	if a, err := o.desk.Spend(t.Context(), q, pipeline.Decision{Outcome: pipeline.Hold}); a != nil || err == nil {
		t.Errorf("a decision of nothing, and yet: %+v", a)
	}
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); err != nil || a.Grant != gs[0].ID || a.By[0] != "ann" {
		t.Errorf("%+v, %v", a, err)
	}
	if o.covered(t, "r3", "x", nil) {
		t.Error("used up, and yet it covers")
	}
	if !o.covered(t, "r2", "x", nil) {
		t.Error("a request delivered again is not covered by the use that it has")
	}
	o.wait(time.Hour)
	if o.covered(t, "r2", "x", nil) {
		t.Error("expired, and yet it covers")
	}
}

func TestAGrantEndsWithItsGiversRight(t *testing.T) {
	t.Parallel()
	var still atomic.Bool
	var broken atomic.Bool
	still.Store(true)
	o := open(t, func(c *hitl.Config) {
		c.Approver = func(who pipeline.Principal, since time.Time) (bool, error) {
			if broken.Load() {
				return false, errors.New("no register")
			}
			return who == "ann" && !since.Before(noon) && still.Load(), nil
		}
	})
	plan := o.hold(t, "r1", "x")
	if turn := o.answer(t, "ann", "a1", withGrant(plan, 9, 3600)); !turn.Fly {
		t.Fatalf("%+v", turn)
	}
	if !o.covered(t, "r2", "x", nil) {
		t.Fatal("a grant covers nothing")
	}
	p, _ := proposal("r2", "x")
	broken.Store(true)
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || err == nil || errors.Is(err, pipeline.ErrHeld) {
		t.Errorf("nobody knows who may approve, and yet: %+v, %v", a, err)
	}
	broken.Store(false)
	still.Store(false)
	if o.covered(t, "r2", "x", nil) {
		t.Error("whose giver may no longer approve, and yet it covers")
	}
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || !errors.Is(err, pipeline.ErrHeld) {
		t.Errorf("whose giver may no longer approve, and yet: %+v, %v", a, err)
	}
}

func TestWhatIsNoGrant(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		edit func(map[string]any)
		desk func(*hitl.Config)
		code bool
		rule string
	}{
		"no uses":       {edit: func(a map[string]any) { a["grant"] = map[string]any{"uses": 0, "seconds": 1} }},
		"too many uses": {edit: func(a map[string]any) { a["grant"] = map[string]any{"uses": 1001, "seconds": 1} }},
		"no time":       {edit: func(a map[string]any) { a["grant"] = map[string]any{"uses": 1, "seconds": 0} }},
		"for ever":      {edit: func(a map[string]any) { a["grant"] = map[string]any{"uses": 1, "seconds": 1 << 40} }},
		"no digest":     {edit: func(a map[string]any) { delete(a, "digest") }},
		"a rejection":   {edit: func(a map[string]any) { a["answer"] = "reject" }},
		"other words":   {edit: func(a map[string]any) { a["grant"] = map[string]any{"uses": 1, "seconds": 1, "agent": "all"} }},
		"two people":    {desk: quorum(2), rule: hitl.RuleNoGrant},
		"no store":      {desk: func(c *hitl.Config) { c.Grants = nil }, rule: hitl.RuleNoGrant},
		"code":          {code: true, rule: hitl.RuleNoGrant},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var o *office
			if o = open(t); tt.desk != nil {
				o = open(t, tt.desk)
			}
			p, d := proposal("r1", "x")
			if tt.code {
				p.Effects[1].Kind = pipeline.KindCode
				d = pipeline.Decide(p, d.Verdicts)
			}
			f, err := o.desk.Suspend(t.Context(), p, d)
			if err != nil || f.Plan == nil {
				t.Fatalf("%+v, %v", f, err)
			}
			plan, err := o.desk.Plan(t.Context(), f.Plan.ID)
			if err != nil {
				t.Fatal(err)
			}
			data := withGrant(plan, 1, 60)
			if tt.edit != nil {
				tt.edit(data)
			}
			turn := o.answer(t, "ann", "a1", data)
			if n := o.last(t); turn.Fly || n.Error == nil || n.Error.Code != pipeline.CodeInvalidRequest || n.Error.Rule != tt.rule {
				t.Errorf("%+v, %+v", turn, n.Error)
			}
			if o.state(t, plan.ID) != hitl.Held {
				t.Errorf("the plan is %s", o.state(t, plan.ID))
			}
			if gs, err := o.desk.Grants(t.Context()); len(gs) != 0 || err != nil {
				t.Errorf("%+v, %v", gs, err)
			}
		})
	}
}

// What a person has refused is not revived by a grant for the same.
func TestAGrantDoesNotReviveWhatEnded(t *testing.T) {
	t.Parallel()
	o := open(t)
	no, yes := o.hold(t, "r1", "x"), o.hold(t, "r2", "x")
	o.answer(t, "ann", "a1", answerData(no, "reject"))
	o.answer(t, "ann", "a2", withGrant(yes, 5, 3600))
	p, _ := proposal("r1", "x")
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || err == nil {
		t.Errorf("%+v, %v", a, err)
	}
}

// A grant that cannot be read covers nothing and is in nobody's way; one that
// expired long ago is forgotten when the next is given.
func TestGrantsAreKeptTidy(t *testing.T) {
	t.Parallel()
	store := &hitltest.Memory{}
	o := open(t, func(c *hitl.Config) { c.Grants = store })
	if _, err := store.Create(t.Context(), "broken", []byte("{")); err != nil {
		t.Fatal(err)
	}
	o.answer(t, "ann", "a1", withGrant(o.hold(t, "r1", "x"), 5, 60))
	if !o.covered(t, "r2", "x", nil) {
		t.Error("a broken one keeps another from covering")
	}
	o.wait(48 * time.Hour)
	o.answer(t, "ann", "a2", withGrant(o.hold(t, "r3", "x"), 5, 60))
	keys, err := store.Keys(t.Context())
	if err != nil || len(keys) > 3 {
		t.Errorf("%v, %v", keys, err)
	}
}
