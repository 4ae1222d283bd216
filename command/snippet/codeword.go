package snippet

import (
	"strings"
	"unicode/utf8"
)

// The languages whose programs are compiled before they run share most of what
// letters mean, so that one reader makes words of all of them. What the
// languages, or editions of one, read differently is not read.

// written is a compiled language.
type written byte

const (
	// C itself; the zero value, since its rules hold for the others as well.
	writtenC written = iota
	writtenCpp
	writtenJava
	writtenRust
)

// wordKind says what a word of a program is.
type wordKind byte

const (
	wordName wordKind = iota
	wordNumber
	wordText
	wordChar
	wordMark
)

// codeWord is a word of a program.
type codeWord struct {
	kind  wordKind
	text  string // as it is written, or the value of a text
	plain bool   // of a text: the value is known
}

// directive is a line of the preprocessor.
type directive struct {
	name   string
	words  []codeWord
	header string // that is included
	system bool   // in angle brackets
}

// wordReader makes words of a program.
type wordReader struct {
	s          string
	at         int
	lang       written
	old        bool // an edition that lacks a later one's texts, numbers or comments
	fresh      bool // nothing but blanks stood in this line
	words      []codeWord
	directives []directive
}

// codeWords takes a program apart; false: not all of it is certain.
func codeWords(s string, lang written, old bool) (words []codeWord, directives []directive, ok bool) {
	if len(s) > MaxText || !utf8.ValidString(s) || strings.ContainsAny(s, "\r\x00\v\f\u2028\u2029\u202a\u202b\u202d\u202e\u2066\u2067\u2068") {
		return nil, nil, false
	}
	if lang == writtenC || lang == writtenCpp {
		if s, ok = spliced(s); !ok {
			return nil, nil, false
		}
	}
	if lang == writtenJava && !onlyLetters(s) {
		return nil, nil, false
	}
	l := &wordReader{s: s, lang: lang, old: old, fresh: true}
	for l.at < len(l.s) {
		if !l.next() {
			return nil, nil, false
		}
	}
	return l.words, l.directives, true
}

// spliced joins lines that a backslash continues, as compilers do before all else.
// Trigraphs are letters to some and marks to others. Within a raw text of C++ the
// newline stays, which a reader of words cannot tell before it has read them.
func spliced(s string) (string, bool) {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '?' && s[i+1] == '?' && strings.IndexByte(`=/'()!<>-`, s[i+2]) >= 0 {
			return "", false
		}
	}
	if !strings.Contains(s, "\\\n") {
		return s, !strings.Contains(s, "\\ \n") && !strings.Contains(s, "\\\t\n")
	}
	if strings.Contains(s, `R"`) { // within which they stay
		return "", false
	}
	s = strings.ReplaceAll(s, "\\\n", "")
	return s, !strings.Contains(s, "\\ \n") && !strings.Contains(s, "\\\t\n") && !strings.Contains(s, "\\\n")
}

// onlyLetters reports whether every \u of Java, which is put in before anything
// else is read, is a letter that has no meaning there.
func onlyLetters(s string) bool {
	for {
		_, rest, ok := strings.Cut(s, `\u`)
		if !ok {
			return true
		}
		if len(rest) < 4 || strings.Trim(rest[:4], "0123456789abcdefABCDEF") != "" || rest[:2] == "00" && rest[2] < 'A' {
			return false
		}
		s = rest
	}
}

// next reads one word, or what stands between words.
func (l *wordReader) next() bool {
	c, rest := l.s[l.at], l.s[l.at:]
	switch {
	case c == '\n':
		l.fresh = true
		l.at++
		return true
	case c == ' ' || c == '\t':
		l.at++
		return true
	case strings.HasPrefix(rest, "//"):
		if l.old && l.lang == writtenC {
			return false
		}
		l.line()
		return true
	case strings.HasPrefix(rest, "/*"):
		return l.comment()
	}
	fresh := l.fresh
	l.fresh = false
	switch {
	case c == '#' && (l.lang == writtenC || l.lang == writtenCpp):
		return fresh && l.directive()
	case nameByte(c) && !digit(c):
		return l.name()
	case digit(c) || c == '.' && len(rest) > 1 && digit(rest[1]) && l.lang != writtenRust:
		return l.number()
	case c == '"':
		return l.text()
	case c == '\'':
		return l.char()
	}
	return l.mark()
}

