package strictjson

import (
	"encoding/json"

	"passepartout/pipeline"
)

// Request is the data of a request event. It lives here because the codec and
// the skill both read it and neither may know the other.
type Request struct {
	Target     string          `json:"target,omitempty"` // empty: resolved from the signal
	Op         string          `json:"op"`
	Params     json.RawMessage `json:"params,omitempty"` // the actuator's own object
	Intent     string          `json:"intent,omitempty"`
	Idempotent bool            `json:"idempotent,omitempty"`
	DryRun     bool            `json:"dry_run,omitempty"`
	// Agent and Principal are claims that some clients add. They prove nothing;
	// who reads them must compare them with the signal's principal.
	Agent     string `json:"agent,omitempty"`
	Principal string `json:"principal,omitempty"`
}

// DecodeRequest reads the data of a request event. Its error names the wrong
// field from "data" on: "data.params", "data.op".
func DecodeRequest(data json.RawMessage) (Request, error) {
	var r Request
	if err := Unmarshal(data, &r); err != nil {
		return Request{}, Explain(err, pipeline.CodeInvalidRequest, "data")
	}
	if r.Op == "" {
		return Request{}, &pipeline.Error{
			Code: pipeline.CodeInvalidRequest, Field: "data.op", Message: "data.op: is missing",
			Hint: `name an operation of the target, such as "run"`,
		}
	}
	switch firstByte(r.Params) {
	case '{', 0:
	case 'n': // null: none given
		r.Params = nil
	default:
		return Request{}, &pipeline.Error{
			Code: pipeline.CodeInvalidRequest, Field: "data.params", Message: "data.params: must be an object",
			Hint: "send the operation's parameters as one JSON object",
		}
	}
	return r, nil
}

// firstByte returns the first byte of a checked value, which says its kind.
func firstByte(raw json.RawMessage) byte {
	if len(raw) == 0 {
		return 0
	}
	return raw[0]
}
