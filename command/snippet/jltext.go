package snippet

import (
	"strings"
	"unicode/utf8"
)

// Texts, characters and numbers of Julia.

// number takes a number; what stands directly behind it is multiplied with it.
func (r *jlReader) number() {
	if r.end == r.at && (r.value() || r.last == jlWasText || r.last == jlWasChar) {
		r.fail()
		return
	}
	if c := r.byte(r.at + 1); r.s[r.at] == '0' && (c == 'x' || c == 'b' || c == 'o') {
		for r.at++; nameByte(r.byte(r.at)); r.at++ {
		}
		r.is(jlWasNumber)
		return
	}
	for digit(r.byte(r.at)) || r.byte(r.at) == '_' || r.byte(r.at) == '.' && digit(r.byte(r.at+1)) {
		r.at++
	}
	if c := r.byte(r.at); c == 'e' || c == 'E' || c == 'f' {
		i := r.at + 1
		if s := r.byte(i); s == '+' || s == '-' {
			i++
		}
		for ; digit(r.byte(i)); i++ {
			r.at = i + 1
		}
	}
	r.is(jlWasNumber)
}

// quoted takes a text, or one over lines; values are put into it if it expands.
func (r *jlReader) quoted(expands bool) {
	quote, parts := `"`, r.last == "*" || r.last == "^" || r.composed()
	if strings.HasPrefix(r.s[r.at:], `"""`) {
		quote = `"""`
	}
	alone := r.last == "(" && !r.composed()
	r.at += len(quote)
	from := r.at
	var whole strings.Builder
	for !r.failed && r.at < len(r.s) {
		switch c := r.s[r.at]; {
		case strings.HasPrefix(r.s[r.at:], quote):
			whole.WriteString(r.s[from:r.at])
			r.at += len(quote)
			alone = alone && strings.HasPrefix(strings.TrimLeft(r.s[r.at:], " "), ")")
			r.texts = append(r.texts, jlText{s: whole.String(), parts: parts, alone: alone})
			r.is(jlWasText)
			return
		case c == '\\':
			r.at += 2
		case c == '$' && expands:
			parts = true
			whole.WriteString(r.s[from:r.at])
			r.inserted()
			from = r.at
		default:
			r.at++
		}
	}
	r.fail()
}

// composed reports whether the innermost bracket belongs to a function that puts texts
// together.
func (r *jlReader) composed() bool {
	return len(r.opened) > 0 && listWords("string join joinpath repeat replace fill prod reduce foldl foldr mapreduce sprint lpad rpad normpath reverse abspath", r.opened[len(r.opened)-1].callee)
}

// inserted takes what is put into a text: a name, or an expression in brackets.
func (r *jlReader) inserted() {
	r.at++
	r.is("$")
	c, _ := utf8.DecodeRuneInString(r.s[r.at:])
	switch {
	case c == '(':
		r.at++
		r.is("(")
		r.until(')')
		r.at++
	case jlLetter(c):
		name := r.word()
		if jlReaches(name) || jlFile(name) {
			r.fail()
		}
		r.spells = r.spells || jlSpells(name)
	default:
		r.fail()
	}
	r.module = false
}

// prime takes ' behind a value, which turns it round, or a character.
func (r *jlReader) prime() {
	if r.value() {
		r.at++
		r.is(jlWasTurned)
		return
	}
	if r.end == r.at && (r.last == jlWasText || r.last == jlWasChar || r.last == "." || strings.HasPrefix(r.last, "@") || strings.HasPrefix(r.last, " ")) {
		r.fail()
		return
	}
	r.at++
	c, n := utf8.DecodeRuneInString(r.s[r.at:])
	if r.at += n; c == '\\' {
		if r.at++; r.byte(r.at-1) != '\'' && r.byte(r.at-1) != '\\' {
			r.at = wordEnd(r.s, r.at)
		}
		r.spells = true
	}
	if c == '\'' || c == '\n' || n == 0 || r.byte(r.at) != '\'' {
		r.fail()
		return
	}
	r.spells = r.spells || strings.ContainsRune("/.~", c)
	r.at++
	r.is(jlWasChar)
}
