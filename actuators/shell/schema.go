package shell

import (
	"embed"
	"encoding/json"

	"passepartout/actuators"
)

//go:embed schema/*.json
var schemas embed.FS

var _ actuators.Declared = (*Actuator)(nil)

// Schema implements actuators.Declared: the JSON Schema of an operation's
// parameters, for the operations that the configuration allows.
func (a *Actuator) Schema(op string) (json.RawMessage, []string) {
	return actuators.SchemaOf(op, a.operations(), schemas.ReadFile)
}

// Schema is the same for every operation that there is, also without an
// actuator: for clients, which tell of parameters before anything runs.
func Schema(op string) (json.RawMessage, bool) {
	text, err := schemas.ReadFile("schema/" + op + ".json")
	return text, err == nil
}
