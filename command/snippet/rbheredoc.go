package snippet

import "strings"

// heredocText reads <<~TAG, <<-TAG or <<TAG where a value stands, with the tag in
// quotes or not. What it holds begins on the next line; its bytes become blanks there,
// so that what follows the tag is read on. Into it nothing is put. A second one on the
// same line, or other quotes behind the tag, would begin within what is taken out; such
// lines are not read.
func (p *rbParser) heredocText() *node {
	if p.lent {
		return p.fail()
	}
	at := p.tok.end
	style := byte(0)
	if at < len(p.s) && (p.s[at] == '~' || p.s[at] == '-') {
		style = p.s[at]
		at++
	}
	quote := byte(0)
	if at < len(p.s) && (p.s[at] == '"' || p.s[at] == '\'') {
		quote = p.s[at]
		at++
	}
	end := wordEnd(p.s, at)
	tag := p.s[at:end]
	if tag == "" || tag[0] < 'A' || tag[0] > 'Z' {
		return p.fail()
	}
	if quote != 0 {
		if end >= len(p.s) || p.s[end] != quote {
			return p.fail()
		}
		end++
	}
	line := strings.IndexByte(p.s[end:], '\n')
	if line < 0 || end+line == p.heredocs || strings.ContainsAny(p.s[end:end+line], "'`#/%\\") || strings.Count(p.s[end:end+line], `"`)%2 != 0 { // what else stands there may hold a line of its own
		return p.fail()
	}
	begin := end + line + 1
	var lines []string
	for from := begin; ; {
		one, _, more := strings.Cut(p.s[from:], "\n")
		if one == tag || style != 0 && strings.TrimLeft(one, " \t") == tag {
			return p.heredocNode(lines, style, quote, end, begin, from+len(one))
		}
		if !more {
			return p.fail()
		}
		lines = append(lines, one)
		from += len(one) + 1
	}
}

// heredocNode is the text of the lines, which stand between two places. The node is put
// in as a number would be, so that what may follow a value may follow it.
func (p *rbParser) heredocNode(lines []string, style, quote byte, end, begin, to int) *node {
	body := strings.Join(lines, "\n") + "\n"
	if len(lines) == 0 {
		body = ""
	}
	n := p.node(nText, rbDedented(lines, body, style))
	n.sure = (quote == '\'' || !strings.Contains(body, `\`)) && !(style == '~' && strings.Contains(body, "\t"))
	if quote != '\'' && strings.Contains(body, "#") && (strings.Contains(body, "#{") || strings.Contains(body, "#$") || strings.Contains(body, "#@")) {
		if n = p.inserted(body, style == '~'); p.failed {
			return n
		}
	}
	p.heredocs = begin - 1
	p.s = p.s[:begin] + strings.Repeat(" ", to-begin) + p.s[to:]
	p.tok.end = end
	p.tok.kind = rbNumber
	p.advance()
	return n
}

// inserted reads the lines of a text with expressions in it. Of one that is moved to
// the left, what stands between them is not known. A zero byte behind the text is the
// quote that ends it, since none can stand within.
func (p *rbParser) inserted(body string, moved bool) *node {
	if p.lent || strings.IndexByte(body, 0) >= 0 {
		return p.fail()
	}
	inner := rbParser{tally: p.tally, s: body + "\x00", lines: p.lines, heredocs: len(body) + 1, own: p.own, defs: p.defs, ownP: p.ownP, classes: p.classes, tests: p.tests, lent: true}
	n := inner.literal(0, 0, true)
	p.tally = inner.tally
	p.groups, p.bare, p.ownP = append(p.groups, inner.groups...), append(p.bare, inner.bare...), inner.ownP
	if p.failed || inner.tok.end != len(body)+1 {
		return p.fail()
	}
	for _, kid := range n.kids {
		if kid.kind == nText && moved {
			kid.sure = false
		}
	}
	return simplified(n)
}

// rbDedented takes the blanks away that all lines begin with. A tab counts as eight
// columns for <<~ (Ruby, "Here Document Literals"); a text with one is not sure.
func rbDedented(lines []string, body string, style byte) string {
	if style != '~' {
		return body
	}
	least := -1
	for _, line := range lines {
		if text := strings.TrimLeft(line, " "); text != "" && (least < 0 || len(line)-len(text) < least) {
			least = len(line) - len(text)
		}
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(line[min(max(least, 0), len(line)):] + "\n")
	}
	return b.String()
}
