package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// plSecret is a variable of the environment that is asked for; whether it is a secret
// depends on its name.
func plSecret(name string) Effect { return Effect{Kind: pipeline.KindSecret, Object: name} }

// plUnary lists functions with one argument or none, which is $_ then; plLists
// those with a list; plAlone those without any.
const (
	plUnary = "lc uc lcfirst ucfirst length abs int sqrt sin cos exp log hex oct ord chr rand srand localtime gmtime defined undef scalar quotemeta chomp chop shift pop keys values each delete exists exit sleep eof local lock_none"
	plLists = "print printf say join push unshift splice sprintf die warn reverse sort map grep split index rindex substr atan2 return"
	plAlone = "time"
)

// named is what begins with a word: a text before =>, a quote, a declaration, a
// function. A function of Perl that is on none of the lists may start, load or read by
// name: system, exec, require, eval, do FILE, opendir, and many more. Names that the
// program defines come after those that mean something to Perl.
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
	if p.ahead("Time::Piece->strptime(") {
		p.moment()
		return
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
	case w == "read" || w == "sysread":
		p.at = end
		p.skip()
		p.readsBytes()
	case w == "seek":
		p.at = end
		p.skip()
		p.seeks()
	case w == "unpack":
		p.at = end
		p.skip()
		p.unpacks()
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

// declared is what stands behind my. Constants that a variable gets where it is
// declared are kept, since files are opened by them later.
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

// plainVariable is a variable of the program's own. A special one, or one of another
// package, is no variable of the program's.
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

// unaryCall is a function with one argument. Without one, what follows must not be
// anything that could begin one. keys $x and its like took references from 5.14 to 5.22
// (perl5140delta, perl5240delta), and a text in the place of one would be the name of a
// variable.
func (p *plParser) unaryCall(w string) {
	defer p.changes(w, p.nests.rows.seen)
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

// listCall is a function with a list, in brackets or not. Blocks stand before the list
// of map, grep, sort and some of List::Util. Whether braces behind map are a block or a
// hash Perl guesses by what stands in them (perlfunc, map); only what certainly is a
// block is read.
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
	rows := &p.nests.rows
	seen, writes := rows.seen, rows.writes
	if end, _ := p.rowName(); listWords("push unshift splice", w) && (p.byte() != '@' || !p.strict && end >= 0) {
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
		if w != "map" {
			rows.seen = seen // what it says is only asked
		}
		given := rows.seen
		wrote := rows.writes != writes
		if !p.ends() {
			p.list()
		}
		p.failed = p.failed || wrote && rows.seen != given // $_ is the element itself
	case w == "sort" && nameStart(p.byte()) && !listWords("keys values map grep reverse split", p.peek()):
		p.failed = true // the name of a function
	case p.ends():
	default:
		if c := p.byte(); c == '=' || c == ',' || c == '.' || c == '?' || c == '*' || c == '&' || c == '|' || c == '>' {
			p.failed = true
			return
		}
		p.list()
		if rows.seen != seen && (listWords("substr encode decode encode_utf8 decode_utf8", w) || rows.writes != writes && listWords("map grep", w)) {
			p.failed = true // it may set what it is given
		}
	}
	if closed {
		p.need(")")
		if p.byte() == '[' {
			p.failed = true
		}
	}
}
