package event_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"passepartout/event"
	"passepartout/pipeline"
)

func binaryMessage(body string, headers ...string) pipeline.Message {
	h := map[string][]string{
		"ce-specversion": {"1.0"}, "ce-id": {"7"}, "ce-source": {"/agent"}, "ce-type": {event.TypeRequest}, "content-type": {"application/json"},
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] == "-" {
			delete(h, headers[i])
		} else {
			h[headers[i]] = append(h[headers[i]], headers[i+1])
		}
	}
	return pipeline.Message{Header: h, Body: []byte(body)}
}

func structuredMessage(body string) pipeline.Message {
	return pipeline.Message{Header: map[string][]string{"Content-Type": {"application/cloudevents+json"}}, Body: []byte(body)}
}

// envelope is a structured event; more members come before the data.
func envelope(more, data string) string {
	return `{"specversion":"1.0","id":"7","source":"/agent","type":"` + event.TypeRequest + `"` + more + `,"data":` + data + `}`
}

const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func TestDecodeBothModes(t *testing.T) {
	t.Parallel()
	want := pipeline.Signal{
		ID: "7", Type: event.TypeRequest, Source: "/agent", Session: "s1", Depth: 3, Cause: "6", Trace: trace,
		Time: time.Date(2026, 11, 20, 12, 0, 0, 5e6, time.UTC), Data: json.RawMessage(`{"op":"run"}`),
	}
	messages := map[string]pipeline.Message{
		"binary": binaryMessage(`{"op":"run"}`, "ce-session", "s1", "ce-depth", "3", "ce-causationid", "6",
			"ce-traceparent", trace, "ce-time", "2026-11-20T13:00:00.005+01:00", "ce-other", "x%20y", "Nats-Msg-Id", "1", "X", "2"),
		"structured": structuredMessage(envelope(`,"session":"s1","depth":3,"causationid":"6","traceparent":"`+trace+
			`","time":"2026-11-20T13:00:00.005+01:00","other":true,"nothing":null,"datacontenttype":"application/json; charset=UTF-8"`, `{"op":"run"}`)),
		"base64": structuredMessage(strings.Replace(envelope(`,"session":"s1","depth":"3","causationid":"6","traceparent":"`+trace+
			`","time":"2026-11-20T12:00:00.005Z"`, `"eyJvcCI6InJ1biJ9"`), `"data":`, `"data_base64":`, 1)),
	}
	for mode, m := range messages {
		got, err := event.Codec{}.Decode(m)
		if err != nil {
			t.Errorf("%s: %v", mode, err)
			continue
		}
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Errorf("%s:\n got %+v\nwant %+v", mode, got, want)
		}
	}
}

