package snippet

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Gnuplot reads a program of gnuplot: statements of a closed list, functions of
// a closed list, and files that are constants. What gnuplot takes for a command
// to start are backquotes, texts that begin with < or | where a file stands, and
// names that stand for such texts; so no source of data is ever a value.
//
// The program is read until no further name is found to stand for texts, at
// most four times. It is refused as a whole if anything in it is not known.
// Backquotes are refused wherever they stand, as gnuplot runs what is between
// them even in a text of double quotes (gnuplot manual, "Substitution of system
// commands in backquotes"), and so are macros (@name), which make program of
// texts.
func Gnuplot(text string, given Given) ([]Effect, bool) {
	if len(text) > MaxText || !utf8.ValidString(text) || strings.ContainsAny(text, "`\r\x00") {
		return nil, false
	}
	texts := map[string]bool{}
	for range 4 { // a function may use a name that is bound to a text later on
		known := len(texts)
		g := &gnuplot{lines: strings.Split(text, "\n"), inline: !given.Eval, functions: map[string]bool{}, texts: texts}
		for g.at < len(g.lines) && !g.bad {
			g.line()
		}
		if g.bad || len(texts) == known {
			return g.report.effects, !g.bad
		}
	}
	return nil, false
}

// gnuplot goes through a program once. A line is divided into tokens, and what
// reads a statement takes its tokens from the front. bad is for good.
type gnuplot struct {
	report    report
	lines     []string
	at        int
	inline    bool            // data may follow a plot
	functions map[string]bool // that the program defines
	texts     map[string]bool // names that may stand for texts
	tokens    []gpToken
	data      int // parts of a plot that wait for data below it
	bad       bool
}

// gpToken is a name, a number, a text with its quote, or a sign.
type gpToken struct {
	kind byte // n name, 0 number, " text, $ a block of data, else the sign itself
	text string
}

// line reads one line with those that it goes on with. They are what a
// backslash at the end joins, and the lines of a block in braces. A
// here-document ($name << word) is data and passed over.
func (g *gnuplot) line() {
	var tokens []gpToken
	for open := 0; g.at < len(g.lines); {
		l := g.lines[g.at]
		g.at++
		bare := strings.TrimSuffix(l, `\`)
		more := len(bare) < len(l)
		part, ok := gpTokens(bare)
		// What a comment or half a name goes on with is not for us to say.
		if !ok || more && (strings.Contains(bare, "#") || bare == "" || rNameByte(bare[len(bare)-1])) {
			g.bad = true
			return
		}
		for _, t := range part {
			open += boolInt(t.kind == '{') - boolInt(t.kind == '}')
		}
		if tokens = append(tokens, part...); !more && open <= 0 {
			break
		}
		if !more { // a line ends a statement in a block
			tokens = append(tokens, gpToken{kind: ';'})
		}
	}
	if len(tokens) > maxNodes {
		g.bad = true
		return
	}
	if len(tokens) == 4 && tokens[0].kind == '$' && tokens[1].kind == '<' && tokens[2].kind == '<' && tokens[3].kind == 'n' {
		g.skip(tokens[3].text)
		return
	}
	g.tokens = tokens
	g.block(0)
	for ; g.data > 0 && !g.bad; g.data-- {
		g.skip("e")
	}
}

// skip passes over data up to a line. If the plot fails, gnuplot goes on with
// the data as commands, so lines must be none. What a number, a sign, a quote
// or a comment begins is none.
func (g *gnuplot) skip(end string) {
	for g.at < len(g.lines) {
		g.at++
		l := strings.TrimSpace(g.lines[g.at-1])
		if l == end {
			return
		}
		if l != "" && strings.IndexByte(`0123456789+-."'#`, l[0]) < 0 {
			break
		}
	}
	g.bad = true
}

