package console

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// desk is a desk in memory.
type desk struct {
	mu      sync.Mutex
	plans   []Plan
	answers []sent
	notices chan Notice
}

func (d *desk) Plans(context.Context) ([]Plan, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]Plan(nil), d.plans...), nil
}

func (d *desk) Answer(_ context.Context, p Plan, approve bool, reason string) (Notice, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.answers, d.plans = append(d.answers, sent{p, approve, reason}), nil
	return Notice{At: noon(), Text: p.ID + " was answered"}, nil
}

func (d *desk) Notices(context.Context) (<-chan Notice, error) { return d.notices, nil }

// terminal keeps what the program draws.
type terminal struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *terminal) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(b)
}

func (o *terminal) await(t *testing.T, text string) {
	t.Helper()
	late := time.NewTimer(20 * time.Second)
	defer late.Stop()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		o.mu.Lock()
		got := o.buf.String()
		o.mu.Unlock()
		if strings.Contains(got, text) {
			return
		}
		select {
		case <-tick.C:
		case <-late.C:
			t.Fatalf("no %q in %q", text, got)
		}
	}
}

// TestRun plays a whole sitting through the real program: keys in, screens out.
func TestRun(t *testing.T) {
	t.Parallel()
	d := &desk{notices: make(chan Notice, 1)}
	in, keys := io.Pipe()
	out := &terminal{}
	done := make(chan error, 1)
	go func() {
		done <- Run(t.Context(), Config{Desk: d, Who: "ann", In: in, Out: out, Environ: []string{"TERM=xterm"}, Now: noon, Width: 80, Height: 24})
	}()
	write := func(s string) {
		t.Helper()
		if _, err := io.WriteString(keys, s); err != nil {
			t.Fatal(err)
		}
	}
	out.await(t, "no flight plan waits")
	d.mu.Lock()
	d.plans = []Plan{plan("p1", 3)}
	d.mu.Unlock()
	d.notices <- Notice{At: noon(), Text: "plan held p1"}
	out.await(t, "plan held p1")
	out.await(t, "cp notes.txt")
	write("\r")
	out.await(t, "line 3")
	write("a")
	out.await(t, "any other key is no")
	write("y")
	out.await(t, "p1 was answered")
	write("q")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	_ = keys.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.answers) != 1 || !d.answers[0].approve || d.answers[0].plan.Token != "tok-p1" {
		t.Errorf("answers %+v", d.answers)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	in, keys := io.Pipe()
	out := &terminal{}
	done := make(chan error, 1)
	go func() {
		done <- Run(ctx, Config{Desk: &desk{notices: make(chan Notice)}, In: in, Out: out, Environ: []string{"TERM=xterm"}, Now: noon, Width: 80, Height: 24})
	}()
	out.await(t, "no flight plan waits")
	cancel()
	if err := <-done; err != nil {
		t.Errorf("an end that was asked for: %v", err)
	}
	_ = keys.Close()
}
