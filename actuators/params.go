package actuators

import (
	"encoding/json"
	"fmt"
	"strings"

	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

// paramsField is the root of the paths that errors about parameters name.
const paramsField = "params"

// Decode reads an operation's parameters strictly into into, a pointer to a
// struct. Missing parameters are an empty object. The error names the field
// and what it should be.
func Decode(params json.RawMessage, into any) *pipeline.Error {
	if len(params) == 0 {
		return nil
	}
	if err := strictjson.Unmarshal(params, into); err != nil {
		return strictjson.Explain(err, pipeline.CodeInvalidRequest, paramsField)
	}
	return nil
}

// Invalid is the error for a parameter that makes no valid action. Field is
// its path below the parameters; empty for the parameters as a whole.
func Invalid(field, message, hint string) *pipeline.Error {
	path := paramsField
	if field != "" {
		path += "." + field
	}
	return &pipeline.Error{Code: pipeline.CodeInvalidRequest, Message: path + ": " + message, Field: path, Hint: hint}
}

// UnknownOp is the error for an operation that an actuator does not have.
func UnknownOp(name, op string, have ...string) *pipeline.Error {
	const most = 64
	if len(op) > most {
		op = op[:most]
	}
	return &pipeline.Error{
		Code: pipeline.CodeInvalidRequest, Field: "op",
		Message: fmt.Sprintf("the %s actuator has no operation %q", name, op),
		Hint:    "its operations: " + strings.Join(have, ", "),
	}
}

// Unexecutable is the error for a proposal whose Exact is not what the
// actuator itself wrote: nothing is guessed from the parameters.
func Unexecutable(err error) *pipeline.Error {
	return &pipeline.Error{
		Code: pipeline.CodeInternal, Message: "what was judged cannot be read back",
		Hint: "send the request again", Retryable: true, Err: err,
	}
}

// Exact writes what an actuator will execute, in one spelling for one meaning.
func Exact(v any) ([]byte, *pipeline.Error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, &pipeline.Error{Code: pipeline.CodeInternal, Message: "what would run cannot be written down", Err: err}
	}
	return text, nil
}

// ReadExact reads what Exact wrote.
func ReadExact(text []byte, into any) *pipeline.Error {
	if err := strictjson.Unmarshal(text, into); err != nil {
		return Unexecutable(err)
	}
	return nil
}
