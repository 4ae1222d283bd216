package config

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema is the JSON Schema of the file, derived from the struct, so that
// editors can complete and check it. It is closed: unknown keys do not match.
func Schema() ([]byte, error) {
	text := func(pattern, doc string) *jsonschema.Schema {
		return &jsonschema.Schema{Types: []string{"string", "integer"}, Pattern: pattern, Description: doc}
	}
	schema, err := jsonschema.For[Config](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[Duration](): text(`^([0-9.]+(ns|us|ms|s|m|h))+$|^0$`, "A duration such as 30s, or seconds."),
		reflect.TypeFor[Size]():     text(`^[0-9]+ ?(B|kB|KiB|MB|MiB|GB|GiB)?$`, "A size such as 100kB, or bytes."),
	}})
	if err != nil {
		return nil, fmt.Errorf("derive the schema: %w", err)
	}
	optional(schema)
	schema.Schema = "https://json-schema.org/draft/2020-12/schema"
	schema.Title = FileName
	enum(schema, Presets(), "policy", "preset")
	enum(schema, Builders(), "confine", "builder")
	enum(schema, Accels(), "confine", "microvm", "accel")
	return json.MarshalIndent(schema, "", "  ")
}

// optional makes every key optional: what is absent has its default.
func optional(s *jsonschema.Schema) {
	s.Required = nil
	for _, p := range s.Properties {
		optional(p)
	}
}

// enum lists the words that the key at a path may be.
func enum(s *jsonschema.Schema, words []string, path ...string) {
	for _, key := range path {
		s = s.Properties[key]
	}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
}
