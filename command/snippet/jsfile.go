package snippet

import (
	"path"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// jsJoin is path.join, which takes a later absolute path for a relative one.
// path.resolve starts anew at it.
func jsJoin(t, o pyText) (pyText, bool) {
	switch {
	case strings.HasSuffix(o.s, "/") && !o.under:
		return t, false
	case t.s == "" && !t.full:
		return o, true
	case o.full || o.under:
		return t, false
	case o.s == anyTree:
		t.under = true
		return t, !t.glob && !t.home
	case t.s == anyTree:
		return t, false
	case t.glob && !o.glob && !o.home && !strings.ContainsAny(o.s, globbing) && !strings.Contains(o.s, "..") && !strings.HasSuffix(t.s, "*"):
		t.s += "/" + strings.TrimLeft(path.Clean(o.s), "/")
		return t, true
	case t.under: // a name, or a way down
		t.s = strings.TrimSuffix(t.s, "/")
		return t, t.s != "" && !strings.Contains(o.s, "..") && !o.home
	}
	if t.glob || t.home || o.home || strings.HasSuffix(o.s, "/") || o.glob && (!strings.HasPrefix(o.s, anyName) || strings.ContainsAny(t.s, globbing)) {
		return t, false
	}
	if t.s == "" {
		return o, true
	}
	return pyText{s: path.Join(t.s, strings.TrimLeft(o.s, "/")), glob: o.glob, full: t.full}, true
}

// anyTree is the name of anything in a folder, however deep.
const anyTree = anyName + "/**"

// file judges a function of fs. The last argument may be a function that is
// called when it is done.
//
// Long: one case a group of functions.
func (j *jsJudge) file(name string, n *node) jsValue {
	args := n.kids[1:]
	if last := len(args) - 1; last > 0 && j.written(args[last]) && !listWords("fs.writeFileSync fs.appendFileSync", name) || last > 1 && j.written(args[last]) {
		j.plain(args[last])
		args = args[:last]
	}
	if len(args) == 0 {
		return j.fail()
	}
	act := jsAct("fs", strings.TrimPrefix(name, "fs."))
	if args[0].kind == nConst && act == "read" && args[0].text == "0" {
		return j.arguments(n)
	}
	first := j.plain(args[0])
	if len(first.texts) == 0 {
		if j.failed || !j.ofDatum(name, act, args[0]) && !j.looksAnywhere(act) {
			return j.fail()
		}
		for i, a := range args[1:] {
			j.plain(a)
			if (act != "write" || i > 0) && !j.fileOptions(a, new(bool)) {
				return j.fail()
			}
		}
		if name == "fs.createReadStream" {
			return jsValue{what: jsStdin}
		}
		return jsValue{}
	}
	rest := args[1:]
	tree := name == "fs.cpSync"
	switch {
	case name == "fs.writeFileSync" || name == "fs.appendFileSync":
		if len(rest) == 0 {
			return j.fail()
		}
		j.plain(rest[0])
		rest = rest[1:]
	case name == "fs.mkdtempSync":
		if len(rest) > 0 {
			return j.fail()
		}
		return j.temporary(first)
	case act == "copy" || act == "move":
		if len(rest) == 0 || len(rest) > 2 {
			return j.fail()
		}
		to := j.plain(rest[0])
		if len(to.texts) == 0 || len(rest) == 2 && !j.fileOptions(rest[1], &tree) {
			return j.fail()
		}
		if act == "move" {
			j.touch(pipeline.KindDelete, first.texts, false, true)
			j.touch(pipeline.KindWrite, to.texts, false, true)
			j.add(Effect{Moves: true})
			return jsValue{}
		}
		j.touch(pipeline.KindRead, first.texts, false, tree)
		j.touch(pipeline.KindWrite, to.texts, false, tree)
		return jsValue{}
	}
	if act == "write" && len(rest) == 1 && appends(rest[0]) {
		rest = nil
	}
	for _, a := range rest {
		if len(rest) > 1 || !j.fileOptions(a, &tree) {
			return j.fail()
		}
	}
	switch act {
	case "read":
		j.touch(pipeline.KindRead, first.texts, false, false)
		if name == "fs.createReadStream" {
			return jsValue{what: jsStdin}
		}
	case "write":
		j.touch(pipeline.KindWrite, first.texts, false, false)
		if name == "fs.createWriteStream" {
			return jsValue{what: jsSink}
		}
	case "look":
		j.touch(pipeline.KindRead, first.texts, true, tree)
		return j.listed(name, rest, tree)
	case "delete":
		j.touch(pipeline.KindDelete, first.texts, false, tree)
	}
	return jsValue{}
}

// appends reports whether options say how a file is written, and no more. Flags that
// read as well (a+, w+) are not among them.
func appends(n *node) bool {
	return n.kind == nDict && len(n.kids) == 2 && n.kids[0] != nil && listWords("flag flags", n.kids[0].text) && n.kids[1].kind == nText && listWords("a w wx ax", n.kids[1].text)
}

// listed is what a function that looks at a folder gives back.
func (j *jsJudge) listed(name string, options []*node, tree bool) jsValue {
	if name == "fs.opendirSync" && len(options) == 0 {
		return jsValue{items: []pyText{{s: anyName, glob: true}}, entry: true}
	}
	if name != "fs.readdirSync" {
		return jsValue{}
	}
	v := jsValue{items: []pyText{{s: anyName, glob: true}}}
	if len(options) == 0 || options[0].kind == nText {
		return v
	}
	for i := 0; i+1 < len(options[0].kids); i += 2 {
		switch options[0].kids[i].text {
		case "withFileTypes":
			v.entry = true
		case "recursive":
		case "encoding":
		default:
			return jsValue{}
		}
	}
	switch {
	case tree && v.entry:
		return jsValue{}
	case tree:
		v.items = []pyText{{s: anyTree, glob: true}}
	}
	return v
}

// temporary is a folder whose name begins in a way and ends in any way. mkdtemp puts
// six letters behind it, which nobody can know before.
func (j *jsJudge) temporary(begin jsValue) jsValue {
	var made []pyText
	for _, t := range begin.texts {
		if t.glob || t.under || strings.ContainsAny(t.s, globbing) {
			return j.fail()
		}
		t.s, t.glob = t.s+"??????", true
		made = append(made, t)
	}
	j.touch(pipeline.KindWrite, made, false, false)
	return jsValue{texts: made}
}

// fileOptions reads an encoding, or an object with the options that are known.
func (j *jsJudge) fileOptions(n *node, tree *bool) bool {
	switch n.kind {
	case nText:
		return n.sure
	case nDict:
		j.optioned = true
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] == nil || n.kids[i+1].kind != nConst && n.kids[i+1].kind != nText {
				return false
			}
			switch n.kids[i].text {
			case "encoding", "force", "withFileTypes", "highWaterMark", "start", "end", "maxRetries", "retryDelay", "throwIfNoEntry", "bigint", "errorOnExist", "preserveTimestamps":
			case "recursive":
				*tree = true
			default:
				return false
			}
		}
		return true
	}
	return false
}

