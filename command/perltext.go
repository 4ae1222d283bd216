package command

import "strings"

// perlText reads the part of Perl in which nothing but the text at hand can
// change: s///, y/// and tr/// without e, matches, print, next and chomp with
// if or unless. Everything else is code. Sources: perlop(1), perlre(1).
type perlText struct {
	s    string
	at   int
	subs []perlSubst
}

// perlSubst is one substitution, as it was written.
type perlSubst struct {
	from, to, flags string
	list            bool // y or tr
}

// readPerl reports whether a program stays within that part.
func readPerl(s string) ([]perlSubst, bool) {
	p := perlText{s: s}
	for {
		p.skip(" \t\n;")
		if p.at >= len(p.s) {
			return p.subs, true
		}
		if !p.statement() {
			return nil, false
		}
		p.skip(" \t\n")
		if p.at < len(p.s) && p.s[p.at] != ';' {
			return nil, false
		}
	}
}

// perlTexts reports whether all texts stay within substitutions and matches.
func perlTexts(texts []string) bool {
	for _, text := range texts {
		if _, ok := readPerl(text); !ok {
			return false
		}
	}
	return true
}

// skip goes behind bytes of a set.
func (p *perlText) skip(set string) {
	for p.at < len(p.s) && strings.IndexByte(set, p.s[p.at]) >= 0 {
		p.at++
	}
}

// word takes the letters that stand next.
func (p *perlText) word() string {
	from := p.at
	for p.at < len(p.s) && (p.s[p.at] >= 'a' && p.s[p.at] <= 'z' || p.s[p.at] >= 'A' && p.s[p.at] <= 'Z') {
		p.at++
	}
	return p.s[from:p.at]
}

// statement is an action, with a condition behind it or not.
func (p *perlText) statement() bool {
	from := p.at
	if p.condition() { // /re/ && s/a/b/, /re/ and print
		p.skip(" \t")
		switch {
		case p.at >= len(p.s) || p.s[p.at] == ';':
			return true
		case strings.HasPrefix(p.s[p.at:], "&&"):
			p.at += 2
		default:
			if w := p.word(); w != "and" && w != "or" {
				return false
			}
		}
		p.skip(" \t")
	} else {
		p.at = from
	}
	switch w := p.word(); w {
	case "s", "y", "tr":
		if !p.change(w) {
			return false
		}
	case "print", "next", "last", "chomp":
		if p.skip(" \t"); w == "print" && strings.HasPrefix(p.s[p.at:], `"`) {
			if text, ok := p.part('"'); !ok || !plainString(text) {
				return false
			}
		}
	default:
		return false
	}
	p.skip(" \t")
	if p.at >= len(p.s) || p.s[p.at] == ';' {
		return true
	}
	if w := p.word(); w != "if" && w != "unless" {
		return false
	}
	p.skip(" \t")
	return p.condition()
}

// condition is /re/, m/re/, $. == 3 or eof.
func (p *perlText) condition() bool {
	p.skip("! \t")
	rest := p.s[min(p.at, len(p.s)):]
	switch {
	case strings.HasPrefix(rest, "/"):
	case strings.HasPrefix(rest, "m") && len(rest) > 1 && strings.IndexByte("/{|#!,", rest[1]) >= 0:
		p.at++
	case strings.HasPrefix(rest, "$."):
		p.at += 2
		from := p.at
		p.skip(" \t<>=!0123456789")
		return p.at > from
	default:
		return false
	}
	re, ok := p.part(p.s[p.at])
	if !ok || !plainRegexp(re) {
		return false
	}
	p.skip("gimsx")
	return true
}

// part takes what stands between delimiters; between brackets no bracket of
// the same kind may stand.
func (p *perlText) part(open byte) (string, bool) {
	p.at++
	end := open
	if i := strings.IndexByte("{([<", open); i >= 0 {
		end = "})]>"[i]
	}
	for from := p.at; p.at < len(p.s); p.at++ {
		switch c := p.s[p.at]; {
		case c == '\\':
			p.at++
		case c == end:
			p.at++
			return p.s[from : p.at-1], true
		case c == open:
			return "", false
		}
	}
	return "", false
}

// change reads the two parts and the flags of s, y or tr.
func (p *perlText) change(verb string) bool {
	if p.at >= len(p.s) {
		return false
	}
	open := p.s[p.at]
	if open == '\'' || open == '_' || open <= ' ' || open >= 0x80 || open == ';' || open == '\\' || wordByte(open) && open != '.' {
		return false
	}
	from, ok := p.part(open)
	if !ok {
		return false
	}
	if strings.IndexByte("{([<", open) >= 0 {
		p.skip(" \t\n")
		if p.at >= len(p.s) || p.s[p.at] != open {
			return false
		}
	} else {
		p.at--
	}
	to, ok := p.part(open)
	if !ok {
		return false
	}
	start := p.at
	p.skip(letterSet)
	flags := p.s[start:p.at]
	sub := perlSubst{from: from, to: to, flags: flags, list: verb != "s"}
	p.subs = append(p.subs, sub)
	if sub.list {
		return strings.Trim(flags, "cds") == ""
	}
	if i := strings.IndexAny(flags, "iu"); i >= 0 && (flags[i:] == "if" || strings.HasSuffix(flags, "if") || strings.HasSuffix(flags, "unless")) {
		return false // "s/a/b/if": flags or a word
	}
	return strings.Trim(flags, "gimsx") == "" && plainRegexp(from) && plainReplacement(to)
}

// plainRegexp reports whether a regular expression neither holds code nor has
// variables put into it: perlre(1), "Extended Patterns".
func plainRegexp(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
			if i < len(s) && (s[i] == 'p' || s[i] == 'P' || s[i] == 'N') { // properties may be subroutines
				return false
			}
		case '@':
			return false
		case '$':
			if i+1 < len(s) && s[i+1] != ')' && s[i+1] != '|' {
				return false
			}
		case '(':
			if strings.HasPrefix(s[i:], "(?") && !strings.HasPrefix(s[i:], "(?:") && !strings.HasPrefix(s[i:], "(?=") && !strings.HasPrefix(s[i:], "(?!") && !strings.HasPrefix(s[i:], "(?<=") && !strings.HasPrefix(s[i:], "(?<!") || strings.HasPrefix(s[i:], "(*") {
				return false
			}
		}
	}
	return true
}

// plainString allows in a text the variables that hold a line, its number, its
// file and what was matched: perlvar(1).
func plainString(s string) bool {
	if strings.Contains(s, "::") { // another package's
		return false
	}
	for _, name := range [...]string{"$ARGV", "$.", "$_", "$&"} {
		s = strings.ReplaceAll(s, name+":", " ")
		for at := strings.Index(s, name); at >= 0; at = strings.Index(s, name) {
			if rest := s[at+len(name):]; rest != "" && (wordByte(rest[0]) || strings.IndexByte("[{-:(", rest[0]) >= 0) {
				return false
			}
			s = s[:at] + " " + s[at+len(name):]
		}
	}
	return plainReplacement(s)
}

// plainReplacement allows $1 to $9 and $& as the only variables.
func plainReplacement(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
			if i < len(s) && s[i] == 'N' {
				return false
			}
		case '@':
			return false
		case '$':
			if i+1 >= len(s) || s[i+1] != '&' && (s[i+1] < '1' || s[i+1] > '9') || i+2 < len(s) && strings.IndexByte("[{-:", s[i+2]) >= 0 {
				return false
			}
			i++
		}
	}
	return true
}
