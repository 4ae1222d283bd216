package bus_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"passepartout/bus"
)

// Workers that start at the same moment find the same port free. Each gets one
// of its own all the same.
func TestServersThatStartTogetherShareNoPort(t *testing.T) {
	t.Parallel()
	const n = 6
	opened := make([]*bus.Bus, n)
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		dir := filepath.Join(t.TempDir(), "state")
		all.Go(func() {
			opened[i], errs[i] = bus.Open(context.WithoutCancel(t.Context()), bus.Config{StateDir: dir, MaxStore: 256 << 20, Log: zerolog.Nop()})
		})
	}
	all.Wait()
	seen := map[string]bool{}
	for i, b := range opened {
		if errs[i] != nil {
			t.Errorf("server %d: %v", i, errs[i])
			continue
		}
		if seen[b.Address()] {
			t.Errorf("%s twice", b.Address())
		}
		seen[b.Address()] = true
		if err := b.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
}
