package snippet

import "testing"

// TestDedent: what textwrap.dedent makes of a text.
func TestDedent(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"  a\n    b\n":   "a\n  b\n",
		"a\n  b":         "a\n  b",
		"  a\n\n   \n b": " a\n\n\nb",
		"   ":            "",
		"":               "",
	} {
		if got, ok := dedent(text); !ok || got != want {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
	if _, ok := dedent("\ta"); ok {
		t.Error("a tab is no number of blanks")
	}
}
