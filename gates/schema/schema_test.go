package schema_test

import (
	"encoding/json"
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/gates/schema"
	"passepartout/pipeline"
)

type schemas map[string]string

func (s schemas) Schema(target, op string) (json.RawMessage, bool) {
	text, ok := s[target+" "+op]
	return json.RawMessage(text), ok
}

func known() schemas {
	return schemas{
		"tool echo":  `{"type":"object","required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string","maxLength":5}}}`,
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
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return schema.New(known()) }, []gatetest.Case{
		{Name: "fits", Proposal: ask("echo", `{"text":"hi"}`), Outcome: pipeline.Allow},
		{Name: "none declared", Proposal: ask("other", `{"x":1}`), Outcome: pipeline.Allow},
		{Name: "missing", Proposal: ask("echo", ""), Outcome: pipeline.Deny, Rule: "misfit", Code: pipeline.CodeInvalidRequest},
		{Name: "too much", Proposal: ask("echo", `{"text":"hi","x":1}`), Outcome: pipeline.Deny, Rule: "misfit", Code: pipeline.CodeInvalidRequest},
		{Name: "wrong type", Proposal: ask("echo", `{"text":1}`), Outcome: pipeline.Deny, Rule: "misfit", Code: pipeline.CodeInvalidRequest},
		{Name: "too long", Proposal: ask("echo", `{"text":"123456"}`), Outcome: pipeline.Deny, Rule: "misfit", Code: pipeline.CodeInvalidRequest},
		{Name: "null", Proposal: ask("echo", `null`), Outcome: pipeline.Deny, Rule: "misfit", Code: pipeline.CodeInvalidRequest},
	})
}

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
