package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// need finds a program that is not ours. Where it is missing the test has
// nothing to drive and says so; in CI, which installs it, that is a failure.
func need(t *testing.T, program, file string) bool {
	t.Helper()
	_, err := exec.LookPath(program)
	if err == nil && file != "" {
		_, err = os.Stat(file)
	}
	switch {
	case err == nil:
		return true
	case os.Getenv("CI") != "":
		t.Errorf("CI lacks %s: %v", program, err)
	default:
		t.Logf("left out, this machine lacks %s: %v (.ci/run installs it)", program, err)
	}
	return false
}

// foreign runs a program that is not ours and returns its standard output.
func (w *worker) foreign(dir, program string, args ...string) string {
	w.tb.Helper()
	ctx, cancel := context.WithTimeout(w.tb.Context(), 2*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = dir, w.environ()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		w.tb.Fatalf("%s %v: %v\n%s%s", program, args, err, out, stderr.Bytes())
	}
	return string(out)
}

func (w *worker) keyFile(role, name string) string {
	return filepath.Join(w.state(), "keys", role+"-"+name+".nk")
}

// TestNodeAgent drives a worker with the public JavaScript packages of
// CloudEvents and NATS, which know nothing of this project.
func TestNodeAgent(t *testing.T) {
	t.Parallel()
	if !need(t, "node", "js/node_modules/cloudevents/package.json") {
		return
	}
	w := newSite(t).start()
	for command, want := range map[string]string{
		"echo hello from node": `"stdout":"hello from node\n"`,
		"rm -rf /":             `"code":"blocked"`,
	} {
		out := w.foreign("js", "node", "agent.mjs", w.url, w.keyFile("agent", "agent"), "agent", command)
		if !strings.Contains(out, want) || !strings.Contains(out, `"session":"node"`) {
			t.Errorf("%s: no %s in %s", command, want, out)
		}
	}
}

// follow starts a subscription of the nats command and returns what it prints.
func (w *worker) follow(role, subject string) *tail {
	w.tb.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(w.tb.Context()))
	cmd := exec.CommandContext(ctx, "nats", "-s", w.url, "--nkey", w.keyFile(role, role), "sub", subject)
	cmd.Env = w.environ()
	out := &tail{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		cancel()
		w.tb.Fatal(err)
	}
	w.tb.Cleanup(func() { cancel(); _ = cmd.Wait() }) // it ends by the signal, which is an error
	w.until(out, "Subscribing on")
	return out
}

// until waits for a match in what a program prints and returns its first group.
func (w *worker) until(out *tail, pattern string) string {
	w.tb.Helper()
	re := regexp.MustCompile(pattern)
	late := time.NewTimer(patience)
	defer late.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if m := re.FindStringSubmatch(out.String()); m != nil {
			return m[len(m)-1]
		}
		select {
		case <-tick.C:
		case <-late.C:
			w.tb.Fatalf("no %q in\n%s\n%s", pattern, out.String(), w.stderr.String())
		}
	}
}

// TestNATSCommand plays the README: the official nats command is the agent and
// the approver, and nothing of ours is between it and the worker.
func TestNATSCommand(t *testing.T) {
	t.Parallel()
	if !need(t, "nats", "") {
		return
	}
	w := newSite(t).start()
	publish := func(role, subject, id, kind string, data any) {
		body, err := json.Marshal(data)
		if err != nil {
			t.Fatal(err)
		}
		w.foreign(w.workspace(), "nats", "-s", w.url, "--nkey", w.keyFile(role, role), "pub", subject, string(body),
			"-H", "ce-specversion:1.0", "-H", "ce-id:"+id, "-H", "ce-source:/readme", "-H", "ce-type:"+kind, "-H", "content-type:application/json")
	}
	feedback, plans := w.follow("agent", "pp.feedback.agent.>"), w.follow("approver", "pp.plan.>")
	left := filepath.Join(w.home(), "left-by-an-agent.txt")

	publish("agent", "pp.request.agent", "r1", "passepartout.request.v1", map[string]any{
		"target": "shell", "op": "run", "intent": "leave a note", "params": map[string]any{"command": "touch ../left-by-an-agent.txt"},
	})
	plan := w.until(plans, `"plan":"([a-z0-9]+)"`)
	token := w.until(plans, `"token":"([A-Z0-9]+)"`)
	w.until(feedback, `feedback\.agent\.default\.suspended`)
	if _, err := os.Stat(left); err == nil {
		t.Fatal("it ran before anybody said yes")
	}
	publish("approver", "pp.answer.approver", "a1", "passepartout.answer.v1", map[string]any{"plan": plan, "token": token, "answer": "approve"})
	w.until(feedback, `feedback\.agent\.default\.tool-output`)
	if _, err := os.Stat(left); err != nil {
		t.Errorf("it was approved and told as done: %v", err)
	}
	if strings.Contains(feedback.String(), token) {
		t.Error("the agent was told the token")
	}
}

// TestReadmeIsWhatIsTested holds the README's listing to what the test above
// does: the same headers, types and subjects.
func TestReadmeIsWhatIsTested(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"pub pp.request.agent", "pub pp.answer.approver", "sub 'pp.feedback.agent.>'", "sub 'pp.plan.>'",
		"-H ce-specversion:1.0", "-H ce-type:passepartout.request.v1", "-H ce-type:passepartout.answer.v1",
		"-H content-type:application/json", "agent-agent.nk", "approver-approver.nk", "touch ../left-by-an-agent.txt",
		fmt.Sprintf("%q:%q", "answer", "approve"),
	} {
		if !strings.Contains(string(readme), part) {
			t.Errorf("README.md lacks %s", part)
		}
	}
}
