package display_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"passepartout/display"
)

func TestSafe(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "git status --short", "git status --short"},
		{"shell", `grep 'a\.b' "x" | wc -l > /tmp/$HOME`, `grep 'a\.b' "x" | wc -l > /tmp/$HOME`},
		{"lines", "a\nb\n", "a\nb\n"},
		{"umlauts", "Grüße, 世界", "Grüße, 世界"},
		{"combining", "e\u0301", "e\u0301"},
		{"escape sequence", "\x1b[2Jrm", "⟨U+001B⟩[2Jrm"},
		{"carriage return", "rm -rf /\rls", "rm -rf /⟨U+000D⟩ls"},
		{"backspace", "a\bb", "a⟨U+0008⟩b"},
		{"tab", "a\tb", "a⟨U+0009⟩b"},
		{"nul and del", "\x00\x7f", "⟨U+0000⟩⟨U+007F⟩"},
		{"c1", "\u009b2J", "⟨U+009B⟩2J"},
		{"bidi", "abc\u202edcb\u2066", "abc⟨U+202E⟩dcb⟨U+2066⟩"},
		{"zero width", "r\u200bm\u200d\ufeff", "r⟨U+200B⟩m⟨U+200D⟩⟨U+FEFF⟩"},
		{"soft hyphen", "r\u00adm", "r⟨U+00AD⟩m"},
		{"no-break", "rm\u00a0-rf\u3000x", "rm⟨U+00A0⟩-rf⟨U+3000⟩x"},
		{"line separator", "a\u2028b\u2029c", "a⟨U+2028⟩b⟨U+2029⟩c"},
		{"tag characters", "a\U000e0041", "a⟨U+E0041⟩"},
		{"fillers", "\u3164\u2800\u115f", "⟨U+3164⟩⟨U+2800⟩⟨U+115F⟩"},
		{"variation selector", "a\ufe0f", "a⟨U+FE0F⟩"},
		{"piled marks", "a\u0301\u0302\u0303\u0304", "a\u0301\u0302⟨U+0303⟩⟨U+0304⟩"},
		{"stray mark", "\u0301a", "⟨U+0301⟩a"},
		{"invalid bytes", "a\xffb\xc3", "a⟨0xFF⟩b⟨0xC3⟩"},
		{"surrogate bytes", "\xed\xa0\x80", "⟨0xED⟩⟨0xA0⟩⟨0x80⟩"},
		{"replacement character", "\ufffd", "\ufffd"},
		{"cyrillic among latin", "cat p\u0430sswd", "cat p⟨U+0430⟩sswd"},
		{"latin among cyrillic", "\u0441o", "⟨U+0441⟩o"},
		{"greek", "\u03bfpen µs", "⟨U+03BF⟩pen µs"},
		{"mathematical letters", "\U0001d41am", "⟨U+1D41A⟩m"},
		{"words of another script", "привет, world; 世界 ok日本", "привет, world; 世界 ok日本"},
		{"marks", "⟨U+0041⟩·↪⋯", "⟨U+27E8⟩U+0041⟨U+27E9⟩⟨U+00B7⟩⟨U+21AA⟩⟨U+22EF⟩"},
		{"two spaces", "a  b", "a··b"},
		{"edges", " a ", "·a·"},
		{"line edges", "a \n b", "a·\n·b"},
		{"many spaces", "ls" + strings.Repeat(" ", 500) + "; rm", "ls⟨500 spaces⟩; rm"},
		{"many lines", "ls" + strings.Repeat("\n", 300) + "rm", "ls\n⟨299 empty lines⟩\nrm"},
		{"one empty line", "a\n\nb", "a\n\nb"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		if got := display.Safe(tt.in); got != tt.want {
			t.Errorf("%s: Safe(%q) = %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
	if got, want := display.Line("a\n b"), "a⟨U+000A⟩ b"; got != want {
		t.Errorf("Line = %q, want %q", got, want)
	}
}

// restore reads back what Safe shows. That it can is the proof that Safe loses
// nothing and shows no two texts alike.
func restore(s string) (string, error) {
	var b strings.Builder
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == '·':
			b.WriteByte(' ')
		case r == '⟨':
			inside, rest, ok := strings.Cut(s[size:], "⟩")
			if !ok {
				return "", fmt.Errorf("open mark in %q", s)
			}
			var n int
			switch {
			case strings.HasPrefix(inside, "U+"):
				v, err := strconv.ParseUint(inside[2:], 16, 32)
				if err != nil {
					return "", err
				}
				b.WriteRune(rune(v))
			case strings.HasPrefix(inside, "0x"):
				v, err := strconv.ParseUint(inside[2:], 16, 8)
				if err != nil {
					return "", err
				}
				b.WriteByte(byte(v))
			case strings.HasSuffix(inside, " spaces"):
				if _, err := fmt.Sscanf(inside, "%d spaces", &n); err != nil {
					return "", err
				}
				b.WriteString(strings.Repeat(" ", n))
			default:
				if _, err := fmt.Sscanf(inside, "%d empty lines", &n); err != nil {
					return "", err
				}
				// The line feeds before and behind the mark are shown themselves.
				b.WriteString(strings.Repeat("\n", n-1))
			}
			s = rest
			continue
		default:
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String(), nil
}

// nasty draws texts full of what people cannot see.
func nasty() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			" ", "  ", "\n", "\n\n", "\t", "\x1b[31m", "\r", "\u202e", "\u200b", "\u00a0", "\u0301", "⟨", "⟩", "·", "↪", "⋯",
			"⟨U+0041⟩", "⟨2 spaces⟩", "⟨3 empty lines⟩", "a", "\u0430", "世", "\xff", "\xed\xa0\x80", "\u3164", "\U000e0041", "\ufffd",
		}),
		rapid.StringN(0, 5, -1),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 6), func(b []byte) string { return string(b) }),
	)
	return rapid.Map(rapid.SliceOfN(piece, 0, 30), func(ps []string) string { return strings.Join(ps, "") })
}

