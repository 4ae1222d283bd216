package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// asksFor is a word behind which a program takes a path for a file that it reads.
func asksFor() *needle.Regexp {
	return compiled(`(?i)^\.m?so\s|includ|import|embed|incbin|\\input|\bsrc\s*=|href\s*=|\burl\s*\(|\bSYSTEM\b|\bPUBLIC\b|document\s*\(|:file:|--8<--|\{!|!\[|readmem|\$I\b|^\s*file\b|@use|\bextends\b|staticRead|\bload\b|\bentity\b|lstinput|verbatiminput`)
}

// directive is what takes in a file in texts for people, whose words are no directives.
func directive() *needle.Regexp {
	return compiled(`(?i)^\.m?so\s|^\s*\.\. +[\w-]+::|^\s*include::|!include|\{!|--8<--|!\[|:file:|\\(?:input|include|verbatiminput|lstinput)|#include\b|\bsrc\s*=|@import|\burl\s*\(|\{%\s*include|href\s*=\s*["']?file:|\breadFile\s+["\x60]`)
}

// askedPath is a path that leads out of the folder where it stands, or to a file of the
// project that holds credentials.
func askedPath() *needle.Regexp {
	return compiled(`(?:^|[\s"'=:(\[{,@<>|;!*` + "`" + `]|file://)((?:~/|\$HOME/|\$\{HOME\}/|/?(?:\./)?(?:[\w.-]+/)*?\.\./|/(?:home|root|etc|proc|Users|var|run)/)[^\s"'<>()\[\]{},;|&` + "`" + `]+)|(?:^|[\s"'=:(\[{<!])((?:\./)?(?:[\w-]+/)*\.env(?:\.(?:local|prod\w*|staging))?)(?:$|[\s"')}\]>!;])`)
}

// Asks are the paths that a text names: those that stand in a line behind a word that asks
// for files, in prose behind a directive; all of them in data that a program follows. What
// it takes to look is spent; where there is no more left, nothing else is found.
func Asks(text string, prose, all bool, spend func(steps int) bool) []string {
	if !strings.Contains(text, "/") && !strings.Contains(text, ".env") {
		return nil
	}
	var out []string
	asks := asksFor()
	if prose {
		asks = directive()
	}
	paths := askedPath()
	for line := range strings.Lines(text) {
		if !paths.May(line) {
			continue
		}
		if !spend(8 + 4*len(line)) {
			return out
		}
		from := 0
		if at := asks.FindStringIndex(line); at != nil {
			from = at[0]
		} else if !all {
			continue
		}
		if all {
			from = 0
		}
		for _, m := range paths.FindAllStringSubmatch(strings.TrimRight(line[from:], "\n"), -1) {
			p := m[1] + m[2]
			if m[2] != "" && all {
				continue // data names it, and nobody asks for it
			}
			p = strings.Replace(strings.Replace(p, "${HOME}", "~", 1), "$HOME", "~", 1)
			if strings.HasPrefix(p, "/..") { // from the folder of the documents
				p = p[1:]
			}
			out = append(out, p)
		}
	}
	return out
}
