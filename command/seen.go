package command

import (
	"hash/maphash"

	"passepartout/pipeline"
)

// seen knows which effects were emitted, as they were then: an analyser may
// change or take back an effect later. It is kept from one analysis to the
// next, so that it costs no allocation.
type seen struct {
	seed  maphash.Seed
	keys  []pipeline.Effect
	slots []uint16 // place in keys + 1; 0: free
}

// seenSlots are twice as many as there may be effects, so that one is found
// within a few steps. A power of two.
const seenSlots = 2 * maxEffects

// fill takes in the effects that were emitted before anybody asked.
func (s *seen) fill(list []pipeline.Effect) {
	if len(s.keys) > 0 {
		return
	}
	if s.slots == nil {
		s.seed, s.slots = maphash.MakeSeed(), make([]uint16, seenSlots)
	}
	for i := range list {
		s.add(&list[i])
	}
}

// add notes an effect; false: it was there.
func (s *seen) add(e *pipeline.Effect) bool {
	h := maphash.String(s.seed, e.Object) ^ uint64(e.Kind) ^ uint64(e.Span.Start)*0x9e3779b97f4a7c15 //nolint:gosec // mixes bits
	for at := h ^ h>>32; ; at++ {
		slot := &s.slots[at%seenSlots]
		switch {
		case *slot == 0:
			s.keys = append(s.keys, *e)
			*slot = uint16(len(s.keys)) //nolint:gosec // fewer than seenSlots
			return true
		case s.keys[*slot-1] == *e:
			return false
		}
	}
}

// clear forgets all.
func (s *seen) clear() {
	if len(s.keys) > 0 {
		clear(s.slots)
		clear(s.keys)
		s.keys = s.keys[:0]
	}
}
