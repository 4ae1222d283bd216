package command

import (
	"net/url"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// addressed states that tests of the project speak with a host that a variable before
// the command names: BASE_URL=https://staging.corp.net pytest tests/e2e. A build only
// puts such an address into what it makes.
func (r *run) addressed(sc *scope, at int, given []string, by string) {
	tests := false
	for _, e := range r.effects[at:] {
		tests = tests || e.Kind == pipeline.KindCode && e.Mark == catalogue.MarkTest
	}
	if !tests {
		return
	}
	for _, name := range slices.Concat(given, r.addresses) {
		v := sc.lookup(name).one()
		if v.kind != valueText || len(v.text) > maxPath {
			continue
		}
		for word := range strings.FieldsFuncSeq(v.text, func(c rune) bool { return c == ' ' || c == ',' || c == ';' }) {
			if !strings.Contains(word, "://") && !strings.HasPrefix(word, "//") {
				continue
			}
			u, err := url.Parse(word)
			if err != nil || u.Host == "" || loopback(u.Hostname()) || standInHost(u.Hostname()) {
				continue
			}
			r.emit(pipeline.Effect{Kind: pipeline.KindConnect, Object: hostPort(u), By: by, Span: r.effects[at].Span})
		}
	}
}

// standInHost reports whether a name is one that nobody has and tests use for any host
// (RFC 2606, RFC 6761).
func standInHost(host string) bool {
	for _, end := range [...]string{".test", ".invalid", ".localhost", "example.com", "example.org", "example.net"} {
		if host == strings.TrimPrefix(end, ".") || strings.HasSuffix(host, "."+strings.TrimPrefix(end, ".")) {
			return true
		}
	}
	return host == "testserver"
}
