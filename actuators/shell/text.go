package shell

import (
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// replacement stands for bytes that are no UTF-8.
const replacement = "\uFFFD"

// readable makes what was kept of a stream valid UTF-8. At cut, where bytes are
// missing if the output is truncated, the halves of two characters must not
// meet and make a third that nobody printed: each end is made valid by itself,
// what the cut left of a character is dropped, and a line says that something
// is missing.
func readable(out pipeline.Output, cut int) string {
	if !out.Truncated || cut < 0 || cut > len(out.Kept) {
		return strings.ToValidUTF8(string(out.Kept), replacement)
	}
	head, tail := trimEnd(out.Kept[:cut]), trimStart(out.Kept[cut:])
	var b strings.Builder
	b.WriteString(strings.ToValidUTF8(string(head), replacement))
	b.WriteString(gap(out.Bytes - int64(len(head)+len(tail))))
	b.WriteString(strings.ToValidUTF8(string(tail), replacement))
	return b.String()
}

// trimEnd drops an unfinished character at the end of b.
func trimEnd(b []byte) []byte {
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return b[:i]
			}
			break
		}
	}
	return b
}

// trimStart drops the rest of a character at the beginning of b.
func trimStart(b []byte) []byte {
	for i := 0; i < len(b) && i < utf8.UTFMax; i++ {
		if utf8.RuneStart(b[i]) {
			return b[i:]
		}
	}
	return b
}

// gap is the line that stands where output is missing.
func gap(bytes int64) string {
	return "\n[… " + plain(bytes) + " bytes left out …]\n"
}

// plain writes n with a comma every three digits.
func plain(n int64) string {
	if n < 0 {
		n = 0
	}
	var digits []byte
	for i := 0; n > 0 || i == 0; i++ {
		if i > 0 && i%3 == 0 {
			digits = append(digits, ',')
		}
		digits = append(digits, byte('0'+n%10))
		n /= 10
	}
	for i, j := 0, len(digits)-1; i < j; i, j = i+1, j-1 {
		digits[i], digits[j] = digits[j], digits[i]
	}
	return string(digits)
}
