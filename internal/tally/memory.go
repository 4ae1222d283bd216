package tally

import (
	"context"
	"fmt"
	"sync"
	"time"

	"passepartout/pipeline"
)

// Memory is a store in this process, for what need not outlive it.
type Memory struct {
	mu   sync.Mutex
	last uint64
	kept map[string]entry
}

type entry struct {
	value []byte
	rev   uint64
}

var _ Store = (*Memory)(nil)

// NewMemory makes an empty one.
func NewMemory() *Memory { return &Memory{kept: map[string]entry{}} }

// Get implements Store.
func (m *Memory) Get(_ context.Context, key string) ([]byte, uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.kept[key]
	if !ok {
		return nil, 0, fmt.Errorf("get %s: %w", key, pipeline.ErrNotFound)
	}
	return e.value, e.rev, nil
}

// Write implements Store; it forgets nothing.
func (m *Memory) Write(_ context.Context, key string, value []byte, rev uint64, _ time.Duration) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept[key].rev != rev {
		return 0, fmt.Errorf("write %s: %w", key, pipeline.ErrConflict)
	}
	m.last++
	m.kept[key] = entry{value: append([]byte(nil), value...), rev: m.last}
	return m.last, nil
}

// Delete removes a key.
func (m *Memory) Delete(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, key)
}
