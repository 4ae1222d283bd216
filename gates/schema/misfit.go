package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// The rules that a misfit is told with.
const (
	RuleUnknownOperation = "unknown-operation"
	RuleUnknownParameter = "unknown-parameter"
	RuleMissingParameter = "missing-parameter"
	RuleWrongType        = "wrong-type"
	RuleOutOfBounds      = "out-of-bounds"
	RuleMisfit           = "misfit" // in another way than those
	RuleNotJSON          = "not-json"
)

// mostDepth bounds how far into the parameters a misfit is looked for. The
// library judges what lies deeper as well; only the words for it are more
// general then.
const mostDepth = 32

// fault is where parameters do not fit, and how. detail is said of field; hint
// is empty where nothing helps.
type fault struct {
	rule, field, detail, hint string
}

// locate finds the first place at which value does not fit s, in the order of
// the parameters' names; nil if it finds none. The judge is the library: this
// only puts into words what it has refused, so that the agent learns which
// field to mend, and knows the keywords that operations are declared with.
func locate(s *jsonschema.Schema, value any, path string, depth int) *fault {
	if s == nil || depth > mostDepth {
		return nil
	}
	if want := kinds(s); len(want) > 0 && !slices.ContainsFunc(want, func(k string) bool { return is(value, k) }) {
		return &fault{rule: RuleWrongType, field: path, detail: "must be " + article(strings.Join(want, " or "))}
	}
	switch v := value.(type) {
	case map[string]any:
		return locateMember(s, v, path, depth)
	case []any:
		if s.MaxItems != nil && len(v) > *s.MaxItems {
			return &fault{rule: RuleOutOfBounds, field: path, detail: fmt.Sprintf("has more than %d items", *s.MaxItems)}
		}
		for i, item := range v {
			if f := locate(s.Items, item, path+"["+strconv.Itoa(i)+"]", depth+1); f != nil {
				return f
			}
		}
	default:
		return bounds(s, value, path)
	}
	return nil
}

// locateMember looks at an object: names that are unknown, names that are
// missing, then the values. An unknown name comes first, because a misspelt one
// is missing as well, and of the two it is the one that shows the mistake.
func locateMember(s *jsonschema.Schema, object map[string]any, path string, depth int) *fault {
	names := slices.Sorted(maps.Keys(object))
	for _, name := range names {
		if _, known := s.Properties[name]; !known && closed(s) {
			return &fault{
				rule: RuleUnknownParameter, field: path + "." + clip(name, 64), detail: "is unknown",
				hint: "known: " + listed(slices.Sorted(maps.Keys(s.Properties))),
			}
		}
	}
	for _, name := range s.Required {
		if _, there := object[name]; !there {
			f := &fault{rule: RuleMissingParameter, field: path + "." + name, detail: "is missing"}
			if p := s.Properties[name]; p != nil {
				f.hint = p.Description
			}
			return f
		}
	}
	for _, name := range names {
		member, known := s.Properties[name]
		if !known {
			member = s.AdditionalProperties
		}
		if f := locate(member, object[name], path+"."+clip(name, 64), depth+1); f != nil {
			return f
		}
	}
	return nil
}

// bounds looks at a plain value. Lengths are counted in characters, as JSON
// Schema has it (Validation, section 6.3), not in bytes.
func bounds(s *jsonschema.Schema, value any, path string) *fault {
	out := func(detail string) *fault { return &fault{rule: RuleOutOfBounds, field: path, detail: detail} }
	switch v := value.(type) {
	case float64:
		switch {
		case s.Minimum != nil && v < *s.Minimum:
			return out("must be at least " + strconv.FormatFloat(*s.Minimum, 'f', -1, 64))
		case s.Maximum != nil && v > *s.Maximum:
			return out("must be at most " + strconv.FormatFloat(*s.Maximum, 'f', -1, 64))
		}
	case string:
		switch n := utf8.RuneCountInString(v); {
		case s.MinLength != nil && n < *s.MinLength:
			return out(fmt.Sprintf("must have at least %d characters", *s.MinLength))
		case s.MaxLength != nil && n > *s.MaxLength:
			return out(fmt.Sprintf("has more than %d characters", *s.MaxLength))
		}
	}
	if len(s.Enum) > 0 && !slices.Contains(plain(s.Enum), value) {
		text, err := json.Marshal(s.Enum)
		if err == nil {
			return out("must be one of " + clip(string(text), 200))
		}
	}
	return nil
}

// plain are those of an enumeration's values that can be compared.
func plain(values []any) []any {
	return slices.DeleteFunc(slices.Clone(values), func(v any) bool {
		switch v.(type) {
		case map[string]any, []any:
			return true
		default:
			return false
		}
	})
}

// closed reports whether an object may have no members but the named ones.
//
// "additionalProperties": false is read by the library as a schema that nothing
// fits.
func closed(s *jsonschema.Schema) bool {
	a := s.AdditionalProperties
	return a != nil && a.Not != nil && len(s.PatternProperties) == 0
}

// kinds are the types that a value may have; none: any. "type" is a text or a
// list.
func kinds(s *jsonschema.Schema) []string {
	if s.Type != "" {
		return []string{s.Type}
	}
	return s.Types
}

// is reports whether a value has a type of JSON Schema.
//
// Every number comes as a float64; one without a fraction is an integer,
// however it was written (JSON Schema, Validation, section 6.1.1).
func is(value any, kind string) bool {
	switch v := value.(type) {
	case nil:
		return kind == "null"
	case bool:
		return kind == "boolean"
	case string:
		return kind == "string"
	case []any:
		return kind == "array"
	case map[string]any:
		return kind == "object"
	case float64:
		return kind == "number" || kind == "integer" && v == float64(int64(v))
	default:
		return false
	}
}

// article puts "a" or "an" before the name of a type.
func article(kind string) string {
	if strings.IndexByte("aeiou", kind[0]) >= 0 {
		return "an " + kind
	}
	return "a " + kind
}

// listed are names for a hint, shortened where there are many.
func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return clip(strings.Join(names, ", "), 300)
}

// without drops the members that are null: for every reader of parameters they
// are as good as absent, and some languages write them for what is not given.
func without(value any, depth int) any {
	object, ok := value.(map[string]any)
	if !ok || depth > mostDepth {
		return value
	}
	out := make(map[string]any, len(object))
	for name, member := range object {
		if member != nil {
			out[name] = without(member, depth+1)
		}
	}
	return out
}
