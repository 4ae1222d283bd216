// Package tool is the hand for registered tools: Go functions of the worker,
// and tools that other rooms bring in (MCP servers, services on the bus)
// through the port Source.
//
// A tool is called by its name as the operation, with its arguments as the
// parameters, or by the operation "call" with {"tool": NAME, "args": {…}};
// "list" names all tools. Names are found in any case. Arguments are checked
// against the tool's JSON Schema before anything is judged, and again before
// the call, together with the tool's definition: one that was changed after it
// was judged is not called.
//
// A tool states its effects if it is an Effector; otherwise its one effect is
// unknown, and a person decides. What goes wrong is told as data: an unknown
// tool with names that are near, bad arguments with the field at fault, a
// failure with the tool's own message, a panic as an internal error without
// the worker's inside.
//
// Tools run in the worker, unconfined. They must honour their context.
package tool

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"passepartout/actuators"
	"passepartout/pipeline"
)

// Spec describes a tool.
type Spec struct {
	Name string `json:"name"` // letters, digits, '-', '_', '.', '/'; at most 128
	Doc  string `json:"doc"`  // one sentence for agents
	// Input is the JSON Schema (draft 2020-12) of the arguments, which are
	// always an object. Empty: no arguments.
	Input json.RawMessage `json:"input,omitempty"`
}

// Output is what a tool answers. Content is any JSON value; Message is one line
// for people. Failed says that the tool did its work and found that it cannot
// be done: Message then tells the agent why.
type Output struct {
	Content json.RawMessage
	Message string
	Failed  bool
}

// Tool is one tool. Call gets arguments that fit its schema, must honour ctx
// and may be called by many goroutines. Its *pipeline.Error is told to the
// agent as it is; of any other error the agent learns only that the tool
// failed.
type Tool interface {
	Spec() Spec
	Call(ctx context.Context, args json.RawMessage) (Output, error)
}

// Effector is the optional ability of a tool to state what a call would do.
// Inert is true for a tool that only answers. It must not change the world.
type Effector interface {
	Effects(ctx context.Context, args json.RawMessage) (effects []pipeline.Effect, inert bool, err error)
}

// Source is where foreign tools come from. Find gets a name in lower case. Both
// may change from one call to the next.
type Source interface {
	Find(ctx context.Context, name string) (Tool, bool)
	List(ctx context.Context) []Spec
}

// Config is what New needs.
type Config struct {
	Tools   []Tool
	Sources []Source // asked in this order, after Tools
	Now     func() time.Time
}

// Operations besides the tools' own names.
const (
	opCall = "call"
	opList = "list"
)

// Actuator calls tools. It may be used by many goroutines.
type Actuator struct {
	own     map[string]entry
	sources []Source
	now     func() time.Time
}

var (
	_ pipeline.Actuator  = (*Actuator)(nil)
	_ pipeline.Inspector = (*Actuator)(nil)
)

// Why New refuses.
var (
	ErrDuplicate = errors.New("two tools of the same name")
	ErrBadTool   = errors.New("no fit tool")
)

// entry is a tool, ready to be called.
type entry struct {
	tool   Tool
	spec   Spec
	schema *jsonschema.Resolved
	digest string
}

// New makes the actuator. Errors: ErrDuplicate (also for names that differ in
// case only) and ErrBadTool, which wrap what is wrong with which tool.
func New(cfg Config) (*Actuator, error) {
	if cfg.Now == nil {
		return nil, fmt.Errorf("%w: no clock", ErrBadTool)
	}
	a := &Actuator{own: make(map[string]entry, len(cfg.Tools)), sources: cfg.Sources, now: cfg.Now}
	for _, t := range cfg.Tools {
		e, err := prepare(t)
		if err != nil {
			return nil, err
		}
		name := strings.ToLower(e.spec.Name)
		if _, taken := a.own[name]; taken {
			return nil, fmt.Errorf("%w: %q", ErrDuplicate, e.spec.Name)
		}
		a.own[name] = e
	}
	return a, nil
}

