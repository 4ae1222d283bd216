package command

import "strings"

// Bytes by what they are in a flat text. The others end a word, or mean more than
// themselves. Only ASCII letters, digits and signs that mean themselves are words here;
// { } [ ] ! # and bytes beyond ASCII end the flat reading, and the parser takes over. *
// and ? stand among them since they change nothing in how a text is divided.
const (
	flatWord byte = iota + 1
	flatEqual
	flatTilde
)

//nolint:gochecknoglobals // a table, never changed
var flatKinds = func() (kinds [256]byte) {
	for c := range kinds {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_./:,+%@^-*?", byte(c)) >= 0 {
			kinds[c] = flatWord
		}
	}
	kinds['='], kinds['~'] = flatEqual, flatTilde
	return kinds
}()

// word reads one word, or none. first: it stands where a command does, so that no
// character in it may make it an assignment. kept is how far the bytes were copied as
// they are; the parts that are rewritten write themselves.
func (f *flattener) word(first bool) bool {
	start, kept := f.at, f.at
	for f.at < len(f.in) {
		c := f.in[f.at]
		switch flatKinds[c] {
		case flatWord:
			f.at++
			continue
		case flatTilde:
			f.marked = true
			f.at++
			continue
		case flatEqual:
			if first && f.in[start] != '-' {
				return false
			}
			f.at++
			continue
		}
		if c == '\\' && f.escaped() {
			continue
		}
		f.literal(kept)
		var ok bool
		switch {
		case c == '\'':
			ok = f.quotation()
		case c == '"':
			ok = f.quoted()
		case c == '$':
			ok = f.dollar()
		case c == '`' && !f.ticked:
			f.ticked = true
			ok = f.substitution(1, "`")
			f.ticked = false
			f.rewritten = true
		default:
			return true
		}
		if !ok {
			return false
		}
		f.parts++
		kept = f.at
	}
	f.literal(kept)
	return true
}

// literal ends a part of a word that means itself.
func (f *flattener) literal(start int) {
	if f.at > start {
		f.parts++
	}
	f.keep(start)
}

// escaped reads a backslash with the character that it makes mean itself. Backquotes
// around it would see into it, and a blank or a line end is left to the parser.
func (f *flattener) escaped() bool {
	if f.ticked || f.at+1 >= len(f.in) || f.in[f.at+1] <= ' ' || f.in[f.at+1] > '~' {
		return false
	}
	f.marked = true
	f.at += 2
	return true
}

// quotation reads what stands between apostrophes. Backquotes around it would see into
// it. Control characters in it are left to the parser, newlines too.
func (f *flattener) quotation() bool {
	n := strings.IndexByte(f.in[f.at+1:], '\'')
	if n < 0 {
		return false
	}
	inner := f.in[f.at+1 : f.at+1+n]
	for i := range len(inner) {
		if inner[i] < ' ' || f.ticked && (inner[i] == '`' || inner[i] == '\\') {
			return false
		}
	}
	start := f.at
	f.at += n + 2
	f.marked = true
	f.keep(start)
	return true
}

// quoted reads what stands between double quotes. Backslashes and backquotes in it are
// left to the parser. $[ is an old form of arithmetic (bash(1)).
func (f *flattener) quoted() bool {
	start := f.at
	f.marked = true
	for f.at++; f.at < len(f.in); {
		switch c := f.in[f.at]; {
		case c == '"':
			f.at++
			f.keep(start)
			return true
		case c == '$':
			f.keep(start)
			if !f.dollar() || f.at < len(f.in) && f.in[f.at] == '[' {
				return false
			}
			start = f.at
		case c < ' ' || c == '\\' || c == '`':
			return false
		default:
			f.at++
		}
	}
	return false
}

