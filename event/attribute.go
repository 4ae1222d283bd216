package event

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	ce "github.com/cloudevents/sdk-go/v2/event"
	"github.com/cloudevents/sdk-go/v2/types"

	"passepartout/pipeline"
)

// attributes are what an event says of itself, in the order it was said.
type attributes []attribute

type attribute struct {
	name  string
	value string
}

func (as attributes) get(name string) (string, bool) {
	for i := range as {
		if as[i].name == name {
			return as[i].value, true
		}
	}
	return "", false
}

func (as attributes) str(name string) string {
	v, _ := as.get(name)
	return v
}

// add takes one attribute, already decoded, and refuses what no attribute may be.
func (as attributes) add(name, value string) (attributes, error) {
	if !validName(name) {
		return as, invalid(clip(name), "the attribute name "+clip(name)+" is not made of lower-case letters and digits",
			"attribute names are 1 to 32 letters a-z and digits (CloudEvents 1.0, Naming Conventions)")
	}
	if _, twice := as.get(name); twice {
		return as, invalid(name, "the attribute "+name+" is given twice", "give every attribute once")
	}
	if len(as) == maxAttributes {
		return as, invalid(name, fmt.Sprintf("the event has more than %d attributes", maxAttributes), "leave out the extensions that nobody here reads")
	}
	if len(value) > maxAttribute {
		return as, invalid(name, fmt.Sprintf("the attribute %s has %d bytes, more than the %d allowed", name, len(value), maxAttribute), "put long values into the data")
	}
	if problem := unprintable(value); problem != "" {
		return as, invalid(name, "the attribute "+name+" "+problem, "attributes are printable text (CloudEvents 1.0, Type System)")
	}
	if as == nil {
		as = make(attributes, 0, 12)
	}
	return append(as, attribute{name, value}), nil
}

