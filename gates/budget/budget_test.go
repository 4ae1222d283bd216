package budget_test

import (
	"context"
	"errors"
	"testing"

	"passepartout/gates/budget"
	"passepartout/gates/gatetest"
	"passepartout/internal/tally"
	"passepartout/pipeline"
)

func in(session, id string, effects ...pipeline.Effect) pipeline.Proposal {
	p := gatetest.Proposal(effects...)
	p.ID, p.Signal.Session = id, session
	return p
}

func config() budget.Config {
	return budget.Config{Session: 3, Kinds: map[pipeline.EffectKind]int64{pipeline.KindCode: 5, pipeline.KindRead: -9}}
}

func TestGate(t *testing.T) {
	t.Parallel()
	open := func(t testing.TB) pipeline.Gate {
		g := budget.New(config(), budget.NewAccounts(tally.NewMemory()))
		for _, id := range []string{"1", "2", "3"} {
			if v, err := g.Check(t.Context(), in("busy", id)); err != nil || v.Outcome != pipeline.Allow {
				t.Fatal(v, err)
			}
		}
		return g
	}
	gatetest.Run(t, open, []gatetest.Case{
		{Name: "fresh", Proposal: in("fresh", "9"), Outcome: pipeline.Allow},
		{Name: "no cost is negative", Proposal: in("fresh", "9", gatetest.Effect(pipeline.KindRead, "/etc/hosts")), Outcome: pipeline.Allow},
		{Name: "known proposal", Proposal: in("busy", "2"), Outcome: pipeline.Allow},
		{Name: "spent", Proposal: in("busy", "4"), Outcome: pipeline.Deny, Rule: "spent", Code: pipeline.CodeBudgetExhausted},
		{Name: "too dear", Proposal: in("fresh", "5", gatetest.Effect(pipeline.KindCode, "x")), Outcome: pipeline.Deny, Rule: "spent", Code: pipeline.CodeBudgetExhausted},
	})
}

func TestRefill(t *testing.T) {
	t.Parallel()
	store := tally.NewMemory()
	g := budget.New(budget.Config{Session: 1}, budget.NewAccounts(store))
	outcome := func(id string) pipeline.Outcome {
		v, err := g.Check(t.Context(), in("s", id))
		if err != nil {
			t.Fatal(err)
		}
		return v.Outcome
	}
	if outcome("1") != pipeline.Allow || outcome("2") != pipeline.Deny {
		t.Fatal("the budget is not one unit")
	}
	store.Delete(budget.Key("claude", "s"))
	if outcome("3") != pipeline.Allow {
		t.Error("a refilled session is still spent")
	}
}

type broken struct{}

func (broken) Spend(context.Context, string, string, int64, int64) (int64, bool, error) {
	return 0, true, errors.New("no ledger")
}

func TestErrorsAreReturned(t *testing.T) {
	t.Parallel()
	for _, g := range []*budget.Gate{budget.New(config(), broken{}), budget.New(config(), nil)} {
		if _, err := g.Check(t.Context(), in("s", "1")); err == nil {
			t.Error("no error")
		}
	}
}
