package snippet

import "strings"

// atom is a name, a constant, or something in brackets. What looks like a name and is a
// keyword, name refuses.
func (p *pyParser) atom() *node {
	t := p.tokens[p.at]
	switch t.kind {
	case pyNumber:
		p.at++
		return p.node(nConst, t.text)
	case pyString:
		return p.strings()
	case pyName:
		switch t.text {
		case "None", "True", "False":
			p.at++
			return p.node(nConst, t.text)
		}
		return p.node(nName, p.name())
	case pyOp:
		p.at++
		switch t.text {
		case "...":
			return p.node(nConst, t.text)
		case "(":
			return p.brackets()
		case "[":
			return p.list()
		case "{":
			return p.braces()
		}
	}
	return p.fail()
}

// brackets is what follows "(": a tuple, an expression, or a generator.
func (p *pyParser) brackets() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	if p.take(")") {
		return p.node(nTuple, "")
	}
	x := p.tuple(true)
	if p.forAhead() {
		x = p.comprehension(x)
	}
	p.need(")")
	return x
}

// list is what follows "[": elements, or a comprehension.
func (p *pyParser) list() *node {
	n := p.node(nList, "")
	for !p.failed && !p.take("]") {
		n.kids = append(n.kids, p.starred(true))
		if len(n.kids) == 1 && p.forAhead() {
			c := p.comprehension(n.kids[0])
			c.sure = true // there and then
			p.need("]")
			return c
		}
		if !p.take(",") {
			p.need("]")
			return n
		}
	}
	return n
}

// braces is a dictionary, a set, or a comprehension of either.
func (p *pyParser) braces() *node {
	n := p.node(nDict, "")
	for !p.failed && !p.take("}") {
		if p.take("**") {
			n.kids = append(n.kids, nil, p.expr())
		} else {
			key := p.starred(true)
			switch {
			case p.take(":"):
				if n.kind == nSet {
					return p.fail()
				}
				n.kids = append(n.kids, key, p.expr())
			case n.kind == nSet || len(n.kids) == 0:
				n.kind = nSet
				n.kids = append(n.kids, key)
			default:
				return p.fail()
			}
			if p.forAhead() {
				c := p.comprehension(n.kids...)
				c.sure = true
				p.need("}")
				return c
			}
		}
		if !p.take(",") {
			p.need("}")
			return n
		}
	}
	return n
}

// comprehension reads the clauses behind an element. Conditions belong to the clause
// before them. An else in one would need brackets (Language Reference 6.2.4).
func (p *pyParser) comprehension(element ...*node) *node {
	n := p.node(nComp, "", element...)
	if len(element) > 2 {
		return p.fail()
	}
	for p.peek("async") && p.peekNext("for") && p.take("async") && p.take("for") || p.take("for") {
		target := p.targets("in")
		p.need("in")
		c := p.node(nClause, "", target, p.binary(0))
		for p.take("if") {
			c.kids = append(c.kids, p.binary(0))
		}
		n.kids = append(n.kids, c)
		if p.failed {
			break
		}
	}
	return n
}

// strings joins constants that stand side by side. The whole is certain if
// every part is. One format string among them makes a format of all; then the
// constants are parts of it.
func (p *pyParser) strings() *node {
	n := p.node(nText, "")
	n.sure = true
	var text strings.Builder
	for p.tokens[p.at].kind == pyString && !p.failed {
		t := p.tokens[p.at]
		p.at++
		if !t.format {
			text.WriteString(t.text)
			n.sure = n.sure && t.sure
			if len(n.kids) > 0 {
				piece := p.node(nText, t.text)
				piece.sure = t.sure
				n.kids = append(n.kids, piece)
			}
			continue
		}
		if len(n.kids) == 0 && text.Len() > 0 {
			piece := p.node(nText, text.String())
			piece.sure = n.sure
			n.kids = append(n.kids, piece)
		}
		n.kind = nFormat
		if !p.enter() {
			return p.fail()
		}
		p.format(n, t.text, t.sure, 0)
		p.leave()
	}
	if n.kind != nFormat {
		n.text = text.String()
	}
	return n
}

