package shell_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"sync"

	"passepartout/pipeline"
)

// memory is a store with the revisions and errors of the real one. Given a
// path, it keeps everything in a file as well, for a test of two processes.
type memory struct {
	mu   sync.Mutex
	rev  uint64
	path string
	kept map[string]entry
}

type entry struct {
	Value json.RawMessage
	Rev   uint64
}

func newMemory() *memory { return &memory{kept: make(map[string]entry)} }

func openMemory(path string) (*memory, error) {
	m := newMemory()
	m.path = path
	raw, err := os.ReadFile(path)
	if err != nil {
		return m, nil // new
	}
	if err := json.Unmarshal(raw, &m.kept); err != nil {
		return nil, err
	}
	for _, e := range m.kept {
		m.rev = max(m.rev, e.Rev)
	}
	return m, nil
}

func (m *memory) put(key string, value []byte) (uint64, error) {
	m.rev++
	m.kept[key] = entry{bytes.Clone(value), m.rev}
	if m.path == "" {
		return m.rev, nil
	}
	raw, err := json.Marshal(m.kept)
	if err != nil {
		return 0, err
	}
	return m.rev, os.WriteFile(m.path, raw, 0o600)
}

func (m *memory) Get(_ context.Context, key string) ([]byte, uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.kept[key]
	if !ok {
		return nil, 0, pipeline.ErrNotFound
	}
	return bytes.Clone(e.Value), e.Rev, nil
}

func (m *memory) Create(_ context.Context, key string, value []byte) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.kept[key]; ok {
		return 0, pipeline.ErrExists
	}
	return m.put(key, value)
}

func (m *memory) Update(_ context.Context, key string, value []byte, rev uint64) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.kept[key]; !ok || e.Rev != rev {
		return 0, pipeline.ErrConflict
	}
	return m.put(key, value)
}

func (m *memory) Keys(context.Context) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.kept)), nil
}
