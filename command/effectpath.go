package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// From a word to the object of an effect: an absolute, cleaned path whose links are
// resolved, one for each folder that the shell may be in. Gates compare these with their
// zones, so a path that is not what the kernel will open would be judged as another one.

// path states the effect on one path, for each folder the shell may be in. Where a word
// may be one of several (a pattern with gaps, a folder that is one of two) each is
// stated, none certain: whoever judges sees the worst.
func (r *run) path(sc *scope, f field, kind pipeline.EffectKind, by, mark string) {
	if f.proc != nil {
		return
	}
	if f.divided != "" && kind == pipeline.KindRead { // what changes files takes "a *" for all that there are
		f = field{text: f.divided, pattern: true, gaps: true, many: true, span: f.span}
	}
	if f.dynamic {
		r.unresolved(sc, f, kind, by, mark)
		return
	}
	if f.text == "" {
		return
	}
	if r.over || r.tooLong(f.text, kind, by, f.span) {
		return
	}
	if kind == pipeline.KindCode && strings.ContainsAny(f.text, ":;, ") {
		r.eachPlace(sc, f, by, mark)
	}
	if around, ok := strings.CutSuffix(f.text, "/*"); ok && f.gaps && kind == pipeline.KindDelete { // a/$x is a/ if nothing is in x
		g := f
		g.text, g.gaps, g.pattern = around, false, special(around)
		r.path(sc, g, kind, by, mark)
	}
	if r.linked && (kind == pipeline.KindDelete && strings.HasSuffix(f.text, "/") || climbs(f.text, len(sc.dirs) == 1 && sc.dirs[0] == path.Clean(r.w.Dir))) {
		r.unknown(kind.String()+" "+f.text+", perhaps through a link that was just made", by, f.span)
		if slash := strings.TrimRight(f.text, "/"); slash != f.text && len(sc.dirs) == 1 {
			r.throughTwin(pipeline.Effect{Kind: kind, Object: absolute(sc.dirs[0], slash), By: by, Mark: mark, Span: f.span}, true)
		}
	}
	if path.IsAbs(f.text) {
		r.onPath(r.joinPath("/", f), f, kind, by, mark)
		return
	}
	if len(sc.dirs) == 0 {
		r.unknown(kind.String()+" "+f.text+" in a folder that is not known", by, f.span)
		return
	}
	for _, d := range r.standing(sc, kind) {
		g := f
		if p, ok := folderPattern(d); ok {
			r.amongFolders(p, f, kind, by, mark)
			continue
		}
		if f.pattern && strings.ContainsAny(d, globChars) {
			d = escapePattern(d)
		}
		if len(sc.dirs) > 1 {
			g.many = true
		}
		r.onPath(r.joinPath(d, f), g, kind, by, mark)
	}
}

// unresolved states what happens to a path that is not known. Where that is so
// only because nothing sets a variable, the kind is certain enough to be said:
// the word is empty in this environment, which is the other reading and judged,
// too; its author meant some path, which no zone holds and no rule allows.
func (r *run) unresolved(sc *scope, f field, kind pipeline.EffectKind, by, mark string) {
	if kind == pipeline.KindRead && mark != catalogue.MarkMetadata && f.rooted != "" { // to read is no worse from the root
		f.dynamic, f.pattern = false, true
		r.path(sc, f, kind, by, mark)
		r.path(sc, field{text: f.rooted, pattern: special(f.rooted), many: true, span: f.span}, kind, by, mark)
		return
	}
	if kind == pipeline.KindRead && r.readUnknown(f, by, mark) {
		return
	}
	if kind == pipeline.KindWrite && wipesDevices(by) && strings.HasPrefix(strings.TrimLeft(f.text, `"`), "/dev/") {
		r.emit(pipeline.Effect{Kind: kind, Object: "/dev/*", By: by, Mark: catalogue.MarkDisk, Span: f.span}) // whichever it is
	}
	if !f.unset || !catalogue.PathKind(kind) {
		r.unknown(kind.String()+" "+f.text, by, f.span)
		return
	}
	object := f.text
	if strings.HasPrefix(object, "/") {
		object = `"` + object + `"` // never to be taken for a path
	}
	r.emit(pipeline.Effect{Kind: kind, Object: clip(object), By: by, Mark: mark, Span: f.span})
}

