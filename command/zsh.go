package command

import (
	"regexp"
	"strings"
)

// What zsh(1) has and bash has not is read where it only lists files: print, and signs in
// parentheses behind a pattern that choose among the files by their kind, order and number
// (zshexpn(1), "Glob Qualifiers"). Those that run code (e, +) are none of them.
var (
	zshQualifier = regexp.MustCompile(`([\w*?\]/.-])\([-^.@/*=pNDnoOLmaMcd0-9\[\],]+\)(\s|[;|&)]|$)`)
	zshPrint     = regexp.MustCompile(`(^|[;|&\n])(\s*)print(?:\s+-[lrnN]+)*(?:\s+--)?(\s)`)
)

// plainZsh is a text of zsh in which nothing is left that bash reads differently; false: it
// is another one, or has nothing of the kind.
func plainZsh(text string) (string, bool) {
	plain := zshQualifier.ReplaceAllString(text, "$1$2")
	plain = zshPrint.ReplaceAllString(plain, "${1}${2}echo$3")
	return plain, plain != text && !strings.ContainsAny(plain, "(=~^`$")
}
