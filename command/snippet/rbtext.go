package snippet

import (
	"strings"
	"unicode/utf8"
)

// literal reads a text, a regular expression or a list of words whose first byte behind
// the opening stands at a place. It ends at the byte that closes; a bracket of the same
// kind may not stand within. "#$x" and "#@x" put variables in without braces, and are
// not read. A bracket of the same kind would have to be counted with those in what is
// put in; whoever needs that takes other brackets.
func (p *rbParser) literal(at int, closes byte, expand bool) *node {
	open := byte(0)
	if i := strings.IndexByte("}])>", closes); i >= 0 {
		open = "{[(<"[i]
	}
	n := p.node(nFormat, "")
	from := at
	piece := func(to int) {
		if to > from {
			t := p.node(nText, "")
			t.text, t.sure = rbUnescape(p.s[from:to], expand, closes)
			n.kids = append(n.kids, t)
		}
	}
	for ; at < len(p.s) && !p.failed; at++ {
		switch c := p.s[at]; {
		case c == closes:
			piece(at)
			p.tok.end = at + 1
			return n
		case c == open && open != 0:
			return p.fail()
		case c == '\\':
			if at++; expand && at < len(p.s) && !rbEscape(p.s, at) {
				return p.fail()
			}
		case c == '#' && expand && at+1 < len(p.s) && (p.s[at+1] == '$' || p.s[at+1] == '@'):
			return p.fail()
		case c == '#' && expand && at+1 < len(p.s) && p.s[at+1] == '{':
			piece(at)
			saved := p.noDo
			p.noDo = 0
			p.tok = rbNext(p.s, at+2)
			if p.tok.kind == rbBad {
				return p.fail()
			}
			arg := p.node(nArg, "", p.stmt())
			arg.sure = true
			n.kids = append(n.kids, arg)
			p.noDo = saved
			if !p.peek("}") {
				return p.fail()
			}
			at = p.tok.end - 1
			from = at + 1
		}
	}
	return p.fail()
}

// rbEscape reports whether the escape at a place is one byte, or a code in hex:
// \c and \M- take what follows, a quote as well.
func rbEscape(s string, at int) bool {
	switch c := s[at]; c {
	case 'c', 'C', 'M':
		return false
	case 'u':
		if at+1 < len(s) && s[at+1] == '{' {
			end := strings.IndexByte(s[at:], '}')
			return end > 2 && strings.Trim(s[at+2:at+end], "0123456789abcdefABCDEF ") == ""
		}
		return at+4 < len(s) && strings.Trim(s[at+1:at+5], "0123456789abcdefABCDEF") == ""
	default:
		return c < utf8.RuneSelf
	}
}

// rbUnescape is the value of a piece of a text, if it is sure. In single quotes a
// backslash means itself but before another one or the quote; a text with such a one is
// not sure, though it is a text.
func rbUnescape(s string, expand bool, closes byte) (text string, sure bool) {
	if !strings.Contains(s, `\`) {
		return s, true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch {
		case !expand && s[i] != '\\' && s[i] != closes:
			return "", false
		case s[i] == '\\' || s[i] == closes || s[i] == '"' || s[i] == '/' || s[i] == '#':
			b.WriteByte(s[i])
		case s[i] == 'n':
			b.WriteByte('\n')
		case s[i] == 't':
			b.WriteByte('\t')
		default:
			return "", false
		}
	}
	return b.String(), true
}

// text is "…" or '…'. A constant is an nText. closes ends it, expand says whether
// escapes and expressions mean something, at is where it begins.
func (p *rbParser) text(closes byte, expand bool, at int) *node {
	n := p.literal(at, closes, expand)
	return simplified(n)
}

// simplified is a format without expressions as a text.
func simplified(n *node) *node {
	if n.kind == nFormat && len(n.kids) == 0 {
		return &node{kind: nText, sure: true, at: n.at}
	}
	if n.kind == nFormat && len(n.kids) == 1 && n.kids[0].kind == nText {
		return n.kids[0]
	}
	return n
}

// regexp is /…/ and its flags. Groups with names become variables where it stands left
// of =~. Flags that change what a letter is (n, e, s, u) are not read.
func (p *rbParser) regexp(closes byte, at int) *node {
	from := at
	n := p.literal(at, closes, true)
	if p.failed {
		return n
	}
	body := p.s[from : p.tok.end-1]
	n.kind = nRegexp
	for rest := body; ; {
		i := strings.Index(rest, "(?<")
		if i < 0 {
			break
		}
		rest = rest[i+3:]
		if end := strings.IndexByte(rest, '>'); end > 0 && rest[0] != '=' && rest[0] != '!' {
			p.groups = append(p.groups, rest[:end])
		}
	}
	end := p.tok.end
	for end < len(p.s) && p.s[end] >= 'a' && p.s[end] <= 'z' {
		end++
	}
	if strings.Trim(p.s[p.tok.end:end], "imxo") != "" || end < len(p.s) && (nameByte(p.s[end]) || p.s[end] >= utf8.RuneSelf) {
		return p.fail()
	}
	p.tok.end = end
	return n
}

// percent is %w[…], %i[…], %q(…), %Q(…), %(…), %r{…} or %x(…); anything else is not
// understood. %x starts a program, as backquotes do. Which letters may stand behind the
// sign is settled by whether a value is expected, which the parser knows (Ruby,
// "Literals").
func (p *rbParser) percent() *node {
	at := p.tok.at + 1
	verb := byte('Q')
	if at < len(p.s) && p.s[at] >= 'A' && p.s[at] <= 'z' && p.s[at] != '[' {
		verb = p.s[at]
		at++
	}
	i := -1
	if at < len(p.s) {
		i = strings.IndexByte("{[(|", p.s[at])
	}
	if i < 0 || strings.IndexByte("wiqQrx", verb) < 0 {
		return p.fail()
	}
	closes := "}])|"[i]
	switch verb {
	case 'r':
		return p.regexp(closes, at+1)
	case 'x':
		return p.started(p.text(closes, true, at+1))
	case 'q', 'Q':
		return p.text(closes, verb == 'Q', at+1)
	}
	n := simplified(p.literal(at+1, closes, false))
	if p.failed || !n.sure {
		return p.fail()
	}
	list := p.node(nList, "")
	for word := range strings.FieldsFuncSeq(n.text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }) {
		one := p.node(nText, word)
		one.sure = true
		list.kids = append(list.kids, one)
	}
	return list
}