// gpTokens divides a line into tokens, up to a comment; false if it holds a
// sign that is not known or a text that does not end. A text keeps its
// backslashes: where one matters, in the name of a file, it is refused.
func gpTokens(s string) ([]gpToken, bool) {
	var out []gpToken
	for at := 0; at < len(s); {
		c := s[at]
		switch {
		case c == ' ' || c == '\t':
			at++
		case c == '#':
			return out, true
		case c == '\'' || c == '"':
			end := at + 1
			for end < len(s) && s[end] != c {
				if c == '"' && s[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(s) {
				return nil, false
			}
			out = append(out, gpToken{'"', s[at+1 : end]})
			at = end + 1
		case c >= '0' && c <= '9' || c == '.' && at+1 < len(s) && s[at+1] >= '0' && s[at+1] <= '9':
			end := at
			for end < len(s) && (rNameByte(s[end]) || (s[end] == '-' || s[end] == '+') && (s[end-1] == 'e' || s[end-1] == 'E')) {
				end++
			}
			out = append(out, gpToken{'0', s[at:end]})
			at = end
		case c == '$' || rNameByte(c) && c != '.':
			end := at + 1
			for end < len(s) && rNameByte(s[end]) && s[end] != '.' {
				end++
			}
			kind := byte('n')
			if c == '$' {
				if kind = '$'; end == at+1 {
					return nil, false
				}
			}
			out = append(out, gpToken{kind, s[at:end]})
			at = end
		case strings.IndexByte("+-*/%^=<>!&|?:,;.()[]{}~", c) >= 0:
			out = append(out, gpToken{c, ""})
			at++
		default: // @ puts a text into the program
			return nil, false
		}
	}
	return out, true
}

// gpTextual reports whether an expression up to the end of its statement may
// give a text. It errs on the side of texts. What matters is that no such value
// stands for data: one that begins with < is a command to gnuplot (manual,
// "plot datafile special-filenames").
func gpTextual(tokens []gpToken, texts map[string]bool) bool {
	for i, t := range tokens {
		switch {
		case t.kind == ';':
			return false
		case t.kind == '"', t.kind == '.', t.kind == '$' && i+1 < len(tokens) && tokens[i+1].kind == '[':
			return true
		case t.kind == 'n' && (texts[t.text] || strings.HasPrefix(t.text, "ARG") || strings.HasPrefix(t.text, "GPVAL") || listWords(gpTexts, t.text)):
			return true
		}
	}
	return false
}

// block reads statements up to a closing bracket, or the end of the line.
func (g *gnuplot) block(depth int) {
	if depth > 8 {
		g.bad = true
	}
	for !g.bad && len(g.tokens) > 0 {
		switch g.tokens[0].kind {
		case ';':
			g.tokens = g.tokens[1:]
			continue
		case '}':
			if depth == 0 {
				g.bad = true
			}
			return
		}
		g.statement(depth)
	}
	if depth > 0 {
		g.bad = true // not closed
	}
}

// take removes the tokens up to the end of a statement. Semicolons in brackets
// do not end it; a closing bracket that it did not open does, and is left to
// whoever did.
func (g *gnuplot) take() []gpToken {
	depth := 0
	for i, t := range g.tokens {
		switch t.kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return g.cut(i)
			}
		case ';':
			if depth == 0 {
				return g.cut(i)
			}
		}
	}
	return g.cut(len(g.tokens))
}

// cut removes the first tokens. The result must not grow into what is left.
func (g *gnuplot) cut(n int) []gpToken {
	out := g.tokens[:n:n]
	g.tokens = g.tokens[n:]
	return out
}

// bracketed removes a pair of brackets with what it holds.
func (g *gnuplot) bracketed(open, end byte) []gpToken {
	if len(g.tokens) == 0 || g.tokens[0].kind != open {
		g.bad = true
		return nil
	}
	depth := 0
	for i, t := range g.tokens {
		switch t.kind {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				inner := g.tokens[1:i]
				g.tokens = g.tokens[i+1:]
				return inner
			}
		}
	}
	g.bad = true
	return nil
}

