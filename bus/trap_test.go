package bus_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

// scanned returns the bodies that a stream keeps.
func scanned(tb testing.TB, s *bustest.Server, stream bus.Stream, r bus.Range) []string {
	tb.Helper()
	var out []string
	if err := s.Scan(tb.Context(), stream, r, func(k bus.Kept) error {
		out = append(out, k.Subject+" "+string(k.Body))
		return nil
	}); err != nil {
		tb.Fatal(err)
	}
	return out
}

// One id space for a whole stream: an agent must not be able to swallow
// another's message by using its id first.
func TestTheSameMessageIDFromTwoAgentsIsTwoMessages(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	id := map[string][]string{"Nats-Msg-Id": {"42"}}
	alice, bob := s.As("alice", pipeline.RoleAgent), s.As("bob", pipeline.RoleAgent)
	if err := alice.Publish(t.Context(), alice.Subjects().Request("alice"), id, []byte("a")); err != nil {
		t.Fatal(err)
	}
	// Within the shortest window that the server allows, the second sender is
	// told; right after it, the message is taken.
	eventually(t, "bob's message", func() bool {
		err := bob.Publish(t.Context(), bob.Subjects().Request("bob"), id, []byte("b"))
		if err != nil && !errors.Is(err, bus.ErrDuplicate) {
			t.Fatal(err)
		}
		return err == nil
	})
	got := make(chan string, 2)
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 2, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
		got <- m.Subject
		return pipeline.Ack()
	}})
	if a, b := within(t, got), within(t, got); a == b {
		t.Errorf("both from %s", a)
	}
}

// Headers are instructions to the server; none may reach beyond the sender's
// own message.
func TestHeadersOfAgentsCommandNothing(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	alice := s.As("alice", pipeline.RoleAgent)
	own := alice.Subjects().Request("alice")
	if err := alice.Publish(t.Context(), own, nil, []byte("first")); err != nil {
		t.Fatal(err)
	}
	for _, h := range []map[string][]string{
		{"Nats-Rollup": {"all"}}, {"Nats-Rollup": {"sub"}}, {"Nats-TTL": {"1s"}}, {"Nats-Expected-Last-Sequence": {"77"}},
		{"Nats-Expected-Stream": {"PP_AUDIT"}}, {"Nats-Schedule": {"@at 2030-01-01T00:00:00Z"}, "Nats-Schedule-Target": {"pp.answer.bob"}},
		{"Nats-Batch-Id": {"b"}, "Nats-Batch-Sequence": {"1"}, "Nats-Batch-Commit": {"1"}}, {"Nats-Incr": {"1"}},
	} {
		if err := alice.Publish(t.Context(), own, h, []byte("x")); !errors.Is(err, bus.ErrRefused) {
			t.Errorf("%v: %v", h, err)
		}
	}
	got := make(chan string, 16)
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 1, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
		got <- string(m.Body)
		return pipeline.Ack()
	}})
	if first := within(t, got); first != "first" {
		t.Errorf("got %q", first)
	}
}

