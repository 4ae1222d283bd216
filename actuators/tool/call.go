package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"passepartout/actuators"
	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

// maxContent bounds what a tool may answer, so that the feedback fits an event.
const maxContent = 512 << 10

// exact is what will be called: the tool under the name it was registered with,
// its definition, and the arguments in one spelling (keys sorted, no blanks).
type exact struct {
	Tool       string          `json:"tool,omitempty"`
	Definition string          `json:"definition,omitempty"` // SHA-256
	Args       json.RawMessage `json:"args,omitempty"`
	List       bool            `json:"list,omitempty"`
}

type callParams struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
}

// account is the Data of a result.
type account struct {
	Status  string          `json:"status"` // "success" or "error"
	Tool    string          `json:"tool"`
	Content json.RawMessage `json:"content,omitempty"`
	Message string          `json:"message"`
}

// Inspect finds the tool, checks the arguments and lets the tool state its
// effects.
func (a *Actuator) Inspect(ctx context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	op := strings.ToLower(p.Action.Op)
	if op == opList {
		if err := actuators.Decode(p.Action.Params, &struct{}{}); err != nil {
			return pipeline.Inspection{}, err
		}
		text, err := actuators.Exact(exact{List: true})
		if err != nil {
			return pipeline.Inspection{}, err
		}
		return pipeline.Inspection{Exact: text, Summary: "list the tools", Inert: true}, nil
	}
	name, args, field := p.Action.Op, p.Action.Params, ""
	if op == opCall {
		var params callParams
		if err := actuators.Decode(p.Action.Params, &params); err != nil {
			return pipeline.Inspection{}, err
		}
		name, args, field = params.Tool, params.Args, "args"
	}
	e, missing := a.find(ctx, name)
	if missing != nil {
		return pipeline.Inspection{}, missing
	}
	args, bad := e.check(args, field)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	return e.inspect(ctx, args)
}

func (e entry) inspect(ctx context.Context, args json.RawMessage) (n pipeline.Inspection, err error) {
	defer func() {
		if v := recover(); v != nil {
			n, err = pipeline.Inspection{}, e.panicked(v)
		}
	}()
	text, bad := actuators.Exact(exact{Tool: e.spec.Name, Definition: e.digest, Args: args})
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	n = pipeline.Inspection{Exact: text, Summary: e.spec.Name + " " + string(args)}
	states, ok := e.tool.(Effector)
	if !ok {
		n.Effects = []pipeline.Effect{{Kind: pipeline.KindUnknown, Object: "tool " + e.spec.Name, By: e.spec.Name}}
		return n, nil
	}
	n.Effects, n.Inert, err = states.Effects(ctx, args)
	if err != nil {
		return pipeline.Inspection{}, e.failed(ctx, err)
	}
	if len(n.Effects) > 0 {
		n.Inert = false // an effect is stated: it counts
	}
	return n, nil
}

// check reads arguments strictly, holds them against the tool's schema and
// returns them in their one spelling. Field is their path in the parameters.
func (e entry) check(args json.RawMessage, field string) (json.RawMessage, *pipeline.Error) {
	root := "params"
	if field != "" {
		root += "." + field
	}
	if trimmed := bytes.TrimSpace(args); len(trimmed) == 0 || string(trimmed) == "null" {
		args = json.RawMessage("{}")
	}
	if err := strictjson.Check(args); err != nil {
		return nil, strictjson.Explain(err, pipeline.CodeInvalidRequest, root)
	}
	var plain any
	if err := json.Unmarshal(args, &plain); err != nil {
		return nil, &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: root, Message: root + ": a number is out of range"}
	}
	if _, ok := plain.(map[string]any); !ok {
		return nil, &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: root, Message: root + ": must be an object"}
	}
	if err := e.schema.Validate(plain); err != nil {
		return nil, misfit(e.spec.Name, root, err)
	}
	// Numbers keep their digits: a float64 in between would call the tool with
	// another number than was judged.
	var precise any
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if err := d.Decode(&precise); err != nil {
		return nil, actuators.Invalid(field, "not readable", "")
	}
	return actuators.Exact(precise)
}

// misfit makes an error for the agent from the schema checker's, which gives
// the way through the schema ("/properties/a/items") and, last, what is wrong.
func misfit(tool, root string, err error) *pipeline.Error {
	const mark = "validating "
	text := err.Error()
	path, detail := root, text
	for {
		rest, ok := strings.CutPrefix(text, mark)
		if !ok {
			break
		}
		at, wrong, ok := strings.Cut(rest, ": ")
		if !ok {
			break
		}
		if strings.HasPrefix(at, "/") {
			path = root + strings.NewReplacer("/properties/", ".", "/items", "[]", "/", ".").Replace(at)
		}
		text, detail = wrong, wrong
	}
	return &pipeline.Error{
		Code: pipeline.CodeInvalidRequest, Field: clip(path, 200),
		Message: clip(path, 200) + ": " + clip(detail, 300), Hint: "see the input schema of the tool " + tool,
	}
}

