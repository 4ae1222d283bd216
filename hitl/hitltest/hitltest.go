// Package hitltest helps to test what meets the ports of the desk: a store in
// memory that is the reference, and the suite that every store must pass.
package hitltest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"passepartout/hitl"
	"passepartout/pipeline"
)

// Memory is a store in memory, the reference for what a store must do. The zero
// value is empty and ready. It may be used by many goroutines. Revisions grow
// over all keys, as those of a NATS bucket do, so that no test may rely on the
// numbers.
type Memory struct {
	mu       sync.Mutex
	entries  map[string]entry
	revision uint64
}

// entry is a value and the revision at which it was written.
type entry struct {
	value    []byte
	revision uint64
}

var (
	_ hitl.Store   = (*Memory)(nil)
	_ hitl.Lister  = (*Memory)(nil)
	_ hitl.Deleter = (*Memory)(nil)
)

// Get implements hitl.Store.
//
// The value is a copy, so that whoever changes it does not change the store.
func (m *Memory) Get(_ context.Context, key string) ([]byte, uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[key]
	if !ok {
		return nil, 0, pipeline.ErrNotFound
	}
	return bytes.Clone(e.value), e.revision, nil
}

// Create implements hitl.Store.
func (m *Memory) Create(_ context.Context, key string, value []byte) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.entries[key]; ok {
		return 0, pipeline.ErrExists
	}
	return m.put(key, value), nil
}

// Update implements hitl.Store.
func (m *Memory) Update(_ context.Context, key string, value []byte, revision uint64) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries[key]; !ok || e.revision != revision {
		return 0, pipeline.ErrConflict
	}
	return m.put(key, value), nil
}

// put writes under the lock of its caller.
func (m *Memory) put(key string, value []byte) uint64 {
	if m.entries == nil {
		m.entries = map[string]entry{}
	}
	m.revision++
	m.entries[key] = entry{bytes.Clone(value), m.revision}
	return m.revision
}

// Keys implements hitl.Lister.
//
// Their order is that of a map: none.
func (m *Memory) Keys(context.Context) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Keys(m.entries)), nil
}

// Delete implements hitl.Deleter.
//
// What is not there is as good as deleted.
func (m *Memory) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.entries, key)
	return nil
}

// RunStore is the suite for stores. open gives an empty one. A store that is no
// Lister, or no Deleter, is not held to those parts.
func RunStore(t *testing.T, open func(testing.TB) hitl.Store) {
	t.Helper()
	t.Run("compare and set", func(t *testing.T) {
		t.Parallel()
		compareAndSet(t, open(t))
	})
	t.Run("one wins", func(t *testing.T) {
		t.Parallel()
		oneWins(t, open(t))
	})
	t.Run("keys", func(t *testing.T) {
		t.Parallel()
		keys(t, open(t))
	})
}

// compareAndSet is what the desk builds on: Create only where nothing is,
// Update only of the revision that was read, and errors that say which of the
// two failed.
func compareAndSet(t *testing.T, s hitl.Store) {
	t.Helper()
	ctx := t.Context()
	if _, _, err := s.Get(ctx, "a"); !errors.Is(err, pipeline.ErrNotFound) {
		t.Fatalf("Get of nothing = %v, want ErrNotFound", err)
	}
	if _, err := s.Update(ctx, "a", []byte("x"), 1); err == nil {
		t.Fatal("Update of nothing went well")
	}
	first, err := s.Create(ctx, "a", []byte("1"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(ctx, "a", []byte("2")); !errors.Is(err, pipeline.ErrExists) {
		t.Fatalf("second Create = %v, want ErrExists", err)
	}
	second, err := s.Update(ctx, "a", []byte("2"), first)
	if err != nil || second == first {
		t.Fatalf("Update = %d, %v", second, err)
	}
	if _, err := s.Update(ctx, "a", []byte("3"), first); !errors.Is(err, pipeline.ErrConflict) {
		t.Fatalf("Update of an old revision = %v, want ErrConflict", err)
	}
	value, rev, err := s.Get(ctx, "a")
	if err != nil || string(value) != "2" || rev != second {
		t.Fatalf("Get = %q, %d, %v; want 2, %d", value, rev, err, second)
	}
}

// oneWins lets several write over the same revision at once: exactly one may,
// or one plan could be approved and rejected, and one grant be used twice.
func oneWins(t *testing.T, s hitl.Store) {
	t.Helper()
	ctx := t.Context()
	rev, err := s.Create(ctx, "a", []byte("0"))
	if err != nil {
		t.Fatal(err)
	}
	const racers = 8
	results := make(chan error, racers)
	for i := range racers {
		go func() {
			_, err := s.Update(ctx, "a", []byte(fmt.Sprint(i)), rev)
			results <- err
		}()
	}
	won := 0
	for range racers {
		switch err := <-results; {
		case err == nil:
			won++
		case !errors.Is(err, pipeline.ErrConflict):
			t.Errorf("lost with %v, want ErrConflict", err)
		}
	}
	if won != 1 {
		t.Errorf("%d won, want 1", won)
	}
}

// keys looks at what a store lists: what is there, without what was deleted.
// Nothing in an empty store is no error, which it is to the client of a NATS
// bucket (jetstream.ErrNoKeysFound).
func keys(t *testing.T, s hitl.Store) {
	t.Helper()
	list, ok := s.(hitl.Lister)
	if !ok {
		return
	}
	ctx := t.Context()
	if got, err := list.Keys(ctx); err != nil || len(got) != 0 {
		t.Fatalf("keys of an empty store: %q, %v", got, err)
	}
	for _, key := range []string{"b", "a"} {
		if _, err := s.Create(ctx, key, []byte("1")); err != nil {
			t.Fatal(err)
		}
	}
	if bin, ok := s.(hitl.Deleter); ok {
		if _, err := s.Create(ctx, "c", []byte("1")); err != nil {
			t.Fatal(err)
		}
		if err := bin.Delete(ctx, "c"); err != nil {
			t.Fatal(err)
		}
	}
	got, err := list.Keys(ctx)
	slices.Sort(got)
	if err != nil || !slices.Equal(got, []string{"a", "b"}) {
		t.Fatalf("keys: %q, %v", got, err)
	}
}