// One agent that floods the queue must not take the others' room.
func TestAFullQueueOfOneAgentIsItsOwn(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t, func(c *bus.Config) { c.MaxQueued = 3 })
	alice, bob := s.As("alice", pipeline.RoleAgent), s.As("bob", pipeline.RoleAgent)
	for range 3 {
		if err := alice.Publish(t.Context(), "pp.request.alice", nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := alice.Publish(t.Context(), "pp.request.alice", nil, nil); !errors.Is(err, bus.ErrRefused) {
		t.Errorf("the fourth of three: %v", err)
	}
	if err := bob.Publish(t.Context(), "pp.request.bob", nil, nil); err != nil {
		t.Errorf("another agent: %v", err)
	}
}

// A header that looks like the server's status word must not be taken for one.
func TestAForgedStatusHeaderIsAMessage(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	alice := s.As("alice", pipeline.RoleAgent)
	for _, status := range []string{"409", "408", "100", "503"} {
		if err := alice.Publish(t.Context(), alice.Subjects().Request("alice"), map[string][]string{"Status": {status}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	got := make(chan string, 16)
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 1, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
		got <- m.Header["Status"][0]
		return pipeline.Ack()
	}})
	for range 4 {
		within(t, got)
	}
}

func TestABodyOfTenMegabytesIsRefusedAndNothingBreaks(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	alice := s.As("alice", pipeline.RoleAgent)
	own := alice.Subjects().Request("alice")
	big := bytes.Repeat([]byte("x"), 10<<20)
	if err := alice.Publish(t.Context(), own, nil, big); !errors.Is(err, bus.ErrTooLarge) {
		t.Errorf("client: %v", err)
	}
	if err := s.Publish(t.Context(), s.Subjects().Dead("event"), nil, big); !errors.Is(err, bus.ErrTooLarge) {
		t.Errorf("worker: %v", err)
	}
	// A client that does not care what the server said it takes.
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.Address(), "nats://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = conn.Write([]byte("CONNECT {}\r\nPUB pp.request.alice 10485760\r\n"))
	_, _ = conn.Write(big)
	if err := alice.Publish(t.Context(), own, nil, bytes.Repeat([]byte("x"), 2<<20)); err != nil {
		t.Errorf("two megabytes: %v", err)
	}
}

func TestTwoWorkersOnOneStateFolder(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	_, err := bus.Open(t.Context(), bus.Config{StateDir: s.StateDir(), Port: -1})
	if !errors.Is(err, bus.ErrLocked) || !strings.Contains(err.Error(), s.StateDir()) {
		t.Errorf("second worker: %v", err)
	}
	if err := s.Client(pipeline.RoleAgent).Publish(t.Context(), "pp.request.agent", nil, []byte("x")); err != nil {
		t.Errorf("the first is hurt: %v", err)
	}
}

func TestPortTaken(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dir := t.TempDir()
	_, err = bus.Open(t.Context(), bus.Config{StateDir: dir, Port: l.Addr().(*net.TCPAddr).Port})
	if !errors.Is(err, bus.ErrPort) {
		t.Errorf("got %v", err)
	}
	// Nothing is left behind: the folder can be used at once.
	b, err := bus.Open(t.Context(), bus.Config{StateDir: dir, Port: -1})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

func TestStateFolderThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	store := t.TempDir()
	if err := os.WriteFile(filepath.Join(store, "nats"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	garbage := t.TempDir()
	if err := os.WriteFile(filepath.Join(garbage, "principals.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{
		"below a file": filepath.Join(file, "state"), "read-only": "/proc/self/passepartout", "store is a file": store,
		"broken register": garbage, "none": "",
	} {
		if b, err := bus.Open(t.Context(), bus.Config{StateDir: dir, Port: -1}); err == nil {
			_ = b.Close()
			t.Errorf("%s: opened", name)
		}
	}
}

// A store that is full must refuse and say so, and open again.
func TestAFullStoreRefuses(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t, func(c *bus.Config) { c.MaxStore = 64 << 20 })
	body := bytes.Repeat([]byte("x"), 1<<20)
	var err error
	for range 64 {
		if err = s.Publish(t.Context(), s.Subjects().Audit(pipeline.StepDecided), nil, body); err != nil {
			break
		}
	}
	if err == nil {
		t.Fatal("the store takes twice its size")
	}
	if got := scanned(t, s, bus.Audit, bus.Range{}); len(got) < 16 {
		t.Errorf("%d lines of the record are left", len(got))
	}
	// The rest of the house goes on, also after a restart.
	s.Restart()
	if err := s.Client(pipeline.RoleAgent).Publish(t.Context(), "pp.request.agent", nil, []byte("x")); err != nil {
		t.Error(err)
	}
}

// The record cannot be shortened, not even by a worker.
func TestTheAuditStreamCannotBeDeletedFrom(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	if err := s.Publish(t.Context(), s.Subjects().Audit(pipeline.StepDecided), nil, []byte("line")); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(t.Context(), bus.Audit, 1); err == nil {
		t.Error("a line was removed")
	}
	worker := raw(t, s, "worker", pipeline.RoleWorker)
	js, err := jetstream.New(worker)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "PP_AUDIT")
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Purge(t.Context()); err == nil {
		t.Error("purged")
	}
	if err := worker.PublishMsg(&nats.Msg{Subject: "pp.audit.decided", Header: nats.Header{"Nats-Rollup": {"all"}}}); err != nil {
		t.Fatal(err)
	}
	flushed(t, worker)
	if got := scanned(t, s, bus.Audit, bus.Range{}); len(got) != 1 || got[0] != "pp.audit.decided line" {
		t.Errorf("record is %q", got)
	}
}

func TestAnExistingStreamThatContradictsIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		config jetstream.StreamConfig
		says   string
	}{
		"retention": {jetstream.StreamConfig{Name: "XX_SIGNALS", Subjects: []string{"xx.request.*", "xx.signal.*"}}, "retention is Limits, not WorkQueue"},
		"subjects":  {jetstream.StreamConfig{Name: "XX_AUDIT", Subjects: []string{"xx.audit.old"}, DenyDelete: true, DenyPurge: true}, "subjects is xx.audit.old, not xx.audit.>"},
		"rollup":    {jetstream.StreamConfig{Name: "XX_FEEDBACK", Subjects: []string{"xx.feedback.>"}, AllowRollup: true}, "rollup allowed is true"},
		"memory":    {jetstream.StreamConfig{Name: "KV_XX_JOURNAL", Subjects: []string{"$KV.XX_JOURNAL.>"}, Storage: jetstream.MemoryStorage}, "storage is Memory, not File"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := bustest.Start(t)
			worker := raw(t, s, "worker", pipeline.RoleWorker)
			js, err := jetstream.New(worker)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := js.CreateStream(t.Context(), c.config); err != nil {
				t.Fatal(err)
			}
			_, err = bus.Open(t.Context(), bus.Config{
				URL: s.Address(), Creds: bus.NewKeys(s.StateDir(), time.Now).File("worker", pipeline.RoleWorker), Prefix: "xx", MaxStore: -1,
			})
			if !errors.Is(err, bus.ErrContradicts) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), c.config.Name) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestLimitsOfExistingStreamsAreBroughtUpToDate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, age := range []time.Duration{24 * time.Hour, 48 * time.Hour} {
		s := bustest.Start(t, func(c *bus.Config) { c.StateDir, c.FeedbackAge, c.MaxQueued = dir, age, int64(age) })
		js, err := jetstream.New(raw(t, s, "worker", pipeline.RoleWorker))
		if err != nil {
			t.Fatal(err)
		}
		stream, err := js.Stream(t.Context(), "PP_FEEDBACK")
		if err != nil {
			t.Fatal(err)
		}
		if got := stream.CachedInfo().Config.MaxAge; got != age {
			t.Errorf("feedback is kept for %s, not %s", got, age)
		}
		s.Stop()
	}
}
