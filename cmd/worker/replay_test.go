package main

import (
	"slices"
	"testing"
	"time"

	"passepartout/gates/breaker"
	"passepartout/internal/config"
)

// A replay keeps what was said for the moment, and judges the rest anew: every
// gate is one or the other.
func TestEveryGateIsReplayedOrKept(t *testing.T) {
	t.Parallel()
	l, err := config.Load(config.Source{Env: []string{"HOME=" + t.TempDir()}, Dir: t.TempDir(), Flags: map[string]string{"limits.session_budget": "5"}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, g := range requestGates(l.Config, nil, &accounts{refusals: breaker.New(breaker.Config{}, time.Now)}, nil, time.Now) {
		names = append(names, g.Spec().Name)
	}
	kept := momentGates()
	slices.Sort(names)
	slices.Sort(kept)
	if !slices.Equal(names, kept) {
		t.Errorf("the gates of the moment are %q, kept are %q", names, kept)
	}
}
