package snippet

import "strings"

// quoted reads a string constant with its prefix. Strings end at the first
// quote of their kind that no backslash precedes, also format strings: where
// Python 3.12 and older ones differ on that, the braces are not balanced.
func (l *pyLexer) quoted(prefix string) bool {
	t := pyToken{kind: pyString, sure: true, at: l.at}
	for _, c := range strings.ToLower(prefix) {
		switch c {
		case 'r':
			t.raw = true
		case 'b':
			t.bytes = true
		case 'f':
			t.format = true
		case 'u':
		default:
			return false
		}
	}
	switch strings.ToLower(prefix) {
	case "", "r", "b", "f", "u", "rb", "br", "fr", "rf":
	default:
		return false
	}
	body, ok := l.body()
	if !ok {
		return false
	}
	switch {
	case t.format, t.raw:
		// A format string is taken apart before its escapes are read, so
		// that none of them can make a brace; its texts are no constants.
		if t.format && !t.raw && strings.Contains(body, `\N`) {
			return false
		}
		t.text = body
		t.sure = !t.format || t.raw || !strings.Contains(body, `\`)
	default:
		if t.text, t.sure, ok = unescapePython(body); !ok {
			return false
		}
	}
	if t.bytes {
		t.sure = false
	}
	l.tokens = append(l.tokens, t)
	return true
}

// body is what stands between the quotes. inside: within the braces of a format string
// only what all versions read alike may stand, so neither a new line nor a backslash.
func (l *pyLexer) body() (string, bool) {
	q := l.s[l.at : l.at+1]
	if strings.HasPrefix(l.s[l.at:], q+q+q) {
		q += q + q
	}
	l.at += len(q)
	from := l.at
	for {
		if l.at >= len(l.s) {
			return "", false
		}
		if strings.HasPrefix(l.s[l.at:], q) {
			break
		}
		switch l.s[l.at] {
		case '\n':
			if len(q) == 1 || l.inside {
				return "", false
			}
		case '\\':
			if l.inside {
				return "", false
			}
			l.at++
		}
		l.at++
	}
	if l.at > len(l.s) {
		return "", false
	}
	body := l.s[from:l.at]
	l.at += len(q)
	if l.at < len(l.s) && nameByte(l.s[l.at]) && !wordFollows(l.s[l.at:]) {
		return "", false
	}
	return body, true
}

// wordFollows reports whether an operator in letters follows a string at once, as in
// 'a'if x else'b'.
func wordFollows(s string) bool {
	for _, w := range [...]string{"if", "else", "for", "in", "is", "and", "or", "not"} {
		if rest, ok := strings.CutPrefix(s, w); ok && (rest == "" || !nameByte(rest[0])) {
			return true
		}
	}
	return false
}

// unescapePython reads the escapes of a string. sure is false where versions of Python
// differ or the value matters to nobody here. \x2f is a slash: a text with such escapes
// is printed and compared like any, but is no path, command or host that is known.
func unescapePython(s string) (text string, sure, ok bool) {
	if !strings.Contains(s, `\`) {
		return s, true, true
	}
	sure = true
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if i >= len(s) {
			return "", false, false
		}
		switch s[i] {
		case '\n':
		case '\\', '\'', '"':
			b.WriteByte(s[i])
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'N':
			return "", false, false
		default: // octal, hexadecimal, Unicode, or no escape at all
			sure = false
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String(), sure, true
}
