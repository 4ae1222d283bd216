package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// attr judges x.name where it is not called.
//
// Long: one case a kind of value.
func (j *pyJudge) attr(n *node) pyValue {
	inner := n.kids[0]
	if n.text == "__name__" && inner.kind == nAttr && inner.text == "__class__" || listWords("__traceback__ __cause__ __context__ __notes__", n.text) { // of an exception
		for inner.kind == nAttr && strings.HasPrefix(inner.text, "__") {
			inner = inner.kids[0]
		}
		j.plain(inner)
		return pyValue{}
	}
	base := j.eval(inner)
	switch base.what {
	case pyModule:
		if listWords("__version__ __file__ __name__ __doc__", n.text) {
			return pyValue{}
		}
		what, act, ok := pyMember(base.name, n.text)
		if !ok {
			return j.fail()
		}
		return pyValue{what: what, name: act, texts: alphabet(base.name, n.text)}
	case pyForeign:
		j.setting(base, n.text)
		return j.foreignMember(base, n.text)
	case pyObject:
		j.setting(base, n.text)
		return j.objectAttr(base, n.text)
	case pyClass:
		if base.name == "type" && n.text == "__name__" {
			return pyValue{}
		}
		return j.fail()
	case pyPath:
		return j.pathAttr(base, n.text)
	case pyOwn:
		if !j.fields[n.text] && !listWords("__doc__ __name__ __qualname__ __module__", n.text) && !j.soft.computes(n.text) && (j.soft == nil || !listWords("register registry dispatch", n.text)) {
			return j.fail()
		}
		return pyValue{}
	case pyInstance:
		if listWords("__doc__ __module__", n.text) {
			return pyValue{}
		}
		return j.ownAttr(base, n.text)
	}
	j.accept(base)
	if j.fields[n.text] {
		if j.soft != nil && !j.soft.free(n.text) {
			return j.fail()
		}
		return pyValue{}
	}
	if base.sort == sortUUID && n.text == "hex" {
		return pyValue{texts: certainNames(anyHex)}
	}
	if capital(n.text) { // Color.RED, SortKey.TIME
		return pyValue{}
	}
	if !listWords("__doc__ __name__ __qualname__ __module__", n.text) && (!pyAttr(n.text) && !j.soft.computes(n.text) || n.text == "replace" || n.text == "copy") {
		return j.fail()
	}
	return pyValue{}
}

// capital reports whether a name is written as those of constants are. Nothing that plain
// data has under such a name is more than data.
func capital(name string) bool {
	return len(name) > 1 && name[0] >= 'A' && name[0] <= 'Z' && strings.ToUpper(name) == name
}

// method judges a call of an attribute of plain data.
//
// What a listed method of plain data gives is plain data again. A path may be
// among it: its replace and its copy take one argument, those of other data none
// or more.
func (j *pyJudge) method(base pyValue, n *node) pyValue {
	name := n.kids[0].text
	switch {
	case name == "format" && len(n.kids) == 1: // of nothing
		return pyValue{}
	case name == "format":
		if len(base.texts) == 0 {
			return j.fail()
		}
		for _, t := range base.texts {
			if !plainFormat(t.s) {
				return j.fail()
			}
		}
		for _, a := range n.kids[1:] {
			if a.kind == nArg {
				a = a.kids[0]
			}
			j.shown(a)
		}
		return pyValue{texts: j.filled(base, n)}
	case j.fields[name]:
		if j.soft != nil && !j.soft.free(name) {
			return j.fail()
		}
		j.arguments(n)
		return j.givesBack(name)
	case !pyAttr(name) && !j.soft.computes(name), name == "query": // that of a data frame is code
		return j.fail()
	}
	if (name == "replace" || name == "copy") && !pathless(name, n) {
		return j.fail()
	}
	if name == "encode" || name == "decode" || name == "reconfigure" {
		if a := j.argument(n, 0, "encoding"); a != nil {
			j.codec(a)
		}
	}
	for _, a := range n.kids[1:] {
		if name == "sort" && j.keyed(a, base) {
			continue
		}
		if a.kind == nArg {
			a = a.kids[0]
		}
		switch v := j.eval(a); {
		case name == "join" && (v.what == pyArgv || v.what == pySysPath || v.what == pyEnv):
		default:
			j.accept(v)
		}
	}
	return taken(base, name, n, j.textMethod(base, name, n))
}

// pathless reports whether a call of replace or copy is none that a path takes.
func pathless(name string, n *node) bool {
	places := 0
	for _, a := range n.kids[1:] {
		switch {
		case a.kind == nStar, a.kind == nArg && listWords("target follow_symlinks preserve_metadata", a.text):
			return false
		case a.kind != nArg:
			places++
		}
	}
	return places == 0 || places > 1 && name == "replace"
}

