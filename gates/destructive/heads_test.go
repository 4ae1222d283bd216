package destructive

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/internal/zone"
)

// TestMeetsLikeAllRoots: asking only the roots below the same first folder
// changes no answer.
func TestMeetsLikeAllRoots(t *testing.T) {
	t.Parallel()
	g := New(Config{Home: "/home/a[g]ent"})
	met := 0
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"usr", "u*", "*", "**", "bin", "lib?", "etc", "[e]tc", "home", "agent", "x", "\\etc", "var", "log", ""}), 1, 4).Draw(t, "parts")
		pattern := "/" + strings.Join(parts, "/")
		want := false
		for _, root := range g.globs {
			want = want || zone.IsPattern(pattern) && root.Touches(pattern)
		}
		if got := g.meets(pattern); got != want {
			t.Fatalf("meets(%q) = %v, want %v", pattern, got, want)
		}
		if want {
			met++
		}
	})
	if met == 0 {
		t.Error("no pattern met a root")
	}
}
