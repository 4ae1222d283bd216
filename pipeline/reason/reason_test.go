package reason_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"passepartout/pipeline"
	"passepartout/pipeline/reason"
)

// hand is an actuator without inspection; inspected has one.
type hand struct{ name string }

func (h hand) Spec() pipeline.Spec { return pipeline.Spec{Name: h.name} }
func (hand) Do(context.Context, pipeline.Clearance, pipeline.Sink) (pipeline.Result, error) {
	return pipeline.Result{}, errors.New("reason must not act")
}

type inspected struct {
	hand
	inspect func(p pipeline.Proposal) (pipeline.Inspection, error)
}

func (h inspected) Inspect(_ context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	return h.inspect(p)
}

type directory []pipeline.Actuator

func (d directory) Find(name string) (pipeline.Actuator, bool) {
	i := slices.IndexFunc(d, func(a pipeline.Actuator) bool { return strings.EqualFold(a.Spec().Name, name) })
	if i < 0 {
		return nil, false
	}
	return d[i], true
}

func (d directory) Names() []string {
	var names []string
	for _, a := range d {
		names = append(names, a.Spec().Name)
	}
	return names
}

type terminals bool

func (l terminals) Live(context.Context, pipeline.Principal, string) bool { return bool(l) }

type skill struct {
	spec    pipeline.Spec
	match   func(s pipeline.Signal) bool
	propose func(s pipeline.Signal) (pipeline.Action, error)
}

func (k skill) Spec() pipeline.Spec { return k.spec }
func (k skill) Match(s pipeline.Signal) bool {
	return k.match == nil || k.match(s)
}

func (k skill) Propose(_ context.Context, s pipeline.Signal) (pipeline.Action, error) {
	if k.propose == nil {
		return pipeline.Action{Target: "shell", Op: "run"}, nil
	}
	return k.propose(s)
}

type gate struct {
	spec  pipeline.Spec
	check func(ctx context.Context, p pipeline.Proposal) (pipeline.Verdict, error)
}

func (g gate) Spec() pipeline.Spec { return g.spec }
func (g gate) Check(ctx context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	return g.check(ctx, p)
}

type versioned struct {
	gate
	version func() string
}

func (v versioned) Version() string { return v.version() }

func says(name string, o pipeline.Outcome) gate {
	return gate{pipeline.Spec{Name: name}, func(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
		v := pipeline.Verdict{Outcome: o, Rule: "r", Reason: "because"}
		for range p.Effects {
			v.PerEffect = append(v.PerEffect, pipeline.Verdict{Outcome: pipeline.Allow, Rule: "fine"})
		}
		return v, nil
	}}
}

func request() pipeline.Signal {
	return pipeline.Signal{
		ID: "1", Type: "request", Source: "/app", Session: "s", Principal: "alpha", Role: pipeline.RoleAgent,
		Data: json.RawMessage(`{"a":1}`),
	}
}

func config() reason.Config {
	return reason.Config{
		Skills:     []pipeline.Skill{skill{spec: pipeline.Spec{Name: "request"}}},
		Gates:      []pipeline.Gate{says("g", pipeline.Allow)},
		Directory:  directory{hand{"shell"}, hand{"system"}, hand{"tui"}, hand{"tool"}},
		Default:    "tui",
		Heartbeats: []string{"heartbeat"},
	}
}

func TestHeartbeatsNeverActuate(t *testing.T) {
	t.Parallel()
	cfg := config()
	cfg.Skills = []pipeline.Skill{skill{spec: pipeline.Spec{Name: "eager", Priority: 99}, propose: func(pipeline.Signal) (pipeline.Action, error) {
		t.Error("a heartbeat reached a skill")
		return pipeline.Action{}, nil
	}}}
	for _, role := range []pipeline.Role{pipeline.RoleAgent, pipeline.RoleSensor, pipeline.RoleWorker} {
		sig := request()
		sig.Type, sig.Role = "heartbeat", role
		if _, _, err := reason.New(cfg).Reason(t.Context(), sig); !errors.Is(err, pipeline.ErrNothingToDo) {
			t.Errorf("%s: %v", role, err)
		}
	}
}

