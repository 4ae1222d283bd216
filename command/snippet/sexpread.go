package snippet

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// Lisps are seldom typed on a command line, and then to reckon something out. Of those,
// too, only words are read: each symbol of a program is one of the language's that only
// compute and print, or has a name that means nothing to it. A symbol is all by which
// something can be reached there, as long as none is made of a text: what does that, or
// reads or evaluates code, is listed nowhere. Where a symbol, a text or a comment ends
// must be beyond doubt; whatever else a sharp sign begins is refused.

// sexpTongue is what is read of such a language.
type sexpTongue struct {
	words    map[string]bool
	folds    bool           // letters of symbols may be of either case
	keywords bool           // :name stands for itself
	vectors  string         // brackets that stand beside the round ones
	commas   bool           // a comma is a blank
	sharp    *regexp.Regexp // what a sharp sign may begin
	char     *regexp.Regexp // what a backslash may begin
	text     *regexp.Regexp // what no text has
	// before says what must stand behind a symbol, which is read like all else; whole what
	// is taken with it. A group is a file that is read.
	before, whole map[string]*regexp.Regexp
	loads         map[string]bool // symbols by which code of the folder runs
	tests         *regexp.Regexp  // calls of the project's own tests, as they begin
}

// sexpReader is a program under way.
type sexpReader struct {
	report
	t    *sexpTongue
	s    string
	at   int
	open []byte // brackets that are still to be closed
	some bool   // a symbol of the language stands there
	puts bool   // something of Clojure may put a word into a call
}

const maxBrackets = 200

// spoken reads a program.
func (t *sexpTongue) spoken(text string) ([]Effect, bool) {
	if len(text) > MaxText || !utf8.ValidString(text) {
		return nil, false
	}
	r := &sexpReader{t: t, s: text, puts: t.commas && (strings.Contains(text, "->") || strings.Contains(text, "doto"))}
	for r.at < len(r.s) {
		if !r.token(r.s[r.at]) {
			return nil, false
		}
	}
	return r.effects, len(r.open) == 0 && r.some // names alone call nothing that is known
}

// token takes one token.
func (r *sexpReader) token(c byte) bool {
	switch {
	case c == ' ' || c == '\n' || c == '\t' || c == ',' && r.t.commas:
		r.at++
	case c == ';':
		return r.comment()
	case c == '"':
		return r.quoted()
	case strings.IndexByte("([{", c) >= 0:
		if c != '(' && strings.IndexByte(r.t.vectors, c) < 0 || len(r.open) >= maxBrackets {
			return false
		}
		r.open = append(r.open, c)
		r.at++
	case strings.IndexByte(")]}", c) >= 0:
		return r.closes(c)
	case c == '\'' || c == '@' && r.t.commas:
		r.at++
	case c == '#':
		return r.takes(r.t.sharp)
	case c == '\\':
		return r.t.char != nil && r.takes(r.t.char)
	default:
		return r.symbol()
	}
	return true
}

// comment goes past one that ends with the line.
func (r *sexpReader) comment() bool {
	for r.at < len(r.s) && r.s[r.at] != '\n' {
		if r.s[r.at] == '\r' {
			return false
		}
		r.at++
	}
	return true
}

// closes takes a closing bracket, if it is the one that is due.
func (r *sexpReader) closes(c byte) bool {
	last := len(r.open) - 1
	if last < 0 || r.open[last] == '(' != (c == ')') || r.open[last] == '[' != (c == ']') {
		return false
	}
	r.open = r.open[:last]
	r.at++
	return true
}

// quoted takes a text.
func (r *sexpReader) quoted() bool {
	for i := r.at + 1; i < len(r.s); i++ {
		switch r.s[i] {
		case '\\':
			i++
		case '"':
			text := r.s[r.at+1 : i]
			r.at = i + 1
			return r.t.text == nil || !r.t.text.MatchString(text)
		}
	}
	return false
}

// takes goes past what a pattern matches that begins at the place and ends a token. Of
// what opens a bracket or a text, the sign before alone is taken.
func (r *sexpReader) takes(what *regexp.Regexp) bool {
	m := what.FindString(r.s[r.at:])
	if m == "" {
		return false
	}
	if last := m[len(m)-1]; len(m) > 1 && m[0] == '#' && m[1] != '\\' && strings.IndexByte(`({"`, last) >= 0 {
		r.at += len(m) - 1
		return true
	}
	r.at += len(m)
	return m == "#'" || r.at >= len(r.s) || strings.IndexByte(" \n\t()[]{};\"", r.s[r.at]) >= 0
}

var (
	sexpNumber  = regexp.MustCompile(`^[-+]?(?:[0-9]+(?:\.[0-9]*)?(?:[eEdD][-+]?[0-9]+)?[MN]?|[0-9]+/[0-9]+|\.[0-9]+)$`)
	sexpKeyword = regexp.MustCompile(`^:[A-Za-z][\w?*+!<>=./-]*$`)
)

// symbol takes a number, a keyword or a symbol.
func (r *sexpReader) symbol() bool {
	begin := r.at
	for r.at < len(r.s) && (nameByte(r.s[r.at]) || strings.IndexByte("+-*/<>=!?$&.:%", r.s[r.at]) >= 0) {
		r.at++
	}
	word := r.s[begin:r.at]
	if r.t.folds {
		word = strings.ToLower(word)
	}
	if word == "" {
		return false
	}
	r.some = r.some || r.t.words[word] || r.t.before[word] != nil
	if what := r.t.whole[word]; what != nil {
		m := what.FindString(r.s[r.at:])
		r.at += len(m) - min(len(m), 1) // the bracket is still to be closed
		return m != ""
	}
	if r.t.tests != nil && strings.IndexByte(word, ':') > 0 && begin > 0 && r.s[begin-1] == '(' && !otherPackage.MatchString(word) && r.t.tests.MatchString(r.s[begin:min(r.at+60, len(r.s))]) {
		r.add(Effect{Kind: pipeline.KindCode, Object: "."})
		r.some = true
		return true
	}
	if what := r.t.before[word]; what != nil {
		m := what.FindStringSubmatch(r.s[r.at:])
		if m == nil || begin == 0 || r.s[begin-1] != '(' || r.threaded(begin) { // handed on, it gets other words
			return false
		}
		if len(m) > 1 && m[1] != "" {
			r.add(Effect{Kind: pipeline.KindRead, Object: m[1]})
		}
		if r.t.loads[word] {
			r.add(Effect{Kind: pipeline.KindCode, Object: "."})
		}
		return true
	}
	return r.t.words[word] || sexpNumber.MatchString(word) || r.t.keywords && sexpKeyword.MatchString(word) || smallName(strings.TrimRight(word, "?!*"), '-') ||
		r.t.folds && len(word) > 2 && word[0] == '*' && smallName(strings.Trim(word, "*"), '-')
}

// otherPackage are packages of Common Lisp that are nobody's tests.
var otherPackage = regexp.MustCompile(`^(?:sb-|uiop|asdf|ql|cl|common-lisp|ext|si|ccl|swank|slynk|cffi)|shell|process|exec|command|launch`)

// firstThreaded is the place of a call that gets nothing put into it.
var firstThreaded = regexp.MustCompile(`\((?:some)?->>?\s+\($`)

// threaded reports whether something of Clojure may put a word into the call that
// begins before a place.
func (r *sexpReader) threaded(begin int) bool {
	return r.puts && !firstThreaded.MatchString(r.s[max(begin-40, 0):begin])
}