// statement reads one statement: a form with braces, a definition, or a
// command. Of commands, those are missing that read other programs (load,
// call), start others (system, shell, !), change folders (cd), write settings
// (save) or make a program of a text (eval). gnuplot takes commands by their
// beginnings; only common ones are taken here. Bare replot draws again what is
// known already; with arguments it would add sources of data.
func (g *gnuplot) statement(depth int) {
	word := g.tokens[0]
	if word.kind != 'n' {
		g.bad = true
		return
	}
	switch word.text {
	case "if", "while", "do":
		g.tokens = g.tokens[1:]
		if word.text == "do" {
			if len(g.tokens) == 0 || g.tokens[0].text != "for" {
				g.bad = true
				return
			}
			g.tokens = g.tokens[1:]
			g.iteration(g.bracketed('[', ']'))
		} else {
			g.expression(g.bracketed('(', ')'))
		}
		g.braces(depth)
		if word.text == "if" && len(g.tokens) > 0 && g.tokens[0].text == "else" {
			if g.tokens = g.tokens[1:]; len(g.tokens) > 0 && g.tokens[0].text == "if" {
				return // read as a statement of its own
			}
			g.braces(depth)
		}
		return
	}
	s := g.take()
	if len(s) > 1 && !listWords(gpStatements, word.text) && (s[1].kind == '=' || s[1].kind == '(' && gpDefines(s) || s[1].kind == '[' && slices.ContainsFunc(s, func(t gpToken) bool { return t.kind == '=' })) {
		g.define(s)
		return
	}
	switch rest := s[1:]; word.text {
	case "set", "se":
		g.set(rest)
	case "unset", "reset", "show", "clear", "refresh", "exit", "quit", "pause", "print", "pwd", "replot", "rep", "array", "undefine", "break", "continue", "test":
		if g.expression(rest); len(rest) > 0 && (word.text == "replot" || word.text == "rep") {
			g.bad = true
		}
		if word.text == "array" && len(rest) > 0 && gpTextual(rest, g.texts) {
			g.texts[rest[0].text] = true
		}
	case "plot", "splot", "p", "sp", "pl", "spl", "plo", "splo":
		g.plot(rest, depth)
	case "stats":
		g.source(rest, -1) // its data follows nowhere
	case "fit":
		g.fit(rest)
	default:
		g.bad = true
	}
}

// braces reads a block in braces. The old form without them, which ends with
// the line, is not taken.
func (g *gnuplot) braces(depth int) {
	if len(g.tokens) == 0 || g.tokens[0].kind != '{' {
		g.bad = true
		return
	}
	g.tokens = g.tokens[1:]
	g.block(depth + 1)
	if g.bad || len(g.tokens) == 0 {
		g.bad = true
		return
	}
	g.tokens = g.tokens[1:]
}

// iteration is what stands in the brackets of for. The variable of "in" takes
// words of a text, and stands for texts from then on.
func (g *gnuplot) iteration(s []gpToken) {
	g.expression(s)
	if len(s) > 2 && s[0].kind == 'n' && (s[1].text == "in" || gpTextual(s[1:], g.texts)) {
		g.texts[s[0].text] = true
	}
}

// gpDefines reports whether tokens begin with name(a, b) = …, the definition of
// a function; a comparison by == is none.
func gpDefines(s []gpToken) bool {
	i := 2
	for i < len(s) && (s[i].kind == 'n' || s[i].kind == ',') {
		i++
	}
	return i+1 < len(s) && s[i].kind == ')' && s[i+1].kind == '=' && (i+2 >= len(s) || s[i+2].kind != '=')
}

// define binds a name, a part of an array or a function. Neither a command nor
// what gnuplot sets itself (GPVAL_…) may be bound, and no function be imported
// from a library ("import", which loads code).
func (g *gnuplot) define(s []gpToken) {
	at := slices.IndexFunc(s, func(t gpToken) bool { return t.kind == '=' })
	name := s[0].text
	if listWords(gpStatements, name) || name == "system" || name == "import" || strings.HasPrefix(name, "GPVAL") {
		g.bad = true
		return
	}
	if s[1].kind == '(' {
		g.functions[name] = true
	} else {
		g.expression(s[1:at])
	}
	if g.expression(s[at+1:]); gpTextual(s[at+1:], g.texts) {
		g.texts[name] = true
	}
}

// expression checks the names that are called. There is no tree of it: an
// expression can do nothing but call functions, and none that is listed starts
// a program or opens a file; system is refused even where nothing calls it.
// Words of the language that a bracket may follow, as in using (…), look like
// calls and are listed, too.
func (g *gnuplot) expression(s []gpToken) {
	for i, t := range s {
		switch {
		case t.kind == 'n' && i+1 < len(s) && s[i+1].kind == '(' && !g.functions[t.text] && !listWords(gpFunctions, t.text) && !listWords(gpTexts, t.text) && !listWords(gpWords, t.text):
			g.bad = true
		case t.kind == 'n' && t.text == "system":
			g.bad = true
		}
	}
}
