package schema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/gates/schema"
	"passepartout/pipeline"
)

type schemas map[string]string

func (s schemas) Schema(target, op string) (json.RawMessage, []string) {
	if text, ok := s[target+" "+op]; ok {
		return json.RawMessage(text), nil
	}
	if target == "tool" {
		return nil, []string{"bad", "echo", "run", "worse"}
	}
	return nil, nil
}

func known() schemas {
	return schemas{
		"tool echo": `{"type":"object","required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string","maxLength":5}}}`,
		"tool run": `{"type":"object","required":["argv"],"additionalProperties":false,"properties":{
			"argv":{"type":"array","items":{"type":"string"},"maxItems":3,"description":"The words."},
			"env":{"type":"object","additionalProperties":{"type":"string"}},
			"timeout":{"type":"number","minimum":1,"maximum":3600},
			"lines":{"type":"integer"},
			"mode":{"enum":["fast","slow"]},
			"either":{"type":["string","null"]},
			"odd":{"not":{"const":7}}}}`,
		"tool bad":   `{"type": 3}`,
		"tool worse": `{`,
	}
}

func ask(op, params string) pipeline.Proposal {
	p := gatetest.Proposal()
	p.Action = pipeline.Action{Target: "Tool", Op: op, Params: json.RawMessage(params)}
	return p
}

func TestGate(t *testing.T) {
	t.Parallel()
	elsewhere := ask("other", `{"x":1}`)
	elsewhere.Action.Target = "elsewhere"
	const denied, code = pipeline.Deny, pipeline.CodeInvalidRequest
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return schema.New(known()) }, []gatetest.Case{
		{Name: "fits", Proposal: ask("echo", `{"text":"hi"}`), Outcome: pipeline.Allow},
		{Name: "declares nothing", Proposal: elsewhere, Outcome: pipeline.Allow},
		{Name: "null is absent", Proposal: ask("run", `{"argv":["a"],"timeout":null}`), Outcome: pipeline.Allow},
		{Name: "null where it may be", Proposal: ask("run", `{"argv":["a"],"either":null}`), Outcome: pipeline.Allow},
		{Name: "unknown operation", Proposal: ask("other", `{}`), Outcome: denied, Rule: schema.RuleUnknownOperation, Code: code},
		{Name: "missing", Proposal: ask("echo", ""), Outcome: denied, Rule: schema.RuleMissingParameter, Code: code},
		{Name: "too much", Proposal: ask("echo", `{"text":"hi","x":1}`), Outcome: denied, Rule: schema.RuleUnknownParameter, Code: code},
		{Name: "wrong type", Proposal: ask("echo", `{"text":1}`), Outcome: denied, Rule: schema.RuleWrongType, Code: code},
		{Name: "too long", Proposal: ask("echo", `{"text":"123456"}`), Outcome: denied, Rule: schema.RuleOutOfBounds, Code: code},
		{Name: "null", Proposal: ask("echo", `null`), Outcome: denied, Rule: schema.RuleMissingParameter, Code: code},
		{Name: "no object", Proposal: ask("echo", `[]`), Outcome: denied, Rule: schema.RuleWrongType, Code: code},
		{Name: "fits in no way that is known by name", Proposal: ask("run", `{"argv":["a"],"odd":7}`), Outcome: denied, Rule: schema.RuleMisfit, Code: code},
	})
}

// The agent learns which field to mend and how.
func TestTheFieldIsNamed(t *testing.T) {
	t.Parallel()
	for params, want := range map[string]struct{ field, says string }{
		`{"argv":["a"],"agv":1}`:                  {"params.agv", "unknown"},
		`{"argv":`:                                {"params", "not usable JSON"},
		`{}`:                                      {"params.argv", "missing"},
		`{"argv":"a"}`:                            {"params.argv", "must be an array"},
		`{"argv":["a",2]}`:                        {"params.argv[1]", "must be a string"},
		`{"argv":["a",null]}`:                     {"params.argv[1]", "must be a string"},
		`{"argv":["a","b","c","d"]}`:              {"params.argv", "more than 3"},
		`{"argv":["a"],"env":{"A":1}}`:            {"params.env.A", "must be a string"},
		`{"argv":["a"],"timeout":0}`:              {"params.timeout", "at least 1"},
		`{"argv":["a"],"timeout":3601}`:           {"params.timeout", "at most 3600"},
		`{"argv":["a"],"lines":1.5}`:              {"params.lines", "must be an integer"},
		`{"argv":["a"],"mode":"x"}`:               {"params.mode", `["fast","slow"]`},
		`{"argv":["a"],"` + long + `":1}`:         {"params." + long[:64] + "…", "unknown"},
		`{"argv":["a"],"env":{"` + long + `":1}}`: {"params.env." + long[:64] + "…", "must be a string"},
	} {
		v, err := schema.New(known()).Check(t.Context(), ask("run", params))
		if err != nil {
			t.Fatal(err)
		}
		if v.Outcome != pipeline.Deny || v.Field != want.field || !strings.Contains(v.Reason, want.says) || v.Hint == "" {
			t.Errorf("%s: %+v, want %q at %s", params, v, want.says, want.field)
		}
	}
	v, err := schema.New(known()).Check(t.Context(), ask("rn", "{}"))
	if err != nil || v.Field != "op" || !strings.Contains(v.Hint, "echo, run") {
		t.Errorf("an unknown operation: %+v, %v", v, err)
	}
}

const long = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

func TestUnusableSchemaIsAnError(t *testing.T) {
	t.Parallel()
	g := schema.New(known())
	for _, op := range []string{"bad", "worse"} {
		if v, err := g.Check(t.Context(), ask(op, "{}")); err == nil {
			t.Errorf("%s: %s", op, v.Outcome)
		}
	}
}

func TestWithoutPort(t *testing.T) {
	t.Parallel()
	if v, err := schema.New(nil).Check(t.Context(), ask("echo", "{}")); err != nil || v.Outcome != pipeline.Allow {
		t.Errorf("%s, %v", v.Outcome, err)
	}
}

// Whatever the parameters are, the gate neither panics nor lets pass what the
// schema refuses, and a denial always names a field.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{`{}`, `null`, `{"argv":["a"]}`, `{"argv":[[[{}]]]}`, `{"env":{"a":{"b":null}}}`, `{"timeout":1e999}`, `"`, `{"lines":1e300}`} {
		f.Add([]byte(seed))
	}
	g := schema.New(known())
	f.Fuzz(func(t *testing.T, params []byte) {
		v, err := g.Check(t.Context(), ask("run", string(params)))
		if err != nil {
			t.Fatal(err)
		}
		if v.Outcome != pipeline.Allow && (v.Field == "" || v.Rule == "" || v.Reason == "") {
			t.Fatalf("%s: %+v", params, v)
		}
		var value struct{ Argv *[]string }
		if v.Outcome == pipeline.Allow && (json.Unmarshal(params, &value) != nil || value.Argv == nil) {
			t.Fatalf("%s passes", params)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	g, p := schema.New(known()), ask("run", `{"argv":["git","status"],"env":{"A":"b"},"timeout":30}`)
	b.ReportAllocs()
	for b.Loop() {
		if v, err := g.Check(b.Context(), p); err != nil || v.Outcome != pipeline.Allow {
			b.Fatal(v, err)
		}
	}
}
