package snippet

import (
	"strings"
	"unicode/utf8"
)

// pyKind is the kind of a token of Python.
type pyKind uint8

const (
	pyEnd pyKind = iota
	pyName
	pyNumber
	pyString
	pyOp
	pyNewline
	pyIndent
	pyDedent
)

// pyToken is a token: a name, a number, an operator, or one string constant.
type pyToken struct {
	kind   pyKind
	text   string // of a string: its value
	format bool   // f"..."
	raw    bool   // r"..."
	bytes  bool   // b"..."
	sure   bool   // of a string: text is what every version of Python makes of it
	at     int
}

// pyLexer takes a text apart. What it does not surely know fails: a name that is
// not ASCII (Python folds those by NFKC), control characters, escapes by name,
// tabs beside blanks at the beginning of lines, a declared encoding.
type pyLexer struct {
	s       string
	at      int
	open    int // brackets
	indents []int
	tokens  []pyToken
	tabs    bool
	blanks  bool
	inside  bool // of a format string
}

// lexPython divides a program into tokens as the Python Language Reference,
// "Lexical analysis", has it; false if there is anything that is not surely
// known. inside: it is the expression in a format string, which has neither
// lines nor comments.
func lexPython(s string, inside bool) ([]pyToken, bool) {
	l := pyLexer{s: s, indents: []int{0}, inside: inside}
	if !utf8.ValidString(s) || declaresEncoding(s) {
		return nil, false
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return nil, false
		}
	}
	fresh := !inside // at the beginning of a line
	for {
		if fresh {
			if !l.indent() {
				return nil, false
			}
			fresh = false
		}
		if !l.space() {
			return nil, false
		}
		if l.at >= len(s) {
			break
		}
		if s[l.at] == '\n' {
			l.at++
			if l.open == 0 {
				l.newline()
				fresh = true
			}
			continue
		}
		if !l.token() {
			return nil, false
		}
	}
	if l.open != 0 {
		return nil, false
	}
	l.newline()
	for len(l.indents) > 1 {
		l.indents = l.indents[:len(l.indents)-1]
		l.add(pyDedent, "")
	}
	l.add(pyEnd, "")
	return l.tokens, true
}

// add notes a token at the place at hand.
func (l *pyLexer) add(kind pyKind, text string) {
	l.tokens = append(l.tokens, pyToken{kind: kind, text: text, at: l.at})
}

// newline ends a statement; empty lines end none.
func (l *pyLexer) newline() {
	if n := len(l.tokens); n > 0 && l.tokens[n-1].kind != pyNewline && l.tokens[n-1].kind != pyIndent && l.tokens[n-1].kind != pyDedent {
		l.add(pyNewline, "")
	}
}

// declaresEncoding finds what PEP 263 looks for in the first two lines.
func declaresEncoding(s string) bool {
	for range 2 {
		line, rest, _ := strings.Cut(s, "\n")
		if i := strings.IndexByte(line, '#'); i >= 0 && strings.Contains(line[i:], "coding") {
			return true
		}
		s = rest
	}
	return strings.HasPrefix(s, "\ufeff")
}

// indent reads the blanks at the beginning of a line that is not empty.
//
// A line must go back to an indentation that was there before. Tabs and blanks
// in one program are refused: Python 2 counts a tab as up to eight blanks,
// Python 3 does not compare them.
func (l *pyLexer) indent() bool {
	from := l.at
	for l.at < len(l.s) && (l.s[l.at] == ' ' || l.s[l.at] == '\t') {
		l.at++
	}
	if l.at >= len(l.s) || l.s[l.at] == '\n' || l.s[l.at] == '#' {
		return true
	}
	if l.s[l.at] == '\\' {
		return false
	}
	lead := l.s[from:l.at]
	l.tabs = l.tabs || strings.Contains(lead, "\t")
	l.blanks = l.blanks || strings.Contains(lead, " ")
	if l.tabs && l.blanks {
		return false
	}
	top := l.indents[len(l.indents)-1]
	if len(lead) > top {
		if len(l.indents) > maxDepth || len(l.tokens) == 0 {
			return false
		}
		l.indents = append(l.indents, len(lead))
		l.add(pyIndent, "")
		return true
	}
	for len(lead) < l.indents[len(l.indents)-1] {
		l.indents = l.indents[:len(l.indents)-1]
		l.add(pyDedent, "")
	}
	return len(lead) == l.indents[len(l.indents)-1]
}