// resolved is path.resolve: from the working folder on. Without a path that begins at
// the root the working folder comes first.
func (j *jsJudge) resolved(args []*node) jsValue {
	v := jsValue{texts: []pyText{{s: ".", full: true}}}
	for _, a := range args {
		v.texts = combine(v.texts, j.plain(a).texts, func(t, o pyText) (pyText, bool) {
			if o.full || o.home || strings.HasPrefix(o.s, "/") && !o.glob {
				return o, !o.home
			}
			return jsJoin(t, o)
		})
	}
	v.texts = slices.Clone(v.texts)
	for i := range v.texts {
		v.texts[i].s = path.Clean(v.texts[i].s)
	}
	return v
}

// place is path.dirname of a path that is known, or the path of the program itself.
func (j *jsJudge) place(name string, n *node) jsValue {
	self := n.kind == nName && n.text == "__filename" && j.given.File != "" && !j.names.bound("__filename") && n.sure == (name == "fileURLToPath")
	texts := j.plain(n).texts
	if self {
		texts = []pyText{{s: j.given.File}}
	}
	if name == "fileURLToPath" {
		if !self {
			return jsValue{}
		}
		return jsValue{texts: texts}
	}
	if slices.ContainsFunc(texts, func(t pyText) bool {
		return t.glob || t.home || t.full || t.under || strings.HasSuffix(t.s, "/") || strings.Contains(t.s, "//")
	}) {
		return jsValue{}
	}
	return jsValue{texts: each(texts, path.Dir)}
}
