package strictjson

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// shape is which members an object may have. The zero value admits all.
type shape struct {
	fields map[string]reflect.Type
	every  reflect.Type // of a map's values
	strict bool
}

// elem is the type of a member; false if there must be none of that name. Names
// are compared byte by byte, unlike in encoding/json, which takes any case.
func (s shape) elem(key []byte) (reflect.Type, bool) {
	if !s.strict {
		return s.every, true
	}
	t, ok := s.fields[string(key)]
	return t, ok
}

// shapeOf is the shape of a struct, a map, or of nothing known. expect has made
// sure that typ is one of these.
func shapeOf(typ reflect.Type) shape {
	switch {
	case typ == nil:
		return shape{}
	case typ.Kind() == reflect.Map:
		return shape{every: typ.Elem()}
	}
	s := shape{fields: make(map[string]reflect.Type, typ.NumField()), strict: true}
	s.collect(typ)
	return s
}

// collect takes the fields as encoding/json names them. Those of an embedded
// struct count as the outer one's own.
func (s shape) collect(typ reflect.Type) {
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			s.collect(f.Type)
		case !f.IsExported() || name == "-":
		case name == "":
			s.fields[f.Name] = f.Type
		default:
			s.fields[name] = f.Type
		}
	}
}

// expect says whether a value that begins with c fits typ, and the type that
// its inside must fit. A type that reads itself, an interface and raw JSON fit
// all; nil is returned for them.
func expect(typ reflect.Type, c byte) (inside reflect.Type, problem string) {
	for typ.Kind() == reflect.Pointer {
		if readsItself(typ) {
			return nil, ""
		}
		typ = typ.Elem()
	}
	if readsItself(reflect.PointerTo(typ)) {
		return nil, ""
	}
	number := c == '-' || c >= '0' && c <= '9'
	switch typ.Kind() {
	case reflect.Struct, reflect.Map:
		return typ, unless(c == '{', "must be an object")
	case reflect.Slice, reflect.Array:
		if typ.Elem().Kind() == reflect.Uint8 {
			return nil, unless(c == '"', "must be a base64 string")
		}
		return typ, unless(c == '[', "must be an array")
	case reflect.String:
		return nil, unless(c == '"', "must be a string")
	case reflect.Bool:
		return nil, unless(c == 't' || c == 'f', "must be true or false")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return nil, unless(number, "must be a whole number")
	case reflect.Float32, reflect.Float64:
		return nil, unless(number, "must be a number")
	default:
		return nil, ""
	}
}

// unless is the problem, if there is one.
func unless(ok bool, problem string) string {
	if ok {
		return ""
	}
	return problem
}

// readsItself reports whether a type has a reader of its own, which then
// decides alone what fits: raw JSON, times.
func readsItself(ptr reflect.Type) bool {
	return ptr.Implements(reflect.TypeFor[json.Unmarshaler]()) ||
		ptr.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}
