package tally_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"passepartout/internal/tally"
)

type count struct {
	N int64 `json:"n"`
}

func valid(c count) bool { return c.N >= 0 }

func open(s tally.Store) *tally.Book[count] { return tally.NewBook(s, time.Hour, valid) }

func add(c count) (count, bool) { return count{c.N + 1}, true }

// Many workers that each believe to know the record lose no change.
func TestNoChangeIsLost(t *testing.T) {
	t.Parallel()
	store := tally.NewMemory()
	const workers, each = 4, 50
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			var page tally.Page[count]
			book := open(store)
			for done := 0; done < each; {
				// Who is always late is told so, and has got nothing.
				if err := book.Change(t.Context(), "k", &page, add); err == nil {
					done++
				}
			}
		})
	}
	all.Wait()
	var page tally.Page[count]
	err := open(store).Change(t.Context(), "k", &page, func(c count) (count, bool) { return c, false })
	if err != nil || page.Value.N != workers*each {
		t.Errorf("counted %d, %v, want %d", page.Value.N, err, workers*each)
	}
}

// What makes no sense is not taken for an empty record, nor written over.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"", "{}", "null", "nonsense", `{"version":1}`, `{"version":2,"record":{"n":1}}`, `{"version":1,"record":{"n":-1}}`,
		`{"version":1,"record":{"m":1}}`, `{"version":1,"record":null}`, `{"version":1,"record":{"n":1}}{}`, "\x00\x00",
	} {
		store := tally.NewMemory()
		if _, err := store.Write(t.Context(), "k", []byte(body), 0, 0); err != nil {
			t.Fatal(err)
		}
		var page tally.Page[count]
		if err := open(store).Change(t.Context(), "k", &page, add); !errors.Is(err, tally.ErrUnreadable) || page.Known {
			t.Errorf("%q: %v", body, err)
		}
		if kept, _, err := store.Get(t.Context(), "k"); err != nil || string(kept) != body {
			t.Errorf("%q became %q, %v", body, kept, err)
		}
	}
}

var errDown = errors.New("down")

// faulty is a store that fails, before or after it has written.
type faulty struct {
	*tally.Memory
	deaf bool
}

func (f faulty) Write(ctx context.Context, key string, value []byte, rev uint64, keep time.Duration) (uint64, error) {
	if f.deaf {
		if _, err := f.Memory.Write(ctx, key, value, rev, keep); err != nil {
			return 0, err
		}
	}
	return 0, errDown
}

// After an error nothing is believed that was known before.
func TestAStoreThatFails(t *testing.T) {
	t.Parallel()
	for _, deaf := range []bool{false, true} {
		store := tally.NewMemory()
		var page tally.Page[count]
		if err := open(store).Change(t.Context(), "k", &page, add); err != nil {
			t.Fatal(err)
		}
		if err := open(faulty{store, deaf}).Change(t.Context(), "k", &page, add); !errors.Is(err, errDown) || page.Known {
			t.Errorf("%v, known %v", err, page.Known)
		}
		if err := open(store).Change(t.Context(), "k", &page, add); err != nil {
			t.Fatal(err)
		}
		if want := int64(2); !deaf && page.Value.N != want || deaf && page.Value.N != want+1 {
			t.Errorf("deaf %v: %d", deaf, page.Value.N)
		}
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	if got := tally.Key("budget", "claude", "s-1"); got != "budget.claude.s-1" {
		t.Error(got)
	}
	seen := map[string]bool{}
	for _, tokens := range [][]string{{"a", "b", ""}, {"a", "b"}, {"a.b"}, {"a", ">"}, {"a", "*"}, {"a", "=3e"}, {"a", "b c"}} {
		key := tally.Key(tokens...)
		if seen[key] || strings.ContainsAny(key, "*> ") || strings.Contains(key, "..") || strings.HasSuffix(key, ".") {
			t.Errorf("%q: %s", tokens, key)
		}
		seen[key] = true
	}
}

func TestLot(t *testing.T) {
	t.Parallel()
	var l tally.Lot
	var took []int64
	for range 10 {
		n := l.Next(1, 100_000)
		took = append(took, n)
		l.Fill(n)
		for l.Spend(1) { //nolint:revive // until it is used up
		}
	}
	if took[0] != 1 || took[1] != 2 || took[9] > 128 || took[9] < took[1] {
		t.Errorf("lots of %d", took)
	}
	for free, most := range map[int64]int64{1: 1, 7: 1, 16: 2, 100: 12, 0: 1} {
		if n := l.Next(1, free); n > most {
			t.Errorf("a lot of %d of %d", n, free)
		}
	}
	l.Fill(100)
	l.Spend(3)
	if n := l.Next(1, 100_000); n != 3 {
		t.Errorf("who used 3 of a lot gets %d", n)
	}
	if n := l.Next(9, 100_000); n != 9 {
		t.Errorf("a cost of 9 gets %d", n)
	}
}
