package snippet

import "strings"

// expr is an expression with commas, "and", "or" and "not". Values are not followed
// there: what matters is that every part is read and nothing in it does more than
// compute.
func (p *plParser) expr() {
	if !p.enter() {
		return
	}
	defer p.leave()
	for {
		for p.word("not") {
		}
		p.list()
		if !p.word("and or") {
			return
		}
	}
}

// list is expressions with commas between them.
func (p *plParser) list() {
	p.assign()
	for !p.failed && (p.take("=>") || p.byte() == ',' && p.take(",")) {
		if p.ends() {
			return
		}
		p.assign()
	}
}

// ends reports whether no value follows. A word that ends a statement ends a list as
// well; a variable of that name has a sign before it.
func (p *plParser) ends() bool {
	c := p.byte()
	return p.at >= len(p.s) || c == ')' || c == ']' || c == '}' || c == ';' || c == ':' || listWords("if unless while until for foreach and or", p.peek())
}

// assign is an expression with the operators that bind tighter than a comma.
// How tight they bind among themselves does not matter here.
func (p *plParser) assign() {
	if !p.enter() {
		return
	}
	defer p.leave()
	rows := &p.nests.rows
	since := rows.seen
	p.unary()
	for !p.failed {
		writes := rows.writes
		switch {
		case p.take("++"), p.take("--"):
			p.sets(since)
		case p.binary():
			if rows.writes != writes {
				p.sets(since)
			}
			p.unary()
		case p.byte() == '?' && p.at+1 < len(p.s) && blankByte(p.s[p.at+1]):
			p.take("?")
			p.assign()
			p.need(":")
			p.assign()
			p.failed = p.failed || rows.seen != since && rows.writes != writes // c ? $x : $y = 1 sets either
		case p.ahead("=~"), p.ahead("!~"):
			p.at += 2
			p.skip()
			p.unary()
			if rows.writes != writes {
				p.sets(since)
			}
		default:
			return
		}
	}
}

// binary takes an operator between two values. x of a large number fills the memory,
// which no other operator does.
func (p *plParser) binary() bool {
	if w := p.peek(); p.word("eq ne lt gt le ge cmp xor x") {
		if w == "x" && digit(p.byte()) && rbNumeric(p.s, p.at)-p.at > 5 || w == "x" && strings.HasPrefix(p.s[p.at:], "1e") {
			p.failed = true // as much memory as that
		}
		return true
	}
	if w := p.peek(); len(w) > 1 && w[0] == 'x' && strings.Trim(w[1:], "0123456789") == "" { // "-"x20
		p.at++
		return true
	}
	if p.ahead("=>") || p.ahead("=~") || p.ahead("!~") || p.ahead("->") || p.ahead("++") || p.ahead("--") || p.ahead("<<") || p.ahead("~~") {
		return false
	}
	for _, op := range [...]string{"**=", "||=", "&&=", "//=", "<=>", "...", "**", "||", "&&", "//", "..", "+=", "-=", "*=", "/=", ".=", "%=", "x=", "|=", "&=", "^=", "==", "!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "%", ".", "|", "&", "^"} {
		if p.ahead(op) {
			if p.argument(op) {
				p.failed = true
				return false
			}
			if op[len(op)-1] == '=' && !listWords("== != <= >=", op) {
				p.nests.rows.writes++
			}
			p.at += len(op)
			p.skip()
			return true
		}
	}
	return false
}

// argument reports whether Perl may take an operator for the begin of a value:
// print $x /a/ prints to a handle.
func (p *plParser) argument(op string) bool {
	end := p.at + len(op)
	return strings.IndexByte("/%&*<?+-.", op[0]) >= 0 && op != ".." && op != "..." && op != "&&" && p.at > 0 && blankByte(p.s[p.at-1]) && end < len(p.s) && !blankByte(p.s[end]) && op[len(op)-1] != '='
}

