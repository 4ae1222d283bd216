package e2e

import (
	"fmt"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// window is how many requests are under way at once in throughput runs.
const window = 256

// unlimited lifts what would slow an agent down on purpose.
var unlimited = []string{"--set", "limits.parallel=64", "--set", "limits.rate=1000000", "--set", "limits.burst=1000000", "--set", "limits.quota=1000000000"}

// BenchmarkRequests is the whole line: requests from an agent's connection
// through the worker with a tool that does nothing, back to the agent. It is
// to be read beside BenchmarkBareLoop, the same copy without a worker.
func BenchmarkRequests(b *testing.B) {
	w := newSite(b, unlimited...).start()
	nc := w.connect("agent", "agent")
	in := follow(b, nc, "pp.feedback.agent.>")
	for _, inFlight := range []int{1, window} {
		b.Run(fmt.Sprintf("window=%d", inFlight), func(b *testing.B) {
			base := time.Now().UnixNano()
			measure(b, inFlight, func(i int) error {
				m := structured(b, fmt.Sprintf("b-%d-%d", base, i), requestType, map[string]any{"target": "tool", "op": "noop"})
				m.Subject = "pp.request.agent"
				return nc.PublishMsg(m)
			}, func() int {
				e := decode(b, in.next())
				if e.Type != "passepartout.feedback.tool-output.v1" {
					b.Fatalf("feedback %s: %s", e.Type, e.Data)
				}
				var stamp int64
				var i int
				if _, err := fmt.Sscanf(e.Cause, "b-%d-%d", &stamp, &i); err != nil {
					b.Fatal(err)
				}
				return i
			})
		})
	}
}

// BenchmarkBareLoop is nats.go and nothing else: consume from a work queue in
// file storage, publish the same bytes to another stream, acknowledge when
// that is stored.
func BenchmarkBareLoop(b *testing.B) {
	srv, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: b.TempDir(), NoLog: true, NoSigs: true, SyncInterval: 100 * time.Millisecond,
	})
	if err != nil {
		b.Fatal(err)
	}
	srv.Start()
	b.Cleanup(func() { srv.Shutdown(); srv.WaitForShutdown() })
	if !srv.ReadyForConnections(patience) {
		b.Fatal("the server is not ready")
	}
	stop := bareLoop(b, srv)
	b.Cleanup(stop)
	nc, err := nats.Connect(srv.ClientURL())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(nc.Close)
	in := follow(b, nc, "out.x")
	for _, inFlight := range []int{1, window} {
		b.Run(fmt.Sprintf("window=%d", inFlight), func(b *testing.B) {
			measure(b, inFlight, func(i int) error {
				m := structured(b, fmt.Sprint(i), requestType, map[string]any{"target": "tool", "op": "noop"})
				m.Subject = "in.x"
				return nc.PublishMsg(m)
			}, func() int {
				var i int
				if _, err := fmt.Sscan(decode(b, in.next()).ID, &i); err != nil {
					b.Fatal(err)
				}
				return i
			})
		})
	}
}

// bareLoop copies from one stream to another with an in-process connection.
func bareLoop(b *testing.B, srv *server.Server) (stop func()) {
	b.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(srv))
	if err != nil {
		b.Fatal(err)
	}
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(4096))
	if err != nil {
		b.Fatal(err)
	}
	ctx := b.Context()
	queue, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "IN", Subjects: []string{"in.*"}, Retention: jetstream.WorkQueuePolicy})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "OUT", Subjects: []string{"out.*"}}); err != nil {
		b.Fatal(err)
	}
	consumer, err := queue.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: "w", AckPolicy: jetstream.AckExplicitPolicy, MaxAckPending: 4096})
	if err != nil {
		b.Fatal(err)
	}
	running, err := consumer.Consume(func(m jetstream.Msg) {
		stored, err := js.PublishAsync("out.x", m.Data())
		if err != nil {
			b.Error(err)
			return
		}
		go func() {
			select {
			case <-stored.Ok():
				_ = m.Ack()
			case err := <-stored.Err():
				b.Error(err)
			}
		}()
	}, jetstream.PullMaxMessages(500))
	if err != nil {
		b.Fatal(err)
	}
	return func() { running.Stop(); <-running.Closed(); nc.Close() }
}

// measure keeps inFlight requests under way and reports the rate and the time
// from publish to answer.
func measure(b *testing.B, inFlight int, send func(i int) error, receive func() int) {
	b.Helper()
	sent := make([]time.Time, b.N)
	took := make([]time.Duration, 0, b.N)
	b.ResetTimer()
	begun := time.Now()
	for next, done := 0, 0; done < b.N; {
		for next < b.N && next-done < inFlight {
			sent[next] = time.Now()
			if err := send(next); err != nil {
				b.Fatal(err)
			}
			next++
		}
		i := receive()
		if i >= 0 && i < b.N {
			took = append(took, time.Since(sent[i]))
		}
		done++
	}
	rate := float64(b.N) / time.Since(begun).Seconds()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(rate, "req/s")
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkCommand is `bash -c true`, bare and through the worker in the same run.
func BenchmarkCommand(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			if err := exec.Command("bash", "-c", "true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	w := newSite(b, unlimited...).start()
	nc := w.connect("agent", "agent")
	in := follow(b, nc, "pp.feedback.agent.>")
	for name, data := range map[string]map[string]any{
		"worker-argv":  run("true", nil),
		"worker-shell": run("true; true", map[string]any{"shell": true}),
	} {
		b.Run(name, func(b *testing.B) {
			i := 0
			base := time.Now().UnixNano()
			for b.Loop() {
				i++
				id := fmt.Sprintf("c-%d-%d", base, i)
				m := structured(b, id, requestType, data)
				m.Subject = "pp.request.agent"
				if err := nc.PublishMsg(m); err != nil {
					b.Fatal(err)
				}
				if f := in.final(id); f.Kind != "tool-output" {
					b.Fatalf("ended as %s: %+v", f.Kind, f.Error)
				}
			}
		})
	}
}

// BenchmarkStart is the time from starting the process to being ready, with
// everything on the bus to be made (first) and found (again).
func BenchmarkStart(b *testing.B) {
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			w := newSite(b).start()
			b.StopTimer()
			w.kill()
			b.StartTimer()
		}
	})
	b.Run("again", func(b *testing.B) {
		s := newSite(b)
		if err := s.start().stop(); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			w := s.start()
			b.StopTimer()
			if err := w.stop(); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
	})
}
