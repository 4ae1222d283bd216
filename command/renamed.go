package command

import (
	"regexp"
	"strings"
)

// What a program calls by another name, or hands over by the name of a constant,
// is the same to whoever looks for calls with constant words.

// namedPath is a line that gives a path outside a name.
var namedPath = regexp.MustCompile(`^[ \t]*(?:const |let |var |static |final |private |String |val |auto |local |my )*\$?([A-Za-z_]\w*)(?:: ?&?[A-Za-z]+)? *:?= *("(?:/|~)[^"\n]{1,200}"|'(?:/|~)[^'\n]{1,200}')[;, \t]*$`)

// maxRenamed bounds the names that are replaced in one text.
const maxRenamed = 32

// plainNames puts the names of functions that delete, write or start programs, and
// paths outside, where a text has other names for them.
func plainNames(text string) string {
	left := maxRenamed
	if strings.Contains(text, "import") || strings.Contains(text, "require") {
		for _, m := range importedAs(text) {
			if m[0] != m[1] && left > 0 && (deletes(m[0]) || startsProgram(m[0], "") || writesTo(codeCall{m[0], []string{"/x", "w"}}) != "") {
				left--
				text = replaceName(text, m[1], m[0], "(")
			}
		}
	}
	if !containsAny(text, `"/`, `'/`, `"~`, `'~`) {
		return text
	}
	for line := range strings.Lines(text) {
		if left == 0 {
			break
		}
		if !containsAny(line, `"/`, `'/`, `"~`, `'~`) {
			continue
		}
		if m := namedPath.FindStringSubmatch(strings.TrimSuffix(line, "\n")); len(m) == 3 && outside(m[2][1:len(m[2])-1]) {
			left--
			text = replaceName(text, "("+m[1], "("+m[2], ")")
			text = replaceName(text, "("+m[1], "("+m[2], ",")
		}
	}
	return text
}

// importedAs are names and the other ones that a text has for them: x as y, {x: y}.
func importedAs(text string) [][2]string {
	var out [][2]string
	as, colon := strings.Index(text, " as "), strings.Index(text, ": ")
	for at := 0; len(out) < maxRenamed && (as >= 0 || colon >= 0); {
		i, n := as, len(" as ")
		if as < 0 || colon >= 0 && colon < as {
			i, n = colon, len(": ")
		}
		from := i
		for from > at && wordLength(text[from-1:from]) > 0 {
			from--
		}
		name, other := text[from:i], text[i+n:]
		at = i + 1
		if other = other[:wordLength(other)]; name != "" && other != "" && !digit(name[0]) && !digit(other[0]) {
			out = append(out, [2]string{name, other}) // the other one may be renamed again
		}
		if as >= 0 && as < at {
			as = indexFrom(text, " as ", at)
		}
		if colon >= 0 && colon < at {
			colon = indexFrom(text, ": ", at)
		}
	}
	return out
}

// indexFrom is where a text has another one from some place on. Less than 0: nowhere.
func indexFrom(text, other string, from int) int {
	if i := strings.Index(text[from:], other); i >= 0 {
		return from + i
	}
	return -1
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
