package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
)

// shellResult is the result of a shell action, as documented.
type shellResult struct {
	Success     bool   `json:"success"`
	ExitCode    int    `json:"exit_code"`
	Stdout      string `json:"stdout"`
	Stderr      string `json:"stderr"`
	Confinement string `json:"confinement"`
	TimedOut    bool   `json:"timed_out"`
}

func (f feedback) shell(tb testing.TB) shellResult {
	tb.Helper()
	var r shellResult
	if err := json.Unmarshal(f.Result, &r); err != nil {
		tb.Fatalf("result %s: %v", f.Result, err)
	}
	return r
}

func TestAllowedCommandWithLiveOutput(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent, observer := w.connect("agent", "agent"), w.connect("observer", "observer")
	in, live := follow(t, agent, "pp.feedback.agent.>"), follow(t, agent, "pp.output.agent.>")
	seen := follow(t, observer, "pp.feedback.>")
	publish(t, agent, "pp.request.agent", structured(t, "r1", requestType, run(`for i in 1 2; do echo "line $i"; done; echo oops >&2`, map[string]any{"shell": true})))
	f := in.final("r1")
	r := f.shell(t)
	if f.Kind != "tool-output" || f.Outcome != "allow" || r.ExitCode != 0 || r.Stdout != "line 1\nline 2\n" || r.Stderr != "oops\n" {
		t.Errorf("feedback %+v result %+v", f, r)
	}
	if r.Confinement == "" {
		t.Error("the result does not say what confined it")
	}
	if got := seen.final("r1"); got.Key != f.Key {
		t.Errorf("the observer saw %+v", got)
	}
	text := ""
	for len(text) < len(r.Stdout)+len(r.Stderr) {
		var chunk struct{ Text string }
		if err := json.Unmarshal(decode(t, live.next()).Data, &chunk); err != nil {
			t.Fatal(err)
		}
		text += chunk.Text
	}
	if !strings.Contains(text, "line 2") || !strings.Contains(text, "oops") {
		t.Errorf("live output %q", text)
	}
}

func TestBlockedCommand(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent := w.connect("agent", "agent")
	in := follow(t, agent, "pp.feedback.agent.>")
	for id, command := range map[string]string{
		"b1": "rm -rf /", "b2": `x=r; ${x}m -fr --no-preserve-root /*`, "b3": ":(){ :|:& };:", "b4": "dd if=/dev/zero of=/dev/sda bs=1M",
	} {
		publish(t, agent, "pp.request.agent", structured(t, id, requestType, run(command, map[string]any{"shell": true})))
		f := in.final(id)
		if f.Kind != "tool-error" || f.Error == nil || f.Error.Code != "blocked" || f.Error.Rule == "" || f.Error.Hint == "" {
			t.Errorf("%s: %+v %+v", command, f, f.Error)
		}
	}
}

// plan is the data of a flight plan event, as documented.
type plan struct {
	Plan   string `json:"plan"`
	Token  string `json:"token"`
	Text   string `json:"text"`
	Digest string `json:"digest"`
	State  string `json:"state"`
	To     string `json:"to"`
	Error  *struct{ Code, Message string }
}

func (in *inbox) plan(kind string) plan {
	in.tb.Helper()
	for {
		e := decode(in.tb, in.next())
		if e.Type != "passepartout.plan."+kind+".v1" {
			continue
		}
		var p plan
		if err := json.Unmarshal(e.Data, &p); err != nil {
			in.tb.Fatal(err)
		}
		return p
	}
}

// hold asks for something that a person must decide.
func hold(t *testing.T, w *worker, agent *nats.Conn, plans *inbox, id string) (plan, string) {
	t.Helper()
	outside := filepath.Join(w.dir, "outside-"+id)
	publish(t, agent, "pp.request.agent", structured(t, id, requestType, run("touch "+outside, nil)))
	p := plans.plan("held")
	if p.Token == "" || !strings.Contains(p.Text, outside) {
		t.Fatalf("plan %+v", p)
	}
	return p, outside
}

