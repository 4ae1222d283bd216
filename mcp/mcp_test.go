package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"passepartout/actuators/shell"
	"passepartout/internal/strictjson"
	"passepartout/mcp"
	"passepartout/pipeline"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// line is a worker's end that answers each request from a table, by what it
// asks for.
type line struct {
	mu     sync.Mutex
	asked  []strictjson.Request
	askErr error
	now    mcp.Standing  // told at once
	end    chan struct{} // if set, now is what is known until it is closed
	then   mcp.Standing
	err    error
	story  string
}

func (l *line) Ask(_ context.Context, r strictjson.Request) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked = append(l.asked, r)
	return "key1", l.askErr
}

func (l *line) Await(ctx context.Context, id string, seen func(mcp.Standing)) (mcp.Standing, error) {
	if id != "key1" && id != "plan1" {
		return mcp.Standing{}, &pipeline.Error{Code: pipeline.CodeNotFound, Message: "nothing is known of it"}
	}
	if l.err != nil || l.end == nil {
		return l.now, l.err
	}
	seen(l.now)
	select {
	case <-l.end:
		return l.then, nil
	case <-ctx.Done():
		return l.now, nil
	}
}

func (l *line) Explain(_ context.Context, id string) (string, error) {
	if id != "key1" {
		return "", errors.New("store lost at 10.0.0.7")
	}
	return l.story, nil
}

// connect serves a client in memory.
func connect(t *testing.T, cfg mcp.Config, opts *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	s, err := mcp.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	here, there := net.Pipe()
	served := make(chan error, 1)
	go func() { served <- s.Serve(context.WithoutCancel(t.Context()), there, there) }()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, opts).Connect(t.Context(), &sdk.IOTransport{Reader: here, Writer: here}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close() // the server notices
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return c
}

// call calls a tool and reads its structured content, which must be the text,
// too.
func call(t *testing.T, c *sdk.ClientSession, name string, args any) (mcp.Standing, *sdk.CallToolResult) {
	t.Helper()
	res, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	var now mcp.Standing
	if err := json.Unmarshal(raw, &now); err != nil {
		t.Fatalf("%s: %v in %s", name, err, raw)
	}
	if res.IsError != (now.State == mcp.Failed) || (now.State == mcp.Failed) != (now.Error != nil) {
		t.Errorf("%s: isError %v with %s", name, res.IsError, raw)
	}
	if len(res.Content) != 1 {
		t.Fatalf("%s: %d pieces of content", name, len(res.Content))
	}
	return now, res
}

// TestTools pins what clients are told of every tool: some act on it.
func TestTools(t *testing.T) {
	t.Parallel()
	type pinned struct {
		ReadOnly, Destructive, Idempotent, OpenWorld bool
		Args, Required                               string
	}
	command := "argv command cwd dry_run env intent max_output shell stdin timeout"
	want := map[string]pinned{
		"run":            {Destructive: true, OpenWorld: true, Args: command, Required: "intent"},
		"run_background": {Destructive: true, OpenWorld: true, Args: "argv command cwd dry_run env intent shell stdin timeout", Required: "intent"},
		"kill_process":   {Destructive: true, Idempotent: true, Args: "intent process", Required: "process"},
		"is_blocked":     {ReadOnly: true, Idempotent: true, Args: "argv command cwd env intent max_output shell stdin timeout", Required: "intent"},
		"list_processes": {ReadOnly: true, Idempotent: true},
		"read_output":    {ReadOnly: true, Idempotent: true, Args: "max offset process", Required: "process"},
		"await_plan":     {ReadOnly: true, Idempotent: true, Args: "id", Required: "id"},
		"explain":        {ReadOnly: true, Idempotent: true, Args: "id", Required: "id"},
	}
	c := connect(t, mcp.Config{Params: shell.Schema, Line: &line{}, Version: "1"}, nil)
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]pinned{}
	for _, tool := range list.Tools {
		a := tool.Annotations
		if a == nil || a.DestructiveHint == nil || a.OpenWorldHint == nil {
			t.Fatalf("%s: not every hint is said: %+v", tool.Name, a)
		}
		if tool.Title == "" || a.Title != tool.Title || tool.Description == "" || tool.OutputSchema == nil {
			t.Errorf("%s: title %q, annotated %q, description %q", tool.Name, tool.Title, a.Title, tool.Description)
		}
		in, _ := tool.InputSchema.(map[string]any)
		properties, _ := in["properties"].(map[string]any)
		required, _ := in["required"].([]any)
		p := pinned{a.ReadOnlyHint, *a.DestructiveHint, a.IdempotentHint, *a.OpenWorldHint, strings.Join(slices.Sorted(maps.Keys(properties)), " "), ""}
		for _, name := range required {
			p.Required += name.(string)
		}
		got[tool.Name] = p
	}
	for name, w := range want {
		if got[name] != w {
			t.Errorf("%s: %+v, want %+v", name, got[name], w)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("more tools than there should be: %v", got) // above all no approve
	}
	if !strings.Contains(c.InitializeResult().Instructions, "await_plan") {
		t.Error("the model is not told the rules before its first call")
	}
}

