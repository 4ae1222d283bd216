package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// Objects of Pathname open, write and delete what they name by methods that data has
// under the same names (read, write, delete). So none may ever be taken for data: the
// value of one is known as such, together with all paths that it may be, wherever it
// goes, and accept refuses it. It may be named, shown within a text, asked for what is
// listed here, and gone through by blocks whose parameter is bound to it.

// rbPathList is the name of a value that is a list of such objects.
const rbPathList = "list"

// pathname is an object of Pathname for paths that are known.
func pathname(texts []pyText) rbValue { return rbValue{what: rbPathname, texts: texts} }

// pathnames is a list of them.
func pathnames(items []pyText) rbValue {
	return rbValue{what: rbPathname, name: rbPathList, items: items}
}

// pathnameClass judges Pathname.new and its like.
func (j *rbJudge) pathnameClass(name string, args []*node) rbValue {
	switch {
	case listWords("pwd getwd", name) && len(args) == 0:
		return pathname([]pyText{{s: "."}})
	case name == "new" && len(args) == 1 && args[0].kind != nStar && args[0].kind != nArg:
		v := j.eval(args[0])
		if v.what == rbPathname && v.name == "" {
			return v
		}
		if j.accept(v); len(v.texts) == 0 || v.what != rbPlain {
			return j.fail()
		}
		return pathname(v.texts)
	case name == "glob":
		if v := j.globbed(args); !j.failed && j.goesThrough(args) {
			return pathnames(v.items)
		}
	}
	return j.fail()
}

// goesThrough reports whether a block, if there is one, names what it gets.
func (j *rbJudge) goesThrough(args []*node) bool {
	for _, a := range args {
		if a.kind != nLambda || a.text != "&" {
			continue
		}
		if params := a.kids[0].kids; len(params) == 0 || params[0].text != "" || params[0].kids[0].kind != nName || params[0].kids[1] != nil {
			return false
		}
	}
	return true
}

// gonePathname is an element of what a block goes through, if that is an object of
// Pathname.
func (j *rbJudge) gonePathname(n *node) (one rbValue, ok bool) {
	if !j.places {
		return rbValue{}, false
	}
	if last := len(n.kids) - 1; n.kind == nCall && last > 0 && n.kids[last].kind == nLambda && n.kids[0].kind == nAttr && listWords("glob each_child", n.kids[0].text) { // the block itself
		n = &node{kind: nCall, at: n.at, kids: n.kids[:last]}
	}
	switch v := j.eval(n); {
	case v.what != rbPathname:
		return rbValue{}, false
	case v.name != rbPathList:
		return rbValue{what: rbClass}, true // of no use
	default:
		return pathname(v.items), true
	}
}

// pathOf are the paths that an argument names, which may be an object of Pathname.
func (j *rbJudge) pathOf(n *node) []pyText {
	v := j.eval(n)
	if v.what == rbPathname && v.name == "" {
		return v.texts
	}
	return j.accept(v).texts
}

// below are the paths of a name below others. A name that begins anew or climbs is
// not taken.
func (j *rbJudge) below(base []pyText, args []*node) []pyText {
	for _, a := range args {
		v := j.eval(a)
		if v.what != rbPlain || len(v.texts) == 0 || a.kind == nStar || a.kind == nArg {
			j.fail()
			return nil
		}
		for _, t := range v.texts {
			if t.s == "" || t.home || t.s[0] == '/' || t.s[0] == '~' || strings.Contains(t.s, "..") {
				j.fail()
				return nil
			}
		}
		base = combine(base, v.texts, rbJoin)
	}
	return base
}

// pathnameMethod judges a method of an object of Pathname.
//
// Long: one case a kind of method.
func (j *rbJudge) pathnameMethod(name string, base rbValue, n *node) rbValue {
	if base.name == rbPathList {
		return j.pathnameList(name, base, n)
	}
	args := n.kids[1:]
	look, tree := false, false
	kind := pipeline.KindRead
	switch {
	case listWords("join + /", name) && len(args) > 0:
		return pathname(j.below(base.texts, args))
	case listWords("to_s to_path to_str inspect", name) && len(args) == 0:
		return rbValue{texts: base.texts}
	case listWords("cleanpath expand_path", name) && len(args) == 0:
		for _, t := range base.texts { // a name that begins so is a home to expand_path alone
			if t.s != "" && strings.IndexByte("~[?*", t.s[0]) >= 0 && name == "expand_path" {
				return j.fail()
			}
		}
		return base
	case listWords("extname absolute? relative? root? hash eql? == <=>", name):
		return rbValue{}
	case listWords("basename relative_path_from sub_ext", name): // somewhere else; it may be shown
		j.pathnameArguments(args)
		return pathname(nil)
	case listWords("parent dirname", name) && len(args) == 0:
		var up []pyText
		for _, t := range base.texts {
			if t.s == "." || t.s == "" || strings.Contains(t.s, "..") {
				return j.fail()
			}
			if dir := path.Dir(t.s); t.glob && strings.ContainsAny(dir, globbing) {
				up = append(up, pyText{s: path.Join(dir[:strings.IndexAny(dir, globbing)], "**"), glob: true})
			} else {
				up = append(up, pyText{s: dir})
			}
		}
		return pathname(up)
	case listWords("glob children each_child", name):
		return j.pathnameBelow(name, base, args)
	case listWords("exist? file? directory? size size? mtime ctime zero? empty? symlink? readable? writable? executable? ftype", name) && len(args) == 0:
		look = true
	case listWords("read readlines each_line binread", name):
	case listWords("write binwrite", name) && len(args) > 0:
		kind = pipeline.KindWrite
	case listWords("mkpath mkdir", name) && len(args) == 0:
		kind = pipeline.KindWrite
	case listWords("delete unlink rmdir rmtree", name) && len(args) == 0:
		kind, tree = pipeline.KindDelete, name == "rmtree"
	default:
		return j.fail()
	}
	j.touch(kind, base.texts, look, tree)
	return j.options(args, 1, "encoding chomp")
}

