package snippet

import "strings"

// What stands between quotes in Perl: texts, patterns, and what is put into either
// (perlop, "Quote and Quote-like Operators", "Gory details of parsing quoted
// constructs"). Nothing is put in but plain variables and their elements, since @{[ ]}
// and ${\ } run whatever they hold, and so do (?{ }) and the flag e of s///.

// quote is q, qq, qw, m, s, y or tr with what it quotes.
func (p *plParser) quote(w string) {
	open := p.byte()
	if open == 0 || strings.IndexByte("/{([|!,", open) < 0 && !(open == '#' && w != "qw") {
		p.failed = true
		return
	}
	switch w {
	case "q", "qw":
		p.part(open)
	case "qq":
		text, _ := p.part(open)
		p.interpolated(text, false)
	case "m":
		p.match(open)
		return
	default:
		p.change(w, open)
		return
	}
	p.skip()
}

// match is a regular expression.
func (p *plParser) match(open byte) {
	text, _ := p.part(open)
	p.interpolated(text, true)
	p.flags("gimsxoc")
}

// flags takes the letters behind a pattern, of which none may be missing in the list: e
// runs what is put in, r makes another value of it.
func (p *plParser) flags(allowed string) {
	for p.at < len(p.s) && strings.IndexByte(allowed, p.s[p.at]) >= 0 {
		p.at++
	}
	if p.at < len(p.s) && nameByte(p.s[p.at]) {
		p.failed = true // other flags, or a word that they run into
	}
	p.skip()
}

// change is s/a/b/ or y/a/b/. With e, the second part is an expression.
func (p *plParser) change(w string, open byte) {
	from, _ := p.part(open)
	if strings.IndexByte("{([", open) >= 0 {
		p.skip()
		if p.byte() != open {
			p.failed = true
			return
		}
	} else {
		p.at--
	}
	begin := p.at + 1
	to, _ := p.part(open)
	if p.failed {
		return
	}
	p.nests.rows.writes++
	if w != "s" {
		p.flags("cdsr")
		return
	}
	p.interpolated(from, true)
	end := p.at
	for p.at < len(p.s) && p.s[p.at] >= 'a' && p.s[p.at] <= 'z' {
		p.at++
	}
	flags := p.s[end:p.at]
	switch {
	case strings.Trim(flags, "gimsxer") != "" || strings.Count(flags, "e") > 1 || p.at < len(p.s) && nameByte(p.s[p.at]):
		p.failed = true
	case strings.Contains(flags, "e"):
		for i := range len(to) { // what stands behind a backslash may be a delimiter
			if to[i] == '#' || to[i] == '\\' && (i+1 == len(to) || !nameByte(to[i+1])) {
				p.failed = true
			}
		}
		inner := plParser{s: p.s[:begin+len(to)], at: begin, imports: p.imports, nests: p.nests, files: p.files, given: p.given, strict: p.strict, subs: p.subs, inSub: p.inSub, tally: p.tally, report: p.report}
		inner.skip()
		if inner.expr(); inner.at != len(inner.s) {
			inner.failed = true
		}
		p.tally, p.report = inner.tally, inner.report
		p.reads, p.argv = p.reads || inner.reads, p.argv || inner.argv
	default:
		p.interpolated(to, false)
	}
	p.skip()
}

// interpolated judges a text into which variables are put: simple ones, and
// elements by a number, a word or a variable. In a regular expression there are
// no elements, since a bracket may be a class, and no code.
func (p *plParser) interpolated(s string, regexp bool) {
	for i := 0; i < len(s) && !p.failed; i++ {
		switch c := s[i]; {
		case c == '\\':
			if i++; i < len(s) && (s[i] == 'N' || s[i] == 'c' || regexp && (s[i] == 'p' || s[i] == 'P')) {
				p.failed = true
			}
		case c == '(' && regexp:
			rest := s[i:]
			if strings.HasPrefix(rest, "(*") || strings.HasPrefix(rest, "(?") && !plGroup(rest) {
				p.failed = true
			}
		case c == '@':
			if i+1 < len(s) && s[i+1] != ' ' {
				if i = p.inserted(s, i, regexp); i < 0 {
					p.failed = true
				}
			}
		case c == '$':
			if regexp && (i+1 == len(s) || s[i+1] == ')' || s[i+1] == '|') {
				continue // the end of a line
			}
			if i = p.inserted(s, i, regexp); i < 0 {
				p.failed = true
			}
		}
	}
}