func TestSkillsByPriority(t *testing.T) {
	t.Parallel()
	never := func(pipeline.Signal) bool { return false }
	tests := []struct {
		name   string
		skills []pipeline.Skill
		want   string
	}{
		{"the highest first", []pipeline.Skill{
			skill{spec: pipeline.Spec{Name: "low", Priority: 1}}, skill{spec: pipeline.Spec{Name: "high", Priority: 9}}, skill{spec: pipeline.Spec{Name: "mid", Priority: 5}},
		}, "high"},
		{"the first that matches", []pipeline.Skill{
			skill{spec: pipeline.Spec{Name: "low", Priority: 1}}, skill{spec: pipeline.Spec{Name: "high", Priority: 9}, match: never},
		}, "low"},
		{"by name within one priority", []pipeline.Skill{
			skill{spec: pipeline.Spec{Name: "b"}}, skill{spec: pipeline.Spec{Name: "a"}},
		}, "a"},
		{"one that panics while matching does not match", []pipeline.Skill{
			skill{spec: pipeline.Spec{Name: "low"}}, skill{spec: pipeline.Spec{Name: "high", Priority: 9}, match: func(pipeline.Signal) bool { panic("x") }},
		}, "low"},
		{"extreme priorities", []pipeline.Skill{
			skill{spec: pipeline.Spec{Name: "low", Priority: -1 << 62}}, skill{spec: pipeline.Spec{Name: "high", Priority: 1<<63 - 1}},
		}, "high"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cfg := config()
			cfg.Skills = tt.skills
			for range 2 { // in either order
				p, _, err := reason.New(cfg).Reason(t.Context(), request())
				if err != nil || p.Skill != tt.want {
					t.Fatalf("skill %q, error %v", p.Skill, err)
				}
				slices.Reverse(cfg.Skills)
			}
		})
	}
}

func TestASignalThatNoSkillWants(t *testing.T) {
	t.Parallel()
	cfg := config()
	cfg.Skills = nil
	sig := request()
	_, _, err := reason.New(cfg).Reason(t.Context(), sig)
	var e *pipeline.Error
	if !errors.As(err, &e) || e.Field != "type" {
		t.Errorf("an agent is not told: %v", err)
	}
	sig.Role = pipeline.RoleSensor
	if _, _, err := reason.New(cfg).Reason(t.Context(), sig); !errors.Is(err, pipeline.ErrNothingToDo) {
		t.Errorf("a sensor's: %v", err)
	}
}

// A skill is pure: what fails once fails again, so that waiting would help nobody.
func TestASkillThatFails(t *testing.T) {
	t.Parallel()
	own := &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "data.op"}
	tests := map[string]struct {
		propose func(pipeline.Signal) (pipeline.Action, error)
		code    pipeline.Code
	}{
		"with its own error": {func(pipeline.Signal) (pipeline.Action, error) { return pipeline.Action{}, own }, pipeline.CodeInvalidRequest},
		"with any error":     {func(pipeline.Signal) (pipeline.Action, error) { return pipeline.Action{}, errors.New("inside") }, pipeline.CodeInternal},
		"with a panic":       {func(pipeline.Signal) (pipeline.Action, error) { panic("inside") }, pipeline.CodeInternal},
	}
	for name, tt := range tests {
		cfg := config()
		cfg.Skills = []pipeline.Skill{skill{spec: pipeline.Spec{Name: "k"}, propose: tt.propose}}
		p, d, err := reason.New(cfg).Reason(t.Context(), request())
		var e *pipeline.Error
		if !errors.As(err, &e) || e.Code != tt.code || e.Retryable || strings.Contains(e.Message, "inside") {
			t.Errorf("%s: %v", name, err)
		}
		if p.ID != "" || d.Outcome != pipeline.Deny {
			t.Errorf("%s: a proposal beside the error", name)
		}
	}
}