// Spec describes the actuator.
func (a *Actuator) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "tool", Doc: "Calls a registered tool with checked arguments."}
}

// The schemas of the operations that are no tools.
const (
	callSchema = `{"type":"object","required":["tool"],"additionalProperties":false,"properties":{"tool":{"type":"string","description":"Name of the tool."},"args":{"description":"Its arguments, an object."}}}`
	listSchema = `{"type":"object","additionalProperties":false,"properties":{}}`
)

var _ actuators.Declared = (*Actuator)(nil)

// Schema implements actuators.Declared for the tools of this worker. Whether
// another one exists is known only when its source is asked.
func (a *Actuator) Schema(op string) (json.RawMessage, []string) {
	switch lower := strings.ToLower(op); lower {
	case opCall:
		return json.RawMessage(callSchema), nil
	case opList:
		return json.RawMessage(listSchema), nil
	default:
		return a.own[lower].spec.Input, nil
	}
}

// prepare reads a tool's definition, once for each of its own tools, once for
// each call of a foreign one, whose definition may change.
func prepare(t Tool) (entry, error) {
	s := t.Spec()
	name := strings.ToLower(s.Name)
	if !validName(s.Name) || name == opCall || name == opList {
		return entry{}, fmt.Errorf("%w: name %q", ErrBadTool, clip(s.Name, maxName))
	}
	if len(s.Input) == 0 {
		s.Input = json.RawMessage(`{"type":"object","additionalProperties":false}`)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(s.Input, &schema); err != nil {
		return entry{}, fmt.Errorf("%w: schema of %q: %w", ErrBadTool, s.Name, err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return entry{}, fmt.Errorf("%w: schema of %q: %w", ErrBadTool, s.Name, err)
	}
	sum := sha256.New()
	for _, part := range []string{s.Name, s.Doc, string(s.Input)} {
		fmt.Fprintf(sum, "%d:%s", len(part), part)
	}
	return entry{tool: t, spec: s, schema: resolved, digest: hex.EncodeToString(sum.Sum(nil))}, nil
}

const maxName = 128

func validName(name string) bool {
	if name == "" || len(name) > maxName {
		return false
	}
	for _, c := range []byte(name) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-_./", c) >= 0:
		default:
			return false
		}
	}
	return true
}

// find looks a tool up by its name in any case.
func (a *Actuator) find(ctx context.Context, name string) (entry, *pipeline.Error) {
	lower := strings.ToLower(name)
	if !validName(name) {
		return entry{}, a.unknown(ctx, name)
	}
	if e, ok := a.own[lower]; ok {
		return e, nil
	}
	for _, s := range a.sources {
		t, ok := s.Find(ctx, lower)
		if !ok {
			continue
		}
		e, err := prepare(t)
		if err != nil {
			return entry{}, &pipeline.Error{
				Code: pipeline.CodeUnknownTool, Message: "the tool " + name + " is not usable",
				Hint: "its definition is broken; use another tool", Err: err,
			}
		}
		if strings.ToLower(e.spec.Name) != lower {
			continue // a source that answers with another tool than was asked for
		}
		return e, nil
	}
	return entry{}, a.unknown(ctx, name)
}

// specs lists all tools, sorted, the first of equal names only.
func (a *Actuator) specs(ctx context.Context) []Spec {
	seen := make(map[string]bool, len(a.own))
	var all []Spec
	for name, e := range a.own {
		seen[name] = true
		all = append(all, e.spec)
	}
	for _, source := range a.sources {
		for _, s := range source.List(ctx) {
			if name := strings.ToLower(s.Name); validName(s.Name) && !seen[name] {
				seen[name] = true
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(x, y Spec) int {
		return strings.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name))
	})
	return all
}

func (a *Actuator) unknown(ctx context.Context, name string) *pipeline.Error {
	hint := `send the operation "list" to see all tools`
	if near := nearest(name, a.specs(ctx)); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return &pipeline.Error{
		Code: pipeline.CodeUnknownTool, Field: "op",
		Message: fmt.Sprintf("there is no tool %q", clip(name, maxName)), Hint: hint,
	}
}

func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
