package snippet

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"passepartout/pipeline"
)

// A program in Julia that computes is read by its names, without a tree.
//
// Names come from Base and Core, from the packages that it loads, and from itself.
// Every name by which Base, Core and the listed packages reach out of the process, or
// by which one can come to a name that is not written down (getfield, eval, Symbol), is
// in the tables of jlnames.go, and ends the reading wherever it stands: called or not,
// behind a dot, as a symbol, as a keyword. So any other name is bound by the program,
// computes, or is the project's; what the project does is code of the folder, and then no
// text may point out of it. Files are touched by a few functions alone, which are called
// with a constant.
//
// What hides code is a text, a comment or a character: where one of them begins is told by
// the byte, and where that depends on what stands before it, the reading ends.

// jlReader is a program under way.
type jlReader struct {
	report
	s         string
	at        int
	depth     int
	given     Given
	last      string   // the token before: a name, the byte of a sign, or one of those below
	end       int      // where it ended
	opened    []jlOpen // brackets that are open
	module    bool     // the token before is a member of a module, or has one before its bracket
	own       bool     // code of the project, or of a package, is called
	texts     []jlText // what may not point outward then
	orders    bool     // something is called that would stay behind, if it is the project's
	spells    bool     // something makes texts that nobody has read
	loaded    []string // packages
	pkg       bool     // Pkg is the one that was loaded
	format    bool     // JuliaFormatter is loaded
	others    bool     // another package is, or code of the project
	failed    bool
	streams   []string // names that open gives to its block
	formatted bool     // files were formatted
}

// Tokens that are no names. A keyword has a blank before it.
const (
	jlWasText   = `"`
	jlWasChar   = `c'`
	jlWasNumber = "0"
	jlWasTurned = "'"
)

// jlOpen is a bracket.
type jlOpen struct {
	sign   byte
	module bool   // it belongs to a member of a module
	callee string // the name that stands before it
}

// jlText is a constant of the program.
type jlText struct {
	s     string
	parts bool // values are put into it, or it is put together with others
	alone bool // it is the only argument of a function
}

// juliaComputes reads a program by its names.
func juliaComputes(text string, given Given) ([]Effect, bool) {
	if !utf8.ValidString(text) || strings.TrimSpace(text) == "" {
		return nil, false
	}
	for _, c := range text {
		if c != '\n' && c != '\t' && !unicode.IsPrint(c) {
			return nil, false
		}
	}
	r := &jlReader{s: text, given: given}
	r.add(Effect{Kind: pipeline.KindCode, Object: "."})
	r.until(0)
	if r.failed || len(r.opened) > 0 || r.own && (r.spells || r.orders || !r.inward()) || !r.onlyData() || !r.onlyStreams() {
		return nil, false
	}
	return r.effects, true
}

// fail ends the reading: something has no rule.
func (r *jlReader) fail() { r.failed = true }

// byte is what stands at a place, or 0 outside of the text.
func (r *jlReader) byte(i int) byte {
	if i < len(r.s) && i >= 0 {
		return r.s[i]
	}
	return 0
}

// inward reports whether no text points out of the project.
func (r *jlReader) inward() bool {
	for _, t := range r.texts {
		if outward(t.s) || ordered(&node{kind: nText, text: t.s}) || spelt(t.s) || sqlChanges(t.s) || strings.ContainsAny(t.s, "`") {
			return false
		}
		if t.s == "" || strings.IndexByte("/~.", t.s[0]) < 0 {
			continue
		}
		if t.s[0] != '.' || t.parts || strings.HasPrefix(t.s, "..") || strings.Trim(t.s, "./~") == "" && !t.alone {
			return false
		}
	}
	return true
}

// onlyData reports whether what the program writes is nothing that could be code of
// the packages that it loads: the formatter leaves code what it was.
func (r *jlReader) onlyData() bool {
	for _, e := range r.effects {
		if e.Kind == pipeline.KindWrite && !e.Tree && !jlData(e.Object) && !(r.formatted && path.Ext(e.Object) == ".jl" && e.Pattern) {
			return false
		}
	}
	return !(r.formatted && r.others)
}

// until reads tokens up to the end, or to the bracket that closes a value within a
// text.
func (r *jlReader) until(closes byte) {
	if r.depth++; r.depth > 8 {
		r.fail()
	}
	defer func() { r.depth-- }()
	level := len(r.opened)
	for !r.failed && r.at < len(r.s) {
		if closes != 0 && r.s[r.at] == closes && len(r.opened) == level {
			return
		}
		r.token(r.s[r.at])
	}
	if closes != 0 {
		r.fail()
	}
}

// is notes a token that ends here.
func (r *jlReader) is(token string) {
	r.last, r.end = token, r.at
}

// value reports whether a value ends just here, so that ' turns it round.
func (r *jlReader) value() bool {
	return r.end == r.at && (r.named() || listWords("0 ' ) ] }", r.last))
}

