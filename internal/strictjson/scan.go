package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// MaxDepth is how deep objects and arrays may nest.
const MaxDepth = 64

// fewKeys is how many keys of one object are compared one by one; with more a
// table is built, so that a text full of keys costs no quadratic time.
const fewKeys = 12

// scanner walks one text. Recursion is bounded by depth. It stops at the first
// fault and is not used again.
type scanner struct {
	text  []byte
	pos   int
	depth int
	keys  [][]byte // of all open objects, innermost last; parts of text where nothing is escaped
	path  []step   // open members and elements, outermost first
	visit func(key string, value []byte) error
}

// step is one open member (key) or element (index) on the way to a value.
type step struct {
	key   []byte
	index int
	array bool
}

// Check reports the first thing wrong with a text, whatever it says.
func Check(text []byte) error {
	s := scanner{text: text}
	return s.document(nil)
}

// Members checks a whole text like Check, which must be an object, and calls
// each for its members in their order. The value is a part of text. An error
// of each ends the walk and is returned as it is. Members before a fault have
// been visited when the fault is found.
func Members(text []byte, each func(key string, value []byte) error) error {
	s := scanner{text: text, visit: each}
	s.space()
	if s.pos < len(text) && text[s.pos] != '{' {
		return s.fail(Kind, "must be an object")
	}
	return s.document(nil)
}

// Unmarshal reads a text into v, a pointer, after it has been checked against
// v's type. What encoding/json would let pass is refused before it reads: a
// member that v does not have, one that stands twice, one whose name differs in
// case. An error after that is of a number that does not fit, or of a type that
// reads itself.
func Unmarshal(text []byte, v any) error {
	s := scanner{text: text}
	if err := s.document(reflect.TypeOf(v)); err != nil {
		return err
	}
	err := json.Unmarshal(text, v)
	if err == nil {
		return nil
	}
	e := &Error{Problem: Kind, Detail: err.Error()}
	if t, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		e.Path, e.Offset = t.Field, int(t.Offset)
		e.Detail = "is no " + t.Type.String() + " (" + t.Value + ")"
	}
	return e
}

// document reads one value and nothing behind it but space. typ is what it must
// fit; nil is anything.
func (s *scanner) document(typ reflect.Type) error {
	s.keys, s.path = make([][]byte, 0, 24), make([]step, 0, 8) // enough for nearly all
	s.space()
	if s.pos == len(s.text) {
		return s.fail(Empty, "is empty")
	}
	if err := s.value(typ); err != nil {
		return err
	}
	s.space()
	if s.pos < len(s.text) {
		return s.fail(Syntax, "more text after the value")
	}
	return nil
}

// value reads one value. null fits every type, as encoding/json leaves the
// target alone there; whether something may be absent is for its reader to say.
func (s *scanner) value(typ reflect.Type) error {
	if s.pos == len(s.text) {
		return s.fail(Syntax, "ends too early")
	}
	c := s.text[s.pos]
	if typ != nil && c != 'n' {
		var problem string
		if typ, problem = expect(typ, c); problem != "" {
			return s.fail(Kind, problem)
		}
	}
	switch {
	case c == '{':
		return s.nested(typ, true)
	case c == '[':
		return s.nested(typ, false)
	case c == '"':
		_, _, err := s.str()
		return err
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	}
	return s.fail(Syntax, "no value begins with "+strconv.QuoteRune(rune(c)))
}

// nested bounds the depth (RFC 8259, section 9, lets a reader do so), as every
// level is one of recursion.
func (s *scanner) nested(typ reflect.Type, object bool) error {
	if s.depth == MaxDepth {
		return s.fail(Deep, "nested deeper than "+strconv.Itoa(MaxDepth)+" levels")
	}
	s.depth++
	s.pos++
	defer func() { s.depth-- }()
	if object {
		return s.object(typ)
	}
	return s.array(typ)
}

// object reads members up to the closing bracket. RFC 8259, section 4, only
// says that names should be unique, and readers differ in which of two they
// take: so one that looks here and one that acts could see different values.
// The second is a fault.
func (s *scanner) object(typ reflect.Type) error {
	first := len(s.keys)
	known := shapeOf(typ)
	var seen map[string]struct{}
	for n := 0; ; n++ {
		s.space()
		if s.next('}') && n == 0 {
			return nil
		}
		start := s.pos
		key, err := s.key()
		if err != nil {
			return err
		}
		s.path = append(s.path, step{key: key})
		if seen, err = s.unique(key, first, seen); err != nil {
			return err
		}
		elem, ok := known.elem(key)
		if !ok {
			s.pos = start
			return s.fail(Unknown, "is not known here")
		}
		if err := s.member(key, elem); err != nil {
			return err
		}
		s.path = s.path[:len(s.path)-1]
		s.space()
		if s.next('}') {
			s.keys = s.keys[:first]
			return nil
		}
		if !s.next(',') {
			return s.fail(Syntax, s.missing("',' or '}'"))
		}
	}
}

