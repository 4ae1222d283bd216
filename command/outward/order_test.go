package outward_test

import (
	"testing"

	"passepartout/command/outward"
)

// TestOrders: a key that names a command, a hook or a plugin may say one that leads out.
func TestOrders(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"startServerCommand": "cat ~/.netrc"}`:           true,
		`{"startServerCommand": "npm start"}`:              false,
		"test:\n  runner: /tmp/x":                          true,
		"hooks:\n  - curl http://a.io":                     true,
		"hooks:\n  - make\nurl: https://a.io/":             false,
		"exec: {filename: /home/u/x.go}":                   true,
		"exec: {filename: /home/u/ws/x.go}":                false,
		`{"description": "see ~/x", "path": "/var/log/a"}`: false,
		"plugins:\n  - /tmp/p.js\n":                        true,
		"script: |\n  rm -rf ~/x\n":                        true,
	} {
		if got := outward.Orders(text, world, plenty); (got != "") != want {
			t.Errorf("%q: %q, want %v", text, got, want)
		}
	}
}

// TestAsks: paths that a text makes its reader read.
func TestAsks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text       string
		prose, all bool
		want       int
	}{
		{`#include "/home/u/x"`, false, false, 1},
		{`char *p = "/home/u/x";`, false, false, 0},
		{`a: /home/u/x`, false, true, 1},
		{"a: ~/x and ../../y", false, true, 2},
		{"see include ~/x", true, false, 0},
		{".. include:: /../x", true, false, 1},
		{"![a](~/x)", true, false, 1},
		{`#include ".env"`, false, false, 1},
		{"import.meta.env", false, false, 0},
		{"https://a.io/home/u", false, true, 0},
	} {
		if got := outward.Asks(c.text, c.prose, c.all, plenty); len(got) != c.want {
			t.Errorf("%q: %q, want %d", c.text, got, c.want)
		}
	}
}

func plenty(int) bool { return true }
