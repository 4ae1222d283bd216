package snippet_test

import (
	"strings"
	"testing"

	"passepartout/command/snippet"
)

// TestElixirOwn: programs that call a project are understood, and none of the
// attacks is.
func TestElixirOwn(t *testing.T) {
	t.Parallel()
	given := snippet.Given{SQL: func(s string) bool { return strings.HasPrefix(s, "select") && !strings.Contains(s, ";") }}
	for _, s := range texts(t, "elixir-harmless.txt") {
		if _, ok := snippet.ElixirOwn(s, given); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
	for _, s := range texts(t, "elixir-attacks.txt") {
		if effects, ok := snippet.ElixirOwn(s, given); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}

// TestLuaOwn: small programs are understood, and none of the attacks is.
func TestLuaOwn(t *testing.T) {
	t.Parallel()
	for _, s := range texts(t, "lua-harmless.txt") {
		if _, ok := snippet.LuaOwn(s, snippet.Given{}); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
	for _, s := range texts(t, "lua-attacks.txt") {
		if effects, ok := snippet.LuaOwn(s, snippet.Given{}); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}

// FuzzElixir: reading ends, whatever the text.
func FuzzElixir(f *testing.F) {
	for _, name := range []string{"elixir-attacks.txt", "elixir-harmless.txt"} {
		for _, s := range texts(f, name) {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		if _, ok := snippet.ElixirOwn(s, snippet.Given{}); ok && strings.HasPrefix(s, "System.cmd(") {
			t.Errorf("%q passes", s)
		}
	})
}
