package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// redirects judges the redirections of a statement and notes where standard
// input comes from.
func (r *run) redirects(sc *scope, list []*syntax.Redirect) {
	names := r.redirectChoices(sc, list)
	turns := r.turns(sc, names)
	if len(names) == 0 || turns == 0 {
		r.redirectAll(sc, list)
		return
	}
	bind, before, from := sc.bind, sc.stdin, sc.stdin
	for turn := range turns {
		sc.bind = bind // what the turn before bound hides the other values
		sc.bind, sc.stdin = r.bound(sc, bind, names, turn), before
		r.redirectAll(sc, list)
		if turn == 0 {
			from = sc.stdin
		} else if from.kind != sc.stdin.kind || from.text != sc.stdin.text || from.path != sc.stdin.path {
			from = stdin{kind: stdinPipe, fed: from.fed || sc.stdin.fed} // one of several
		}
	}
	sc.bind, sc.stdin = bind, from
}

func (r *run) redirectAll(sc *scope, list []*syntax.Redirect) {
	for _, rd := range list {
		if r.over {
			return
		}
		if rd.N != nil && strings.HasPrefix(rd.N.Value, "{") {
			name := strings.Trim(rd.N.Value, "{}")
			if strings.ContainsAny(name, "[$`") {
				r.unknown("redirection to "+rd.N.Value, "redirect", r.spanOf(rd))
			}
			sc.set(name, single(number()))
			r.influence(sc, name, value{}, r.spanOf(rd))
		}
		r.redirect(sc, rd)
	}
}

func (r *run) redirect(sc *scope, rd *syntax.Redirect) {
	toStdin := rd.N == nil || rd.N.Value == "0"
	switch rd.Op {
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		if v := r.hereText(sc, rd); toStdin {
			sc.stdin = stdinOf(v)
		}
		return
	}
	fields := r.appendWord(nil, sc, rd.Word)
	if len(fields) != 1 {
		r.unknown("redirection to "+r.source(rd.Word), "redirect", r.spanOf(rd))
		return
	}
	f := fields[0]
	switch rd.Op {
	case syntax.DplIn, syntax.DplOut:
		if !duplication(f) {
			r.unknown("redirection "+rd.Op.String()+f.text+" is read differently by different shells", "redirect", r.spanOf(rd))
			r.closedAndRun(sc, f)
			return
		}
		if toStdin && rd.Op == syntax.DplIn {
			sc.stdin = stdin{kind: stdinPipe}
		}
	case syntax.RdrIn:
		r.readFrom(sc, f, toStdin)
	case syntax.RdrInOut:
		r.file(sc, f, pipeline.KindRead)
		fed := r.file(sc, f, pipeline.KindWrite)
		if toStdin {
			sc.stdin = stdin{kind: stdinPipe, fed: fed}
			if f.exact() {
				sc.stdin = stdin{kind: stdinFile, path: f.text, fed: fed}
			}
		}
	case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
		r.file(sc, f, pipeline.KindWrite)
	default:
		r.unknown("redirection "+rd.Op.String(), "redirect", r.spanOf(rd))
	}
}

// readFrom judges "< word". The word is a file, which is read whatever descriptor
// it is opened for, or a process substitution, which was judged when the word
// was expanded. Only what becomes standard input is kept for the command: what
// its text is, or what is known of the names and figures in it.
func (r *run) readFrom(sc *scope, f field, toStdin bool) {
	if f.proc != nil {
		if toStdin {
			sc.stdin = stdin{kind: stdinPipe, fed: r.fedProcs[f.proc]}
			if len(f.proc.Stmts) == 1 {
				sc.stdin.names = r.producedNames(sc, f.proc.Stmts[0])
				sc.stdin.nul = sc.stdin.names != nil && nulAfter(f.proc.Stmts[0], false)
				sc.stdin.figures = sc.figureColumns(f.proc.Stmts[0])
				if out, ok := r.constantOutput(sc, f.proc.Stmts[0]); ok {
					sc.stdin = stdin{kind: stdinText, text: out}
				}
			}
		}
		return
	}
	fed := r.file(sc, f, pipeline.KindRead)
	if !toStdin {
		return
	}
	if f.pattern && !f.dynamic && !f.hollow && !f.gaps { // one of files whose folder is known
		sc.stdin = stdin{kind: stdinFile, path: f.text, glob: true, fed: fed}
		return
	}
	if !f.exact() { // which file that is nobody knows, so it is none of the project's either
		sc.stdin = stdin{kind: stdinPipe, fed: fed}
		return
	}
	sc.stdin = stdin{kind: stdinFile, path: f.text, fed: fed, figures: fileFigures(f.text)}
	if text, at, ok := r.madeText(sc, f); ok {
		sc.stdin = stdin{kind: stdinText, text: text, file: at}
	}
}

