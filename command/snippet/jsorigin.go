package snippet

import (
	"slices"
	"strings"
)

// source is where a path comes from: files that say it, and folders below which it
// lies since the program has found it there. A name that a folder has is of none.
type source struct {
	files []string
	roots []string
	names bool // some of it are entries of folders
	same  bool // some of it is what is being asked for
}

// with takes in where another part of the same value comes from.
func (s *source) with(o source) {
	s.files, s.roots = append(s.files, o.files...), append(s.roots, o.roots...)
	s.names, s.same = s.names || o.names, s.same || o.same
}

// origin is where a value comes from, whole, as it stands there: what JSON says, lines
// of a text, members, elements, names of folders joined to each other, what a
// function of the program gives back of these.
//
// Long: one case a kind of node.
func (j *jsJudge) origin(n *node, depth int) (from source, ok bool) {
	if n == nil || depth > 24 || !j.step() {
		return source{}, false
	}
	defer j.back()
	switch n.kind {
	case nAttr:
		if jsForbidden(n.text) || n.text == "length" {
			return source{}, false
		}
		from, ok := j.origin(n.kids[0], depth+1)
		return from, ok && (!from.names || n.text == "name")
	case nIndex:
		key := n.kids[1]
		if key.kind == nConst && !j.listed1(n.kids[0], 0) || key.kind == nText && (!key.sure || jsForbidden(key.text)) || key.kind != nConst && key.kind != nText && key.kind != nName && key.kind != nAttr {
			return source{}, false
		}
		return j.origin(n.kids[0], depth+1)
	case nUnary:
		if n.text == "await" {
			return j.origin(n.kids[0], depth+1)
		}
	case nBool:
		if n.text == "||" || n.text == "??" {
			return j.origins([]*node{n.kids[0], n.kids[1]}, depth)
		}
	case nChoice:
		return j.origins(n.kids[1:], depth)
	case nList:
		return j.origins(n.kids, depth)
	case nDict:
		for i := 0; i+1 < len(n.kids); i += 2 { // {...a, ...b}
			one, ok := source{}, false
			if n.kids[i] == nil {
				one, ok = j.origin(n.kids[i+1], depth+1)
			}
			if !ok {
				return source{}, false
			}
			from.with(one)
		}
		return from, true
	case nStar:
		return j.origin(n.kids[0], depth+1)
	case nNew:
		if n.kids[0].kind == nName && n.kids[0].text == "Set" && !j.names.bound("Set") {
			return j.origins(n.kids[1:], depth)
		}
	case nText:
		if n.text == "" {
			return source{}, true
		}
		return source{roots: []string{n.text}}, n.sure && !strings.Contains(n.text, "..") && !outsideOf(n.text, j.given.Inner) && n.text != "/"
	case nFormat, nBinary:
		return j.originPath(n, depth)
	case nConst: // a number would be an open file
		return source{}, n.text == "null" || n.text == "false"
	case nName:
		return j.originName(n, depth)
	case nCall:
		return j.originCall(n, depth)
	}
	return source{}, false
}

// origins is origin for values of which any may be the one.
func (j *jsJudge) origins(nodes []*node, depth int) (from source, ok bool) {
	for _, n := range nodes {
		one, ok := j.origin(n, depth+1)
		if !ok {
			return source{}, false
		}
		from.with(one)
	}
	return from, true
}

// originName is origin for a name: all places that bind it count, and it is asked once,
// since it may be made of itself.
func (j *jsJudge) originName(n *node, depth int) (from source, ok bool) {
	b := j.bindingOf(n.text)
	if len(b.sites) == 0 || len(b.sites) > 8 {
		return source{}, n.text == "undefined"
	}
	if b.asked {
		return source{same: true}, true
	}
	b.asked = true
	defer func() { b.asked = false }()
	put, ok := j.putInto(n.text)
	if !ok {
		return source{}, false
	}
	for _, s := range b.sites {
		var nodes []*node
		switch s.how {
		case byValue, byItem, byColumn, byElement:
			nodes = []*node{s.node}
		case byFrom:
			if jsForbidden(s.member) {
				return source{}, false
			}
			nodes = []*node{s.node}
		case byOrElse:
			nodes = s.node.kids
		case byParam:
			if nodes = j.argumentsFor(s); nodes == nil {
				return source{}, false
			}
		default:
			return source{}, false
		}
		one, ok := j.origins(slices.Concat(nodes, b.grown, put), depth)
		if !ok {
			return source{}, false
		}
		from.with(one)
	}
	return from, true
}

