package command

import (
	"regexp"
	"strings"
)

// continuesPlainly reports whether each backslash at the end of a line stands between
// words, so that every reader takes it and the end of the line for a blank. Within a
// word, a comment or a here-document readers differ, and so they may within quotes of
// the older kind.
func continuesPlainly(s string) bool {
	if strings.Contains(s, "<<") || strings.Contains(s, "`") {
		return false
	}
	for line := range strings.Lines(s) {
		text, ok := strings.CutSuffix(line, "\\\n")
		if !ok {
			continue
		}
		if last := len(text) - 1; last < 0 || text[last] != ' ' && text[last] != '\t' || commentBegins.MatchString(text) {
			return false
		}
	}
	return !commentFollows.MatchString(s)
}

// commentBegins is where a comment may begin; commentFollows such a place behind the
// end of a line, or a quote of the kind in which a backslash means something, that
// goes on there.
var (
	commentBegins  = regexp.MustCompile(`(?:^|[\s;&|()])#`)
	commentFollows = regexp.MustCompile(`\\\n[ \t]*#|\$'[^'\n]*\n`)
)
