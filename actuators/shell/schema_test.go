package shell_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"passepartout/actuators/shell"
)

// What an operation declares is what its parameters are read into: neither has
// a name or a kind that the other does not know.
func TestSchemasAreWhatIsRead(t *testing.T) {
	t.Parallel()
	for op, c := range map[string]struct {
		into any
		less []string // of the type, not for this operation
	}{
		shell.OpRun:           {shell.Params{}, nil},
		shell.OpIsBlocked:     {shell.Params{}, nil},
		shell.OpBackground:    {shell.Params{}, []string{"max_output"}},
		shell.OpScript:        {shell.ScriptParams{}, nil},
		shell.OpListProcesses: {struct{}{}, nil},
		shell.OpReadOutput:    {shell.ProcessParams{}, []string{"owner"}},
		shell.OpKill:          {shell.ProcessParams{}, []string{"offset", "max"}},
	} {
		text, ok := shell.Schema(op)
		if !ok {
			t.Errorf("%s declares nothing", op)
			continue
		}
		var doc struct {
			AdditionalProperties *bool
			Required             []string
			Properties           map[string]struct{ Type, Description string }
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Errorf("%s: %v", op, err)
			continue
		}
		if doc.AdditionalProperties == nil || *doc.AdditionalProperties {
			t.Errorf("%s takes what it does not know", op)
		}
		want := map[string]string{}
		for f := range reflect.TypeOf(c.into).Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if !slices.Contains(c.less, name) {
				want[name] = kind(f.Type)
			}
		}
		got := map[string]string{}
		for name, p := range doc.Properties {
			got[name] = p.Type
			if p.Description == "" {
				t.Errorf("%s: %s has no description", op, name)
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s declares %v, reads %v", op, got, want)
		}
	}
	if _, ok := shell.Schema("../shell"); ok {
		t.Error("a path is an operation")
	}
}

func kind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return kind(t.Elem())
	case reflect.Bool:
		return "boolean"
	case reflect.Slice:
		return "array"
	case reflect.Map:
		return "object"
	case reflect.Float64:
		return "number"
	case reflect.Int64:
		return "integer"
	default:
		return "string"
	}
}
