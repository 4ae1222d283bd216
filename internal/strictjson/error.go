package strictjson

import (
	"errors"
	"strconv"
	"strings"

	"passepartout/pipeline"
)

// Problem classifies what is wrong with a text.
type Problem string

// The problems.
const (
	Empty     Problem = "empty"     // there is no value
	Syntax    Problem = "syntax"    // not JSON as RFC 8259 has it, or cut short
	Encoding  Problem = "encoding"  // invalid UTF-8 or half a surrogate pair
	Duplicate Problem = "duplicate" // a key stands twice in one object
	Deep      Problem = "deep"      // nested deeper than the limit
	Unknown   Problem = "unknown"   // a key that the type does not have
	Kind      Problem = "kind"      // a value of another kind than the type wants
)

// Error says what is wrong with a text, and where.
type Error struct {
	Problem Problem
	Path    string // "params.env.HOME", "effects[3].kind"; empty: the text itself
	Offset  int    // bytes from the beginning
	Detail  string // one clause: "must be a string"
}

// Error is the path and the detail.
func (e *Error) Error() string {
	if e.Path == "" {
		return e.Detail + " at byte " + strconv.Itoa(e.Offset)
	}
	return e.Path + ": " + e.Detail
}

// Explain turns an error of this package into one for the sender. The field
// is root and the path below it, so that "data" and "params.cwd" give
// "data.params.cwd"; an empty root leaves the path alone.
func Explain(err error, code pipeline.Code, root string) *pipeline.Error {
	out := &pipeline.Error{Code: code, Field: root, Message: "is not usable JSON", Err: err}
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return out
	}
	switch {
	case root == "":
		out.Field = e.Path
	case strings.HasPrefix(e.Path, "["):
		out.Field = root + e.Path
	case e.Path != "":
		out.Field = root + "." + e.Path
	}
	name := out.Field
	if name == "" {
		name = "the text"
	}
	out.Message, out.Hint, out.Err = name+": "+e.Detail, hint(e.Problem), nil
	return out
}

func hint(p Problem) string {
	switch p {
	case Empty:
		return "send one JSON value"
	case Duplicate:
		return "give every key once; two readers could otherwise see two different requests"
	case Deep:
		return "nest at most " + strconv.Itoa(MaxDepth) + " levels"
	case Unknown:
		return "remove the key or correct its spelling; keys are case-sensitive"
	case Kind:
		return "send the kind of value that the schema asks for"
	case Encoding:
		return "send UTF-8 without half surrogates"
	default:
		return "send one complete JSON value (RFC 8259)"
	}
}