// plGroup allows groups that hold no code.
func plGroup(s string) bool {
	for _, begin := range [...]string{"(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i)", "(?i:", "(?s)", "(?m)", "(?x)"} {
		if strings.HasPrefix(s, begin) {
			return true
		}
	}
	rest, ok := strings.CutPrefix(s, "(?<")
	return ok && rest != "" && nameStart(rest[0])
}

// inserted reads a variable in a text and says where it ends, or -1.
//
// Long: one case a part of a variable.
func (p *plParser) inserted(s string, i int, regexp bool) int {
	sigil := s[i]
	i++
	if i >= len(s) {
		return -1
	}
	braced := s[i] == '{'
	if braced {
		i++
	}
	if sigil == '@' && !p.strict && !regexp && p.subs == "" && i+1 < len(s) && s[i] == '$' && nameStart(s[i+1]) { // @$x, @{$x}
		i++
		return p.rowWhole(s, i, braced)
	}
	from := i
	if sigil == '$' && !braced && !regexp && strings.HasPrefix(s[i:], "+{") { // a group of the last match
		end := plSubscript(s[i+1:])
		if more := s[i+1+max(end, 0):]; end < 0 || len(more) > 1 && (more[1] == '[' || more[1] == '{' || strings.HasPrefix(more[1:], "->")) {
			return -1
		}
		return i + 1 + end
	}
	if p.finding && sigil == '$' && !braced && !regexp {
		if name := s[i:]; strings.HasPrefix(name, "File::Find::name") && (len(name) == 16 || !nameByte(name[16]) && strings.IndexByte(":[{-'", name[16]) < 0 && name[16] < 0x80) {
			return i + 15
		}
	}
	switch {
	case i < len(s) && nameStart(s[i]) && s[i] < 0x80:
		i = wordEnd(s, i)
	case sigil == '$' && i < len(s) && s[i] >= '0' && s[i] <= '9':
		for i < len(s) && digit(s[i]) {
			i++
		}
	case sigil == '$' && !regexp && i < len(s) && strings.IndexByte("&.,!/", s[i]) >= 0:
		i++
	default:
		return -1
	}
	name := s[from:i]
	if plSpecial(name) && (name != "ENV" || sigil != '$') || sigil == '@' && name == "ARGV" {
		return -1
	}
	if braced {
		if i >= len(s) || s[i] != '}' {
			return -1
		}
		i++
	}
	rest := s[i:]
	switch {
	case p.strict && !regexp && !braced && sigil == '$' && name != "ENV" && name != "ARGV" && (strings.HasPrefix(rest, "->") || rest != "" && (rest[0] == '[' || rest[0] == '{')):
		return insertedChain(s, i) - 1
	case !p.strict && p.subs == "" && !regexp && !braced && sigil == '$' && !plSpecial(name) && name != "ARGV" && (strings.HasPrefix(rest, "->[") || strings.HasPrefix(rest, "[") || strings.HasPrefix(rest, "->{") && rowWord(rest) > 0):
		return p.rowInserted(s, i) - 1
	case strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "->") || rest != "" && (rest[0] == '\'' || rest[0] >= 0x80 && nameStart(rest[0])):
		return -1
	case rest == "" || rest[0] != '[' && rest[0] != '{':
		return i - 1
	case regexp || braced || name == "ARGV":
		return -1
	}
	end := plSubscript(rest)
	if end < 0 {
		return -1
	}
	if name == "ENV" {
		p.add(plSecret(rest[1:end]))
	}
	if more := rest[end+1:]; more != "" && sigil == '$' && rest[0] == '{' && (more[0] == '[' || more[0] == '{') {
		p.nests.inner = append(p.nests.inner, name)
		second := plSubscript(more)
		if second < 0 {
			return -1
		}
		end += 1 + second
	}
	if more := rest[end+1:]; more != "" && (more[0] == '[' || more[0] == '{' || strings.HasPrefix(more, "->")) {
		return -1
	}
	return i + end
}
