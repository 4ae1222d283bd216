package snippet

import "strings"

// What a path may become, and still be one below the same folder.

// renames reports whether a replacement gives parts of a name other ones: what comes
// in is a text with a letter in it, without a slash. So wherever something goes out
// there is a letter, and no name becomes the way up.
func renames(from, to *node) bool {
	return (from.kind == nRegexp || from.kind == nText) && to.kind == nText && to.sure && !strings.Contains(to.text, "..") && !strings.ContainsAny(to.text, "$/\\") && !outward(to.text) &&
		strings.ContainsAny(to.text, letterSet)
}

// looksAnywhere states that a look at a place that nobody knows may be one at any
// place: whether something stands there, how large it is, what names a folder has.
func (j *jsJudge) looksAnywhere(act string) bool {
	if act == "look" {
		j.looksBelow("/")
	}
	return act == "look"
}

// insideOf reports whether a text is a path below a folder that may be named.
func (j *jsJudge) insideOf(s string) bool {
	for _, folder := range j.given.Inner {
		if below, found := strings.CutPrefix(s, folder); found && folder != "" && (below == "" || below[0] == '/') {
			return !strings.Contains(below, "..")
		}
	}
	return false
}

// withoutIdioms is a text without what only looks as if it led out: the slash behind
// braces, which begins no path there ({app,lib}/**), and low lines around names that
// GraphQL and runners of tests have, which lead to nothing of an object as those of the
// language do.
func withoutIdioms(s string) string {
	s = strings.ReplaceAll(s, "}/*", "}*")
	at := strings.Index(s, "__")
	if at < 0 {
		return s
	}
	var b strings.Builder
	for ; at >= 0; at = strings.Index(s, "__") {
		word := s[at+2:]
		if end := strings.IndexFunc(word, func(c rune) bool { return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') }); end >= 0 {
			word = word[:end]
		}
		b.WriteString(s[:at])
		s = s[at+2+len(word):]
		switch {
		case listWords("tests mocks snapshots generated fixtures testfixtures stories", word) && strings.HasPrefix(s, "__"):
			s = s[2:]
		case listWords("typename schema type", word) && !strings.HasPrefix(s, "_"):
		default:
			b.WriteString("__")
		}
		b.WriteString(word)
	}
	b.WriteString(s)
	return b.String()
}