// originCall is origin for a call.
//
// Long: one case a kind of function.
func (j *jsJudge) originCall(n *node, depth int) (from source, ok bool) {
	fn, args := n.kids[0], n.kids[1:]
	if requires(n) {
		if len(args) == 1 && args[0].kind == nText && args[0].sure && strings.HasSuffix(args[0].text, ".json") && strings.HasPrefix(args[0].text, "./") {
			return source{files: []string{args[0].text}}, true
		}
		return source{}, false
	}
	switch v := j.callee(fn); {
	case v.what == jsMember && len(args) > 0:
		switch v.name + "." + v.member {
		case "fs.readFileSync", "fs/promises.readFile":
			texts := j.used(j.eval(args[0])).texts
			if len(texts) == 0 {
				return j.originContent(args[0], depth)
			}
			if len(texts) != 1 || !constant(texts[0]) || outsideOf(texts[0].s, j.given.Inner) || strings.Contains(texts[0].s, "..") {
				return source{}, false
			}
			return source{files: []string{texts[0].s}}, true
		case "fs.readdirSync", "fs/promises.readdir":
			return source{names: true}, len(args) == 1 || args[1].kind == nDict
		case "JSON.parse":
			if len(args) == 1 {
				return j.origin(args[0], depth+1)
			}
		case "Object.keys", "Object.values", "Object.entries":
			return j.origin(args[0], depth+1)
		case "child_process.execSync", "child_process.execFileSync":
			return j.listing1(v.member, args)
		case "path.join", "path.resolve":
			return j.originPath(n, depth)
		case "glob.glob", "glob.sync", "glob.globSync", "glob.default", "glob.globbySync", "glob.globby", "fs.globSync", "fs/promises.glob":
			roots, ok := j.globRoots(n)
			return source{roots: roots}, ok
		}
		return source{}, false
	case fn.kind == nName:
		if v.what == jsObject && v.name == "glob" {
			roots, ok := j.globRoots(n)
			return source{roots: roots}, ok
		}
		return j.originOwn(fn.text, depth)
	case v.what != jsPlain || fn.kind != nAttr || j.own[fn.text]:
		return source{}, false
	}
	base := fn.kids[0]
	switch {
	case listWords("toString trim sort reverse toSorted toReversed flat values keys entries", fn.text) && len(args) <= 1,
		listWords("slice pop shift at", fn.text) && j.listed1(base, 0), listWords("find findLast", fn.text) && onlyAsked(n) && j.listed1(base, 0),
		fn.text == "split" && len(args) == 1 && separates(args[0]), fn.text == "filter" && onlyAsked(n):
		return j.origin(base, depth+1)
	case fn.text == "concat" && j.listed1(base, 0):
		return j.origins(append([]*node{base}, args...), depth)
	case listWords("replace replaceAll", fn.text) && len(args) == 2 && renames(args[0], args[1]):
		return j.origin(base, depth+1)
	case (fn.text == "map" || fn.text == "flatMap") && len(args) == 1 && args[0].kind == nLambda && onlyAsked(n):
		return j.origins(givenBack(args[0].kids[1]), depth)
	}
	return source{}, false
}

// listed1 reports whether a value is certainly a list, not a text.
func (j *jsJudge) listed1(n *node, depth int) bool {
	if n == nil || depth > 8 {
		return false
	}
	switch n.kind {
	case nList:
		return true
	case nName:
		b := j.bindingOf(n.text)
		return len(b.sites) == 1 && b.sites[0].how == byValue && j.listed1(b.sites[0].node, depth+1)
	case nCall:
		fn := n.kids[0]
		if v := j.callee(fn); v.what == jsMember {
			return v.name == "Object" && listWords("keys values entries", v.member) || v.name == "fs" && v.member == "readdirSync"
		}
		return fn.kind == nAttr && !j.own[fn.text] && (listWords("split map filter flatMap", fn.text) || listWords("slice sort reverse concat toSorted toReversed", fn.text) && j.listed1(fn.kids[0], depth+1))
	}
	return false
}

// separates reports whether a text is taken apart where its lines or words end.
func separates(n *node) bool {
	if n.kind == nRegexp {
		return listWords(`/\r?\n/ /\n/ /\n+/ /\s+/ /,\s*/ /\r?\n+/ /[\r\n]+/`, n.text)
	}
	return n.kind == nText && n.sure && len(n.text) == 1 && strings.Contains("\n,; \t|", n.text)
}

// alter notes that a list or an object gets what is not followed.
func (c *jsNames) alter(name string) {
	if c.altered == nil {
		c.altered = make(map[string]bool)
	}
	c.altered[name] = true
}

// putInto is what functions of the program put into a list that they are called with.
func (j *jsJudge) putInto(name string) (put []*node, ok bool) {
	if j.altered[name] {
		return nil, false
	}
	for fname, calls := range j.calls {
		if b := j.bindingOf(fname); len(b.sites) == 0 && (jsGlobal(fname) || fname == "fetch") {
			continue
		} else if v := j.bound(b); v.what == jsMember && listWords("path fs fs/promises JSON console glob", v.name) { // they only look at lists
			continue
		}
		for _, c := range calls {
			for i, a := range c.call.kids[1:] {
				if a.kind != nName || a.text != name {
					continue
				}
				param, known := j.paramOf(fname, i)
				if !known || j.altered[param] {
					return nil, false
				}
				put = append(put, j.bindingOf(param).grown...)
			}
		}
	}
	return put, true
}

// paramOf is the name of a parameter of a function of the program.
func (j *jsJudge) paramOf(function string, i int) (name string, ok bool) {
	if len(j.bindingOf(function).sites) != 1 {
		return "", false
	}
	for params, fn := range j.functions {
		if fn.name != function || i >= len(params.kids) {
			continue
		}
		kid := params.kids[i]
		if kid.kind == nParam {
			kid = kid.kids[0]
		}
		return kid.text, kid.kind == nName
	}
	return "", false
}

// freshName reports whether a name only holds what the program has made itself.
func (j *jsJudge) freshName(name string, depth int) bool {
	b := j.bindingOf(name)
	if depth > 4 {
		return false
	}
	for _, s := range b.sites {
		nodes := []*node{s.node}
		switch s.how {
		case byValue:
		case byParam:
			if nodes = j.argumentsFor(s); nodes == nil {
				return false
			}
		default:
			return false
		}
		for _, n := range nodes {
			if n.kind != nList && n.kind != nDict && n.kind != nNew && !(s.how == byParam && n.kind == nName && (n.text == name || j.freshName(n.text, depth+1))) {
				return false
			}
		}
	}
	return len(b.sites) > 0
}
