package budget_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"

	"passepartout/gates/budget"
	"passepartout/internal/tally"
	"passepartout/pipeline"
)

// spend asks until it is refused and counts what was allowed.
func spend(t *testing.T, g *budget.Gate, session, name string, most int) int {
	t.Helper()
	for i := range most {
		v, err := g.Check(t.Context(), in(session, name+strconv.Itoa(i)))
		if err != nil {
			t.Fatal(err)
		}
		if v.Outcome != pipeline.Allow {
			return i
		}
	}
	return most
}

// A worker that is killed takes the rest of its lots along, and nothing of what
// was spent comes back.
func TestKilledWorkers(t *testing.T) {
	t.Parallel()
	const limit = 1000
	store := tally.NewMemory()
	start := func() (*budget.Gate, *budget.Accounts) {
		l := budget.NewAccounts(store)
		return budget.New(budget.Config{Session: limit}, l), l
	}
	done := 0
	for i := range 5 {
		g, _ := start()
		done += spend(t, g, "s", "killed"+strconv.Itoa(i)+"-", 100)
	}
	g, _ := start()
	last := spend(t, g, "s", "last", 2*limit)
	if done += last; done > limit || done < limit*6/10 {
		t.Errorf("%d units were spent of %d", done, limit)
	}
	if g, _ := start(); spend(t, g, "s", "again", 1) != 0 {
		t.Error("a restart gives more")
	}
	if g, _ := start(); spend(t, g, "other", "other", 1) != 1 {
		t.Error("another session pays for it")
	}
}

// One that stops gives back what was not spent, to the unit.
func TestStoppedWorkers(t *testing.T) {
	t.Parallel()
	const limit = 1000
	store, done := tally.NewMemory(), 0
	for i := range 12 {
		l := budget.NewAccounts(store)
		done += spend(t, budget.New(budget.Config{Session: limit}, l), "s", strconv.Itoa(i)+"-", 99)
		if err := l.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if done != limit {
		t.Errorf("%d units were spent of %d", done, limit)
	}
}

// Workers that share a store share the budget: together they never spend more,
// and what one of them has not spent the other gets when it stops.
func TestWorkersShare(t *testing.T) {
	t.Parallel()
	const limit = 500
	store := tally.NewMemory()
	var mu sync.Mutex
	var all sync.WaitGroup
	done := 0
	ledgers := make([]*budget.Accounts, 4)
	for i := range ledgers {
		ledgers[i] = budget.NewAccounts(store)
		g := budget.New(budget.Config{Session: limit}, ledgers[i])
		for j := range 2 {
			all.Go(func() {
				n := spend(t, g, "s", strconv.Itoa(i)+"."+strconv.Itoa(j)+".", 2*limit)
				mu.Lock()
				defer mu.Unlock()
				done += n
			})
		}
	}
	all.Wait()
	if done > limit {
		t.Fatalf("%d units were spent of %d", done, limit)
	}
	for _, l := range ledgers[1:] {
		if err := l.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	done += spend(t, budget.New(budget.Config{Session: limit}, ledgers[0]), "s", "rest", limit)
	if done != limit {
		t.Errorf("%d units were spent of %d", done, limit)
	}
}

func TestUnreadableAccount(t *testing.T) {
	t.Parallel()
	store := tally.NewMemory()
	if _, err := store.Write(t.Context(), budget.Key("claude", "s"), []byte("{}"), 0, 0); err != nil {
		t.Fatal(err)
	}
	g := budget.New(config(), budget.NewAccounts(store))
	for _, id := range []string{"1", "2", "1"} {
		v, err := g.Check(t.Context(), in("s", id))
		if err != nil || v.Outcome != pipeline.Deny || v.Rule != "unreadable" || v.Hint == "" || v.Code != pipeline.CodeBudgetExhausted {
			t.Errorf("got %+v, %v", v, err)
		}
	}
	store.Delete(budget.Key("claude", "s"))
	if v, err := g.Check(t.Context(), in("s", "3")); err != nil || v.Outcome != pipeline.Allow {
		t.Errorf("begun anew: %+v, %v", v, err)
	}
}

var errDown = errors.New("down")

// down is a store that cannot be reached any more.
type down struct{ *tally.Memory }

func (down) Get(context.Context, string) ([]byte, uint64, error) { return nil, 0, errDown }

func TestStoreDown(t *testing.T) {
	t.Parallel()
	g := budget.New(config(), budget.NewAccounts(down{tally.NewMemory()}))
	if v, err := g.Check(t.Context(), in("s", "1")); !errors.Is(err, errDown) || v.Outcome != pipeline.Deny {
		t.Errorf("got %+v, %v", v, err)
	}
}
