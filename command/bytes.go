package command

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// checkBytes refuses what no honest command needs and parsers disagree on.
// held says why a text that may be analysed must still be shown to a person.
func checkBytes(s string) (held string, err *RefusedError) {
	before := rune(0)
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if (c < ' ' && c != '\t' && c != '\n') || c == 0x7f {
				return "", &RefusedError{Rule: RuleControl, Reason: "control characters other than TAB and LF are read differently by different parsers", Offset: i}
			}
			before = rune(c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return "", &RefusedError{Rule: RuleEncoding, Reason: "not valid UTF-8", Offset: i}
		case r == 0xFEFF:
			return "", &RefusedError{Rule: RuleControl, Reason: "a byte order mark is invisible", Offset: i}
		case invisible(r) && !belongs(before, r, s[i+size:]):
			held = "invisible or look-alike white space or direction characters"
		}
		before = r
		i += size
	}
	return held, nil
}

// belongs reports whether an invisible rune is part of what a person sees around it: the
// selector that makes a picture of a sign, the joiner between two pictures (Unicode
// Technical Standard 51), the wide blank within a text that is written in wide signs.
func belongs(before, r rune, behind string) bool {
	next, _ := utf8.DecodeRuneInString(behind)
	switch r {
	case 0xFE0E, 0xFE0F:
		return picture(before) || next == 0x20E3 && before < utf8.RuneSelf // a key with a number on it
	case 0x200D:
		return (picture(before) || before == 0xFE0F) && picture(next)
	case 0x3000:
		return wide(before) && wide(next)
	}
	return false
}

// picture reports whether a rune may stand for a picture.
func picture(r rune) bool {
	return r >= 0x203C && r <= 0x32FF && unicode.IsSymbol(r) || r >= 0x1F000 && r <= 0x1FAFF
}

// wide reports whether a rune is one of the scripts of East Asia, or their form of a sign.
func wide(r rune) bool {
	return r >= 0x3001 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7A3 || r >= 0xFF01 && r <= 0xFF9F || r >= 0x20000 && r <= 0x3FFFF
}

// invisible reports whether a person would not see the rune as what it is:
// C1 controls, bidirectional controls, zero-width characters, white space
// other than the blank, tags.
func invisible(r rune) bool {
	switch {
	case r >= 0x80 && r <= 0xA0, r == 0xAD, r == 0x034F, r == 0x061C, r == 0x1680, r == 0x180E,
		r >= 0x115F && r <= 0x1160, r >= 0x17B4 && r <= 0x17B5,
		r >= 0x2000 && r <= 0x200F, r >= 0x2028 && r <= 0x202F, r >= 0x205F && r <= 0x206F,
		r == 0x3000, r == 0x3164, r == 0xFFA0, r >= 0xFFF9 && r <= 0xFFFB,
		r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0000 && r <= 0xE0FFF:
		return true
	}
	return false
}

// cutAssign divides NAME=VALUE at the first sign; a value may hold others.
func cutAssign(pair string) (name, value string) {
	name, value, _ = strings.Cut(pair, "=")
	return name, value
}
