package spelling_test

import (
	"testing"

	"pgregory.net/rapid"

	"passepartout/internal/spelling"
)

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"polcy", "policy", 1}, {"kitten", "sitting", 3}, {"ab", "ba", 2}, {"timeuot", "timeout", 2},
	} {
		if got := spelling.Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("from %q to %q it is %d, not %d", tt.a, tt.b, tt.want, got)
		}
	}
}

// It is a metric: the same both ways, nothing only between equals,
// never more than the longer word, and no way round is shorter.
func TestDistanceIsAMetric(t *testing.T) {
	t.Parallel()
	word := rapid.StringMatching(`[abc]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		ab := spelling.Distance(a, b)
		if ab != spelling.Distance(b, a) || (ab == 0) != (a == b) || ab > max(len(a), len(b)) {
			t.Fatalf("%q and %q: %d", a, b, ab)
		}
		if ab > spelling.Distance(a, c)+spelling.Distance(c, b) {
			t.Fatalf("%q to %q is shorter by %q", a, b, c)
		}
	})
}
