package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// Files that hold nothing but a list of names, which the same command has written.
// They stand among the files of known text (made.go), as files of which the text is
// none, and are trusted as long as those are: until anything may have changed them.

// keepsList notes that a file was written with a list. since is where the effects of
// what has written it begin: nothing else there may have written to the file.
func (r *run) keepsList(sc *scope, w *syntax.Word, l listing, since int) {
	if l.names == nil || len(l.names) > maxAlts || r.muted > 0 || r.linked || r.fixed != nil || len(r.calling) > 0 || r.staged > 0 {
		return
	}
	mute := r.mute()
	fields := r.appendWord(nil, sc, w)
	r.unmute(mute)
	if len(fields) != 1 {
		return
	}
	at, ok := r.place(sc, fields[0])
	if !ok || slices.ContainsFunc(r.guarded, func(e pipeline.Effect) bool { return mayTouch(e.Object, e.Certain, at) }) {
		return
	}
	if m, ok := sc.made[at]; ok && !m.pid && m.at == len(r.touched) {
		return // its text is known
	}
	writers := 0
	for _, e := range r.effects[min(since, len(r.effects)):] {
		if e.Kind == pipeline.KindWrite && mayTouch(e.Object, e.Certain, at) {
			writers++
		}
	}
	if writers > 1 {
		return
	}
	if sc.made == nil {
		sc.made = make(map[string]made, 1)
	}
	r.tracking = true
	sc.made[at] = made{pid: true, listed: &l, at: len(r.touched), loose: r.loosely(at)}
}

// listIn is the list in a file.
func (r *run) listIn(sc *scope, f field) (listing, bool) {
	if len(sc.made) == 0 || r.beside || r.traps != nil {
		return listing{}, false
	}
	at, ok := r.place(sc, f)
	if !ok {
		return listing{}, false
	}
	m := sc.made[at]
	if m.listed == nil || m.loose || !r.unchanged(m, at) {
		return listing{}, false
	}
	return *m.listed, true
}

// intoFile is where a statement's output goes, if that is one file and nothing else
// of it is redirected than its errors.
func (r *run) intoFile(s *syntax.Stmt) *syntax.Word {
	var out *syntax.Word
	for _, rd := range s.Redirs {
		switch {
		case (rd.Op == syntax.RdrOut && !r.keepsFiles || rd.Op == syntax.RdrClob) && out == nil && (rd.N == nil || rd.N.Value == "1"):
			out = rd.Word
		case rd.Op == syntax.RdrOut && rd.N != nil && rd.N.Value == "2" && rd.Word.Lit() == "/dev/null":
		default:
			return nil
		}
	}
	return out
}

// listsInto notes the file that a simple command has written a list into.
func (r *run) listsInto(sc *scope, s *syntax.Stmt) {
	if len(s.Redirs) == 0 || s.Negated || s.Background || r.muted > 0 {
		return
	}
	if out := r.intoFile(s); out != nil {
		bare := *s
		bare.Redirs = nil
		if l := (listing{names: r.producedNames(sc, &bare)}); l.names != nil {
			l.nul = nulAfter(&bare, false)
			r.keepsList(sc, out, l, len(r.effects))
		}
	}
}

// teed are the files that a stage of a pipeline writes what it reads into, where
// whatever reads on reads to the end, so that all of it is written.
func (s *scope) teed(st *syntax.Stmt, next []*syntax.BinaryCmd) []*syntax.Word {
	call, ok := st.Cmd.(*syntax.CallExpr)
	if !ok || commandName(st) != "tee" || s.renamed("tee") || !readsPipe(st) && len(st.Redirs) > 0 && len(next) > 0 {
		return nil
	}
	for _, stage := range next {
		switch commandName(stage.Y) {
		case "wc", "sort", "cat", "nl", "tee":
		default:
			return nil
		}
	}
	for _, w := range call.Args[1:] {
		if lit := w.Lit(); lit != "" && lit[0] == '-' {
			return nil
		}
	}
	return call.Args[1:]
}

// fileNames are the names that a command prints of a file that holds a list.
func (r *run) fileNames(sc *scope, call *syntax.CallExpr, args []field) []string {
	last := len(args) - 1
	if len(sc.made) == 0 || last < 1 || len(call.Args) != len(args) {
		return nil
	}
	switch path.Base(args[0].text) {
	case "cat", "sort", "head", "tail", "tac", "uniq", "shuf", "grep":
	case "comm":
		return r.comparedFiles(sc, args[1:])
	default:
		return nil
	}
	l, ok := r.listIn(sc, args[last])
	if !ok || l.nul {
		return nil
	}
	if args[0].text == "cat" {
		if len(args) == 2 {
			return l.names
		}
		return nil
	}
	bare := *call
	bare.Args = call.Args[:last]
	return l.through(sc, &syntax.Stmt{Cmd: &bare}).names
}

// keptList is a file that a pipeline writes a list into.
type keptList struct {
	word *syntax.Word
	list listing
}

// passedList is what comes out of the i-th stage of a pipeline, with the files that it
// has put that into.
func (r *run) passedList(sc *scope, l listing, kept []keptList, stages []*syntax.BinaryCmd, i int) (listing, []keptList) {
	st := stages[i].Y
	if stages[i].Op != syntax.Pipe {
		return listing{}, kept
	}
	if l.names == nil && l.heads == nil {
		return l, kept
	}
	for _, w := range sc.teed(st, stages[:i]) {
		kept = append(kept, keptList{w, l})
	}
	if len(st.Redirs) > 0 && i == 0 {
		if out := r.intoFile(st); out != nil {
			bare := *st
			bare.Redirs = nil
			kept = append(kept, keptList{out, l.through(sc, &bare)})
		}
	}
	return l.through(sc, st), kept
}

// comparedFiles are the names that comm(1) prints of two files that hold lists.
func (r *run) comparedFiles(sc *scope, args []field) []string {
	var out []string
	for _, f := range args {
		if f.exact() && len(f.text) > 1 && f.text[0] == '-' {
			if strings.Trim(f.text[1:], "123") != "" {
				return nil
			}
			continue
		}
		l, ok := r.listIn(sc, f)
		if !ok || l.nul {
			return nil
		}
		out = append(out, l.names...)
	}
	return out
}