// unary reads a value with the signs before and behind it.
func (p *plParser) unary() {
	if !p.enter() {
		return
	}
	defer p.leave()
	switch c := p.byte(); {
	case p.take("++"), p.take("--"):
		since := p.nests.rows.seen
		p.unary()
		p.sets(since)
	case c == '!', c == '+':
		p.at++
		p.skip()
		p.unary()
	case c == '-': // -e, -bareword
		if p.tested() {
			return
		}
		if p.at++; nameStart(p.byte()) {
			p.failed = true
			return
		}
		p.skip()
		p.unary()
	default:
		p.term()
	}
}

// term is one value. strict: the program says use strict, so that a text is never taken
// for a reference (perlref, "Not-so-symbolic references"), and references may be gone
// through.
//
// Long: one case a kind of value.
func (p *plParser) term() {
	if p.nodes++; p.nodes > maxNodes || p.failed {
		p.failed = true
		return
	}
	switch c := p.byte(); {
	case p.strict && p.refers():
		p.through()
	case p.strict && c == '\\':
		p.reference()
	case !p.strict && p.row():
	case !p.strict && c == '[':
		p.key("]")
		p.alone()
	case p.strict && (c == '[' || c == '{'):
		p.anonymous()
	case c == '<' && p.ahead("<$"):
		p.handle()
	case (c == '@' || c == '%') && p.at+1 < len(p.s) && p.s[p.at+1] == '{':
		p.nested()
	case c == '$', c == '@', c == '%':
		p.variable()
	case digit(c), c == '.' && p.at+1 < len(p.s) && digit(p.s[p.at+1]):
		p.number()
	case c == '"':
		if text, ok := p.part('"'); ok {
			p.interpolated(text, false)
		}
		p.skip()
	case c == '\'':
		p.part('\'')
		p.skip()
	case c == '/':
		p.match('/')
	case c == '(':
		p.take("(")
		if p.byte() != ')' {
			p.expr()
		}
		p.need(")")
		if p.byte() == '[' { // (split)[0, 2]
			p.take("[")
			p.expr()
			p.need("]")
			break
		}
		p.asksMoment()
	case p.take("<STDIN>"):
		p.nests.rows.writes++ // while (<STDIN>) sets $_
	case p.take("<>"):
		p.nests.rows.writes++
		p.reads = true
	case nameStart(c):
		p.named()
	default:
		p.failed = true
	}
}

// number reads a number. 010 is eight and 1.x a call of a method or a text, so that
// neither is read.
func (p *plParser) number() {
	from := p.at
	p.at = rbNumeric(p.s, p.at)
	if p.byte() == '.' && !p.ahead("..") { // "1." is a number: what follows is no begin of a value
		p.failed = true
	}
	if p.at < len(p.s) && nameByte(p.s[p.at]) && p.s[p.at] != 'x' || p.s[from] == '0' && p.at-from > 1 && digit(p.s[from+1]) {
		p.failed = true
	}
	p.skip()
}

// plSpecial lists variables that are more than variables. @INC says where modules are
// looked for, %SIG what is called, @ISA which class is asked next.
func plSpecial(name string) bool {
	return listWords("INC SIG ISA EXPORT EXPORT_OK ARGVOUT STDIN STDOUT STDERR DATA AUTOLOAD DESTROY VERSION OVERLOAD ENV", name)
}