func TestTargets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		action pipeline.Action
		source string
		deflt  string
		live   bool
		want   string // empty: unknown
		names  string // in the error
	}{
		{name: "explicit", action: pipeline.Action{Target: "tool"}, source: "/shell", want: "tool"},
		{name: "explicit in capitals", action: pipeline.Action{Target: "SHELL"}, source: "/app", want: "shell"},
		{name: "the source", source: "/some/Shell", want: "shell"},
		{name: "the source as a name", source: "tool", want: "tool"},
		{name: "the default", source: "/app", want: "tui"},
		{name: "the default in capitals", source: "/app", deflt: "SyStem", want: "system"},
		{name: "no source", source: "", want: "tui"},
		{name: "a source that is a folder", source: "/", want: "tui"},
		{name: "an unknown target never falls through to the source", action: pipeline.Action{Target: "mail"}, source: "/shell", names: "mail"},
		{name: "an unknown target never falls through to the default", action: pipeline.Action{Target: "mail"}, source: "/app", names: "mail"},
		{name: "blanks are no other name", action: pipeline.Action{Target: " shell"}, source: "/shell", names: " shell"},
		{name: "an unknown default", source: "/app", deflt: "gone", names: "gone"},
		{name: "a message to the system of a live session", action: pipeline.Action{Target: "System", Op: "Message"}, live: true, want: "tui"},
		{name: "a message to the system by default", action: pipeline.Action{Op: "message"}, deflt: "system", live: true, want: "tui"},
		{name: "a message to the system of nobody", action: pipeline.Action{Target: "system", Op: "message"}, want: "system"},
		{name: "another operation of the system", action: pipeline.Action{Target: "system", Op: "eval"}, live: true, want: "system"},
		{name: "a message to a tool", action: pipeline.Action{Target: "tool", Op: "message"}, live: true, want: "tool"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cfg := config()
			cfg.Terminals = terminals(tt.live)
			if tt.deflt != "" {
				cfg.Default = tt.deflt
			}
			cfg.Skills = []pipeline.Skill{skill{spec: pipeline.Spec{Name: "k"}, propose: func(pipeline.Signal) (pipeline.Action, error) { return tt.action, nil }}}
			sig := request()
			sig.Source = tt.source
			p, _, err := reason.New(cfg).Reason(t.Context(), sig)
			if tt.want != "" {
				if err != nil || p.Action.Target != tt.want {
					t.Fatalf("target %q, error %v", p.Action.Target, err)
				}
				return
			}
			var e *pipeline.Error
			if !errors.As(err, &e) || e.Code != pipeline.CodeUnknownTarget || e.Field != "target" {
				t.Fatalf("got %q, %v", p.Action.Target, err)
			}
			if !strings.Contains(e.Message, tt.names) || !strings.Contains(e.Hint, "shell") {
				t.Errorf("message %q, hint %q", e.Message, e.Hint)
			}
		})
	}
}

func TestRedirectWithoutATerminalActuator(t *testing.T) {
	t.Parallel()
	cfg := config()
	cfg.Directory, cfg.Terminals = directory{hand{"system"}}, terminals(true)
	cfg.Skills = []pipeline.Skill{skill{propose: func(pipeline.Signal) (pipeline.Action, error) {
		return pipeline.Action{Target: "system", Op: "message"}, nil
	}}}
	p, _, err := reason.New(cfg).Reason(t.Context(), request())
	if err != nil || p.Action.Target != "system" {
		t.Errorf("target %q, %v", p.Action.Target, err)
	}
}

func TestUnknownTargetIsBoundedInItsError(t *testing.T) {
	t.Parallel()
	cfg := config()
	cfg.Skills = []pipeline.Skill{skill{propose: func(pipeline.Signal) (pipeline.Action, error) {
		return pipeline.Action{Target: strings.Repeat("x\xff", 1<<20)}, nil
	}}}
	_, _, err := reason.New(cfg).Reason(t.Context(), request())
	var e *pipeline.Error
	if !errors.As(err, &e) || len(e.Message) > 300 {
		t.Errorf("%d bytes of message", len(e.Message))
	}
}

