// Package rate bounds how often each principal may ask: a token bucket for
// bursts and a quota for a longer window.
//
// A gate is asked twice for one proposal (when it is reasoned about and at the
// last mile), so counting is by Proposal.ID: the second call repeats the first
// answer and takes nothing.
//
// The counting behind the gate is a port, so that several workers can share
// one count later; Memory is the count of a single worker. It forgets on
// restart, which gives every principal a fresh bucket.
package rate

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"passepartout/internal/lately"
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
// use; an error denies.
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

// Memory counts in this process.
type Memory struct {
	config Config
	mu     sync.Mutex
	whose  map[pipeline.Principal]*account
}

type account struct {
	tokens float64
	at     time.Time
	start  time.Time // of the quota's window
	used   int
	lately *lately.Memory[Answer]
}

const (
	rememberIDs        = 1024
	rememberPrincipals = 4096
)

var _ Counter = (*Memory)(nil)

// NewMemory makes the counter.
func NewMemory(c Config) *Memory {
	return &Memory{config: c.filled(), whose: map[pipeline.Principal]*account{}}
}

// Take takes one token. A clock that runs backwards gives nothing back.
func (m *Memory) Take(_ context.Context, who pipeline.Principal, id string, now time.Time) (Answer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.whose[who]
	if !ok {
		if len(m.whose) >= rememberPrincipals {
			m.forget(now)
		}
		a = &account{tokens: float64(m.config.Burst), at: now, start: now, lately: lately.New[Answer](rememberIDs)}
		m.whose[who] = a
	}
	if old, ok := a.lately.Get(id); ok {
		return old, nil
	}
	answer := m.take(a, now)
	a.lately.Put(id, answer)
	return answer, nil
}

func (m *Memory) take(a *account, now time.Time) Answer {
	if since := now.Sub(a.at); since > 0 {
		a.tokens = min(float64(m.config.Burst), a.tokens+float64(since)/float64(m.config.Every))
		a.at = now
	}
	if now.Sub(a.start) >= m.config.Window {
		a.start, a.used = now, 0
	}
	switch {
	case a.used >= m.config.Quota:
		return Answer{Quota: true, Retry: a.start.Add(m.config.Window).Sub(now)}
	case a.tokens < 1:
		return Answer{Retry: time.Duration((1 - a.tokens) * float64(m.config.Every))}
	}
	a.tokens--
	a.used++
	return Answer{OK: true}
}

// forget drops principals whose bucket is full again and whose window is over;
// nothing is lost with them.
func (m *Memory) forget(now time.Time) {
	for who, a := range m.whose {
		full := float64(now.Sub(a.at))/float64(m.config.Every)+a.tokens >= float64(m.config.Burst)
		if full && now.Sub(a.start) >= m.config.Window {
			delete(m.whose, who)
		}
	}
}
