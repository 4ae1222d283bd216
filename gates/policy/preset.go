package policy

import (
	"embed"
	"fmt"
)

// The embedded presets.
const (
	Strict    = "strict"    // only reads in the workspace pass
	Standard  = "standard"  // ordinary development passes, risky things are held
	Contained = "contained" // any code passes while confinement holds it
)

//go:embed presets/*.yaml
var presets embed.FS

//go:embed schema.json
var schema []byte

// Preset returns an embedded preset by name.
func Preset(name string) (Source, error) {
	switch name {
	case Strict, Standard, Contained:
	default:
		return Source{}, fmt.Errorf("%w: there is no preset %q: want strict, standard or contained", ErrRefused, name)
	}
	data, err := presets.ReadFile("presets/" + name + ".yaml")
	if err != nil {
		return Source{}, fmt.Errorf("read preset: %w", err)
	}
	return Source{Name: "preset " + name, Data: data}, nil
}

// Schema is the JSON Schema of a rule file, for editors.
func Schema() []byte { return append([]byte(nil), schema...) }