// dollar reads a variable, or a substitution. $'…' and $"…" are no variables; nor is a
// dollar at the end, which means itself.
func (f *flattener) dollar() bool {
	f.marked = true
	start, rest := f.at, f.in[f.at+1:]
	if rest == "" {
		f.at++
		f.keep(start)
		f.parts-- // the end of the one before
		return !f.ticked
	}
	switch c := rest[0]; {
	case c == '{':
		f.at += 2
		if !f.braced() {
			return false
		}
	case c == '(':
		if f.ticked {
			return false
		}
		if strings.HasPrefix(rest, "((") {
			return f.arithmetic()
		}
		return f.substitution(2, ")")
	case '0' <= c && c <= '9' || strings.IndexByte("?@*#$!-", c) >= 0:
		f.at += 2
	default:
		n := nameLen(rest)
		if n == 0 {
			return false
		}
		f.at += 1 + n
	}
	f.keep(start)
	return true
}

// braced reads what stands behind ${ up to its end: a name, and an operator with a word
// of plain characters at most. Elements, slices, replacements and changes of case are
// left to the parser.
func (f *flattener) braced() bool {
	n := nameLen(f.in[f.at:])
	if n == 0 {
		for f.at+n < len(f.in) && '0' <= f.in[f.at+n] && f.in[f.at+n] <= '9' {
			n++
		}
	}
	f.at += n
	if n == 0 || f.at == len(f.in) {
		return false
	}
	switch c, rest := f.in[f.at], f.in[f.at+1:]; {
	case c == '}':
		f.at++
		return true
	case c == ':':
		if rest == "" || strings.IndexByte("-=+?", rest[0]) < 0 {
			return false // a part of the value
		}
		f.at += 2
	case c == '#' || c == '%':
		if f.at++; rest != "" && rest[0] == c {
			f.at++
		}
	case strings.IndexByte("-=+?", c) >= 0:
		f.at++
	default:
		return false
	}
	for f.at < len(f.in) && flatKinds[f.in[f.at]] != 0 {
		f.at++
	}
	if f.at == len(f.in) || f.in[f.at] != '}' {
		return false
	}
	f.at++
	return true
}

// maxFlatTerms bounds the terms of an expression, each of which is one deeper
// in the tree.
const maxFlatTerms = 16

// arithmetic reads $((1+a*2)): numbers and names with an operator between each two of
// them. The printer puts blanks around operators, so they are written as it would: the
// flat text must be the same to the byte.
func (f *flattener) arithmetic() bool {
	const opening = 3
	f.write("$((", f.in[f.at:f.at+opening])
	f.at += opening
	for range maxFlatTerms {
		f.gap(false)
		start := f.at
		for f.at < len(f.in) && (nameLen(f.in[f.at:f.at+1]) == 1 || '0' <= f.in[f.at] && f.in[f.at] <= '9') {
			f.at++
		}
		if f.at == start {
			return false
		}
		f.keep(start)
		end := f.at
		if f.pass(""); f.at+2 > len(f.in) {
			return false
		}
		if strings.HasPrefix(f.in[f.at:], "))") {
			f.at += 2
			f.write("))", f.in[end:f.at])
			f.rewritten = true
			return true
		}
		c := f.in[f.at]
		if strings.IndexByte("+-*/%", c) < 0 {
			return false
		}
		f.at++
		f.pass("")
		f.write(" "+string(c)+" ", f.in[end:f.at])
	}
	return false
}

// assigns reports whether an assignment stands here.
func (f *flattener) assigns() bool {
	n := nameLen(f.in[f.at:])
	return n > 0 && f.at+n < len(f.in) && f.in[f.at+n] == '='
}

// assignment reads NAME=word, where the word may be empty.
func (f *flattener) assignment() bool {
	start := f.at
	f.at += nameLen(f.in[f.at:]) + 1
	f.keep(start)
	return f.word(false)
}

// nameLen is how many bytes of a text are a name. It is zero where none begins.
func nameLen(text string) int {
	n := 0
	for n < len(text) {
		c := text[n]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (n == 0 || c < '0' || c > '9') {
			break
		}
		n++
	}
	return n
}