func validName(name string) bool {
	if name == "" || len(name) > 32 {
		return false
	}
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// unprintable says what in a value CloudEvents does not allow in a string:
// control characters, surrogates and non-characters; and what people could not
// see or would see in the wrong order.
func unprintable(value string) string {
	if !utf8.ValidString(value) {
		return "is not valid UTF-8"
	}
	for _, r := range value {
		switch {
		case r >= 0x20 && r < 0x7f: // nearly always
		case r < 0x20 || r >= 0x7f && r <= 0x9f:
			return fmt.Sprintf("holds the control character U+%04X", r)
		case r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe:
			return fmt.Sprintf("holds the non-character U+%04X", r)
		case unicode.Is(unicode.Cf, r):
			return fmt.Sprintf("holds the invisible character U+%04X", r)
		}
	}
	return ""
}

// check validates the attributes and fills a signal with them. What was found
// good before a fault stays in the signal.
func (as attributes) check(s *pipeline.Signal) error {
	s.Session = DefaultSession
	var first error
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	if v, ok := as.get("specversion"); !ok || v != ce.CloudEventsVersionV1 {
		keep(invalid("specversion", "the attribute specversion is not "+strconv.Quote(ce.CloudEventsVersionV1), `set specversion to "1.0"`))
	}
	keep(as.identity(s))
	keep(as.extensions(s))
	if first != nil {
		return first
	}
	return as.context(s)
}

// identity takes what names the event and who sent it.
func (as attributes) identity(s *pipeline.Signal) error {
	id, source, typ := as.str("id"), as.str("source"), as.str("type")
	var first error
	for _, a := range []struct {
		name, value string
		into        *string
	}{{"id", id, &s.ID}, {"source", source, &s.Source}, {"type", typ, &s.Type}} {
		switch {
		case strings.TrimSpace(a.value) == "":
			if first == nil {
				first = invalid(a.name, "the attribute "+a.name+" is missing", "every event needs id, source, specversion and type")
			}
		case a.name == "id" && len(a.value) > maxID:
			if first == nil {
				first = invalid(a.name, fmt.Sprintf("the id has %d bytes, more than the %d allowed", len(a.value), maxID), "use a UUID or something as short")
			}
		default:
			*a.into = a.value
		}
	}
	return first
}

// extensions takes the extensions that the line knows: session, depth,
// causationid and traceparent. Others are validated and let be.
func (as attributes) extensions(s *pipeline.Signal) error {
	if v, ok := as.get("session"); ok {
		if !pipeline.ValidToken(v) {
			return invalid("session", "the session "+clip(v)+" cannot be part of a subject", "use 1 to 64 letters, digits, '-' or '_', beginning with a letter or digit")
		}
		s.Session = v
	}
	if v, ok := as.get("depth"); ok {
		n, err := strconv.ParseInt(v, 10, 32)
		if err != nil || n < 0 {
			return invalid("depth", "the depth "+clip(v)+" is no count", "depth is how many events led to this one: 0, 1, 2 …")
		}
		s.Depth = int(n)
	}
	if v, ok := as.get("causationid"); ok {
		s.Cause = v
	}
	if v, ok := as.get("traceparent"); ok {
		if !validTrace(v) {
			return invalid("traceparent", "the traceparent "+clip(v)+" is not valid", "00-<32 hex>-<16 hex>-<2 hex>, not all zero (W3C Trace Context)")
		}
		s.Trace = v
	}
	return nil
}

// context has the SDK validate the event as a whole and takes its time.
func (as attributes) context(s *pipeline.Signal) error {
	source := types.ParseURIRef(s.Source)
	if source == nil {
		return invalid("source", "the source is no URI reference", "name the sending program, such as /my-agent")
	}
	ctx := ce.EventContextV1{ID: s.ID, Type: s.Type, Source: *source}
	for _, a := range as {
		switch a.name {
		case "specversion", "id", "source", "type":
		case "time":
			at, err := types.ParseTime(a.value)
			if err != nil {
				return invalid("time", "the time "+clip(a.value)+" is no timestamp", "RFC 3339: 2026-11-20T12:00:00Z")
			}
			s.Time = at.In(time.UTC)
			ctx.Time = &types.Timestamp{Time: at}
		case "datacontenttype":
			ctx.DataContentType = &a.value
		case "subject":
			ctx.Subject = &a.value
		case "dataschema":
			uri := types.ParseURI(a.value)
			if uri == nil {
				return invalid("dataschema", "the dataschema is no URI", "an absolute URI")
			}
			ctx.DataSchema = uri
		default:
			if err := ctx.SetExtension(a.name, a.value); err != nil {
				return invalid(a.name, "the extension "+a.name+" is not valid", err.Error())
			}
		}
	}
	if errs := ctx.Validate(); len(errs) > 0 {
		names := make([]string, 0, len(errs))
		for name := range errs {
			names = append(names, name)
		}
		name := slices.Min(names) // the SDK keeps a map; errors must not depend on its order
		return invalid(name, "the attribute "+name+" is not valid", errs[name].Error())
	}
	return nil
}

// validTrace follows W3C Trace Context level 1, section 3.2.
func validTrace(v string) bool {
	if len(v) != 55 || v[2] != '-' || v[35] != '-' || v[52] != '-' {
		return false
	}
	for i := range len(v) {
		c := v[i]
		if i != 2 && i != 35 && i != 52 && (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return v[:2] == "00" && strings.Trim(v[3:35], "0") != "" && strings.Trim(v[36:52], "0") != ""
}

func invalid(field, message, hint string) *pipeline.Error {
	return &pipeline.Error{Code: pipeline.CodeInvalidEvent, Field: field, Message: message, Hint: hint}
}

// safe is a name that may stand in a message as it is, or quoted.
func safe(name string) string {
	if validName(name) {
		return name
	}
	return clip(name)
}

// clip quotes a stranger's value so that it can stand in a message.
func clip(v string) string {
	const most = 64
	if len(v) > most {
		v = v[:most] + "…"
	}
	return strconv.QuoteToASCII(v)
}
