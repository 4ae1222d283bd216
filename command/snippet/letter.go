package snippet

import "strings"

// Letters, digits and blanks as all languages have them that are read here, in ASCII.
// Most of them take other letters of Unicode into names as well. Those count as
// neither here: a reader that meets one stops, and what it reads is code. Two names
// that look alike, or that a language folds into one (Python: NFKC, Language
// Reference 2.3), can so never be taken for one that is listed.

// letter reports whether a byte is a letter.
func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// digit reports whether a byte is a decimal digit.
func digit(c byte) bool { return c >= '0' && c <= '9' }

// nameStart reports whether a name may begin with a byte.
func nameStart(c byte) bool { return c == '_' || letter(c) }

// nameByte reports whether a byte may stand in a name.
func nameByte(c byte) bool { return nameStart(c) || digit(c) }

// blankByte reports whether a byte is a blank that divides words. A carriage return
// is none: languages differ about one that stands alone.
func blankByte(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

// wordEnd is where the letters, digits and low lines end that begin at a place.
func wordEnd(s string, at int) int {
	for at < len(s) && nameByte(s[at]) {
		at++
	}
	return at
}

// past is the first place from one on where none of some characters stands.
func past(s string, at int, set string) int {
	for at < len(s) && strings.IndexByte(set, s[at]) >= 0 {
		at++
	}
	return at
}
