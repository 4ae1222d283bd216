package perceive

import (
	"encoding/json"
	"errors"
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

// partial keeps of a refused signal what its refusal may be told and recorded
// with: attributes that passed no check would be written into subjects and
// stores, and could make the refusal itself fail again and again.
func (s *Stage) partial(sig, known pipeline.Signal) pipeline.Signal {
	known.ID, known.Type, known.Source = fit(sig.ID), fit(sig.Type), fit(sig.Source)
	known.Cause, known.Trace = fit(sig.Cause), fit(sig.Trace)
	if pipeline.ValidToken(sig.Session) {
		known.Session = sig.Session
	}
	known.Depth = min(max(sig.Depth, 0), s.cfg.Limits.MaxDepth)
	return known
}

func fit(attribute string) string {
	if !plain(attribute) {
		return ""
	}
	return attribute
}

// fieldPrincipal is where data may name a principal, and an operator's names the
// one that a lever is pulled on.
const fieldPrincipal = "data.principal"

// claimed looks for a principal that the data names as its sender. Data that
// is no JSON object claims nothing; data that is no JSON at all is an error.
func claimed(data json.RawMessage) (field, name string, err error) {
	var claim struct {
		Agent     any `json:"agent"`
		Principal any `json:"principal"`
		By        any `json:"by"`
	}
	if len(data) == 0 {
		return "", "", nil
	}
	if err := json.Unmarshal(data, &claim); err != nil {
		if _, other := errors.AsType[*json.UnmarshalTypeError](err); other {
			return "", "", nil
		}
		return "", "", err
	}
	for _, c := range []struct {
		field string
		value any
	}{{"data.agent", claim.Agent}, {"data.by", claim.By}, {fieldPrincipal, claim.Principal}} {
		if c.value != nil {
			return c.field, fmt.Sprint(c.value), nil
		}
	}
	return "", "", nil
}

func measure(m pipeline.Message) int {
	size := len(m.Body)
	for key, values := range m.Header {
		size += len(key)
		for _, v := range values {
			size += len(v)
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
