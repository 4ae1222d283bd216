package snippet

import (
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// A program in Elixir that calls the project's own modules is read by its names.
// Its tokens are told apart without a tree, since what a text, a comment or a name
// is does not depend on what stands around it; where it would, the reading ends.
// A module is one of the language's that are listed, with the functions that reach
// nothing, or the project's, which may be called with what points nowhere out of
// it. No name of a module or a function is ever made of a text: what makes atoms,
// takes code or calls by a name is not listed.

// exReader is a program under way.
type exReader struct {
	report
	s       string
	at      int
	depth   int
	last    string // the token before: a name, or the byte of a sign
	imports bool   // functions of a module of the project may stand without it
	fills   bool   // something is filled that may be a file
	streams []string
	own     bool
	words   bool // an atom stands there that is a module of Erlang as well
	calls   bool // something is called by a name that a variable may hold
	sql     func(string) bool
	failed  bool
}

// ElixirOwn reads a program that runs within the project.
func ElixirOwn(text string, given Given) ([]Effect, bool) {
	if len(text) > MaxText || !utf8.ValidString(text) || !strings.ContainsAny(strings.TrimSpace(text), "(. \n") { // a word alone calls nothing that is known
		return nil, false
	}
	r := &exReader{s: text, sql: given.SQL}
	r.until(0)
	for _, file := range r.streams {
		r.add(Effect{Kind: pipeline.KindRead, Object: file})
		if r.fills {
			r.add(Effect{Kind: pipeline.KindWrite, Object: file})
		}
	}
	if r.own {
		r.add(Effect{Kind: pipeline.KindCode, Object: "."})
	}
	return r.effects, !r.failed && !(r.words && r.calls)
}

// fail ends the reading: something has no rule.
func (r *exReader) fail() { r.failed = true }

// byte is what stands at a place, or 0 outside of the text.
func (r *exReader) byte(i int) byte {
	if i < len(r.s) && i >= 0 {
		return r.s[i]
	}
	return 0
}

// until reads tokens up to the end, or to the bracket that closes an expression
// within a text.
func (r *exReader) until(closes byte) {
	if r.depth++; r.depth > 8 {
		r.fail()
	}
	defer func() { r.depth-- }()
	braces := 0
	for !r.failed && r.at < len(r.s) {
		c := r.s[r.at]
		if closes != 0 {
			switch c {
			case '{':
				braces++
			case '}':
				if braces == 0 {
					return
				}
				braces--
			}
		}
		r.token(c)
	}
	if closes != 0 {
		r.fail()
	}
}

// token takes one token.
//
// Long: one case a kind of token.
func (r *exReader) token(c byte) {
	switch {
	case c == ' ' || c == '\n' || c == '\t':
		r.at++
		return
	case c == '#':
		for r.at < len(r.s) && r.s[r.at] != '\n' {
			if c := r.s[r.at]; c < ' ' && c != '\t' {
				r.fail()
			}
			r.at++
		}
		return
	case c == '"' || c == '\'':
		if r.last == "." { // A."f"()
			r.fail()
			return
		}
		r.quoted(c, true)
		r.last = "text"
		if r.byte(r.at) == ':' && r.byte(r.at+1) != ':' { // a key, which may be the atom of a module
			r.fail()
		}
	case c == '~':
		r.sigil()
		r.last = "text"
	case c == '?':
		r.at++
		if r.byte(r.at) == '\\' {
			r.at++
		}
		_, n := utf8.DecodeRuneInString(r.s[min(r.at, len(r.s)):])
		if r.at >= len(r.s) || nameByte(r.byte(r.at+n)) && !digit(r.byte(r.at+n)) {
			r.fail()
		}
		r.at += n
		r.last = "text"
	case c == ':':
		r.atom()
	case c >= 'A' && c <= 'Z':
		r.module()
	case c >= 'a' && c <= 'z' || c == '_':
		r.name()
	case digit(c):
		for r.at < len(r.s) && (nameByte(r.s[r.at]) || r.s[r.at] == '.' && digit(r.byte(r.at+1))) {
			r.at++
		}
		r.last = "text"
	case strings.IndexByte("()[]{}<>,;=+-*/|&!^.%@\\", c) >= 0:
		r.at++
		if c == '.' && r.byte(r.at) == '.' { // a range
			for r.byte(r.at) == '.' {
				r.at++
			}
			c = ','
		}
		r.last = string(c)
	default:
		r.fail()
	}
}

// apart reports whether a dot follows behind blanks, or blanks behind a dot, so
// that what belongs together stands apart.
func (r *exReader) apart() bool {
	i := r.at
	for i < len(r.s) && (blankByte(r.s[i]) || r.s[i] == '#') {
		if r.s[i] == '#' {
			for i < len(r.s) && r.s[i] != '\n' {
				i++
			}
			continue
		}
		i++
	}
	return i > r.at && r.byte(i) == '.' && r.byte(i+1) != '.' || i == r.at && r.byte(i) == '.' && !(nameStart(r.byte(i+1)) || r.byte(i+1) == '{' || r.byte(i+1) == '.')
}

// quoted takes a text, or one over lines. What it says must not point out of the
// project; what is put into it is a program again.
func (r *exReader) quoted(quote byte, expands bool) {
	three := strings.Repeat(string(quote), 3)
	long := strings.HasPrefix(r.s[r.at:], three)
	if r.at++; long {
		r.at += 2
	}
	from, begin, parts := r.at, r.at, false
	var whole strings.Builder
	for r.at < len(r.s) && !r.failed {
		switch c := r.s[r.at]; {
		case long && strings.HasPrefix(r.s[r.at:], three), !long && c == quote:
			whole.WriteString(r.s[from:r.at])
			if r.at++; long {
				r.at += 2
			}
			r.says(whole.String(), max(begin-1, 0), parts)
			return
		case c == '\\' && expands:
			if n := r.byte(r.at + 1); n == 'x' || n == 'u' || n >= utf8.RuneSelf || n == '\n' { // what is put together by numbers
				r.fail()
			}
			r.at += 2
		case c == '#' && expands && r.byte(r.at+1) == '{':
			whole.WriteString(r.s[from:r.at])
			r.at += 2
			r.last, parts = "{", true
			r.until('}')
			r.at++
			from = r.at
		default:
			r.at++
		}
	}
	r.fail()
}

// says notes a text. One that begins like a path of the system must be all there
// is of it.
func (r *exReader) says(s string, from int, parts bool) {
	joined := parts || strings.HasSuffix(strings.TrimRight(r.s[:from], " \n"), "<>") || strings.HasPrefix(strings.TrimLeft(r.s[min(r.at, len(r.s)):], " \n"), "<>")
	if outward(s) || sqlChanges(s) || joined && s != "" && strings.IndexByte("/~.", s[0]) >= 0 {
		r.fail()
	}
}

// sigil takes ~w[a b] and its like.
func (r *exReader) sigil() {
	kind := r.byte(r.at + 1)
	at := r.at + 2
	open := r.byte(at)
	if strings.IndexByte("wsrcWSRCDTNU", kind) < 0 || strings.IndexByte("/|\"'([{<", open) < 0 {
		r.fail()
		return
	}
	lower := kind >= 'a'
	if open == '"' || open == '\'' {
		r.at = at
		if strings.HasPrefix(r.s[at:], strings.Repeat(string(open), 3)) || lower {
			r.quoted(open, lower)
		} else {
			r.raw(at+1, open)
		}
	} else {
		closes := open
		if i := strings.IndexByte("([{<", open); i >= 0 {
			closes = ")]}>"[i]
		}
		r.raw(at+1, closes)
	}
	for !r.failed && r.at < len(r.s) && r.s[r.at] >= 'a' && r.s[r.at] <= 'z' {
		if strings.HasPrefix(r.s[r.at:], "a") && kind|0x20 == 'w' { // a list of atoms
			r.fail()
		}
		r.at++
	}
}

// raw takes what stands up to a byte, which nothing is put into.
func (r *exReader) raw(at int, closes byte) {
	end := strings.IndexByte(r.s[at:], closes)
	if end < 0 || strings.Contains(r.s[at:at+end], "#{") || strings.HasSuffix(r.s[at:at+end], `\`) {
		r.fail()
		return
	}
	r.says(r.s[at:at+end], at-3, false)
	r.at = at + end + 1
}

// word takes a name, which may end in ? or !; with letters beyond ASCII it is none that
// is listed.
func (r *exReader) word() string {
	from := r.at
	r.at = wordEnd(r.s, r.at)
	if c := r.byte(r.at); (c == '?' || c == '!') && r.byte(r.at+1) != '=' {
		r.at++
	}
	if r.byte(r.at) >= utf8.RuneSelf {
		r.fail()
	}
	return r.s[from:r.at]
}