func TestRequests(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		tool, args string
		want       strictjson.Request
	}{
		{
			"run", `{"intent":"look","command":"ls | wc -l","shell":true,"cwd":"/w","env":{"A":"b"},"timeout":1.5,"max_output":9,"stdin":"in"}`,
			strictjson.Request{Target: "shell", Op: "run", Intent: "look", Params: json.RawMessage(`{"command":"ls | wc -l","shell":true,"cwd":"/w","env":{"A":"b"},"timeout":1.5,"max_output":9,"stdin":"in"}`)},
		},
		{"run", `{"intent":"look","argv":["ls","-l"],"dry_run":true}`, strictjson.Request{Target: "shell", Op: "run", Intent: "look", DryRun: true, Params: json.RawMessage(`{"argv":["ls","-l"]}`)}},
		{"run_background", `{"intent":"serve","argv":["srv"]}`, strictjson.Request{Target: "shell", Op: "run_background", Intent: "serve", Params: json.RawMessage(`{"argv":["srv"]}`)}},
		{"is_blocked", `{"intent":"ask","command":"rm -rf /"}`, strictjson.Request{Target: "shell", Op: "is_blocked", Intent: "ask", Params: json.RawMessage(`{"command":"rm -rf /"}`)}},
		{"kill_process", `{"process":"p1","intent":"over"}`, strictjson.Request{Target: "shell", Op: "kill_process", Intent: "over", Params: json.RawMessage(`{"process":"p1"}`)}},
		{"list_processes", `{}`, strictjson.Request{Target: "shell", Op: "list_processes", Params: json.RawMessage(`{}`)}},
		{"read_output", `{"process":"p1","offset":3,"max":4}`, strictjson.Request{Target: "shell", Op: "read_output", Params: json.RawMessage(`{"process":"p1","offset":3,"max":4}`)}},
	} {
		t.Run(row.tool, func(t *testing.T) {
			t.Parallel()
			l := &line{now: mcp.Standing{State: mcp.Done, Result: json.RawMessage(`{"stdout":"<&>"}`)}}
			c := connect(t, mcp.Config{Params: shell.Schema, Line: l}, nil)
			now, res := call(t, c, row.tool, json.RawMessage(row.args))
			if now.State != mcp.Done || now.ID != "key1" {
				t.Errorf("standing %+v", now)
			}
			if text := res.Content[0].(*sdk.TextContent).Text; !strings.Contains(text, `"<&>"`) {
				t.Errorf("the text has escapes: %s", text)
			}
			if len(l.asked) != 1 || !same(l.asked[0], row.want) {
				t.Errorf("asked %+v, want %+v", l.asked, row.want)
			}
		})
	}
}

// same compares requests, their parameters as JSON.
func same(a, b strictjson.Request) bool {
	var x, y any
	if json.Unmarshal(a.Params, &x) != nil || json.Unmarshal(b.Params, &y) != nil || !reflect.DeepEqual(x, y) {
		return false
	}
	a.Params, b.Params = nil, nil
	return reflect.DeepEqual(a, b)
}

// TestWrongArguments: a mistake is told to the model as a result, and nothing
// is asked of the worker.
func TestWrongArguments(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, tool, args, field string }{
		{"unknown", "run", `{"intent":"x","cmd":"ls"}`, "cmd"},
		{"twice", "run", `{"intent":"x","command":"ls","command":"rm"}`, "command"},
		{"wrong type", "run", `{"intent":"x","argv":"ls"}`, "argv"},
		{"no approval here", "await_plan", `{"id":"plan1","answer":"approve"}`, "answer"},
		{"no id", "explain", `{}`, "id"},
		{"wildcard", "await_plan", `{"id":">"}`, "id"},
		{"more than none", "list_processes", `{"owner":"bob"}`, "owner"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			l := &line{}
			now, _ := call(t, connect(t, mcp.Config{Params: shell.Schema, Line: l}, nil), row.tool, json.RawMessage(row.args))
			if now.Error == nil || now.Error.Code != pipeline.CodeInvalidRequest || now.Error.Field != row.field {
				t.Errorf("standing %+v, error %+v", now, now.Error)
			}
			if len(l.asked) != 0 {
				t.Errorf("asked %+v", l.asked)
			}
		})
	}
}

func TestDenial(t *testing.T) {
	t.Parallel()
	l := &line{now: mcp.Standing{State: mcp.Failed, Error: &pipeline.Error{Code: pipeline.CodeBlocked, Message: "m", Rule: "r", Hint: "h"}}}
	now, res := call(t, connect(t, mcp.Config{Params: shell.Schema, Line: l}, nil), "run", map[string]any{"intent": "x", "command": "rm -rf /"})
	if !res.IsError || now.Error == nil || now.Error.Code != pipeline.CodeBlocked || now.Error.Rule != "r" || now.Error.Hint != "h" {
		t.Errorf("got %+v", now)
	}
}

