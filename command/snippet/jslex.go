package snippet

import (
	"strings"
	"unicode/utf8"
)

// jsKind is the kind of a token of JavaScript. The zero value is the end of the text.
type jsKind uint8

const (
	jsEnd jsKind = iota
	jsName
	jsNumber
	jsString
	jsTemplate // from ` or } up to ${ or `; text is what stands between
	jsOp
	jsBad
)

// jsToken is a token. line says that a line began before it.
type jsToken struct {
	kind jsKind
	text string
	sure bool // of a string: text is its value
	more bool // of a template: an expression follows
	line bool
	at   int
	end  int
}

// jsReadable reports whether a text has only bytes that all readers of
// JavaScript take alike: no escapes in names, no line separators of
// Unicode.
func jsReadable(s string) bool {
	if len(s) > MaxText || !utf8.ValidString(s) || strings.ContainsAny(s, "\u2028\u2029\ufeff") {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// jsNext reads the token at a place. A slash is an operator; who expects a
// value there reads it again with jsRegexp.
func jsNext(s string, at int) jsToken {
	t := jsToken{}
	for at < len(s) {
		switch c := s[at]; {
		case c == '\n':
			t.line = true
			at++
		case c == ' ' || c == '\t':
			at++
		case strings.HasPrefix(s[at:], "//"):
			for at < len(s) && s[at] != '\n' {
				at++
			}
		case strings.HasPrefix(s[at:], "/*"):
			end := strings.Index(s[at+2:], "*/")
			if end < 0 {
				return jsToken{kind: jsBad, at: at}
			}
			t.line = t.line || strings.Contains(s[at:at+2+end], "\n")
			at += end + 4
		case strings.HasPrefix(s[at:], "<!--"), strings.HasPrefix(s[at:], "-->"): // comments of HTML, in some programs
			return jsToken{kind: jsBad, at: at}
		default:
			t.at = at
			return jsToken1(s, at, t)
		}
	}
	t.at, t.end = at, at
	return t
}

// jsToken1 reads the token that begins at a place, behind all blanks. A name with a
// letter beyond ASCII or with an escape in it (\u0065val is eval) is none that is read.
func jsToken1(s string, at int, t jsToken) jsToken {
	c := s[at]
	end := at
	switch {
	case nameStart(c) || c == '$' || c == '#' && at+1 < len(s) && nameStart(s[at+1]): // #x is a private name
		if c == '#' {
			end++
		}
		for end < len(s) && (nameByte(s[end]) || s[end] == '$') {
			end++
		}
		t.kind = jsName
		if end < len(s) && (s[end] >= utf8.RuneSelf || s[end] == '\\') {
			t.kind = jsBad
		}
	case digit(c) || c == '.' && at+1 < len(s) && digit(s[at+1]):
		return jsNumeric(s, at, t)
	case c == '"' || c == '\'':
		return jsQuoted(s, at, t)
	case c == '`':
		return jsPiece(s, at, t)
	default:
		for _, op := range [...]string{">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**"} {
			if strings.HasPrefix(s[at:], op) && !(op == "?." && at+2 < len(s) && digit(s[at+2])) {
				t.kind, t.text, t.end = jsOp, op, at+len(op)
				return t
			}
		}
		t.kind, end = jsOp, at+1
		if strings.IndexByte("{}()[];,<>+-*/%&|^!~?:=.", c) < 0 {
			t.kind = jsBad
		}
	}
	t.text, t.end = s[at:end], end
	return t
}

// jsNumeric reads a number too widely first and looks at its letters then, so that 3in,
// 08x and whatever else engines disagree about are no numbers.
func jsNumeric(s string, at int, t jsToken) jsToken {
	end := at
	for end < len(s) && (nameByte(s[end]) || s[end] == '.' || (s[end] == '+' || s[end] == '-') && (s[end-1] == 'e' || s[end-1] == 'E') && !strings.HasPrefix(s[at:], "0x")) {
		end++
	}
	t.kind, t.text, t.end = jsNumber, s[at:end], end
	number := strings.TrimSuffix(t.text, "n")
	digits, allowed := number, "0123456789._eE+-"
	if len(number) > 1 && number[0] == '0' && strings.IndexByte("xXoObB", number[1]) >= 0 {
		digits, allowed = number[2:], "0123456789abcdefABCDEF_"
	}
	if digits == "" || strings.Trim(digits, allowed) != "" || strings.Count(number, ".") > 1 || end < len(s) && (s[end] == '$' || s[end] == '\\' || s[end] >= utf8.RuneSelf) {
		t.kind = jsBad
	}
	return t
}

// jsQuoted reads a string on one line. A backslash at its end, which goes on with it on
// the next, is not read.
func jsQuoted(s string, at int, t jsToken) jsToken {
	end := at + 1
	for end < len(s) && s[end] != s[at] && s[end] != '\n' {
		if s[end] == '\\' {
			end++
			if end < len(s) && s[end] == '\n' {
				break
			}
		}
		end++
	}
	if end >= len(s) || s[end] != s[at] {
		return jsToken{kind: jsBad, at: at}
	}
	t.kind, t.end = jsString, end+1
	t.text, t.sure = jsUnescape(s[at+1 : end])
	return t
}

// jsUnescape reads the escapes that matter; with others the value is not sure, and
// the text is as it is written.
func jsUnescape(s string) (text string, sure bool) {
	if !strings.Contains(s, `\`) {
		return s, true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case '\\', '\'', '"', '/', '.', '`':
			b.WriteByte(s[i])
		default:
			return s, false
		}
	}
	return b.String(), true
}

// jsPiece reads a template from ` or } on, up to the next expression or its end.
func jsPiece(s string, at int, t jsToken) jsToken {
	for end := at + 1; end < len(s); end++ {
		switch {
		case s[end] == '\\':
			end++
			continue
		case s[end] == '`':
			t.end = end + 1
		case strings.HasPrefix(s[end:], "${"):
			t.end, t.more = end+2, true
		default:
			continue
		}
		t.kind, t.at = jsTemplate, at
		t.text, t.sure = jsUnescape(s[at+1 : end])
		return t
	}
	return jsToken{kind: jsBad, at: at}
}

// jsRegexp reads a regular expression where a value is expected.
func jsRegexp(s string, at int) (end int, ok bool) {
	class := false
	for end = at + 1; end < len(s); end++ {
		switch c := s[end]; {
		case c == '\n':
			return 0, false
		case c == '\\':
			end++
			if end < len(s) && s[end] == '\n' {
				return 0, false
			}
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			end++
			from := end
			for end < len(s) && s[end] >= 'a' && s[end] <= 'z' {
				end++
			}
			flags := s[from:end]
			return end, strings.Trim(flags, "gimsuydv") == "" && (end >= len(s) || !nameByte(s[end]) && s[end] != '$' && s[end] != '\\' && s[end] < utf8.RuneSelf)
		}
	}
	return 0, false
}
