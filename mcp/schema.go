package mcp

import (
	"encoding/json"
	"fmt"
	"maps"
)

// schema is a JSON Schema (2020-12) of an object.
type schema map[string]any

func object(required []string) schema {
	s := schema{"type": "object", "properties": schema{}, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func (s schema) properties() schema {
	p, _ := s["properties"].(schema)
	return p
}

// with is the schema with one property more.
func (s schema) with(name string, property schema) schema {
	out, p := maps.Clone(s), maps.Clone(s.properties())
	p[name] = property
	out["properties"] = p
	return out
}

// without is the schema less one property that is not required.
func (s schema) without(name string) schema {
	out, p := maps.Clone(s), maps.Clone(s.properties())
	delete(p, name)
	out["properties"] = p
	return out
}

func text(doc string) schema         { return schema{"type": "string", "description": doc} }
func flag(doc string) schema         { return schema{"type": "boolean", "description": doc} }
func number(kind, doc string) schema { return schema{"type": kind, "description": doc, "minimum": 0} }

// parameters is the schema that the worker itself holds an operation's
// parameters against, as the arguments of a tool.
func parameters(of Operations, op string) (schema, error) {
	raw, ok := of(op)
	if !ok {
		return nil, fmt.Errorf("mcp: no schema of the operation %s", op)
	}
	var doc struct {
		Required   []string          `json:"required"`
		Properties map[string]schema `json:"properties"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, fmt.Errorf("mcp: schema of the operation %s: %w", op, err)
	}
	s := object(doc.Required)
	for name, property := range doc.Properties {
		s = s.with(name, property)
	}
	return s, nil
}

// needs is the schema with one required property more.
func (s schema) needs(name string, property schema) schema {
	out := s.with(name, property)
	before, _ := s["required"].([]string)
	out["required"] = append([]string{name}, before...)
	return out
}

// command makes the schema of a command's parameters one of a tool.
func (s schema) command() schema {
	return s.needs("intent", text("what you want to achieve, in one sentence; who approves reads it")).
		with("dry_run", flag("say what would be decided and done; do nothing"))
}

func idSchema() schema {
	return object([]string{"id"}).with("id", text("id or plan of an earlier result"))
}

// outputSchema describes Standing.
func outputSchema() schema {
	failure := schema{"type": "object", "description": "why it did not end well", "properties": schema{
		"code": text("stable name: blocked, rejected, expired, nonzero_exit, timed_out, invalid_request and others"), "message": text("what and where"),
		"field": text("the part of the request at fault"), "rule": text("which rule said so"), "hint": text("what to do"),
		"retryable": flag("the same request may end well later"),
	}, "required": []string{"code", "message"}}
	out := object([]string{"state"})
	out["additionalProperties"] = true // later versions may say more
	return out.
		with("state", schema{"type": "string", "enum": []State{Pending, Held, Done, Failed}}).
		with("id", text("for await_plan and explain")).
		with("message", text("what to do now")).
		with("result", schema{"description": "the operation's own account"}).
		with("error", failure).
		with("plan", text("the flight plan that held it")).
		with("deadline", schema{"type": "string", "format": "date-time", "description": "until when a person may decide"}).
		with("rule", text("why it is held")).
		with("reason", text("why it is held")).
		with("by", schema{"type": "array", "items": schema{"type": "string"}, "description": "who answered"}).
		with("said", text("what they said")).
		with("replayed", flag("told before; nothing ran again")).
		with("poll_after_ms", number("integer", "when to call await_plan"))
}
