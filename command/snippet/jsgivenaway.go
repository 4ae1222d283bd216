package snippet

import "slices"

// What a listed function may call: it gets functions as they are written, or objects
// of such, and data. Then nothing is called that other code has given.

// allWritten reports whether nothing among some arguments is a function that the program
// does not have itself: each is one as it is written, or data as it stands there.
func (j *jsJudge) allWritten(args []*node) bool {
	for _, a := range args {
		if !j.writtenOut(a, 0) {
			return false
		}
	}
	return true
}

// writtenOut is that for one value. A text or a number is never called.
func (j *jsJudge) writtenOut(n *node, depth int) bool {
	if n == nil || depth > 8 || !j.step() {
		return false
	}
	defer j.back()
	switch n.kind {
	case nConst, nText, nFormat, nBinary, nCompare, nRegexp, nLambda:
		return true
	case nList:
		for _, kid := range n.kids {
			if kid == nil || kid.kind == nStar || !j.writtenOut(kid, depth+1) {
				return false
			}
		}
		return true
	case nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] == nil || n.kids[i].kind != nText || !j.writtenOut(n.kids[i+1], depth+1) {
				return false
			}
		}
		return true
	case nName:
		return j.written(n)
	}
	return j.numeric(n)
}

// callsOwn reports whether a function that calls what it gets gets nothing to call but
// the program's own: Object.groupBy(rows, f) calls f alone, and once(server, "x") a
// method of something living, which nobody else has given it.
func (j *jsJudge) callsOwn(name string, args []*node) bool {
	switch name {
	case "Object.groupBy", "Map.groupBy":
		return len(args) == 2 && j.writtenOut(args[1], 0)
	case "events.once":
		return len(args) >= 2 && j.lives(args[0]) && j.writtenOut(args[1], 0)
	}
	return j.allWritten(args)
}

// lives reports whether a name is only ever what a module of Node's own has made: a
// server, a socket, a program that was started.
func (j *jsJudge) lives(n *node) bool {
	if n.kind != nName {
		return false
	}
	b := j.bindingOf(n.text)
	for _, s := range b.sites {
		if s.how != byValue || s.node.kind != nCall {
			return false
		}
		if v := j.callee(s.node.kids[0]); v.what != jsMember || !listWords("http https net child_process", v.name) {
			return false
		}
	}
	return len(b.sites) > 0
}

// allKnown reports whether all names that a loop binds are known for what they are: of
// what other code gives, they are its own.
func allKnown(t *node) bool {
	switch t.kind {
	case nName:
		return true
	case nList:
		for _, kid := range t.kids {
			if kid.kind != nName && kid.kind != nPass {
				return false
			}
		}
		return true
	}
	return simplePattern(t)
}

// gotten reports whether a name is only ever what a call of other code has given back:
// what that is called here says nothing about what it does.
func (j *jsJudge) gotten(fn *node) bool {
	if fn.kind != nName {
		return false
	}
	b := j.bindingOf(fn.text)
	for _, s := range b.sites {
		v := s.node
		if v != nil && v.kind == nUnary && v.text == "await" {
			v = v.kids[0]
		}
		if s.how != byValue || v == nil || v.kind != nCall || requires(v) {
			return false
		}
	}
	return len(b.sites) > 0
}

// gives reports whether a method of what other code has made only gives a thing back
// (client.release()) or puts an object into a list (rows.push({…})).
func (j *jsJudge) gives(name string, n *node) bool {
	fn := n.kids[0]
	if fn.kind != nAttr || j.imported(fn.kids[0], 0) {
		return false
	}
	if name == "terminate" && len(n.kids) == 1 && fn.kids[0].kind == nName { // a thread of its own
		b := j.bindingOf(fn.kids[0].text)
		return len(b.sites) == 1 && b.sites[0].how == byValue && b.sites[0].node.kind == nNew && b.sites[0].node.kids[0].kind == nName && b.sites[0].node.kids[0].text == "Worker"
	}
	return name == "release" && len(n.kids) == 1 || name == "push" && len(n.kids) == 2 && (n.kids[1].kind == nDict || n.kids[1].kind == nList)
}

// handableCells reports whether all that the rows of a table have at a place may be
// handed to other code.
func (j *jsJudge) handableCells(s site[jsValue], depth int) bool {
	rows, ok := j.rows(s.node)
	if !ok {
		return false
	}
	for _, row := range rows {
		switch cell := cellOf(row, s.member); {
		case cell != nil && j.handable(cell, depth+8):
		case cell == nil && row != nil && row.kind == nList && !slices.ContainsFunc(row.kids, func(kid *node) bool { return kid == nil || kid.kind == nStar }): // it ends before
		default:
			return false
		}
	}
	return true
}
