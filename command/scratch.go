package command

import "passepartout/pipeline"

// slab hands out zeroed values from a chunk that is kept from one analysis to
// the next, so that what lives as long as an analysis costs no allocation.
// What it hands out must not be kept longer: nothing of it may be reachable
// from an Analysis.
type slab[T any] struct {
	chunk []T
	used  int
}

// A slab grows twofold, so that few commands need a second chunk, and keeps no more
// than the largest ordinary ones need.
const (
	slabFirst = 16   // values in a first chunk
	slabMost  = 1024 // values in the largest chunk that is kept
)

// one hands out a single value. A full chunk is left to those who use it.
func (s *slab[T]) one() *T {
	if s.used == len(s.chunk) {
		s.grow(1)
	}
	s.used++
	return &s.chunk[s.used-1]
}

// list hands out an empty slice with room for n values.
func (s *slab[T]) list(n int) []T {
	if n > slabMost/4 {
		return make([]T, 0, n)
	}
	if s.used+n > len(s.chunk) {
		s.grow(n)
	}
	s.used += n
	return s.chunk[s.used-n : s.used-n : s.used]
}

// grow begins a new chunk. The old one stays with those who have values of it.
func (s *slab[T]) grow(n int) {
	s.chunk = make([]T, max(slabFirst, n, min(2*len(s.chunk), slabMost)))
	s.used = 0
}

// reset takes everything back.
func (s *slab[T]) reset() {
	clear(s.chunk[:s.used])
	s.used = 0
}

// scratch is the memory that analyses use one after the other. Only one
// analysis has it at a time, and one that panics never gives it back.
type scratch struct {
	run      run
	scopes   slab[scope]
	fields   slab[field]
	visits   slab[visit]
	values   slab[value]
	seen     seen
	memo     memo
	effects  []pipeline.Effect
	commands []Command
	via      []string
}

// maxKept bounds the lists that a long text may leave behind.
const maxKept = maxEffects

// release forgets what the last analysis found.
func (s *scratch) release() {
	if s.run.a == nil {
		return // there was nothing to judge
	}
	s.effects, s.commands, s.via = emptied(s.run.effects), emptied(s.run.commands), emptied(s.run.via)
	s.run = run{}
	s.seen.clear()
	s.memo.forget()
	s.scopes.reset()
	s.fields.reset()
	s.visits.reset()
	s.values.reset()
}

// emptied is a list that can be filled again. It is cleared, so that nothing of the
// last command can be seen by the next; a very long one is given up.
func emptied[T any](list []T) []T {
	if cap(list) > maxKept {
		return nil
	}
	clear(list)
	return list[:0]
}
