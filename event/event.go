// Package event turns CloudEvents into signals and what the worker has to say
// into CloudEvents. It is the only room that knows the CloudEvents SDK: the
// SDK's event context is the type that is validated; the binding onto the
// headers and bytes of a bus message is written here, because the SDK's own
// speaks one mode only and keeps the last of two equal keys.
//
// Both modes of CloudEvents 1.0 are read. A message whose content-type begins
// with application/cloudevents is structured: the body is the whole event.
// Any other is binary: the attributes are headers "ce-…" (in any case, since
// the bus keeps the sender's), percent-encoded as the binding asks, and the
// body is the data. A message that is both at once is refused, and so is one
// that says anything twice, because two readers could read two events.
//
// Nothing that is read here is believed: who sent an event is not its business.
//
// Limits: the size of a message, the number and length of attributes, the
// depth of JSON (strictjson.MaxDepth). All that is written fits MaxBytes, too.
package event

import (
	"encoding/json"
	"time"

	"passepartout/pipeline"
)

// The bounds of a codec that was told nothing else.
const (
	DefaultMaxBytes = 1 << 20 // of a message's body
	maxAttribute    = 1024    // bytes of one attribute's value
	maxAttributes   = 64
	maxID           = 256 // bytes of an id
)

// DefaultSession is the session of an event that names none.
const DefaultSession = "default"

// DefaultSource is the source of events made here, if none was given.
const DefaultSource = "/passepartout"

// Codec reads and writes events. The zero value is ready: default bounds,
// structured mode. It keeps no state and may be used by many goroutines.
type Codec struct {
	Source   string // of events made here: a URI reference, "/passepartout/worker-1"
	Binary   bool   // write binary mode; structured is cheaper on NATS
	MaxBytes int    // bound of a body, read or written; 0: DefaultMaxBytes
}

func (c Codec) maxBytes() int {
	if c.MaxBytes > 0 {
		return c.MaxBytes
	}
	return DefaultMaxBytes
}

// room is how large data may be, so that the attributes fit beside it.
func (c Codec) room() int {
	most := c.maxBytes()
	return most - min(8<<10, most/4)
}

func (c Codec) source() string {
	if c.Source != "" {
		return c.Source
	}
	return DefaultSource
}

// Encoded is an event ready for the bus. ID is the same each time the same
// thing is said, so that it may serve as the bus's duplicate id.
type Encoded struct {
	ID     string
	Type   string
	Header map[string][]string
	Body   []byte
}

// fact is an event on its way out.
type fact struct {
	id, kind, source, session string
	cause, trace              string
	depth                     int
	at                        time.Time
	data                      json.RawMessage
}

// Read takes the data of a signal that Decode returned as a T. Clients use it
// for what workers publish; keys that T does not know are ignored, so that old
// clients can read new workers.
func Read[T any](s pipeline.Signal) (T, error) {
	var v T
	if err := json.Unmarshal(s.Data, &v); err != nil {
		return v, &pipeline.Error{
			Code: pipeline.CodeInvalidEvent, Field: "data", Err: err,
			Message: "the data of this " + s.Type + " is not what its schema says",
		}
	}
	return v, nil
}
