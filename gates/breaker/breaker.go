// Package breaker stops an agent that keeps being refused: after a run of
// denied or rejected proposals everything that is more than reading is held
// for a person until a cool-down has passed or a person has approved something.
//
//	closed ──N refusals in a row, each within the window──▶ open
//	  ▲                                                      │
//	  └──── cool-down over, or a person approved an action ──┘
//
// An agent that probes for a gap meets a person instead. The gate learns what
// became of proposals through Observe, which the roof calls for every final
// outcome; without it the breaker never opens. As long as it is closed, an
// action that ended ends a run of refusals; once it is open, that takes a
// person's approval, as reading, which passes, would close it otherwise.
//
// Runs are kept in a store that outlives the worker and that all workers share.
// Judging asks a view of it in memory, which Learn keeps.
package breaker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"passepartout/internal/tally"
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

// Outcome is what became of a proposal.
type Outcome int

// The outcomes.
const (
	Refused  Outcome = iota // denied, or a person's no
	Ended                   // it was carried out, well or not
	Approved                // likewise, and a person had answered its flight plan
)

// Gate is the judge and its view of the store.
type Gate struct {
	config Config
	now    func() time.Time
	book   *tally.Book[run]

	writing sync.Mutex // one outcome is written at a time
	mu      sync.Mutex
	whole   bool // the view has all that is in the store
	view    map[string]page
}

// run is what the store has of a session.
type run struct {
	Row   int       `json:"row"`
	Last  time.Time `json:"last"`
	Until time.Time `json:"until"`
	Seen  []string  `json:"seen"` // proposals that were counted, the newest last
}

func (r run) valid() bool { return r.Row >= 0 }

// page is what is known of a session's run; broken says that nobody can read it.
type page struct {
	tally.Page[run]
	broken bool
}

const (
	rememberIDs = 16
	// prune is how many sessions may be in view before those are dropped of
	// which nothing counts any more.
	prune = 10_000
	// Kind begins the keys of all sessions.
	Kind = "refusals"
)

var _ pipeline.Gate = (*Gate)(nil)

// New makes a judge that shares its memory with nobody.
func New(c Config, now func() time.Time) *Gate {
	g := Shared(c, tally.NewMemory(), now)
	g.Whole(true)
	return g
}

// Shared makes a judge whose memory is in a store. Until Learn has been told
// all that is there, and Whole so, more than reading is held.
func Shared(c Config, s tally.Store, now func() time.Time) *Gate {
	c = c.filled()
	return &Gate{config: c, now: now, view: map[string]page{}, book: tally.NewBook(s, c.Window+c.Cooldown, run.valid)}
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
	now := g.now()
	g.mu.Lock()
	known := g.view[Key(p.Signal.Principal, p.Signal.Session)]
	whole := g.whole
	g.mu.Unlock()
	v := pipeline.Verdict{Gate: "breaker", Outcome: pipeline.Hold}
	switch {
	case onlyReads(p.Effects):
		v.Outcome = pipeline.Allow
	case !whole:
		v.Rule, v.Reason = "unknown", "the worker does not know at present how often this session was refused"
		v.Hint = "try again later; the operator finds the cause in the worker's log"
	case known.broken:
		v.Rule, v.Reason = "unreadable", "how often this session was refused cannot be read, so that a person looks at what it does"
		v.Hint = "ask the operator to begin its account anew: worker refill " + string(p.Signal.Principal)
	case now.Before(known.Value.Until):
		v.Rule = "repeated-refusals"
		v.Reason = "this session was refused " + strconv.Itoa(g.config.Refusals) + " times in a row, so a person looks at what it does next"
		v.Hint = "read the reasons of the refusals instead of trying variants; it ends at " + known.Value.Until.UTC().Format(time.RFC3339)
	default:
		v.Outcome = pipeline.Allow
	}
	return v, nil
}

// Observe notes what became of a proposal. It counts once, whatever its
// redeliveries. After an error it is not known to be written, and must be
// observed again before anybody is told of the outcome.
func (g *Gate) Observe(ctx context.Context, s pipeline.Signal, proposalID string, o Outcome) error {
	if g.now == nil {
		return nil // Check denies everything
	}
	now, key := g.now(), Key(s.Principal, s.Session)
	g.writing.Lock()
	defer g.writing.Unlock()
	g.mu.Lock()
	known, ok := g.view[key]
	g.mu.Unlock()
	if !ok && o != Refused || known.broken {
		return nil // there is nothing to end, or nothing to be added to
	}
	if !ok {
		known.Known = true // that there is no record; the store says if there is
	}
	err := g.book.Change(ctx, key, &known.Page, func(r run) (run, bool) { return g.config.after(r, now, proposalID, o) })
	if errors.Is(err, tally.ErrUnreadable) {
		known.broken = true // what it does is held from now on
	} else if err != nil {
		return fmt.Errorf("note a refusal: %w", err)
	}
	g.put(key, known)
	return nil
}

// after is a run after one more outcome; false: it stays as it is.
func (c Config) after(r run, now time.Time, id string, o Outcome) (run, bool) {
	open := now.Before(r.Until)
	if slices.Contains(r.Seen, id) || o != Refused && (r.Row == 0 && !open || open && o != Approved) {
		return r, false
	}
	r.Seen = append(r.Seen[max(0, len(r.Seen)-rememberIDs+1):len(r.Seen):len(r.Seen)], id)
	if o != Refused {
		r.Row, r.Until = 0, time.Time{}
		return r, true
	}
	if now.Sub(r.Last) > c.Window {
		r.Row = 0
	}
	r.Row, r.Last = r.Row+1, now.UTC()
	if r.Row >= c.Refusals {
		r.Row, r.Until = 0, now.Add(c.Cooldown).UTC()
	}
	return r, true
}

// put keeps what is known of a session, unless the view is ahead of it.
func (g *Gate) put(key string, p page) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if have, ok := g.view[key]; ok && have.Revision > p.Revision {
		return
	}
	g.view[key] = p
	if len(g.view) > prune && len(g.view)%prune == 0 {
		now := g.now()
		for key, p := range g.view {
			if !p.broken && !now.Before(p.Value.Until) && now.Sub(p.Value.Last) > g.config.Window {
				delete(g.view, key)
			}
		}
	}
}

// Learn takes what the store has of a key of this kind, or that it has nothing
// any more.
func (g *Gate) Learn(key string, value []byte, revision uint64, gone bool) {
	if g.now == nil {
		return
	}
	if gone {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.view[key].Revision < revision {
			delete(g.view, key)
		}
		return
	}
	p := page{Page: tally.Page[run]{Revision: revision, Known: true}}
	var err error
	if p.Value, err = g.book.Decode(value); err != nil {
		p.broken = true
	}
	g.put(key, p)
}

// Whole says whether Learn has been told all that there is and is kept told.
func (g *Gate) Whole(yes bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.whole = yes
}

// Key is a session's key in the store.
func Key(who pipeline.Principal, session string) string { return tally.Key(Kind, string(who), session) }

func onlyReads(effects []pipeline.Effect) bool {
	for _, e := range effects {
		if e.Kind != pipeline.KindRead && e.Kind != pipeline.KindRun {
			return false
		}
	}
	return true
}
