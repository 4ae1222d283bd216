package bus_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

// What a stopped server had been told to deliver again it delivers again when
// it is started, not half a minute later; and it keeps count, and its ack wait.
func TestTheNextWorkerWaitsForNobody(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	ask(t, s, "one")
	first := make(chan delivery, 8)
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 8, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
		first <- saw(m)
		return pipeline.Nak(20*time.Second, "not now")
	}})
	within(t, first)
	s.Restart()
	start := time.Now()
	again := make(chan pipeline.Message, 8)
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 8, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
		again <- m
		return pipeline.Nak(20*time.Second, "not now either")
	}})
	if m := within(t, again); m.Delivery != 2 || time.Since(start) > 5*time.Second {
		t.Errorf("delivery %d after %s", m.Delivery, time.Since(start))
	}
	option, err := nats.NkeyOptionFromSeed(bus.NewKeys(s.StateDir(), time.Now).File("worker", pipeline.RoleWorker))
	if err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(s.Address(), option)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	c, err := js.Consumer(t.Context(), "PP_SIGNALS", "workers")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.CachedInfo().Config.AckWait; got != 30*time.Second {
		t.Errorf("the ack wait stays %s", got)
	}
}

// A worker that died cannot give its lease up: its successor on the same state
// folder does. The lease of a worker that lives stays.
func TestTheNextWorkerEndsTheLeaseOfTheOneBefore(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t, func(c *bus.Config) { c.Hasten(0, 0, 10*time.Minute) })
	living := colleague(t, s, func(c *bus.Config) { c.Hasten(0, 0, 10*time.Minute) })
	if err := living.Journal().Claim(t.Context(), claim("theirs")); err != nil {
		t.Fatal(err)
	}
	if err := s.Journal().Claim(t.Context(), claim("mine")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(s.StateDir(), "address.json")
	left, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s.CutOff() // it cannot give its lease up
	s.Stop()
	if err := os.WriteFile(file, left, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Restart()
	if c, err := s.Journal().Look(t.Context(), "mine"); err != nil || c.Alive {
		t.Errorf("the claim of the dead: %+v, %v", c, err)
	}
	if c, err := s.Journal().Look(t.Context(), "theirs"); err != nil || !c.Alive {
		t.Errorf("the claim of the living: %+v, %v", c, err)
	}
}