func TestDecodeIsLenientWhereTheBindingIs(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]pipeline.Message{
		"header names in any case": binaryMessage(`{}`, "ce-id", "-", "CE-Id", "7", "content-type", "-", "Content-Type", "application/json"),
		"no content type":          binaryMessage(`{}`, "content-type", "-"),
		"json suffix":              binaryMessage(`{}`, "content-type", "-", "Content-type", "application/x+json;charset=utf-8"),
		"unencoded blanks":         binaryMessage(`{}`, "ce-note", "two words"),
		"structured with charset":  {Header: map[string][]string{"content-type": {"Application/CloudEvents+JSON; charset=utf-8"}}, Body: []byte(envelope("", "{}"))},
		"heartbeat without data":   binaryMessage("", "ce-type", "-", "CE-TYPE", event.TypeHeartbeat),
		"null data":                structuredMessage(envelope("", "null")),
	} {
		s, err := event.Codec{}.Decode(m)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if s.Session != event.DefaultSession || s.ID != "7" {
			t.Errorf("%s: got %+v", name, s)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	const badEvent, badRequest = pipeline.CodeInvalidEvent, pipeline.CodeInvalidRequest
	deep := strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000)
	tests := []struct {
		name  string
		m     pipeline.Message
		code  pipeline.Code
		field string
	}{
		{"nothing at all", pipeline.Message{}, badEvent, "content-type"},
		{"no event", pipeline.Message{Body: []byte("{}"), Header: map[string][]string{"content-type": {"application/json"}}}, badEvent, "content-type"},
		{"both modes", pipeline.Message{Header: map[string][]string{"content-type": {"application/cloudevents+json"}, "ce-id": {"8"}}, Body: []byte(envelope("", "{}"))}, badEvent, "id"},
		{"batch", pipeline.Message{Header: map[string][]string{"content-type": {"application/cloudevents-batch+json"}}, Body: []byte("[]")}, badEvent, "content-type"},
		{"xml event", pipeline.Message{Header: map[string][]string{"content-type": {"application/cloudevents+xml"}}, Body: []byte("<e/>")}, badEvent, "content-type"},
		{"other charset", pipeline.Message{Header: map[string][]string{"content-type": {"application/cloudevents+json; charset=utf-16"}}, Body: []byte(envelope("", "{}"))}, badEvent, "content-type"},

		{"binary: attribute twice", binaryMessage(`{}`, "ce-id", "8"), badEvent, "id"},
		{"binary: attribute twice in two cases", binaryMessage(`{}`, "CE-ID", "8"), badEvent, "id"},
		{"binary: content type twice", binaryMessage(`{}`, "Content-Type", "application/json"), badEvent, "content-type"},
		{"binary: no id", binaryMessage(`{}`, "ce-id", "-"), badEvent, "id"},
		{"binary: blank id", binaryMessage(`{}`, "ce-id", "-", "CE-id", "%20"), badEvent, "id"},
		{"binary: no source", binaryMessage(`{}`, "ce-source", "-"), badEvent, "source"},
		{"binary: source no URI", binaryMessage(`{}`, "ce-source", "-", "CE-source", "%25zz"), badEvent, "source"},
		{"binary: no type", binaryMessage(`{}`, "ce-type", "-"), badEvent, "type"},
		{"binary: no version", binaryMessage(`{}`, "ce-specversion", "-"), badEvent, "specversion"},
		{"binary: old version", binaryMessage(`{}`, "ce-specversion", "-", "CE-specversion", "0.3"), badEvent, "specversion"},
		{"binary: long id", binaryMessage(`{}`, "ce-id", "-", "CE-id", strings.Repeat("x", 257)), badEvent, "id"},
		{"binary: long value", binaryMessage(`{}`, "ce-x", strings.Repeat("x", 2000)), badEvent, "x"},
		{"binary: bad name", binaryMessage(`{}`, "ce-a_b", "1"), badEvent, `"a_b"`},
		{"binary: control byte", binaryMessage(`{}`, "ce-x", "a\x01b"), badEvent, "x"},
		{"binary: encoded NUL", binaryMessage(`{}`, "ce-x", "a%00b"), badEvent, "x"},
		{"binary: encoded bidi", binaryMessage(`{}`, "ce-x", "%E2%80%AE"), badEvent, "x"},
		{"binary: encoded rubbish", binaryMessage(`{}`, "ce-x", "%FF"), badEvent, "x"},
		{"binary: stray percent", binaryMessage(`{}`, "ce-x", "100%"), badEvent, "x"},
		{"binary: bad percent", binaryMessage(`{}`, "ce-x", "%G0"), badEvent, "x"},
		{"binary: content type as attribute", binaryMessage(`{}`, "ce-datacontenttype", "application/json"), badEvent, "datacontenttype"},
		{"binary: text", binaryMessage(`hello`, "content-type", "-", "Content-Type", "text/plain"), badEvent, "content-type"},
		{"binary: no media type", binaryMessage(`{}`, "content-type", "-", "Content-Type", "json"), badEvent, "content-type"},
		{"binary: latin-1", binaryMessage(`{}`, "content-type", "-", "Content-Type", "application/json; charset=latin1"), badEvent, "content-type"},
		{"binary: empty body", binaryMessage(``), badRequest, "data"},
		{"binary: no JSON", binaryMessage(`rm -rf /`), badRequest, "data"},
		{"binary: truncated", binaryMessage(`{"op":"ru`), badRequest, "data.op"},
		{"binary: two values", binaryMessage(`{} {}`), badRequest, "data"},
		{"binary: duplicate key", binaryMessage(`{"params":{"command":"ls","command":"rm"}}`), badRequest, "data.params.command"},
		{"binary: deep", binaryMessage(deep), badRequest, "data" + strings.Repeat(".a", 64)},
		{"binary: session", binaryMessage(`{}`, "ce-session", "a.b"), badEvent, "session"},
		{"binary: session wildcard", binaryMessage(`{}`, "ce-session", ">"), badEvent, "session"},
		{"binary: empty session", binaryMessage(`{}`, "ce-session", ""), badEvent, "session"},
		{"binary: depth", binaryMessage(`{}`, "ce-depth", "-1"), badEvent, "depth"},
		{"binary: depth word", binaryMessage(`{}`, "ce-depth", "one"), badEvent, "depth"},
		{"binary: depth overflow", binaryMessage(`{}`, "ce-depth", "99999999999"), badEvent, "depth"},
		{"binary: time", binaryMessage(`{}`, "ce-time", "yesterday"), badEvent, "time"},
		{"binary: trace", binaryMessage(`{}`, "ce-traceparent", "00-1-2-3"), badEvent, "traceparent"},
		{"binary: zero trace", binaryMessage(`{}`, "ce-traceparent", "00-"+strings.Repeat("0", 32)+"-b7ad6b7169203331-01"), badEvent, "traceparent"},
		{"binary: empty subject", binaryMessage(`{}`, "ce-subject", ""), badEvent, "subject"},
		{"binary: dataschema", binaryMessage(`{}`, "ce-dataschema", "relative"), badEvent, "dataschema"},

		{"structured: empty", structuredMessage(``), badEvent, "body"},
		{"structured: no JSON", structuredMessage(`hello`), badEvent, "body"},
		{"structured: array", structuredMessage(`[]`), badEvent, "body"},
		{"structured: truncated", structuredMessage(envelope("", `{"op":"run"`)), badEvent, "body"},
		{"structured: truncated envelope", structuredMessage(`{"specversion":"1.0","id":"7","source":"/age`), badEvent, "source"},
		{"structured: BOM", structuredMessage("\xef\xbb\xbf" + envelope("", "{}")), badEvent, "body"},
		{"structured: attribute twice", structuredMessage(envelope(`,"id":"8"`, "{}")), badEvent, "id"},
		{"structured: attribute twice, escaped", structuredMessage(envelope(`,"\u0069d":"8"`, "{}")), badEvent, "id"},
		{"structured: attribute in another case", structuredMessage(envelope(`,"Id":"8"`, "{}")), badEvent, `"Id"`},
		{"structured: data twice", structuredMessage(envelope(`,"data":{}`, "{}")), badRequest, "data"},
		{"structured: duplicate key in data", structuredMessage(envelope("", `{"a":[{"b":1,"b":2}]}`)), badRequest, "data.a[0].b"},
		{"structured: both data", structuredMessage(envelope(`,"data_base64":"e30="`, "{}")), badEvent, "data_base64"},
		{"structured: bad base64", structuredMessage(strings.Replace(envelope("", `"%"`), `"data":`, `"data_base64":`, 1)), badEvent, "data_base64"},
		{"structured: base64 of no JSON", structuredMessage(strings.Replace(envelope("", `"aGk="`), `"data":`, `"data_base64":`, 1)), badRequest, "data"},
		{"structured: object attribute", structuredMessage(envelope(`,"x":{}`, "{}")), badEvent, "x"},
		{"structured: NUL in attribute", structuredMessage(envelope(`,"x":"a\u0000"`, "{}")), badEvent, "x"},
		{"structured: half surrogate", structuredMessage(envelope(`,"x":"\ud800"`, "{}")), badEvent, "x"},
		{"structured: data content type", structuredMessage(envelope(`,"datacontenttype":"text/plain"`, `"x"`)), badEvent, "datacontenttype"},
		{"structured: depth fraction", structuredMessage(envelope(`,"depth":1.5`, "{}")), badEvent, "depth"},
		{"structured: deep", structuredMessage(envelope("", deep)), badRequest, "data" + strings.Repeat(".a", 63)},
	}
	for _, tt := range tests {
		s, err := event.Codec{}.Decode(tt.m)
		if err == nil {
			t.Errorf("%s: accepted as %+v", tt.name, s)
			continue
		}
		e := pipeline.AsError(err)
		if e.Code != tt.code || e.Field != tt.field {
			t.Errorf("%s: %s at %q, want %s at %q (%s)", tt.name, e.Code, e.Field, tt.code, tt.field, e.Message)
		}
		if e.Message == "" || e.Hint == "" {
			t.Errorf("%s: says no message or no hint: %+v", tt.name, e)
		}
		if len(s.Data) > 0 || s.Principal != "" || s.Role != "" {
			t.Errorf("%s: refused, yet returns %+v", tt.name, s)
		}
	}
}

