package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/tool"
	"passepartout/pipeline"
)

// fake is a tool that does what the test says.
type fake struct {
	spec    tool.Spec
	call    func(ctx context.Context, args json.RawMessage) (tool.Output, error)
	effects func() ([]pipeline.Effect, bool, error)
}

func (f *fake) Spec() tool.Spec { return f.spec }
func (f *fake) Call(ctx context.Context, args json.RawMessage) (tool.Output, error) {
	return f.call(ctx, args)
}

// stating is a fake that states effects.
type stating struct{ *fake }

func (s stating) Effects(context.Context, json.RawMessage) ([]pipeline.Effect, bool, error) {
	return s.effects()
}

// shelf is a source of foreign tools that can change.
type shelf struct {
	mu    sync.Mutex
	tools map[string]tool.Tool
}

func (s *shelf) put(key string, t tool.Tool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tools[key] = t
}

func (s *shelf) Find(_ context.Context, name string) (tool.Tool, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.tools[name]
	return t, ok
}

func (s *shelf) List(context.Context) []tool.Spec {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []tool.Spec
	for _, t := range s.tools {
		all = append(all, t.Spec())
	}
	return all
}

func open(t testing.TB, tools []tool.Tool, sources ...tool.Source) *tool.Actuator {
	t.Helper()
	a, err := tool.New(tool.Config{Tools: append(tool.Builtins(time.Now), tools...), Sources: sources, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func slow() tool.Tool {
	return stating{&fake{
		spec: tool.Spec{Name: "slow", Doc: "Waits."},
		call: func(ctx context.Context, _ json.RawMessage) (tool.Output, error) {
			<-ctx.Done()
			return tool.Output{}, ctx.Err()
		},
		effects: func() ([]pipeline.Effect, bool, error) { return nil, true, nil },
	}}
}

func TestConformance(t *testing.T) {
	t.Parallel()
	actuatortest.Run(t, func(t *testing.T) actuatortest.Hand {
		return actuatortest.Hand{
			Actuator: open(t, []tool.Tool{slow()}),
			Examples: []actuatortest.Example{
				{Op: "echo", Params: `{"text":"hello"}`},
				{Op: "Call", Params: `{"tool":"ECHO","args":{"text":"hello"}}`},
				{Op: "noop"},
				{Op: "time"},
				{Op: "list"},
			},
			Slow: &actuatortest.Example{Op: "slow"},
		}
	})
}

func TestNewRefusesUnfitTools(t *testing.T) {
	t.Parallel()
	of := func(name, input string) tool.Tool {
		return &fake{spec: tool.Spec{Name: name, Doc: "x", Input: json.RawMessage(input)}}
	}
	tests := []struct {
		name  string
		tools []tool.Tool
		want  error
	}{
		{"the same in another case", []tool.Tool{of("Mail", ""), of("mail", "")}, tool.ErrDuplicate},
		{"no name", []tool.Tool{of("", "")}, tool.ErrBadTool},
		{"the name of an operation", []tool.Tool{of("Call", "")}, tool.ErrBadTool},
		{"a blank in the name", []tool.Tool{of("a b", "")}, tool.ErrBadTool},
		{"a folding letter", []tool.Tool{of("tas\u212a", "")}, tool.ErrBadTool},
		{"a schema that is no JSON", []tool.Tool{of("a", "{")}, tool.ErrBadTool},
		{"a schema with a wrong type", []tool.Tool{of("a", `{"type":"thing","$ref":"#/nowhere"}`)}, tool.ErrBadTool},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, err := tool.New(tool.Config{Tools: tt.tools, Now: time.Now}); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
	if _, err := tool.New(tool.Config{}); err == nil {
		t.Error("made without a clock")
	}
}

func TestUnknownToolNamesNearOnes(t *testing.T) {
	t.Parallel()
	a := open(t, []tool.Tool{&fake{spec: tool.Spec{Name: "Read_Mail"}}})
	tests := []struct{ op, near string }{
		{"ecko", "echo"},
		{"read_mial", "Read_Mail"},
		{"read", "Read_Mail"},
		{"something-else-entirely", `"list"`},
	}
	for _, tt := range tests {
		_, err := actuatortest.Propose(t, a, actuatortest.Example{Op: tt.op})
		told := pipeline.AsError(err)
		if told.Code != pipeline.CodeUnknownTool || !strings.Contains(told.Hint, tt.near) {
			t.Errorf("%s: %v, hint %q", tt.op, told, told.Hint)
		}
	}
	_, err := actuatortest.Propose(t, a, actuatortest.Example{Op: "call", Params: `{"tool":"nope"}`})
	if told := pipeline.AsError(err); told.Code != pipeline.CodeUnknownTool {
		t.Errorf("by call: %v", told)
	}
}

func TestBadArgumentsNameTheField(t *testing.T) {
	t.Parallel()
	a := open(t, []tool.Tool{&fake{spec: tool.Spec{Name: "mail", Input: json.RawMessage(
		`{"type":"object","properties":{"to":{"type":"array","items":{"type":"string"}},"n":{"type":"integer"}},"required":["to"],"additionalProperties":false}`)}}})
	tests := []struct{ op, params, field string }{
		{"mail", `{}`, "params"},
		{"mail", ``, "params"},
		{"mail", `{"to":"x"}`, "params.to"},
		{"mail", `{"to":["x",1]}`, "params.to[]"},
		{"mail", `{"to":[],"n":"1"}`, "params.n"},
		{"mail", `{"to":[],"n":1e999}`, "params"},
		{"mail", `{"to":[],"to":[]}`, "params.to"},
		{"mail", `{"to":[],"cc":[]}`, "params"},
		{"call", `{"tool":"mail","args":{"to":3}}`, "params.args.to"},
		{"call", `{"tool":"mail","args":[]}`, "params.args"},
		{"call", `{"tool":"mail","arguments":{}}`, "params.arguments"},
		{"noop", `{"a":1}`, "params"},
		{"list", `{"a":1}`, "params.a"},
	}
	for _, tt := range tests {
		_, err := actuatortest.Propose(t, a, actuatortest.Example{Op: tt.op, Params: tt.params})
		if told := pipeline.AsError(err); told.Code != pipeline.CodeInvalidRequest || told.Field != tt.field {
			t.Errorf("%s %s: field %q: %v", tt.op, tt.params, told.Field, err)
		}
	}
}

func TestFailuresAreData(t *testing.T) {
	t.Parallel()
	const secret = "the-worker's-inside"
	tests := []struct {
		name string
		call func(ctx context.Context, args json.RawMessage) (tool.Output, error)
		code pipeline.Code
		says string
	}{
		{"panic", func(context.Context, json.RawMessage) (tool.Output, error) { panic(secret) }, pipeline.CodeInternal, "bad failed"},
		{"plain error", func(context.Context, json.RawMessage) (tool.Output, error) { return tool.Output{}, errors.New(secret) }, pipeline.CodeInternal, "bad failed"},
		{"told error", func(context.Context, json.RawMessage) (tool.Output, error) {
			return tool.Output{}, fmt.Errorf(secret+": %w", &pipeline.Error{Code: pipeline.CodeNotFound, Message: "no such mailbox"})
		}, pipeline.CodeNotFound, "no such mailbox"},
		{"failed", func(context.Context, json.RawMessage) (tool.Output, error) {
			return tool.Output{Failed: true, Message: "mailbox is full"}, nil
		}, pipeline.CodeNonzeroExit, "mailbox is full"},
		{"too much", func(context.Context, json.RawMessage) (tool.Output, error) {
			return tool.Output{Message: strings.Repeat("x", 1<<20)}, nil
		}, pipeline.CodeOutputLimit, "more than"},
		{"no JSON", func(context.Context, json.RawMessage) (tool.Output, error) {
			return tool.Output{Content: json.RawMessage("{" + secret)}, nil
		}, pipeline.CodeInternal, "no JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := open(t, []tool.Tool{&fake{spec: tool.Spec{Name: "bad"}, call: tt.call}})
			r, err := a.Do(t.Context(), actuatortest.Must(t, a, actuatortest.Example{Op: "bad"}), nil)
			told, ok := errors.AsType[*pipeline.Error](err)
			if !ok || told.Code != tt.code || !strings.Contains(told.Message, tt.says) {
				t.Fatalf("told %v", err)
			}
			var data struct{ Status, Tool, Message string }
			if err := json.Unmarshal(r.Data, &data); err != nil || data.Status != "error" || data.Tool != "bad" || data.Message == "" {
				t.Errorf("data %s (%v)", r.Data, err)
			}
			sent, _ := json.Marshal(told)
			if strings.Contains(string(sent)+string(r.Data), secret) {
				t.Errorf("the agent is told %s %s", sent, r.Data)
			}
		})
	}
}

func TestEffectsAreTheTools(t *testing.T) {
	t.Parallel()
	deletes := []pipeline.Effect{{Kind: pipeline.KindDelete, Object: "/mail/1", Certain: true}}
	tests := []struct {
		name  string
		tool  tool.Tool
		kinds []pipeline.EffectKind
		inert bool
		code  pipeline.Code
	}{
		{"states none", &fake{spec: tool.Spec{Name: "x"}}, []pipeline.EffectKind{pipeline.KindUnknown}, false, ""},
		{"states one", stating{&fake{spec: tool.Spec{Name: "x"}, effects: func() ([]pipeline.Effect, bool, error) { return deletes, false, nil }}}, []pipeline.EffectKind{pipeline.KindDelete}, false, ""},
		{"states one and claims to be inert", stating{&fake{spec: tool.Spec{Name: "x"}, effects: func() ([]pipeline.Effect, bool, error) { return deletes, true, nil }}}, []pipeline.EffectKind{pipeline.KindDelete}, false, ""},
		{"is inert", stating{&fake{spec: tool.Spec{Name: "x"}, effects: func() ([]pipeline.Effect, bool, error) { return nil, true, nil }}}, nil, true, ""},
		{"cannot say", stating{&fake{spec: tool.Spec{Name: "x"}, effects: func() ([]pipeline.Effect, bool, error) { return nil, true, errors.New("?") }}}, nil, false, pipeline.CodeInternal},
		{"panics", stating{&fake{spec: tool.Spec{Name: "x"}, effects: func() ([]pipeline.Effect, bool, error) { panic("?") }}}, nil, false, pipeline.CodeInternal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := open(t, []tool.Tool{tt.tool})
			n, err := a.Inspect(t.Context(), pipeline.Proposal{Action: pipeline.Action{Op: "x"}})
			if tt.code != "" {
				if pipeline.AsError(err).Code != tt.code || n.Inert || len(n.Effects) > 0 {
					t.Errorf("%+v, %v", n, err)
				}
				return
			}
			if err != nil || n.Inert != tt.inert || len(n.Effects) != len(tt.kinds) {
				t.Fatalf("%+v, %v", n, err)
			}
			for i, k := range tt.kinds {
				if n.Effects[i].Kind != k {
					t.Errorf("effect %v", n.Effects[i])
				}
			}
		})
	}
}

func TestForeignTools(t *testing.T) {
	t.Parallel()
	said := ""
	make := func(name, doc string) tool.Tool {
		return &fake{spec: tool.Spec{Name: name, Doc: doc}, call: func(context.Context, json.RawMessage) (tool.Output, error) {
			said = doc
			return tool.Output{}, nil
		}}
	}
	s := &shelf{tools: map[string]tool.Tool{"fs/read": make("fs/Read", "one"), "echo": make("echo", "an impostor"), "other": make("another", "x")}}
	a := open(t, nil, s)
	e := actuatortest.Example{Op: "FS/read"}
	c := actuatortest.Must(t, a, e)
	if _, err := a.Do(t.Context(), c, nil); err != nil || said != "one" {
		t.Fatalf("said %q, %v", said, err)
	}
	// The tool is swapped between the judging and the call.
	s.put("fs/read", make("fs/Read", "two"))
	if _, err := a.Do(t.Context(), c, nil); pipeline.AsError(err).Rule != "tool-changed" || said != "one" {
		t.Errorf("said %q, %v", said, err)
	}
	if _, err := actuatortest.Propose(t, a, actuatortest.Example{Op: "other"}); pipeline.AsError(err).Code != pipeline.CodeUnknownTool {
		t.Errorf("a source answered with another tool: %v", err)
	}
	r, err := a.Do(t.Context(), actuatortest.Must(t, a, actuatortest.Example{Op: "echo", Params: `{"text":"x"}`}), nil)
	if err != nil || said != "one" {
		t.Errorf("a foreign tool took a built-in's name: %s %v", r.Data, err)
	}
	r, err = a.Do(t.Context(), actuatortest.Must(t, a, actuatortest.Example{Op: "list"}), nil)
	var data struct{ Content []tool.Spec }
	if err != nil || json.Unmarshal(r.Data, &data) != nil || len(data.Content) != 5 || strings.Count(string(r.Data), `"echo"`) != 1 {
		t.Errorf("list %s, %v", r.Data, err)
	}
}

// TestArgumentsArriveAsJudged shows that numbers keep their digits and that
// one meaning has one spelling, hence one digest.
func TestArgumentsArriveAsJudged(t *testing.T) {
	t.Parallel()
	var got string
	a := open(t, []tool.Tool{&fake{
		spec: tool.Spec{Name: "any", Input: json.RawMessage(`{"type":"object"}`)},
		call: func(_ context.Context, args json.RawMessage) (tool.Output, error) {
			got = string(args)
			return tool.Output{}, nil
		},
	}})
	one := actuatortest.Example{Op: "any", Params: `{"b": 9007199254740993, "a": [1.10, null]}`}
	two := actuatortest.Example{Op: "any", Params: "{\n\"a\":[1.10,null],\"b\":9007199254740993}"}
	p1, err1 := actuatortest.Propose(t, a, one)
	p2, err2 := actuatortest.Propose(t, a, two)
	if err1 != nil || err2 != nil || p1.Digest() != p2.Digest() {
		t.Errorf("two spellings, two digests: %s %s", p1.Exact, p2.Exact)
	}
	if _, err := a.Do(t.Context(), actuatortest.Clear(t, p1), nil); err != nil || got != `{"a":[1.10,null],"b":9007199254740993}` {
		t.Errorf("the tool got %s, %v", got, err)
	}
}

func TestAnyTextIsRefusedOrCalled(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	rapid.Check(t, func(rt *rapid.T) {
		op, params := rapid.String().Draw(rt, "op"), rapid.String().Draw(rt, "params")
		n, err := a.Inspect(t.Context(), pipeline.Proposal{Action: pipeline.Action{Op: op, Params: json.RawMessage(params)}})
		if err != nil {
			if c := pipeline.AsError(err).Code; c != pipeline.CodeUnknownTool && c != pipeline.CodeInvalidRequest {
				rt.Fatalf("%v", err)
			}
			return
		}
		if !json.Valid(n.Exact) {
			rt.Fatalf("exact %q", n.Exact)
		}
	})
}

func FuzzInspect(f *testing.F) {
	f.Add("echo", []byte(`{"text":"x"}`))
	f.Add("call", []byte(`{"tool":"echo","args":{"text":"\ud800"}}`))
	f.Add("noop", []byte(`null`))
	f.Add("list", []byte(``))
	a := open(f, nil)
	f.Fuzz(func(t *testing.T, op string, params []byte) {
		n, err := a.Inspect(t.Context(), pipeline.Proposal{Action: pipeline.Action{Op: op, Params: params}})
		if err == nil && !json.Valid(n.Exact) {
			t.Errorf("exact %q", n.Exact)
		}
	})
}

func BenchmarkNoop(b *testing.B) {
	a := open(b, nil)
	c := actuatortest.Must(b, a, actuatortest.Example{Op: "noop"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := a.Do(b.Context(), c, nil); err != nil {
			b.Fatal(err)
		}
	}
}
