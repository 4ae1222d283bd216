package event

import (
	"encoding/json"
	"time"

	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

// Request is the data of a request event.
type Request = strictjson.Request

// Answer is the data of an answer event: what an approver says of one flight
// plan.
type Answer struct {
	Plan   string `json:"plan"`
	Token  string `json:"token"`            // from the plan; proves that the approver saw it
	Answer string `json:"answer"`           // approve or reject
	Reason string `json:"reason,omitempty"` // told to the agent
	Digest string `json:"digest,omitempty"` // "sha256:…"; if given, it must be the plan's
	// Grant approves exactly the same of the same agent in advance, too. It needs Digest.
	Grant *GrantTerms `json:"grant,omitempty"`
}

// GrantTerms are how often, and how long from the answer on, a grant holds.
type GrantTerms struct {
	Uses    int `json:"uses"`    // 1 to 1000
	Seconds int `json:"seconds"` // 1 to 2592000
}

// Control is the data of a control event: an operator's lever.
type Control struct {
	Op        string             `json:"op"` // pause, resume, revoke, refill
	Principal pipeline.Principal `json:"principal,omitempty"`
	Session   string             `json:"session,omitempty"`
	Object    string             `json:"object,omitempty"` // what the lever is pulled on: a process, a plan
	Reason    string             `json:"reason,omitempty"`
}

// Envelope is what a client says of an event that it sends.
type Envelope struct {
	ID      string
	Source  string // empty: the codec's
	Session string // empty: the default session
	Cause   string
	Trace   string
	Depth   int
	At      time.Time // zero: the bus's time counts
}

func (e Envelope) fact(kind string, data json.RawMessage) fact {
	return fact{
		id: e.ID, kind: kind, source: e.Source, session: e.Session, cause: e.Cause,
		trace: e.Trace, depth: e.Depth, at: e.At, data: data,
	}
}

// Request encodes a request, for clients.
func (c Codec) Request(e Envelope, r Request) (Encoded, error) {
	return c.send(e, TypeRequest, r)
}

// Answer encodes an answer, for clients.
func (c Codec) Answer(e Envelope, a Answer) (Encoded, error) {
	return c.send(e, TypeAnswer, a)
}

// Control encodes an operator's lever, for clients.
func (c Codec) Control(e Envelope, l Control) (Encoded, error) {
	return c.send(e, TypeControl, l)
}

// Emit encodes any event, for clients and sensors. Data is JSON or nothing.
func (c Codec) Emit(e Envelope, kind string, data json.RawMessage) (Encoded, error) {
	if len(data) > 0 {
		if err := strictjson.Check(data); err != nil {
			return Encoded{}, strictjson.Explain(err, pipeline.CodeInvalidRequest, "data")
		}
	}
	return c.encode(e.fact(kind, data))
}

func (c Codec) send(e Envelope, kind string, v any) (Encoded, error) {
	data, err := marshal(v)
	if err != nil {
		return Encoded{}, err
	}
	return c.encode(e.fact(kind, data))
}
