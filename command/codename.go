package command

import "strings"

// Two forms of what codefold.go puts together stand in every program all over the
// place. A matcher of expressions takes longer for them than for all others, so they
// are read by hand.

// fieldsByName puts a field by its name in the place of one that is looked up by a
// constant: os["system"] is os.system.
func fieldsByName(text string) string {
	var b strings.Builder
	done := 0 // what is written of the text
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '[')
		if i < 0 {
			break
		}
		open := at + i
		at = open + 1
		owner := strings.TrimRight(text[done:open], blankBytes)
		if owner == "" || !nameByte(owner[len(owner)-1]) && owner[len(owner)-1] != ')' && owner[len(owner)-1] != ']' {
			continue
		}
		rest := strings.TrimLeft(text[open+1:], blankBytes)
		if rest == "" || rest[0] != '"' && rest[0] != '\'' {
			continue
		}
		name := rest[1 : 1+wordLength(rest[1:])]
		rest = rest[1+len(name):]
		if name == "" || digit(name[0]) || rest == "" || rest[0] != '"' && rest[0] != '\'' {
			continue
		}
		if rest = strings.TrimLeft(rest[1:], blankBytes); rest == "" || rest[0] != ']' {
			continue
		}
		b.WriteString(owner + "." + name)
		done = len(text) - len(rest) + 1
		at = done // a field of it is found in the next round
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

// sumsOfConstants puts constants together that are added: "po" + "weroff", in some
// languages with one or two dots.
func sumsOfConstants(text string) string {
	var b strings.Builder
	done := 0
	var open unclosed
	for at := 0; ; {
		i := strings.IndexAny(text[at:], `"'`)
		if i < 0 {
			break
		}
		begin := at + i
		if open.before(text[begin], begin) {
			at = begin + 1
			continue
		}
		sum, end := sumAt(text, begin)
		if open.note(text[begin], end-1); end == begin { // the quote that closes this one may begin the next
			open.note(text[begin], lineEnd(text, begin))
		}
		if at = end; sum == "" { // a quote that begins nothing: the next one may
			at = begin + 1
			continue
		}
		b.WriteString(text[done:begin] + sum)
		done = end
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

// lineEnd is where the line ends in which a place lies.
func lineEnd(text string, at int) int {
	if end := strings.IndexByte(text[at:], '\n'); end >= 0 {
		return at + end
	}
	return len(text)
}

// sumAt is the constant that a sum makes which begins at a quote, and where that ends
// or the first part does. Empty: none does.
func sumAt(text string, begin int) (sum string, end int) {
	end = begin + constantLength(text[begin:])
	if end == begin {
		return "", begin
	}
	var parts strings.Builder
	parts.WriteString(inner(text[begin:end]))
	for first := end; ; {
		next := end + plusLength(text[end:])
		n := constantLength(text[next:])
		if next == end || n == 0 {
			if end == first {
				return "", end
			}
			return quoteLike(parts.String()), end
		}
		parts.WriteString(inner(text[next : next+n]))
		end = next + n
	}
}

// plusLength is how long the sign is that a text begins with and that puts constants
// together, with the blanks beside it. 0: there is none.
func plusLength(s string) int {
	rest := strings.TrimLeft(s, blankBytes)
	sign, ok := strings.CutPrefix(rest, "+")
	if !ok {
		if sign, ok = strings.CutPrefix(rest, ".."); !ok {
			sign, ok = strings.CutPrefix(rest, ".")
		}
	}
	if !ok {
		return 0
	}
	return len(s) - len(strings.TrimLeft(sign, blankBytes))
}

const blankBytes = " \t\n\f\r"

// wordLength is how many letters, digits and underscores a text begins with.
func wordLength(s string) int {
	n := 0
	for n < len(s) && nameByte(s[n]) {
		n++
	}
	return n
}

// digit reports whether a byte is a digit.
func digit(c byte) bool { return '0' <= c && c <= '9' }

// namedConstants are the names that a statement gives to a constant, each with it:
// const name = "x"; $name = 'x'; at most maxRenamed of them.
func namedConstants(text string) [][2]string {
	var out [][2]string
	for at := 0; len(out) < maxRenamed; {
		i := strings.IndexByte(text[at:], '=')
		if i < 0 {
			break
		}
		equals := at + i
		at = equals + 1
		rest := strings.TrimLeft(text[equals+1:], blankBytes)
		n := constantLength(rest)
		if n == 0 {
			continue
		}
		constant := rest[:n]
		if !endsStatement(rest[n:]) {
			continue
		}
		if name := givenName(text[:equals]); name != "" {
			out = append(out, [2]string{name, constant})
			at = len(text) - len(rest) + n
		}
	}
	return out
}

// endsStatement reports whether a statement ends where a text begins.
func endsStatement(rest string) bool {
	after := strings.TrimLeft(rest, blankBytes)
	return after == "" || after[0] == ';' || strings.Contains(rest[:len(rest)-len(after)], "\n")
}

// constantLength is how long the constant in quotes is that a text begins with.
func constantLength(s string) int {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case s[0]:
			return i + 1
		case '\n':
			return 0
		case '\\':
			if i++; i < len(s) && s[i] == '\n' {
				return 0
			}
		}
	}
	return 0
}

// givenName is the name at the end of a text where a statement begins with it.
func givenName(before string) string {
	before = strings.TrimRight(before, blankBytes)
	from := len(before)
	for from > 0 && nameByte(before[from-1]) {
		from--
	}
	if from == len(before) || digit(before[from]) {
		return ""
	}
	if from > 0 && before[from-1] == '$' {
		from--
	}
	name, lead := before[from:], before[:from]
	head := strings.TrimRight(lead, blankBytes)
	if head == "" || strings.Contains(lead[len(head):], "\n") || strings.IndexByte(";{(", head[len(head)-1]) >= 0 {
		return name
	}
	if head == lead {
		return ""
	}
	for _, word := range [...]string{"my", "const", "let", "var", "local"} {
		if rest, ok := strings.CutSuffix(head, word); ok && (rest == "" || !nameByte(rest[len(rest)-1])) {
			return name
		}
	}
	return ""
}
