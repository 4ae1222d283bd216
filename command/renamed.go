package command

import (
	"regexp"
	"strings"
)

// What a program calls by another name, or hands over by the name of a constant,
// is the same to whoever looks for calls with constant words.

// Other names that a program gives to a module, and paths that it gives names.
var (
	importedAs = regexp.MustCompile(`\b([A-Za-z_]\w*)(?: as |: )([A-Za-z_]\w*)`)
	namedPath  = regexp.MustCompile(`(?m)^[ \t]*(?:const |let |var |static |final |private |String |val |auto |local |my )*\$?([A-Za-z_]\w*)(?:: ?&?[A-Za-z]+)? *:?= *("(?:/|~)[^"\n]{1,200}"|'(?:/|~)[^'\n]{1,200}')[;, \t]*$`)
)

// maxRenamed bounds the names that are replaced in one text.
const maxRenamed = 32

// plainNames puts the names of functions that delete, write or start programs, and
// paths outside, where a text has other names for them.
func plainNames(text string) string {
	left := maxRenamed
	if strings.Contains(text, "import") || strings.Contains(text, "require") {
		for _, m := range importedAs.FindAllStringSubmatch(text, maxRenamed) {
			if m[1] != m[2] && left > 0 && (deletes(m[1]) || startsProgram(m[1], "") || writesTo(codeCall{m[1], []string{"/x", "w"}}) != "") {
				left--
				text = replaceName(text, m[2], m[1], "(")
			}
		}
	}
	for _, m := range namedPath.FindAllStringSubmatch(text, maxRenamed) {
		if left > 0 && outside(m[2][1:len(m[2])-1]) {
			left--
			text = replaceName(text, "("+m[1], "("+m[2], ")")
			text = replaceName(text, "("+m[1], "("+m[2], ",")
		}
	}
	return text
}

// replaceName puts one name in the place of another that stands alone before a mark.
func replaceName(text, old, name, before string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, old+before)
		if i < 0 {
			break
		}
		if i > 0 && nameByte(text[i-1]) && nameByte(old[0]) {
			b.WriteString(text[:i+len(old)])
		} else {
			b.WriteString(text[:i] + name)
		}
		text = text[i+len(old):]
	}
	return b.String() + text
}
