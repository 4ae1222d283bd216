package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
)

// A worker outlives a restart of the server: what runs meanwhile is not run
// again, what ends meanwhile is told afterwards, and what comes later is done.
func TestServerRestartedUnderTheWorker(t *testing.T) {
	t.Parallel()
	n := startServer(t, "")
	s := newSite(t, "--nats-url", n.url())
	w := s.start()
	agent := n.connect()
	in, live := follow(t, agent, "pp.feedback.agent.>"), follow(t, agent, "pp.output.agent.>")
	during, meanwhile := s.job("during"), s.job("meanwhile")
	publish(t, agent, "pp.request.agent", structured(t, "during", requestType, during.request(nil)))
	publish(t, agent, "pp.request.agent", structured(t, "meanwhile", requestType, meanwhile.request(nil)))
	started(t, live, "during", "meanwhile")
	n.down()
	meanwhile.release()
	eventually(t, "the command ends without a server", func() bool { return !meanwhile.runs() })
	n.up()
	eventually(t, "the agent is back", agent.IsConnected)
	during.release()
	// What is told before the agent is back is not told again by itself.
	for _, j := range []job{during, meanwhile} {
		publish(t, agent, "pp.request.agent", structured(t, j.id, requestType, j.request(nil)))
		if f := in.final(j.id); f.Kind != "tool-output" || f.shell(t).Stdout != "started\nfinished\n" {
			t.Errorf("%s ended as %s %+v", j.id, f.Kind, f.Error)
		}
		if j.begun() != 1 {
			t.Errorf("%s was begun %d times", j.id, j.begun())
		}
	}
	publish(t, agent, "pp.request.agent", structured(t, "after", requestType, run("echo still here", nil)))
	if f := in.final("after"); f.Kind != "tool-output" || f.shell(t).Stdout != "still here\n" {
		t.Errorf("after the restart: %+v %+v", f, f.Error)
	}
	if err := w.stop(); err != nil {
		t.Errorf("stop: %v\n%s", err, w.stderr)
	}
}

// With the accounts that the register of keys yields, an external server gives
// everybody the same rights as the embedded one does.
func TestExternalServerWithAccounts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, who := range []string{"worker first", "agent agent", "agent mallory", "approver approver", "observer observer"} {
		role, name, _ := strings.Cut(who, " ")
		s.must("keys", "add", role, name)
	}
	n := startServer(t, s.must("keys", "server-config"))
	key := func(name string) string { return filepath.Join(s.state(), "keys", name+".nk") }
	w := s.start("--nats-url", n.url(), "--creds", key("worker-first"))
	agent, mallory, approver := w.connect("agent", "agent"), w.connect("agent", "mallory"), w.connect("approver", "approver")
	in, plans := follow(t, agent, "pp.feedback.agent.>"), follow(t, approver, "pp.plan.>")
	p, outside := hold(t, w, agent, plans, "h1")
	for _, subject := range []string{"pp.request.agent", "pp.answer.approver", "pp.feedback.agent.default.tool-output", "$JS.API.STREAM.LIST"} {
		refused(t, mallory, subject)
	}
	publish(t, approver, "pp.answer.approver", structured(t, "a1", answerType, answer(p, "approve")))
	if f := in.final("h1"); f.Kind != "tool-output" || !exists(outside) {
		t.Errorf("after the approval: %+v %+v", f, f.Error)
	}
	if nc, err := nats.Connect(n.url()); err == nil {
		nc.Close()
		t.Error("somebody without a key was let in")
	}
	// The program's own clients speak with the same keys.
	got := s.client("--nats-url", n.url(), "--creds", key("agent-agent"), "ask", "--intent", "look around", "--", "echo", "over there")
	if got.code != 0 || got.stdout != "over there\n" {
		t.Errorf("ask: exit %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	got = s.client("--nats-url", n.url(), "--creds", key("agent-mallory"), "ask", "--wait", "5s", "--intent", "speak as somebody else", "--", "true")
	if got.code == 0 || !strings.Contains(got.stderr, "not permitted") {
		t.Errorf("mallory as agent: exit %d\n%s%s", got.code, got.stdout, got.stderr)
	}
}

// Two workers share a server's work, and each request runs once. When one is
// killed, the other says of what it had begun that nobody knows.
func TestTwoWorkersShareTheWork(t *testing.T) {
	t.Parallel()
	n := startServer(t, "")
	home := newSite(t)
	common := []string{"--nats-url", n.url(), "--workspace", home.workspace(), "--set", "limits.parallel=2", "--set", "limits.burst=1000"}
	first, second := newSite(t, common...).start(), newSite(t, common...).start()
	agent := n.connect()
	in, live := follow(t, agent, "pp.feedback.agent.>"), follow(t, agent, "pp.output.agent.>")
	const many = 24
	for i := range many {
		publish(t, agent, "pp.request.agent", structured(t, fmt.Sprint("r", i), requestType,
			run(fmt.Sprintf("echo ran >> r%d.txt; sleep 0.05", i), map[string]any{"shell": true})))
	}
	by := map[string]int{}
	for range many {
		m := in.next()
		if f := feedbackOf(t, m); f.Kind != "tool-output" {
			t.Errorf("%s ended as %s %+v", f.Request, f.Kind, f.Error)
		}
		by[decode(t, m).Source]++
	}
	for i := range many {
		if text := read(t, filepath.Join(home.workspace(), fmt.Sprintf("r%d.txt", i))); text != "ran\n" {
			t.Errorf("request %d ran as %q", i, text)
		}
	}
	if len(by) != 2 {
		t.Errorf("not shared: %v", by)
	}

	j := home.job("cut")
	publish(t, agent, "pp.request.agent", structured(t, "cut", requestType, j.request(nil)))
	e := decode(t, live.next())
	for e.Cause != "cut" {
		e = decode(t, live.next())
	}
	one, other := first, second
	if strings.HasSuffix(e.Source, second.id()) {
		one, other = second, first
	} else if !strings.HasSuffix(e.Source, first.id()) {
		t.Fatalf("output of %s, which is none of the workers", e.Source)
	}
	one.kill()
	m := in.next()
	if f := feedbackOf(t, m); f.Request != "cut" || f.Kind != "tool-error" || f.Error == nil || f.Error.Code != "outcome_unknown" {
		t.Errorf("after the kill: %+v %+v", f, f.Error)
	}
	if source := decode(t, m).Source; !strings.HasSuffix(source, other.id()) {
		t.Errorf("told by %s", source)
	}
	if j.begun() != 1 {
		t.Errorf("begun %d times", j.begun())
	}
	eventually(t, "no process outlives its worker", func() bool { return !j.runs() })
}

// A worker whose server is gone can still be stopped.
func TestStopWithoutAServer(t *testing.T) {
	t.Parallel()
	n := startServer(t, "")
	w := newSite(t, "--nats-url", n.url(), "--patience", "1s").start()
	n.down()
	if err := w.stop(); err != nil && strings.Contains(err.Error(), "did not stop") {
		t.Errorf("%v\n%s", err, w.stderr)
	}
}
