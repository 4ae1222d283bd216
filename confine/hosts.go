package confine

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// hostRule is one entry of Profile.Hosts.
type hostRule struct {
	name   string       // lower case, no trailing dot; empty for a network
	below  bool         // *.name: any host below name, not name itself
	prefix netip.Prefix // for a network or an address
	port   int          // 0: any
}

var errHost = errors.New("not a host")

// parseHosts reads a profile's hosts. An entry that cannot be read is an
// error: it would silently permit nothing, or too much.
func parseHosts(entries []string) ([]hostRule, error) {
	var out []hostRule
	for _, e := range entries {
		r, err := parseHostRule(e)
		if err != nil {
			return nil, fmt.Errorf("host %q: %w", e, err)
		}
		out = append(out, r)
	}
	return out, nil
}

func parseHostRule(e string) (hostRule, error) {
	var r hostRule
	if p, err := netip.ParsePrefix(e); err == nil {
		r.prefix = p.Masked()
		return r, nil
	}
	if a, err := netip.ParseAddr(strings.Trim(e, "[]")); err == nil {
		if a.Zone() != "" {
			return r, errHost
		}
		a = a.Unmap()
		r.prefix = netip.PrefixFrom(a, a.BitLen())
		return r, nil
	}
	host, port, err := splitPort(e)
	if err != nil {
		return r, err
	}
	r.port = port
	if host, r.below = strings.CutPrefix(host, "*."); r.below && !strings.Contains(host, ".") {
		return r, errHost // *.com is no host
	}
	name, addr, err := normalHost(host)
	if err != nil {
		return r, err
	}
	if addr.IsValid() {
		r.prefix = netip.PrefixFrom(addr, addr.BitLen())
	}
	r.name = name
	return r, nil
}

// splitPort takes an optional :port off a host.
func splitPort(s string) (string, int, error) {
	if !strings.Contains(s, ":") {
		return s, 0, nil
	}
	host, text, err := net.SplitHostPort(s)
	if err != nil {
		return "", 0, errHost
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 || strings.HasPrefix(text, "+") {
		return "", 0, errHost
	}
	return host, int(port), nil
}

// normalHost is the one spelling of a host: an address, or a lower-case name
// without a trailing dot. Bytes that no name has are refused, and so are the
// numeric spellings that some resolvers take for addresses (127.1, 0x7f000001,
// 2130706433, 0177.0.0.1).
func normalHost(s string) (string, netip.Addr, error) {
	if a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")); err == nil {
		if a.Zone() != "" {
			return "", netip.Addr{}, errHost
		}
		return "", a.Unmap(), nil
	}
	s = strings.TrimSuffix(s, ".")
	if s == "" || len(s) > 253 {
		return "", netip.Addr{}, errHost
	}
	b := []byte(s)
	for i, c := range b {
		switch {
		case c >= 'A' && c <= 'Z':
			b[i] = c + 'a' - 'A'
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_', c == '.':
		default:
			return "", netip.Addr{}, errHost
		}
	}
	labels := strings.Split(string(b), ".")
	for _, l := range labels {
		if l == "" || len(l) > 63 {
			return "", netip.Addr{}, errHost
		}
	}
	last := labels[len(labels)-1]
	if _, err := strconv.ParseUint(last, 0, 64); err == nil || allDigits(last) {
		return "", netip.Addr{}, errHost
	}
	return string(b), netip.Addr{}, nil
}

func allDigits(s string) bool {
	return strings.Trim(s, "0123456789") == "" || strings.HasPrefix(s, "0x")
}

// allowsName says whether a name may be asked for at all.
func allowsName(rules []hostRule, name string, port int) bool {
	return slices.ContainsFunc(rules, func(r hostRule) bool {
		if r.name == "" || r.port != 0 && r.port != port {
			return false
		}
		if r.below {
			return strings.HasSuffix(name, "."+r.name)
		}
		return name == r.name
	})
}

// allowsAddr says whether an address may be dialled: any public one that an
// allowed name stands for, any other only if it was named itself.
func allowsAddr(rules []hostRule, name string, a netip.Addr, port int) bool {
	named := slices.ContainsFunc(rules, func(r hostRule) bool {
		return r.prefix.IsValid() && r.prefix.Contains(a) && (r.port == 0 || r.port == port)
	})
	if named {
		return true
	}
	if name == "" {
		return false
	}
	if name == "localhost" && a.IsLoopback() {
		return allowsName(rules, name, port)
	}
	return isPublic(a) && allowsName(rules, name, port)
}

// special are the ranges that nobody on the Internet has, see the registries
// of RFC 6890, or that hide an address of version 4 in one of version 6.
func special() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4", "192.88.99.0/24", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32",
		"2002::/16", "fec0::/10",
	} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}

func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() {
		return false
	}
	return !slices.ContainsFunc(special(), func(p netip.Prefix) bool { return p.Contains(a) })
}