// key reads a member's key and the colon behind it.
func (s *scanner) key() ([]byte, error) {
	if s.pos == len(s.text) || s.text[s.pos] != '"' {
		return nil, s.fail(Syntax, s.missing("a key"))
	}
	raw, escaped, err := s.str()
	if err != nil {
		return nil, err
	}
	key := raw[1 : len(raw)-1]
	if escaped {
		var plain string
		if err := json.Unmarshal(raw, &plain); err != nil {
			return nil, s.fail(Syntax, "is no string")
		}
		key = []byte(plain)
	}
	s.space()
	if !s.next(':') {
		return nil, s.fail(Syntax, s.missing("':'"))
	}
	return key, nil
}

// member reads a member's value and shows it to the visitor, if it is of the
// outermost object.
func (s *scanner) member(key []byte, elem reflect.Type) error {
	s.space()
	start := s.pos
	if err := s.value(elem); err != nil {
		return err
	}
	if s.visit == nil || s.depth != 1 {
		return nil
	}
	return s.visit(string(key), s.text[start:s.pos])
}

// unique notes a key of the object whose keys begin at first. Keys are compared
// as they read without escapes. seen is the table of a large object, nil before
// there is one; it is handed back for the next key.
func (s *scanner) unique(key []byte, first int, seen map[string]struct{}) (map[string]struct{}, error) {
	if n := len(s.keys) - first; n == fewKeys {
		seen = make(map[string]struct{}, 4*fewKeys)
		for _, k := range s.keys[first:] {
			seen[string(k)] = struct{}{}
		}
	}
	twice := false
	if seen != nil {
		_, twice = seen[string(key)]
		seen[string(key)] = struct{}{}
	} else {
		for _, k := range s.keys[first:] {
			twice = twice || bytes.Equal(k, key)
		}
	}
	if twice {
		return seen, s.fail(Duplicate, "stands twice in one object")
	}
	s.keys = append(s.keys, key)
	return seen, nil
}

// array reads elements up to the closing bracket; a comma before that is a
// fault.
func (s *scanner) array(typ reflect.Type) error {
	var elem reflect.Type
	if typ != nil {
		elem = typ.Elem()
	}
	for n := 0; ; n++ {
		s.space()
		if s.next(']') && n == 0 {
			return nil
		}
		s.path = append(s.path, step{index: n, array: true})
		if err := s.value(elem); err != nil {
			return err
		}
		s.path = s.path[:len(s.path)-1]
		s.space()
		if s.next(']') {
			return nil
		}
		if !s.next(',') {
			return s.fail(Syntax, s.missing("',' or ']'"))
		}
	}
}

// space passes over what RFC 8259, section 2, calls insignificant whitespace,
// and nothing else: no comment, no byte order mark.
func (s *scanner) space() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.pos++
		default:
			return
		}
	}
}

// next takes a byte if it comes next.
func (s *scanner) next(c byte) bool {
	if s.pos < len(s.text) && s.text[s.pos] == c {
		s.pos++
		return true
	}
	return false
}

// missing says what was expected, or that the text has ended.
func (s *scanner) missing(what string) string {
	if s.pos == len(s.text) {
		return "ends too early"
	}
	return what + " expected"
}

// fail is an error at this place, with the way to it in words that a sender can
// use: "steps[2].name".
func (s *scanner) fail(p Problem, detail string) error {
	var b strings.Builder
	for i, st := range s.path {
		switch {
		case st.array:
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(st.index))
			b.WriteByte(']')
		default:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(clip(st.key))
		}
	}
	return &Error{Problem: p, Path: b.String(), Offset: s.pos, Detail: detail}
}

// clip keeps a key that a stranger chose from flooding an error message.
func clip(key []byte) string {
	const most = 64
	quoted := strconv.Quote(string(key))
	quoted = quoted[1 : len(quoted)-1]
	if len(quoted) <= most {
		return quoted
	}
	return quoted[:most] + "…"
}
