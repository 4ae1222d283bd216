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
	if importsOf(n, "sys") == 0 {
		return
	}
	p := newPartials()
	if p.find(n); p.bound["sys"] == importsOf(n, "sys") { // nothing else goes by that name
		spreads(n, len(given.Args))
	}
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
