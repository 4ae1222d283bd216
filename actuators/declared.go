package actuators

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
)

// Declared is the optional ability of an actuator to declare its operations
// with the JSON Schema (draft 2020-12) of their parameters. Schema returns the
// schema of one operation; without one, the operations that exist instead;
// without both, the actuator can tell only when it inspects. It must be cheap.
type Declared interface {
	Schema(op string) (text json.RawMessage, ops []string)
}

// Schema returns the schema of an operation's parameters, as Declared says. A
// target that is not known, or declares nothing, has neither text nor
// operations: who looks it up says so.
func (r *Registry) Schema(target, op string) (text json.RawMessage, ops []string) {
	a, ok := r.Find(target)
	if !ok {
		return nil, nil
	}
	if d, ok := a.(Declared); ok {
		return d.Schema(op)
	}
	return nil, nil
}

// Schema passes on what the inner actuator declares.
func (d decorated) Schema(op string) (json.RawMessage, []string) {
	if in, ok := d.inner.(Declared); ok {
		return in.Schema(op)
	}
	return nil, nil
}

//go:embed message.json
var messageSchema string

// MessageSchema declares the one operation of a hand that talks to people.
func MessageSchema(op, have string) (json.RawMessage, []string) {
	if op == have {
		return json.RawMessage(messageSchema), nil
	}
	return nil, []string{have}
}

// SchemaOf is the embedded schema of one of ops, in files named after them.
func SchemaOf(op string, ops []string, read func(name string) ([]byte, error)) (json.RawMessage, []string) {
	if slices.Contains(ops, op) && strings.Trim(op, "abcdefghijklmnopqrstuvwxyz_") == "" {
		if text, err := read("schema/" + op + ".json"); err == nil {
			return text, nil
		}
	}
	return nil, ops
}
