package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// Paths of pathlib as values: which texts a path may have, what its methods make of
// them, and what they touch (Library Reference, "pathlib"). A path without texts may
// lead anywhere; it can be asked whether it is there, and little else.

// newPath is Path("a", "b").
func (j *pyJudge) newPath(n *node) pyValue {
	if len(n.kids) == 1 {
		return pyValue{what: pyPath, texts: []pyText{{s: "."}}}
	}
	return pyValue{what: pyPath, texts: asPath(j.joined(n).texts)}
}

// relative are paths as they are from a folder on; nil: not all of them certainly lie below
// it, as far as they are spelt out.
func relative(texts, from []pyText) []pyText {
	if len(texts) == 0 || len(from) != 1 || from[0].glob || from[0].home || from[0].loose || from[0].web || strings.ContainsAny(from[0].s, globbing) {
		return nil
	}
	var out []pyText
	for _, t := range texts {
		rest, below := t.s, from[0].s == "." && !from[0].full && !t.full && !strings.HasPrefix(t.s, "/")
		if !below {
			rest, below = strings.CutPrefix(t.s, strings.TrimSuffix(from[0].s, "/")+"/")
			below = below && t.full == from[0].full && from[0].s != "."
		}
		if !below || t.home || t.loose || t.under || t.web || rest == "" || rest[0] == '/' || strings.Contains(rest, "..") {
			return nil
		}
		t.s, t.full, t.there = rest, false, false
		t.glob = t.glob && strings.ContainsAny(rest, globbing)
		out = append(out, t)
	}
	return out
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
		if name == "relative_to" && len(n.kids) == 2 && n.kids[1].kind != nStar {
			if texts := relative(base.texts, j.pathLike(n.kids[1]).texts); texts != nil {
				return pyValue{what: pyPath, texts: texts}
			}
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
		j.leadsTo(base.texts)
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