// format takes a format string apart: texts, and the expressions in braces. A
// brace that is written twice stands for itself, but not in the part behind a
// colon, which may hold replacements in turn.
func (p *pyParser) format(n *node, s string, sure bool, nested int) {
	var b strings.Builder
	flush := func() {
		piece := p.node(nText, b.String())
		piece.sure = sure
		n.kids = append(n.kids, piece)
		b.Reset()
	}
	for i := 0; i < len(s) && !p.failed; {
		switch c := s[i]; {
		case (c == '{' || c == '}') && nested == 0 && strings.HasPrefix(s[i+1:], string(c)):
			b.WriteByte(c)
			i += 2
		case c == '}':
			p.failed = true
		case c == '{':
			end := closing(s, i)
			if end < 0 || nested > 1 {
				p.failed = true
				return
			}
			flush()
			p.replacement(n, s[i+1:end], nested)
			i = end + 1
		default:
			b.WriteByte(c)
			i++
		}
	}
	flush()
}

// closing finds the brace that ends the replacement which begins at i. -1: there is
// none that is certain. The same quotes, a backslash or a comment within are read so by
// Python 3.12 and later only. So a program that only newer versions read is not read
// here: older ones would have stopped before its first statement, and that is another
// program.
func closing(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			if depth--; depth == 0 {
				if s[i] != '}' {
					return -1
				}
				return i
			}
		case '\'', '"': // a string within: it must end before the brace
			end := strings.IndexByte(s[i+1:], s[i])
			if end < 0 {
				return -1
			}
			i += 1 + end
		case '\\':
			return -1
		}
	}
	return -1
}

// replacement is {expression=!r:format}. !r and a format change the text but not what
// is evaluated; with either, or with =, the text is not known.
func (p *pyParser) replacement(n *node, s string, nested int) {
	expression, spec := s, ""
	depth, plain := 0, true
scan:
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == '\'' || c == '"':
			end := strings.IndexByte(s[i+1:], c)
			if end < 0 {
				p.failed = true
				return
			}
			i += 1 + end
		case c == '!' && depth == 0 && !strings.HasPrefix(s[i:], "!="):
			rest := s[i+1:]
			if rest == "" || strings.IndexByte("rsa", rest[0]) < 0 || len(rest) > 1 && rest[1] != ':' {
				p.failed = true
				return
			}
			expression, plain = s[:i], false
			if len(rest) > 1 {
				spec = rest[2:]
			}
			break scan
		case c == ':' && depth == 0:
			expression, spec, plain = s[:i], s[i+1:], false
			break scan
		}
	}
	if trimmed := strings.TrimRight(expression, " "); strings.HasSuffix(trimmed, "=") && !strings.HasSuffix(trimmed, "==") {
		expression, plain = strings.TrimSuffix(trimmed, "="), false
	}
	tokens, ok := lexPython(strings.TrimSpace(expression), true)
	if !ok || len(tokens) < 2 || strings.ContainsAny(expression, "\n\\") {
		p.failed = true
		return
	}
	q := pyParser{tokens: tokens, tally: p.tally}
	x := q.tuple(false)
	p.nodes = q.nodes
	if q.failed || q.tokens[q.at].kind != pyNewline || q.tokens[q.at+1].kind != pyEnd {
		p.failed = true
		return
	}
	x = &node{kind: nArg, sure: plain, kids: []*node{x}}
	n.kids = append(n.kids, x)
	if strings.ContainsAny(spec, "'\"\\") {
		p.failed = true
	}
	if spec != "" {
		inner := &node{kind: nFormat}
		p.format(inner, spec, false, nested+1)
		x.kids = append(x.kids, inner)
	}
}
