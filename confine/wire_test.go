package confine

import (
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestRequestsTravelUnchanged(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.Custom(func(t *rapid.T) string { return string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) })
		list := rapid.SliceOfN(bytes, 1, 5)
		in := request{
			id: "7", path: bytes.Draw(t, "path"), dir: bytes.Draw(t, "dir"), detached: rapid.Bool().Draw(t, "d"), gated: rapid.Bool().Draw(t, "g"),
			argv: list.Draw(t, "argv"), env: list.Draw(t, "env"), write: list.Draw(t, "write"), remove: list.Draw(t, "remove"), roots: list.Draw(t, "roots"),
			limits: Limits{Memory: rapid.Int64().Draw(t, "m"), PIDs: rapid.Int().Draw(t, "p"), CPU: time.Second},
		}
		out, err := decodeRequest(in.encode())
		if err != nil || !reflect.DeepEqual(in, out) {
			t.Fatalf("%+v became %+v, %v", in, out, err)
		}
	})
}

func FuzzDecodeRequest(f *testing.F) {
	f.Add(request{path: "/bin/true", argv: []string{"true"}}.encode())
	f.Add([]byte{7, 255, 255, 255, 255, 15})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, raw []byte) {
		if r, err := decodeRequest(raw); err == nil {
			again, err := decodeRequest(r.encode())
			if err != nil || !reflect.DeepEqual(normal(r), normal(again)) {
				t.Errorf("%+v became %+v, %v", r, again, err)
			}
		}
		_, _ = decodeView(raw)
	})
}

// normal makes empty lists equal.
func normal(r request) request {
	for _, l := range []*[]string{&r.argv, &r.env, &r.write, &r.remove, &r.roots} {
		if len(*l) == 0 {
			*l = nil
		}
	}
	return r
}

func TestHosts(t *testing.T) {
	t.Parallel()
	rules, err := parseHosts([]string{"pypi.org:443", "*.example.org", "localhost", "10.1.0.0/16", "192.0.2.7:80", "[2001:db8::1]:443"})
	if err != nil {
		t.Fatal(err)
	}
	addr := netip.MustParseAddr
	for _, tc := range []struct {
		name string
		addr netip.Addr
		port int
		want bool
	}{
		{"pypi.org", addr("151.101.0.223"), 443, true},
		{"pypi.org", addr("151.101.0.223"), 80, false},
		{"pypi.org", addr("10.0.0.1"), 443, false},
		{"pypi.org", addr("10.1.0.1"), 443, true}, // named as a network
		{"pypi.org", addr("169.254.169.254"), 443, false},
		{"pypi.org", addr("100.64.0.1"), 443, false},
		{"pypi.org", addr("127.0.0.1"), 443, false},
		{"pypi.org", addr("::1"), 443, false},
		{"pypi.org", addr("fe80::1"), 443, false},
		{"pypi.org", addr("64:ff9b::7f00:1"), 443, false},
		{"pypi.org", addr("2002:7f00:1::"), 443, false},
		{"pypi.org", addr("0.0.0.0"), 443, false},
		{"pypi.org", addr("255.255.255.255"), 443, false},
		{"a.example.org", addr("93.184.216.34"), 1, true},
		{"example.org", addr("93.184.216.34"), 1, false},
		{"localhost", addr("127.0.0.1"), 9, true},
		{"localhost", addr("10.0.0.1"), 9, false},
		{"", addr("10.1.2.3"), 22, true},
		{"", addr("10.2.2.3"), 22, false},
		{"", addr("192.0.2.7"), 80, true},
		{"", addr("192.0.2.7"), 81, false},
		{"", addr("93.184.216.34"), 443, false},
	} {
		if got := allowsAddr(rules, tc.name, tc.addr, tc.port); got != tc.want {
			t.Errorf("%s %s %d: %v", tc.name, tc.addr, tc.port, got)
		}
	}
	for _, bad := range []string{"", "*", "*.com", "*.", "a b", "a\x00b", "pypi.org:0", "pypi.org:70000", "127.1", "0x7f.1", "ünicode.org", "a..b", "fe80::1%eth0"} {
		if r, err := parseHosts([]string{bad}); err == nil {
			t.Errorf("%q was read as %+v", bad, r)
		}
	}
}

func FuzzNormalHost(f *testing.F) {
	for _, s := range []string{"Example.ORG.", "127.1", "0177.0.0.1", "::ffff:127.0.0.1", "a\x00.org", "1.2.3.4", "xn--nxasmq6b", "0x7f000001"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name, addr, err := normalHost(s)
		if err != nil {
			return
		}
		if addr.IsValid() == (name != "") {
			t.Fatalf("%q: name %q and address %v", s, name, addr)
		}
		if addr.IsValid() {
			if addr.Is4In6() || addr.Zone() != "" {
				t.Fatalf("%q: %v", s, addr)
			}
			return
		}
		again, _, err := normalHost(name)
		if err != nil || again != name || strings.ToLower(name) != name || strings.ContainsAny(name, "\x00 /\\@%") {
			t.Fatalf("%q: %q, then %q, %v", s, name, again, err)
		}
	})
}

func FuzzParseGroups(f *testing.F) {
	f.Add("30 25 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n", "4:memory:/a\n0::/b\n")
	f.Add("x", ":")
	f.Fuzz(func(_ *testing.T, mounts, own string) {
		_, _ = parseGroupMounts(mounts)
		_ = parseOwnGroups(own)
	})
}
