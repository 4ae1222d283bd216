package audit

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"passepartout/internal/secretscan"
)

// minKnown is how long a known secret must be to be looked for: a shorter one
// would take half of every record out.
const minKnown = 6

// Secrets is a Redactor: it takes known values out wherever they stand, and
// what looks like a credential by its own form or by the name before it. A
// record without any comes back byte for byte. It keeps no state.
//
// Not found are secrets that are encoded, split, or have neither a known form
// nor a telling name.
type Secrets struct {
	known []string // longest first, so that one within another leaves no rest
}

var _ Redactor = Secrets{}

// NewSecrets makes a redactor that also knows these values.
func NewSecrets(known ...string) Secrets {
	s := Secrets{}
	for _, k := range known {
		if len(k) >= minKnown {
			s.known = append(s.known, k)
		}
	}
	slices.SortFunc(s.known, func(a, b string) int { return len(b) - len(a) })
	return s
}

// Redact implements Redactor.
func (s Secrets) Redact(body []byte) []byte {
	if s.clean(body) {
		return body // nearly always, and decoding is slow
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber() // a number must come back as it was
	var v any
	if err := dec.Decode(&v); err != nil {
		return []byte(`"[redacted: unreadable]"`)
	}
	clean, changed := s.value("", v)
	if !changed {
		return body
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(clean); err != nil {
		return []byte(`"[redacted: unreadable]"`)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// clean reports whether no string in a valid JSON text holds a secret, without
// decoding it. It may be wrong only by saying no.
func (s Secrets) clean(body []byte) bool {
	all, name := string(body), "" // one copy, of which every text is a part
	known := s.holdsKnown(all)
	for i := 0; i < len(body); i++ {
		if body[i] != '"' {
			continue
		}
		end := i + 1
		for end < len(body) && body[end] != '"' {
			if body[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(body) {
			return false
		}
		rest := bytes.TrimLeft(body[end+1:], " \t\r\n")
		key := len(rest) > 0 && rest[0] == ':'
		literal := all[i : end+1]
		i = end
		if !key && len(literal) < minKnown+2 {
			continue // too short for any secret that is looked for
		}
		text, escaped, ok := plain(literal)
		if !ok {
			return false
		}
		under := name
		if key {
			name, under = text, ""
		}
		if (known || escaped && s.holdsKnown(text)) || !secretscan.None(under, text) {
			if _, dirty := s.text(under, text); dirty {
				return false
			}
		}
	}
	return true
}

// holdsKnown reports whether a known value stands in the text.
func (s Secrets) holdsKnown(text string) bool {
	return slices.ContainsFunc(s.known, func(k string) bool { return strings.Contains(text, k) })
}

// plain is the content of a JSON string literal.
func plain(literal string) (text string, escaped, ok bool) {
	if strings.IndexByte(literal, '\\') < 0 {
		return literal[1 : len(literal)-1], false, true
	}
	err := json.Unmarshal([]byte(literal), &text)
	return text, true, err == nil
}

// value cleans a JSON value that stands under a name.
func (s Secrets) value(name string, v any) (clean any, changed bool) {
	switch v := v.(type) {
	case string:
		return s.text(name, v)
	case []any:
		for i := range v {
			was, now := v[i], false
			if v[i], now = s.value(name, was); now {
				changed = true
			}
		}
		return v, changed
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			member, now := s.value(key, v[key])
			plain, renamed := s.text("", key)
			if renamed {
				delete(v, key)
			}
			v[plain] = member
			changed = changed || now || renamed
		}
		return v, changed
	default:
		return v, false
	}
}

// text cleans one text. Its name counts as if it stood before it, so that
// {"API_KEY": "…"} is seen as API_KEY=… is.
func (s Secrets) text(name, text string) (clean string, changed bool) {
	clean = text
	for _, k := range s.known {
		if strings.Contains(clean, k) {
			clean = strings.ReplaceAll(clean, k, mark("known"))
		}
	}
	prefix := ""
	if name != "" {
		prefix = name + "="
	}
	found := secretscan.Find(prefix + clean)
	for _, f := range slices.Backward(found) {
		start, end := max(f.Start-len(prefix), 0), f.End-len(prefix)
		if end > start {
			clean = clean[:start] + mark(f.Kind) + clean[end:]
		}
	}
	return clean, clean != text
}

func mark(kind string) string { return "[redacted: " + kind + "]" }