func answer(p plan, word string) map[string]any {
	return map[string]any{"plan": p.Plan, "token": p.Token, "answer": word}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestApprovedByAnotherPrincipal(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent, approver := w.connect("agent", "agent"), w.connect("approver", "approver")
	in, plans := follow(t, agent, "pp.feedback.agent.>"), follow(t, approver, "pp.plan.>")
	p, outside := hold(t, w, agent, plans, "h1")
	if f := in.feedback("h1"); f.Kind != "suspended" || f.Plan == nil || f.Plan.ID != p.Plan || strings.Contains(string(mustJSON(t, f)), p.Token) {
		t.Fatalf("suspended feedback %+v", f)
	}
	if exists(outside) {
		t.Fatal("it ran before anybody approved")
	}
	publish(t, approver, "pp.answer.approver", structured(t, "a1", answerType, answer(p, "approve")))
	if f := in.final("h1"); f.Kind != "tool-output" || !f.shell(t).Success {
		t.Errorf("after the approval: %+v %+v", f, f.Error)
	}
	if !exists(outside) {
		t.Error("the approved command left nothing behind")
	}
	// The token is spent: a second approval changes nothing.
	if err := os.Remove(outside); err != nil {
		t.Fatal(err)
	}
	publish(t, approver, "pp.answer.approver", structured(t, "a2", answerType, answer(p, "approve")))
	if refused := plans.plan("refused"); refused.Error == nil || refused.To != "approver" {
		t.Errorf("second answer: %+v", refused)
	}
	if exists(outside) {
		t.Error("one approval ran it twice")
	}
}

func TestRejectedWithAReason(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent, approver := w.connect("agent", "agent"), w.connect("approver", "approver")
	in, plans := follow(t, agent, "pp.feedback.agent.>"), follow(t, approver, "pp.plan.>")
	p, outside := hold(t, w, agent, plans, "h1")
	no := answer(p, "reject")
	no["reason"] = "use the workspace"
	publish(t, approver, "pp.answer.approver", structured(t, "a1", answerType, no))
	f := in.final("h1")
	if f.Kind != "rejected" || f.Error == nil || f.Error.Code != "rejected" || f.Plan == nil || f.Plan.Reason != "use the workspace" {
		t.Errorf("rejected: %+v %+v", f, f.Error)
	}
	// Asking again with the same id is the same request: still rejected.
	publish(t, agent, "pp.request.agent", structured(t, "h1", requestType, run("touch "+outside, nil)))
	if f := in.final("h1"); f.Kind != "rejected" {
		t.Errorf("asked again: %+v", f)
	}
	if exists(outside) {
		t.Error("a rejected command ran")
	}
}

func TestExpired(t *testing.T) {
	t.Parallel()
	w := newSite(t).start("--set", "limits.plan_deadline=2s")
	agent, approver := w.connect("agent", "agent"), w.connect("approver", "approver")
	in, plans := follow(t, agent, "pp.feedback.agent.>"), follow(t, approver, "pp.plan.>")
	p, outside := hold(t, w, agent, plans, "h1")
	if f := in.final("h1"); f.Kind != "expired" || f.Error == nil || f.Error.Code != "expired" {
		t.Fatalf("%+v %+v", f, f.Error)
	}
	publish(t, approver, "pp.answer.approver", structured(t, "late", answerType, answer(p, "approve")))
	if refused := plans.plan("refused"); refused.Error == nil || refused.Error.Code != "expired" {
		t.Errorf("a late answer: %+v %+v", refused, refused.Error)
	}
	if exists(outside) {
		t.Error("an expired command ran")
	}
}

func TestFailingCommandToolAndTerminal(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent := w.connect("agent", "agent")
	in := follow(t, agent, "pp.feedback.agent.>")
	ask := func(id string, data map[string]any) feedback {
		publish(t, agent, "pp.request.agent", structured(t, id, requestType, data))
		return in.final(id)
	}
	if f := ask("f1", run("ls no-such-file", nil)); f.Kind != "tool-error" || f.Error.Code != "nonzero_exit" || f.shell(t).ExitCode != 2 {
		t.Errorf("failing: %+v", f)
	}
	if f := ask("f2", run("exit 124", map[string]any{"shell": true})); f.shell(t).ExitCode != 124 || f.shell(t).TimedOut {
		t.Errorf("exit 124 is a command's own: %+v", f)
	}
	if f := ask("f3", run("sleep 30", map[string]any{"timeout": 1})); f.Error == nil || f.Error.Code != "timed_out" {
		t.Errorf("timeout: %+v", f)
	}
	if f := ask("t1", map[string]any{"target": "TOOL", "op": "echo", "params": map[string]any{"text": "hi"}}); f.Kind != "tool-output" || !strings.Contains(string(f.Result), "hi") {
		t.Errorf("tool: %+v %s", f, f.Result)
	}
	if f := ask("t2", map[string]any{"target": "tool", "op": "ecko"}); f.Error == nil || f.Error.Code != "unknown_tool" {
		t.Errorf("unknown tool: %+v", f.Error)
	}
	if f := ask("u1", map[string]any{"target": "nobody", "op": "run"}); f.Error == nil || f.Error.Code != "unknown_target" || f.Error.Field != "target" {
		t.Errorf("unknown target: %+v", f.Error)
	}
	// With a live terminal, a message to the system goes there, silently.
	terminal := follow(t, agent, "pp.terminal.agent.default")
	publish(t, agent, "pp.request.agent", structured(t, "m1", requestType, map[string]any{"target": "system", "op": "message", "params": map[string]any{"text": "look here"}}))
	for {
		if m := terminal.next(); strings.Contains(string(m.Data), "look here") {
			break
		}
	}
}

func mustJSON(tb testing.TB, v any) []byte {
	tb.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}
