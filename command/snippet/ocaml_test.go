package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestOCaml: what only computes is understood, what reaches out is not, however it is
// named.
func TestOCaml(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]bool{"ocaml-harmless.txt": true, "ocaml-attacks.txt": false} {
		for _, s := range texts(t, file) {
			if _, ok := snippet.OCaml(s, snippet.Given{}); ok != want {
				t.Errorf("%s: understood %v:\n%s", file, ok, s)
			}
		}
	}
}
