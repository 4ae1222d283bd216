package snippet

// What the module os has names for is a text that points out: os.sep is the root of all
// files, os.pardir and the folder of the current one lie above the project.

// points takes such names for the texts that they are, in a tree that has not been looked at.
func points(n *node) {
	if importsOf(n, "os") == 0 {
		return
	}
	p := newPartials()
	if p.find(n); p.bound["os"] == importsOf(n, "os") {
		pointing(n)
	}
}

// pointing is points where nothing else goes by the name os.
func pointing(n *node) {
	if n == nil {
		return
	}
	for i, kid := range n.kids {
		if i == 1 && n.kind == nCall && n.kids[0].kind == nAttr && listWords("split rsplit count replace partition rpartition startswith endswith strip rstrip lstrip", n.kids[0].text) {
			continue // it is only looked for
		}
		pointing(kid)
	}
	switch {
	case ofSystem(n, "sep"):
		n.kind, n.text, n.kids, n.sure = nText, "/", nil, true
	case n.kind == nIndex && n.kids[1].kind == nSlice && n.kids[0].kind == nCall && ofSystem(n.kids[0].kids[0], "getcwd"), // a part of its name
		ofSystem(n, "pardir"), n.kind == nCall && len(n.kids) == 2 && n.kids[0].kind == nAttr && n.kids[0].text == "dirname" && ofSystem(n.kids[0].kids[0], "path") &&
			n.kids[1].kind == nCall && len(n.kids[1].kids) == 1 && ofSystem(n.kids[1].kids[0], "getcwd"):
		n.kind, n.text, n.kids, n.sure = nText, "..", nil, true
	}
}

// ofSystem reports whether an expression is a member of the module os, or of os.path.
func ofSystem(n *node, name string) bool {
	if n.kind != nAttr || n.text != name {
		return false
	}
	of := n.kids[0]
	if of.kind == nAttr && of.text == "path" && (name == "sep" || name == "pardir") {
		of = of.kids[0]
	}
	return of.kind == nName && of.text == "os"
}
