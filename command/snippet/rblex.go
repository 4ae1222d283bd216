package snippet

import (
	"strings"
	"unicode/utf8"
)

// rbKind is the kind of a token of Ruby.
type rbKind uint8

const (
	rbEnd    rbKind = iota
	rbName          // a name or a keyword, perhaps with ? or !
	rbConst         // a name that begins with a capital letter
	rbGlobal        // $x, @x
	rbNumber
	rbQuote // ", ' or `: only where a text begins
	rbOp
	rbBad
)

// rbToken is a token. What an operator means depends on blanks around it.
type rbToken struct {
	kind  rbKind
	text  string
	space bool // blanks stand before it
	line  bool // a line begins before it
	at    int
	end   int
}

// rbReadable reports whether a text has only bytes that every Ruby takes
// alike, whatever encoding it reads it in: behind a letter that is not ASCII
// nothing may stand that such an encoding could swallow.
func rbReadable(s string, utf8Read bool) bool {
	if len(s) > MaxText || !utf8.ValidString(s) || strings.Contains("\n"+s, "\n=") || strings.Contains("\n"+s, "\n__END__") || strings.Contains(s, "\ufeff") {
		return false
	}
	ascii := true
	for i := range len(s) {
		c := s[i]
		if c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return false
		}
		if c >= utf8.RuneSelf {
			if ascii = false; !utf8Read && i+1 < len(s) && strings.IndexByte("\\[]{}|@^~`", s[i+1]) >= 0 {
				return false
			}
		}
	}
	if strings.HasPrefix(s, "#!") {
		line, _, _ := strings.Cut(s, "\n")
		if line != "#!/usr/bin/env ruby" && line != "#!/usr/bin/ruby" {
			return false
		}
	}
	return ascii || !strings.Contains(s, "coding")
}

// rbNext reads the token at a place. Texts, and what only looks like an
// operator, are read by who expects a value there.
func rbNext(s string, at int) rbToken {
	t := rbToken{}
	for at < len(s) {
		switch c := s[at]; {
		case c == '\n':
			t.line, t.space = true, true
			at++
		case c == ' ' || c == '\t':
			t.space = true
			at++
		case strings.HasPrefix(s[at:], "\\\n"):
			t.space = true
			at += 2
		case c == '#':
			for at < len(s) && s[at] != '\n' {
				at++
			}
		default:
			t.at = at
			return rbToken1(s, t)
		}
	}
	t.at, t.end = at, at
	return t
}

// rbToken1 reads the token at a place behind all blanks.
func rbToken1(s string, t rbToken) rbToken {
	c, at := s[t.at], t.at
	switch {
	case nameStart(c) && c < utf8.RuneSelf:
		t.kind = rbName
		if c >= 'A' && c <= 'Z' {
			t.kind = rbConst
		}
		t.end = wordEnd(s, at)
		if t.end < len(s) && (s[t.end] == '?' || s[t.end] == '!') && (t.end+1 >= len(s) || s[t.end+1] != '=') {
			t.end++
		}
		if t.end < len(s) && s[t.end] >= utf8.RuneSelf {
			t.kind = rbBad
		}
	case digit(c):
		t.kind, t.end = rbNumber, rbNumeric(s, at)
		if t.end < len(s) && (nameByte(s[t.end]) || s[t.end] >= utf8.RuneSelf) {
			t.kind = rbBad
		}
	case c == '$' || c == '@':
		if c == '@' && at+1 < len(s) && s[at+1] == '@' {
			at++
		}
		t.kind, t.end = rbGlobal, wordEnd(s, at+1)
		switch {
		case t.end > at+1 && !(c == '@' && digit(s[at+1])):
		case c == '$' && at+1 < len(s) && strings.IndexByte(".&~<!$?:", s[at+1]) >= 0:
			t.end = at + 2
		default:
			t.kind = rbBad
		}
		if t.end < len(s) && s[t.end] >= utf8.RuneSelf {
			t.kind = rbBad
		}
	case c == '"' || c == '\'' || c == '`':
		t.kind, t.end = rbQuote, at+1
	default:
		t.kind, t.end = rbOp, at+1
		if strings.IndexByte("{}()[];,<>+-*/%&|^!~?:=.", c) < 0 {
			t.kind = rbBad
		}
		for _, op := range [...]string{"**=", "<=>", "===", "...", "<<=", ">>=", "&&=", "||=", "**", "==", "!=", "=~", "!~", ">=", "<=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "->", "..", "&.", "::", "=>"} {
			if strings.HasPrefix(s[at:], op) {
				t.end = at + len(op)
				break
			}
		}
	}
	t.text = s[t.at:t.end]
	return t
}

// rbNumeric is where a number ends. A dot belongs to it only before a digit: 1.to_s is
// a call.
func rbNumeric(s string, at int) int {
	if strings.HasPrefix(s[at:], "0x") || strings.HasPrefix(s[at:], "0b") {
		at = past(s, at+2, "0123456789abcdefABCDEF_")
		return at
	}
	at = past(s, at, "0123456789_")
	if at+1 < len(s) && s[at] == '.' && digit(s[at+1]) {
		at = past(s, at+1, "0123456789_")
	}
	if at+1 < len(s) && s[at] == 'e' && (digit(s[at+1]) || s[at+1] == '-') {
		at = past(s, at+2, "0123456789")
	}
	return at
}

// tight reports whether what follows a token stands right behind it.
func (t rbToken) tight(s string) bool {
	return t.end < len(s) && !blankByte(s[t.end])
}
