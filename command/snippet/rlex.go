package snippet

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// rToken is a token of R. line says that a line began before it: R has no sign
// for the end of a statement, so it is the parser that decides what a line
// means.
type rToken struct {
	kind rKind
	text string
	line bool
}

// rKind is the kind of a token. Reserved words are names here; the parser knows
// them.
type rKind uint8

const (
	rEnd rKind = iota
	rName
	rNumber // text without its L
	rString // text: its value, or an operator that stood in backquotes
	rOp
	rTick // a name that stood in backquotes
)

// rTokens divides a program of R into tokens; false if there is anything in it
// that is not certainly known. Names in backquotes are taken if they are
// operators, which are given as callbacks; raw strings, names that are not
// ASCII (which letters are letters depends on the locale, see ?make.names),
// carriage returns and operators of packages are not taken. The last token is
// always rEnd.
//
// For the second reading, more says, names in backquotes, raw strings, the placeholder
// of the pipe and operators of packages are tokens as well.
func rTokens(s string, more bool) ([]rToken, bool) {
	if len(s) > MaxText || !utf8.ValidString(s) {
		return nil, false
	}
	var out []rToken
	line := false
	for at := 0; at < len(s); {
		c := s[at]
		switch {
		case c == '\n':
			line = true
			at++
			continue
		case c == ' ' || c == '\t':
			at++
			continue
		case c == '#':
			for at < len(s) && s[at] != '\n' {
				at++
			}
			continue
		}
		t, end := rToken{}, 0
		if more {
			t, end = rFurtherToken(s, at)
		}
		if end == 0 {
			t, end = rTokenAt(s, at)
		}
		if end <= at || len(out) > maxNodes {
			return nil, false
		}
		t.line = line
		line = false
		out = append(out, t)
		at = end
	}
	return append(out, rToken{kind: rEnd, line: true}), true
}

// rTokenAt reads the token that begins at a place, and says where it ends; an
// end that is not behind the place means that there is none.
func rTokenAt(s string, at int) (rToken, int) {
	c := s[at]
	switch {
	case c == '"' || c == '\'':
		text, end := rQuoted(s, at)
		return rToken{kind: rString, text: text}, end
	// `[` given to sapply is the function of that name. A text that names a
	// function means the same to match.fun, which is why both are one kind of
	// token. As a callee a text is refused, see call.
	case c == '`':
		end := strings.IndexByte(s[at+1:], '`')
		if end < 0 || !listWords("[ [[ + - * / ^ == != < > <= >= & | ! %in% %% %/% ( :", s[at+1:at+1+end]) {
			return rToken{}, 0
		}
		return rToken{kind: rString, text: s[at+1 : at+1+end]}, at + end + 2
	case c >= '0' && c <= '9', c == '.' && at+1 < len(s) && s[at+1] >= '0' && s[at+1] <= '9':
		return rNumberAt(s, at)
	case rNameByte(c) && c != '_':
		end := at
		for end < len(s) && rNameByte(s[end]) {
			end++
		}
		if end < len(s) && (s[end] == '"' || s[end] == '\'') && (s[at:end] == "r" || s[at:end] == "R") {
			// In r"(…)" a backslash is itself and the end is where the brackets
			// say (?Quotes): read as an ordinary string it would end elsewhere.
			return rToken{}, 0 // a raw string
		}
		return rToken{kind: rName, text: s[at:end]}, end
	case c == '%':
		for _, op := range [...]string{"%in%", "%%", "%/%", "%*%", "%o%"} {
			if strings.HasPrefix(s[at:], op) {
				return rToken{kind: rOp, text: op}, at + len(op)
			}
		}
		return rToken{}, 0
	}
	// The longest first, as R's lexer does: x<-1 assigns and does not compare.
	// An operator that the parser has no place for is a token all the same, so
	// that it is not read as two others.
	for _, op := range [...]string{"<<-", "->>", ":::", "::", ":=", "<-", "->", "<=", ">=", "==", "!=", "&&", "||", "|>", "**", "[[", "=>"} {
		if strings.HasPrefix(s[at:], op) {
			return rToken{kind: rOp, text: op}, at + len(op)
		}
	}
	if strings.IndexByte(`+-*/^<>!&|~=:$()[]{},;\`, c) >= 0 {
		return rToken{kind: rOp, text: s[at : at+1]}, at + 1
	}
	return rToken{}, 0
}

// rNameByte reports whether a byte may stand within a name or a number. The
// readers of gnuplot and of DuckDB use it, too, and leave the dot out where it
// is none.
func rNameByte(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// rNumberAt reads a number; what follows must not go on like one. Hexadecimal
// floats (0x1p3) and complex numbers (2i), which R has, fail in strconv and are
// not taken.
func rNumberAt(s string, at int) (rToken, int) {
	end := at
	hex := strings.HasPrefix(s[at:], "0x") || strings.HasPrefix(s[at:], "0X")
	for end < len(s) && (rNameByte(s[end]) || (s[end] == '+' || s[end] == '-') && !hex && (s[end-1] == 'e' || s[end-1] == 'E')) {
		end++
	}
	text := strings.TrimSuffix(s[at:end], "L")
	if hex {
		_, err := strconv.ParseUint(text[2:], 16, 64)
		return rToken{kind: rNumber, text: text}, end * boolInt(err == nil)
	}
	_, err := strconv.ParseFloat(text, 64)
	return rToken{kind: rNumber, text: text}, end * boolInt(err == nil)
}

// boolInt is 1 for true, for what is added up.
func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rQuoted reads a string with the escapes of ?Quotes that are known, and says
// where it ends; 0: it is none. A line may end within a string and belongs to
// it.
func rQuoted(s string, at int) (string, int) {
	quote := s[at]
	var b strings.Builder
	for at++; at < len(s); at++ {
		switch c := s[at]; {
		case c == quote:
			return b.String(), at + 1
		case c != '\\':
			b.WriteByte(c)
		default:
			at++
			if at >= len(s) {
				return "", 0
			}
			const escapes, values = `nt\"'rabfv `, "\n\t\\\"'\r\a\b\f\v "
			switch i := strings.IndexByte(escapes, s[at]); {
			case i >= 0:
				b.WriteByte(values[i])
			case s[at] == 'u' || s[at] == 'x':
				// A character by its number: never needed in a path.
				b.WriteString("\x00")
			default:
				return "", 0
			}
		}
	}
	return "", 0
}
