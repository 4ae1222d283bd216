// Package display makes text that a stranger chose safe and complete for a
// person's eyes. A flight plan is worth nothing if the text in it can move the
// cursor, reorder its own characters, hide a word behind a thousand blanks or
// push its end off the screen.
//
// Safe changes what a person could not see, or would see wrongly, into a
// visible mark between ⟨ and ⟩:
//
//   - control, format (bidi, zero-width, no-break), private, unassigned and
//     non-characters, other blanks than the space, blank letters, variation
//     selectors and stray or piled-up combining marks: ⟨U+202E⟩
//   - bytes that are no UTF-8: ⟨0xFF⟩
//   - a space where it cannot be seen or counted (at the edge of a line, in a
//     run): one · each, or ⟨40 spaces⟩ for more than eight
//   - more than one empty line in a row: ⟨12 empty lines⟩
//   - letters of another script in a word with Latin ones, which may look the
//     same (Cyrillic а in pаsswd): ⟨U+0430⟩
//   - the marks themselves (⟨ ⟩ · ↪ ⋯): ⟨U+27E8⟩
//
// So it loses nothing: two different texts never have the same form, and the
// original can be read back. (Words wholly of another script, and look-alikes
// within Latin, stay as they are.) Its result holds no
// control character but the line feed. It is no quoting for a shell, and it is
// not idempotent: marks of marks are shown as what they are. Text without any
// of the above comes back unchanged.
//
// Nothing is ever cut silently: Fit says how many lines it does not show.
package display

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	open, shut   = '⟨', '⟩'
	dot          = '·'
	continuation = '↪' // begins the rest of a wrapped line
	ellipsis     = '⋯' // begins the line that stands for missing ones
	maxDots      = 8   // longer runs of spaces are counted
	maxMarks     = 2   // combining marks on one letter that any language needs here
)

// Safe makes a text of several lines safe.
func Safe(s string) string { return show(s, true) }

// Line makes a text safe that shall stay on one line: line feeds become
// marks, too.
func Line(s string) string { return show(s, false) }

func show(s string, lines bool) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 32)
	w := writer{out: &b, lines: lines, edge: true}
	for i, word := 0, 0; i < len(s); {
		if i >= word {
			var n int
			n, w.mixed = wordAt(s[i:])
			word = i + n
		}
		switch c := s[i]; {
		case c == ' ':
			i += w.spaces(s[i:])
		case c == '\n' && lines:
			i += w.feeds(s[i:])
		default:
			i += w.character(s[i:])
		}
	}
	return b.String()
}

// plain reports whether a text needs nothing: printable ASCII in one line,
// no blanks that cannot be counted.
func plain(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c < 0x20 || c > 0x7e || c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return false
		}
	}
	return true
}

type writer struct {
	out   *strings.Builder
	lines bool
	edge  bool // at the beginning of a line
	base  bool // a combining mark would have a letter to stand on
	marks int  // combining marks on it so far
	mixed bool // within a word of Latin and foreign letters
}

// spaces writes the run of spaces at the beginning of s and returns its length.
func (w *writer) spaces(s string) int {
	n := len(s) - len(strings.TrimLeft(s, " "))
	last := n == len(s) || w.lines && s[n] == '\n'
	switch {
	case n == 1 && !w.edge && !last:
		w.out.WriteByte(' ')
	case n <= maxDots:
		for range n {
			w.out.WriteRune(dot)
		}
	default:
		fmt.Fprintf(w.out, "%c%d spaces%c", open, n, shut)
	}
	w.edge, w.base = false, false
	return n
}

// feeds writes the run of line feeds at the beginning of s.
func (w *writer) feeds(s string) int {
	n := len(s) - len(strings.TrimLeft(s, "\n"))
	w.out.WriteByte('\n')
	switch {
	case n == 2:
		w.out.WriteByte('\n')
	case n > 2:
		fmt.Fprintf(w.out, "%c%d empty lines%c\n", open, n-1, shut)
	}
	w.edge, w.base = true, false
	return n
}

func (w *writer) character(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	w.edge = false
	switch {
	case r == utf8.RuneError && size <= 1:
		fmt.Fprintf(w.out, "%c0x%02X%c", open, s[0], shut)
		w.base = false
		return 1
	case unicode.Is(unicode.M, r) && !hidden(r) && w.base && w.marks < maxMarks:
		w.out.WriteRune(r)
		w.marks++
	case hidden(r) || unicode.Is(unicode.M, r) || w.mixed && foreign(r):
		fmt.Fprintf(w.out, "%cU+%04X%c", open, r, shut)
		w.base = false
	default:
		w.out.WriteRune(r)
		w.base, w.marks = unicode.IsLetter(r) || unicode.IsDigit(r), 0
	}
	return size
}

// wordAt measures the word at the beginning of s, at least one byte, and says
// whether it has both Latin and foreign letters.
func wordAt(s string) (size int, mixed bool) {
	latin, other := false, false
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) {
			return max(i, 1), latin && other
		}
		latin = latin || unicode.Is(unicode.Latin, r)
		other = other || foreign(r)
	}
	return max(len(s), 1), latin && other
}

// foreign reports whether a letter belongs to a script whose letters can pass
// for Latin ones. East Asian scripts cannot, and are written without blanks
// beside Latin words.
func foreign(r rune) bool {
	return r >= 0x80 && r != 'µ' && unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Hangul, unicode.Bopomofo, unicode.Thai)
}

// hidden reports whether r must be shown as its number.
func hidden(r rune) bool {
	if r >= 0x21 && r <= 0x7e {
		return false
	}
	switch r {
	case open, shut, dot, continuation, ellipsis:
		return true
	case 0x115F, 0x1160, 0x3164, 0xFFA0, // Hangul fillers: letters without a shape
		0x2800,         // braille pattern of no dots
		0x034F,         // combining grapheme joiner
		0x17B4, 0x17B5, // Khmer inherent vowels
		0x1D159: // musical null notehead
		return true
	}
	switch {
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF, // variation selectors
		r >= 0x180B && r <= 0x180F: // Mongolian ones
		return true
	}
	// IsPrint excludes control, format, private, unassigned, surrogate and
	// every blank but the ASCII space.
	return !unicode.IsPrint(r)
}
