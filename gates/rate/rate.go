// Package rate bounds how often each principal may ask: a token bucket for
// bursts and a quota for a longer window.
//
// A gate is asked twice for one proposal (when it is reasoned about and at the
// last mile), so counting is by Proposal.ID: the second call repeats the first
// answer and takes nothing.
//
// The counting behind the gate is a port. Accounts keeps it in a store that
// outlives the worker and that all workers share.
package rate

import (
	"context"
	"errors"
	"strconv"
	"time"

	"passepartout/internal/tally"
	"passepartout/pipeline"
)

// Config bounds each principal. A zero limit is its default, never "none".
type Config struct {
	Burst  int           // how many at once; default 60
	Every  time.Duration // how often a token comes back; default 1 s
	Quota  int           // how many in a window; default 10,000
	Window time.Duration // default 24 h
}

func (c Config) filled() Config {
	if c.Burst <= 0 {
		c.Burst = 60
	}
	if c.Every <= 0 {
		c.Every = time.Second
	}
	if c.Quota <= 0 {
		c.Quota = 10_000
	}
	if c.Window <= 0 {
		c.Window = 24 * time.Hour
	}
	return c
}

// Counter takes one token for a principal. Taking again for an id that was
// taken lately repeats the answer. It must be cheap and safe for concurrent
// use; an error denies, and tally.ErrUnreadable stays one until an operator has
// made an end of it.
type Counter interface {
	Take(ctx context.Context, who pipeline.Principal, id string, now time.Time) (Answer, error)
}

// Answer says whether the token was there, and if not, when to come again.
type Answer struct {
	OK    bool
	Quota bool // it was the quota that ran out, not the bucket
	Retry time.Duration
}

// Gate is the judge.
type Gate struct {
	counter Counter
	now     func() time.Time
}

var _ pipeline.Gate = (*Gate)(nil)

// New makes the judge.
func New(c Counter, now func() time.Time) *Gate { return &Gate{counter: c, now: now} }

// Spec describes the gate.
func (g *Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "rate", Doc: "Denies a principal that asks too often.", Priority: 970}
}

// Check takes one token.
func (g *Gate) Check(ctx context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	if g.counter == nil || g.now == nil {
		return pipeline.Verdict{}, errors.New("rate: no counter or no clock")
	}
	a, err := g.counter.Take(ctx, p.Signal.Principal, p.ID, g.now())
	if errors.Is(err, tally.ErrUnreadable) {
		return pipeline.Verdict{
			Gate: "rate", Outcome: pipeline.Deny, Code: pipeline.CodeRateLimited, Rule: "unreadable",
			Reason: "how often this agent has asked cannot be read, so that it may be too often",
			Hint:   "ask the operator to begin its account anew: worker refill " + string(p.Signal.Principal),
		}, nil
	}
	if err != nil {
		return pipeline.Verdict{}, err
	}
	if a.OK {
		return pipeline.Verdict{Gate: "rate", Outcome: pipeline.Allow}, nil
	}
	v := pipeline.Verdict{
		Gate: "rate", Outcome: pipeline.Deny, Code: pipeline.CodeRateLimited, Rule: "too-often",
		Reason: "too many requests at once", Hint: "try again in " + strconv.Itoa(int(a.Retry.Seconds()+1)) + " s, with a new id",
	}
	if a.Quota {
		v.Rule, v.Reason = "quota", "the quota of requests is used up"
	}
	return v, nil
}

// Key is a principal's key in the store.
func Key(who pipeline.Principal) string { return tally.Key(Kind, string(who)) }

// Kind begins the keys of all accounts.
const Kind = "rate"
