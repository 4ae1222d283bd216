package main

import (
	"context"
	"strings"
	"testing"

	"passepartout/pipeline"
)

// TestTurns asks more at once than one sender may, and once as another.
func TestTurns(t *testing.T) {
	t.Parallel()
	asked, release := make(chan struct{}), make(chan struct{})
	s := newTurns(func(_ context.Context, m pipeline.Message) []byte {
		if m.Subject == "flood" {
			asked <- struct{}{}
			<-release
		}
		return []byte("found")
	})
	done := make(chan string, queriesAtOnce)
	for range queriesAtOnce {
		go func() { done <- string(s.Answer(t.Context(), pipeline.Message{Subject: "flood"})) }()
		<-asked
	}
	if got := string(s.Answer(t.Context(), pipeline.Message{Subject: "flood"})); !strings.Contains(got, string(pipeline.CodeRateLimited)) {
		t.Errorf("one more was told %s", got)
	}
	if got := string(s.Answer(t.Context(), pipeline.Message{Subject: "other"})); got != "found" {
		t.Errorf("another sender was told %s", got)
	}
	close(release)
	for range queriesAtOnce {
		if got := <-done; got != "found" {
			t.Errorf("told %s", got)
		}
	}
	if len(s.busy) != 0 {
		t.Errorf("%d senders are kept", len(s.busy))
	}
}