// TestInsideStaysInside: what is no error for agents tells nothing.
func TestInsideStaysInside(t *testing.T) {
	t.Parallel()
	l := &line{askErr: errors.New("dial 10.0.0.7: refused")}
	c := connect(t, mcp.Config{Params: shell.Schema, Line: l}, nil)
	for tool, args := range map[string]any{"run": map[string]any{"intent": "x"}, "explain": map[string]any{"id": "other"}} {
		now, res := call(t, c, tool, args)
		if now.Error == nil || now.Error.Code != pipeline.CodeInternal || strings.Contains(res.Content[0].(*sdk.TextContent).Text, "10.0.0.7") {
			t.Errorf("%s: %+v", tool, now.Error)
		}
		if tool == "run" && now.ID != "key1" {
			t.Error("the id is lost of a request that may have been sent")
		}
	}
}

func TestUnknownStateIsNoSuccess(t *testing.T) {
	t.Parallel()
	for _, now := range []mcp.Standing{{}, {State: "landed"}, {State: mcp.Failed}} {
		got, res := call(t, connect(t, mcp.Config{Params: shell.Schema, Line: &line{now: now}}, nil), "list_processes", nil)
		if !res.IsError || got.Error == nil || got.Error.Code != pipeline.CodeOutcomeUnknown {
			t.Errorf("standing %+v passes for %+v", now, got)
		}
	}
}

// TestHeld: a call ends before its client loses patience, and await_plan
// resumes by the id or the plan until a person has decided.
func TestHeld(t *testing.T) {
	t.Parallel()
	deadline := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	l := &line{
		now: mcp.Standing{State: mcp.Held, ID: "key1", Plan: "plan1", Deadline: &deadline, Rule: "outside"},
		end: make(chan struct{}), then: mcp.Standing{State: mcp.Done, ID: "key1", By: []pipeline.Principal{"ann"}},
	}
	beats := make(chan *sdk.ProgressNotificationParams, 100)
	c := connect(t, mcp.Config{Params: shell.Schema, Line: l, Hold: 200 * time.Millisecond, Beat: 20 * time.Millisecond, Poll: 3 * time.Second}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { beats <- r.Params },
	})
	params := &sdk.CallToolParams{Name: "run", Arguments: map[string]any{"intent": "x", "command": "cp a /b"}}
	params.SetProgressToken("t1")
	res, err := c.CallTool(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	if b := <-beats; b.ProgressToken != "t1" || !strings.Contains(b.Message, "plan1") {
		t.Errorf("progress %+v", b)
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"state":"held"`, `"plan":"plan1"`, `"id":"key1"`, `"poll_after_ms":3000`, `"rule":"outside"`, `2026-11-21T12:00:00Z`} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("no %s in %s", want, raw)
		}
	}
	if res.IsError {
		t.Error("held is no error: nothing failed")
	}
	if now, _ := call(t, c, "await_plan", map[string]any{"id": "plan1"}); now.State != mcp.Held {
		t.Errorf("still held, but %+v", now)
	}
	close(l.end)
	if now, _ := call(t, c, "await_plan", map[string]any{"id": "key1"}); now.State != mcp.Done || now.Poll != 0 || len(now.By) != 1 {
		t.Errorf("decided, but %+v", now)
	}
	if now, _ := call(t, c, "await_plan", map[string]any{"id": "another"}); now.Error == nil || now.Error.Code != pipeline.CodeNotFound {
		t.Errorf("unknown, but %+v", now)
	}
	if len(l.asked) != 1 {
		t.Errorf("asked %d times", len(l.asked))
	}
}

func TestPending(t *testing.T) {
	t.Parallel()
	l := &line{now: mcp.Standing{State: mcp.Pending}, end: make(chan struct{})}
	now, _ := call(t, connect(t, mcp.Config{Params: shell.Schema, Line: l, Hold: 20 * time.Millisecond}, nil), "run", map[string]any{"intent": "x", "command": "sleep 100"})
	if now.State != mcp.Pending || now.ID != "key1" || now.Poll == 0 || !strings.Contains(now.Message, "await_plan") {
		t.Errorf("got %+v", now)
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	l := &line{story: "Request key1\n  decision: allow"}
	now, res := call(t, connect(t, mcp.Config{Params: shell.Schema, Line: l}, nil), "explain", map[string]any{"id": "key1"})
	var story string
	if err := json.Unmarshal(now.Result, &story); err != nil || story != l.story {
		t.Errorf("got %s, %v", now.Result, err)
	}
	if res.Content[0].(*sdk.TextContent).Text != l.story {
		t.Errorf("text %+v", res.Content[0])
	}
}

func TestNoLine(t *testing.T) {
	t.Parallel()
	if _, err := mcp.New(mcp.Config{}); err == nil {
		t.Error("a server without a line")
	}
}
