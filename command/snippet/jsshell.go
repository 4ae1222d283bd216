package snippet

import (
	"strconv"
	"strings"

	"passepartout/pipeline"
)

// A line for the shell with values of data in it: execSync(`grep -c "${name}" src`).
// What data of the project's files say may be code there, as in a script of the
// project; that is stated. What the line itself does is judged with variables in
// their place that have just been read, so nobody knows them.

// shellLine is such a line, if no value of it comes from elsewhere.
func (j *jsJudge) shellLine(n *node) (line string, ok bool) {
	if !j.soft || n.kind != nFormat && n.kind != nBinary {
		return "", false
	}
	parts, ok := j.lineParts(n, nil, 0)
	if !ok {
		return "", false
	}
	var b strings.Builder
	var quote byte
	holes := 0
	for _, part := range parts {
		if part.hole == nil {
			if quote, ok = quoting(part.text, quote); !ok {
				return "", false
			}
			b.WriteString(part.text)
			continue
		}
		from, ok := j.origin(part.hole, 0)
		if !ok || from.names || len(from.files) == 0 || len(from.roots) > 0 {
			return "", false
		}
		for _, file := range from.files {
			j.add(Effect{Kind: pipeline.KindCode, Object: file, Says: true})
		}
		j.dated, j.datum = append(j.dated, from.files...), true
		holes++
		word := "${hole" + strconv.Itoa(holes) + "}"
		if quote == '\'' {
			word = `'"` + word + `"'`
		}
		b.WriteString(word)
	}
	if quote != 0 || holes == 0 || strings.Contains(b.String(), "hole=") {
		return "", false
	}
	for i := 1; i <= holes; i++ {
		line += "read -r hole" + strconv.Itoa(i) + "; "
	}
	return line + b.String(), true
}

// linePart is a constant part of a line, or a value in it.
type linePart struct {
	text string
	hole *node
}

// lineParts takes a text apart that is put together.
func (j *jsJudge) lineParts(n *node, parts []linePart, depth int) (all []linePart, ok bool) {
	if depth > 16 || len(parts) > 32 {
		return nil, false
	}
	switch {
	case n.kind == nFormat:
		for _, kid := range n.kids {
			if kid.kind == nArg {
				kid = kid.kids[0]
			}
			if parts, ok = j.lineParts(kid, parts, depth+1); !ok {
				return nil, false
			}
		}
		return parts, true
	case n.kind == nBinary && n.text == "+":
		if parts, ok = j.lineParts(n.kids[0], parts, depth+1); !ok {
			return nil, false
		}
		return j.lineParts(n.kids[1], parts, depth+1)
	case n.kind == nText:
		return append(parts, linePart{text: n.text}), n.sure
	}
	if texts := j.used(j.eval(n)).texts; len(texts) == 1 && constant(texts[0]) {
		return append(parts, linePart{text: texts[0].s}), true
	}
	return append(parts, linePart{hole: n}), true
}

// quoting is in which quotes a line is behind a part of it. What has lines, comments or
// commands within words is not followed.
func quoting(s string, quote byte) (behind byte, ok bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '`' || c == '\n' || c == '#' || c == '\\' || c == '$' && quote != '\'' && i+1 < len(s) && s[i+1] != ' ' && s[i+1] != '"' || strings.HasPrefix(s[i:], "<<"):
			return 0, false
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		}
	}
	return quote, !strings.HasSuffix(s, "$")
}
