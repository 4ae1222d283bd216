// Package budget bounds how much one session may spend: every action costs
// units, and when a session has spent its budget, nothing more is done in it
// until an operator gives more.
//
// An action costs one unit, plus what the configuration says for kinds of
// effects, so that a build may cost more than a look. Counting is by
// Proposal.ID: the second call for a proposal costs nothing.
package budget

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"passepartout/internal/lately"
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
// must be cheap and safe for concurrent use; an error denies.
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
	account := string(p.Signal.Principal) + "/" + p.Signal.Session
	left, ok, err := g.ledger.Spend(ctx, account, p.ID, cost, g.config.Session)
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

// Memory is the ledger of a single worker; it forgets on restart.
type Memory struct {
	mu       sync.Mutex
	accounts *lately.Memory[*account]
}

type account struct {
	spent  int64
	lately *lately.Memory[answer]
}

type answer struct {
	left int64
	ok   bool
}

const (
	rememberAccounts = 10_000
	rememberIDs      = 256
)

var _ Ledger = (*Memory)(nil)

// NewMemory makes the ledger.
func NewMemory() *Memory { return &Memory{accounts: lately.New[*account](rememberAccounts)} }

// Spend implements Ledger.
func (m *Memory) Spend(_ context.Context, name, id string, cost, limit int64) (int64, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.accounts.Get(name)
	if !ok {
		a = &account{lately: lately.New[answer](rememberIDs)}
		m.accounts.Put(name, a)
	}
	if old, ok := a.lately.Get(id); ok {
		return old.left, old.ok, nil
	}
	now := answer{left: limit - a.spent}
	if cost <= now.left {
		a.spent += cost
		now = answer{left: now.left - cost, ok: true}
	}
	a.lately.Put(id, now)
	return now.left, now.ok, nil
}

// Refill gives a session its whole budget again: an operator's lever.
func (m *Memory) Refill(who pipeline.Principal, session string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a, ok := m.accounts.Get(string(who) + "/" + session); ok {
		a.spent = 0
		a.lately = lately.New[answer](rememberIDs)
	}
}
