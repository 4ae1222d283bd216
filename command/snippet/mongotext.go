package snippet

import "strings"

// mongoTokens divides a text; false where it has what is not read: templates,
// escapes in names, and what may be either a pattern or a division.
//
// Long: one case a kind of token.
func mongoTokens(s string) ([]mongoToken, bool) {
	var out []mongoToken
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case strings.HasPrefix(s[i:], "//"):
			for i < len(s) && s[i] != '\n' {
				i++
			}
			continue
		case c == '`':
			made, end, ok := mongoTemplate(s, i)
			if !ok {
				return nil, false
			}
			out, i = append(out, made...), end
		case c == '\'' || c == '"':
			end := i + 1
			for end < len(s) && s[end] != c && s[end] != '\n' && (s[end] != '\\' || endsLine(s[end:])) {
				if end++; s[end-1] == '\\' {
					end++
				}
			}
			if end >= len(s) || s[end] != c {
				return nil, false
			}
			out = append(out, mongoToken{'"', s[i+1 : end]})
			i = end + 1
		case c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			end := i
			for end < len(s) && (s[end] == '_' || s[end] == '$' || s[end] >= 'a' && s[end] <= 'z' || s[end] >= 'A' && s[end] <= 'Z' || s[end] >= '0' && s[end] <= '9') {
				end++
			}
			out = append(out, mongoToken{'a', s[i:end]})
			i = end
		case c >= '0' && c <= '9':
			end := i
			for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == '.' || s[end] == '_' || s[end] == 'e') {
				end++
			}
			out = append(out, mongoToken{'0', s[i:end]})
			i = end
		case c == '/':
			last := byte(';')
			if len(out) > 0 {
				last = out[len(out)-1].kind
			}
			if last == '0' || last == ')' || last == 'a' {
				out, i = append(out, mongoToken{'*', "/"}), i+1
				break
			}
			end := i + 1
			for end < len(s) && s[end] != '/' && s[end] != '\n' && s[end] != '[' && s[end] != '\\' {
				end++
			}
			if end >= len(s) || s[end] != '/' || end == i+1 || s[i+1] == '*' || strings.IndexByte("(,:[{", last) < 0 {
				return nil, false
			}
			for end++; end < len(s) && (s[end] == 'i' || s[end] == 'g' || s[end] == 'm'); end++ {
			}
			out, i = append(out, mongoToken{'/', "/"}), end
		default:
			sign := string(c)
			for _, long := range [...]string{"===", "!==", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "+=", "...", "++"} {
				if strings.HasPrefix(s[i:], long) {
					sign = long
					break
				}
			}
			if c >= 0x80 || c == '`' || c == '\\' || c == '#' || c == '@' || c == '^' || c == '~' {
				return nil, false
			}
			out = append(out, mongoToken{c, sign})
			i += len(sign)
		}
		if len(out) > maxMongo {
			return nil, false
		}
	}
	return out, true
}

// endsLine reports whether an escape is that of a line or a tab, which spells nothing.
func endsLine(s string) bool { return len(s) > 2 && (s[1] == 'n' || s[1] == 't') }

// mongoTemplate reads a template as what it means: its texts and its values in brackets,
// added to each other. A value has no texts of its own, so that its end is seen.
func mongoTemplate(s string, at int) (out []mongoToken, end int, ok bool) {
	from := at + 1
	for i := from; i < len(s); {
		switch {
		case s[i] == '`':
			return append(out, mongoToken{'"', s[from:i]}), i + 1, true
		case s[i] == '\\':
			if !endsLine(s[i:]) {
				return nil, 0, false
			}
			i += 2
		case strings.HasPrefix(s[i:], "${"):
			length := strings.IndexAny(s[i+2:], "}{`'\"")
			if length < 0 || s[i+2+length] != '}' {
				return nil, 0, false
			}
			value, ok := mongoTokens(s[i+2 : i+2+length])
			if !ok || len(value) == 0 {
				return nil, 0, false
			}
			out = append(out, mongoToken{'"', s[from:i]}, mongoToken{'+', "+"}, mongoToken{'(', "("})
			out = append(append(out, value...), mongoToken{')', ")"}, mongoToken{'+', "+"})
			i += length + 3
			from = i
		default:
			i++
		}
	}
	return nil, 0, false
}