// line goes to the end of the line.
func (l *wordReader) line() {
	if i := strings.IndexByte(l.s[l.at:], '\n'); i >= 0 {
		l.at += i
		return
	}
	l.at = len(l.s)
}

// comment goes behind a comment; those of Rust nest.
func (l *wordReader) comment() bool {
	depth := 0
	for l.at < len(l.s) {
		switch rest := l.s[l.at:]; {
		case strings.HasPrefix(rest, "/*") && (depth == 0 || l.lang == writtenRust):
			depth++
			l.at += 2
		case strings.HasPrefix(rest, "*/"):
			l.at += 2
			if depth--; depth == 0 {
				return true
			}
		default:
			l.at++
		}
	}
	return false
}

// codeMarks are those that are more than one letter long, where it matters.
var codeMarks = [...]string{"::", "->", "##", "=>", "==", "<=", ">=", "!=", "&&", "||", "++", "--", "+=", "-="}

// mark reads a mark.
func (l *wordReader) mark() bool {
	rest := l.s[l.at:]
	if l.lang == writtenC || l.lang == writtenCpp {
		for _, other := range [...]string{"<%", "%>", "%:", "<:", ":>"} { // other spellings of braces and brackets
			if strings.HasPrefix(rest, other) {
				return false
			}
		}
	}
	for _, m := range codeMarks {
		if strings.HasPrefix(rest, m) {
			l.add(wordMark, m)
			return true
		}
	}
	allowed := "{}()[]<>;:,.?~!%^&*+-=/|"
	switch l.lang {
	case writtenJava:
		allowed += "@"
	case writtenRust:
		allowed += "@#$"
	}
	if strings.IndexByte(allowed, rest[0]) < 0 {
		return false
	}
	l.add(wordMark, rest[:1])
	return true
}

// add notes a word that stands as it is written.
func (l *wordReader) add(kind wordKind, s string) {
	l.words = append(l.words, codeWord{kind: kind, text: s})
	l.at += len(s)
}

// name reads a name, or the text that one begins.
func (l *wordReader) name() bool {
	end := wordEnd(l.s, l.at)
	name, quote := l.s[l.at:end], byte(0)
	if end < len(l.s) {
		quote = l.s[end]
	}
	switch {
	case quote != '"' && quote != '\'' && (quote != '#' || l.lang != writtenRust):
	case l.lang == writtenRust:
		return l.prefixed(name, quote, end)
	case l.lang == writtenJava:
	case name == "L" || name == "u" || name == "U" || name == "u8":
		l.at = end
		if quote == '\'' {
			return l.char()
		}
		if !l.text() {
			return false
		}
		l.words[len(l.words)-1].plain = false
		return true
	case quote == '"' && strings.HasSuffix(name, "R"):
		return !l.old && l.lang == writtenCpp && name == "R" && l.raw(end)
	}
	l.add(wordName, name)
	return true
}

// number reads a number, with all that clings to it.
func (l *wordReader) number() bool {
	start, hex := l.at, strings.HasPrefix(l.s[l.at:], "0x") || strings.HasPrefix(l.s[l.at:], "0X")
	for l.at < len(l.s) {
		c, before := l.s[l.at], l.s[max(l.at-1, start)]
		after := byte(0)
		if l.at+1 < len(l.s) {
			after = l.s[l.at+1]
		}
		switch {
		case nameByte(c):
		case c == '.' && (l.lang != writtenRust || digit(after)):
		case (c == '+' || c == '-') && !hex && (before == 'e' || before == 'E') && digit(after):
		case c == '\'':
			if l.old || l.lang != writtenCpp || !nameByte(after) {
				return false
			}
		default:
			l.words = append(l.words, codeWord{kind: wordNumber, text: l.s[start:l.at]})
			return true
		}
		l.at++
	}
	l.words = append(l.words, codeWord{kind: wordNumber, text: l.s[start:l.at]})
	return true
}
