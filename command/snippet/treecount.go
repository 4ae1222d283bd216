package snippet

// How often something stands in a tree.

// countNames counts the places where one of some names stands.
func countNames(n *node, names string) (count int) {
	if n == nil {
		return 0
	}
	if (n.kind == nName || n.kind == nAttr || n.kind == nImport || n.kind == nText) && listWords(names, spelled(n.text)) {
		count++
	}
	for _, kid := range n.kids {
		count += countNames(kid, names)
	}
	return count
}

// importsOf counts the places where a module is imported under its own name.
func importsOf(n *node, module string) (count int) {
	if n == nil {
		return 0
	}
	if n.kind == nImport && !n.sure {
		for _, a := range n.kids {
			if a.text == module && len(a.kids) > 0 && a.kids[0].text == module {
				count++
			}
		}
	}
	for _, kid := range n.kids {
		count += importsOf(kid, module)
	}
	return count
}
