package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestJavaScriptAttacks: none of these is understood.
func TestJavaScriptAttacks(t *testing.T) {
	t.Parallel()
	all := texts(t, "javascript-attacks.txt")
	if len(all) < 80 {
		t.Errorf("only %d attacks", len(all))
	}
	for _, s := range all {
		if effects, ok := snippet.JavaScript(s, snippet.Given{Known: true, Eval: true, Args: []string{"constructor"}}); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}

// TestJavaScriptHarmless: what people and agents type all day is understood.
func TestJavaScriptHarmless(t *testing.T) {
	t.Parallel()
	all := texts(t, "javascript-harmless.txt")
	if len(all) < 60 {
		t.Errorf("only %d programs", len(all))
	}
	for _, s := range all {
		if _, ok := snippet.JavaScript(s, snippet.Given{Known: true, Eval: true}); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
}
