package main

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// gcPercent is how much the heap may grow between two collections as long as
// it is small. Judging makes short-lived garbage: fewer collections shorten the
// slowest judgements to less than half.
const gcPercent = 400

// memoryFloor is the memory in bytes from which the collector works harder
// instead of letting the heap grow: a flood of requests, each of which leaves
// garbage behind, would make it five times what is in use. Below it nothing
// changes.
const memoryFloor = 96 << 20

// memoryEvery is how often the limit follows what is in use.
const memoryEvery = 2 * time.Second

// memoryLimit is the soft limit for a heap of which this much is in use. It
// leaves room for as much again, so that a worker that really needs memory is
// not kept collecting.
func memoryLimit(live uint64) int64 {
	return max(memoryFloor, int64(min(2*live, math.MaxInt64/2))) //nolint:gosec // bounded
}

// boundMemory makes the collector mind how much memory the worker has. An
// operator who sets GOMEMLIMIT is minded instead.
func boundMemory(ctx context.Context, running *sync.WaitGroup) error {
	debug.SetGCPercent(gcPercent)
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return nil
	}
	debug.SetMemoryLimit(memoryLimit(0))
	running.Go(func() {
		defer debug.SetMemoryLimit(math.MaxInt64)
		tick := time.NewTicker(memoryEvery)
		defer tick.Stop()
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				metrics.Read(live)
				debug.SetMemoryLimit(memoryLimit(live[0].Value.Uint64()))
			}
		}
	})
	return nil
}
