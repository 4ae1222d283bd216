package snippet

// The root of a server is asked for by the text that also names the root of all files. It is
// a route where nothing but a client gets it: client.get("/"), or an element of a list of
// routes whose loop hands its name to such calls alone.

// routing counts what happens to names.
type routing struct {
	loads          map[string]int     // places where a name stands, but where it is bound by a loop
	asked          map[string]int     // of these, places where a client is asked for it, or it is shown
	lists          map[string][]*node // the roots in what a loop gives a name
	found          map[*node]bool
	clients, bound map[string]int // how often names are bound to clients, and at all
	fake           bool           // something else goes by the name of a client
}

// client reports whether an expression makes a client of an application, which it calls in
// memory.
func client(n *node) bool {
	return n != nil && n.kind == nCall && pyClient(passingName(n.kids[0]))
}

// pyClient reports whether a name is one by which frameworks call such clients.
func pyClient(name string) bool {
	return listWords("test_client TestClient APIClient Client AsyncClient", name)
}

// asksRoute reports whether a call asks a client for a route.
func (r *routing) asksRoute(n *node) bool {
	if n.kind != nCall || len(n.kids) < 2 || n.kids[0].kind != nAttr || !listWords("get post head options", n.kids[0].text) || n.kids[1].kind == nArg || n.kids[1].kind == nStar {
		return false
	}
	of := n.kids[0].kids[0]
	return !r.fake && client(of) || !r.fake && of.kind == nName && r.clients[of.text] > 0 && r.clients[of.text] == r.bound[of.text]
}

// isRoute reports whether an argument of a call is the root of a server.
func (j *pyJudge) isRoute(n, a *node) bool {
	if j.asks == nil {
		j.asks = routes(j.tree)
	}
	return len(n.kids) > 1 && a == n.kids[1] && j.asks.asksRoute(n) && (j.asks.found[a] || a.kind == nName && j.asks.loads[a.text] == j.asks.asked[a.text])
}

// routes finds the texts of a tree that are such a root.
func routes(tree *node) *routing {
	r := &routing{loads: make(map[string]int), asked: make(map[string]int), lists: make(map[string][]*node), found: make(map[*node]bool), clients: make(map[string]int), bound: make(map[string]int)}
	r.bindings(tree)
	r.look(tree)
	for name, texts := range r.lists {
		if r.loads[name] != r.asked[name] {
			continue
		}
		for _, t := range texts {
			r.found[t] = true
		}
	}
	return r
}

// bindings counts what names are bound to: clients, and anything.
func (r *routing) bindings(n *node) {
	if n == nil {
		return
	}
	switch n.kind {
	case nAssign:
		for _, t := range n.kids[1:] {
			if t.kind == nName && len(n.kids) == 2 && client(n.kids[0]) {
				r.clients[t.text]++
			}
			r.binds(t)
		}
	case nFor, nClause, nAugment, nWalrus, nDelete:
		r.binds(n.kids[0])
	case nNames, nImport:
		for _, kid := range n.kids {
			r.bound[kid.text]++
			for _, as := range kid.kids {
				r.fake = r.fake || as.text != kid.text && pyClient(as.text)
				r.bound[as.text]++
			}
		}
	case nDef, nClass, nParam:
		r.fake = r.fake || pyClient(n.text)
		r.bound[n.text]++
	case nHandler, nCapture:
		for _, kid := range n.kids {
			r.binds(kid)
		}
	}
	for _, kid := range n.kids {
		r.bindings(kid)
	}
}

// binds counts the names of a target.
func (r *routing) binds(t *node) {
	if t == nil {
		return
	}
	switch t.kind {
	case nName:
		r.bound[t.text]++
	case nTuple, nList, nStar:
		for _, kid := range t.kids {
			r.binds(kid)
		}
	}
}

// look goes through a tree.
func (r *routing) look(n *node) {
	if n == nil {
		return
	}
	kids := n.kids
	switch {
	case n.kind == nName:
		r.loads[n.text]++
	case r.asksRoute(n):
		if first := n.kids[1]; root(first) {
			r.found[first] = true
		} else if first.kind == nName {
			r.asked[first.text]++
		}
	case n.kind == nCall && n.kids[0].kind == nName && n.kids[0].text == "print":
		for _, a := range n.kids[1:] {
			if a.kind == nName {
				r.asked[a.text]++
			}
		}
	case (n.kind == nFor || n.kind == nClause) && n.kids[0].kind == nName && (n.kids[1].kind == nList || n.kids[1].kind == nTuple):
		for _, kid := range n.kids[1].kids {
			if root(kid) {
				r.lists[n.kids[0].text] = append(r.lists[n.kids[0].text], kid)
			}
		}
		kids = kids[1:]
	}
	for _, kid := range kids {
		r.look(kid)
	}
}

// root reports whether an expression is the text "/".
func root(n *node) bool { return n.kind == nText && n.sure && n.text == "/" }
