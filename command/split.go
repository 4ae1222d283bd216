package command

import (
	"strings"
	"unicode/utf8"
)

// separation says what is known of IFS.
type separation uint8

const (
	separatedByBlanks separation = iota // it was not touched
	separatedByText                     // it is known
	separatedSomehow                    // it is not
)

// blanks is what divides words as long as nobody has set IFS.
const blanks = " \t\n"

// separators notes what divides the unquoted values of a word.
func (b *builder) separators(sc *scope) {
	v, ok := sc.vars["IFS"]
	switch {
	case !ok && !sc.murky, v.unset:
		return
	case v.one().kind == valueText && !sc.murky:
		b.ifs, b.ifsKind = v.one().text, separatedByText
	default:
		b.ifsKind = separatedSomehow
	}
}

// cutsNames reports whether IFS may divide a name within: at a letter or a slash
// src/etc becomes sr and /etc. Blanks and the usual signs are in no such name.
func (b *builder) cutsNames(name string) bool {
	switch b.ifsKind {
	case separatedByBlanks:
		return false
	case separatedByText:
		signs := strings.Trim(b.ifs, blanks)
		return strings.Trim(signs, ",:;|") != "" || strings.ContainsAny(name, signs)
	}
	return true
}

// split adds an unquoted value, which IFS divides into several words and in
// which * may stand for files: POSIX 2.6.5.
func (b *builder) split(s string) {
	switch {
	case s == "":
		return
	case b.ifsKind == separatedSomehow:
		b.unknowable()
		b.many = true
		return
	}
	ifs := blanks
	if b.ifsKind == separatedByText {
		ifs = b.ifs
	}
	if b.oneWord(s, ifs) {
		b.started = true
		b.add(s)
		return
	}
	// A separator other than a blank ends a field, also an empty one; blanks
	// around it belong to it. Blanks at the ends divide from what stands there.
	isBlank := func(c byte) bool { return strings.IndexByte(ifs, c) >= 0 && strings.IndexByte(blanks, c) >= 0 }
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case strings.IndexByte(ifs, c) < 0:
			end := i + 1
			for end < len(s) && strings.IndexByte(ifs, s[end]) < 0 {
				end++
			}
			if part := s[i:end]; strings.ContainsAny(part, "*?[") {
				b.glob(part)
			} else {
				b.literal(part)
			}
			i = end
			continue
		case isBlank(c):
			for i < len(s) && isBlank(s[i]) {
				i++
			}
			if i < len(s) && strings.IndexByte(ifs, s[i]) >= 0 {
				continue // the separator that follows ends the field
			}
			b.flush()
			continue
		}
		b.started = true // the field may be empty
		b.flush()
		for i++; i < len(s) && isBlank(s[i]); i++ {
		}
	}
}

// longValue is the length from which it is worth while to remember of a value
// that it is one word: the same one may be used a thousand times.
const longValue = 256

// dividesLines reports whether a value that holds a name a line becomes at
// least one word a name.
func (b *builder) dividesLines() bool {
	return b.ifsKind == separatedByBlanks || b.ifsKind == separatedByText && strings.Trim(b.ifs, blanks) == "" && strings.Contains(b.ifs, "\n")
}

// oneWord reports whether an unquoted value is neither divided nor a pattern.
func (b *builder) oneWord(s, ifs string) bool {
	long := b.plain != nil && b.ifsKind == separatedByBlanks && len(s) >= longValue
	if long && s == *b.plain { // nearly for free where they are the same memory
		return true
	}
	if special(s) {
		return false
	}
	for i := range len(ifs) {
		if strings.IndexByte(s, ifs[i]) >= 0 {
			return false
		}
	}
	if long {
		*b.plain = s
	}
	return true
}

// joint is what "$*" puts between the words: the first character of IFS.
func (b *builder) joint() string {
	if b.ifsKind != separatedByText {
		return " "
	}
	_, size := utf8.DecodeRuneInString(b.ifs)
	return b.ifs[:size]
}
