package snippet

import "strings"

// A constant text whose lines begin further left: textwrap.dedent("""…"""). It is known
// as that text is, so that it may be a format, or a path.

// dedents reports whether a call is that of textwrap.dedent.
func dedents(base pyValue, n *node) bool {
	return base.what == pyModule && base.name == "textwrap" && n.kids[0].text == "dedent" && len(n.kids) == 2 && n.kids[1].kind != nArg && n.kids[1].kind != nStar
}

// dedented is what it gives back.
func (j *pyJudge) dedented(n *node) pyValue {
	v := j.eval(n.kids[1])
	j.accept(v)
	var texts []pyText
	for _, t := range v.texts {
		s, ok := dedent(t.s)
		if !ok || !constant(t) {
			return pyValue{}
		}
		texts = append(texts, constantTexts(s)...)
	}
	return pyValue{texts: texts}
}

// ignores reports whether a value says by constant patterns what is not copied.
func (j *pyJudge) ignores(n *node) bool {
	if n.kind != nCall || n.kids[0].kind != nAttr || n.kids[0].text != "ignore_patterns" || n.kids[0].kids[0].kind != nName {
		return false
	}
	base := j.eval(n.kids[0].kids[0])
	for _, a := range n.kids[1:] {
		if a.kind != nText {
			return false
		}
	}
	return base.what == pyModule && base.name == "shutil"
}

// dedent takes away the blanks that all lines of a text begin with, and all of a line
// that has nothing else. A tab is no number of blanks.
func dedent(s string) (string, bool) {
	if strings.ContainsAny(s, "\t\r\v\f\x1c\x1d\x1e\x1f\u0085\u00a0\u2028\u2029") {
		return "", false
	}
	lines := strings.Split(s, "\n")
	margin := -1
	for i, line := range lines {
		rest := strings.TrimLeft(line, " ")
		if rest == "" {
			lines[i] = ""
			continue
		}
		if at := len(line) - len(rest); margin < 0 || at < margin {
			margin = at
		}
	}
	for i, line := range lines {
		if line != "" {
			lines[i] = line[margin:]
		}
	}
	return strings.Join(lines, "\n"), true
}
