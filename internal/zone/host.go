package zone

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Hosts is a set of hosts: names, *.names, addresses, networks (CIDR), each
// optionally with :port. It never changes and may be shared.
type Hosts struct {
	names    map[string]portSet // exact, lower case
	suffixes map[string]portSet // ".example.org" for *.example.org
	networks []network
	any      bool
}

type network struct {
	prefix netip.Prefix
	ports  portSet
}

// portSet are ports that entries named; every adds all others.
type portSet struct {
	every bool
	named []string
}

func (p portSet) holds(port string, named bool) bool {
	return p.every && !named || slices.Contains(p.named, port)
}

// ParseHosts reads a list. "*" is every host; "localhost" also stands for the
// loopback addresses.
func ParseHosts(list []string) (*Hosts, error) {
	h := &Hosts{names: map[string]portSet{}, suffixes: map[string]portSet{}}
	for _, entry := range list {
		if err := h.add(entry); err != nil {
			return nil, err
		}
	}
	return h, nil
}

func (h *Hosts) add(entry string) error {
	if entry == "*" {
		h.any = true
		return nil
	}
	if prefix, err := netip.ParsePrefix(entry); err == nil {
		h.networks = append(h.networks, network{prefix.Masked(), portSet{every: true}})
		return nil
	}
	host, port := SplitHost(entry)
	if host == "" || strings.ContainsAny(host, "/ @") {
		return fmt.Errorf("%q is no host, network or *.domain", entry)
	}
	ports := portSet{every: port == ""}
	if port != "" {
		ports.named = []string{port}
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		addr = addr.Unmap()
		h.networks = append(h.networks, network{netip.PrefixFrom(addr, addr.BitLen()), ports})
		return nil
	}
	if suffix, ok := strings.CutPrefix(host, "*."); ok && suffix != "" && !strings.Contains(suffix, "*") {
		h.suffixes["."+suffix] = widen(h.suffixes, "."+suffix, ports)
		return nil
	}
	if strings.ContainsAny(host, "*?[") {
		return fmt.Errorf("%q: a wildcard may only stand for the first labels, as in *.example.org", entry)
	}
	h.names[host] = widen(h.names, host, ports)
	if host == "localhost" {
		for _, loop := range []string{"127.0.0.0/8", "::1/128"} {
			h.networks = append(h.networks, network{netip.MustParsePrefix(loop), ports})
		}
	}
	return nil
}

// widen adds ports to what the name had.
func widen(m map[string]portSet, name string, ports portSet) portSet {
	old := m[name]
	return portSet{every: old.every || ports.every, named: append(old.named, ports.named...)}
}

// Holds reports whether the object of a connect effect (host, host:port or a
// URL) is in the set. What cannot be read, or holds wildcards, is not.
func (h *Hosts) Holds(object string) bool { return h.holds(object, false) }

// Names reports whether an entry names the object's very port, not the host
// with all that listens there.
func (h *Hosts) Names(object string) bool { return h.holds(object, true) }

func (h *Hosts) holds(object string, named bool) bool {
	host, port := SplitHost(object)
	if host == "" || IsPattern(host) {
		return false
	}
	if h.any && !named {
		return true
	}
	if len(h.networks) > 0 && (host[0] >= '0' && host[0] <= '9' || strings.IndexByte(host, ':') >= 0) {
		if addr, err := netip.ParseAddr(host); err == nil {
			addr = addr.Unmap()
			for _, n := range h.networks {
				if n.prefix.Contains(addr) && n.ports.holds(port, named) {
					return true
				}
			}
			return false
		}
	}
	if ports, ok := h.names[host]; ok && ports.holds(port, named) {
		return true
	}
	for at := strings.IndexByte(host, '.'); at >= 0; {
		if ports, ok := h.suffixes[host[at:]]; ok && ports.holds(port, named) {
			return true
		}
		more := strings.IndexByte(host[at+1:], '.')
		if more < 0 {
			break
		}
		at += 1 + more
	}
	return false
}

// SplitHost reads host and port of host, host:port, [v6]:port, user@host or a
// URL (RFC 3986 section 3.2): lower case, without a trailing dot. Both are
// empty when the text is none of these. The text after the last @ of the
// authority is the host, as in browsers and curl; a backslash or a blank makes
// the whole unreadable, because programs disagree on it.
func SplitHost(object string) (host, port string) {
	s := object
	if i := strings.Index(s, "://"); i >= 0 {
		scheme := s[:i]
		s = s[i+3:]
		if end := strings.IndexAny(s, "/?#"); end >= 0 {
			s = s[:end]
		}
		port = schemePort(scheme)
	}
	if strings.ContainsAny(s, "\\ \t\n") {
		return "", ""
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	switch {
	case strings.HasPrefix(s, "["):
		end := strings.IndexByte(s, ']')
		if end < 0 {
			return "", ""
		}
		if rest := s[end+1:]; strings.HasPrefix(rest, ":") {
			port = rest[1:]
		}
		s = s[1:end]
	case strings.Count(s, ":") == 1:
		i := strings.IndexByte(s, ':')
		if s[i+1:] != "" {
			port = s[i+1:]
		}
		s = s[:i]
	}
	s = strings.TrimSuffix(s, ".")
	if hasUpper(s) {
		s = strings.ToLower(s)
	}
	return s, port
}

func hasUpper(s string) bool {
	for i := range len(s) {
		if s[i] >= 'A' && s[i] <= 'Z' || s[i] >= 0x80 {
			return true
		}
	}
	return false
}

func schemePort(scheme string) string {
	switch strings.ToLower(scheme) {
	case "http", "ws":
		return "80"
	case "https", "wss":
		return "443"
	case "ssh", "sftp", "git+ssh", "ssh+git":
		return "22"
	case "ftp":
		return "21"
	case "git":
		return "9418"
	}
	return ""
}
