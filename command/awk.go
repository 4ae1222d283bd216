package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// awk judges an awk program: system, pipes, getline and output redirections reach
// outside of it: POSIX awk, gawk(1). It reads the tokens, not the grammar: a > is a
// redirection where it stands behind print and outside of brackets, as POSIX makes it
// ambiguous otherwise. What only computes is all that is left, so that awk without any
// of these words is harmless.
func (v *visit) awk(f field) {
	if !f.exact() {
		if !awkOnlyReckons(f) {
			v.r.unknown("awk program "+f.text, v.name, f.span)
		}
		return
	}
	tokens, ok := awkTokens(f.text)
	if !ok {
		v.r.unknown("awk program "+clip(f.text), v.name, f.span)
		return
	}
	v.awkVariables(tokens, f)
	before := len(v.r.effects)
	defer func() {
		if len(v.r.effects) > before && roundForEver(f.text) {
			v.unknown("goes on for ever", f)
		}
	}()
	printing, depth := false, 0
	for i, t := range tokens {
		switch {
		case t.text == "print" || t.text == "printf":
			printing, depth = true, 0
		case t.text == "(":
			depth++
		case t.text == ")":
			depth--
		case t.text == ";" || t.text == "\n" || t.text == "}" || t.text == "{":
			printing = false
		case t.text == "@" || t.text == "|&":
			v.r.code("awk "+clip(f.text), v.name, "", f.span)
		case t.text == "system" || t.text == "|":
			v.awkCommand(tokens, i, f)
		case (t.text == ">" || t.text == ">>") && printing && depth <= 0:
			v.awkFile(tokens, i+1, f, pipeline.KindWrite)
			printing = false
		case t.text == "getline":
			for j := i + 1; j < len(tokens) && j < i+4; j++ {
				if tokens[j].text == "<" {
					v.awkFile(tokens, j+1, f, pipeline.KindRead)
				}
			}
		}
	}
}

// awkOnlyReckons reports whether a program with values in it starts nothing and
// names no file, whatever they are: they hold letters, digits and signs alone.
// Behind a value a slash divides, behind none it begins an expression.
func awkOnlyReckons(f field) bool {
	program, ok := f.withBlanks()
	if !ok {
		return false
	}
	for i, sample := range [...]string{"1", "", "1\n"} {
		tokens, whole := awkTokens(strings.ReplaceAll(program, string(blank), sample))
		if !whole && i == 0 || whole && awkReachesOut(tokens) { // what does not end, awk refuses
			return false
		}
	}
	return true
}

// awkReachesOut reports whether a program of awk may do more than print.
func awkReachesOut(tokens []awkToken) bool {
	printing := false
	for _, t := range tokens {
		switch {
		case t.str:
		case t.text == "system", t.text == "getline", t.text == "ARGV", t.text == "SYMTAB", t.text == "ENVIRON", strings.Contains("|&@", t.text), strings.HasPrefix(t.text, ">") && printing:
			return true
		case t.text == "print" || t.text == "printf":
			printing = true
		case t.text == ";" || t.text == "\n" || t.text == "}" || t.text == "{":
			printing = false
		}
	}
	return false
}

// awkQuoted finds the end of the text or regular expression that begins at a
// place. A slash in brackets does not end one, but not all awks find the end of
// brackets alike: for one with both a slash and what may hide a bracket it is -1.
func awkQuoted(s string, at int) (int, bool) {
	c := s[at]
	for i := at + 1; i < len(s); i++ {
		switch {
		case s[i] == c:
			return i, true
		case s[i] == '\\':
			i++
		case c == '/' && s[i] == '\n':
			return 0, false
		case c == '/' && s[i] == '[':
			end, ok := awkBracket(s, i)
			if !ok {
				return -1, false
			}
			i = end
		}
	}
	return 0, false
}

// awkBracket finds the end of a bracket expression.
func awkBracket(s string, at int) (int, bool) {
	i := at + 1
	if i < len(s) && s[i] == '^' {
		i++
	}
	if i < len(s) && s[i] == ']' {
		i++
	}
	slash, hides := false, false
	for ; i < len(s) && s[i] != ']'; i++ {
		switch s[i] {
		case '\\':
			i++
			hides = hides || i < len(s) && s[i] != '/'
		case '/':
			slash = true
		case '{', '(', '\n':
			hides = true
		case '[':
			hides = true
			if i+1 < len(s) && (s[i+1] == ':' || s[i+1] == '.' || s[i+1] == '=') {
				name := strings.Index(s[i+2:], s[i+1:i+2]+"]")
				if name < 0 {
					return 0, false
				}
				slash = slash || strings.Contains(s[i+2:i+2+name], "/")
				i += name + 3
			}
		}
	}
	return i, i < len(s) && (!slash || !hides)
}

// understoodAwk judges the file of -f whose text the same command has written.
func (v *visit) understoodAwk(f field) bool {
	if len(v.args) == 0 || slices.ContainsFunc(v.args, func(a argument) bool {
		return a.option != "-f" && a.option != "--file" && a.option != "-F" && a.option != "--field-separator" && a.option != "-v" && a.option != "--assign" || a.role.Is(catalogue.ActScript) && a.field.span != f.span
	}) {
		return false // not awk, or a program of several parts
	}
	switch v.name {
	case "awk", "gawk", "mawk", "nawk", "original-awk":
	default:
		return false
	}
	text, at, ok := v.r.madeText(v.sc, f)
	if !ok || strings.HasPrefix(f.text, "-") {
		return false
	}
	v.consumed(f, at)
	f.text = text
	v.awk(f)
	return true
}

