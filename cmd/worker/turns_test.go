package main

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"passepartout/bus"
	"passepartout/pipeline"
)

// TestTurns has one agent ask slow questions that never end: its next one is
// refused in time, and so is another agent's, but neither a quick question nor
// a person's slow one waits.
func TestTurns(t *testing.T) {
	t.Parallel()
	subjects, err := bus.NewSubjects("pp")
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		s := newTurns(subjects, func(_ context.Context, m pipeline.Message) []byte {
			if strings.Contains(string(m.Body), "endless") {
				<-release
			}
			return []byte("found")
		})
		ask := func(subject, body string) string {
			return string(s.Answer(t.Context(), pipeline.Message{Subject: subject, Body: []byte(body)}))
		}
		const flood = "pp.query.agent.flood"
		done := make(chan string)
		go func() { done <- ask(flood, `{"op":"explain","id":"endless"}`) }()
		synctest.Wait()
		for _, row := range []struct {
			subject, body, want string
			wait                time.Duration
		}{
			{flood, `{"op":"standing","id":"x"}`, "found", 0},
			{flood, `{"op":"explain","id":"x"}`, "rate_limited", slowWait},
			{"pp.query.agent.other", `{"op":"explain","id":"x"}`, "rate_limited", slowWait},
			{"pp.query.observer.olga", `{"op":"explain","id":"x"}`, "found", 0},
			{"pp.query.approver.ann", `{"op":"plans"}`, "found", 0},
			{"pp.query.approver.ann", `{`, "found", 0},
		} {
			start := time.Now()
			if got := ask(row.subject, row.body); !strings.Contains(got, row.want) || time.Since(start) != row.wait {
				t.Errorf("%s %s: told %s after %v, want %s after %v", row.subject, row.body, got, time.Since(start), row.want, row.wait)
			}
		}
		close(release)
		if got := <-done; got != "found" {
			t.Errorf("told %s", got)
		}
		if got := ask(flood, `{"op":"explain","id":"x"}`); got != "found" {
			t.Errorf("once it is over: %s", got)
		}
		if len(s.whose) != 0 {
			t.Errorf("%d senders are kept", len(s.whose))
		}
	})
}
