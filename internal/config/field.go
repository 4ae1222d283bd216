package config

import (
	"encoding"
	"fmt"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// field is one leaf of Config: a key that can be set by file, variable or flag.
type field struct {
	path  string // "limits.timeout"
	doc   string
	kind  string // "path" for names of files and folders
	value reflect.Value
}

// env is the name of the variable that sets the field.
func (f field) env() string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(f.path, ".", "_"))
}

// fields lists the leaves of c in the order of the struct. Setting a field's
// value sets it in c.
func fields(c *Config) []field {
	return walk(reflect.ValueOf(c).Elem(), "")
}

// walk goes down into structs, but not into those that read themselves from
// text: a duration or a size is one value.
func walk(v reflect.Value, prefix string) []field {
	var out []field
	for i := range v.NumField() {
		t := v.Type().Field(i)
		name, _, _ := strings.Cut(t.Tag.Get("yaml"), ",")
		path := prefix + name
		if t.Type.Kind() == reflect.Struct && !isText(v.Field(i)) {
			out = append(out, walk(v.Field(i), path+".")...)
			continue
		}
		out = append(out, field{path: path, doc: t.Tag.Get("jsonschema"), kind: t.Tag.Get("kind"), value: v.Field(i)})
	}
	return out
}

// isText reports whether a type reads itself from text.
func isText(v reflect.Value) bool {
	_, ok := v.Addr().Interface().(encoding.TextUnmarshaler)
	return ok
}

// set reads text as the field's type. A list is separated by commas; the empty
// text is the empty list. What it means is for Validate to say. A type that is
// not listed here cannot be set by a variable or a flag.
func (f field) set(text string) error {
	if u, ok := f.value.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	switch f.value.Interface().(type) {
	case string:
		f.value.SetString(text)
	case int:
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return fmt.Errorf("%q is no whole number", text)
		}
		f.value.SetInt(int64(n))
	case []string:
		f.value.Set(reflect.ValueOf(list(text)))
	default:
		return fmt.Errorf("%s cannot be set from text", f.value.Type())
	}
	return nil
}

// list divides a text at its commas, without blanks around and without empty
// items. A path with a comma can only be said in a file.
func list(text string) []string {
	out := []string{}
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// text is the value as a file or a table shows it.
func (f field) text() string {
	if m, ok := f.value.Interface().(encoding.TextMarshaler); ok {
		b, err := m.MarshalText()
		if err != nil {
			return ""
		}
		return string(b)
	}
	if items, ok := f.value.Interface().([]string); ok {
		return strings.Join(items, ", ")
	}
	return fmt.Sprint(f.value.Interface())
}

// absolute makes the field's paths absolute: ~ is the home, anything relative
// is below dir.
func (f field) absolute(dir, home string) {
	if f.kind != "path" {
		return
	}
	switch v := f.value.Interface().(type) {
	case string:
		f.value.SetString(absolute(v, dir, home))
	case []string:
		paths := make([]string, len(v))
		for i, p := range v {
			paths[i] = absolute(p, dir, home)
		}
		f.value.Set(reflect.ValueOf(paths))
	}
}

// absolute makes one path absolute. ~ is only known alone or before a slash;
// the home of another user (~name) would be a folder of that name. The empty
// path stays empty, as it means that nothing is set.
func absolute(path, dir, home string) string {
	switch {
	case path == "" || filepath.IsAbs(path):
	case path == "~" && home != "":
		path = home
	case strings.HasPrefix(path, "~/") && home != "":
		path = filepath.Join(home, path[2:])
	default:
		path = filepath.Join(dir, path)
	}
	if path == "" {
		return ""
	}
	return filepath.Clean(path)
}
