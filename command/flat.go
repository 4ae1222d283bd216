package command

import (
	"slices"
	"strings"
)

// Most commands are simple: words of plain characters, quotations, variables
// and substitutions, divided into simple commands by line ends, semicolons, &&,
// ||, | and &, with a redirection or a group here and there. How the printer
// writes such a text is known without it, and of one that is over a limit only
// what is judged of it need be parsed. Whatever is left to doubt is not flat:
// then the printer says how it is written.

// flat is a flat text as the printer writes it.
type flat struct {
	text   string
	parsed string // as much of it as is judged: all, unless it is over a limit
	many   string // what there is too much of
	parts  int    // parts that its words have at least
	moved  bool   // places in what is judged are not those in text: see judged
}

// flattener reads a flat text.
type flattener struct {
	in         string
	at         int
	out        []byte // what the printer writes, once that is not how in begins
	same       int    // bytes that in and what the printer writes have in common
	changed    bool   // out is used
	blanks     bool   // blanks were changed
	rewritten  bool   // more than blanks was changed
	marked     bool   // something stands there that makes tidy leave blanks alone
	spaced     bool   // a blank stands behind > and <
	tight      bool   // none does behind one of them
	ticked     bool   // inside of backquotes
	closed     bool   // the last command ended with the bracket of a subshell
	depth      int    // groups and substitutions around
	statements int    // commands, and groups of them, but for those in functions
	commands   int
	bodies     int       // those of the commands that stand in functions, which may never be called
	head       int       // bytes of the commands that are enough to pass MaxCommands, or 0
	left       []leftOut // what stands there that is too much for a command
	leaving    bool      // inside of the last of them
	parts      int       // those of words, or fewer
	simple     bool      // the last command was a program with its words
}

// leftOut is a place in the flat text that no command is judged by.
type leftOut struct {
	from, to int
	files    bool // of redirections, which are left out only where the text is too much
	stages   bool // of a pipeline
}

// flatten reads a text. False: it is not flat, or no text that a shell takes.
// Like canonical, it leaves a blank behind > and < if nothing else is to be
// changed.
func (p *parsers) flatten(text string) (flat, bool) {
	if strings.Contains(text, "> ") || strings.Contains(text, "< ") {
		out, tight, ok := p.flattened(text, true)
		if !ok || !tight && (out.text == text || out.text == tidy(text)) {
			return out, ok
		}
	}
	out, _, ok := p.flattened(text, false)
	return out, ok
}

// flattened is a text as the printer writes it that leaves a blank behind > and
// <, or the one that does not. tight: a blank was missing behind one of them.
func (p *parsers) flattened(text string, spaced bool) (out flat, tight, ok bool) {
	f := flattener{in: text, out: p.flat[:0], spaced: spaced}
	f.pass("\n")
	f.in, f.blanks, f.at = text[f.at:], f.at > 0, 0
	for more := true; more; {
		ok := f.command(true)
		if ok {
			more, ok = f.separator()
		}
		if !ok {
			return flat{}, false, false
		}
	}
	out = flat{text: f.in[:f.same]}
	if f.changed {
		p.flat = f.out
		out.text = string(f.out)
	}
	out.parsed, out.parts = out.text, f.parts
	switch {
	case f.commands > MaxCommands && (f.head > 0 || f.rewritten || f.marked && f.blanks):
		out.many = tooMany
	case f.statements > maxStatements:
		out.many = tooManyStatements
	}
	if f.head > 0 {
		out.parsed = out.text[:f.head]
	}
	out.moved = out.many != "" && (f.rewritten || f.marked && f.blanks)
	if f.parts <= maxParts {
		f.left = slices.DeleteFunc(f.left, func(l leftOut) bool { return l.files })
	}
	if len(f.left) > 0 {
		out.parsed, out.moved = f.without(out.parsed), true
		if out.many == "" {
			out.many = f.leftWhat()
		}
	}
	return out, f.tight, true
}

// leftWhat says of what there is too much where something was left out.
func (f *flattener) leftWhat() string {
	out := tooManyParts
	for _, l := range f.left {
		switch {
		case l.stages:
			return tooMany
		case !l.files:
			out = tooManyWords
		}
	}
	return out
}

// without takes from a text what no command is judged by.
func (f *flattener) without(text string) string {
	out, from := make([]byte, 0, len(text)), 0
	for _, place := range f.left {
		if place.to > len(text) {
			break
		}
		out = append(out, text[from:place.from]...)
		from = place.to
	}
	return string(append(out, text[from:]...))
}

// size is how much the printer has written so far.
func (f *flattener) size() int {
	if f.changed {
		return len(f.out)
	}
	return f.same
}

// enough notes where the text may end for whoever judges it: behind a whole
// word or command, when MaxCommands is passed.
func (f *flattener) enough() {
	if f.commands-f.bodies > MaxCommands && f.head == 0 && f.depth == 0 && !f.leaving {
		f.head = f.size()
	}
}

// command reads one command. begins: it is the first one of a line, where a
// function may be declared.
func (f *flattener) command(begins bool) bool {
	f.closed = false
	f.statements++
	simple, ok := f.statement(begins)
	f.simple = simple // whatever stood inside of it
	return ok
}

