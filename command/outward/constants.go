package outward

import (
	"strconv"
	"strings"

	"passepartout/internal/needle"
)

// row is a list of constants that stand together in one call or list, as the
// words of a command do.
type row struct {
	words []string
	whole bool   // nothing but constants stands in it
	by    string // the name that the first one follows

	sum []string // what is added to the last word
}

// join puts what is added to the last word to it.
func (r *row) join() {
	if len(r.sum) > 0 {
		r.words[len(r.words)-1] += strings.Join(r.sum, "")
		r.sum = nil
	}
}

// program is a text split into its code and its constants.
type program struct {
	code      string // constants are left out, their quotes stay
	constants []string
	rows      []row
}

// split takes a text apart. A constant ends with its line unless it is one that
// may go on; what is taken for a constant by mistake, behind an apostrophe, is
// looked at as code as well.
func split(text string, l *language) program {
	var p program
	var code strings.Builder
	between := 0 // where the code behind the last constant begins
	var open unclosed
	for i := 0; i < len(text); {
		q := text[i]
		if next := l.skips(text, i); next > i { // a comment, where nothing else looks like one
			code.WriteByte('\n')
			i = next
			continue
		}
		if inner, next := open.percent(text, i, l); next > 0 {
			p.add(inner, strings.TrimSpace(code.String()[between:]))
			if text[i+1] == 'x' {
				code.WriteString("``")
			} else {
				code.WriteString(`""`)
			}
			between, i = code.Len(), next
			continue
		}
		if q != '"' && q != '\'' && q != '`' || q == '\'' && l.lifetimes && !runeConstant(text[i:]) {
			code.WriteByte(q)
			i++
			continue
		}
		inner, next := open.constant(text, i, l)
		if next < 0 {
			code.WriteByte(q)
			i++
			continue
		}
		p.add(inner, strings.TrimSpace(code.String()[between:]))
		code.WriteByte(q)
		code.WriteByte(q)
		between = code.Len()
		i = next
	}
	p.close(strings.TrimSpace(code.String()[between:]))
	for _, c := range p.constants { // constants of code within constants
		from := strings.IndexByte(c, '{')
		switch {
		case len(p.constants) > 4096:
		case strings.Contains(c, ";") || strings.Contains(c, "\n") && !l.exact: // perhaps code between two quotes that begin nothing
			code.WriteString("\n" + c)
			p.constants = append(p.constants, quoted(c, l)...)
		case from >= 0:
			p.constants = append(p.constants, quoted(c[from:], l)...)
		}
	}
	p.code = code.String()
	return p
}

// skips is where a text goes on behind a comment that begins there, in languages where
// no constant but those between quotes may hold what begins a comment.
func (l *language) skips(text string, at int) int {
	switch {
	case !l.exact:
	case l.comment == "#" && text[at] == '#', l.comment == "//" && strings.HasPrefix(text[at:], "//"):
		end := strings.IndexAny(text[at:], "\n\r\v\f")
		line := text[at:]
		if end >= 0 {
			line = text[at : at+end]
		}
		if !strings.Contains(line, "#cgo") && !strings.HasPrefix(line, "//go:") && !strings.Contains(line, "coding") {
			return at + len(line)
		}
	case l.comment == "//" && strings.HasPrefix(text[at:], "/*") && l.rawTicks: // a comment of Go may be code in C
		return at
	}
	return at
}

// quoted are the constants of a text.
func quoted(text string, l *language) []string {
	var out []string
	var open unclosed
	for i := 0; i < len(text); i++ {
		if q := text[i]; q == '"' || q == '\'' {
			if inner, next := open.constant(text, i, l); next > 0 {
				out, i = append(out, inner), next-1
			}
		}
	}
	return out
}

// unclosed remembers up to where the end of a constant was looked for in vain, for each
// letter that ends one. One that begins before that is not closed either: a quote there
// stands behind a backslash, and what follows it is read alike. Else a text of such
// quotes would be read once for each of them.
type unclosed struct{ one, three [128]int }

// constant is the inside of one that begins at a quote, and where the text goes on.
func (u *unclosed) constant(text string, at int, l *language) (inner string, next int) {
	q := text[at]
	if q != '`' && at+2 < len(text) && text[at+1] == q && text[at+2] == q && u.three[q] <= at {
		if end := strings.Index(text[at+3:], text[at:at+3]); end >= 0 {
			return text[at+3 : at+3+end], at + 3 + end + 3
		}
		u.three[q] = len(text)
	}
	if at < u.one[q] {
		return "", -1
	}
	end := at + 1
	for ; end < len(text); end++ {
		switch {
		case text[end] == '\\' && !(q == '`' && l.rawTicks):
			end++
		case text[end] == '\n' && q != '`' && !l.longLines:
			u.one[q] = end
			return "", -1
		case text[end] == q:
			return text[at+1 : end], end + 1
		}
	}
	u.one[q] = end
	return "", -1
}