func TestDecodeTooLarge(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]pipeline.Message{
		"body":       binaryMessage(`"` + strings.Repeat("x", 10<<20) + `"`),
		"structured": structuredMessage(envelope("", `"`+strings.Repeat("x", 10<<20)+`"`)),
	} {
		if _, err := (event.Codec{}).Decode(m); err == nil || pipeline.AsError(err).Field != "body" {
			t.Errorf("%s of 10 MB: %v", name, err)
		}
	}
	many := binaryMessage(`{}`)
	for i := range 100 {
		many.Header[fmt.Sprintf("ce-x%d", i)] = []string{"1"}
	}
	if _, err := (event.Codec{}).Decode(many); err == nil || pipeline.AsError(err).Code != pipeline.CodeInvalidEvent {
		t.Errorf("100 attributes: %v", err)
	}
}

// The sender can be told which event was wrong as long as its id could be read.
func TestDecodeReturnsWhatCouldBeRead(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]pipeline.Message{
		"bad data":      binaryMessage(`{`, "ce-session", "s1"),
		"bad depth":     binaryMessage(`{}`, "ce-session", "s1", "ce-depth", "x"),
		"bad extension": binaryMessage(`{}`, "ce-session", "s1", "ce-x", "%"),
		"cut short":     structuredMessage(`{"id":"7","session":"s1","source":"/agent","type":"t","specversion":"1.0","data":{"a"`),
		"no version":    structuredMessage(`{"id":"7","session":"s1","source":"/agent"}`),
	} {
		s, err := event.Codec{}.Decode(m)
		if err == nil || s.ID != "7" || s.Session != "s1" || s.Source != "/agent" {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	s, _ := event.Codec{}.Decode(binaryMessage(`{}`, "ce-session", "..", "ce-id", "-"))
	if s.Session != event.DefaultSession || s.ID != "" {
		t.Errorf("an unfit session or id is kept: %+v", s)
	}
}

// Data is a copy: the bus lends its bytes.
func TestDecodeKeepsNoLentBytes(t *testing.T) {
	t.Parallel()
	for _, m := range []pipeline.Message{binaryMessage(`{"op":"run"}`), structuredMessage(envelope("", `{"op":"run"}`))} {
		s, err := event.Codec{}.Decode(m)
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Body {
			m.Body[i] = 'x'
		}
		if string(s.Data) != `{"op":"run"}` {
			t.Errorf("data changed with the message: %s", s.Data)
		}
	}
}

func FuzzDecode(f *testing.F) {
	add := func(m pipeline.Message) {
		keys := ""
		for k, vs := range maps.All(m.Header) {
			for _, v := range vs {
				keys += k + "\x00" + v + "\x00"
			}
		}
		f.Add(keys, m.Body)
	}
	add(binaryMessage(`{"op":"run","params":{"command":"ls"}}`, "ce-session", "s", "ce-depth", "1", "ce-x", "%C3%BC"))
	add(structuredMessage(envelope(`,"session":"s","depth":2,"x":"\u00fc"`, `{"op":"run"}`)))
	add(structuredMessage(envelope(`,"id":"8"`, `{"a":1,"a":1}`)))
	add(binaryMessage(`{`, "CE-ID", "8"))
	f.Fuzz(func(t *testing.T, headers string, body []byte) {
		m := pipeline.Message{Header: map[string][]string{}, Body: body}
		parts := strings.Split(headers, "\x00")
		for i := 0; i+1 < len(parts); i += 2 {
			m.Header[parts[i]] = append(m.Header[parts[i]], parts[i+1])
		}
		s, err := event.Codec{}.Decode(m)
		if err != nil {
			if e := pipeline.AsError(err); e.Code == pipeline.CodeInternal || e.Field == "" {
				t.Fatalf("no error for the sender: %+v", e)
			}
			return
		}
		if s.ID == "" || s.Source == "" || s.Type == "" || !pipeline.ValidToken(s.Session) || s.Depth < 0 {
			t.Fatalf("accepted %+v", s)
		}
		if len(s.Data) > 0 && !json.Valid(s.Data) {
			t.Fatalf("data is no JSON: %q", s.Data)
		}
		for _, mode := range []bool{false, true} {
			out, err := event.Codec{Binary: mode}.Emit(event.Envelope{
				ID: s.ID, Source: s.Source, Session: s.Session, Cause: s.Cause, Trace: s.Trace, Depth: s.Depth, At: s.Time,
			}, s.Type, s.Data)
			if err != nil {
				t.Fatalf("cannot be written again: %v", err)
			}
			again, err := event.Codec{}.Decode(pipeline.Message{Header: out.Header, Body: out.Body})
			if err != nil && len(s.Data) == 0 {
				continue // only a heartbeat may be binary without data
			}
			if err != nil || again.Key() != s.Key() || !again.Time.Equal(s.Time) || !bytes.Equal(again.Data, s.Data) {
				t.Fatalf("binary %v: read %+v, written and read %+v: %v", mode, s, again, err)
			}
		}
	})
}
