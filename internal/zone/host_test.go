package zone_test

import (
	"testing"

	"passepartout/internal/zone"
)

func TestHosts(t *testing.T) {
	t.Parallel()
	h, err := zone.ParseHosts([]string{"localhost", "Example.ORG", "*.corp.example", "10.0.0.0/8", "api.example.net:443", "192.0.2.7:22", "2001:db8::/32"})
	if err != nil {
		t.Fatal(err)
	}
	for object, want := range map[string]bool{
		"localhost": true, "LOCALHOST:80": true, "localhost.": true, "127.0.0.1": true, "127.8.9.1:80": true, "[::1]:80": true, "::1": true,
		"http://localhost/x": true, "http://user:pw@localhost:80/": true, "https://127.0.0.1": true,
		"example.org": true, "EXAMPLE.org:1": true, "a.corp.example": true, "a.b.corp.example:443": true, "https://a.corp.example/p?q": true,
		"10.1.2.3": true, "[::ffff:10.1.2.3]:80": true, "[2001:db8::1]:443": true,
		"api.example.net:443": true, "https://api.example.net/": true, "api.example.net:80": false, "api.example.net": false, "http://api.example.net": false,
		"192.0.2.7:22": true, "192.0.2.7:23": false, "bob@192.0.2.7:22": true,
		"": false, "remote": false, "corp.example": false, "xcorp.example": false, "example.org.evil": false, "localhost.evil": false,
		"http://localhost@evil.org/": false, `http://evil.org\@localhost/`: false, "http://evil.org\\.corp.example": false,
		"2130706433": false, "0x7f.1": false, "127.1": false, "11.0.0.1": false, "*": false, "*.corp.example": false, "[::1": false, "a b": false,
	} {
		if got := h.Holds(object); got != want {
			t.Errorf("%q: %v, want %v", object, got, want)
		}
	}
	all, err := zone.ParseHosts([]string{"*"})
	if err != nil || !all.Holds("anything.example:1") || all.Holds("") {
		t.Errorf("every host: %v", err)
	}
	for _, bad := range []string{"", "a*b", "*.*.x", "a b", "https://", "10.0.0.0/8:443", "x/y"} {
		if _, err := zone.ParseHosts([]string{bad}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	both, err := zone.ParseHosts([]string{"a.example:1", "a.example", "b.example:1", "b.example:2"})
	if err != nil || !both.Holds("a.example:7") || !both.Holds("b.example:2") || both.Holds("b.example:3") {
		t.Errorf("ports of two entries: %v", err)
	}
}

func TestHostsNames(t *testing.T) {
	t.Parallel()
	h, err := zone.ParseHosts([]string{"localhost:9200", "localhost", "10.0.0.0/8", "*.corp.example:22", "*", "[2001:db8::1]:6443"})
	if err != nil {
		t.Fatal(err)
	}
	for object, want := range map[string]bool{
		"localhost:9200": true, "127.0.0.1:9200": true, "[::1]:9200": true, "http://localhost:9200/x": true, "a.corp.example:22": true, "[2001:db8::1]:6443": true,
		"localhost:2375": false, "localhost": false, "127.0.0.1:2375": false, "10.1.1.1:22": false, "a.corp.example:23": false, "other.example:9200": false, "": false,
	} {
		if got := h.Names(object); got != want {
			t.Errorf("%q is named: %v, want %v", object, got, want)
		}
		if object != "" && !h.Holds(object) {
			t.Errorf("%q is not held", object)
		}
	}
}

func FuzzHosts(f *testing.F) {
	h, err := zone.ParseHosts([]string{"localhost", "*.corp.example", "10.0.0.0/8"})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"localhost:80", "https://u@h:1/p", "[::1]:2", "a\\b", "@", "://"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, object string) {
		host, _ := zone.SplitHost(object)
		if h.Holds(object) && host == "" {
			t.Fatalf("%q has no host and is allowed", object)
		}
	})
}
