package needle_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/internal/needle"
)

// Whatever is asked, the answer is that of package regexp.
func TestAsRegexp(t *testing.T) {
	t.Parallel()
	pieces := []string{"ab", "b", "(?i:kS)", "a+", "(?:ab|cd)", "c?", "[ab]", "(?:a|)", "x{2,}", "(b|(?i)Ca)", `\bd`, "^", "$", ".*", "(?s:.)", "ä", "(?i:é|b)"}
	letters := []rune("abcdxkKsSſKéÉä \n")
	rapid.Check(t, func(rt *rapid.T) {
		expression := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 4).Draw(rt, "pieces"), rapid.SampledFrom([]string{"", "|"}).Draw(rt, "between"))
		text := string(rapid.SliceOfN(rapid.SampledFrom(letters), 0, 12).Draw(rt, "text"))
		want, got := regexp.MustCompile(expression), needle.MustCompile(expression)
		if got.String() != expression || want.MatchString(text) != got.MatchString(text) || want.FindString(text) != got.FindString(text) ||
			!slices.Equal(want.FindStringIndex(text), got.FindStringIndex(text)) || !slices.Equal(want.FindStringSubmatch(text), got.FindStringSubmatch(text)) ||
			!slices.Equal(want.FindStringSubmatchIndex(text), got.FindStringSubmatchIndex(text)) || !slices.Equal(want.FindAllString(text, -1), got.FindAllString(text, -1)) ||
			len(want.FindAllStringIndex(text, -1)) != len(got.FindAllStringIndex(text, -1)) || len(want.FindAllStringSubmatch(text, 2)) != len(got.FindAllStringSubmatch(text, 2)) ||
			len(want.FindAllStringSubmatchIndex(text, -1)) != len(got.FindAllStringSubmatchIndex(text, -1)) || want.ReplaceAllString(text, "<$0>") != got.ReplaceAllString(text, "<$0>") ||
			want.ReplaceAllStringFunc(text, strings.ToUpper) != got.ReplaceAllStringFunc(text, strings.ToUpper) {
			rt.Fatalf("%q of %q: regexp finds %q, we %q", expression, text, want.FindAllString(text, -1), got.FindAllString(text, -1))
		}
	})
}

// What it is for: a text that cannot match is not read by the matcher.
func BenchmarkAbsent(b *testing.B) {
	const expression = `\bsubprocess\b|\bPopen\b|\bos\.(?:system|popen|spawn)|create_subprocess_|getoutput`
	text := strings.Repeat("def test_one(tmp_path):\n    assert build(1) == 'a'\n", 300)
	b.Run("regexp", func(b *testing.B) {
		re := regexp.MustCompile(expression)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if re.MatchString(text) {
				b.Fatal("matches")
			}
		}
	})
	b.Run("needle", func(b *testing.B) {
		re := needle.MustCompile(expression)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if re.MatchString(text) {
				b.Fatal("matches")
			}
		}
	})
}
