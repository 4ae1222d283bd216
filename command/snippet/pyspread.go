package snippet

import "strconv"

// main(*sys.argv[1:]) has as many arguments as the command line has words, where that is
// known: it is main(sys.argv[1], sys.argv[2]) then.

// spread writes such calls out in a tree that has not been looked at.
func spread(n *node, given Given) {
	if n == nil || !given.Known || given.Glob {
		return
	}
	for _, globbed := range given.Patterns {
		if globbed {
			return
		}
	}
	if p := (partials{made: make(map[string]*node), bound: make(map[string]int), seen: make(map[string]int), called: make(map[string]int)}); importsOf(n, "sys") > 0 {
		if p.find(n); p.bound["sys"] == importsOf(n, "sys") { // nothing else goes by that name
			spreads(n, len(given.Args))
		}
	}
}

// retells reports whether a program gives other words to the project's code than it has got,
// and asks for neither itself: sys.argv = ["tool", "list"].
func (j *pyJudge) retells(t *node) bool {
	if j.soft == nil || !j.soft.owns || countNames(j.tree, "argv parse_args parse_known_args ArgumentParser getopt fileinput input") != 1 {
		return false
	}
	return told(j.tree, t)
}

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

// told reports whether what a target gets is a list of texts that are no orders.
func told(n, t *node) bool {
	if n == nil {
		return false
	}
	if n.kind == nAssign && len(n.kids) == 2 && n.kids[1] == t {
		list := n.kids[0]
		if list == nil || list.kind != nList || ordered(list) {
			return false
		}
		for _, kid := range list.kids {
			if kid.kind != nText || !kid.sure {
				return false
			}
		}
		return true
	}
	for _, kid := range n.kids {
		if told(kid, t) {
			return true
		}
	}
	return false
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

// spreads is spread for a number of words.
func spreads(n *node, count int) {
	if n == nil {
		return
	}
	for _, kid := range n.kids {
		spreads(kid, count)
	}
	if n.kind != nCall {
		return
	}
	var out []*node
	for i, a := range n.kids {
		from, to, ok := 0, 0, false
		if i > 0 && a.kind == nStar && a.text != "**" && len(a.kids) == 1 {
			from, to, ok = lineSlice(a.kids[0], count+1)
		}
		if !ok || to-from > maxTexts {
			out = append(out, a)
			continue
		}
		line := a.kids[0].kids[0]
		for at := from; at < to; at++ {
			out = append(out, &node{kind: nIndex, at: a.at, kids: []*node{copied(line), {kind: nConst, text: strconv.Itoa(at), at: a.at}}})
		}
	}
	n.kids = out
}

// lineSlice is where a part of sys.argv begins and ends, of so many words with the program.
func lineSlice(n *node, count int) (from, to int, ok bool) {
	if n.kind != nIndex || n.kids[1].kind != nSlice || n.kids[1].kids[2] != nil || n.kids[0].kind != nAttr || n.kids[0].text != "argv" || n.kids[0].kids[0].kind != nName || n.kids[0].kids[0].text != "sys" {
		return 0, 0, false
	}
	to = count
	if end := n.kids[1].kids[1]; end != nil {
		if to, ok = wholeNumber(end); !ok || to < 0 {
			return 0, 0, false
		}
	}
	from, ok = wholeNumber(n.kids[1].kids[0])
	return from, min(to, count), ok && from > 0
}
