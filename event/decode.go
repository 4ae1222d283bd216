package event

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"slices"
	"strings"

	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

const (
	headerPrefix    = "ce-"
	contentType     = "content-type"
	structuredMedia = "application/cloudevents"
	structuredJSON  = "application/cloudevents+json"
	jsonMedia       = "application/json"
)

// Decode reads the event that a message is. The signal has no principal: that
// is for who knows the subject. Errors are *pipeline.Error; Field names the
// attribute, or the place in the data from "data" on. What could be read is in
// the signal beside an error, so that the sender can be told which of its
// events was wrong. Source: CloudEvents 1.0.2, its JSON format and its NATS
// binding.
func (c Codec) Decode(m pipeline.Message) (pipeline.Signal, error) {
	s := pipeline.Signal{Session: DefaultSession}
	if len(m.Body) > c.maxBytes() {
		return s, invalid("body", fmt.Sprintf("the body has %d bytes, more than the %d allowed", len(m.Body), c.maxBytes()),
			"put large input into a file in the workspace and name the file")
	}
	media, attrs, err := headers(m.Header)
	if err != nil {
		_ = attrs.check(&s) // only for what it fills in; the first fault is told
		return s, err
	}
	var data json.RawMessage
	if strings.HasPrefix(media, structuredMedia) {
		attrs, data, err = structured(media, attrs, m.Body)
	} else {
		attrs, data, err = binary(media, attrs, m.Body)
	}
	if cerr := attrs.check(&s); err == nil {
		err = cerr
	}
	if err != nil {
		return s, err
	}
	s.Data = data
	return s, nil
}

// headers collects the attributes among the headers, and the content type in
// lower case.
func headers(h map[string][]string) (media string, attrs attributes, err error) {
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names) // the same fault is told each time
	seen := false
	for _, name := range names {
		lower := strings.ToLower(name)
		if lower != contentType && !strings.HasPrefix(lower, headerPrefix) {
			continue
		}
		field := strings.TrimPrefix(lower, headerPrefix)
		if len(h[name]) != 1 || lower == contentType && seen {
			err = first(err, invalid(field, "the header "+clip(name)+" is given more than once", "give every header once"))
			continue
		}
		if lower == contentType {
			media, seen = strings.ToLower(strings.TrimSpace(h[name][0])), true
			continue
		}
		value, verr := percentDecode(field, h[name][0])
		if verr == nil {
			attrs, verr = attrs.add(field, value)
		}
		err = first(err, verr)
	}
	return media, attrs, err
}

func first(err, next error) error {
	if err != nil {
		return err
	}
	return next
}

