package policy_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/jsonschema-go/jsonschema"

	"passepartout/gates/policy"
)

// The schema is for editors; the loader decides. They must not contradict.
func TestSchema(t *testing.T) {
	t.Parallel()
	var s jsonschema.Schema
	if err := json.Unmarshal(policy.Schema(), &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	fits := func(text string) error {
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(body, &v); err != nil {
			t.Fatal(err)
		}
		return resolved.Validate(v)
	}
	for _, name := range []string{policy.Strict, policy.Standard, policy.Contained} {
		source, err := policy.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := fits(string(source.Data)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := fits(extra); err != nil {
		t.Errorf("a good file: %v", err)
	}
	for _, bad := range []string{
		"version: 2", "version: 1\nruls: []", strings.Replace(extra, "allow-srv", "Allow Srv", 1),
		strings.Replace(extra, "outcome: allow", "outcome: ask", 1), strings.Replace(extra, "reason: interns stay outside", "doc: x", 1),
		strings.Replace(extra, "no_match", "nomatch", 1),
	} {
		if fits(bad) == nil {
			t.Errorf("the schema takes:\n%s", bad)
		}
	}
}