// climbs reports whether ".." may leave a folder by a link: anywhere but at
// the beginning of a path that starts in the first folder.
func climbs(p string, home bool) bool {
	if home {
		for strings.HasPrefix(p, "../") {
			p = p[3:]
		}
		if p == ".." {
			return false
		}
	}
	return p == ".." || strings.HasPrefix(p, "../") || strings.Contains(p, "/../") || strings.HasSuffix(p, "/..")
}

// joinPath appends a path to a folder. ".." leaves the folder that a link
// leads to, not the one that it stands in.
func (r *run) joinPath(dir string, f field) string {
	if f.text == "." {
		return dir
	}
	if f.pattern || !strings.Contains(f.text, "..") {
		if dir != "/" && plain(f.text) {
			return dir + "/" + f.text
		}
		if dir == "/" && isClean(f.text) {
			return f.text
		}
		return path.Join(dir, f.text)
	}
	at := dir
	if path.IsAbs(f.text) {
		at = "/"
	}
	for part := range strings.SplitSeq(f.text, "/") {
		if part == ".." {
			if !r.spend(8 + len(at)/8) { // links are looked for in all of it
				return at
			}
			at = path.Dir(r.w.Paths.Resolve(at))
		} else {
			r.spend(len(at) / 32)
			at = path.Join(at, part)
		}
	}
	return at
}

// plain reports whether a relative path is clean as it stands, and more.
func plain(p string) bool {
	return p != "" && p[0] != '/' && p[0] != '.' && p[len(p)-1] != '/' && !strings.Contains(p, "//") && !strings.Contains(p, "/.")
}

// escapePattern is a path as a pattern that matches it alone.
func escapePattern(s string) string {
	var b builder
	b.literal(s)
	return b.soFar()
}

// onPath states the effect on one path that is complete. Links are resolved as the
// program would meet them: the last one is followed or not depending on what it does
// with it. That a link may change between here and the program is for the sandbox,
// which permits paths and not names.
func (r *run) onPath(p string, f field, kind pipeline.EffectKind, by, mark string) {
	if harmlessDevice(p) {
		switch {
		case kind == pipeline.KindCode:
			r.code(by+" runs "+p, by, mark, f.span)
		// Writing to /dev/null is nothing; putting a file in its place breaks every
		// program of the machine.
		case kind == pipeline.KindDelete || kind == pipeline.KindWrite && replaces(by): // a file takes its place
			r.emit(pipeline.Effect{Kind: pipeline.KindDelete, Object: p, Certain: true, By: by, Mark: mark, Span: f.span})
		}
		return
	}
	if r.tooLong(p, kind, by, f.span) {
		return
	}
	certain := f.exact() && !f.many
	if f.pattern {
		// A pattern is kept below the folder that it starts in: resolve that,
		// and what comes before the first special character with it.
		if i := strings.IndexAny(p, globChars); i >= 0 {
			dir := folderOf(p[:i] + "x")
			rest := strings.TrimPrefix(p[len(dir):], "/")
			if strings.Contains("/"+rest+"/", "/../") {
				r.unknown(kind.String()+" "+f.text, by, f.span)
				return
			}
			p = strings.TrimSuffix(r.w.Paths.Resolve(dir), "/") + "/" + rest
		}
	} else if (kind == pipeline.KindDelete || kind == pipeline.KindRead && mark == "metadata") && !strings.HasSuffix(f.text, "/") && !strings.HasSuffix(f.text, "/.") {
		// rm and ls act on a link itself: its folder is resolved, not it. A
		// slash at the end makes them follow it: path_resolution(7).
		if p != "/" {
			p = under(r.w.Paths.Resolve(folderOf(p)), nameIn(p))
		}
	} else {
		p = r.w.Paths.Resolve(p)
	}
	if hazard := pathMark(p, kind, r.w.Home); hazard != "" {
		mark = strongerMark(hazard, mark)
	}
	e := pipeline.Effect{Kind: kind, Object: p, Certain: certain, By: by, Mark: mark, Span: f.span}
	r.emit(e)
	if f.pattern {
		r.patternLinks(e, f)
	}
}
