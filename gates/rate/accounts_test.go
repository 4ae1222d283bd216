package rate_test

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"time"

	"passepartout/gates/rate"
	"passepartout/internal/tally"
	"passepartout/pipeline"
)

// takes asks n times and counts what was given.
func takes(t *testing.T, c rate.Counter, name string, n int, now time.Time) (given int) {
	t.Helper()
	for i := range n {
		a, err := c.Take(t.Context(), "a", name+strconv.Itoa(i), now)
		if err != nil {
			t.Fatal(err)
		}
		if a.OK {
			given++
		}
	}
	return given
}

// Neither a burst nor the quota comes back because a worker was killed.
func TestKilledWorkers(t *testing.T) {
	t.Parallel()
	store := tally.NewMemory()
	c := rate.Config{Burst: 100, Every: time.Second, Quota: 300, Window: time.Hour}
	given := 0
	for i := range 10 {
		given += takes(t, rate.NewAccounts(c, store), "b"+strconv.Itoa(i)+".", 30, start())
	}
	if given > 100 || given < 50 {
		t.Errorf("a burst of %d, want at most 100", given)
	}
	for i := range 100 {
		given += takes(t, rate.NewAccounts(c, store), "q"+strconv.Itoa(i)+".", 30, start().Add(time.Duration(i)*20*time.Second))
	}
	if given > 300 || given < 150 {
		t.Errorf("a quota of %d, want at most 300", given)
	}
	if n := takes(t, rate.NewAccounts(c, store), "next", 30, start().Add(time.Hour)); n != 30 {
		t.Errorf("in the next window %d of 30", n)
	}
}

// Together workers give no more than one would, but for the lots in hand.
func TestWorkersShare(t *testing.T) {
	t.Parallel()
	store := tally.NewMemory()
	c := rate.Config{Burst: 1000, Every: time.Hour, Quota: 700, Window: time.Hour}
	var mu sync.Mutex
	var all sync.WaitGroup
	given := 0
	for i := range 4 {
		all.Go(func() {
			n := takes(t, rate.NewAccounts(c, store), strconv.Itoa(i)+".", 1000, start())
			mu.Lock()
			defer mu.Unlock()
			given += n
		})
	}
	all.Wait()
	if given > 700 || given < 650 {
		t.Errorf("%d given of a quota of 700", given)
	}
}

// What is not used comes back: soon, when it is asked for, and at the stop.
func TestLotsComeBack(t *testing.T) {
	t.Parallel()
	store := tally.NewMemory()
	c := rate.Config{Burst: 100, Every: 24 * time.Hour, Quota: 100, Window: 24 * time.Hour}
	one, two := rate.NewAccounts(c, store), rate.NewAccounts(c, store)
	given := takes(t, one, "x", 20, start())
	given += takes(t, one, "y", 1, start().Add(time.Minute)) // gives the rest of its lot back
	if err := one.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if given += takes(t, two, "z", 200, start().Add(2*time.Minute)); given != 100 {
		t.Errorf("%d given of 100", given)
	}
}

// Who asks once in a while takes one token at a time, and who asks often does
// not write each time.
func TestWrites(t *testing.T) {
	t.Parallel()
	store := &counted{Memory: tally.NewMemory()}
	c := rate.NewAccounts(rate.Config{Burst: 1000, Every: time.Millisecond, Quota: 100_000}, store)
	takes(t, c, "fast", 1000, start())
	if store.writes > 60 {
		t.Errorf("%d writes for 1000 requests", store.writes)
	}
	store.writes = 0
	for i := range 50 {
		takes(t, c, "slow"+strconv.Itoa(i), 1, start().Add(time.Duration(i+1)*time.Minute))
	}
	if store.writes > 50 {
		t.Errorf("%d writes for 50 requests", store.writes)
	}
}

type counted struct {
	*tally.Memory
	writes int
}

func (c *counted) Write(ctx context.Context, key string, value []byte, rev uint64, keep time.Duration) (uint64, error) {
	c.writes++
	return c.Memory.Write(ctx, key, value, rev, keep)
}

func TestUnreadableAccount(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"{}", `{"version":1,"record":{"tokens":5,"used":0}}`,
		`{"version":1,"record":{"tokens":5,"used":0,"at":"2199-01-01T00:00:00Z","start":"2199-01-01T00:00:00Z"}}`,
	} {
		store := tally.NewMemory()
		if _, err := store.Write(t.Context(), rate.Key("a"), []byte(body), 0, 0); err != nil {
			t.Fatal(err)
		}
		g := rate.New(rate.NewAccounts(rate.Config{}, store), start)
		v, err := g.Check(t.Context(), by("a", "1"))
		if err != nil || v.Outcome != pipeline.Deny || v.Rule != "unreadable" || v.Hint == "" {
			t.Errorf("%s: %+v, %v", body, v, err)
		}
		store.Delete(rate.Key("a"))
		if v, err := g.Check(t.Context(), by("a", "2")); err != nil || v.Outcome != pipeline.Allow {
			t.Errorf("begun anew: %+v, %v", v, err)
		}
	}
}
