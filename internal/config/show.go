package config

import (
	"net/url"
	"strings"
)

// Value is one key of a loaded configuration, as `worker config show` lists it.
type Value struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin Origin `json:"origin"`
	Env    string `json:"env"` // the variable that would set it
}

// Values lists every key with its value and origin, in the order of the file.
// There is no secret among them: credentials are named by file, and a password
// inside nats.url is masked.
func (l *Loaded) Values() []Value {
	c := l.Config
	c.NATS.URL = maskURL(c.NATS.URL)
	var out []Value
	for _, f := range fields(&c) {
		out = append(out, Value{Key: f.path, Value: f.text(), Origin: l.Origins[f.path], Env: f.env()})
	}
	return out
}

// maskURL hides the user part of each URL of a comma-separated list.
func maskURL(list string) string {
	if list == "" {
		return ""
	}
	var out []string
	for one := range strings.SplitSeq(list, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil {
			out = append(out, "(unreadable)")
			continue
		}
		if u.User != nil {
			u.User = url.User("masked")
		}
		out = append(out, u.String())
	}
	return strings.Join(out, ",")
}
