package outward

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestEndsOrderKey: the cheaper question is never answered with no where the key is found.
func TestEndsOrderKey(t *testing.T) {
	t.Parallel()
	pieces := append([]string{"", " ", "\t", "\f", "\"", "'", ":", "=", "x", "-", "S", "Cmd", "ſcript", "hooK", "hooKs", "é", "\n", "_arguments", "Arguments"}, orderWords[:]...)
	for _, word := range append(orderWords[:], orderMore) {
		if 3*len(word) > longestOrder {
			t.Errorf("%s may be longer than is looked at", word)
		}
	}
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		line := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 8).Draw(t, "pieces"), "")
		if at := orderKey().FindStringIndex(line); at != nil {
			found++
			if !endsOrderKey(line) {
				t.Fatalf("a key is found at %v of %q", at, line)
			}
		}
	})
	if found == 0 {
		t.Error("no key was drawn")
	}
}