// variable is $x, $x[0], $x{a}, @x, @x[0, 1], @x{…}, %x, $#x. Of the variables of signs
// those are read that only tell (perlvar); to set $/, $\ or $, changes how lines are
// read and printed, no more.
//
// Long: one case a kind of variable.
func (p *plParser) variable() {
	sigil, from := p.byte(), p.at
	p.at++
	if sigil == '$' && p.byte() == '#' {
		p.at++
		if p.byte() == '{' {
			p.at--
			p.nested()
			return
		}
		if name := p.peek(); name == "" || plSpecial(name) {
			p.failed = true
		} else {
			p.named1(name, true)
		}
		return
	}
	if sigil == '$' && p.at < len(p.s) && strings.IndexByte(".,/\\\"|&!0;", p.s[p.at]) >= 0 {
		p.at++
		if digit(p.byte()) || p.byte() == '[' || p.byte() == '{' || p.ahead("::") {
			p.failed = true
		}
		p.skip()
		return
	}
	if sigil == '$' && p.ahead("+{") { // a group of the last match
		p.at++
		p.key("}")
		p.alone()
		return
	}
	if sigil == '$' && digit(p.byte()) {
		for digit(p.byte()) {
			p.at++
		}
		p.skip()
		p.failed = p.failed || p.byte() == '[' || p.byte() == '{'
		return
	}
	if p.at--; p.found() {
		return
	}
	p.at++
	name := p.peek()
	if name == "" || plSpecial(name) && (name != "ENV" || sigil != '$') {
		p.failed = true
		return
	}
	p.named1(name, sigil != '$')
	if sigil == '$' && p.byte() != '[' && p.byte() != '{' {
		p.files.used[name] = true
	}
	if sigil == '$' && p.asksMoment() {
		return
	}
	if p.strict {
		p.elements(name, sigil)
		return
	}
	if sigil == '%' {
		if p.nests.asked != from+1 || p.byte() == '=' {
			p.nests.plainly(name)
		}
		return
	}
	p.subscript(name, sigil)
}

// refers reports whether what is at hand goes through a reference. @$x, @{…}, $$x, ${…}
// and $#{…} are such.
func (p *plParser) refers() bool {
	if p.at >= len(p.s) {
		return false
	}
	rest := strings.TrimPrefix(p.s[p.at:], "$#")
	if rest == p.s[p.at:] {
		rest = rest[1:]
		if strings.IndexByte("$@%", p.byte()) < 0 {
			return false
		}
	}
	if rest == "" {
		return false
	}
	return rest[0] == '{' || rest[0] == '$' && len(rest) > 1 && (nameStart(rest[1]) || rest[1] == '$')
}

// elements are what stands behind a variable where texts are no references.
func (p *plParser) elements(name string, sigil byte) {
	if name == "ENV" {
		p.subscript(name, sigil)
		return
	}
	p.argv = p.argv || name == "ARGV"
	if c := p.byte(); sigil == '%' || c != '[' && c != '{' && !p.ahead("->") {
		return
	}
	p.chain()
}

// named1 takes a name that was looked at. A name that goes on with :: or ' is one of
// another package, where it may be anything.
func (p *plParser) named1(name string, whole bool) {
	p.at += len(name)
	if p.ahead("::") || p.byte() == '\'' || p.byte() >= 0x80 {
		p.failed = true
	}
	p.argv = p.argv || name == "ARGV" && (whole || p.byte() == '[')
	p.skip()
}

// subscript is what may stand behind the name of a variable. A bare word in braces is a
// text (perldata), unless a blank or a sign stands with it: {shift} is "shift",
// {shift()} a call.
func (p *plParser) subscript(name string, sigil byte) {
	seen := p.nests.rows.seen
	switch {
	case p.take("["):
		p.argv = p.argv || name == "ARGV"
		p.expr()
		p.need("]")
		p.nests.rows.seen = seen
		if sigil == '$' && name != "ARGV" && (p.byte() == '[' || p.ahead("->[")) {
			p.rowChain(true)
		}
		p.alone()
	case p.byte() == '{':
		defer func() { p.nests.rows.seen = seen }()
		defer func() { p.deeper(name) }()
		same := strings.TrimLeft(p.s[p.at+1:], " \t")
		p.take("{")
		w := p.peek()
		if w != "" && !strings.HasPrefix(same, w) { // on another line, {s} is no text
			p.failed = true
			return
		}
		if end := p.at + len(w); w != "" && strings.HasPrefix(strings.TrimLeft(p.s[end:], " "), "}") {
			p.at = end
			p.skip()
			if name == "ENV" {
				p.add(plSecret(w))
			}
		} else if name == "ENV" && (p.byte() == '"' || p.byte() == '\'') {
			text, _ := p.part(p.byte())
			p.interpolated(text, false)
			p.skip()
			p.add(plSecret(text))
		} else {
			p.expr()
		}
		p.need("}")
	default:
		return
	}
}
