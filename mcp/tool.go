package mcp

import (
	"context"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

// target is the actuator behind the tools.
const target = "shell"

// tool is one tool: what clients are told of it, and how its arguments become a
// request.
type tool struct {
	name, title, doc string
	hints            hints
	op               string // of the shell, whose parameters are the arguments; empty: input is all
	shape            func(parameters schema) schema
	input            schema
	// Exactly one of these is set.
	request func(args json.RawMessage) (strictjson.Request, error)
	wait    bool // await_plan
	story   bool // explain
}

// hints are the annotations that clients act on: some run what is read-only in
// parallel and ask their user before the rest. They bind nobody.
type hints struct{ readOnly, destructive, idempotent, openWorld bool }

func asks() hints { return hints{readOnly: true, idempotent: true} }

// tools is the list. There is none for an answer to a flight plan.
func tools() []tool {
	return []tool{
		{
			name: "run", title: "Run a command",
			doc:   "Run one command, or a shell text, and return exit code, stdout and stderr. It is judged first by what it would do; it may be blocked, or held until a person approves it.",
			hints: hints{destructive: true, openWorld: true},
			op:    "run", shape: schema.command, request: runRequest("run"),
		},
		{
			name: "run_background", title: "Start a background process",
			doc:   "Start a command that goes on after this call, such as a development server, and return the name of its process for read_output and kill_process. Judged like run.",
			hints: hints{destructive: true, openWorld: true},
			op:    "run_background", shape: schema.command, request: runRequest("run_background"),
		},
		{
			name: "kill_process", title: "Stop a background process",
			doc:   "Stop one of your background processes, with all that it started.",
			hints: hints{destructive: true, idempotent: true},
			op:    "kill_process", request: killRequest,
			shape: func(s schema) schema { return s.without("owner").with("intent", text("why")) },
		},
		{
			name: "is_blocked", title: "Ask whether a command would be blocked",
			doc:   "Judge a command as run would, and tell the outcome (allow, hold or deny), rule, hint and effects. Nothing runs.",
			hints: asks(), op: "is_blocked", request: runRequest("is_blocked"),
			shape: func(s schema) schema { return s.command().without("dry_run") },
		},
		{
			name: "list_processes", title: "List your background processes",
			doc:   "List the background processes that you started, with their state.",
			hints: asks(), op: "list_processes", request: plainRequest("list_processes", func() any { return new(struct{}) }),
		},
		{
			name: "read_output", title: "Read a background process's output",
			doc:   "Read a part of the output of one of your background processes. Go on from the result's next; end says that nothing follows.",
			hints: asks(), op: "read_output",
			request: plainRequest("read_output", func() any { return new(readArgs) }),
		},
		{
			name: "await_plan", title: "Wait for a request that is held or pending",
			doc:   "Wait on for what becomes of a request, and return it: state done, failed, or again held or pending. Takes the id or the plan of an earlier result.",
			hints: asks(), input: idSchema(), wait: true,
		},
		{
			name: "explain", title: "Explain what was decided",
			doc:   "Tell every verdict, effect, answer and step of one of your requests. Takes the id or the plan of an earlier result.",
			hints: asks(), input: idSchema(), story: true,
		},
	}
}

// arguments is the schema of what the tool takes.
func (t tool) arguments(of Operations) (schema, error) {
	if t.op == "" {
		return t.input, nil
	}
	s, err := parameters(of, t.op)
	if err == nil && t.shape != nil {
		s = t.shape(s)
	}
	return s, err
}

// declared is the tool as the protocol tells of it. Every hint is written out,
// because the protocol's defaults are not ours.
func (t tool) declared(arguments schema) *sdk.Tool {
	h := t.hints
	return &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.doc,
		InputSchema: arguments, OutputSchema: outputSchema(),
		Annotations: &sdk.ToolAnnotations{
			Title: t.title, ReadOnlyHint: h.readOnly, IdempotentHint: h.idempotent,
			DestructiveHint: &h.destructive, OpenWorldHint: &h.openWorld,
		},
	}
}

// commandParams are the parameters of the shell's run, in its own spelling.
type commandParams struct {
	Command   string            `json:"command,omitempty"`
	Argv      []string          `json:"argv,omitempty"`
	Shell     bool              `json:"shell,omitempty"`
	CWD       string            `json:"cwd,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
	Timeout   *float64          `json:"timeout,omitempty"`
	MaxOutput *int64            `json:"max_output,omitempty"`
	Stdin     string            `json:"stdin,omitempty"`
}

// runArgs are what the tools take that speak of a command.
type runArgs struct {
	commandParams
	Intent string `json:"intent"`
	DryRun bool   `json:"dry_run"`
}

func runRequest(op string) func(json.RawMessage) (strictjson.Request, error) {
	return func(raw json.RawMessage) (strictjson.Request, error) {
		var args runArgs
		if err := read(raw, &args); err != nil {
			return strictjson.Request{}, err
		}
		params, err := json.Marshal(args.commandParams)
		return strictjson.Request{Target: target, Op: op, Params: params, Intent: args.Intent, DryRun: args.DryRun}, err
	}
}

type readArgs struct {
	Process string `json:"process"`
	Offset  *int64 `json:"offset"`
	Max     *int64 `json:"max"`
}

// plainRequest is for tools whose arguments are the operation's parameters.
func plainRequest(op string, into func() any) func(json.RawMessage) (strictjson.Request, error) {
	return func(raw json.RawMessage) (strictjson.Request, error) {
		if err := read(raw, into()); err != nil {
			return strictjson.Request{}, err
		}
		return strictjson.Request{Target: target, Op: op, Params: raw}, nil
	}
}

func killRequest(raw json.RawMessage) (strictjson.Request, error) {
	var args struct {
		Process string `json:"process"`
		Intent  string `json:"intent"`
	}
	if err := read(raw, &args); err != nil {
		return strictjson.Request{}, err
	}
	params, err := json.Marshal(map[string]string{"process": args.Process})
	return strictjson.Request{Target: target, Op: "kill_process", Params: params, Intent: args.Intent}, err
}

// idOf reads the arguments of await_plan and explain.
func idOf(raw json.RawMessage) (string, error) {
	var args struct {
		ID string `json:"id"`
	}
	if err := read(raw, &args); err != nil {
		return "", err
	}
	if !pipeline.ValidToken(args.ID) {
		return "", &pipeline.Error{
			Code: pipeline.CodeInvalidRequest, Field: "id", Message: "id: is no id of a request or a flight plan",
			Hint: "take the id of an earlier result",
		}
	}
	return args.ID, nil
}

// read takes arguments strictly: an unknown name or one given twice is a
// mistake that the model can mend, not something to guess about.
func read(raw json.RawMessage, into any) error {
	if err := strictjson.Unmarshal(raw, into); err != nil {
		return strictjson.Explain(err, pipeline.CodeInvalidRequest, "")
	}
	return nil
}

// handler answers one call. Whatever goes wrong is a result that the model can
// read.
func (s *Server) handler(t tool) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		args := req.Params.Arguments
		if len(args) == 0 {
			args = json.RawMessage(`{}`)
		}
		ctx, cancel := context.WithTimeout(ctx, s.cfg.Hold)
		defer cancel()
		switch {
		case t.story:
			return s.explain(ctx, args), nil
		case t.wait:
			id, err := idOf(args)
			if err != nil {
				return failed(id, err), nil
			}
			return s.await(ctx, req, id), nil
		}
		r, err := t.request(args)
		if err != nil {
			return failed("", err), nil
		}
		return s.ask(ctx, req, r), nil
	}
}
