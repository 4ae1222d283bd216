package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A value is plain if it is made of letters, digits, points, underscores, signs,
// colons and white space alone, whatever it turns out to be: a number, a date,
// the name of a commit. In the script of another language it can end no string
// whose delimiter is a slash or a bar, and begins nothing where text is meant.

// blank stands for such a value in a script that is read with it. A text that
// comes from a command line never holds that character.
const blank = '\x01'

// withBlanks is the text of a word with a blank for each value in it; false if
// a value may be anything else.
func (f field) withBlanks() (string, bool) {
	if f.exact() {
		return f.text, strings.IndexByte(f.text, blank) < 0
	}
	if !f.plain || f.dynamic || f.many || strings.IndexByte(f.text, blank) >= 0 {
		return "", false
	}
	return starsAs(f.text, string(blank))
}

// starsAs is the text of a pattern with something else for each star in it; false if it
// holds any other wildcard.
func starsAs(pattern, star string) (string, bool) {
	out := make([]byte, 0, len(pattern)+8)
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '\\':
			if i++; i == len(pattern) {
				return "", false
			}
			out = append(out, pattern[i])
		case '*':
			out = append(out, star...)
		case '?', '[':
			return "", false
		default:
			out = append(out, c)
		}
	}
	return string(out), true
}

// plainToken is a token of such characters.
func plainToken() value {
	v := token()
	v.plain = true
	return v
}

// keepsTokens reports whether the end of a pipe makes a word of a word: in other
// letters, or cut short.
func (s *scope) keepsTokens(bin *syntax.BinaryCmd) bool {
	words, ok := literalWords(bin.Y)
	if !ok || s.renamed(words[0]) {
		return false
	}
	switch line := strings.Join(words, " "); line {
	case "tr A-Z a-z", "tr a-z A-Z", "tr [A-Z] [a-z]", "tr [a-z] [A-Z]", "tr [:upper:] [:lower:]", "tr [:lower:] [:upper:]", `tr -d \n`, "head -1", "head -n1", "head -n 1", "tail -1", "xargs", "cat":
		return true
	default:
		count, cut := strings.CutPrefix(line, "cut -c1-")
		return cut && count != "" && count[0] != '0' && strings.Trim(count, "0123456789") == ""
	}
}

// anyRef stands for the name of a branch: it may have several parts, of which
// none begins with a dot.
const anyRef = "**"

// branchName reports whether git's words ask for the branch that is checked out.
func branchName(args []field) bool {
	words := make([]string, 0, 3)
	for _, f := range args {
		if !f.exact() || len(words) == cap(words) {
			return false
		}
		words = append(words, f.text)
	}
	switch strings.Join(words, " ") {
	case "rev-parse --abbrev-ref HEAD", "branch --show-current", "symbolic-ref --short HEAD", "symbolic-ref -q --short HEAD":
		return true
	}
	return false
}

// joinsParts reports whether the end of a pipe makes one word of the name of a
// branch.
func (s *scope) joinsParts(bin *syntax.BinaryCmd) bool {
	words, ok := literalWords(bin.Y)
	if !ok || s.renamed(words[0]) {
		return false
	}
	switch strings.Join(words, " ") {
	case "tr / -", "tr / _", "sed s|/|-|g", "sed s|/|_|g", `sed s/\//-/g`, `sed s/\//_/g`, "sed s#/#-#g", "sed s,/,-,g":
		return true
	}
	return false
}