// space passes blanks, comments and continued lines. A backslash joins two
// lines only as the last character of the first.
func (l *pyLexer) space() bool {
	for l.at < len(l.s) {
		switch c := l.s[l.at]; {
		case c == ' ' || c == '\t' || c == '\n' && l.open > 0:
			l.at++
		case c == '#':
			if l.inside {
				return false
			}
			for l.at < len(l.s) && l.s[l.at] != '\n' {
				l.at++
			}
		case c == '\\':
			if l.inside || l.at+1 >= len(l.s) || l.s[l.at+1] != '\n' || len(l.tokens) == 0 {
				return false
			}
			l.at += 2
			if l.at >= len(l.s) || l.s[l.at] == '\n' {
				return false
			}
		default:
			return true
		}
	}
	return true
}

// token reads one token. A name with a quote right behind it is the prefix of a
// string.
func (l *pyLexer) token() bool {
	c := l.s[l.at]
	switch {
	case nameStart(c):
		from := l.at
		l.at = wordEnd(l.s, l.at)
		name := l.s[from:l.at]
		if l.at < len(l.s) && (l.s[l.at] == '"' || l.s[l.at] == '\'') {
			return l.quoted(name)
		}
		if l.at < len(l.s) && l.s[l.at] >= utf8.RuneSelf {
			return false
		}
		l.tokens = append(l.tokens, pyToken{kind: pyName, text: name, at: from})
		return true
	case c == '"' || c == '\'':
		return l.quoted("")
	case digit(c) || c == '.' && l.at+1 < len(l.s) && digit(l.s[l.at+1]):
		return l.number()
	}
	return l.operator()
}

// number reads a numeric constant, which no letter may follow at once.
func (l *pyLexer) number() bool {
	from := l.at
	if hex := l.s[l.at:min(l.at+2, len(l.s))]; len(hex) == 2 && hex[0] == '0' && strings.IndexByte("xXoObB", hex[1]) >= 0 {
		l.at += 2
		l.at = wordEnd(l.s, l.at)
		l.add(pyNumber, l.s[from:l.at])
		return strings.Trim(l.s[from+2:l.at], "0123456789abcdefABCDEF_") == ""
	}
	digits := func() {
		for l.at < len(l.s) && (digit(l.s[l.at]) || l.s[l.at] == '_') {
			l.at++
		}
	}
	digits()
	if l.at < len(l.s) && l.s[l.at] == '.' {
		l.at++
		digits()
	}
	if l.at < len(l.s) && (l.s[l.at] == 'e' || l.s[l.at] == 'E') {
		l.at++
		if l.at < len(l.s) && (l.s[l.at] == '+' || l.s[l.at] == '-') {
			l.at++
		}
		digits()
	}
	if l.at < len(l.s) && (l.s[l.at] == 'j' || l.s[l.at] == 'J') {
		l.at++
	}
	l.add(pyNumber, l.s[from:l.at])
	return l.at >= len(l.s) || !nameByte(l.s[l.at]) && l.s[l.at] < utf8.RuneSelf
}

// operator reads an operator or a bracket, the longest that fits. -> and := are
// tokens of Python 3 only; where they stand Python 2 stops before it runs
// anything. What is no operator here, such as !, $, ? and the backquotes of
// Python 2, fails.
func (l *pyLexer) operator() bool {
	rest := l.s[l.at:]
	for _, op := range [...]string{"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "->", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ":="} {
		if strings.HasPrefix(rest, op) {
			l.add(pyOp, op)
			l.at += len(op)
			return true
		}
	}
	switch rest[0] {
	case '(', '[', '{':
		l.open++
		if l.open > maxDepth {
			return false
		}
	case ')', ']', '}':
		if l.open--; l.open < 0 {
			return false
		}
	case '+', '-', '*', '/', '%', '&', '|', '^', '~', '<', '>', '=', ',', ':', '.', ';', '@':
	default:
		return false
	}
	l.add(pyOp, rest[:1])
	l.at++
	return true
}
