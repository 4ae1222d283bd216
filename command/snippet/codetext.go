package snippet

import (
	"strings"
	"unicode/utf8"
)

// text reads a text in quotes. Its value is known if no escape in it is more than one
// letter. Escapes by numbers (\x41, \101) end the knowledge of the value and not the
// reading: such a text can be printed, but names no file and no program.
func (l *wordReader) text() bool {
	if l.lang == writtenJava && strings.HasPrefix(l.s[l.at:], `"""`) {
		return l.block()
	}
	var b strings.Builder
	plain := true
	for i := l.at + 1; i < len(l.s); i++ {
		switch c := l.s[i]; {
		case c == '"':
			l.at = i + 1
			l.words = append(l.words, codeWord{kind: wordText, text: b.String(), plain: plain})
			return true
		case c == '\n':
			if l.lang != writtenRust {
				return false
			}
			b.WriteByte(c)
		case c == '\\':
			if i++; i >= len(l.s) {
				return false
			}
			if k := strings.IndexByte(`nt"'\`, l.s[i]); k >= 0 {
				b.WriteByte("\n\t\"'\\"[k])
				continue
			}
			if l.s[i] == '\n' && l.lang != writtenRust {
				return false
			}
			plain = false
		default:
			b.WriteByte(c)
		}
	}
	return false
}

// block reads a text block of Java. Its value depends on how it is indented (JEP 378),
// so it has none here.
func (l *wordReader) block() bool {
	for i := l.at + 3; i < len(l.s); i++ {
		switch {
		case l.s[i] == '\\':
			i++
		case strings.HasPrefix(l.s[i:], `"""`):
			l.at = i + 3
			l.words = append(l.words, codeWord{kind: wordText})
			return true
		}
	}
	return false
}

// raw reads R"x(...)x" of C++. The mark has at most sixteen characters (ISO C++,
// [lex.string]); a text between the same marks ends at the first.
func (l *wordReader) raw(at int) bool {
	open := strings.IndexByte(l.s[at:], '(')
	if open < 0 || open > 17 {
		return false
	}
	mark := l.s[at+1 : at+open]
	if strings.ContainsAny(mark, " \\\n\t)\"") {
		return false
	}
	begin := at + open + 1
	end := strings.Index(l.s[begin:], ")"+mark+`"`)
	if end < 0 {
		return false
	}
	l.words = append(l.words, codeWord{kind: wordText, text: l.s[begin : begin+end], plain: true})
	l.at = begin + end + len(mark) + 2
	return true
}

// prefixed reads the texts of Rust that letters and # begin.
func (l *wordReader) prefixed(name string, quote byte, at int) bool {
	switch {
	case quote == '\'':
		if name != "b" {
			return false
		}
		l.at = at
		return l.char()
	case name == "b" && quote == '"':
		l.at = at
		return l.text()
	case name != "r" && name != "br": // editions differ
		return false
	}
	hashes := 0
	for at+hashes < len(l.s) && l.s[at+hashes] == '#' {
		hashes++
	}
	begin := at + hashes + 1
	if begin > len(l.s) || l.s[begin-1] != '"' { // r#name
		return false
	}
	end := strings.Index(l.s[begin:], `"`+strings.Repeat("#", hashes))
	if end < 0 {
		return false
	}
	l.words = append(l.words, codeWord{kind: wordText, text: l.s[begin : begin+end], plain: true})
	l.at = begin + end + 1 + hashes
	return true
}

// char reads a letter in quotes, or a lifetime of Rust. 'a and 'a' differ by one sign.
// A lifetime is taken for a word like a letter: neither means anything to who reads
// names of functions.
func (l *wordReader) char() bool {
	rest := l.s[l.at+1:]
	if l.lang == writtenRust && !strings.HasPrefix(rest, `\`) {
		_, n := utf8.DecodeRuneInString(rest)
		if n == 0 || rest[0] == '\'' || rest[0] == '\n' {
			return false
		}
		if len(rest) > n && rest[n] == '\'' {
			l.add(wordChar, l.s[l.at:l.at+n+2])
			return true
		}
		end := wordEnd(rest, 0)
		if end == 0 || digit(rest[0]) || end < len(rest) && rest[end] == '\'' {
			return false
		}
		l.add(wordChar, l.s[l.at:l.at+end+1])
		return true
	}
	for i := 0; i < len(rest) && i < 16; i++ {
		switch rest[i] {
		case '\n':
			return false
		case '\\':
			i++
		case '\'':
			l.add(wordChar, l.s[l.at:l.at+i+2])
			return i > 0
		}
	}
	return false
}

// directive reads a line of the preprocessor. Lines that a backslash continues were
// joined before. # within a #define makes a text of an argument.
func (l *wordReader) directive() bool {
	l.at++
	l.blanks()
	start := l.at
	l.at = wordEnd(l.s, l.at)
	d := directive{name: l.s[start:l.at]}
	switch d.name {
	case "error", "warning":
		from := l.at
		if l.line(); strings.Contains(l.s[from:l.at], "/*") {
			return false
		}
	case "include":
		if l.blanks(); !l.header(&d) {
			return false
		}
	}
	before := len(l.words)
	for l.at < len(l.s) && l.s[l.at] != '\n' {
		l.fresh = false
		if l.s[l.at] == '#' && d.name == "define" {
			l.add(wordMark, "#")
			continue
		}
		if !l.next() {
			return false
		}
	}
	d.words = append(d.words, l.words[before:]...)
	l.words = l.words[:before]
	l.directives = append(l.directives, d)
	return d.name != "include" || len(d.words) == 0
}

// blanks goes past blanks on the line.
func (l *wordReader) blanks() {
	for l.at < len(l.s) && (l.s[l.at] == ' ' || l.s[l.at] == '\t') {
		l.at++
	}
}

// header reads the name of what is included. A name by a macro (#include X) is not
// read, nor one with signs that compilers read differently.
func (l *wordReader) header(d *directive) bool {
	if l.at >= len(l.s) {
		return false
	}
	closing := byte('"')
	switch l.s[l.at] {
	case '<':
		closing, d.system = '>', true
	case '"':
	default:
		return false
	}
	rest := l.s[l.at+1:]
	end := strings.IndexByte(rest, closing)
	if end <= 0 || strings.ContainsAny(rest[:end], "\n\\ \t\"'<>") {
		return false
	}
	d.header = rest[:end]
	l.at += end + 2
	return true
}
