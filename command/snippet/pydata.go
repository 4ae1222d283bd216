package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// What stands in the files of the project is the project's own, like its code. A program
// that reads a file whose name it found in another one (links in texts, entries of a
// manifest), below a folder that it names, does what these files say: they are stated as
// code, which they must not be if the command has written them. So that is all that such
// a program does: it writes, deletes and starts nothing. Only what is taken out of a file
// as it stands counts, not what is put together from pieces of it.

// data is what comes out of files; nothing is known of others than those of the project.
func (j *pyJudge) data(files []pyText) pyValue {
	if len(files) == 0 || j.alters || j.given.Linked {
		return pyValue{}
	}
	for _, t := range files {
		if t.home || t.loose || t.under || t.web || strings.Contains(t.s, "..") || strings.HasPrefix(t.s, "~") || path.IsAbs(t.s) && (j.given.Here == "" || !strings.HasPrefix(t.s, j.given.Here+"/")) {
			return pyValue{}
		}
	}
	return pyValue{src: files}
}

// passedOn reports whether a method of a text takes a part out of it as it stands.
func passedOn(name string) bool {
	return listWords("strip lstrip rstrip split rsplit splitlines partition rpartition read readlines readline lower groups group decode items values keys", name)
}

// taken is what a method gives that takes a part out of data.
func taken(base pyValue, name string, n *node, v pyValue) pyValue {
	if len(base.src) == 0 || len(v.texts) > 0 || len(v.items) > 0 || len(v.rows) > 0 || len(v.parts) > 0 || v.regex != nil || v.elem != nil {
		return v
	}
	if passedOn(name) || name == "get" && len(n.kids) == 2 {
		return pyValue{src: base.src}
	}
	return v
}

// searched is what re.match and its like find in data: a group that may be anything is
// data, too.
func searched(text, v pyValue) pyValue {
	switch {
	case len(text.src) == 0:
	case v.elem != nil:
		one := *v.elem
		one.src = text.src
		v.elem = &one
	case len(v.rows) > 0:
		rows := v.rows
		v.rows = nil
		for _, one := range rows {
			v.rows = append(v.rows, orData(one, text))
		}
	case len(v.items) == 0 && len(v.texts) == 0:
		v.src = text.src
	}
	return v
}

// readers lists functions that take data in and give it back as it stands.
const readers = "urllib.parse.unquote json.load json.loads tomllib.load tomllib.loads csv.reader csv.DictReader"

// orData is what is known of a group, or that it is data.
func orData(v, text pyValue) pyValue {
	if len(v.texts) == 0 {
		v.src = text.src
	}
	return v
}

// under joins a path of the project with data.
func (j *pyJudge) under(base, name pyValue) (pyValue, bool) {
	if len(name.src) == 0 || len(name.also) > 0 || len(base.texts) == 0 || len(j.data(base.texts).src) == 0 {
		return pyValue{}, false
	}
	out := pyValue{what: pyPath, src: name.src}
	for _, t := range base.texts { // and what such a name usually is
		if t.s = strings.TrimSuffix(t.s, "/**"); t.s != "**" {
			t.s = strings.TrimSuffix(t.s, "/") + "/**"
		}
		if !t.glob && strings.ContainsAny(strings.TrimSuffix(t.s, "**"), globbing) {
			return pyValue{}, false
		}
		t.glob = true
		out.also = append(out.also, t)
	}
	return out, true
}

// leads notes that files are read that data names.
func (j *pyJudge) leads(v pyValue) bool {
	if len(v.src) == 0 || len(v.texts) > 0 || v.what != pyPath {
		return false
	}
	j.touch(pipeline.KindRead, v.also, false, false)
	for _, t := range v.src {
		j.add(Effect{Kind: pipeline.KindCode, Object: t.s, Pattern: t.glob})
	}
	j.led = true
	return true
}

// strays reports whether a program that reads what data names does anything else.
func (j *pyJudge) strays() bool {
	if !j.led {
		return false
	}
	for _, e := range j.effects {
		if e.Kind != pipeline.KindRead && e.Kind != pipeline.KindCode && !e.Leads {
			return true
		}
	}
	return j.alters || j.handed || j.disguised
}

// eitherData is a value that is one of two, where one or both are data. Not ok: none is.
func eitherData(a, b pyValue) (v pyValue, ok bool) {
	if len(a.src)+len(b.src) == 0 {
		return v, false
	}
	v.what = a.what
	for _, one := range [...]pyValue{a, b} {
		switch {
		case one.what != v.what, len(one.src) == 0 && len(one.texts) == 0, len(v.src) > maxTexts:
			return pyValue{}, a.what == b.what
		case len(one.src) > 0:
			v.src, v.also = append(v.src[:len(v.src):len(v.src)], one.src...), append(v.also[:len(v.also):len(v.also)], one.also...)
		default:
			v.also = append(v.also[:len(v.also):len(v.also)], one.texts...)
		}
	}
	return v, true
}
