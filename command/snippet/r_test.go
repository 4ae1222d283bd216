package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestRAttacks: none of these is understood.
func TestRAttacks(t *testing.T) {
	t.Parallel()
	understands(t, snippet.R, "r", 120, 45)
}

// understands holds a reader against its programs and attacks.
func understands(t *testing.T, read func(string, snippet.Given) ([]snippet.Effect, bool), name string, attacks, harmless int) {
	t.Helper()
	all := texts(t, name+"-attacks.txt")
	if len(all) < attacks {
		t.Errorf("only %d attacks", len(all))
	}
	for _, s := range all {
		if effects, ok := read(s, snippet.Given{Known: true, Eval: true}); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
	all = texts(t, name+"-harmless.txt")
	if len(all) < harmless {
		t.Errorf("only %d programs", len(all))
	}
	for _, s := range all {
		if _, ok := read(s, snippet.Given{Known: true, Eval: true}); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
}