// hereText is the text of a here-document or a here-string.
func (r *run) hereText(sc *scope, rd *syntax.Redirect) value {
	if rd.Op == syntax.WordHdoc {
		return r.assigned(sc, rd.Word)
	}
	v := text("")
	switch {
	case rd.Hdoc == nil:
	case quotedDelimiter(rd.Word):
		v = text(rawHeredoc(rd.Hdoc))
	default:
		b := builder{started: true}
		r.parts(&b, sc, rd.Hdoc.Parts, true)
		b.flush()
		v = b.out[0].asValue()
	}
	if rd.Op == syntax.DashHdoc {
		v.text = withoutTabs(v.text)
	}
	return v
}

// withoutTabs takes away the tabs at the beginning of lines, as <<- does.
func withoutTabs(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, "\t")
	}
	return strings.Join(lines, "\n")
}

func stdinOf(v value) stdin {
	if v.kind == valueText {
		return stdin{kind: stdinText, text: v.text}
	}
	return stdin{kind: stdinPipe, names: v.lines}
}

func quotedDelimiter(w *syntax.Word) bool {
	for _, p := range w.Parts {
		lit, ok := p.(*syntax.Lit)
		if !ok || strings.IndexByte(lit.Value, '\\') >= 0 {
			return true
		}
	}
	return false
}

func rawHeredoc(w *syntax.Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			b.WriteString(lit.Value)
		}
	}
	return b.String()
}

// duplication is the operand of >& and <& that all shells agree on.
func duplication(f field) bool {
	if !f.exact() {
		return false
	}
	if f.text == "-" {
		return true
	}
	digits := strings.TrimSuffix(f.text, "-")
	if digits == "" {
		return false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}

// file judges a path that the shell itself opens. /dev/tcp is bash's own name
// for a connection; true says that the file is one.
func (r *run) file(sc *scope, f field, kind pipeline.EffectKind) bool {
	if f.proc != nil {
		return false
	}
	if rest, ok := netPath(f.text); ok && !f.dynamic {
		host, port, _ := strings.Cut(rest, "/")
		r.emit(pipeline.Effect{Kind: pipeline.KindConnect, Object: joinPort(host, port), Certain: f.exact(), By: "redirect", Mark: catalogue.MarkUpload, Span: f.span})
		return true
	}
	r.path(sc, f, kind, "redirect", "")
	return false
}

// path states the effect on one path, for each folder the shell may be in.
func (r *run) path(sc *scope, f field, kind pipeline.EffectKind, by, mark string) {
	if f.proc != nil {
		return
	}
	if f.dynamic {
		r.unresolved(f, kind, by, mark)
		return
	}
	if f.text == "" {
		return
	}
	if r.over || r.tooLong(f.text, kind, by, f.span) {
		return
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
	for _, d := range sc.dirs {
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
func (r *run) unresolved(f field, kind pipeline.EffectKind, by, mark string) {
	if kind == pipeline.KindRead && r.readUnknown(f, by, mark) {
		return
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
			if !r.spend(8) {
				return at
			}
			at = path.Dir(r.w.Paths.Resolve(at))
		} else {
			at = path.Join(at, part)
		}
	}
	return at
}

// plain reports whether a relative path is clean as it stands, and more.
func plain(p string) bool {
	return p != "" && p[0] != '/' && p[0] != '.' && p[len(p)-1] != '/' && !strings.Contains(p, "//") && !strings.Contains(p, "/.")
}

func escapePattern(s string) string {
	var b builder
	b.literal(s)
	return b.soFar()
}

func (r *run) onPath(p string, f field, kind pipeline.EffectKind, by, mark string) {
	if harmlessDevice(p) {
		switch {
		case kind == pipeline.KindCode:
			r.code(by+" runs "+p, by, mark, f.span)
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
	r.emit(pipeline.Effect{Kind: kind, Object: p, Certain: certain, By: by, Mark: mark, Span: f.span})
}
