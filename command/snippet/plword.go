package snippet

import (
	"strings"

	"passepartout/pipeline"
)

func plSecret(name string) Effect { return Effect{Kind: pipeline.KindSecret, Object: name} }

// plUnary lists functions with one argument or none, which is $_ then; plLists
// those with a list; plAlone those without any.
const (
	plUnary = "lc uc lcfirst ucfirst length abs int sqrt sin cos exp log hex oct ord chr rand srand localtime gmtime defined undef scalar quotemeta chomp chop shift pop keys values each delete exists exit sleep eof local lock_none"
	plLists = "print printf say join push unshift splice sprintf die warn reverse sort map grep split index rindex substr atan2 return"
	plAlone = "time"
)

// named is what begins with a word: a text before =>, a quote, a declaration, a
// function.
//
// Long: one case a kind of word.
func (p *plParser) named() {
	w := p.peek()
	if p.fat(len(w)) {
		p.at += len(w)
		p.skip()
		return
	}
	end := p.at + len(w)
	next := byte(0)
	if end < len(p.s) {
		next = p.s[end]
	}
	if next == ':' && strings.HasPrefix(p.s[end:], "::") || next == '\'' && !listWords("q qq m s y tr qw", w) || next >= 0x80 {
		p.failed = true
		return
	}
	switch {
	case w == "glob":
		p.globs()
	case w == "find" && listWords(p.imports, "find") && !listWords(p.subs, "find"):
		p.at = end
		p.skip()
		p.finds()
	case w == "open", w == "close", w == "binmode":
		p.at = end
		if p.skip(); w == "open" {
			p.opens()
		} else {
			p.closes(w)
		}
	case w == "do" && strings.HasPrefix(strings.TrimLeft(p.s[end:], " "), "{"):
		p.at = end
		p.skip()
		p.block()
	case w == "qr" && next == '/':
		p.at = end
		p.match('/')
	case next == '(' && listWords(p.subs, w) && plOwnName(w):
		p.at = end
		p.take("(")
		if !p.take(")") {
			p.expr()
			p.need(")")
		}
		if p.strict {
			p.chain()
		}
	case listWords("q qq qw m s y tr", w):
		p.at = end
		p.quote(w)
	case w == "my" || w == "our":
		p.at = end
		p.skip()
		p.declared()
	case listWords(plAlone, w):
		p.at = end
		p.skip()
		if p.take("(") {
			p.need(")")
		}
	case listWords(plUnary, w):
		p.at = end
		p.skip()
		p.unaryCall(w)
	case listWords(plLists, w) || listWords(p.imports, w):
		p.at = end
		p.skip()
		p.listCall(w)
	default:
		p.failed = true
	}
}

// declared is what stands behind my.
func (p *plParser) declared() {
	if !p.take("(") {
		if c := p.byte(); c != '$' && c != '@' && c != '%' {
			p.failed = true
			return
		}
		from := p.at
		if p.plainVariable(); p.s[from] == '$' && !p.failed {
			name := p.s[from+1 : wordEnd(p.s, from+1)]
			p.valued(name, p.depth <= 4 && !p.inSub)
		}
		return
	}
	var names []string
	for !p.failed && !p.take(")") {
		if from := p.at; !p.word("undef") {
			p.plainVariable()
			name := ""
			if !p.failed && p.s[from] == '$' {
				name = p.s[from+1 : wordEnd(p.s, from+1)]
			}
			names = append(names, name)
		}
		if !p.take(",") && p.byte() != ')' {
			p.failed = true
		}
	}
	p.listed(names)
	p.pair(names)
	for _, name := range names {
		p.files.used[name] = p.files.used[name] || p.files.paths[name] == nil
	}
}

// plainVariable is a variable of the program's own.
func (p *plParser) plainVariable() {
	if c := p.byte(); c != '$' && c != '@' && c != '%' {
		p.failed = true
		return
	}
	hash := p.byte() == '%'
	p.at++
	name := p.peek()
	if name == "" || plSpecial(name) || name == "ARGV" {
		p.failed = true
		return
	}
	p.named1(name, true)
	if c := p.byte(); hash && c != ';' && c != '}' && p.at < len(p.s) { // it may be given values
		p.nests.plainly(name)
	}
}

// unaryCall is a function with one argument. Without one, what follows must not
// be anything that could begin one.
func (p *plParser) unaryCall(w string) {
	if p.take("(") {
		if w == "keys" {
			p.nests.asked = p.at + 1
		}
		if c := p.byte(); c != ')' {
			if listWords("keys values each shift pop", w) && c != '@' && c != '%' {
				p.failed = true
			}
			p.expr()
		} else {
			p.argv = p.argv || listWords("shift pop", w)
			p.reads = p.reads || w == "eof"
		}
		p.need(")")
		return
	}
	if w == "keys" {
		p.nests.asked = p.at + 1
	}
	switch c := p.byte(); {
	case listWords("keys values each shift pop", w) && c != '@' && c != '%' && (c == '$' || c == '"' || c == '\'' || nameStart(c)) && !p.ends():
		p.failed = true // a text would be the name of a variable
	case c == '$' || c == '@' || c == '%' || c == '"' || c == '\'' || digit(c) || nameStart(c) && !listWords("if unless while until for foreach and or eq ne lt gt le ge cmp", p.peek()):
		p.unary()
	case p.ends(), c == ',', c == '>', p.ahead("=="), p.ahead("!="), p.ahead("=>"), p.ahead("||"), nameStart(c):
		p.argv = p.argv || listWords("shift pop", w)
	default:
		p.failed = true
	}
}

// listCall is a function with a list, in brackets or not. Blocks stand before
// the list of map, grep, sort and some of List::Util.
func (p *plParser) listCall(w string) {
	closed := false
	if p.byte() == '(' {
		p.take("(")
		closed = true
	}
	if listWords("print printf say", w) {
		p.printsTo()
		if p.word("STDERR STDOUT") && (p.byte() == ',' || p.byte() == '.') {
			p.failed = true
		}
	}
	if listWords("push unshift splice", w) && p.byte() != '@' {
		p.failed = true
	}
	switch {
	case w == "Dumper" && p.byte() == '\\':
		p.shown()
	case listWords("map grep sort first any all none", w) && p.byte() == '{':
		p.block()
		if p.byte() == ',' {
			p.failed = true // it was a hash
		}
		if !p.ends() {
			p.list()
		}
	case w == "sort" && nameStart(p.byte()) && !listWords("keys values map grep reverse split", p.peek()):
		p.failed = true // the name of a function
	case p.ends():
	default:
		if c := p.byte(); c == '=' || c == ',' || c == '.' || c == '?' || c == '*' || c == '&' || c == '|' || c == '>' {
			p.failed = true
			return
		}
		p.list()
	}
	if closed {
		p.need(")")
		if p.byte() == '[' {
			p.failed = true
		}
	}
}

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
	from := i
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
