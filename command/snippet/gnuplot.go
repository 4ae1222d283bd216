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

// gnuplot goes through a program once.
type gnuplot struct {
	report    report
	lines     []string
	at        int
	inline    bool // data may follow a plot
	functions map[string]bool
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

// line reads one line with those that it goes on with.
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

// skip passes over data up to a line. If the plot fails, gnuplot goes on with the
// data as commands, so lines must be none.
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
// give a text.
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

// take removes the tokens up to the end of a statement.
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

// statement reads one statement.
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

// iteration is what stands in the brackets of for.
func (g *gnuplot) iteration(s []gpToken) {
	g.expression(s)
	if len(s) > 2 && s[0].kind == 'n' && (s[1].text == "in" || gpTextual(s[1:], g.texts)) {
		g.texts[s[0].text] = true
	}
}

func gpDefines(s []gpToken) bool {
	i := 2
	for i < len(s) && (s[i].kind == 'n' || s[i].kind == ',') {
		i++
	}
	return i+1 < len(s) && s[i].kind == ')' && s[i+1].kind == '=' && (i+2 >= len(s) || s[i+2].kind != '=')
}

// define binds a name, a part of an array or a function.
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

// expression checks the names that are called.
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

const (
	gpStatements = "set unset plot splot replot print if else do while for load call system shell eval evaluate cd save fit stats pause exit quit reset show bind history help import lower raise toggle update p sp se rep array"
	gpFunctions  = `abs acos acosh airy arg asin asinh atan atan2 atanh besj0 besj1 besjn besy0 besy1 besyn besi0 besi1 besin ceil cos cosh EllipticK EllipticE EllipticPi erf erfc exp expint floor gamma ibeta
		inverf igamma imag int invnorm invibeta invigamma LambertW lambertw lgamma lnGamma log log10 norm rand real round sgn sin sinh sqrt tan tanh voigt zeta column valid timecolumn tm_hour tm_mday tm_min tm_mon tm_sec tm_wday
		tm_yday tm_year tm_week time strptime strlen strstrt words exists defined hsv2rgb palette rgbcolor cerf cdawson faddeeva erfi VP sum index`
	// gpTexts give texts.
	gpTexts = "sprintf gprintf strftime substr word strcol stringcolumn columnhead columnheader trim split join"
	// gpWords are words of the language that a bracket may follow.
	gpWords = `using u us title t ti tit index every ev smooth at from to rto offset add defined rgb tics xtics ytics ztics x2tics y2tics cbtics palette pt ps lc lw lt dt pointtype pointsize linecolor
		linewidth linetype scale position format font center size rotate by textcolor tc fillcolor fc arrow label title notitle functions keyentry with if xticlabels xtic ytic yticlabels origin`
	gpSettings = `title xlabel ylabel zlabel x2label y2label cblabel xlab ylab xl yl xrange yrange zrange x2range y2range cbrange rrange trange urange vrange xr yr zr xtics ytics ztics x2tics y2tics cbtics rtics ttics mxtics mytics mztics
		tics grid key border size ratio origin style logscale log format xdata ydata zdata x2data y2data timefmt datafile multiplot boxwidth label arrow object palette view samples isosamples contour cntrparam cntrlabel
		hidden3d pm3d dgrid3d surface parametric polar angles tmargin lmargin rmargin bmargin margins margin offsets pointsize bars errorbars colorbox colorsequence encoding decimalsign minussign linetype
		xzeroaxis yzeroaxis zeroaxis zero rmargin mapping ticslevel xyplane autoscale rgbmax nokey nogrid noborder clip timestamp dummy`
	gpTerminals = "png pngcairo svg pdf pdfcairo dumb gif jpeg webp sixelgd unknown ascii"
)
