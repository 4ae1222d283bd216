package event

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	ce "github.com/cloudevents/sdk-go/v2/event"

	"passepartout/pipeline"
)

// encode writes a fact in the codec's mode. Written by hand, because the SDK
// takes five times as long; a test reads every event back through the SDK.
func (c Codec) encode(f fact) (Encoded, error) {
	e := Encoded{ID: f.id, Type: f.kind}
	if len(f.data) > c.room() {
		return e, &pipeline.Error{
			Code:    pipeline.CodeOutputLimit,
			Message: fmt.Sprintf("the data of this %s has %d bytes, more than the %d that an event holds", f.kind, len(f.data), c.room()),
		}
	}
	if c.Binary {
		e.Header, e.Body = c.binaryHeader(f), f.data
		return e, nil
	}
	e.Header = map[string][]string{contentType: {structuredJSON}}
	e.Body = c.structuredBody(f)
	return e, nil
}

// members lists the attributes that a fact has, in a fixed order.
func (c Codec) members(f fact) [10]attribute {
	source, depth, at := f.source, "", ""
	if source == "" {
		source = c.source()
	}
	if f.depth != 0 {
		depth = strconv.Itoa(f.depth)
	}
	if !f.at.IsZero() {
		at = f.at.UTC().Format(time.RFC3339Nano)
	}
	return [10]attribute{
		{"specversion", ce.CloudEventsVersionV1}, {"id", f.id}, {"source", source}, {"type", f.kind},
		{"time", at}, {"datacontenttype", jsonMedia}, {"session", f.session}, {"depth", depth},
		{"causationid", f.cause}, {"traceparent", f.trace},
	}
}

func (c Codec) binaryHeader(f fact) map[string][]string {
	h := make(map[string][]string, 11)
	for _, a := range c.members(f) {
		switch {
		case a.value == "":
		case a.name == "datacontenttype":
			h[contentType] = []string{a.value}
		default:
			h[headerPrefix+a.name] = []string{percentEncode(a.value)}
		}
	}
	return h
}

func (c Codec) structuredBody(f fact) []byte {
	b := make([]byte, 0, len(f.data)+512)
	b = append(b, '{')
	for _, a := range c.members(f) {
		if a.value == "" {
			continue
		}
		b = append(b, '"')
		b = append(b, a.name...)
		b = append(b, '"', ':')
		if a.name == "depth" {
			b = append(b, a.value...) // an integer in the JSON format
		} else {
			b = appendString(b, a.value)
		}
		b = append(b, ',')
	}
	if len(f.data) == 0 {
		b[len(b)-1] = '}'
		return b
	}
	b = append(b, `"data":`...)
	b = append(b, f.data...)
	return append(b, '}')
}

// appendString appends a JSON string. Attributes are nearly always plain text.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c > 0x7e || c == '"' || c == '\\' {
			quoted, err := marshal(s)
			if err != nil {
				quoted = []byte(`""`) // a string always marshals
			}
			return append(b, quoted...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// percentEncode writes a header value as the binding asks: everything but
// printable ASCII, and the space, the double quote and the percent sign.
func percentEncode(s string) string {
	const digits = "0123456789ABCDEF"
	plain := true
	for i := range len(s) {
		plain = plain && mayStand(s[i])
	}
	if plain {
		return s
	}
	out := make([]byte, 0, len(s)+16)
	for i := range len(s) {
		if c := s[i]; mayStand(c) {
			out = append(out, c)
		} else {
			out = append(out, '%', digits[c>>4], digits[c&15])
		}
	}
	return string(out)
}

func mayStand(c byte) bool { return c > 0x20 && c < 0x7f && c != '"' && c != '%' }

// marshal is json.Marshal without the escapes for HTML, which would make each
// "<" of an output six bytes long.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode data: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
