package event

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"
	"unicode/utf8"

	"passepartout/pipeline"
)

// maxDeadBody is how much of a message's body a dead letter keeps.
const maxDeadBody = 256 << 10

// Dead is the data of a dead letter: a message that can never be handled, and
// why. Exactly one of Body and Base64 is set unless the body was empty.
type Dead struct {
	Subject   string              `json:"subject"`
	Header    map[string][]string `json:"header,omitempty"`
	Body      string              `json:"body,omitempty"`
	Base64    []byte              `json:"base64,omitempty"`
	Bytes     int                 `json:"bytes"` // of the whole body
	SHA256    string              `json:"sha256"`
	Truncated bool                `json:"truncated,omitempty"` // the body is not whole and cannot be sent again
	Delivery  int                 `json:"delivery"`
	Published time.Time           `json:"published,omitzero"`
	Error     *pipeline.Error     `json:"error"`
}

// Message is the message as it was, to be sent again; false if the letter did
// not keep all of it.
func (d Dead) Message() (pipeline.Message, bool) {
	body := []byte(d.Body)
	if d.Base64 != nil {
		body = d.Base64
	}
	return pipeline.Message{Subject: d.Subject, Header: d.Header, Body: body}, !d.Truncated
}

// Dead encodes a dead letter. The same message dies once: its id is made from
// its content, so that a second burial is recognised.
func (c Codec) Dead(m pipeline.Message, why *pipeline.Error, at time.Time) (Encoded, error) {
	sum := sha256.Sum256(m.Body)
	d := Dead{
		Subject: m.Subject, Header: m.Header, Bytes: len(m.Body), SHA256: hex.EncodeToString(sum[:]),
		Delivery: m.Delivery, Published: m.Published, Error: why,
	}
	kept := m.Body
	if len(kept) > maxDeadBody {
		kept, d.Truncated = kept[:maxDeadBody], true
	}
	if size := headerSize(m.Header); size > maxDeadBody {
		d.Header, d.Truncated = map[string][]string{"left-out": {strconv.Itoa(size) + " bytes of headers"}}, true
	}
	if utf8.Valid(kept) {
		d.Body = string(kept)
	} else {
		d.Base64 = kept
	}
	data, err := marshal(d)
	if err != nil {
		return Encoded{}, err
	}
	if len(data) > c.room() { // control bytes are six each in JSON
		d.Body, d.Base64, d.Truncated = "", nil, true
		if data, err = marshal(d); err != nil {
			return Encoded{}, err
		}
	}
	id := sha256.Sum256([]byte(m.Subject + "\x00" + m.Published.UTC().Format(time.RFC3339Nano) + "\x00" + d.SHA256))
	return c.encode(fact{id: "dead-" + hex.EncodeToString(id[:12]), kind: TypeDead, at: at, data: data})
}

func headerSize(h map[string][]string) int {
	size := 0
	for name, values := range h {
		for _, v := range values {
			size += len(name) + len(v)
		}
	}
	return size
}