// plainFormat reports whether the fields of a text for str.format name only
// arguments, none of their attributes or elements.
//
// {0.__class__} would lead out of plain data (Library Reference, "Format String
// Syntax").
func plainFormat(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != '{' {
			continue
		}
		if strings.HasPrefix(s[i+1:], "{") {
			i++
			continue
		}
		field, _, ok := strings.Cut(s[i+1:], "}")
		if !ok || strings.ContainsAny(field, "{[]") {
			return false
		}
		name, _, _ := strings.Cut(field, ":")
		if strings.ContainsAny(name, "._") {
			return false
		}
		i += len(field) + 1
	}
	return true
}

// newPath is Path("a", "b").
func (j *pyJudge) newPath(n *node) pyValue {
	if len(n.kids) == 1 {
		return pyValue{what: pyPath, texts: []pyText{{s: "."}}}
	}
	return pyValue{what: pyPath, texts: asPath(j.joined(n).texts)}
}

// pathAttr judges an attribute of a path. Its parts are data; its parent is a
// path again.
func (j *pyJudge) pathAttr(base pyValue, name string) pyValue {
	switch name {
	case "name":
		return pyValue{texts: lastNames(base.texts, true)}
	case "stem", "suffix":
		return pyValue{texts: splitPath(base.texts, name)}
	case "suffixes", "parts", "anchor", "root", "drive":
		return pyValue{}
	case "parents":
		return pyValue{what: pyPaths}
	case "parent":
		return pyValue{what: pyPath, texts: parents(base.texts)}
	}
	return j.fail()
}

// pathCall judges a method of a path, or of the class itself.
//
// Long: one case a method; it is a table.
func (j *pyJudge) pathCall(base pyValue, n *node) pyValue {
	name := n.kids[0].text
	if base.what == pyPath && listWords("read_text read_bytes write_text write_bytes open exists is_file is_dir is_symlink stat lstat mkdir touch", name) {
		base.texts = named(base.texts)
	}
	if base.what == pyClass {
		switch {
		case base.name != "Path" || len(n.kids) > 1:
		case name == "cwd":
			return pyValue{what: pyPath, texts: []pyText{{s: ".", full: true}}}
		case name == "home":
			j.homely = true
			return pyValue{what: pyPath, texts: []pyText{{s: "~", home: true}}}
		}
		return j.fail()
	}
	needed := base.texts
	switch name {
	case "as_posix":
		j.only(n, 0, "")
		return pyValue{texts: base.texts}
	case "is_absolute", "match", "is_relative_to", "relative_to":
		for _, a := range n.kids[1:] {
			j.pathLike(a)
		}
		return pyValue{}
	case "absolute":
		j.only(n, 0, "")
		return pyValue{what: pyPath, texts: absolute(base.texts)}
	case "expanduser":
		j.only(n, 0, "")
		return pyValue{what: pyPath, texts: homed(base.texts)}
	case "joinpath", "with_suffix", "with_name":
		return j.otherPath(base, name, n)
	}
	if len(needed) == 0 {
		switch {
		case (name == "read_text" || name == "read_bytes") && j.leads(base):
			j.only(n, 2, "encoding errors")
			j.pathCodec(n, 0)
			return pyValue{}
		case listWords("exists is_file is_dir is_symlink stat lstat", name): // what is there and how large
			j.only(n, 0, "follow_symlinks")
			return pyValue{}
		case name == "resolve":
			j.only(n, 0, "strict")
			return pyValue{what: pyPath, src: base.src, also: absolute(base.also)}
		}
		return j.fail()
	}
	switch name {
	case "resolve":
		j.only(n, 0, "strict")
		return pyValue{what: pyPath, texts: absolute(base.texts)}
	case "read_text", "read_bytes":
		j.only(n, 2, "encoding errors")
		j.pathCodec(n, 0)
		j.touch(pipeline.KindRead, needed, false, false)
		return j.data(needed)
	case "write_text", "write_bytes":
		j.only(n, 3, "encoding errors newline data")
		j.arguments(n)
		j.pathCodec(n, 1)
		j.touch(pipeline.KindWrite, needed, false, false)
	case "touch", "mkdir":
		j.only(n, 1, "exist_ok parents mode")
		j.touch(pipeline.KindWrite, needed, false, false)
	case "open":
		j.only(n, 3, "mode encoding errors newline buffering")
		return j.opens(needed, n, 0)
	case "exists", "is_file", "is_dir", "stat", "lstat", "is_symlink":
		j.only(n, 0, "")
		j.touch(pipeline.KindRead, needed, true, false)
	case "unlink", "rmdir":
		j.only(n, 0, "missing_ok")
		j.touch(pipeline.KindDelete, needed, false, false)
	case "rename", "replace":
		j.only(n, 1, "target")
		return j.moves("move", n.kids[0].kids[0], j.argument(n, 0, "target"))
	case "chmod":
		j.only(n, 1, "mode")
		return j.permits(needed, j.argument(n, 0, "mode"))
	case "iterdir":
		j.only(n, 0, "")
		j.touch(pipeline.KindRead, needed, true, false)
		return pyValue{what: pyPaths, items: asPath(combine(needed, []pyText{{s: anyName, glob: true}}, pyText.join))}
	case "glob", "rglob":
		return j.pathGlob(needed, name, n)
	default:
		return j.fail()
	}
	return pyValue{}
}

