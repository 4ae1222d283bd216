// Package schema checks the parameters of an action against the JSON Schema
// that its operation declares, before anybody looks at what it would do.
//
// An operation without a schema passes: its actuator reads its own parameters
// strictly. A schema that cannot be used is an error, which denies.
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
// because it is asked for every proposal; ok is false when none is declared.
type Schemas interface {
	Schema(target, op string) (text json.RawMessage, ok bool)
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

// New makes the judge.
func New(s Schemas) *Gate { return &Gate{schemas: s, compiled: map[string]compiled{}} }

// Spec describes the gate.
func (g *Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "schema", Doc: "Denies parameters that do not fit the schema of the operation.", Priority: 985}
}

// Check validates the parameters; missing ones count as an empty object.
func (g *Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	if g.schemas == nil {
		return pipeline.Verdict{Gate: "schema", Outcome: pipeline.Allow}, nil
	}
	target := strings.ToLower(p.Action.Target)
	text, ok := g.schemas.Schema(target, p.Action.Op)
	if !ok {
		return pipeline.Verdict{Gate: "schema", Outcome: pipeline.Allow}, nil
	}
	s, err := g.compile(target+" "+p.Action.Op, text)
	if err != nil {
		return pipeline.Verdict{}, err
	}
	params := p.Action.Params
	if len(bytes.TrimSpace(params)) == 0 {
		params = json.RawMessage("{}")
	}
	var value any
	if err := json.Unmarshal(params, &value); err != nil {
		return refuse("not-json", "the parameters are not JSON: "+clip(err.Error())), nil
	}
	if err := s.Validate(value); err != nil {
		return refuse("misfit", "the parameters do not fit: "+clip(err.Error())), nil
	}
	return pipeline.Verdict{Gate: "schema", Outcome: pipeline.Allow}, nil
}

func refuse(rule, reason string) pipeline.Verdict {
	return pipeline.Verdict{
		Gate: "schema", Outcome: pipeline.Deny, Code: pipeline.CodeInvalidRequest, Rule: rule, Reason: reason,
		Hint: "mend the parameters as the schema of the operation says",
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
	g.compiled[key] = compiled{text: bytes.Clone(text), schema: resolved}
	return resolved, nil
}

func clip(s string) string {
	if len(s) > 300 {
		return s[:300] + "…"
	}
	return s
}
