package command

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Names that are read by hand are those that an expression finds.
func TestImportedAs(t *testing.T) {
	t.Parallel()
	as := regexp.MustCompile(`\b([A-Za-z_]\w*)(?: as |: )([A-Za-z_]\w*)`)
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "exec", "1", " ", " as ", "as", ": ", ":", "{", ",", "\n", "_x"}), 0, 20).Draw(rt, "text"), "")
		var want [][2]string
		for _, m := range as.FindAllStringSubmatch(text, -1) {
			want = append(want, [2]string{m[1], m[2]})
		}
		got := importedAs(text)
		for _, one := range want {
			if !slices.Contains(got, one) && len(got) < maxRenamed {
				rt.Fatalf("%q: %q, want %q", text, got, want)
			}
		}
	})
}