// Do calls the tool that was judged with the arguments that were judged.
func (a *Actuator) Do(ctx context.Context, c pipeline.Clearance, _ pipeline.Sink) (pipeline.Result, error) {
	p, ok := c.Proposal()
	if !ok {
		return pipeline.Result{}, actuators.Refused()
	}
	var x exact
	if err := actuators.ReadExact(p.Exact, &x); err != nil {
		return pipeline.Result{}, err
	}
	if x.List {
		return a.list(ctx)
	}
	if x.Tool == "" {
		return pipeline.Result{}, actuators.Unexecutable(nil)
	}
	e, missing := a.find(ctx, x.Tool)
	if missing != nil {
		return pipeline.Result{}, missing
	}
	if e.digest != x.Definition {
		return pipeline.Result{}, &pipeline.Error{
			Code: pipeline.CodeBlocked, Rule: "tool-changed", Retryable: true,
			Message: "the tool " + x.Tool + " was redefined after this call was judged", Hint: "send the request again",
		}
	}
	args, bad := e.check(x.Args, "args")
	if bad != nil {
		return pipeline.Result{}, bad
	}
	return a.call(ctx, e, args)
}

func (a *Actuator) call(ctx context.Context, e entry, args json.RawMessage) (pipeline.Result, error) {
	r := pipeline.Result{Started: a.now()}
	out, err := e.call(ctx, args)
	r.Finished = a.now()
	told := account{Status: "success", Tool: e.spec.Name, Content: out.Content, Message: out.Message}
	var failure *pipeline.Error
	switch {
	case err != nil:
		failure = e.failed(ctx, err)
	case len(out.Content)+len(out.Message) > maxContent:
		failure = &pipeline.Error{
			Code: pipeline.CodeOutputLimit, Message: fmt.Sprintf("the tool %s answered with more than %d bytes", e.spec.Name, maxContent),
			Hint: "ask for less at once",
		}
	case len(out.Content) > 0 && !json.Valid(out.Content):
		failure = &pipeline.Error{Code: pipeline.CodeInternal, Message: "the tool " + e.spec.Name + " answered with what is no JSON"}
	case out.Failed:
		failure = &pipeline.Error{Code: pipeline.CodeNonzeroExit, Message: e.spec.Name + ": " + clip(out.Message, 1000), Hint: "see the tool's message"}
		r.Data = encode(account{Status: "error", Tool: e.spec.Name, Content: out.Content, Message: out.Message})
		r.ExitCode = 1
		return r, failure
	}
	if failure != nil {
		r.ExitCode = 1
		r.TimedOut = failure.Code == pipeline.CodeTimedOut
		r.Data = encode(account{Status: "error", Tool: e.spec.Name, Message: failure.Message})
		return r, failure
	}
	r.Data = encode(told)
	return r, nil
}

func (e entry) call(ctx context.Context, args json.RawMessage) (out Output, err error) {
	defer func() {
		if v := recover(); v != nil {
			out, err = Output{}, e.panicked(v)
		}
	}()
	if err := ctx.Err(); err != nil {
		return Output{}, err
	}
	return e.tool.Call(ctx, args)
}

func (e entry) panicked(v any) *pipeline.Error {
	return &pipeline.Error{
		Code: pipeline.CodeInternal, Message: "the tool " + e.spec.Name + " failed",
		Hint: "the worker's operator can see why", Err: fmt.Errorf("panic: %v\n%s", v, debug.Stack()),
	}
}

// failed is the error that a tool's own error is told with.
func (e entry) failed(ctx context.Context, err error) *pipeline.Error {
	if told, ok := errors.AsType[*pipeline.Error](err); ok && told != nil {
		return told
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &pipeline.Error{Code: pipeline.CodeTimedOut, Message: "the tool " + e.spec.Name + " took too long", Hint: "give it more time, or less to do", Err: err}
	case errors.Is(ctx.Err(), context.Canceled):
		return &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "the call of " + e.spec.Name + " was cancelled", Retryable: true, Err: err}
	}
	return &pipeline.Error{
		Code: pipeline.CodeInternal, Message: "the tool " + e.spec.Name + " failed",
		Hint: "the worker's operator can see why", Err: err,
	}
}

func (a *Actuator) list(ctx context.Context) (pipeline.Result, error) {
	now := a.now()
	content, err := actuators.Exact(a.specs(ctx))
	if err != nil {
		return pipeline.Result{}, err
	}
	if len(content) > maxContent {
		return pipeline.Result{}, &pipeline.Error{Code: pipeline.CodeOutputLimit, Message: "there are too many tools to list"}
	}
	return pipeline.Result{
		Started: now, Finished: now,
		Data: encode(account{Status: "success", Tool: opList, Content: content, Message: ""}),
	}, nil
}

// encode cannot fail: content was checked to be JSON, the rest are strings.
func encode(told account) json.RawMessage {
	data, err := json.Marshal(told)
	if err != nil {
		return json.RawMessage(`{"status":"error","message":"unreadable answer"}`)
	}
	return data
}
