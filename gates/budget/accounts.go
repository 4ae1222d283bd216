package budget

import (
	"context"
	"errors"
	"sync"
	"time"

	"passepartout/internal/lately"
	"passepartout/internal/tally"
)

// Accounts is the ledger of all workers that share a store. Each takes units in
// lots, which the store has as spent before the first of them is: a worker that
// is killed loses the rest of its lots for its agents, never what was spent.
//
// For which ids was spent is known to one worker and until it ends: a request
// that is judged again elsewhere or later is paid again.
type Accounts struct {
	book *tally.Book[spending]
	mu   sync.Mutex
	here *lately.Memory[*account]
}

// spending is an account in the store.
type spending struct {
	Spent int64 `json:"spent"`
}

// account is what this worker knows of one.
type account struct {
	mu     sync.Mutex
	page   tally.Page[spending]
	lot    tally.Lot
	lately *lately.Memory[answer]
}

type answer struct {
	left int64
	ok   bool
}

const (
	rememberAccounts = 10_000
	rememberIDs      = 256

	// keep is how long an account is kept after the last unit was taken from it.
	keep = 30 * 24 * time.Hour
)

var _ Ledger = (*Accounts)(nil)

// NewAccounts makes the ledger.
func NewAccounts(s tally.Store) *Accounts {
	valid := func(s spending) bool { return s.Spent >= 0 }
	return &Accounts{book: tally.NewBook(s, keep, valid), here: lately.New[*account](rememberAccounts)}
}

// Spend implements Ledger.
func (l *Accounts) Spend(ctx context.Context, key, id string, cost, limit int64) (int64, bool, error) {
	a := l.open(key)
	a.mu.Lock()
	defer a.mu.Unlock()
	if old, ok := a.lately.Get(id); ok {
		return old.left, old.ok, nil
	}
	ok := a.lot.Spend(cost)
	if !ok {
		// What is not there by what we know may be there by what others gave back.
		for known := a.page.Known; ; known = false {
			err := l.fill(ctx, key, a, cost, limit)
			if err != nil {
				return 0, false, err
			}
			if ok = a.lot.Spend(cost); ok || !known {
				break
			}
			a.page.Known = false
		}
	}
	now := answer{left: max(0, limit-a.page.Value.Spent) + a.lot.Left, ok: ok}
	a.lately.Put(id, now)
	return now.left, now.ok, nil
}

func (l *Accounts) open(key string) *account {
	l.mu.Lock()
	defer l.mu.Unlock()
	a, ok := l.here.Get(key)
	if !ok {
		a = &account{lately: lately.New[answer](rememberIDs)}
		l.here.Put(key, a)
	}
	return a
}

// fill takes a lot that is enough for cost, if that much is left.
func (l *Accounts) fill(ctx context.Context, key string, a *account, cost, limit int64) error {
	var take int64
	err := l.book.Change(ctx, key, &a.page, func(s spending) (spending, bool) {
		need, free := cost-a.lot.Left, limit-s.Spent
		if take = 0; free < need {
			return s, false
		}
		take = a.lot.Next(need, free)
		s.Spent += take
		return s, true
	})
	if err == nil && take > 0 {
		a.lot.Fill(a.lot.Left + take)
	}
	return err
}

// Close gives back what was taken and not spent.
func (l *Accounts) Close(ctx context.Context) error {
	l.mu.Lock()
	here := l.here
	l.here = lately.New[*account](rememberAccounts)
	l.mu.Unlock()
	var errs []error
	for key, a := range here.All() {
		errs = append(errs, l.giveBack(ctx, key, a))
	}
	return errors.Join(errs...)
}

func (l *Accounts) giveBack(ctx context.Context, key string, a *account) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	left := a.lot.Left
	a.lot = tally.Lot{}
	if left == 0 {
		return nil
	}
	return l.book.Change(ctx, key, &a.page, func(s spending) (spending, bool) {
		next := spending{Spent: max(0, s.Spent-left)}
		return next, next != s // an operator may have begun it anew meanwhile
	})
}
