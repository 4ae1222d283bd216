package bus_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

// raw connects with an identity's key and nothing of ours in between, as any
// NATS client could.
func raw(tb testing.TB, s *bustest.Server, name pipeline.Principal, role pipeline.Role) *nats.Conn {
	tb.Helper()
	s.As(name, role) // makes the key
	return connect(tb, s.Address(), bus.NewKeys(s.StateDir(), time.Now).File(name, role))
}

func connect(tb testing.TB, url, file string) *nats.Conn {
	tb.Helper()
	opt, err := nats.NkeyOptionFromSeed(file)
	if err != nil {
		tb.Fatal(err)
	}
	// Refusals are asked for by their effect, not by the server's word.
	nc, err := nats.Connect(url, opt, nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(nc.Close)
	return nc
}

func flushed(tb testing.TB, nc *nats.Conn) {
	tb.Helper()
	if err := nc.FlushTimeout(patience); err != nil {
		tb.Fatal(err)
	}
}

// world is every subject of interest, from the side of alice and of others.
var world = []string{
	"pp.request.alice", "pp.request.bob", "pp.signal.alice", "pp.signal.bob", "pp.answer.alice", "pp.answer.bob",
	"pp.control.alice", "pp.control.bob", "pp.query.agent.alice", "pp.query.agent.bob", "pp.query.sensor.alice",
	"pp.query.approver.alice", "pp.query.observer.alice", "pp.query.operator.alice", "pp.query.operator.bob",
	"pp.feedback.alice.s.tool-output", "pp.feedback.bob.s.tool-output", "pp.output.alice.s.k", "pp.output.bob.s.k",
	"pp.terminal.alice.s", "pp.terminal.bob.s", "pp.plan.alice.p", "pp.plan.bob.p", "pp.audit.decided", "pp.dead.event",
	"$KV.PP_JOURNAL.k", "$JS.API.INFO", "$JS.API.STREAM.NAMES", "$JS.API.CONSUMER.MSG.NEXT.PP_SIGNALS.workers",
	"$JS.API.DIRECT.GET.PP_PLANS", "$JS.ACK.PP_SIGNALS.workers.1.1.1.1.1", "$SYS.REQ.SERVER.PING",
	"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.PP_SIGNALS.workers", "_INBOX.other", "other",
}

// table is the design's table of who publishes and who reads, for a principal
// named alice in each role.
var table = map[pipeline.Role]struct{ publish, read string }{
	pipeline.RoleAgent: {
		"pp.request.alice pp.query.agent.alice",
		"pp.feedback.alice.s.tool-output pp.output.alice.s.k pp.terminal.alice.s",
	},
	pipeline.RoleSensor:   {"pp.signal.alice", "pp.feedback.alice.s.tool-output"},
	pipeline.RoleApprover: {"pp.answer.alice pp.query.approver.alice", "pp.plan.alice.p pp.plan.bob.p pp.feedback.alice.s.tool-output"},
	pipeline.RoleObserver: {
		"pp.query.observer.alice",
		"pp.feedback.alice.s.tool-output pp.feedback.bob.s.tool-output pp.output.alice.s.k pp.output.bob.s.k pp.audit.decided",
	},
	pipeline.RoleOperator: {
		"pp.control.alice pp.query.operator.alice",
		"pp.feedback.alice.s.tool-output pp.feedback.bob.s.tool-output pp.output.alice.s.k pp.output.bob.s.k pp.audit.decided pp.dead.event",
	},
}

// heard collects the bodies that arrive on a connection.
type heard struct {
	mu sync.Mutex
	on map[string]string // subject by body
}

func listen(tb testing.TB, nc *nats.Conn, subjects ...string) *heard {
	tb.Helper()
	h := &heard{on: map[string]string{}}
	for _, s := range subjects {
		if _, err := nc.Subscribe(s, func(m *nats.Msg) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.on[string(m.Data)] = m.Subject
		}); err != nil {
			tb.Fatal(err)
		}
	}
	flushed(tb, nc)
	return h
}

func (h *heard) has(body string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, ok := h.on[body]
	return ok
}

// await waits until a body has arrived.
func (h *heard) await(tb testing.TB, body string) {
	tb.Helper()
	eventually(tb, "message "+body, func() bool { return h.has(body) })
}

// eventually polls until ok or patience is over.
func eventually(tb testing.TB, what string, ok func() bool) {
	tb.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(patience); ; {
		if ok() {
			return
		}
		select {
		case <-tick.C:
		case <-end:
			tb.Fatalf("%s: not in time", what)
		}
	}
}

// door connects as an identity.
type door func(tb testing.TB, name pipeline.Principal, role pipeline.Role) *nats.Conn