func TestInspection(t *testing.T) {
	t.Parallel()
	reads := []pipeline.Effect{{Kind: pipeline.KindRead, Object: "/f"}}
	fault := &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "params.command"}
	tests := []struct {
		name   string
		hand   pipeline.Actuator
		kinds  []pipeline.EffectKind
		fault  pipeline.Code
		exact  string
		sumHas string
	}{
		{name: "one that cannot say", hand: hand{"shell"}, kinds: []pipeline.EffectKind{pipeline.KindUnknown}, exact: `{"a":"\u003cb\u003e"}`, sumHas: "shell run"},
		{name: "silent", hand: inspected{hand{"shell"}, func(pipeline.Proposal) (pipeline.Inspection, error) { return pipeline.Inspection{}, nil }}, kinds: []pipeline.EffectKind{pipeline.KindUnknown}, exact: `{"a":"\u003cb\u003e"}`, sumHas: "shell run"},
		{name: "inert", hand: inspected{hand{"shell"}, func(pipeline.Proposal) (pipeline.Inspection, error) {
			return pipeline.Inspection{Inert: true, Exact: []byte("x"), Summary: "nothing"}, nil
		}}, exact: "x", sumHas: "nothing"},
		{name: "inert with an effect is not inert", hand: inspected{hand{"shell"}, func(pipeline.Proposal) (pipeline.Inspection, error) {
			return pipeline.Inspection{Inert: true, Effects: reads, Exact: []byte("x")}, nil
		}}, kinds: []pipeline.EffectKind{pipeline.KindRead}, exact: "x"},
		{name: "one that fails", hand: inspected{hand{"shell"}, func(pipeline.Proposal) (pipeline.Inspection, error) { return pipeline.Inspection{}, fault }}, fault: pipeline.CodeInvalidRequest},
		{name: "one that panics", hand: inspected{hand{"shell"}, func(pipeline.Proposal) (pipeline.Inspection, error) { panic("x") }}, fault: pipeline.CodeInternal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cfg := config()
			cfg.Directory = directory{tt.hand}
			cfg.Skills = []pipeline.Skill{skill{propose: func(pipeline.Signal) (pipeline.Action, error) {
				return pipeline.Action{Target: "shell", Op: "run", Params: json.RawMessage(`{ "a" : "<b>" }`)}, nil
			}}}
			p, _, err := reason.New(cfg).Reason(t.Context(), request())
			if tt.fault != "" {
				var e *pipeline.Error
				if !errors.As(err, &e) || e.Code != tt.fault {
					t.Fatalf("got %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var kinds []pipeline.EffectKind
			for _, e := range p.Effects {
				kinds = append(kinds, e.Kind)
			}
			if !slices.Equal(kinds, tt.kinds) || string(p.Exact) != tt.exact || !strings.Contains(p.Summary, tt.sumHas) {
				t.Errorf("effects %v, exact %s, summary %q", kinds, p.Exact, p.Summary)
			}
		})
	}
}

// Review believes nothing that an earlier look found out.
func TestReviewStartsAnew(t *testing.T) {
	t.Parallel()
	s := reason.New(config())
	p, _, err := s.Reason(t.Context(), request())
	if err != nil {
		t.Fatal(err)
	}
	stale := p
	stale.Effects, stale.Exact, stale.Summary = nil, []byte("forged"), "harmless"
	stale.Confinement, stale.Policy = "microvm", "v0"
	fresh, _, err := s.Review(t.Context(), stale)
	if err != nil || fresh.Digest() != p.Digest() || fresh.Summary != p.Summary {
		t.Errorf("%v: %+v", err, fresh)
	}
	gone := p
	gone.Action.Target = "gone"
	var e *pipeline.Error
	if _, _, err := s.Review(t.Context(), gone); !errors.As(err, &e) || e.Code != pipeline.CodeUnknownTarget {
		t.Errorf("an actuator that is gone: %v", err)
	}
}

func TestSignalsAreNotChanged(t *testing.T) {
	t.Parallel()
	sig := request()
	before, err := json.Marshal(sig)
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := reason.New(config()).Reason(t.Context(), sig)
	if err != nil {
		t.Fatal(err)
	}
	after, _ := json.Marshal(sig)
	inside, _ := json.Marshal(p.Signal)
	if string(after) != string(before) || string(inside) != string(before) {
		t.Errorf("before %s, after %s, in the proposal %s", before, after, inside)
	}
	if p.ID != sig.Key() {
		t.Error("the proposal has another id than the signal's key")
	}
}
