package command

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is read by hand is what expressions say.
func TestCodeByHand(t *testing.T) {
	t.Parallel()
	field := regexp.MustCompile(`([\w)\]])\s*\[\s*["']([A-Za-z_]\w*)["']\s*\]`)
	named := regexp.MustCompile(`(?m)(?:^|[;{(]|\b(?:my|const|let|var|local)\s)\s*(\$?[A-Za-z_]\w*)\s*=\s*` + quotedConstant + `\s*(?:;|$|\n)`)
	sum := regexp.MustCompile(quotedConstant + `\s*(?:\+|\.\.?)\s*` + quotedConstant)
	rapid.Check(t, func(rt *rapid.T) {
		parts := []string{"a", "os", "my", " const ", "var", "1", "$", "[", "]", "(", ")", `"`, `'`, `"x"`, `'y'`, `"sys"`, "=", " = ", ";", "{", "\n", " ", "\t", "+", " + ", ".", "..", `\`, "\\\n", `["k"]`}
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 24).Draw(rt, "text"), "")
		if want, got := field.ReplaceAllString(text, "$1.$2"), fieldsByName(text); want != got {
			rt.Fatalf("fields of %q: %q, want %q", text, got, want)
		}
		var got [][2]string
		for _, m := range named.FindAllStringSubmatch(text, maxRenamed) {
			got = append(got, [2]string{m[1], m[2]})
		}
		for _, want := range got { // one that an expression overlooks behind another may be found as well
			found := false
			for _, one := range namedConstants(text) {
				found = found || one == want
			}
			if !found {
				rt.Fatalf("names of %q: %q, want %q", text, namedConstants(text), want)
			}
		}
		if folded := sumsOfConstants(text); sum.MatchString(text) != (folded != text) {
			rt.Fatalf("sums of %q: %q", text, folded)
		}
	})
	for text, want := range map[string]string{
		`x("po" + 'wer' . "off")`: `x("poweroff")`, `don't x "a"+"b"`: `don't x "ab"`, `"a" + b`: `"a" + b`, `"\"" .. 'b'`: `"\"b"`,
	} {
		if got := sumsOfConstants(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
