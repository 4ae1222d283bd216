package event

import (
	"strconv"
	"time"
	"unicode/utf8"

	"passepartout/pipeline"
)

// Output is the data of a piece of live output. Exactly one of Text and
// Base64 is set: a piece may end in the middle of a character.
type Output struct {
	Request string `json:"request"`
	Key     string `json:"key"`
	Session string `json:"session"`
	Stream  string `json:"stream"` // stdout or stderr
	Seq     int64  `json:"seq"`    // from 0 for each request
	Text    string `json:"text,omitempty"`
	Base64  []byte `json:"base64,omitempty"`
}

// Bytes is the piece, whichever way it came.
func (o Output) Bytes() []byte {
	if o.Base64 != nil {
		return o.Base64
	}
	return []byte(o.Text)
}

// Output encodes a piece of live output of the request that s is.
func (c Codec) Output(s pipeline.Signal, chunk pipeline.Chunk) (Encoded, error) {
	o := Output{Request: s.ID, Key: s.Key(), Session: s.Session, Stream: chunk.Stream, Seq: chunk.Seq}
	if utf8.Valid(chunk.Data) {
		o.Text = string(chunk.Data)
	} else {
		o.Base64 = chunk.Data
	}
	data, err := marshal(o)
	if err != nil {
		return Encoded{}, err
	}
	return c.encode(fact{
		id: o.Key + "-output-" + strconv.FormatInt(chunk.Seq, 10), kind: TypeOutput, session: s.Session,
		depth: s.Depth + 1, cause: s.ID, trace: s.Trace, at: chunk.At, data: data,
	})
}

// Audit encodes one audit record, which is data already.
func (c Codec) Audit(kind pipeline.StepKind, id string, record []byte, at time.Time) (Encoded, error) {
	return c.encode(fact{id: id, kind: AuditType(kind), at: at, data: record})
}
