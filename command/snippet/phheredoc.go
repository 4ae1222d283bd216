package snippet

import "strings"

// heredoc reads <<<NAME, <<<"NAME" or <<<'NAME', whose text ends before the first line that
// begins with the name. What stands before the name there is taken off every line.
func (p *phParser) heredoc(at int) *node {
	at = past(p.s, at, " \t")
	quote := byte(0)
	if at < len(p.s) && (p.s[at] == '"' || p.s[at] == '\'') {
		quote = p.s[at]
		at++
	}
	if at >= len(p.s) || !nameStart(p.s[at]) {
		return p.fail()
	}
	end := wordEnd(p.s, at)
	name := p.s[at:end]
	if quote != 0 {
		if end >= len(p.s) || p.s[end] != quote {
			return p.fail()
		}
		end++
	}
	if end >= len(p.s) || p.s[end] != '\n' {
		return p.fail()
	}
	begin := end + 1
	for from := begin; from < len(p.s); {
		text := past(p.s, from, " \t")
		if strings.HasPrefix(p.s[text:], name) && wordEnd(p.s, text) == text+len(name) {
			if end := text + len(name); end < len(p.s) && p.s[end] >= 0x80 { // PHP takes it into the name
				return p.fail()
			}
			return p.over(begin, from, p.s[from:text], quote, text+len(name))
		}
		next := strings.IndexByte(p.s[from:], '\n')
		if next < 0 {
			break
		}
		from += next + 1
	}
	return p.fail()
}

// over reads the lines of a text; behind is where the program goes on.
func (p *phParser) over(begin, end int, indent string, quote byte, behind int) *node {
	text := strings.TrimSuffix(p.s[begin:end], "\n")
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		cut, ok := strings.CutPrefix(line, indent)
		if !ok && strings.TrimLeft(line, " \t") != "" { // PHP refuses it
			return p.fail()
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(cut)
	}
	n := p.node(nText, b.String())
	n.sure = true
	if quote != '\'' && strings.ContainsAny(text, `$\`) {
		// What is put in is read where it stands, without regard to the lines: what the
		// text is then, is not relied upon.
		n = p.inserted(begin, begin+len(text), indent != "")
	}
	p.tok = phToken{end: behind}
	p.advance()
	return n
}

// inserted reads what is put into the lines of a text between two places.
func (p *phParser) inserted(at, end int, shifted bool) *node {
	n := p.node(nFormat, "")
	var b strings.Builder
	for at < end && !p.failed {
		switch c := p.s[at]; {
		case c == '\\' && at+1 < end && p.s[at+1] == '"':
			b.WriteString(`\"`)
			at += 2
		case c == '\\' && at+1 < end:
			at = phEscape(p.s, at+1, &b)
			p.failed = p.failed || at < 0
		case c == '$' && at+1 < end && (p.s[at+1] == '{' || p.s[at+1] >= 0x80):
			return p.fail()
		case c == '$' && at+1 < end && nameStart(p.s[at+1]):
			at = p.simple(n, at)
		case c == '{' && at+1 < end && p.s[at+1] == '$':
			if p.tok = phNext(p.s, at+1); p.tok.kind != phVar {
				return p.fail()
			}
			if n.kids = append(n.kids, p.postfix()); !p.peek("}") {
				return p.fail()
			}
			at = p.tok.end
		default:
			b.WriteByte(c)
			at++
		}
	}
	if at > end {
		return p.fail()
	}
	t := p.node(nText, b.String())
	t.sure = true
	n.kids = append(n.kids, t)
	if len(n.kids) > 1 || shifted {
		n.kids = append(n.kids, p.node(nConst, "")) // no value is known
	}
	return n
}
