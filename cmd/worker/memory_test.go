package main

import (
	"math"
	"testing"
)

func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]int64{
		0: memoryFloor, 10 << 20: memoryFloor, memoryFloor / 2: memoryFloor, memoryFloor: 2 * memoryFloor, 1 << 30: 2 << 30,
		math.MaxUint64 / 4: math.MaxInt64 / 2,
	} {
		if got := memoryLimit(live); got != want {
			t.Errorf("with %d bytes in use the limit is %d, want %d", live, got, want)
		}
	}
}
