package snippet

import (
	"slices"
	"strings"
)

// rFurtherToken reads a token that only the second reading knows; 0: none.
func rFurtherToken(s string, at int) (rToken, int) {
	c := s[at]
	switch {
	case c == '`':
		end := strings.IndexByte(s[at+1:], '`')
		if end <= 0 || strings.ContainsAny(s[at+1:at+1+end], "\\\n") {
			return rToken{}, 0
		}
		return rToken{kind: rTick, text: s[at+1 : at+1+end]}, at + end + 2
	case (c == 'r' || c == 'R') && at+1 < len(s) && (s[at+1] == '"' || s[at+1] == '\''):
		return rRaw(s, at)
	case c == '@':
		return rToken{kind: rOp, text: "@"}, at + 1
	case c == '_' && (at+1 == len(s) || !rNameByte(s[at+1])):
		return rToken{kind: rName, text: "_"}, at + 1
	case c == '%':
		end := strings.IndexAny(s[at+1:], "%\n\"'`#")
		if end < 0 || s[at+1+end] != '%' {
			return rToken{}, 0
		}
		return rToken{kind: rOp, text: s[at : at+end+2]}, at + end + 2
	}
	return rToken{}, 0
}

// rRaw reads r"(…)", whose brackets may have dashes before them (?Quotes).
func rRaw(s string, at int) (rToken, int) {
	quote, from := s[at+1], at+2
	dashes := from
	for dashes < len(s) && s[dashes] == '-' {
		dashes++
	}
	if dashes == len(s) {
		return rToken{}, 0
	}
	i := strings.IndexByte("([{", s[dashes])
	if i < 0 {
		return rToken{}, 0
	}
	end := ")]}"[i:i+1] + s[from:dashes] + string(quote)
	length := strings.Index(s[dashes+1:], end)
	if length < 0 {
		return rToken{}, 0
	}
	return rToken{kind: rString, text: s[dashes+1 : dashes+1+length]}, dashes + 1 + length + len(end)
}

// rBindsToo is rBinds for operators of the second reading (?Syntax). That := stands with
// <- is in R's grammar alone.
func rBindsToo(op string) (left, right int) {
	switch {
	case op == ":=":
		return 4, 3
	case op == "->" || op == "->>":
		return 5, 6
	case op[0] == '%':
		return 20, 21
	}
	return 0, 0
}

// further is what an operator makes that only the second reading knows, or reads
// otherwise; nil: it is read as any other.
func (p *rParser) further(op string, left, right *node) *node {
	switch op {
	case "->", "->>":
		return p.make(nAssign, "<-", right, left)
	case "%>%", "%T>%":
		return p.piped(left, right)
	case "|>":
		if right.kind != nCall {
			return nil
		}
		for _, a := range right.kids[1:] { // f(x = _)
			if a.text != "" && len(a.kids) == 1 && a.kids[0].kind == nName && a.kids[0].text == "_" {
				a.kids[0] = left
				return right
			}
		}
	}
	return nil
}

// piped is what magrittr makes of x %>% right: x becomes the first argument, unless an
// argument is the dot, which it then is instead. Within a block it is the dot alone.
func (p *rParser) piped(left, right *node) *node {
	switch right.kind {
	case nName, nTuple, nAttr:
		return p.make(nCall, "", right, p.make(nArg, "", left))
	case nBlock:
		return p.make(nBlock, "", left, right)
	case nCall:
		for _, a := range right.kids[1:] {
			if len(a.kids) == 1 && a.kids[0].kind == nName && a.kids[0].text == "." {
				a.kids[0] = left
				return right
			}
		}
		right.kids = slices.Insert(right.kids, 1, p.make(nArg, "", left))
		return right
	}
	p.bad = true
	return left
}
