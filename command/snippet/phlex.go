package snippet

import (
	"strings"
	"unicode/utf8"
)

// phKind is the kind of a token of PHP.
type phKind uint8

const (
	phEnd    phKind = iota
	phName          // a word: a keyword, a function, a constant, a class
	phVar           // $x, whose text has the dollar
	phNumber        // its text is as it stands
	phQuote         // " or ': only where a text begins
	phOp            // operators, brackets, and casts
	phBad           // anything else, which ends the reading
)

// phToken is a token of PHP, in which blanks mean nothing.
type phToken struct {
	kind phKind
	text string
	at   int
	end  int
}

// phProgram is the code of a text, and whether every PHP reads it alike. What
// is typed behind -r is code from its first byte; a page has <?php before it
// and may end with ?>. Whatever else stands around code would be printed: a
// second <?php or <?= in it could be missed here, so there is none.
func phProgram(s string, page bool) (string, bool) {
	if len(s) > MaxText || !utf8.ValidString(s) || strings.Contains(s, "\ufeff") {
		return "", false
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return "", false
		}
	}
	if !page {
		return s, true
	}
	if line, rest, ok := strings.Cut(s, "\n"); ok && (line == "#!/usr/bin/env php" || line == "#!/usr/bin/php") {
		s = rest
	}
	code, ok := strings.CutPrefix(s, "<?php")
	if !ok || code != "" && !blankByte(code[0]) {
		return "", false
	}
	return code, true
}

// phNext reads the token at a place.
func phNext(s string, at int) phToken {
	for at < len(s) {
		c := s[at]
		if blankByte(c) {
			at++
			continue
		}
		end, comment := phComment(s, at)
		if !comment {
			break
		}
		if end < 0 {
			return phToken{kind: phBad, at: at, end: at}
		}
		at = end
	}
	if at >= len(s) || strings.HasPrefix(s[at:], "?>") && strings.Trim(s[at+2:], " \n\t") == "" {
		return phToken{at: at, end: at}
	}
	t := phToken{at: at}
	switch c := s[at]; {
	case c == '$':
		t.kind, t.end = phVar, wordEnd(s, at+1)
		if t.end == at+1 || digit(s[at+1]) {
			t.kind = phBad
		}
	case nameStart(c) || c == '\\' && at+1 < len(s) && nameStart(s[at+1]):
		t.kind, t.end = phName, wordEnd(s, at+1)
		for t.end+1 < len(s) && s[t.end] == '\\' && nameStart(s[t.end+1]) { // a namespace
			t.end = wordEnd(s, t.end+1)
		}
		switch {
		case t.end+1 < len(s) && s[t.end] == '\\' && s[t.end+1] == '{': // a group of names
			t.end++
		case t.end < len(s) && s[t.end] == '\\':
			t.kind = phBad
		}
	case digit(c) || c == '.' && at+1 < len(s) && digit(s[at+1]):
		t.kind, t.end = phNumber, phNumeric(s, at)
		if t.end < len(s) && nameByte(s[t.end]) {
			t.kind = phBad
		}
	case c == '"' || c == '\'':
		t.kind, t.end = phQuote, at+1
	case strings.HasPrefix(s[at:], "<<<"): // a text over lines
		t.kind, t.end = phQuote, at+3
	default:
		t.kind, t.end = phOp, phOperator(s, at)
	}
	if t.end == 0 || t.end < len(s) && s[t.end] >= utf8.RuneSelf && t.kind != phQuote {
		t.kind, t.end = phBad, max(t.end, at) // a letter that PHP would take into the name
	}
	t.text = strings.TrimPrefix(s[at:t.end], "\\") // \strlen is strlen where there are no namespaces
	return t
}

// phComment is where a comment ends; -1 is one that is not read. On a line of
// comment ?> would end the code.
func phComment(s string, at int) (end int, ok bool) {
	switch {
	case strings.HasPrefix(s[at:], "/*"):
		i := strings.Index(s[at+2:], "*/")
		if i < 0 {
			return -1, true
		}
		return at + 2 + i + 2, true
	case strings.HasPrefix(s[at:], "#["): // an attribute for some, a comment for others
		line, _, _ := strings.Cut(s[at:], "\n")
		if phAttribute(line) {
			return at + len(line), true
		}
		return -1, true
	case s[at] == '#' || strings.HasPrefix(s[at:], "//"):
		line, _, _ := strings.Cut(s[at:], "\n")
		if strings.Contains(line, "?>") {
			return -1, true
		}
		return at + len(line), true
	}
	return 0, false
}

// phAttribute reports whether a line is an attribute that PHP itself knows and nobody makes an
// object of: then it means nothing, be it an attribute or a comment.
func phAttribute(line string) bool {
	name, ok := strings.CutSuffix(strings.TrimRight(line, " \t"), "]")
	name, rest, called := strings.Cut(strings.TrimPrefix(name, "#["), "(")
	if called {
		inner, closed := strings.CutSuffix(rest, ")")
		ok = ok && closed && strings.Trim(inner, letterSet+"_:| ") == ""
	}
	return ok && listWords("Attribute ReturnTypeWillChange Override AllowDynamicProperties Pure NoDiscard Test", strings.TrimPrefix(name, `\`))
}

// phOperator is where an operator ends; 0 is none. Backquotes run commands and are not
// read.
func phOperator(s string, at int) int {
	if strings.HasPrefix(s[at:], "<<<") || strings.HasPrefix(s[at:], "?>") || strings.HasPrefix(s[at:], "<?") {
		return 0
	}
	for _, op := range [...]string{"===", "!==", "<=>", "**=", "...", "<<=", ">>=", "??=", "?->", "==", "!=", "<>", "<=", ">=", "&&", "||", "??", "++", "--", "+=", "-=", "*=", "/=", ".=", "%=", "&=", "|=", "^=", "->", "=>", "::", "<<", ">>", "**"} {
		if strings.HasPrefix(s[at:], op) {
			return at + len(op)
		}
	}
	if strings.IndexByte("{}()[];,<>+-*/%.&|^!~?:=@", s[at]) < 0 {
		return 0
	}
	return at + 1
}

// phNumeric is where a number ends.
func phNumeric(s string, at int) int {
	if len(s) > at+1 && s[at] == '0' && strings.IndexByte("xXbBoO", s[at+1]) >= 0 {
		at = past(s, at+2, "0123456789abcdefABCDEF_")
		return at
	}
	at = past(s, at, "0123456789_")
	if at+1 < len(s) && s[at] == '.' && digit(s[at+1]) {
		at = past(s, at+1, "0123456789_")
	}
	if at+1 < len(s) && (s[at] == 'e' || s[at] == 'E') && (digit(s[at+1]) || at+2 < len(s) && strings.IndexByte("+-", s[at+1]) >= 0 && digit(s[at+2])) {
		at = past(s, at+2, "0123456789")
	}
	return at
}
