package bus_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

// roomy makes the store large enough for a benchmark's queue.
func roomy(c *bus.Config) { c.MaxStore, c.MaxQueued = 64<<30, 10_000_000 }

// fill puts n messages of one kilobyte into the queue.
func fill(b *testing.B, s *bustest.Server, n int) []byte {
	b.Helper()
	js, err := jetstream.New(raw(b, s, "worker", pipeline.RoleWorker), jetstream.WithPublishAsyncMaxPending(1000))
	if err != nil {
		b.Fatal(err)
	}
	body := bytes.Repeat([]byte("x"), 1024)
	for range n {
		if _, err := js.PublishAsync("pp.request.agent", body); err != nil {
			b.Fatal(err)
		}
	}
	<-js.PublishAsyncComplete()
	if kept, err := s.Last(b.Context(), bus.Signals, ""); err != nil || kept.Seq < uint64(n) {
		b.Fatalf("%d of %d messages are in the queue: %v", kept.Seq, n, err)
	}
	return body
}

// BenchmarkCopy is the work of a worker without the work: consume, publish
// feedback, ack, draining a full queue; once with nats.go alone, and once
// through Consume and Publish. Same server, storage and acks.
func BenchmarkCopy(b *testing.B) {
	b.Run("raw", func(b *testing.B) {
		s := bustest.Start(b, roomy)
		body := fill(b, s, b.N)
		nc := raw(b, s, "worker", pipeline.RoleWorker)
		js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(1000))
		if err != nil {
			b.Fatal(err)
		}
		c, err := js.Consumer(b.Context(), "PP_SIGNALS", "workers")
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(body)))
		b.ResetTimer()
		for done := 0; done < b.N; {
			batch, err := c.Fetch(min(500, b.N-done))
			if err != nil {
				b.Fatal(err)
			}
			for m := range batch.Messages() {
				if _, err := js.PublishAsync("pp.feedback.agent.s.tool-output", m.Data()); err != nil {
					b.Fatal(err)
				}
				if err := m.Ack(); err != nil {
					b.Fatal(err)
				}
				done++
			}
		}
		<-js.PublishAsyncComplete()
		flushBench(b, nc)
	})
	for _, slots := range []int{1, 16, 64, 256} {
		b.Run(fmt.Sprintf("bus/%d", slots), func(b *testing.B) {
			s := bustest.Start(b, roomy)
			body := fill(b, s, b.N)
			ctx, cancel := context.WithCancel(context.WithoutCancel(b.Context()))
			defer cancel()
			var done atomic.Int64
			b.SetBytes(int64(len(body)))
			b.ResetTimer()
			err := s.Consume(ctx, bus.Intake{Stream: bus.Signals, Slots: slots, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
				if err := s.Publish(context.WithoutCancel(ctx), "pp.feedback.agent.s.tool-output", nil, m.Body); err != nil {
					b.Error(err)
				}
				if done.Add(1) == int64(b.N) {
					cancel()
				}
				return pipeline.Ack()
			}})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}

func flushBench(b *testing.B, nc *nats.Conn) {
	b.Helper()
	if err := nc.FlushTimeout(patience); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkRoundTrip is one request at a time from an agent's client to its
// feedback, with the journal's claim and close between.
func BenchmarkRoundTrip(b *testing.B) {
	for _, journal := range []bool{false, true} {
		b.Run(fmt.Sprintf("journal=%v", journal), func(b *testing.B) {
			s := bustest.Start(b, roomy)
			agent := s.Client(pipeline.RoleAgent)
			back := bustest.Inbox(b, agent, s.Subjects().FeedbackOf("agent"))
			var n atomic.Int64
			consume(b, s, bus.Intake{Stream: bus.Signals, Slots: 4, Handle: func(ctx context.Context, m pipeline.Message) pipeline.Disposition {
				if key := fmt.Sprint("k", n.Add(1)); journal {
					if err := s.Journal().Claim(ctx, claim(key)); err != nil {
						b.Error(err)
					}
					if err := s.Journal().Close(ctx, key, outcome(key)); err != nil {
						b.Error(err)
					}
				}
				// The agent may hear of the last one, and the run end, before the
				// server's word that it is stored.
				if err := s.Publish(ctx, "pp.feedback.agent.s.tool-output", nil, m.Body); err != nil && !errors.Is(err, bus.ErrStopped) {
					b.Error(err)
				}
				return pipeline.Ack()
			}})
			body := bytes.Repeat([]byte("x"), 1024)
			took := make([]time.Duration, 0, 1024)
			for b.Loop() {
				start := time.Now()
				if err := agent.Publish(b.Context(), "pp.request.agent", nil, body); err != nil {
					b.Fatal(err)
				}
				<-back
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
		})
	}
}

// BenchmarkPublish is many goroutines that each wait for their own ack.
func BenchmarkPublish(b *testing.B) {
	for _, at := range []int{1, 16, 256} {
		b.Run(fmt.Sprint(at), func(b *testing.B) {
			s := bustest.Start(b, roomy)
			body := bytes.Repeat([]byte("x"), 1024)
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ResetTimer()
			var wg sync.WaitGroup
			for range at {
				wg.Go(func() {
					for left.Add(-1) >= 0 {
						if err := s.Publish(b.Context(), "pp.feedback.agent.s.tool-output", nil, body); err != nil {
							b.Error(err)
						}
					}
				})
			}
			wg.Wait()
		})
	}
}

// BenchmarkOpen is from nothing to a bus that is ready, and its end.
func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		bs, err := bus.Open(b.Context(), bus.Config{StateDir: b.TempDir(), Port: -1})
		if err != nil {
			b.Fatal(err)
		}
		if err := bs.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSender(b *testing.B) {
	s := subjects(b)
	for b.Loop() {
		if _, _, err := s.Sender("pp.request.alice"); err != nil {
			b.Fatal(err)
		}
	}
}