// percentDecode resolves %XX once, as the binding asks. A header of printable
// ASCII that needed no encoding stays as it is.
func percentDecode(field, value string) (string, error) {
	if !strings.Contains(value, "%") {
		return value, nil
	}
	out := make([]byte, 0, len(value))
	for i := 0; i < len(value); i++ {
		if value[i] != '%' {
			out = append(out, value[i])
			continue
		}
		hi, lo := -1, -1
		if i+2 < len(value) {
			hi, lo = unhex(value[i+1]), unhex(value[i+2])
		}
		if hi < 0 || lo < 0 {
			return "", invalid(safe(field), "the header ce-"+safe(field)+" holds a % that begins no %XX", "write % as %25 (CloudEvents NATS binding, 3.1.3)")
		}
		out = append(out, byte(hi<<4|lo))
		i += 2
	}
	return string(out), nil
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// binary takes the body as the data. Without a content type it is taken for
// JSON, so that a person with a bare client needs one header less; it is
// checked to be JSON in any case.
func binary(media string, attrs attributes, body []byte) (attributes, json.RawMessage, error) {
	if len(attrs) == 0 {
		return attrs, nil, invalid("content-type", "the message is no CloudEvent: it has neither ce- headers nor the content type "+structuredJSON,
			"send the whole event as the body with content-type "+structuredJSON+", or its attributes as ce- headers")
	}
	if _, twice := attrs.get("datacontenttype"); twice {
		return attrs, nil, invalid("datacontenttype", "a binary event says its content type in the header content-type", "remove ce-datacontenttype")
	}
	if media != "" {
		attrs = append(attrs, attribute{"datacontenttype", media})
		if err := wantJSON("content-type", media); err != nil {
			return attrs, nil, err
		}
	}
	return dataOf(attrs, body)
}

// structured takes the body as the whole event.
func structured(media string, attrs attributes, body []byte) (attributes, json.RawMessage, error) {
	if len(attrs) > 0 {
		return attrs, nil, invalid(attrs[0].name, "the message is structured and has ce- headers, too", "send either, never both")
	}
	if !isMedia(media, func(base string) bool { return base == structuredJSON }) {
		return attrs, nil, invalid("content-type", "the content type "+clip(media)+" is not taken", "use "+structuredJSON+" in UTF-8, one event a message")
	}
	var data json.RawMessage
	encoded := false
	err := strictjson.Members(body, func(name string, value []byte) error {
		switch name {
		case "data":
			data = value
			return nil
		case "data_base64":
			encoded = true
			return json.Unmarshal(value, &[]byte{})
		}
		text, err := scalar(name, value)
		if err == nil && text != nil {
			attrs, err = attrs.add(name, *text)
		}
		return err
	})
	switch {
	case err == nil && encoded && data != nil:
		err = invalid("data_base64", "the event has data and data_base64", "send one of them")
	case err == nil && encoded:
		data, err = unbase64(body)
	}
	if err != nil {
		return attrs, nil, explain(err)
	}
	if err := wantJSON("datacontenttype", attrs.str("datacontenttype")); err != nil {
		return attrs, nil, err
	}
	if encoded {
		return dataOf(attrs, data)
	}
	if bytes.Equal(data, []byte("null")) {
		data = nil
	}
	return attrs, bytes.Clone(data), nil
}

// explain turns what went wrong inside the body into an error for the sender:
// a fault in the data is the request's, any other the event's.
func explain(err error) error {
	if e, ok := errors.AsType[*pipeline.Error](err); ok {
		return e
	}
	e, ok := errors.AsType[*strictjson.Error](err)
	if !ok {
		return invalid("data_base64", "the attribute data_base64 is not base64", "RFC 4648, with padding")
	}
	if e.Path == "data" || strings.HasPrefix(e.Path, "data.") || strings.HasPrefix(e.Path, "data[") {
		return strictjson.Explain(err, pipeline.CodeInvalidRequest, "")
	}
	out := strictjson.Explain(err, pipeline.CodeInvalidEvent, "")
	if out.Field == "" {
		out.Field = "body"
	}
	return out
}

// scalar reads an attribute of the JSON format: a string, a number or a
// boolean; null stands for none.
func scalar(name string, value []byte) (*string, error) {
	switch value[0] {
	case '"':
		s := string(value[1 : len(value)-1])
		if !strings.Contains(s, `\`) {
			return &s, nil // nothing to resolve
		}
		if err := json.Unmarshal(value, &s); err != nil {
			return nil, invalid(safe(name), "the attribute "+safe(name)+" is no string", "")
		}
		return &s, nil
	case 'n':
		return nil, nil // no attribute, and nothing wrong
	case '{', '[':
		return nil, invalid(safe(name), "the attribute "+safe(name)+" is an object or an array", "attributes are strings, whole numbers or booleans; put structures into the data")
	default:
		s := string(value)
		return &s, nil
	}
}

func unbase64(body []byte) (json.RawMessage, error) {
	var e struct {
		Data string `json:"data_base64"`
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return nil, err // explain names the attribute
	}
	return base64.StdEncoding.DecodeString(e.Data) // explain names the attribute
}

// dataOf checks data that is not part of a checked envelope. The line's types
// all have data, but a heartbeat may have none.
func dataOf(attrs attributes, body []byte) (attributes, json.RawMessage, error) {
	if len(body) == 0 {
		if attrs.str("type") == TypeHeartbeat {
			return attrs, nil, nil
		}
		return attrs, nil, &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "data", Message: "data: is empty", Hint: "send one JSON object"}
	}
	if err := strictjson.Check(body); err != nil {
		return attrs, nil, strictjson.Explain(err, pipeline.CodeInvalidRequest, "data")
	}
	return attrs, bytes.Clone(body), nil
}

func wantJSON(field, media string) error {
	if media == "" {
		return nil // the JSON format's default
	}
	if !isMedia(media, func(base string) bool { return base == jsonMedia || strings.HasSuffix(base, "+json") }) {
		return invalid(field, "the content type "+clip(media)+" is not JSON", "use "+jsonMedia+" in UTF-8")
	}
	return nil
}

// isMedia reports whether a content type is wanted and in UTF-8.
func isMedia(media string, wanted func(base string) bool) bool {
	if media == structuredJSON || media == jsonMedia {
		return wanted(media) // nearly always, and parsing is slow
	}
	base, params, err := mime.ParseMediaType(media)
	charset, ok := params["charset"]
	return err == nil && wanted(base) && (!ok || strings.EqualFold(charset, "utf-8"))
}
