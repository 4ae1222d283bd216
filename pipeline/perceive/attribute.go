package perceive

import (
	"encoding/json"
	"fmt"

	"passepartout/pipeline"
)

// DefaultSession is the session of an event that names none.
const DefaultSession = "default"

// attribute overwrites whatever the event said of its sender by what the bus
// vouches for, and fills in what it left out.
func attribute(sig, known pipeline.Signal) pipeline.Signal {
	sig.Principal, sig.Role = known.Principal, known.Role
	if sig.Session == "" {
		sig.Session = known.Session
	}
	if sig.Time.IsZero() {
		sig.Time = known.Time
	}
	return sig
}

// claimed looks for a principal that the data names as its sender. Data that
// is no JSON object claims nothing.
func claimed(data json.RawMessage) (field, name string) {
	var claim struct {
		Agent     any `json:"agent"`
		Principal any `json:"principal"`
		By        any `json:"by"`
	}
	if json.Unmarshal(data, &claim) != nil {
		return "", ""
	}
	for _, c := range []struct {
		field string
		value any
	}{{"data.agent", claim.Agent}, {"data.principal", claim.Principal}, {"data.by", claim.By}} {
		if c.value != nil {
			return c.field, fmt.Sprint(c.value)
		}
	}
	return "", ""
}

func measure(m pipeline.Message) int {
	size := len(m.Body)
	for key, values := range m.Header {
		for _, v := range values {
			size += len(key) + len(v)
		}
	}
	return size
}

func tooLarge(size, limit int) *pipeline.Error {
	return &pipeline.Error{
		Code: pipeline.CodeInvalidEvent, Field: "body",
		Message: fmt.Sprintf("the event has %d bytes, more than the %d allowed", size, limit),
		Hint:    "put large input into a file in the workspace and name the file",
	}
}