// percent is the inside of a constant of Ruby's like %x(ls) or %w[a b].
func (u *unclosed) percent(text string, at int, l *language) (inner string, next int) {
	if !l.percents || text[at] != '%' || at+3 >= len(text) || at > 0 && (text[at-1] == ')' || nameByte(text[at-1])) {
		return "", -1
	}
	from := at + 1
	if strings.IndexByte("xwWqQiI", text[from]) >= 0 {
		from++
	}
	closing, ok := map[byte]byte{'(': ')', '[': ']', '{': '}', '<': '>', '|': '|', '!': '!', '/': '/'}[text[from]]
	if !ok || from == at+1 && closing == '/' {
		return "", -1
	}
	if at < u.three[closing] {
		return "", -1
	}
	if end := strings.IndexByte(text[from+1:], closing); end >= 0 {
		return text[from+1 : from+1+end], from + end + 2
	}
	u.three[closing] = len(text)
	return "", -1
}

// nameByte reports whether a byte may stand in a name.
func nameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// runeConstant reports whether an apostrophe begins 'x' and not a lifetime.
func runeConstant(rest string) bool {
	return len(rest) > 3 && (rest[1] == '\\' || rest[2] == '\'' || rest[1] >= 0x80)
}

// add takes in a constant by what stands between it and the one before.
func (p *program) add(inner, before string) {
	if plain := unescaped(inner); plain != inner {
		p.constants, inner = append(p.constants, inner), plain
	}
	p.constants = append(p.constants, inner)
	if n := len(p.rows); n > 0 && !p.rows[n-1].whole {
		last := &p.rows[n-1]
		switch strings.Join(strings.Fields(before), "") {
		case "+", ".", "..", "<>", "++", "&", "", "f", "b", "r", "+f":
			last.sum = append(last.sum, inner)
			return
		case ",", ",[", ",{", ",f", ",b", ",r", ").arg(", ").args([", ").args(&[", ",&[", "],[", "),":
			last.join()
			last.words = append(last.words, inner)
			return
		}
	}
	p.close(before)
	p.rows = append(p.rows, row{words: []string{inner}, by: calledBy(before)})
}

// close ends the row before, which is whole if its bracket ends it.
func (p *program) close(behind string) {
	if n := len(p.rows); n > 0 && !p.rows[n-1].whole {
		p.rows[n-1].join()
		p.rows[n-1].whole = behind == "" || strings.IndexByte(")]};\n", behind[0]) >= 0
		if !p.rows[n-1].whole { // never joined again
			p.rows = append(p.rows, row{whole: true})
		}
	}
}

// uncommented leaves out lines that are nothing but a comment, where those cannot
// be lines of a constant that holds code.
func uncommented(text string, l *language) string {
	if l.comment == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, l.comment) || strings.ContainsAny(line, "\r\v\f\u0085\u2028\u2029\\") || strings.Contains(line, "*/") || strings.Contains(line, "?>") || strings.Contains(line, "coding") || strings.Contains(line, "{") || strings.HasPrefix(line, "#[") ||
			strings.HasPrefix(line, "#!") || strings.HasPrefix(line, "//go:") || strings.Contains(line, "#cgo") {
			continue
		}
		lines[i] = ""
	}
	return strings.Join(lines, "\n")
}

// Constants are the constants of a program that writes files: what it puts there is
// made of them.
func Constants(text string) []string {
	return split(text, other()).constants
}

// calledBy is the name that stands before what opens a call or a list.
func calledBy(before string) string {
	before = strings.TrimRight(before, " \t\n([{&")
	from := len(before)
	for from > 0 && (before[from-1] == '_' || before[from-1] == '.' || before[from-1] >= '0' && before[from-1] <= '9' || before[from-1] >= 'a' && before[from-1] <= 'z' || before[from-1] >= 'A' && before[from-1] <= 'Z') {
		from--
	}
	return before[from:]
}

// unescaped is a constant with the letters in the place of their numbers.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return numberedLetter().ReplaceAllStringFunc(s, func(m string) string {
		digits, base := strings.Trim(m[1:], "xuU{}"), 16
		if m[1] >= '0' && m[1] <= '9' {
			digits, base = m[1:], 8
		}
		n, err := strconv.ParseInt(digits, base, 32)
		if err != nil || n < ' ' || n > '~' {
			return m
		}
		return string(rune(n))
	})
}

// numberedLetter is a letter by its number: whoever writes so in code for a tool hides
// a word.
func numberedLetter() *needle.Regexp {
	return compiled(`\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[uxU]\{[0-9a-fA-F]+\}|U[0-9a-fA-F]{8}|[0-7]{3})`)
}
