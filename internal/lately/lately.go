// Package lately remembers a bounded number of things, the newest ones: what
// was answered for which proposal, so that a second call does not count again.
package lately

import (
	"iter"
	"maps"
)

// Memory keeps the last entries that were put, in the order of first putting.
// It is not safe for concurrent use; its owner has a lock already. The zero
// value remembers nothing; use New.
type Memory[V any] struct {
	values map[string]V
	ring   []string
	at     int
}

// New makes a memory of at most size entries; less than one counts as one.
func New[V any](size int) *Memory[V] {
	return &Memory[V]{values: map[string]V{}, ring: make([]string, max(size, 1))}
}

// Get returns what was put for the key.
func (m *Memory[V]) Get(key string) (V, bool) {
	v, ok := m.values[key]
	return v, ok
}

// Put remembers v for the key and forgets the oldest entry if there is no room.
func (m *Memory[V]) Put(key string, v V) {
	if m.ring == nil {
		return
	}
	if _, ok := m.values[key]; !ok {
		delete(m.values, m.ring[m.at])
		m.ring[m.at] = key
		m.at = (m.at + 1) % len(m.ring)
	}
	m.values[key] = v
}

// All ranges over what is remembered, in no order.
func (m *Memory[V]) All() iter.Seq2[string, V] { return maps.All(m.values) }

// Len is how many entries are remembered.
func (m *Memory[V]) Len() int { return len(m.values) }