func checkShown(t interface{ Fatalf(string, ...any) }, in, shown string, feeds bool) {
	if !utf8.ValidString(shown) {
		t.Fatalf("%q shows as invalid UTF-8 %q", in, shown)
	}
	for _, r := range shown {
		if r == '\n' && feeds {
			continue
		}
		if !unicode.IsPrint(r) {
			t.Fatalf("%q shows %U in %q", in, r, shown)
		}
	}
	if strings.Contains(shown, "  ") || strings.Contains(shown, " \n") || strings.Contains(shown, "\n ") || strings.Contains(shown, "\n\n\n") {
		t.Fatalf("%q shows uncountable blanks in %q", in, shown)
	}
	back, err := restore(shown)
	if err != nil || back != in {
		t.Fatalf("%q shows as %q, which reads back as %q (%v)", in, shown, back, err)
	}
}

func TestSafeIsVisibleAndReversible(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := nasty().Draw(t, "text")
		checkShown(t, in, display.Safe(in), true)
		checkShown(t, in, display.Line(in), false)
	})
}

func TestPlainTextStays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOf(rapid.StringMatching(`[!-~]+`)).Draw(t, "words"), " ")
		if got := display.Safe(in); got != in {
			t.Fatalf("Safe(%q) = %q", in, got)
		}
		if got := display.Safe(display.Safe(in)); got != in {
			t.Fatalf("not idempotent on plain text: %q", got)
		}
	})
}

func TestWrapLosesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := nasty().Draw(t, "text")
		cells := rapid.IntRange(8, 40).Draw(t, "cells")
		var joined strings.Builder
		for i, line := range display.Wrap(in, cells) {
			rest, goesOn := strings.CutPrefix(line, "↪")
			if i > 0 && !goesOn {
				joined.WriteByte('\n')
			}
			joined.WriteString(rest)
			// A mark is never broken, so that one mark may stand out.
			if w := display.Width(line); w > cells && strings.Count(line, "⟨") != 1 {
				t.Fatalf("line %q takes %d of %d columns", line, w, cells)
			}
		}
		if joined.String() != display.Safe(in) {
			t.Fatalf("Wrap(%q) joins to %q, not %q", in, joined.String(), display.Safe(in))
		}
	})
}

func TestFitSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	text := "one\ntwo\nthree\nfour\nfive"
	for rows, want := range map[int]string{5: text, 9: text, 4: "one\ntwo\nthree\n⋯ 2 more lines", 2: "one\n⋯ 4 more lines", 0: "one\n⋯ 4 more lines"} {
		shown, hidden := display.Fit(text, 80, rows)
		if got := strings.Join(shown, "\n"); got != want {
			t.Errorf("Fit in %d rows = %q, want %q", rows, got, want)
		}
		if whole := hidden == 0; whole != (want == text) {
			t.Errorf("Fit in %d rows hides %d", rows, hidden)
		}
	}
	if shown, _ := display.Fit("⋯ 9 more lines", 80, 5); shown[0] == "⋯ 9 more lines" {
		t.Error("a text can pass for the line that stands for missing ones")
	}
}

func TestWidth(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"abc": 3, "世界": 4, "e\u0301": 1, "🙂": 2, "": 0} {
		if got := display.Width(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	}
	if got := display.Indent("a\nb", "> "); got != "> a\n> b" {
		t.Errorf("Indent = %q", got)
	}
}

func FuzzSafe(f *testing.F) {
	for _, seed := range []string{"a\u202eb", "  x ", "\n\n\n\n", "⟨", "\xff\xfe", "e\u0301\u0301\u0301"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		checkShown(t, in, display.Safe(in), true)
	})
}

func BenchmarkSafe(b *testing.B) {
	for name, s := range map[string]string{"plain": strings.Repeat("git status --short; ", 50) + ".", "nasty": strings.Repeat("rm\u200b -rf\t", 50)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = display.Safe(s)
			}
		})
	}
}

func TestRewrap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, cells := rapid.String().Draw(t, "text"), rapid.IntRange(1, 60).Draw(t, "cells")
		want := strings.Join(display.Wrap(s, cells), "\n")
		if got := strings.Join(display.Rewrap(display.Safe(s), cells), "\n"); got != want {
			t.Fatalf("%q: %q, want %q", s, got, want)
		}
	})
	for _, unsafe := range []string{"a\x1b[2Jb", "a\u202eb", "a\xffb", "a\rb", "a\u200bb", "a↪b"} {
		if got, want := display.Rewrap(unsafe, 40), display.Wrap(unsafe, 40); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%q was believed to be safe: %q", unsafe, got)
		}
	}
}
