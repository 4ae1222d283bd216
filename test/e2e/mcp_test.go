package e2e

import (
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// standing is the structured content of a tool's result, as documented.
type standing struct {
	State  string          `json:"state"`
	ID     string          `json:"id"`
	Plan   string          `json:"plan"`
	Poll   int             `json:"poll_after_ms"`
	Said   string          `json:"said"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code, Rule, Hint string
	} `json:"error"`
}

// client is a client of the MCP door, as a coding agent is one.
type client struct {
	tb testing.TB
	*mcp.ClientSession
}

// door starts "worker mcp" as a client does, and speaks with it.
func (w *worker) door(args ...string) client {
	w.tb.Helper()
	cmd := exec.Command(binary, append([]string{"mcp"}, args...)...)
	cmd.Env, cmd.Dir, cmd.Stderr = w.environ(), w.workspace(), w.stderr
	ctx, cancel := context.WithTimeout(w.tb.Context(), patience)
	defer cancel()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "e2e", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		w.tb.Fatalf("connect: %v\n%s", err, w.stderr.String())
	}
	w.tb.Cleanup(func() { _ = session.Close() }) // some tests close it themselves
	return client{w.tb, session}
}

func (c client) call(tool string, args map[string]any) standing {
	c.tb.Helper()
	ctx, cancel := context.WithTimeout(c.tb.Context(), patience)
	defer cancel()
	res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		c.tb.Fatalf("%s: %v", tool, err)
	}
	raw := mustJSON(c.tb, res.StructuredContent)
	var now standing
	if err := json.Unmarshal(raw, &now); err != nil {
		c.tb.Fatalf("%s: %v in %s", tool, err, raw)
	}
	if res.IsError != (now.State == "failed") {
		c.tb.Errorf("%s: isError is %v with %s", tool, res.IsError, raw)
	}
	return now
}

func (s standing) field(tb testing.TB, name string) any {
	tb.Helper()
	var fields map[string]any
	if err := json.Unmarshal(s.Result, &fields); err != nil {
		tb.Fatalf("result %s: %v", s.Result, err)
	}
	return fields[name]
}

// TestMCP drives the door as a coding agent does: over standard streams, with
// the official SDK.
func TestMCP(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	c := w.door("--hold", "2s")

	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, tool := range list.Tools {
		names[tool.Name] = true
	}
	for _, want := range []string{"run", "run_background", "kill_process", "is_blocked", "list_processes", "read_output", "await_plan", "explain"} {
		if !names[want] {
			t.Errorf("no tool %s", want)
		}
	}
	if names["approve"] || names["reject"] || len(names) != 8 {
		t.Errorf("tools: %v", names)
	}

	ran := c.call("run", map[string]any{"intent": "see that it works", "command": "echo '<hello>' | cat", "shell": true})
	if ran.State != "done" || ran.field(t, "stdout") != "<hello>\n" {
		t.Errorf("allowed: %+v %s", ran, ran.Result)
	}
	if failed := c.call("run", map[string]any{"intent": "see that it fails", "command": "ls no-such-file"}); failed.Error == nil || failed.Error.Code != "nonzero_exit" || failed.field(t, "exit_code") != 2.0 {
		t.Errorf("failed: %+v %s", failed, failed.Result)
	}
	blocked := c.call("run", map[string]any{"intent": "free space", "command": "rm -rf /"})
	if blocked.Error == nil || blocked.Error.Code != "blocked" || blocked.Error.Rule == "" {
		t.Errorf("blocked: %+v", blocked)
	}
	if again := w.door().call("await_plan", map[string]any{"id": blocked.ID}); again.Error == nil || *again.Error != *blocked.Error {
		t.Errorf("the denial as another process is told it: %+v", again)
	}
	if asked := c.call("is_blocked", map[string]any{"intent": "free space", "command": "rm -rf /"}); asked.State != "done" || asked.field(t, "blocked") != true {
		t.Errorf("is_blocked: %+v %s", asked, asked.Result)
	}
	if dry := c.call("run", map[string]any{"intent": "try", "command": "touch dry", "dry_run": true}); dry.State != "done" || exists(filepath.Join(w.workspace(), "dry")) {
		t.Errorf("dry run: %+v", dry)
	}
	if silent := c.call("run", map[string]any{"intent": "", "command": "ls"}); silent.Error == nil || silent.Error.Code != "intent_required" {
		t.Errorf("without an intent: %+v", silent)
	}
	if story := c.call("explain", map[string]any{"id": ran.ID}); story.State != "done" || !strings.Contains(string(story.Result), "decision: allow") {
		t.Errorf("explain: %+v %s", story, story.Result)
	}
}

// TestMCPPending: what takes longer than a call may last is resumed, in another
// process, too, and runs once.
func TestMCPPending(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	j := s.job("long")
	params, _ := j.request(nil)["params"].(map[string]any)
	params["intent"] = "wait for the test"
	c := w.door("--hold", "1s")
	now := c.call("run", params)
	if now.State != "pending" || now.Poll == 0 {
		t.Fatalf("got %+v", now)
	}
	other := w.door("--hold", "1s")
	if now := other.call("await_plan", map[string]any{"id": now.ID}); now.State != "pending" {
		t.Errorf("another process: %+v", now)
	}
	j.release()
	for _, who := range []client{c, other} {
		var then standing
		eventually(t, "it ends", func() bool {
			then = who.call("await_plan", map[string]any{"id": now.ID})
			return then.State != "pending"
		})
		if then.State != "done" || j.begun() != 1 {
			t.Errorf("got %+v, begun %d times", then, j.begun())
		}
	}
}

// TestMCPHeld: what a person must decide ends the call in time; await_plan
// resumes it, in another process, too, because the truth is the worker's.
func TestMCPHeld(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	approver := w.connect("approver", "approver")
	plans := follow(t, approver, "pp.plan.>")
	c := w.door("--hold", "1s")
	outside := filepath.Join(w.dir, "outside.txt")

	held := c.call("run", map[string]any{"intent": "leave a note", "command": "echo done > " + outside + "; echo flew", "shell": true})
	if held.State != "held" || held.Plan == "" || held.ID == "" || held.Poll == 0 {
		t.Fatalf("held: %+v", held)
	}
	p := plans.plan("held")
	if again := c.call("await_plan", map[string]any{"id": held.Plan}); again.State != "held" || again.ID != held.ID {
		t.Errorf("still held: %+v", again)
	}
	waiting := w.door("--hold", "40s")
	landed := make(chan standing, 1)
	go func() { landed <- waiting.call("await_plan", map[string]any{"id": held.Plan}) }()
	publish(t, approver, "pp.answer.approver", structured(t, "a1", "passepartout.answer.v1", answer(p, "approve")))
	for name, now := range map[string]standing{"another process": <-landed, "by id": c.call("await_plan", map[string]any{"id": held.ID})} {
		if now.State == "held" || now.State == "pending" {
			now = c.call("await_plan", map[string]any{"id": held.ID})
		}
		if now.State != "done" || now.field(t, "stdout") != "flew\n" {
			t.Errorf("%s: %+v %s", name, now, now.Result)
		}
	}
	if !exists(outside) {
		t.Error("approved, but it did not run")
	}

	// After the end, and for who never saw the request.
	if now := w.door().call("await_plan", map[string]any{"id": held.ID}); now.State != "done" || now.field(t, "stdout") != "flew\n" {
		t.Errorf("after the end: %+v %s", now, now.Result)
	}
	cmd := w.command(t.Context(), "keys", "add", "agent", "eve")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, id := range []string{held.ID, held.Plan} {
		if now := w.door("--as", "eve").call("await_plan", map[string]any{"id": id}); now.Error == nil || now.Error.Code != "not_found" {
			t.Errorf("another agent's request: %+v", now)
		}
	}

	// Rejected, with a reason for the model.
	held = c.call("run", map[string]any{"intent": "leave another", "command": "cp /etc/hostname " + outside + ".2"})
	if held.State != "held" {
		t.Fatalf("held: %+v", held)
	}
	no := answer(plans.plan("held"), "reject")
	no["reason"] = "not on a Saturday"
	publish(t, approver, "pp.answer.approver", structured(t, "a2", "passepartout.answer.v1", no))
	now := c.call("await_plan", map[string]any{"id": held.ID})
	if now.Error == nil || now.Error.Code != "rejected" || now.Said != "not on a Saturday" {
		t.Errorf("rejected: %+v", now)
	}
}

// TestMCPBackground: a process is started, read and stopped.
func TestMCPBackground(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	approver := w.connect("approver", "approver")
	plans := follow(t, approver, "pp.plan.>")
	c := w.door("--hold", "2s")
	started := c.call("run_background", map[string]any{"intent": "serve", "command": "echo up; sleep 300", "shell": true})
	if started.State != "done" {
		t.Fatalf("started: %+v", started)
	}
	process, _ := started.field(t, "process").(string)
	if list := c.call("list_processes", nil); !strings.Contains(string(list.Result), process) {
		t.Errorf("list: %s", list.Result)
	}
	eventually(t, "its output is there", func() bool {
		return strings.Contains(string(c.call("read_output", map[string]any{"process": process}).Result), "up")
	})
	// Stopping may be held or not: that is the policy's affair, not the door's.
	killed := c.call("kill_process", map[string]any{"process": process, "intent": "done with it"})
	if killed.State == "held" {
		publish(t, approver, "pp.answer.approver", structured(t, "a1", "passepartout.answer.v1", answer(plans.plan("held"), "approve")))
		eventually(t, "it is stopped", func() bool {
			killed = c.call("await_plan", map[string]any{"id": killed.ID})
			return killed.State != "held" && killed.State != "pending"
		})
	}
	if killed.State != "done" {
		t.Errorf("killed: %+v", killed)
	}
}

// TestMCPEnds: the door goes when its client does, and says when no worker runs.
func TestMCPEnds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if out, err := s.command(t.Context(), "mcp").CombinedOutput(); err == nil || !strings.Contains(string(out), "no worker runs") {
		t.Errorf("without a worker: %v, %s", err, out)
	}
	w := s.start()
	c := w.door()
	begun := time.Now()
	if err := c.Close(); err != nil {
		t.Errorf("the door did not end well: %v", err)
	}
	if took := time.Since(begun); took > 4*time.Second {
		t.Errorf("it had to be killed, after %v", took)
	}
}
