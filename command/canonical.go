package command

import (
	"bytes"
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// written reports whether the text is a printer's rendering of the tree.
func (p *parsers) written(file *syntax.File, text string, by *syntax.Printer) (bool, error) {
	p.buf.Reset()
	if err := by.Print(&p.buf, file); err != nil {
		return false, err
	}
	return string(bytes.TrimSuffix(p.buf.Bytes(), []byte("\n"))) == text, nil // compares without a copy
}

// judged is a tree and the text that it is judged as.
type judged struct {
	file *syntax.File
	text string // a printer's rendering of file
	many string // what there is too much of: it is held whatever it says
	// moved: the places of the nodes are not those in text.
	moved bool
}

// canonical parses a text, prints it, and returns the tree whose text the
// printer's rendering is. A text that is its own rendering is not read twice.
// A rendering that never comes to be its own is an error: nobody could tell what
// would run.
func (p *parsers) canonical(text string, d Dialect) (judged, error) {
	file, err := p.parse(text, d)
	for range maxKeys {
		quoted, ok := quotedKey(text, err)
		if !ok {
			break
		}
		text = quoted
		file, err = p.parse(text, d)
	}
	if err != nil {
		return judged{}, err
	}
	if tooDeep(file, text) {
		return judged{}, errTooDeep
	}
	many := crowd(file, text) // such a text is held: it is printed once, to be shown and run
	if many == "" && (strings.Contains(text, "> ") || strings.Contains(text, "< ")) {
		if same, err := p.written(file, text, p.spaced); err != nil || same {
			return judged{file: file, text: text}, err
		}
	}
	if same, err := p.written(file, text, p.printer); err != nil || same {
		return judged{file: file, text: text, many: many}, err
	}
	printed := strings.TrimSuffix(p.buf.String(), "\n")
	if many != "" {
		return judged{file: file, text: printed, many: many, moved: true}, nil
	}
	return p.settled(printed, d)
}

// maxRenderings bounds how often a text is written out until it is its own rendering. Lines
// that the printer has divided may make it divide those around them, too.
const maxRenderings = 4

// settled is the tree of a text that a printer wrote, and the text whose own rendering it
// is: what runs, whatever the first one was.
func (p *parsers) settled(text string, d Dialect) (judged, error) {
	for range maxRenderings {
		file, err := p.parse(text, d)
		if err != nil {
			return judged{}, err
		}
		same, err := p.written(file, text, p.printer)
		if err != nil || same {
			return judged{file: file, text: text}, err
		}
		text = strings.TrimSuffix(p.buf.String(), "\n")
	}
	return judged{}, errNotStable
}

// tidy takes away blanks that divide words already, so that the text is its
// own rendering more often. It leaves alone whatever holds a character that
// may make a blank mean itself.
func tidy(text string) string {
	text = withoutEnd(text)
	if short := strings.TrimRight(text, " \t\n"); !strings.HasSuffix(short, "\\") && !strings.Contains(text, "<<") {
		text = short // a blank at the end means itself behind a backslash or in a here-document only
	}
	if !strings.Contains(text, "  ") && strings.IndexByte(text, '\t') < 0 && strings.Trim(text, " \n") == text ||
		strings.ContainsAny(text, "\\'\"`$#<~([{") {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for line := range strings.SplitSeq(strings.Trim(text, " \t\n"), "\n") {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		first := true
		for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ' ' || r == '\t' }) {
			if !first {
				b.WriteByte(' ')
			}
			first = false
			b.WriteString(word)
		}
	}
	return b.String()
}

// withoutEnd takes a last line end away, unless it continues the line.
func withoutEnd(text string) string {
	if strings.HasSuffix(text, "\\\n") {
		return text
	}
	return strings.TrimSuffix(text, "\n")
}

// read is canonical of the tidied text or, if that is an error, of the text as
// it came, so that the error points into what the sender knows.
func (p *parsers) read(in Input) (judged, error) {
	text, d := in.Text, in.Dialect
	if f, ok := p.flatten(text); ok && (in.Shell || f.many == "") { // without a shell all words are wanted
		if file, err := p.parse(f.parsed, d); err == nil {
			if f.parsed == f.text && f.many == "" {
				f.many = crowd(file, f.text) // in the body of a function
			}
			return judged{file: file, text: f.text, many: f.many, moved: f.moved}, nil
		}
	}
	short := tidy(text)
	j, err := p.canonical(short, d)
	if err != nil && short != text && !errors.Is(err, errTooDeep) {
		return p.canonical(withoutEnd(text), d)
	}
	return j, err
}

// Why a text is not run, where the parser has read it well.
var (
	errNotStable = errors.New("the text means something else once it is written out")
	errTooDeep   = errors.New("the command is nested too deeply")
)