// pathCodec looks at the encoding of a file, as it may be the name of a module
// (see codec).
func (j *pyJudge) pathCodec(n *node, at int) {
	if e := j.argument(n, at, "encoding"); e != nil {
		j.codec(e)
	}
}

// anyName is a name that may begin with a dot, as a shell's * never does.
const anyName = "[.-~]*"

// pathGlob is Path.glob and Path.rglob, which find hidden files, too.
func (j *pyJudge) pathGlob(base []pyText, name string, n *node) pyValue {
	j.only(n, 1, "")
	var patterns []pyText
	for _, t := range j.paths(j.argument(n, 0, "pattern")) {
		if t.glob || strings.HasPrefix(t.s, "/") || strings.Contains(t.s, "..") || strings.Contains(t.s, `\`) {
			return j.fail()
		}
		parts := strings.Split(t.s, "/")
		for i, part := range parts {
			if strings.HasPrefix(part, "*") && part != "**" {
				parts[i] = "[.-~]" + part
			}
		}
		if name == "rglob" {
			parts = append([]string{"**"}, parts...)
		}
		patterns = append(patterns, pyText{s: path.Join(parts...), glob: true})
	}
	out := pyValue{what: pyPaths, items: asPath(combine(base, patterns, pyText.join))}
	if len(out.items) == 0 {
		return j.fail()
	}
	j.touch(pipeline.KindRead, base, true, true)
	return out
}

// otherPath is a path that is made from another one. Where a name has no
// certain suffix or is no name (".", ".."), pathlib raises an error or versions
// of it differ, and there is no such path.
func (j *pyJudge) otherPath(base pyValue, name string, n *node) pyValue {
	out := pyValue{what: pyPath, texts: base.texts}
	for _, a := range n.kids[1:] {
		if a.kind == nArg || a.kind == nStar {
			return j.fail()
		}
		v := j.pathLike(a)
		if name == "joinpath" {
			out.texts = asPath(below(out.texts, v.texts))
			continue
		}
		out.texts = combine(out.texts, v.texts, func(t, o pyText) (pyText, bool) {
			base := path.Base(t.s)
			dot := strings.LastIndexByte(base, '.')
			if changed, ok := otherName(t, o, name); ok {
				return changed, true
			}
			if t.glob || o.glob || t.loose || name == "with_suffix" && (dot == 0 || dot == len(base)-1) || strings.Contains(o.s, "/") || o.s == "" && name == "with_name" || base == ".." || base == "." || base == "/" {
				return t, false
			}
			if name == "with_suffix" {
				o.s = strings.TrimSuffix(base, path.Ext(base)) + o.s
			}
			t.s = t.s[:len(t.s)-len(base)] + o.s
			return t, true
		})
	}
	return out
}

// otherName is what a pattern of paths, each with a name, becomes with another suffix or
// another name.
func otherName(t, o pyText, how string) (pyText, bool) {
	slash := strings.LastIndexByte(t.s, '/') + 1
	name := t.s[slash:]
	t.there = false
	if t.home || t.full || t.under || t.loose || strings.Contains(o.s, "/") || strings.ContainsAny(o.s, globbing) && !o.glob || strings.Contains(name, "**") || !t.glob && (strings.ContainsAny(t.s, globbing) || !o.glob) {
		return t, false
	}
	if how == "with_name" {
		t.s, t.glob, t.loose = t.s[:slash]+o.s, strings.ContainsAny(t.s[:slash], globbing) || o.glob, o.loose
		return t, o.s != "" && !o.loose && (o.glob || !dotted(o.s))
	}
	if o.glob || o.s != "" && (o.s[0] != '.' || o.s == ".") {
		return t, false
	}
	dot, tail := strings.LastIndexByte(name, '.'), strings.LastIndexAny(name, globbing+"]")+1
	if stem := name[:max(dot, 0)]; dot > 0 && dot >= tail && stem != "" {
		t.s = t.s[:slash] + stem
	} else if tail > 0 { // whatever it has
		t.s = t.s[:slash] + anyName
	} else {
		return t, false
	}
	t.s, t.loose = t.s+o.s, o.s == ""
	return t, true
}

// alphabet is one of the texts with letters that module string has.
func alphabet(module, name string) []pyText {
	if module != "string" {
		return nil
	}
	const lower, upper, digits = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	switch name {
	case "ascii_lowercase":
		return []pyText{{s: lower}}
	case "ascii_uppercase":
		return []pyText{{s: upper}}
	case "ascii_letters":
		return []pyText{{s: lower + upper}}
	case "digits":
		return []pyText{{s: digits}}
	case "hexdigits":
		return []pyText{{s: digits + "abcdefABCDEF"}}
	}
	return nil
}
