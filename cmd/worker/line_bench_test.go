package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"passepartout/event"
	"passepartout/internal/config"
	"passepartout/pipeline"
)

// BenchmarkLine is one request through the connected house: perceived, judged,
// claimed, acted on by a tool that does nothing or by a command that does
// nothing, recorded, published. What it
// leaves out is the way of the message from the agent to the worker.
func BenchmarkLine(b *testing.B) {
	dir := b.TempDir()
	l, err := config.Load(config.Source{Env: []string{"HOME=" + dir}, Dir: dir, Flags: map[string]string{
		"state_dir": filepath.Join(dir, "state"), "workspace": filepath.Join(dir, "ws"), "scratch": filepath.Join(dir, "scratch"),
		"limits.rate": "1000000", "limits.burst": "1000000", "limits.quota": "1000000000",
	}})
	if err != nil {
		b.Fatal(err)
	}
	if err := folders(l.Config); err != nil {
		b.Fatal(err)
	}
	h, err := openHouse(b.Context(), l, newLog(io.Discard, false), time.Now)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := h.close(context.WithoutCancel(b.Context())); err != nil {
			b.Error(err)
		}
	})
	if err := h.switches.follow(b.Context()); err != nil {
		b.Fatal(err)
	}
	var running sync.WaitGroup
	if err := h.accounts.follow(b.Context(), &running); err != nil {
		b.Fatal(err)
	}
	var n atomic.Int64
	noop := event.Request{Target: "tool", Op: "noop"}
	ask := func(b *testing.B, r event.Request) {
		e, err := event.Codec{}.Request(event.Envelope{ID: fmt.Sprint(n.Add(1)), Source: "/bench"}, r)
		if err != nil {
			b.Error(err)
			return
		}
		m := pipeline.Message{Subject: h.bus.Subjects().Request("agent"), Header: e.Header, Body: e.Body, Delivery: 1, Published: time.Now()}
		if d := h.line.Handle(b.Context(), m); d.Settle != pipeline.Done {
			b.Errorf("settled %+v", d)
		}
	}
	b.Run("one", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ask(b, noop)
		}
	})
	b.Run("command", func(b *testing.B) {
		run := event.Request{Target: "shell", Op: "run", Intent: "a benchmark", Params: json.RawMessage(`{"argv":["true"]}`)}
		for b.Loop() {
			ask(b, run)
		}
	})
	b.Run("parallel", func(b *testing.B) {
		b.SetParallelism(32)
		b.ReportAllocs()
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				ask(b, noop)
			}
		})
	})
}
