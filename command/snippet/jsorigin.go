package snippet

import "strings"

// origin are the files that a value comes out of, whole, as it stands in them: what
// JSON says, lines of a text, members, elements. No files: the value is a name
// that a folder has.
//
// Long: one case a kind of node.
func (j *jsJudge) origin(n *node, depth int) (files []string, ok bool) {
	if n == nil || depth > 24 || !j.step() {
		return nil, false
	}
	defer j.back()
	switch n.kind {
	case nAttr:
		if jsForbidden(n.text) || n.text == "length" {
			return nil, false
		}
		return j.origin(n.kids[0], depth+1)
	case nIndex:
		key := n.kids[1]
		if key.kind == nConst && !j.listed1(n.kids[0], 0) || key.kind == nText && (!key.sure || jsForbidden(key.text)) || key.kind != nConst && key.kind != nText && key.kind != nName && key.kind != nAttr {
			return nil, false
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
		return nil, len(n.kids) == 0
	case nStar:
		return j.origin(n.kids[0], depth+1)
	case nNew:
		if n.kids[0].kind == nName && n.kids[0].text == "Set" && !j.names.bound("Set") {
			return j.origins(n.kids[1:], depth)
		}
	case nText:
		return nil, n.sure && !strings.Contains(n.text, "..") && !outsideOf(n.text, j.given.Inner) && n.text != "/"
	case nConst:
		return nil, true
	case nName:
		return j.originName(n, depth)
	case nCall:
		return j.originCall(n, depth)
	}
	return nil, false
}

func (j *jsJudge) origins(nodes []*node, depth int) (files []string, ok bool) {
	for _, n := range nodes {
		one, ok := j.origin(n, depth+1)
		if !ok {
			return nil, false
		}
		files = append(files, one...)
	}
	return files, true
}

func (j *jsJudge) originName(n *node, depth int) (files []string, ok bool) {
	b := j.bindingOf(n.text)
	if len(b.sites) == 0 || len(b.sites) > 8 {
		return nil, n.text == "undefined"
	}
	for _, s := range b.sites {
		var nodes []*node
		switch s.how {
		case byValue, byItem, byColumn, byElement:
			nodes = []*node{s.node}
		case byFrom:
			if jsForbidden(s.member) {
				return nil, false
			}
			nodes = []*node{s.node}
		case byParam:
			if nodes = j.argumentsFor(s); nodes == nil {
				return nil, false
			}
		default:
			return nil, false
		}
		one, ok := j.origins(append(nodes, b.grown...), depth)
		if !ok {
			return nil, false
		}
		files = append(files, one...)
	}
	return files, true
}

// argumentsFor are what a parameter is called with; nil if not all calls are known.
func (j *jsJudge) argumentsFor(s site[jsValue]) (args []*node) {
	calls, ok := j.callsOf(s.node)
	if !ok || len(calls) > 8 {
		return nil
	}
	at := 0
	for _, digit := range s.member {
		at = 10*at + int(digit-'0')
	}
	for _, c := range calls {
		if at+1 >= len(c.call.kids) {
			return nil
		}
		args = append(args, c.call.kids[at+1])
	}
	return args
}

// originCall is origin for a call.
//
// Long: one case a kind of function.
func (j *jsJudge) originCall(n *node, depth int) (files []string, ok bool) {
	fn, args := n.kids[0], n.kids[1:]
	if requires(n) {
		if len(args) == 1 && args[0].kind == nText && args[0].sure && strings.HasSuffix(args[0].text, ".json") && strings.HasPrefix(args[0].text, "./") {
			return []string{args[0].text}, true
		}
		return nil, false
	}
	switch v := j.callee(fn); {
	case v.what == jsMember && len(args) > 0:
		switch v.name + "." + v.member {
		case "fs.readFileSync", "fs/promises.readFile":
			texts := j.used(j.eval(args[0])).texts
			if len(texts) != 1 || !constant(texts[0]) || outsideOf(texts[0].s, j.given.Inner) || strings.Contains(texts[0].s, "..") {
				return nil, false
			}
			return []string{texts[0].s}, true
		case "fs.readdirSync", "fs/promises.readdir":
			return nil, len(args) == 1 && len(j.used(j.eval(args[0])).texts) > 0
		case "JSON.parse":
			if len(args) == 1 {
				return j.origin(args[0], depth+1)
			}
		case "Object.keys", "Object.values", "Object.entries":
			return j.origin(args[0], depth+1)
		case "child_process.execSync":
			texts := j.used(j.eval(args[0])).texts
			return []string{"."}, len(texts) == 1 && constant(texts[0]) && listsFiles(texts[0].s)
		}
		return nil, false
	case v.what != jsPlain || fn.kind != nAttr || j.own[fn.text]:
		return nil, false
	}
	base := fn.kids[0]
	switch {
	case listWords("toString trim sort reverse toSorted toReversed flat values keys entries", fn.text) && len(args) <= 1,
		fn.text == "slice" && j.listed1(base, 0), fn.text == "split" && len(args) == 1 && separates(args[0]), fn.text == "filter" && onlyAsked(n):
		return j.origin(base, depth+1)
	case (fn.text == "map" || fn.text == "flatMap") && len(args) == 1 && args[0].kind == nLambda && args[0].kids[1].kind != nBlock && onlyAsked(n):
		return j.origin(args[0].kids[1], depth+1)
	}
	return nil, false
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
		return fn.kind == nAttr && !j.own[fn.text] && (listWords("split map filter flatMap", fn.text) || listWords("slice sort reverse", fn.text) && j.listed1(fn.kids[0], depth+1))
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

// listsFiles reports whether a command lists files of the folder, and does no more.
func listsFiles(s string) bool {
	if strings.ContainsAny(s, ";&|<>$`(){}\\\n'\"~") || strings.Contains(s, "..") || strings.Contains(s, " /") {
		return false
	}
	words := strings.Fields(s)
	if len(words) < 2 || words[0] != "git" {
		return false
	}
	return words[1] == "ls-files" && !strings.Contains(s, " -o") && !strings.Contains(s, " --") || len(words) > 2 && words[1] == "diff" && words[2] == "--name-only"
}

// mixed finds whether a program puts something into what it has not just made:
// a list or an object that data may be.
func (c *jsNames) mixed(n *node) {
	fn := n
	if n.kind == nCall {
		if fn = n.kids[0]; fn.kind != nAttr || !listWords("push unshift splice fill copyWithin assign", fn.text) || len(n.kids) < 2 {
			return
		}
		if fn.text == "assign" {
			c.mixes = c.mixes || n.kids[1].kind != nDict
			return
		}
	}
	base := fn.kids[0]
	if base.kind == nName && base.text == "this" {
		return
	}
	if base.kind != nName {
		c.mixes = true
		return
	}
	c.changed = append(c.changed, base.text)
}

// fresh reports whether all that the program changes is what it has made itself.
func (c *jsNames) fresh() bool {
	for _, name := range c.changed {
		b := c.names.of(name)
		for _, s := range b.sites {
			if s.how != byValue || s.node.kind != nList && s.node.kind != nDict && s.node.kind != nNew {
				return false
			}
		}
		if len(b.sites) == 0 && !listWords("process module exports", name) {
			return false
		}
	}
	return !c.mixes
}
