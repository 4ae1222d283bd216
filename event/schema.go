package event

import (
	"embed"
	"slices"
	"strings"
)

//go:embed schema/*.json
var schemas embed.FS

// Schema returns the JSON Schema (draft 2020-12) of the data of a type of
// events; false if it has none.
func Schema(typ string) ([]byte, bool) {
	name := ""
	switch typ {
	case TypeRequest:
		name = "request"
	case TypeAnswer:
		name = "answer"
	case TypeControl:
		name = "control"
	case TypeOutput:
		name = "output"
	case TypeDead:
		name = "dead"
	default:
		for prefix, file := range map[string]string{feedbackPrefix: "feedback", planPrefix: "plan", auditPrefix: "audit"} {
			if _, ok := between(typ, prefix); ok {
				name = file
			}
		}
	}
	if name == "" {
		return nil, false
	}
	body, err := schemas.ReadFile("schema/" + name + ".json")
	return body, err == nil
}

// Schemas lists the names of all schemas: "answer", "audit" …
func Schemas() []string {
	entries, err := schemas.ReadDir("schema")
	if err != nil {
		return nil // an embedded folder is always there
	}
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".json"))
	}
	slices.Sort(out)
	return out
}
