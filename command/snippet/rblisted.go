package snippet

import (
	"regexp"
	"strings"
)

// rbLists are commands that print nothing but names below the folder at hand.
var rbLists = regexp.MustCompile(`^git (?:ls-files|diff --name-only(?: --cached| HEAD| HEAD~\d| main| --diff-filter=[A-Z]+)?)(?: --)?((?: (?:'[\w./*-]+'|[\w.-]+/?))*)$`)

// rbEnding finds how all names end that a pattern for git stands for.
var rbEnding = regexp.MustCompile(`^'?[\w./-]*\*(\.\w+)'?$`)

// listedBy are the names that a command between backquotes prints, as a pattern.
func listedBy(n *node) []pyText {
	if n.kind != nCall || len(n.kids) != 2 || n.kids[0].kind != nName || n.kids[0].text != "`" || n.kids[1].kind != nText || !n.kids[1].sure {
		return nil
	}
	match := rbLists.FindStringSubmatch(strings.TrimSpace(n.kids[1].text))
	if len(match) != 2 || strings.Contains(match[1], "..") {
		return nil
	}
	ending := ""
	for i, word := range strings.Fields(match[1]) {
		m := rbEnding.FindStringSubmatch(word)
		if len(m) != 2 || i > 0 && m[1] != ending {
			return []pyText{{s: "**", glob: true}}
		}
		ending = m[1]
	}
	if ending == "" {
		return []pyText{{s: "**", glob: true}}
	}
	return []pyText{{s: "**/*" + ending, glob: true}}
}

// rbLinesOf are the names that a command prints, cut into its lines.
func rbLinesOf(n *node) []pyText {
	if n.kind != nCall || n.kids[0].kind != nAttr {
		return nil
	}
	fn, args := n.kids[0], n.kids[1:]
	switch {
	case fn.text == "split" && (len(args) == 0 || len(args) == 1 && args[0].kind == nText && args[0].sure && args[0].text == "\n"),
		listWords("lines each_line", fn.text) && (len(args) == 0 || args[0].kind == nArg && args[0].text == "chomp" || args[0].kind == nLambda):
		return listedBy(fn.kids[0])
	case fn.text == "map" && len(args) == 1 && args[0].kind == nStar && args[0].text == "&" && args[0].kids[0].kind == nText && listWords("chomp strip", args[0].kids[0].text):
		return rbLinesOf(fn.kids[0])
	}
	return nil
}
