package main

import (
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"testing"
	"time"

	"passepartout/bus"
	"passepartout/event"
	"passepartout/internal/config"
	"passepartout/pipeline"
)

// aHouse is a connected house of the test's own, which serves nothing.
func aHouse(t *testing.T) *house {
	t.Helper()
	dir := t.TempDir()
	l, err := config.Load(config.Source{Env: []string{"HOME=" + dir}, Dir: dir, Flags: map[string]string{
		"state_dir": filepath.Join(dir, "state"), "workspace": filepath.Join(dir, "ws"), "scratch": filepath.Join(dir, "scratch"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := folders(l.Config); err != nil {
		t.Fatal(err)
	}
	h, err := openHouse(t.Context(), l, newLog(io.Discard, false), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	if err := h.switches.follow(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h
}

func asked(t *testing.T, h *house, id string, delivery int) pipeline.Message {
	t.Helper()
	e, err := event.Codec{}.Request(event.Envelope{ID: id, Source: "/test"}, event.Request{Target: "tool", Op: "noop"})
	if err != nil {
		t.Fatal(err)
	}
	return pipeline.Message{Subject: h.bus.Subjects().Request("agent"), Header: e.Header, Body: e.Body, Delivery: delivery, Published: time.Now()}
}

// kept are the bodies that a stream holds.
func kept(t *testing.T, h *house, s bus.Stream) (out []event.Feedback) {
	t.Helper()
	err := h.bus.Scan(t.Context(), s, bus.Range{}, func(k bus.Kept) error {
		var e struct{ Data json.RawMessage }
		body := k.Body
		if json.Unmarshal(body, &e) == nil && len(e.Data) > 0 {
			body = e.Data
		}
		var f event.Feedback
		if err := json.Unmarshal(body, &f); err != nil {
			return err
		}
		out = append(out, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What is given up ends with one outcome for its sender and one dead letter,
// and is never acted on; what was acted on keeps its outcome.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	h := aHouse(t)
	if d := h.giveUp(t.Context(), asked(t, h, "lost", 1200)); d.Settle != pipeline.Terminate {
		t.Fatalf("settled %+v", d)
	}
	told := kept(t, h, bus.Feedback)
	if len(told) != 1 || told[0].Request != "lost" || told[0].Error == nil || told[0].Error.Code != pipeline.CodeUnavailable || !told[0].Error.Retryable {
		t.Fatalf("told %+v", told)
	}
	if n := len(kept(t, h, bus.Dead)); n != 1 {
		t.Fatalf("%d dead letters", n)
	}
	h.line.Handle(t.Context(), asked(t, h, "lost", 1))
	told = kept(t, h, bus.Feedback)
	if last := told[len(told)-1]; last.Error == nil || last.Error.Code != pipeline.CodeUnavailable || !last.Replayed {
		t.Errorf("acted on after it was given up: %+v", last)
	}

	h.line.Handle(t.Context(), asked(t, h, "done", 1))
	h.giveUp(t.Context(), asked(t, h, "done", 1200))
	told = kept(t, h, bus.Feedback)
	if last := told[len(told)-1]; last.Request != "done" || last.Error != nil {
		t.Errorf("what was done is told as %+v", last)
	}

	h.giveUp(t.Context(), pipeline.Message{Subject: h.bus.Subjects().Request("agent"), Body: []byte("no event"), Published: time.Now()})
	told = kept(t, h, bus.Feedback)
	if last := told[len(told)-1]; last.Error == nil || last.Error.Code != pipeline.CodeInvalidEvent {
		t.Errorf("what is no event is told as %+v", last)
	}
}

// A message that breaks the line goes back to the bus a few times, and then its
// sender is told.
func TestTheLineBreaksAgainAndAgain(t *testing.T) {
	t.Parallel()
	h := aHouse(t)
	broken := h.orGiveUp(func(context.Context, pipeline.Message) pipeline.Disposition { panic("broken") })
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the bus does not hear of the first panic")
			}
		}()
		broken(t.Context(), asked(t, h, "breaks", mostPanics-1))
	}()
	if told := kept(t, h, bus.Feedback); len(told) != 0 {
		t.Errorf("told too early: %+v", told)
	}
	if d := broken(t.Context(), asked(t, h, "breaks", mostPanics)); d.Settle != pipeline.Terminate {
		t.Errorf("settled %+v", d)
	}
	if told := kept(t, h, bus.Feedback); len(told) != 1 || told[0].Request != "breaks" || told[0].Error == nil {
		t.Errorf("told %+v", told)
	}
}
