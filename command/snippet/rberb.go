package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// A template of ERB is code. One that lies in a file is that of the file; one that
// stands in the program is read like the program, whose names it may use but not
// set.

// template is ERB.new(…): of a constant, or of what a file holds.
func (j *rbJudge) template(args []*node) rbValue {
	if len(args) == 0 {
		return j.fail()
	}
	for _, a := range args[1:] {
		switch {
		case a.kind == nArg && a.text == "trim_mode" && a.kids[0].kind == nText && listWords("- <> >", a.kids[0].text):
		case a.kind == nConst, a.kind == nText && a.sure && listWords("- <> >", a.text):
		default:
			return j.fail()
		}
	}
	from := args[0]
	if from.kind == nName && j.names.bound(from.text) && len(j.names[from.text].sites) == 1 && j.names[from.text].sites[0].how == byValue {
		from = j.names[from.text].sites[0].node
	}
	if from.kind == nText && from.sure && !j.mutates {
		return rbValue{what: rbTemplate, name: "text", texts: []pyText{{s: from.text}}}
	}
	if from.kind != nCall || len(from.kids) != 2 || from.kids[0].kind != nAttr || from.kids[0].text != "read" || from.kids[0].kids[0].kind != nName || from.kids[0].kids[0].text != "File" || j.mutates {
		return j.fail()
	}
	j.plain(from)
	return rbValue{what: rbTemplate, name: "file", texts: j.plain(from.kids[1]).texts}
}

// renders judges a method of a template.
func (j *rbJudge) renders(name string, base rbValue, n *node) rbValue {
	args := n.kids[1:]
	switch {
	case name == "src" && len(args) == 0:
		return rbValue{}
	case name == "result" && len(args) == 1 && args[0].kind == nName && args[0].text == "binding" && !j.names.bound("binding"):
	case name == "result_with_hash":
		j.arguments(n)
		if base.name == "text" { // its names are those of the hash
			return j.fail()
		}
	case (name != "result" && name != "run") || len(args) > 0:
		return j.fail()
	}
	if base.name == "file" {
		j.touch(pipeline.KindCode, base.texts, false, false)
		return rbValue{}
	}
	for _, t := range base.texts {
		if !j.inner(rbTemplateCode(t.s)) {
			return j.fail()
		}
	}
	return rbValue{}
}

// rbTemplateCode is the program that a template is.
func rbTemplateCode(s string) string {
	var b strings.Builder
	for {
		_, rest, ok := strings.Cut(s, "<%")
		if !ok {
			return b.String()
		}
		code, after, ok := strings.Cut(rest, "%>")
		if !ok {
			return "\x00"
		}
		s = after
		code = strings.TrimSuffix(code, "-")
		switch {
		case strings.HasPrefix(code, "%"), strings.Contains(code, "<%"): // no code, or not where it seems to end
			return "\x00"
		case strings.HasPrefix(code, "#"):
		case strings.HasPrefix(code, "="):
			b.WriteString("(" + code[1:] + ")\n")
		default:
			b.WriteString(strings.TrimPrefix(code, "-") + "\n")
		}
	}
}

// inner judges a program within the one at hand.
func (j *rbJudge) inner(text string) bool {
	tree, parsed, ok := parseRuby(text, false, j.given.UTF8)
	if !ok || parsed.data || len(parsed.groups) > 0 || len(parsed.bare) > 0 || len(parsed.own) > 0 {
		return false
	}
	names := rbNames{names: make(bindings[rbValue])}
	names.walk(tree)
	if names.failed || len(names.own.classes) > 0 || names.suited() || len(names.changed) > 0 {
		return false
	}
	for name, b := range names.names {
		if len(b.sites) > 0 && j.names.bound(name) {
			return false
		}
	}
	for name, b := range names.names {
		if len(b.sites) > 0 {
			j.names[name] = b
		}
	}
	for _, s := range tree.kids {
		j.eval(s)
	}
	return !j.failed
}

// suited reports whether a program defines methods.
func (c *rbNames) suited() bool { return len(c.own.methods) > 0 || len(c.structs) > 0 }
