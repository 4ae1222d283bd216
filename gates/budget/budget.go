// Package budget bounds how much one session may spend: every action costs
// units, and when a session has spent its budget, nothing more is done in it
// until an operator gives more. Accounts are kept by the Ledger, which outlives
// the worker and which all workers share.
//
// An action costs one unit, plus what the configuration says for kinds of
// effects, so that a build may cost more than a look. Counting is by
// Proposal.ID: the second call for a proposal costs nothing.
package budget

import (
	"context"
	"errors"
	"strconv"

	"passepartout/internal/tally"
	"passepartout/pipeline"
)

// Config says what things cost.
type Config struct {
	Session int64                         // units for each session; default 5,000
	Kinds   map[pipeline.EffectKind]int64 // additional units for each effect of a kind
}

// DefaultSession is a session's budget in units.
const DefaultSession = 5000

// Ledger keeps accounts. Spend takes cost units from an account that begins
// with limit units, or takes nothing and says false when they are not there;
// spending again for an id that was spent for lately repeats the answer. It
// must be cheap and safe for concurrent use; an error denies, and
// tally.ErrUnreadable stays one until an operator has made an end of it.
type Ledger interface {
	Spend(ctx context.Context, account, id string, cost, limit int64) (left int64, ok bool, err error)
}

// Gate is the judge.
type Gate struct {
	config Config
	ledger Ledger
}

var _ pipeline.Gate = (*Gate)(nil)

// New makes the judge. Negative costs count as none.
func New(c Config, l Ledger) *Gate {
	if c.Session <= 0 {
		c.Session = DefaultSession
	}
	return &Gate{config: c, ledger: l}
}

// Spec describes the gate.
func (g *Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "budget", Doc: "Denies when a session has spent its budget.", Priority: 965}
}

// Check spends.
func (g *Gate) Check(ctx context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	if g.ledger == nil {
		return pipeline.Verdict{}, errors.New("budget: no ledger")
	}
	cost := int64(1)
	for _, e := range p.Effects {
		cost += max(g.config.Kinds[e.Kind], 0)
	}
	left, ok, err := g.ledger.Spend(ctx, Key(p.Signal.Principal, p.Signal.Session), p.ID, cost, g.config.Session)
	if errors.Is(err, tally.ErrUnreadable) {
		return pipeline.Verdict{
			Gate: "budget", Outcome: pipeline.Deny, Code: pipeline.CodeBudgetExhausted, Rule: "unreadable",
			Reason: "what this session has spent cannot be read, so that it may be everything",
			Hint:   "ask the operator to begin its account anew: worker refill " + string(p.Signal.Principal),
		}, nil
	}
	if err != nil {
		return pipeline.Verdict{}, err
	}
	if !ok {
		return pipeline.Verdict{
			Gate: "budget", Outcome: pipeline.Deny, Code: pipeline.CodeBudgetExhausted, Rule: "spent",
			Reason: "it costs " + strconv.FormatInt(cost, 10) + " units, the session has " + strconv.FormatInt(left, 10) + " left",
			Hint:   "finish here, or ask the operator for a larger budget",
		}, nil
	}
	return pipeline.Verdict{Gate: "budget", Outcome: pipeline.Allow}, nil
}

// Key is an account's key in the store.
func Key(who pipeline.Principal, session string) string {
	return tally.Key(Kind, string(who), session)
}

// Kind begins the keys of all accounts.
const Kind = "budget"
