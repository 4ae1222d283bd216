package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// set reads a setting; what names files or devices must be a constant. Output
// that begins with | is a command (manual, "set output"), as a source of data
// is that begins with <; file refuses both. Terminals are listed that write a
// file or text; x11 would start a program of its own.
func (g *gnuplot) set(s []gpToken) {
	if len(s) == 0 || s[0].kind != 'n' {
		g.bad = true
		return
	}
	rest := s[1:]
	switch word := s[0].text; word {
	case "output", "out", "o", "outpu", "table":
		switch {
		case len(rest) == 0, word == "table" && len(rest) == 1 && rest[0].kind == '$':
		case len(rest) == 1 && rest[0].kind == '"':
			g.file(rest[0].text, pipeline.KindWrite)
		default:
			g.bad = true
		}
		return
	case "terminal", "term", "t", "te", "ter":
		if len(rest) == 0 || rest[0].kind != 'n' || !listWords(gpTerminals, rest[0].text) {
			g.bad = true
		}
	default:
		if !listWords(gpSettings, word) {
			g.bad = true
		}
		// Colours may be read from a file, which may be a command.
		for _, t := range rest {
			if t.kind == 'n' && word == "palette" && strings.HasPrefix("file", t.text) || t.kind == 'n' && strings.HasPrefix(t.text, "fontfile") {
				g.bad = true
			}
		}
	}
	for _, t := range rest {
		if t.kind == '"' && t.text != "" && (t.text[0] == '<' || t.text[0] == '|') && s[0].text != "datafile" {
			g.bad = true
		}
	}
	g.expression(rest)
}

// file states what happens to a file with a constant name. A backslash is
// refused, because it means another character in double quotes and itself in
// single ones.
func (g *gnuplot) file(name string, kind pipeline.EffectKind) {
	trimmed := strings.TrimSpace(name)
	home := name == "~" || strings.HasPrefix(name, "~/")
	if trimmed == "" || strings.ContainsAny(name, "\\|<>\n") || strings.HasPrefix(trimmed, "!") || name[0] == '~' && !home || trimmed != name {
		g.bad = true
		return
	}
	g.report.add(Effect{Kind: kind, Object: name, Home: home})
}

// plot reads the parts of a plot. Commas divide them unless brackets are open.
// A part that reads inline data must end its line, as the data begins on the
// next one.
func (g *gnuplot) plot(s []gpToken, depth int) {
	waiting := g.data
	from, level := 0, 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) {
			switch s[i].kind {
			case '(', '[', '{':
				level++
			case ')', ']', '}':
				level--
			}
			if s[i].kind != ',' || level != 0 {
				continue
			}
		}
		g.source(s[from:i], depth)
		from = i + 1
	}
	if g.data > waiting && len(g.tokens) > 0 { // data follows the line
		g.bad = true
	}
}

// source reads one part: ranges, iterations, then data or an expression, then
// options.
//
// A constant text names a file. "-" is data that follows below, "" the file
// before it (which with inline data is data once more), "+" and "++" are
// numbers that gnuplot makes (manual, "special-filenames"). Anything else is an
// expression, which must not give a text: as data that would be a file or a
// command. depth: how many braces are open; data cannot follow within them, nor
// after an iteration, which reads it as often as it runs. -1 stands for stats.
func (g *gnuplot) source(s []gpToken, depth int) {
	g.expression(s)
	loop := false
	for len(s) > 0 && !g.bad {
		switch {
		case s[0].kind == 'n' && (s[0].text == "for" || s[0].text == "sample") && len(s) > 1 && s[1].kind == '[':
			loop = true
			s = s[1:]
			continue
		case s[0].kind == '[':
			end := 0
			for end < len(s) && s[end].kind != ']' {
				end++
			}
			if end == len(s) {
				g.bad = true
				return
			}
			if loop {
				g.iteration(s[1:end])
			}
			s = s[end+1:]
			continue
		}
		break
	}
	switch {
	case g.bad || len(s) == 0:
		g.bad = true
	case s[0].kind == '"':
		if len(s) > 1 && (s[1].kind != 'n' || !listWords(gpOptions, s[1].text)) {
			g.bad = true // a text that is put together
			return
		}
		switch name := s[0].text; name {
		case "", "+", "++":
			if name == "" && g.data > 0 {
				g.data++
			}
		case "-":
			if g.data++; !g.inline || loop || depth != 0 {
				g.bad = true
			}
		default:
			g.file(name, pipeline.KindRead)
		}
	case s[0].kind == '$' && (len(s) == 1 || s[1].kind == 'n'):
	case s[0].kind == 'n' && (s[0].text == "keyentry" || s[0].text == "newhistogram"):
	default:
		end := 0
		for end < len(s) && !(s[end].kind == 'n' && listWords(gpOptions, s[end].text)) {
			end++
		}
		if end == 0 || gpTextual(s[:end], g.texts) {
			g.bad = true
		}
	}
}

// gpOptions end the expression that is plotted.
const gpOptions = "with w wi title t ti tit notitle notit not axes ax lt lc lw ls dt linetype linecolor linewidth linestyle smooth using u us fs every ev index i skip matrix nonuniform binary volatile"

// fit reads a fit: a function, data, options and the names that are fitted. The
// data is the only text. gnuplot writes its report to fit.log in the folder at
// hand (manual, "set fit").
func (g *gnuplot) fit(s []gpToken) {
	g.expression(s)
	data, via := false, false
	for _, t := range s {
		switch {
		case t.kind == 'n' && t.text == "via":
			via = true
		case t.kind == 'n' && t.text == "unitweights", t.kind == 'n' && t.text == "using", t.kind == 'n' && t.text == "u":
		case t.kind == '"':
			if data || via {
				g.bad = true
				return
			}
			data = true
			g.file(t.text, pipeline.KindRead)
		case t.kind == 'n' && (g.texts[t.text] || listWords(gpTexts, t.text) || strings.HasPrefix(t.text, "ARG") || strings.HasPrefix(t.text, "GPVAL")), t.kind == '$' && !data, t.kind == '.':
			g.bad = true
		}
	}
	if !data || !via {
		g.bad = true
	}
	g.report.add(Effect{Kind: pipeline.KindWrite, Object: "fit.log"})
}