// pathnameArguments evaluates what may be an object of Pathname as well.
func (j *rbJudge) pathnameArguments(args []*node) {
	for _, a := range args {
		if v := j.eval(a); v.what != rbPathname {
			j.accept(v)
		}
	}
}

// pathnameBelow are objects for what lies below one.
func (j *rbJudge) pathnameBelow(name string, base rbValue, args []*node) rbValue {
	var words []*node
	var block *node
	for _, a := range args {
		switch {
		case a.kind == nLambda && a.text == "&" && name != "children" && j.goesThrough([]*node{a}):
			block = a
		case name == "glob" && a.kind != nArg && a.kind != nStar:
			words = append(words, a)
		default:
			return j.fail()
		}
	}
	var items []pyText
	if name != "glob" {
		items = combine(base.texts, []pyText{{s: anyName}}, rbJoin) // those that begin with a dot, too
	}
	for _, w := range words {
		items = append(items, j.below(base.texts, []*node{w})...)
	}
	var all []pyText
	for _, t := range items {
		for _, s := range rbBraces(t.s) {
			if strings.ContainsAny(s, "{}\\") {
				return j.fail()
			}
			all = append(all, pyText{s: s, glob: strings.ContainsAny(s, globbing)})
		}
	}
	if len(all) == 0 || len(all) > maxTexts {
		return j.fail()
	}
	j.touch(pipeline.KindRead, all, true, false)
	if block != nil {
		j.plain(block)
	}
	return pathnames(all)
}

// pathnameList judges a method of a list of such objects.
func (j *rbJudge) pathnameList(name string, base rbValue, n *node) rbValue {
	args := n.kids[1:]
	switch {
	case listWords("size length count empty? any? none?", name) && len(args) == 0:
		return rbValue{}
	case listWords("sort uniq reverse to_a lazy compact shuffle", name) && len(args) == 0:
		return base
	case listWords("first last min max sample", name) && len(args) == 0:
		return pathname(base.items)
	case listWords("first last take drop", name) && len(args) == 1 && args[0].kind != nLambda && args[0].kind != nStar:
		j.plain(args[0])
		return base
	case name == "join" && len(args) < 2:
		j.arguments(n)
		return rbValue{}
	case len(args) == 0:
		return j.fail()
	}
	last := args[len(args)-1]
	gone := rbValue{}
	switch {
	case last.kind == nStar && last.text == "&" && len(args) == 1 && last.kids[0].kind == nText && last.kids[0].sure: // map(&:read)
		name := last.kids[0].text
		gone = j.pathnameMethod(name, pathname(base.items), &node{kind: nCall, kids: []*node{{kind: nAttr, text: name}}})
	case last.kind != nLambda || last.text != "&" || !j.goesThrough([]*node{last}) || len(args) > 1 && name != "each_with_object":
		return j.fail()
	default:
		if len(args) > 1 {
			j.plain(args[0])
		}
		j.plain(last)
	}
	switch {
	case listWords("each each_with_index select filter reject sort_by", name):
		return base
	case listWords("min_by max_by find detect", name):
		return pathname(base.items)
	case listWords("map filter_map", name) && gone.what == rbPathname:
		return pathnames(gone.texts)
	case listWords("map filter_map", name):
		return rbValue{items: gone.texts}
	case listWords("flat_map sum count any? all? none? to_h each_with_object", name) && gone.what == rbPlain:
		return rbValue{}
	}
	return j.fail()
}

// pathnameSum is what + makes of objects or lists of them.
func (j *rbJudge) pathnameSum(x rbValue, n *node) rbValue {
	if x.name == "" {
		if n.text != "+" && n.text != "/" {
			return j.fail()
		}
		return pathname(j.below(x.texts, n.kids[1:2]))
	}
	y := j.eval(n.kids[1])
	if n.text != "+" && n.text != "|" || y.what != rbPathname || y.name != rbPathList || len(x.items)+len(y.items) > maxTexts {
		return j.fail()
	}
	return pathnames(append(append([]pyText(nil), x.items...), y.items...))
}
