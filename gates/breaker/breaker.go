// Package breaker stops an agent that keeps being refused: after a run of
// denied or rejected proposals everything that is more than reading is held
// for a person until a cool-down has passed or something was allowed.
//
//	closed ──N refusals in a row, each within the window──▶ open
//	  ▲                                                      │
//	  └──── cool-down over, or an action of theirs ended ────┘
//
// An agent that probes for a gap meets a person instead. The gate learns what
// became of proposals through Observe, which the roof calls for every final
// outcome; without it the breaker never opens.
package breaker

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"passepartout/internal/lately"
	"passepartout/pipeline"
)

// Config says when it opens. Zero values are the defaults.
type Config struct {
	Refusals int           // how many in a row; default 5
	Window   time.Duration // that may lie between two of them; default 10 min
	Cooldown time.Duration // how long it stays open; default 15 min
}

func (c Config) filled() Config {
	if c.Refusals <= 0 {
		c.Refusals = 5
	}
	if c.Window <= 0 {
		c.Window = 10 * time.Minute
	}
	if c.Cooldown <= 0 {
		c.Cooldown = 15 * time.Minute
	}
	return c
}

// Gate is the judge and its memory.
type Gate struct {
	config Config
	now    func() time.Time
	mu     sync.Mutex
	whose  *lately.Memory[*record]
}

type record struct {
	row   int
	last  time.Time
	until time.Time
	seen  *lately.Memory[bool]
}

const (
	rememberSessions = 10_000
	rememberIDs      = 64
)

var _ pipeline.Gate = (*Gate)(nil)

// New makes the judge.
func New(c Config, now func() time.Time) *Gate {
	return &Gate{config: c.filled(), now: now, whose: lately.New[*record](rememberSessions)}
}

// Spec describes the gate.
func (g *Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "breaker", Doc: "Holds what is more than reading after a run of refusals.", Priority: 960}
}

// Check looks whether the breaker is open for the agent's session.
func (g *Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	if g.now == nil {
		return pipeline.Verdict{}, errors.New("breaker: no clock")
	}
	g.mu.Lock()
	r, ok := g.whose.Get(key(p.Signal))
	var until time.Time
	if ok {
		until = r.until
	}
	g.mu.Unlock()
	if !g.now().Before(until) || onlyReads(p.Effects) {
		return pipeline.Verdict{Gate: "breaker", Outcome: pipeline.Allow}, nil
	}
	return pipeline.Verdict{
		Gate: "breaker", Outcome: pipeline.Hold, Rule: "repeated-refusals",
		Reason: "this session was refused " + strconv.Itoa(g.config.Refusals) + " times in a row, so a person looks at what it does next",
		Hint:   "read the reasons of the refusals instead of trying variants; it ends at " + until.UTC().Format(time.RFC3339),
	}, nil
}

// Observe notes what became of a proposal: refused is a deny, or a person's no.
// A proposal counts once, whatever its redeliveries.
func (g *Gate) Observe(s pipeline.Signal, proposalID string, refused bool) {
	if g.now == nil {
		return
	}
	now := g.now()
	g.mu.Lock()
	defer g.mu.Unlock()
	r, ok := g.whose.Get(key(s))
	if !ok {
		if !refused {
			return
		}
		r = &record{seen: lately.New[bool](rememberIDs)}
		g.whose.Put(key(s), r)
	}
	if _, again := r.seen.Get(proposalID); again {
		return
	}
	r.seen.Put(proposalID, true)
	if !refused {
		r.row, r.until = 0, time.Time{}
		return
	}
	if now.Sub(r.last) > g.config.Window {
		r.row = 0
	}
	r.row, r.last = r.row+1, now
	if r.row >= g.config.Refusals {
		r.row, r.until = 0, now.Add(g.config.Cooldown)
	}
}

func key(s pipeline.Signal) string { return string(s.Principal) + "/" + s.Session }

func onlyReads(effects []pipeline.Effect) bool {
	for _, e := range effects {
		if e.Kind != pipeline.KindRead && e.Kind != pipeline.KindRun {
			return false
		}
	}
	return true
}
