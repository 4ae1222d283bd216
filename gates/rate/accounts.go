package rate

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"passepartout/internal/lately"
	"passepartout/internal/tally"
	"passepartout/pipeline"
)

// Accounts is the counter of all workers that share a store. Each takes tokens
// in lots, which the store has as used before the first of them is: a worker
// that is killed loses the rest of its lots, never the count. As a lot may be
// spent later than it was taken, a burst may be greater than configured by a
// lot for each worker, which is at most an eighth of it.
type Accounts struct {
	config Config
	book   *tally.Book[usage]
	mu     sync.Mutex
	here   map[pipeline.Principal]*account
}

// usage is an account in the store.
type usage struct {
	Tokens float64   `json:"tokens"`
	At     time.Time `json:"at"`    // when there were so many
	Start  time.Time `json:"start"` // of the quota's window
	Used   int64     `json:"used"`
}

func (u usage) valid() bool {
	return u.Tokens >= 0 && u.Used >= 0 && !u.At.IsZero() && !u.Start.IsZero()
}

// account is what this worker knows of one.
type account struct {
	mu     sync.Mutex
	page   tally.Page[usage]
	read   time.Time // when the page was last read or written
	lot    tally.Lot
	taken  time.Time // when the lot was
	start  time.Time // of the window that it counts in
	lately *lately.Memory[Answer]
}

const (
	rememberIDs        = 1024
	rememberPrincipals = 4096

	// lotTime is how long a lot is good for; what is left is then given back
	// with the next write.
	lotTime = 10 * time.Second
	// readTime is how long a page that says no is believed before it is read
	// again, as others may have given something back.
	readTime = time.Second
)

var _ Counter = (*Accounts)(nil)

// NewAccounts makes the counter.
func NewAccounts(c Config, s tally.Store) *Accounts {
	c = c.filled()
	return &Accounts{config: c, book: tally.NewBook(s, 2*c.Window, usage.valid), here: map[pipeline.Principal]*account{}}
}

// Take takes one token. A clock that runs backwards gives nothing back.
func (c *Accounts) Take(ctx context.Context, who pipeline.Principal, id string, now time.Time) (Answer, error) {
	a := c.open(who, now)
	a.mu.Lock()
	defer a.mu.Unlock()
	if old, ok := a.lately.Get(id); ok {
		return old, nil
	}
	answer := Answer{OK: true}
	if age := now.Sub(a.taken); age < 0 || age >= lotTime || !a.lot.Spend(1) {
		var err error
		if answer, err = c.refill(ctx, who, a, now); err != nil {
			return Answer{}, err
		}
	}
	a.lately.Put(id, answer)
	return answer, nil
}

// refill takes a new lot and a token of it.
func (c *Accounts) refill(ctx context.Context, who pipeline.Principal, a *account, now time.Time) (Answer, error) {
	for {
		known, age := a.page.Known, now.Sub(a.read)
		answer, err := c.draw(ctx, who, a, now)
		if !known {
			a.read = now
		}
		if err != nil || answer.OK || !known || age >= 0 && age < readTime {
			return answer, err
		}
		a.page.Known = false
	}
}

// draw gives back what is left of the lot and takes another one.
func (c *Accounts) draw(ctx context.Context, who pipeline.Principal, a *account, now time.Time) (Answer, error) {
	var take int64
	var answer Answer
	var ahead error
	err := c.book.Change(ctx, Key(who), &a.page, func(u usage) (usage, bool) {
		take, answer, ahead = 0, Answer{}, nil
		if u.At.Sub(now) > c.config.Window {
			// A worker whose clock was far ahead would stop everybody for as long.
			ahead = fmt.Errorf("%w: it was written at %s, which is to come", tally.ErrUnreadable, u.At.Format(time.RFC3339))
			return u, false
		}
		u = c.config.at(u, now)
		u.Tokens = min(float64(c.config.Burst), u.Tokens+float64(a.lot.Left))
		if u.Start.Equal(a.start) {
			u.Used = max(0, u.Used-a.lot.Left)
		}
		switch {
		case u.Used >= int64(c.config.Quota):
			answer = Answer{Quota: true, Retry: u.Start.Add(c.config.Window).Sub(now)}
			return u, false
		case u.Tokens < 1:
			answer = Answer{Retry: time.Duration((1 - u.Tokens) * float64(c.config.Every))}
			return u, false
		}
		answer = Answer{OK: true}
		take = a.lot.Next(1, min(int64(u.Tokens), int64(c.config.Quota)-u.Used))
		u.Tokens -= float64(take)
		u.Used += take
		return u, true
	})
	if ahead != nil {
		a.page.Known = false
		return Answer{}, ahead
	}
	if err != nil || take == 0 {
		return answer, err
	}
	a.lot.Fill(take)
	a.taken, a.start, a.read = now, a.page.Value.Start, now
	a.lot.Spend(1)
	return answer, nil
}

// at is an account as time has made it; one that was never written is full.
func (c Config) at(u usage, now time.Time) usage {
	if u.At.IsZero() {
		return usage{Tokens: float64(c.Burst), At: now.UTC(), Start: now.UTC()}
	}
	if since := now.Sub(u.At); since > 0 {
		u.Tokens = min(float64(c.Burst), u.Tokens+float64(since)/float64(c.Every))
		u.At = now.UTC()
	}
	if now.Sub(u.Start) >= c.Window {
		u.Start, u.Used = now.UTC(), 0
	}
	return u
}

func (c *Accounts) open(who pipeline.Principal, now time.Time) *account {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.here[who]
	if !ok {
		if len(c.here) >= rememberPrincipals {
			c.forget(now)
		}
		a = &account{lately: lately.New[Answer](rememberIDs)}
		c.here[who] = a
	}
	return a
}

// forget drops what has not been asked for lately; the rest of its lots is lost.
func (c *Accounts) forget(now time.Time) {
	for who, a := range c.here {
		if a.mu.TryLock() {
			if now.Sub(a.taken) > time.Minute {
				delete(c.here, who)
			}
			a.mu.Unlock()
		}
	}
}

// Close gives back what was taken and not used.
func (c *Accounts) Close(ctx context.Context) error {
	c.mu.Lock()
	here := c.here
	c.here = map[pipeline.Principal]*account{}
	c.mu.Unlock()
	var errs []error
	for who, a := range here {
		errs = append(errs, c.giveBack(ctx, who, a))
	}
	return errors.Join(errs...)
}

func (c *Accounts) giveBack(ctx context.Context, who pipeline.Principal, a *account) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	left := a.lot.Left
	a.lot = tally.Lot{}
	if left == 0 {
		return nil
	}
	return c.book.Change(ctx, Key(who), &a.page, func(u usage) (usage, bool) {
		if u.At.IsZero() {
			return u, false // an operator has begun it anew meanwhile
		}
		u.Tokens = min(float64(c.config.Burst), u.Tokens+float64(left))
		if u.Start.Equal(a.start) {
			u.Used = max(0, u.Used-left)
		}
		return u, true
	})
}
