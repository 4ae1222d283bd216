package catalogue_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"passepartout/command/catalogue"
)

// TestSchema: the schema knows every mark, and every embedded file fits it.
func TestSchema(t *testing.T) {
	t.Parallel()
	var doc any
	if err := json.Unmarshal(catalogue.Schema(), &doc); err != nil {
		t.Fatal(err)
	}
	marks, _ := doc.(map[string]any)["$defs"].(map[string]any)["mark"].(map[string]any)["enum"].([]any)
	var names []string
	for _, m := range marks {
		names = append(names, m.(string)) //nolint:forcetypeassert // a test may fail here
	}
	if !slices.Equal(names, catalogue.Marks()) {
		t.Errorf("the schema's marks are %v", names)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("catalogue.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("catalogue.json")
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.Glob(os.DirFS("data"), "*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, f := range files {
		body, err := os.ReadFile("data/" + f)
		if err != nil {
			t.Fatal(err)
		}
		asJSON, err := yaml.YAMLToJSON(body)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		var v any
		if err := json.Unmarshal(asJSON, &v); err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}