// statement is command. simple: it is a program with its words, and nothing else.
func (f *flattener) statement(begins bool) (simple, ok bool) {
	if f.at < len(f.in) && (f.in[f.at] == '(' || f.in[f.at] == '{') {
		return false, f.group() && f.redirections()
	}
	if f.redirects() {
		return false, f.redirected()
	}
	begin := f.at
	for f.assigns() {
		if !f.assignment() {
			return false, false
		}
		if f.ends() || f.redirects() {
			f.commands++
			return false, f.redirections()
		}
		f.gap(true)
	}
	start, assigned := f.at, f.at > begin
	if !f.word(true) || f.at == start {
		return false, false
	}
	if word := f.in[start:f.at]; grammatical(word) {
		f.parts--
		return false, !assigned && f.compound(word) && f.redirections()
	} else if begins && f.at < len(f.in) && f.in[f.at] == '(' {
		f.parts--
		return false, !assigned && f.function(word)
	}
	f.commands++
	return true, f.behind()
}

// behind reads what follows the first word of a command. The printer leaves the
// redirections in front of the second one where they are, and writes all others last.
func (f *flattener) behind() bool {
	return f.someRedirections() && f.arguments() && f.redirections()
}

// arguments reads the words behind the first one.
func (f *flattener) arguments() bool {
	counted := f.commands
	for words := 1; !f.ends() && !f.redirects(); words++ {
		if words == maxWords+1 && f.depth == 0 {
			counted, f.leaving = f.commands, true
			f.left = append(f.left, leftOut{from: f.size()})
		}
		f.gap(true)
		ok := false
		if f.pipes() {
			ok = f.process()
		} else {
			ok = f.word(false)
		}
		if !ok {
			return false
		}
		f.enough()
	}
	if f.leaving && f.depth == 0 { // what stands in words that nobody looks at does not count
		f.left[len(f.left)-1].to = f.size()
		f.commands, f.leaving = counted, false
	}
	f.closed = false
	return true
}

// ends reports whether no word and no redirection follows behind a blank.
func (f *flattener) ends() bool {
	at := f.at
	f.pass("")
	next := f.at
	f.at = at
	if next == len(f.in) {
		return true
	}
	if next == at { // a redirection needs no blank before it
		return f.in[at] != '<' && f.in[at] != '>' || f.pipes()
	}
	return !f.begins(f.in[next])
}

// begins reports whether a character may stand at the beginning of a word or
// a redirection.
func (f *flattener) begins(c byte) bool {
	switch c {
	case '\'', '"', '$', '<', '>':
		return true
	case '`', '\\':
		return !f.ticked
	}
	return flatKinds[c] != 0
}

// gap reads the blanks between two words. one: the printer writes a blank.
func (f *flattener) gap(one bool) {
	start := f.at
	f.pass("")
	was := f.in[start:f.at]
	if one {
		f.blanks = f.blanks || was != " "
		f.write(" ", was)
	} else {
		f.blanks = f.blanks || was != ""
		f.write("", was)
	}
}

// separator reads what stands between two commands. False, true: no more come.
func (f *flattener) separator() (more, ok bool) {
	end := f.at
	f.pass("")
	if f.at == len(f.in) {
		return false, true
	}
	switch c, rest := f.in[f.at], f.in[f.at+1:]; {
	case c == '\n' || c == ';':
		return f.line(end)
	case c == '&' && (rest == "" || rest[0] != '&' && rest[0] != '>'):
		return f.line(end)
	}
	f.at = end
	return true, f.operator()
}

// operator reads what connects two commands.
func (f *flattener) operator() bool {
	end := f.at
	f.pass("")
	if f.at == len(f.in) {
		return false
	}
	operator := ""
	switch c, rest := f.in[f.at], f.in[f.at+1:]; {
	case c == '|' && rest != "" && rest[0] == '|':
		operator = " || "
	case c == '|':
		operator = " | "
	case c == '&' && rest != "" && rest[0] == '&':
		operator = " && "
	default:
		return false
	}
	if operator != " | " {
		f.enough()
	}
	before := f.at
	f.at += len(operator) - 2
	after := f.at
	f.pass("")
	was := f.in[end:f.at]
	f.rewritten = f.rewritten || before == end || f.at == after
	f.blanks = f.blanks || was != operator
	f.write(operator, was)
	return true
}

// line reads the end of a line, or a semicolon or an ampersand, behind which
// the printer begins one.
func (f *flattener) line(end int) (more, ok bool) {
	divider := f.in[f.at]
	f.rewritten = f.rewritten || divider == ';'
	f.at++
	if divider == '&' {
		f.marked = true
		f.rewritten = f.rewritten || f.at != end+2
		f.write(" &", f.in[end:f.at])
		end = f.at
	}
	f.pass("")
	if divider != '\n' && f.at < len(f.in) && f.in[f.at] == '\n' {
		f.at++
		f.pass("")
	} else if divider == '&' {
		f.rewritten = true
	}
	next := f.at
	if f.pass("\n"); f.at == len(f.in) {
		return false, true
	}
	if f.at != next {
		return false, false // the printer keeps an empty line
	}
	was := f.in[end:f.at]
	f.blanks = f.blanks || was != "\n"
	f.write("\n", was)
	f.enough()
	return true, true
}

// write adds what the printer writes where something stands in the text.
func (f *flattener) write(text, was string) {
	if !f.changed && text == was {
		f.same += len(text)
		return
	}
	if !f.changed {
		f.changed = true
		f.out = append(f.out, f.in[:f.same]...)
	}
	f.out = append(f.out, text...)
}

// keep writes what stands between start and here as it stands.
func (f *flattener) keep(start int) {
	f.write(f.in[start:f.at], f.in[start:f.at])
}

// pass goes on behind blanks, and whatever else counts as one.
func (f *flattener) pass(also string) {
	for f.at < len(f.in) && (f.in[f.at] == ' ' || f.in[f.at] == '\t' || also != "" && f.in[f.at] == also[0]) {
		f.at++
	}
}
