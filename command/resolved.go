package command

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// curl --resolve HOST:PORT:ADDRESS says where a host lies, so that a name that only this
// machine's server answers to can be asked for: curl(1). With an address of this machine
// a URL of exactly that host and port goes nowhere else. Anything that may send the
// request another way takes that back: a redirect, a proxy, a list of hosts that ask for
// https, an address of the other family.

// resolvedURL is a URL whose host and port are beyond doubt for every reader of URLs. A
// host whose last part begins with a letter is no address.
var resolvedURL = regexp.MustCompile(`^(https?)://((?:[A-Za-z0-9-]+\.)*[A-Za-z][A-Za-z0-9-]*)(?::([1-9][0-9]{0,4}))?(/.*)?$`)

// resolvedHere puts the address in the place of a host that --resolve names, in the URLs
// of the command, and takes back that --resolve may lead anywhere.
func (v *visit) resolvedHere() {
	if !v.has("--resolve") || v.has("-L", "--location", "--location-trusted", "-x", "--proxy", "--preproxy", "--socks5", "--socks5-hostname", "--socks4", "--socks4a", "-p", "--proxytunnel",
		"--connect-to", "--interface", "--dns-servers", "--doh-url", "--unix-socket", "--abstract-unix-socket", "--hsts", "--alt-svc", "-K", "--config", "--next", "-:", "-6", "--ipv6", "--haproxy-protocol") || v.mayBeProxied() {
		return
	}
	addresses := make(map[string]string, 1)
	for _, a := range v.args {
		if a.option != "--resolve" {
			continue
		}
		where, address, ok := loopbackEntry(a.field)
		if !ok {
			return
		}
		addresses[where] = address
	}
	for i := range v.operands {
		atAddress(&v.operands[i], addresses)
	}
	for i := range v.args {
		if v.args[i].option == "--url" {
			atAddress(&v.args[i].field, addresses)
		}
	}
	v.effects = slices.DeleteFunc(slices.Clone(v.effects), func(t catalogue.Template) bool {
		return t.Kind == pipeline.KindConnect && t.Object == "remote"
	})
}

// loopbackEntry reads HOST:PORT:ADDRESS where the address is one of this machine. What
// curl takes for no address it may leave out, and look the host up.
func loopbackEntry(f field) (where, address string, ok bool) {
	last := strings.LastIndexByte(f.text, ':')
	if !f.exact() || last < 0 {
		return "", "", false
	}
	ip, err := netip.ParseAddr(f.text[last+1:])
	if err != nil || !ip.Is4() || !ip.IsLoopback() {
		return "", "", false
	}
	where = strings.ToLower(f.text[:last])
	m := resolvedURL.FindStringSubmatch("http://" + where)
	return where, ip.String(), len(m) == 5 && m[3] != "" && m[4] == ""
}

// atAddress puts the address of a host into a URL.
func atAddress(f *field, addresses map[string]string) {
	m := resolvedURL.FindStringSubmatch(f.text)
	if m == nil || !f.exact() {
		return
	}
	port := m[3]
	if port == "" {
		port = defaultPort(m[1])
	}
	if address := addresses[strings.ToLower(m[2])+":"+port]; address != "" {
		f.text = m[1] + "://" + address + ":" + port + m[4]
	}
}

// mayBeProxied reports whether the environment may name a proxy, which looks hosts up by
// itself, or settings that do. A command that speaks of one at all is taken to set it.
func (v *visit) mayBeProxied() bool {
	for _, text := range append([]string{v.r.in.Text}, v.r.in.Argv...) {
		if strings.Contains(text, "_proxy") || strings.Contains(text, "_PROXY") || strings.Contains(text, "HOME=") { // CURL_HOME, too
			return true
		}
	}
	if slices.ContainsFunc(v.r.effects, func(e pipeline.Effect) bool { // which sets what it likes
		return e.Kind == pipeline.KindCode && (e.By == "source" || e.By == ".")
	}) {
		return true
	}
	for _, name := range [...]string{"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "CURL_HOME"} {
		if _, ok := v.r.w.Env[name]; ok || !v.sc.lookup(name).unset {
			return true
		}
	}
	return false
}
