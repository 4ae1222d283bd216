package snippet

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// quoted reads a text whose opening quote is the token at hand. What is put into a text
// by braces is an expression of variables, elements and calls of methods (PHP Manual,
// "Strings"), which the parser reads as it reads any.
//
// Long: one case a kind of what stands in a text.
func (p *phParser) quoted() *node {
	at := p.tok.end
	switch p.tok.text {
	case "'":
		return p.single(at)
	case "<<<":
		return p.heredoc(at)
	}
	n := p.node(nFormat, "")
	var b strings.Builder
	piece := func() {
		if b.Len() > 0 {
			t := p.node(nText, b.String())
			t.sure = true
			n.kids = append(n.kids, t)
			b.Reset()
		}
	}
	for at < len(p.s) && !p.failed {
		switch c := p.s[at]; {
		case c == '"':
			piece()
			p.tok.end = at + 1
			p.advance()
			switch {
			case len(n.kids) == 0:
				n = p.node(nText, "")
				n.sure = true
			case len(n.kids) == 1 && n.kids[0].kind == nText:
				n = n.kids[0]
			}
			return n
		case c == '\\' && at+1 < len(p.s):
			at = phEscape(p.s, at+1, &b)
			p.failed = p.failed || at < 0
		case c == '$' && at+1 < len(p.s) && p.s[at+1] == '{': // any expression could name a variable
			return p.fail()
		case c == '$' && at+1 < len(p.s) && nameStart(p.s[at+1]):
			piece()
			at = p.simple(n, at)
		// PHP takes any byte above ASCII into a name.
		case c == '$' && at+1 < len(p.s) && p.s[at+1] >= utf8.RuneSelf:
			return p.fail()
		// {$ begins an expression of variables; the brace is the token that ends it,
		// so the parser goes on within the text and gives the place back.
		case c == '{' && at+1 < len(p.s) && p.s[at+1] == '$':
			piece()
			p.tok = phNext(p.s, at+1)
			if p.tok.kind != phVar {
				return p.fail()
			}
			n.kids = append(n.kids, p.postfix())
			if !p.peek("}") {
				return p.fail()
			}
			at = p.tok.end
		default:
			b.WriteByte(c)
			at++
		}
	}
	return p.fail()
}

// single reads a text in '…', in which \\ and \' are the only escapes. Any other
// backslash means itself.
func (p *phParser) single(at int) *node {
	var b strings.Builder
	for ; at < len(p.s); at++ {
		switch c := p.s[at]; {
		case c == '\'':
			n := p.node(nText, b.String())
			n.sure = true
			p.tok.end = at + 1
			p.advance()
			return n
		case c == '\\' && at+1 < len(p.s) && (p.s[at+1] == '\\' || p.s[at+1] == '\''):
			at++
			b.WriteByte(p.s[at])
		default:
			b.WriteByte(c)
		}
	}
	return p.fail()
}

// simple reads $x, $x[key] and $x->name within a text. In this form a name in the
// brackets is a text without quotes, and only one bracket or one arrow belongs to the
// variable.
func (p *phParser) simple(n *node, at int) int {
	end := wordEnd(p.s, at+1)
	x := p.node(nName, p.s[at:end])
	p.failed = p.failed || end < len(p.s) && p.s[end] >= utf8.RuneSelf
	switch rest := p.s[end:]; {
	case strings.HasPrefix(rest, "["):
		i := strings.IndexByte(rest, ']')
		if i < 2 {
			p.failed = true
			return at
		}
		// Here a key is a bare word, a number or a variable, and nothing else
		// behind the first bracket belongs to it: "$x[a][b]" ends with [b].
		key := rest[1:i]
		name := strings.TrimLeft(key, "$-")
		if strings.Trim(name, letterSet+digitSet+"_") != "" || name == "" || len(key) > len(name)+1 {
			p.failed = true
		}
		k := p.node(nText, key)
		k.sure = true
		if key[0] == '$' {
			k = p.node(nName, key)
		}
		x, end = p.node(nIndex, "", x, k), end+i+1
	case len(rest) > 2 && strings.HasPrefix(rest, "->") && nameStart(rest[2]):
		to := wordEnd(p.s, end+2)
		p.failed = p.failed || to < len(p.s) && p.s[to] >= utf8.RuneSelf
		x, end = p.node(nAttr, p.s[end+2:to], x), to
	case len(rest) > 3 && strings.HasPrefix(rest, "?->"): // only newer ones read it
		p.failed = true
	}
	n.kids = append(n.kids, x)
	return end
}

// phEscape writes what stands behind a backslash in "…" and is where it ends; -1 is one
// that is not read. \400 would overflow to the byte 0, which nobody means; more than a
// byte is not read.
func phEscape(s string, at int, b *strings.Builder) int {
	if i := strings.IndexByte(`ntrvef\$"`, s[at]); i >= 0 {
		b.WriteByte("\n\t\r\v\x1b\f\\$\""[i])
		return at + 1
	}
	number := func(from, most, base int) int {
		end := from
		for end < len(s) && end < from+most && strings.IndexByte("0123456789abcdef"[:base], s[end]|0x20) >= 0 && !(base == 8 && s[end] > '7') {
			end++
		}
		n, err := strconv.ParseUint(s[from:end], base, 16)
		if err != nil || n > 0xff {
			return -1
		}
		b.WriteByte(byte(n))
		return end
	}
	switch {
	case s[at] >= '0' && s[at] <= '7':
		return number(at, 3, 8)
	case s[at] == 'x' && at+1 < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[at+1]) >= 0:
		return number(at+1, 2, 16)
	case s[at] == 'u' && at+1 < len(s) && s[at+1] == '{':
		i := strings.IndexByte(s[at:], '}')
		if i < 0 {
			return -1
		}
		r, err := strconv.ParseUint(s[at+2:at+i], 16, 32)
		if err != nil || r > utf8.MaxRune || r >= 0xd800 && r < 0xe000 {
			return -1
		}
		b.WriteRune(rune(r))
		return at + i + 1
	}
	b.WriteByte('\\') // both stay, and the second means nothing: "\{$x}" is no {$x}
	b.WriteByte(s[at])
	return at + 1
}
