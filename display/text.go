package display

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Wrap makes a text safe and breaks it into lines of at most cells columns
// (at least 8). A line that continues the one before begins with ↪, which no
// safe text holds, so that a break made here cannot be taken for one in the
// text. A mark is never broken.
func Wrap(s string, cells int) []string {
	cells = max(cells, 8)
	var out []string
	for line := range strings.SplitSeq(Safe(s), "\n") {
		out = append(out, wrapLine(line, cells)...)
	}
	return out
}

func wrapLine(line string, cells int) []string {
	var out []string
	var b strings.Builder
	used := 0
	for line != "" {
		unit := nextUnit(line)
		n := Width(unit)
		if used+n > cells && used > 1 {
			out = append(out, b.String())
			b.Reset()
			b.WriteRune(continuation)
			used = 1
		}
		b.WriteString(unit)
		used += n
		line = line[len(unit):]
	}
	return append(out, b.String())
}

// nextUnit is what must stay together at the beginning of a safe text: a mark,
// or a character with its combining marks.
func nextUnit(s string) string {
	if strings.HasPrefix(s, string(open)) {
		if end := strings.IndexRune(s, shut); end >= 0 {
			return s[:end+len(string(shut))]
		}
	}
	for i, r := range s {
		if i > 0 && !unicode.Is(unicode.M, r) {
			return s[:i]
		}
	}
	return s
}

// Width is how many terminal columns a safe text of one line takes (Unicode
// Standard Annex 11; ambiguous characters count one).
func Width(s string) int {
	n := 0
	for _, r := range s {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.Is(unicode.M, r):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// Fit makes a text safe for a window of cells columns and rows lines (at least
// 2). If it does not fit, the last line says how many lines are missing, and
// hidden is that number: who asks for consent must not take it while hidden is
// not zero.
func Fit(s string, cells, rows int) (shown []string, hidden int) {
	lines := Wrap(s, cells)
	rows = max(rows, 2)
	if len(lines) <= rows {
		return lines, 0
	}
	hidden = len(lines) - (rows - 1)
	return append(lines[:rows-1:rows-1], More(hidden)), hidden
}

// More is the line that stands for n lines which are not shown.
func More(n int) string {
	if n == 1 {
		return string(ellipsis) + " 1 more line"
	}
	return string(ellipsis) + " " + strconv.Itoa(n) + " more lines"
}

// Indent makes a text safe and sets prefix before each of its lines.
func Indent(s, prefix string) string {
	return prefix + strings.ReplaceAll(Safe(s), "\n", "\n"+prefix)
}

// Rewrap breaks a text that was made safe before, such as a flight plan that
// the worker rendered, into lines as Wrap does, without marking its marks a
// second time. A text with a character that no safe text holds was not made
// safe, and is treated by Wrap.
func Rewrap(safe string, cells int) []string {
	for i, r := range safe {
		mark := r == open || r == shut || r == dot || r == ellipsis
		if r == utf8.RuneError && !strings.HasPrefix(safe[i:], string(utf8.RuneError)) || r != '\n' && r != ' ' && !mark && hidden(r) {
			return Wrap(safe, cells)
		}
	}
	cells = max(cells, 8)
	var out []string
	for line := range strings.SplitSeq(safe, "\n") {
		out = append(out, wrapLine(line, cells)...)
	}
	return out
}
