package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A worker that is frozen beyond its lease finds on waking that another has
// told its request's outcome. It does not act again, and what it says later
// does not change what was told.
func TestAFrozenWorkerIsFenced(t *testing.T) {
	t.Parallel()
	n := startServer(t, "")
	home := newSite(t)
	common := []string{"--nats-url", n.url(), "--workspace", home.workspace()}
	first, second := newSite(t, common...).start(), newSite(t, common...).start()
	agent := n.connect()
	in, live := follow(t, agent, "pp.feedback.agent.>"), follow(t, agent, "pp.output.agent.>")
	j := home.job("frozen")
	publish(t, agent, "pp.request.agent", structured(t, "frozen", requestType, j.request(nil)))
	frozen, other := first, second
	if e := decode(t, live.next()); strings.HasSuffix(e.Source, second.id()) {
		frozen, other = second, first
	}
	if err := frozen.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	m := in.next()
	if f := feedbackOf(t, m); f.Error == nil || f.Error.Code != "outcome_unknown" {
		t.Fatalf("%s %+v %+v", f.Request, f.Kind, f.Error)
	}
	if source := decode(t, m).Source; !strings.HasSuffix(source, other.id()) {
		t.Errorf("told by %s", source)
	}
	j.release()
	if err := frozen.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if err := frozen.stop(); err != nil && strings.Contains(err.Error(), "did not stop") {
		t.Fatalf("%v\n%s", err, frozen.stderr)
	}
	// Asked again, it is told the same; nothing else was told meanwhile.
	publish(t, agent, "pp.request.agent", structured(t, "frozen", requestType, j.request(nil)))
	if f := in.final("frozen"); f.Error == nil || f.Error.Code != "outcome_unknown" || !f.Replayed {
		t.Errorf("%+v %+v", f, f.Error)
	}
	if j.begun() != 1 {
		t.Errorf("begun %d times", j.begun())
	}
}

// What changed between the plan and its approval does not run under it: a
// person is shown what it would do now.
func TestWhatChangedAfterThePlanDoesNotRun(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent, approver := w.connect("agent", "agent"), w.connect("approver", "approver")
	in, plans := follow(t, agent, "pp.feedback.agent.>"), follow(t, approver, "pp.plan.>")
	shown, victim := filepath.Join(w.dir, "shown"), filepath.Join(w.dir, "victim")
	for _, dir := range []string{shown, victim} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link, script := filepath.Join(w.workspace(), "link"), filepath.Join(w.workspace(), "script.sh")
	aim := func(at string) {
		t.Helper()
		_ = os.Remove(link)
		if err := os.Symlink(at, link); err != nil {
			t.Fatal(err)
		}
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(script, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	aim(shown)
	write("echo harmless")
	for i, c := range []struct {
		command string
		change  func()
	}{
		{"touch link/file", func() { aim(victim) }},
		{"./script.sh > " + filepath.Join(shown, "out"), func() { write("echo harmful") }},
	} {
		id := fmt.Sprint("t", i)
		publish(t, agent, "pp.request.agent", structured(t, id, requestType, run(c.command, map[string]any{"shell": true})))
		p := plans.plan("held")
		c.change()
		publish(t, approver, "pp.answer.approver", structured(t, "a"+id, answerType, answer(p, "approve")))
		now := plans.plan("held")
		if now.Plan == p.Plan || now.Digest == p.Digest {
			t.Errorf("%s: held again as %+v", c.command, now)
		}
		if i == 0 && !strings.Contains(now.Text, filepath.Join(victim, "file")) {
			t.Errorf("the new plan does not show what it would do now:\n%s", now.Text)
		}
		// The used answer once more changes nothing.
		publish(t, approver, "pp.answer.approver", structured(t, "again"+id, answerType, answer(p, "approve")))
		if no := plans.plan("refused"); no.Error == nil {
			t.Errorf("a used plan: %+v", no)
		}
		publish(t, approver, "pp.answer.approver", structured(t, "no"+id, answerType, answer(now, "reject")))
		if f := in.final(id); f.Kind != "rejected" {
			t.Errorf("%s: %s %+v", c.command, f.Kind, f.Error)
		}
	}
	for _, path := range []string{filepath.Join(shown, "file"), filepath.Join(victim, "file"), filepath.Join(shown, "out")} {
		if exists(path) {
			t.Errorf("%s is there", path)
		}
	}
}