// named reports whether the token before is a name.
func (r *jlReader) named() bool {
	c, _ := utf8.DecodeRuneInString(r.last)
	return jlLetter(c) && r.last != jlWasChar
}

// token takes one token.
//
// Long: one case a kind of token.
func (r *jlReader) token(c byte) {
	if r.module && c != ' ' && r.sets(c) {
		r.fail()
		return
	}
	switch {
	case c == ' ' || c == '\t':
		r.at++
		return
	case c == '\n' || c == ';':
		r.at++
		r.is(string(c))
	case c == '#':
		if r.byte(r.at+1) == '=' { // over lines, and nested
			r.fail()
			return
		}
		for r.at < len(r.s) && r.s[r.at] != '\n' {
			r.at++
		}
		return
	case c == '"':
		if r.end == r.at && (r.value() || r.last == jlWasText || r.last == jlWasChar || r.last == "." || strings.HasPrefix(r.last, "@")) {
			r.fail()
			return
		}
		r.quoted(true)
	case c == '\'':
		r.prime()
	case digit(c), c == '.' && digit(r.byte(r.at+1)) && !r.value():
		r.number()
	case c == '@':
		r.macro()
	case strings.IndexByte("([{", c) >= 0:
		r.open(c)
	case strings.IndexByte(")]}", c) >= 0:
		r.close(c)
		return
	case c == '.' && jlLetter(rune(r.byte(r.at+1))):
		r.member()
		return
	case c == ':' && !r.value() && r.byte(r.at+1) == '(': // code as a value
		r.fail()
		return
	case strings.IndexByte("+-*/\\^%<>=!&|~?:,.$", c) >= 0:
		r.sign(c)
	default:
		r.other()
		return
	}
	r.module = false
}

// open takes a bracket.
func (r *jlReader) open(c byte) {
	b := jlOpen{sign: c, module: r.module && r.value()}
	if r.value() && r.named() {
		b.callee = r.last
	}
	if r.opened = append(r.opened, b); len(r.opened) > maxDepth {
		r.fail()
	}
	r.at++
	r.is(string(c))
}

// sets reports whether what follows a member of a module gives it another value, or
// says that a function of a module is defined here.
func (r *jlReader) sets(c byte) bool {
	if c == ',' {
		if len(r.opened) == 0 {
			return true
		}
		r.opened[len(r.opened)-1].module = true // (A.x, y) = …
	}
	rest := r.s[r.at:]
	if strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "where") {
		return true
	}
	if i := len(rest) - len(strings.TrimLeft(rest, "+-*/\\^%&|.<>$÷⊻")); i < len(rest) && rest[i] == '=' && rest[:i] != "<" && rest[:i] != ">" {
		return !strings.HasPrefix(rest[i:], "==") && !strings.HasPrefix(rest[i:], "=>")
	}
	return false
}

// sign takes a byte of an operator.
func (r *jlReader) sign(c byte) {
	next := r.byte(r.at + 1)
	switch {
	case c == '$' && !jlLetter(rune(next)) && next != '(', c == '$' && r.last == ".": // a value within what @btime is given
		r.fail()
	case c == '.' && (next == '"' || next == '\'' || next == ':' || next == '$' || next == '@' || blankByte(next) && r.value()):
		r.fail()
	case c == '+' || c == '-':
		r.spells = r.spells || r.last == jlWasChar || r.nextChar()
	case c == '/' || c == '~': // the function, whose name is a text
		r.spells = r.spells || !r.named() && !listWords("0 ' ) ] } / c' \" file .", r.last)
	case c == ':' && !r.value() && strings.IndexByte("/.~", next) >= 0:
		r.spells = true
	case c == '*' || c == '^':
		if r.last == jlWasText && len(r.texts) > 0 {
			r.texts[len(r.texts)-1].parts = true
		}
	}
	r.at++
	r.is(string(c))
}

// nextChar reports whether a character follows the sign here.
func (r *jlReader) nextChar() bool {
	return strings.HasPrefix(strings.TrimLeft(r.s[r.at+1:], " "), "'")
}

// close takes a bracket that closes.
func (r *jlReader) close(c byte) {
	if len(r.opened) == 0 {
		r.fail()
		return
	}
	top := r.opened[len(r.opened)-1]
	if r.opened = r.opened[:len(r.opened)-1]; strings.IndexByte("([{", top.sign) != strings.IndexByte(")]}", c) {
		r.fail()
	}
	r.at++
	r.is(string(c))
	r.module = top.module || r.module && top.callee == "" // A.f(x) = … and A.x[1] = … change the module
}

// other takes a name, or a sign beyond ASCII.
func (r *jlReader) other() {
	c, n := utf8.DecodeRuneInString(r.s[r.at:])
	switch {
	case jlLetter(c):
		r.name()
	case strings.ContainsRune("≈≉≤≥≠∈∉⋅×÷√∛∘∪∩⊆⊻", c):
		r.at += n
		r.is("+")
		r.module = false
	default:
		r.fail()
	}
}
