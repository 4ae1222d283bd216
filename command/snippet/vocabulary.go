package snippet

import (
	"regexp"
	"strings"
)

// Some languages are seldom typed on a command line, and then to reckon
// something out. Of those only words are read: every name of a program must be
// one of the language's that only compute and print, or a variable with a name
// that variables of small programs have and that means nothing to the language.
// What a name is used for need not be known then, since nothing that can be
// reached by such names does more. Where a text or a comment ends must be
// beyond doubt; what languages read differently there is refused.

// vocabulary is what is read of a language.
type vocabulary struct {
	words    map[string]bool // names, with what qualifies them: Enum.sum, lists:seq
	methods  map[string]bool // of values: s:upper()
	join     byte            // what stands between a name and what qualifies it
	comment  byte            // begins one that ends with the line; 0: none is read
	marks    string          // signs that may stand between names
	quotes   string          // what texts stand in
	variable *regexp.Regexp
	named    func(name string) bool // instead of variable
	fields   bool                   // a variable may have fields, which are data
	sigils   bool                   // Elixir's atoms, keys and ~D[2024-01-01]
	data     bool                   // a name that is not called is data
	prime    bool                   // a quote behind a value turns it round
	primes   bool                   // and in a name it is a letter
	refuses  *regexp.Regexp         // what no such program has
	reads    func(s *scanned) bool  // takes a call that reads a file
}

// scanned is a program under way.
type scanned struct {
	v       *vocabulary
	text    string
	at      int
	depth   int
	effects []Effect
}

// plainNames are what variables of small programs are called.
const plainNames = `[A-Za-z][0-9]?|acc|res|out|xs|ys|zs|ns|lst|row|col|val|key|total|count|result|data|mat|vec|pair|item|items|word|words|nums|idx|step|lo|hi|cur|avg|fact|fib|sq|square|primes`

// spoken reads a program.
func (v *vocabulary) spoken(text string, depth int) ([]Effect, bool) {
	if depth > 4 || len(text) > MaxText || v.refuses.MatchString(text) {
		return nil, false
	}
	s := &scanned{v: v, text: text, depth: depth}
	for s.at < len(s.text) {
		if !s.next() {
			return nil, false
		}
	}
	return s.effects, true
}

// next takes one token.
func (s *scanned) next() bool {
	switch c := s.text[s.at]; {
	case s.v.comment != 0 && c == s.v.comment:
		end := strings.IndexByte(s.text[s.at:], '\n')
		if end < 0 {
			end = len(s.text) - s.at
		}
		s.at += end
		return true
	case s.v.prime && c == '\'' && s.behindValue():
		s.at++
		return true
	case strings.IndexByte(s.v.quotes, c) >= 0:
		return s.quoted(c)
	case s.v.sigils && c == '~' && s.at+1 < len(s.text) && letter(s.text[s.at+1]):
		m := plainSigil.FindString(s.text[s.at:])
		s.at += len(m)
		return m != ""
	case letter(c) || c == '_':
		return s.name()
	case c >= '0' && c <= '9':
		for s.at < len(s.text) && (nameByte(s.text[s.at]) || s.text[s.at] == '.' && s.at+1 < len(s.text) && s.text[s.at+1] >= '0' && s.text[s.at+1] <= '9') {
			s.at++
		}
		return true
	default:
		s.at++
		return strings.IndexByte(" \t\n()[]{},;=+-*/<>.", c) >= 0 || strings.IndexByte(s.v.marks, c) >= 0
	}
}

// plainSigil are constants of Elixir into which nothing is put.
var plainSigil = regexp.MustCompile(`^~(?:[DTNUw]\[[^\]\[#\\]*\]|[DTNUw]\([^()#\\]*\)|[DTNU]"[^"#\\]*")a?`)

// behindValue reports whether a value ends just before the place.
func (s *scanned) behindValue() bool {
	return s.at > 0 && (nameByte(s.text[s.at-1]) || strings.IndexByte(")]}'.", s.text[s.at-1]) >= 0)
}

// quoted takes a text. What Elixir inserts into it is a program again.
func (s *scanned) quoted(quote byte) bool {
	before := strings.TrimRight(s.text[:s.at], " \t\n")
	if s.v.prime && quote == '\'' && before != "" && strings.IndexByte("([{,;=+-*/<>", before[len(before)-1]) < 0 {
		return false // a value behind a blank: it may be turned round
	}
	begin := s.at + 1
	if strings.HasPrefix(s.text[begin:], string(quote)+string(quote)) {
		return false // longer quotes
	}
	for i := begin; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == quote:
			s.at = i + 1
			return true
		case c == '\\' && quote == '\'' && s.v.prime: // there it is a letter
		case c == '\n', c == '\\' && (quote == '\'' || i+1 < len(s.text) && strings.IndexByte(" \t\n", s.text[i+1]) >= 0):
			return false
		case c == '\\':
			i++
		case s.v.sigils && strings.HasPrefix(s.text[i:], "#{"):
			inner, _, closed := strings.Cut(s.text[i+2:], "}")
			if !closed || strings.ContainsAny(inner, `"'{\`) {
				return false
			}
			effects, ok := s.v.spoken(inner, s.depth+1)
			if !ok {
				return false
			}
			s.effects = append(s.effects, effects...)
			i += len(inner) + 2
		}
	}
	return false
}

// name takes a name with what qualifies it.
func (s *scanned) name() bool {
	begin, before := s.at, byte(' ')
	if begin > 0 {
		before = s.text[begin-1]
	}
	s.word()
	first := s.text[begin:s.at]
	switch {
	case s.v.join == '.' && before == '.' && (begin < 2 || s.text[begin-2] != '.'), s.v.join == ':' && before == ':': // of something that is no plain name
		return false
	case s.v.sigils && before == ':': // an atom, which may name a module
		return s.at >= len(s.text) || s.text[s.at] != '.'
	case s.v.methods != nil && before == ':':
		return s.v.methods[first]
	}
	plain := !s.v.words[first] && (s.v.named != nil && s.v.named(first) || s.v.variable != nil && s.v.variable.MatchString(first))
	for s.at+1 < len(s.text) && s.text[s.at] == s.v.join && (letter(s.text[s.at+1]) || s.text[s.at+1] == '_') {
		s.at++
		s.word()
	}
	whole := s.text[begin:s.at]
	switch {
	case plain:
		return whole == first || s.v.fields
	case s.v.words[whole]:
		return true
	case whole == first && (s.v.data && !s.called() || s.v.sigils && s.at < len(s.text) && s.text[s.at] == ':' && !strings.HasPrefix(s.text[s.at:], "::")):
		return true // an atom of Erlang, a key of Elixir
	}
	s.at = begin
	return s.v.reads != nil && s.v.reads(s)
}

// called reports whether what stands behind the place makes a function of a name.
func (s *scanned) called() bool {
	rest := strings.TrimLeft(s.text[s.at:], " \t\n")
	return rest != "" && (rest[0] == '(' || rest[0] == ':' || rest[0] == '/')
}

// word goes past a name, with the sign at its end that some languages allow.
func (s *scanned) word() {
	for s.at < len(s.text) && (nameByte(s.text[s.at]) || s.v.primes && s.text[s.at] == '\'') {
		s.at++
	}
	if s.v.sigils && s.at < len(s.text) && (s.text[s.at] == '?' || s.text[s.at] == '!') && !strings.HasPrefix(s.text[s.at:], "!=") {
		s.at++
	}
}

// wordsOf makes a set of words.
func wordsOf(list string) map[string]bool {
	out := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}
