package needle_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/internal/needle"
)

// expression draws one from what vocabularies are made of.
func expression(t *rapid.T, depth int) string {
	atoms := []string{"ab", "b", "(?i:kS)", "(?i:abc)", "[ab]", "[^a]", ".", `\b`, `\B`, "^", "$", `(?m:^)`, `(?m:$)`, `\s`, "(?s:.)", "ä", "(?i:é|b)", "abcd", "dcba", "x", `\(`, `\w`, "", "(?:^|[^ab])", "[sK]", "(?i:[sk])", `ab\b`, `[^\s\S]`, "s(?:a|b|cd)", "a+", "(?:ab)+", "x?"}
	if depth == 0 {
		return rapid.SampledFrom(atoms).Draw(t, "atom")
	}
	parts := make([]string, rapid.IntRange(1, 3).Draw(t, "parts"))
	for i := range parts {
		parts[i] = expression(t, depth-1)
	}
	between, end := "", ""
	switch rapid.IntRange(0, 7).Draw(t, "kind") {
	case 0, 1, 2:
		between = "|"
	case 3:
		end = rapid.SampledFrom([]string{"*", "+", "?", "{2}", "{0,2}", "*?", "??"}).Draw(t, "times")
	}
	open := rapid.SampledFrom([]string{"(?:", "(", "(?i:"}).Draw(t, "open")
	return open + strings.Join(parts, between) + ")" + end
}

// Whatever is asked, the answer is that of package regexp.
func TestAsRegexp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		written := expression(rt, rapid.IntRange(0, 3).Draw(rt, "depth"))
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "ab", "abc", "abcd", "dcba", "ABCD", "x", "k", "K", "s", "S", "ſ", "\u212a", "é", "É", "ä", "(", " ", "\n", "\xff"}), 0, 40).Draw(rt, "words")
		text := strings.Join(words, "")
		if rapid.Bool().Draw(rt, "long") { // which is kept for the next question
			text = strings.Repeat("z", 1100) + text
		}
		want, err := regexp.Compile(written)
		if err != nil {
			return
		}
		same(rt, want, needle.MustCompile(written), text)
	})
}

func FuzzAsRegexp(f *testing.F) {
	f.Add(`\bos\.(?:system|popen)|(?:^|[^\w.])eval\s*\(`, "import os\nos.system('x'); eval (1)")
	f.Add(`(?i)token|_key\b|[kK]ill\(`, "API_\u212aey Kill(1) TOKEN")
	f.Fuzz(func(t *testing.T, written, text string) {
		want, err := regexp.Compile(written)
		if err != nil || len(written) > 200 || len(text) > 4096 {
			return
		}
		same(t, want, needle.MustCompile(written), text)
	})
}

// same compares all answers about a text.
func same(t interface{ Fatalf(string, ...any) }, want *regexp.Regexp, got *needle.Regexp, text string) {
	expand := func(re interface{ ReplaceAllString(s, by string) string }) string {
		return re.ReplaceAllString(text, "<$0$1>")
	}
	switch {
	case got.String() != want.String(), want.MatchString(text) != got.MatchString(text), want.FindString(text) != got.FindString(text),
		!slices.Equal(want.FindStringIndex(text), got.FindStringIndex(text)), !slices.Equal(want.FindStringSubmatch(text), got.FindStringSubmatch(text)),
		!slices.Equal(want.FindStringSubmatchIndex(text), got.FindStringSubmatchIndex(text)), !slices.Equal(want.FindAllString(text, -1), got.FindAllString(text, -1)),
		!reflect.DeepEqual(want.FindAllStringIndex(text, -1), got.FindAllStringIndex(text, -1)), !reflect.DeepEqual(want.FindAllStringSubmatch(text, 2), got.FindAllStringSubmatch(text, 2)),
		!reflect.DeepEqual(want.FindAllStringSubmatchIndex(text, -1), got.FindAllStringSubmatchIndex(text, -1)), expand(want) != expand(got),
		want.ReplaceAllStringFunc(text, strings.ToUpper) != got.ReplaceAllStringFunc(text, strings.ToUpper):
		t.Fatalf("%q of %q: regexp finds %q, we %q", want, text, want.FindAllString(text, -1), got.FindAllString(text, -1))
	}
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
