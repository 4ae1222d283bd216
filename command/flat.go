package command

// Most commands are flat: plain words, divided into simple commands by line
// ends, semicolons, &&, || and |, with nothing that quotes, expands, redirects
// or nests. How the printer writes such a text is known without it, and of one
// that holds too many commands only the first ones need be parsed.

// flat is a flat text as the printer writes it.
type flat struct {
	text string
	head int  // bytes of the lines that are enough to pass MaxCommands, or all
	many bool // over MaxCommands, and more than blanks was changed: see judged
}

// flattener reads a flat text.
type flattener struct {
	in        string
	at        int
	out       []byte // what the printer writes, once that is not how in begins
	same      int    // bytes that in and what the printer writes have in common
	changed   bool   // out is used
	blanks    bool   // blanks were changed
	rewritten bool   // more than blanks was changed
	tilde     bool   // blanks are left alone: see tidy
	commands  int
	head      int
}

// Bytes by what they are in a flat text. The others end a word, or mean more
// than themselves.
const (
	flatWord byte = iota + 1
	flatEqual
	flatTilde
)

func flatKind(c byte) byte {
	if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' {
		return flatWord
	}
	switch c {
	case '_', '.', '/', ':', ',', '+', '%', '@', '^', '-', '*', '?':
		return flatWord
	case '=':
		return flatEqual
	case '~':
		return flatTilde
	}
	return 0
}

// flatten reads a text. False: it is not flat, or no text that a shell takes.
func (p *parsers) flatten(text string) (flat, bool) {
	f := flattener{in: text, out: p.flat[:0]}
	f.pass("\n")
	f.in, f.blanks, f.at = text[f.at:], f.at > 0, 0
	for more := true; more; {
		ok := f.command()
		if ok {
			more, ok = f.separator()
		}
		if !ok {
			return flat{}, false
		}
	}
	out := flat{text: f.in[:f.same], head: f.head}
	if f.changed {
		p.flat = f.out
		out.text = string(f.out)
	}
	if out.head == 0 {
		out.head = len(out.text)
	}
	out.many = f.commands > MaxCommands && (f.rewritten || f.tilde && f.blanks)
	return out, true
}

// command reads one simple command. Its first word is neither an assignment
// nor a word of the grammar.
func (f *flattener) command() bool {
	word := f.word(true)
	if word == "" || grammatical(word) {
		return false
	}
	f.commands++
	f.write(word, word)
	for {
		end := f.at
		f.pass("")
		start := f.at
		if word = f.word(false); word == "" || start == end {
			f.at = end
			return true
		}
		f.blanks = f.blanks || start != end+1 || f.in[end] != ' '
		f.write(" ", f.in[end:start])
		f.write(word, word)
	}
}

func (f *flattener) word(first bool) string {
	start := f.at
	for ; f.at < len(f.in); f.at++ {
		switch flatKind(f.in[f.at]) {
		case flatWord:
			continue
		case flatTilde:
			f.tilde = true
			continue
		case flatEqual:
			if !first || f.in[start] == '-' {
				continue
			}
		}
		break
	}
	return f.in[start:f.at]
}

// separator reads what stands between two commands. False, true: no more come.
func (f *flattener) separator() (more, ok bool) {
	end := f.at
	f.pass("")
	if f.at == len(f.in) {
		return false, true
	}
	operator := ""
	switch c, rest := f.in[f.at], f.in[f.at+1:]; {
	case c == '\n' || c == ';':
		return f.line(end)
	case c == '|' && rest != "" && rest[0] == '|':
		operator = " || "
	case c == '|':
		operator = " | "
	case c == '&' && rest != "" && rest[0] == '&':
		operator = " && "
	default:
		return false, false
	}
	before := f.at
	f.at += len(operator) - 2
	after := f.at
	f.pass("")
	was := f.in[end:f.at]
	f.rewritten = f.rewritten || before == end || f.at == after
	f.blanks = f.blanks || was != operator
	f.write(operator, was)
	return true, true
}

// line reads the end of a line, or a semicolon, which the printer writes as one.
func (f *flattener) line(end int) (more, ok bool) {
	semicolon := f.in[f.at] == ';'
	f.rewritten = f.rewritten || semicolon
	f.at++
	f.pass("")
	if semicolon && f.at < len(f.in) && f.in[f.at] == '\n' {
		f.at++
		f.pass("")
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
	if f.commands > MaxCommands && f.head == 0 {
		f.head = max(f.same, len(f.out))
	}
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

// pass goes on behind blanks, and whatever else counts as one.
func (f *flattener) pass(also string) {
	for f.at < len(f.in) && (f.in[f.at] == ' ' || f.in[f.at] == '\t' || also != "" && f.in[f.at] == also[0]) {
		f.at++
	}
}

// grammatical reports whether the parser takes a word in command position for
// more than the name of a program.
func grammatical(word string) bool {
	switch word {
	case "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "in", "select", "function", "time", "coproc",
		"let", "declare", "typeset", "local", "export", "readonly", "nameref":
		return true
	}
	return false
}
