package snippet

import "strings"

// What is handed to a library as plain data may say that it reads files, keeps some, or
// starts a program. Such a setting comes by many ways: as an argument, in a dictionary that
// is built elsewhere, as an attribute. It is looked for wherever it is spelt.

// pySets reports whether a program tells a library to do more than compute: the texts that
// are given to scikit-learn's vectorizers are names of files (input), what was computed is
// kept in a folder and unpickled from there (memory), plots are drawn by LaTeX (usetex).
func pySets(text string, tree *node) bool {
	learns := strings.Contains(text, "sklearn")
	if !learns && !strings.Contains(text, "plot") && !strings.Contains(text, "seaborn") {
		return false
	}
	return pySetsWithin(tree, learns)
}

// pySetsWithin looks for these below a node.
func pySetsWithin(n *node, learns bool) bool {
	switch n.kind {
	case nText:
		if strings.Contains(n.text, "usetex") || n.text == "figure.hooks" || strings.HasPrefix(n.text, "module://") || learns && learnsFrom(n.text) {
			return true
		}
	case nAttr, nName:
		if strings.Contains(n.text, "usetex") || n.kind == nAttr && learns && listWords("input memory", n.text) {
			return true
		}
	case nCall: // the first argument of old versions
		if fn := n.kids[0]; learns && len(n.kids) > 1 && n.kids[1].kind != nArg && (fn.kind == nName || fn.kind == nAttr) && strings.HasSuffix(fn.text, "Vectorizer") {
			return true
		}
	case nArg:
		v := n.kids[0]
		switch {
		case strings.Contains(n.text, "usetex"), learns && learnsFrom(n.text):
			return true
		case learns && n.text == "input" && (v.kind != nText || v.text != "content"):
			return true
		case learns && n.text == "memory" && (v.kind != nConst || v.text != "None"):
			return true
		}
	}
	for _, kid := range n.kids {
		if kid != nil && pySetsWithin(kid, learns) {
			return true
		}
	}
	return false
}

// learnsFrom reports whether a word is one of these settings of a step of a pipeline.
func learnsFrom(word string) bool {
	return strings.HasSuffix(word, "__input") || strings.HasSuffix(word, "__memory")
}
