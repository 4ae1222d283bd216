package mcp

import "maps"

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

func commandSchema(timeout string) schema {
	words := schema{"type": "array", "items": schema{"type": "string"}, "description": "the command and its arguments, already split; instead of command"}
	variables := schema{"type": "object", "additionalProperties": schema{"type": "string"}, "description": "environment variables to add"}
	return object([]string{"intent"}).
		with("intent", text("what you want to achieve, in one sentence; who approves reads it")).
		with("command", text("one command; with shell, any bash text")).
		with("argv", words).
		with("shell", flag("command is a shell text: pipes, lists, redirections")).
		with("cwd", text("absolute folder to run in; default: the workspace")).
		with("env", variables).
		with("timeout", number("number", timeout)).
		with("max_output", number("integer", "bytes of each output stream to keep")).
		with("stdin", text("standard input")).
		with("dry_run", flag("say what would be decided and done; do nothing"))
}

func processSchema() schema {
	return object([]string{"process"}).with("process", text("name that run_background or list_processes told"))
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
