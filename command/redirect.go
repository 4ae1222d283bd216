package command

import (
	"slices"
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
	if slices.ContainsFunc(list, setsInRedirect) { // a program's are expanded by its own process
		inner := sc.fork()
		r.redirectAll(inner, list)
		sc.join(inner)
		sc.stdin = inner.stdin
		return
	}
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

// redirectWork is what a redirection costs at least. A statement may have thousands.
const redirectWork = 16

// redirectAll judges redirections in their order, from left to right (POSIX 2.7). {x}>
// file gives a variable the number of the descriptor.
func (r *run) redirectAll(sc *scope, list []*syntax.Redirect) {
	for _, rd := range list {
		if !r.spend(redirectWork) {
			return
		}
		r.redirect(sc, rd)
		if rd.N != nil && strings.HasPrefix(rd.N.Value, "{") {
			r.numbersDescriptor(sc, rd)
		}
	}
}

// opensAfter judges the redirections of assignments without a command once more: bash
// assigns first, so that their words ask for the new values. Words that turn out to be
// nothing are no command.
func (r *run) opensAfter(sc *scope, s *syntax.Stmt, c *syntax.CallExpr) {
	if len(c.Assigns) == 0 || slices.ContainsFunc(c.Args, staysThere) {
		return
	}
	if len(c.Args) > 0 {
		sc = sc.fork()
		for _, a := range c.Assigns {
			r.assignment(sc, a)
		}
	}
	for _, rd := range s.Redirs {
		if rd.Hdoc != nil || rd.Word != nil && rd.Word.Lit() == "" {
			r.redirects(sc, s.Redirs)
			return
		}
	}
}

// staysThere reports whether a word is one, whatever its expansions give.
func staysThere(w *syntax.Word) bool {
	return slices.ContainsFunc(w.Parts, func(part syntax.WordPart) bool {
		switch part := part.(type) {
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ExtGlob:
			return false
		case *syntax.DblQuoted: // "$@" is nothing where there are none
			return len(part.Parts) != 1 || staysThere(&syntax.Word{Parts: part.Parts})
		case *syntax.Lit:
			return !strings.ContainsAny(part.Value, "*?[")
		}
		return true
	})
}

// numbersDescriptor gives a variable the number of the descriptor, once the file was
// opened: before, its old value is what words ask for, and after where that fails.
func (r *run) numbersDescriptor(sc *scope, rd *syntax.Redirect) {
	name := strings.Trim(rd.N.Value, "{}")
	if strings.ContainsAny(name, "[$`") {
		r.unknown("redirection to "+rd.N.Value, "redirect", r.spanOf(rd))
	}
	v := single(number())
	if old := sc.lookup(name); !old.unset {
		v = merge(old, v)
	}
	sc.set(name, v)
	r.influence(sc, name, value{}, r.spanOf(rd))
}

// redirect judges one redirection. Of the descriptors, only standard input matters to
// what comes: what a program reads there may be code to it. Output of another
// descriptor into a file is a write like any.
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
		if !duplication(f) && !(f.number && !f.dynamic && !f.many && !f.hollow) { // the number of a file that exec has opened is one, too
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
				l := r.listed(sc, f.proc.Stmts[0])
				sc.stdin.names, sc.stdin.nul = l.names, l.nul
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
	} else if l, ok := r.listIn(sc, f); ok {
		sc.stdin.names, sc.stdin.nul = l.names, l.nul
	}
}

// hereText is the text of a here-document or a here-string. A delimiter of which any
// part is quoted makes the text constant; else expansions in it happen, and are judged
// (POSIX 2.7.4).
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

// stdinOf is standard input that holds a value.
func stdinOf(v value) stdin {
	if v.kind == valueText {
		return stdin{kind: stdinText, text: v.text}
	}
	return stdin{kind: stdinPipe, names: v.lines}
}

// quotedDelimiter reports whether any part of the word behind << is quoted.
func quotedDelimiter(w *syntax.Word) bool {
	for _, p := range w.Parts {
		lit, ok := p.(*syntax.Lit)
		if !ok || strings.IndexByte(lit.Value, '\\') >= 0 {
			return true
		}
	}
	return false
}

// rawHeredoc is the text of a here-document in which nothing is expanded.
func rawHeredoc(w *syntax.Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			b.WriteString(lit.Value)
		}
	}
	return b.String()
}

// duplication is the operand of >& and <& that all shells agree on. >&word with another
// word is a redirection of both outputs to a file in bash (bash(1), "Redirecting
// Standard Output and Standard Error") and an error, or a descriptor, elsewhere.
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
