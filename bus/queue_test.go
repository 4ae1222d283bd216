package bus_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

func TestTwoWorkersShareOneQueue(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	second, err := bus.Open(t.Context(), bus.Config{
		URL: s.Address(), Creds: bus.NewKeys(s.StateDir(), time.Now).File("worker", pipeline.RoleWorker), MaxStore: -1,
	})
	if err == nil {
		t.Cleanup(func() { _ = second.Close() })
	} else {
		t.Fatal(err)
	}
	if second.Worker() == s.Worker() {
		t.Error("two workers of one name")
	}
	const n = 400
	by := make(chan string, 2*n)
	handle := func(b *bus.Bus) bus.Intake {
		return bus.Intake{Stream: bus.Signals, Slots: 2, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
			by <- b.Worker() + " " + string(m.Body)
			return pipeline.Ack()
		}}
	}
	consume(t, s, handle(s.Bus))
	consume(t, &bustest.Server{Bus: second}, handle(second))
	for i := range n {
		ask(t, s, fmt.Sprint(i))
	}
	bodies, workers := map[string]int{}, map[string]int{}
	for range n {
		var w, body string
		if _, err := fmt.Sscan(within(t, by), &w, &body); err != nil {
			t.Fatal(err)
		}
		bodies[body]++
		workers[w]++
	}
	if len(bodies) != n || len(workers) != 2 {
		t.Errorf("%d bodies by %v", len(bodies), workers)
	}
}