func TestRightsAreExactlyTheTable(t *testing.T) {
	t.Parallel()
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		s := bustest.Start(t)
		checkRights(t, func(tb testing.TB, name pipeline.Principal, role pipeline.Role) *nats.Conn {
			tb.Helper()
			return raw(tb, s, name, role)
		})
	})
	t.Run("external", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		keys := bus.NewKeys(dir, time.Now)
		if _, _, err := keys.Add("worker", pipeline.RoleWorker); err != nil {
			t.Fatal(err)
		}
		for role := range table {
			if _, _, err := keys.Add("alice", role); err != nil {
				t.Fatal(err)
			}
		}
		accounts, err := keys.ServerConfig(subjects(t))
		if err != nil {
			t.Fatal(err)
		}
		url := configured(t, accounts)
		b, err := bus.Open(t.Context(), bus.Config{URL: url, Creds: keys.File("worker", pipeline.RoleWorker), MaxStore: -1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = b.Close() })
		client, err := bus.Dial(t.Context(), bus.ClientConfig{URL: url, Creds: keys.File("alice", pipeline.RoleAgent), Name: "alice", Role: pipeline.RoleAgent})
		if err != nil {
			t.Fatal(err)
		}
		if err := client.Publish(t.Context(), "pp.request.alice", nil, []byte("x")); err != nil {
			t.Error(err)
		}
		_ = client.Close()
		checkRights(t, func(tb testing.TB, name pipeline.Principal, role pipeline.Role) *nats.Conn {
			tb.Helper()
			return connect(tb, url, keys.File(name, role))
		})
	})
}

func checkRights(t *testing.T, open door) {
	worker := open(t, "worker", pipeline.RoleWorker)
	all := listen(t, worker, ">")
	for role, want := range table {
		t.Run(string(role), func(t *testing.T) {
			nc := open(t, "alice", role)
			for _, subject := range world {
				body := "from " + string(role) + " on " + subject
				_ = nc.Publish(subject, []byte(body))
				flushed(t, nc)
				// What the worker publishes itself comes after whatever the
				// server let through before.
				fence := "fence " + body
				_ = worker.Publish("fence", []byte(fence))
				all.await(t, fence)
				if got, may := all.has(body), listed(want.publish, subject); got != may {
					t.Errorf("publishes on %s: %v, want %v", subject, got, may)
				}
			}
			ear := listen(t, nc, append(append([]string{">", "pp.>", "pp.plan.>", "pp.feedback.>", "$KV.>"}, world...), inbox)...)
			for _, subject := range world {
				body := "to " + string(role) + " on " + subject
				_ = worker.Publish(subject, []byte(body))
				flushed(t, worker)
				flushed(t, nc)
				if listed(want.read, subject) {
					ear.await(t, body)
				} else if ear.has(body) {
					t.Errorf("reads %s", subject)
				}
			}
		})
	}
}

const inbox = "_INBOX.>"

func listed(list, subject string) bool {
	for _, s := range strings.Fields(list) {
		if s == subject {
			return true
		}
	}
	return false
}

// A reply subject is not permission-checked by a NATS server: it must reach
// nothing but its own sender.
func TestReplySubjectsReachNobodyElse(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	worker := raw(t, s, "worker", pipeline.RoleWorker)
	all := listen(t, worker, "pp.>", "$KV.>")
	if _, err := worker.Subscribe("pp.query.*.*", func(m *nats.Msg) { _ = m.Respond(append([]byte("reply to "), m.Data...)) }); err != nil {
		t.Fatal(err)
	}
	flushed(t, worker)
	bob := raw(t, s, "bob", pipeline.RoleAgent)
	bobs := listen(t, bob, "pp.feedback.bob.>", inbox)
	for role, begin := range map[pipeline.Role]string{
		pipeline.RoleAgent: "pp.request.alice pp.query.agent.alice", pipeline.RoleObserver: "pp.query.observer.alice",
		pipeline.RoleApprover: "pp.answer.alice pp.query.approver.alice", pipeline.RoleSensor: "pp.signal.alice",
		pipeline.RoleOperator: "pp.query.operator.alice",
	} {
		nc := raw(t, s, "alice", role)
		own := strings.Fields(table[role].publish)
		targets := append([]string{
			"$JS.API.STREAM.PURGE.PP_AUDIT", "$JS.API.CONSUMER.MSG.NEXT.PP_SIGNALS.workers", "$KV.PP_JOURNAL.k",
			"pp.feedback.bob.s.tool-output", "_INBOX.bob", "$JS.API.STREAM.DELETE.PP_SIGNALS",
		}, world...)
		for _, from := range strings.Fields(begin) {
			for i, target := range targets {
				if strings.HasPrefix(target, "$JS.ACK") {
					continue // the server refuses such a reply subject altogether
				}
				body := fmt.Sprintf("%s %s %d", role, from, i)
				if err := nc.PublishRequest(from, target, []byte(body)); err != nil {
					t.Fatal(err)
				}
				all.await(t, body)
				if listed(strings.Join(own, " "), target) {
					continue // it may publish there anyway
				}
				flushed(t, nc)
				flushed(t, worker)
				if bobs.has("reply to " + body) {
					t.Errorf("%s on %s with reply %s reaches bob", role, from, target)
				}
				all.mu.Lock()
				on, ok := all.on["reply to "+body]
				all.mu.Unlock()
				if ok {
					t.Errorf("%s on %s with reply %s lands on %s", role, from, target, on)
				}
			}
		}
	}
	// The server's own replies (PubAcks) reached nothing but their sender's
	// own subjects either.
	all.mu.Lock()
	defer all.mu.Unlock()
	for body, subject := range all.on {
		if !strings.Contains(body, `"stream"`) {
			continue
		}
		own := table[pipeline.RoleApprover].publish
		if strings.Contains(body, "PP_SIGNALS") {
			own = table[pipeline.RoleAgent].publish + " " + table[pipeline.RoleSensor].publish
		}
		if !listed(own, subject) {
			t.Errorf("an acknowledgement landed on %s: %s", subject, body)
		}
	}
}
