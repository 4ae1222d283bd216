package snippet

import "strings"

// plNests keeps apart hashes whose elements are only ever gone through, as in
// push @{$d{$k}}, $x or $n{$a}{$b}++, and those whose elements are values.
// Where nothing puts a value there, all that Perl finds is what it made itself:
// a list or a hash. Were it a text, it would be the name of a variable.
type plNests struct {
	inner []string // hashes whose elements are gone through
	plain []string // hashes whose elements are used in any other way
	rows  plRows
	asked int // behind the sigil of a hash of which only the keys are asked for
}

// plainly notes that a hash is used as one with plain values.
func (n *plNests) plainly(name string) { n.plain = append(n.plain, name) }

// mixed reports whether a hash is used in both ways, or one of Perl's own is.
func (n *plNests) mixed() bool {
	if len(n.inner) == 0 {
		return false
	}
	plain := make(map[string]bool, len(n.plain))
	for _, name := range n.plain {
		plain[name] = true
	}
	for _, name := range n.inner {
		if plain[name] || plSpecial(name) || name == "ARGV" {
			return true
		}
	}
	return false
}

// nested is @{$x{…}}, %{$x{…}} or $#{$x{…}}, whose sigil is at hand.
func (p *plParser) nested() {
	from := p.at
	p.at++
	p.need("{")
	if p.byte() != '$' {
		p.failed = true
		return
	}
	p.at++
	name := p.peek()
	if name == "" || plSpecial(name) || name == "ARGV" || p.at+len(name) >= len(p.s) || p.s[p.at+len(name)] != '{' {
		p.failed = true
		return
	}
	p.at += len(name)
	p.key("}")
	p.need("}")
	p.nests.inner = append(p.nests.inner, name)
	if p.s[from] == '%' || p.s[from] == '@' {
		p.alone()
	}
}

// key is what stands between brackets: between braces a word is itself.
func (p *plParser) key(closes string) {
	seen := p.nests.rows.seen
	defer func() { p.nests.rows.seen = seen }() // an index is only read
	p.at++
	if end := wordEnd(p.s, p.at); closes == "}" && nameStart(p.byte()) && end < len(p.s) && p.s[end] == '}' {
		p.at = end
	} else {
		p.skip()
		p.expr()
	}
	p.need(closes)
}

// deeper is what may stand behind $x{…}: another key or index, and no third.
func (p *plParser) deeper(name string) {
	switch {
	case p.failed:
		return
	case p.byte() == '{' || p.byte() == '[':
		if p.byte() == '{' {
			p.key("}")
		} else {
			p.key("]")
		}
		p.nests.inner = append(p.nests.inner, name)
	default:
		p.nests.plainly(name)
	}
	p.alone()
}

// alone fails where what is at hand would be gone through: a reference, or a
// text that is taken for one.
func (p *plParser) alone() {
	if p.byte() == '[' || p.byte() == '{' || p.ahead("->") {
		p.failed = true
	}
}

// shown is \%x or \@x, which Dumper prints.
func (p *plParser) shown() {
	p.at++
	if c := p.byte(); c != '%' && c != '@' || p.at+1 >= len(p.s) || !nameStart(p.s[p.at+1]) {
		p.failed = true
		return
	}
	p.nests.asked = p.at + 1
	p.variable()
}

// plSubscript says where a simple key or index at the begin of a text ends, or -1.
func plSubscript(s string) int {
	closes := byte(']')
	if s[0] == '{' {
		closes = '}'
	}
	end := strings.IndexByte(s, closes)
	if end < 2 || !plKey(s[1:end], closes == '}') {
		return -1
	}
	return end
}

// plKey allows a number or a simple variable between brackets, between braces
// a word, too: there alone it is no operator.
func plKey(s string, word bool) bool {
	switch {
	case s[0] == '$':
		return len(s) > 1 && wordEnd(s, 1) == len(s)
	case nameStart(s[0]):
		return word && wordEnd(s, 0) == len(s)
	}
	if !word {
		s = strings.TrimPrefix(s, "-")
	}
	return s != "" && strings.Trim(s, "0123456789") == ""
}