// awkCommand judges system("..."), "..." | getline and print | "...".
func (v *visit) awkCommand(tokens []awkToken, i int, f field) {
	var lit awkToken
	switch {
	case tokens[i].text == "system" && i+3 < len(tokens) && tokens[i+1].text == "(" && tokens[i+2].str && tokens[i+3].text == ")":
		lit = tokens[i+2]
	case tokens[i].text == "|" && i+1 < len(tokens) && tokens[i+1].str && (i+2 >= len(tokens) || strings.Contains(";}\n", tokens[i+2].text)):
		lit = tokens[i+1]
	case tokens[i].text == "|" && i > 0 && tokens[i-1].str && i+1 < len(tokens) && tokens[i+1].text == "getline" && (i < 2 || strings.Contains("({;}\n,", tokens[i-2].text)):
		lit = tokens[i-1]
	default:
		v.r.code("awk "+clip(f.text), v.name, "", f.span)
		v.r.unknown("command made by awk", v.name, f.span)
		v.awkRuin(tokens, i, f)
		return
	}
	g := f
	if squeezed := strings.Join(strings.Fields(f.text), ""); strings.HasSuffix(strings.TrimSpace(lit.text), "&") && loopsForEver(squeezed) {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: "endless loop that starts processes", By: v.name, Mark: catalogue.MarkForkBomb, Span: f.span})
	}
	var ok bool
	if g.text, ok = ansiC(lit.text); !ok {
		g.dynamic = true
	}
	v.shell(g, "sh", nil)
	if tokens[i].text == "|" {
		v.awkRuin(tokens, i, f)
	}
}

// awkFile judges the name of a file, which must be one constant: two constants side by
// side are one longer name. /inet/tcp/… is a connection in gawk.
func (v *visit) awkFile(tokens []awkToken, i int, f field, kind pipeline.EffectKind) {
	if i < len(tokens) && tokens[i].str && (i+1 >= len(tokens) || strings.Contains(";})\n", tokens[i+1].text)) {
		name := tokens[i].text
		if strings.HasPrefix(name, "/inet") {
			v.r.unknown("awk opens "+name, v.name, f.span)
			return
		}
		if name == "-" || name == "/dev/stderr" || name == "/dev/stdout" {
			return
		}
		v.r.path(v.sc, field{text: name, span: f.span}, kind, v.name, "")
		return
	}
	if name, ok := countedName(tokens[min(i, len(tokens)):]); ok {
		v.r.path(v.sc, field{text: name, pattern: true, span: f.span}, kind, v.name, "")
		return
	}
	v.r.unknown(kind.String()+" a file that awk names", v.name, f.span)
}

// countedName is a file's name put together of constants and counters that awk
// keeps itself, "out/" NR ".txt", as a pattern.
func countedName(tokens []awkToken) (string, bool) {
	var b strings.Builder
	parens, constant := 0, false
	for i, t := range tokens {
		switch {
		case i > 0 && (t.text == "%" || t.text == "+" || t.text == "-" || t.text == "*") && !t.str, t.text != "" && !t.str && strings.Trim(t.text, "0123456789") == "":
			// NR % 3 is a number as well
		case t.str:
			if strings.ContainsAny(t.text, `*?[\\`) {
				return "", false
			}
			b.WriteString(t.text)
			constant = true
		case t.text == "NR" || t.text == "FNR" || t.text == "NF":
			b.WriteString("[0-9]*")
		case t.text == "(":
			parens++
		case t.text == ")" && parens > 0:
			parens--
		case strings.Contains(";})\n", t.text):
			return b.String(), constant && parens == 0
		default:
			return "", false
		}
	}
	return b.String(), constant && parens == 0
}

// awkToken is one token; of an expression between slashes only that it is one.
type awkToken struct {
	text string
	str  bool // a string literal, escapes not decoded
}

// awkTokens splits a program; false when a string or regular expression does not end.
// Whether a slash divides depends on whether a value stands before it, as in the
// grammar of awk itself (POSIX awk, "Grammar").
func awkTokens(s string) ([]awkToken, bool) {
	var out []awkToken
	operand := false // the last token was a value, so that / divides
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\\' && i+1 < len(s) && s[i+1] == '\n':
			i++
			continue
		case c == '#':
			for i < len(s) && s[i] != '\n' {
				i++
			}
			continue
		case c == '"' || c == '/' && !operand:
			end, ok := awkQuoted(s, i)
			switch {
			case end < 0:
				return []awkToken{{text: "@"}}, true // may be more than it seems
			case !ok:
				return nil, false
			}
			out = append(out, awkToken{text: s[i+1 : end], str: c == '"'})
			if c == '/' {
				out[len(out)-1].text = "/re/"
			}
			operand = true
			i = end + 1
			continue
		case wordByte(c):
			end := i
			for end < len(s) && wordByte(s[end]) {
				end++
			}
			w := s[i:end]
			out = append(out, awkToken{text: w})
			operand = w != "print" && w != "printf" && w != "return" && w != "in" && w != "case"
			i = end
			continue
		}
		n := 1
		for _, two := range []string{"||", "&&", ">>", "|&", "==", "!=", ">=", "<=", "++", "--"} {
			if strings.HasPrefix(s[i:], two) {
				n = 2
			}
		}
		out = append(out, awkToken{text: s[i : i+n]})
		operand = c == ')' || c == ']' || c == '$'
		i += n
	}
	return out, true
}

// wordByte reports whether a byte may stand in a word or a number.
func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '.'
}
