// Package schema checks the parameters of an action against the JSON Schema
// that its operation declares, before an actuator looks at them: an operation
// that does not exist, a parameter that is unknown or missing, a value of
// another type or out of bounds is denied, and the verdict names the field.
//
// An actuator that declares no operation at all reads its own parameters
// strictly and passes here. A schema that cannot be used is an error, which
// denies.
package schema

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"passepartout/pipeline"
)

// Schemas knows the schema of an operation's parameters. Schema must be cheap,
// because it is asked for every proposal. Without a text, ops are the
// operations that exist instead; without both, the target declares none, or
// can tell only later whether it has the operation.
type Schemas interface {
	Schema(target, op string) (text json.RawMessage, ops []string)
}

// Gate is the judge. It compiles each schema once.
type Gate struct {
	schemas  Schemas
	mu       sync.Mutex
	compiled map[string]compiled
}

type compiled struct {
	text   json.RawMessage
	schema *jsonschema.Resolved
}

var _ pipeline.Gate = (*Gate)(nil)

var _ pipeline.Early = (*Gate)(nil)

// mostCompiled bounds the schemas that are kept, whatever declares them.
const mostCompiled = 1024

// New makes the judge.
func New(s Schemas) *Gate { return &Gate{schemas: s, compiled: map[string]compiled{}} }

// Spec describes the gate.
func (g *Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "schema", Doc: "Denies parameters that do not fit the schema of the operation.", Priority: 985}
}

// Early implements pipeline.Early: nothing but the wording is looked at.
func (g *Gate) Early() bool { return true }

// Check validates the parameters; missing ones count as an empty object.
func (g *Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	fits := pipeline.Verdict{Gate: "schema", Outcome: pipeline.Allow}
	if g.schemas == nil {
		return fits, nil
	}
	target := strings.ToLower(p.Action.Target)
	text, ops := g.schemas.Schema(target, p.Action.Op)
	switch {
	case len(text) == 0 && len(ops) == 0:
		return fits, nil
	case len(text) == 0:
		return refuse(fault{
			rule: RuleUnknownOperation, field: "op", detail: "the " + target + " actuator has no operation " + fmt.Sprintf("%q", clip(p.Action.Op, 64)),
			hint: "its operations: " + listed(ops),
		}), nil
	}
	s, err := g.compile(target+" "+p.Action.Op, text)
	if err != nil {
		return pipeline.Verdict{}, err
	}
	params := bytes.TrimSpace(p.Action.Params)
	if len(params) == 0 || string(params) == "null" {
		params = []byte("{}")
	}
	var value any
	if err := json.Unmarshal(params, &value); err != nil {
		return refuse(fault{rule: RuleNotJSON, field: "params", detail: "is not usable JSON: " + clip(err.Error(), 300)}), nil
	}
	if s.Validate(value) == nil {
		return fits, nil
	}
	value = without(value, 0)
	if err := s.Validate(value); err != nil {
		if f := locate(s.Schema(), value, "params", 0); f != nil {
			return refuse(*f), nil
		}
		return refuse(fault{rule: RuleMisfit, field: "params", detail: "does not fit: " + clip(err.Error(), 300)}), nil
	}
	return fits, nil
}

func refuse(f fault) pipeline.Verdict {
	if f.field != "op" {
		f.detail = f.field + ": " + f.detail
	}
	if f.hint == "" {
		f.hint = "mend the parameters as the schema of the operation says"
	}
	return pipeline.Verdict{
		Gate: "schema", Outcome: pipeline.Deny, Code: pipeline.CodeInvalidRequest,
		Rule: f.rule, Field: f.field, Reason: f.detail, Hint: f.hint,
	}
}

// compile returns the compiled schema of one operation; a changed text is compiled anew.
func (g *Gate) compile(key string, text json.RawMessage) (*jsonschema.Resolved, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c, ok := g.compiled[key]; ok && bytes.Equal(c.text, text) {
		return c.schema, nil
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("read schema of %s: %w", key, err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return nil, fmt.Errorf("resolve schema of %s: %w", key, err)
	}
	if len(g.compiled) >= mostCompiled {
		clear(g.compiled)
	}
	g.compiled[key] = compiled{text: bytes.Clone(text), schema: resolved}
	return resolved, nil
}

func clip(s string, most int) string {
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
