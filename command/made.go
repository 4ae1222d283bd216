package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// A program that a command writes as a constant text and then runs is that
// text, as long as nothing could have changed the file in between. So it is read
// like a text on the command line, and the file need not be code that nobody
// has seen.

// made is a file that was certainly written with a constant text.
type made struct {
	text string
	at   int  // how many changes were noted when it had been written
	pid  bool // not a text, but the process id of a child of this shell
	// server says that the child is a server that was told to write it.
	server bool
	loose  bool // something runs beside that may change it
	// listed is the list of names that it holds; such a file counts as none of text.
	listed *listing
	// built is the program of Go that it was made of, if it is one.
	built *goProgram
	// perhaps says that what stood there before may stand there still.
	perhaps bool
}

// goesWell reports whether a statement only prepares the place for a file, so that
// what follows is meant to happen.
func goesWell(s *syntax.Stmt, depth int) bool {
	if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok {
		return depth < 32 && bin.Op == syntax.AndStmt && goesWell(bin.X, depth+1) && goesWell(bin.Y, depth+1)
	}
	switch commandName(s) {
	case "mkdir", "cd", "pushd", "cat", "printf", "echo", "tee", "touch", "rm", "cp", "git":
		return !s.Negated && !s.Background
	case "go":
		call, ok := s.Cmd.(*syntax.CallExpr)
		return ok && len(call.Args) > 2 && call.Args[1].Lit() == "mod" && call.Args[2].Lit() == "init"
	}
	return false
}

// perhaps takes in files that a list has written if it went well: mkdir -p a && cat > a/b.
// Nothing of what was done before may have put something else there.
func (s *scope) perhaps(before, well map[string]made, done []pipeline.Effect) {
	if !s.run.spend(len(well) * len(done) / 16) {
		return
	}
	for at, m := range well {
		if _, ok := before[at]; ok || m.pid || m.loose || m.built != nil || !path.IsAbs(at) || slices.ContainsFunc(done, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindWrite && e.By != "mkdir" && mayTouch(e.Object, e.Certain, at)
		}) {
			continue
		}
		if s.made == nil {
			s.made = make(map[string]made)
		}
		m.perhaps = true
		s.made[at] = m
	}
}

// anything stands in the list of changes for a path that is not known.
const anything = "*"

// makes notes the file that a statement has written, if that is certain:
// cat > FILE with a here-document, echo or printf > FILE.
func (r *run) makes(sc *scope, s *syntax.Stmt, call *syntax.CallExpr) {
	r.copies(sc, s, call)
	if len(s.Redirs) == 0 || r.muted > 0 || r.linked || len(call.Args) == 0 {
		return
	}
	certain := r.fixed == nil && len(r.calling) == 0 && len(call.Assigns) == 0 && !s.Negated && !s.Background
	var out *syntax.Redirect
	heres := 0
	for _, rd := range s.Redirs {
		switch {
		case rd.Op == syntax.RdrOut && call.Args[0].Lit() == "tee" && rd.N == nil && rd.Word.Lit() == "/dev/null":
		case (rd.Op == syntax.RdrOut && !r.keepsFiles || rd.Op == syntax.RdrClob) && out == nil && (rd.N == nil || rd.N.Value == "1"):
			out = rd
		case (rd.Op == syntax.Hdoc || rd.Op == syntax.DashHdoc || rd.Op == syntax.WordHdoc) && rd.N == nil:
			heres++
		default:
			return
		}
	}
	name := call.Args[0].Lit()
	if name == "tee" && out == nil && len(call.Args) == 2 && heres == 1 { // tee FILE > /dev/null
		if sc.renamed("tee") {
			return
		}
		name, out = "cat", &syntax.Redirect{Word: call.Args[1]}
		s = asCat(s, call)
	}
	if out != nil && makesText(name) {
		r.unreadWord(sc, out.Word)
	}
	if out == nil || name != "cat" && name != "echo" && name != "printf" || sc.funcs[name] != nil || sc.aliases[name] != "" {
		return
	}
	bare := *s
	bare.Redirs = slices.DeleteFunc(slices.Clone(s.Redirs), func(rd *syntax.Redirect) bool { return rd == out })
	if name == "cat" && heres != 1 || name != "cat" && heres != 0 {
		return
	}
	text, ok := "", false
	if certain {
		text, ok = r.constantOutput(sc, &bare)
	}
	mute := r.mute()
	fields := r.appendWord(nil, sc, out.Word)
	r.unmute(mute)
	if len(fields) != 1 {
		return
	}
	if !ok || len(text) > snippet.MaxGo || len(text) > snippet.MaxText && !strings.HasSuffix(fields[0].text, ".go") {
		r.leavesUnread(sc, fields[0])
		return
	}
	if at, ok := r.place(sc, fields[0]); ok {
		r.keeps(sc, at, text, false)
		return
	}
	for _, at := range r.anyPlace(sc, fields[0]) {
		r.keeps(sc, at, text, true)
	}
}

// keeps notes the text of a file that was just written.
func (r *run) keeps(sc *scope, at, text string, perhaps bool) {
	if slices.ContainsFunc(r.guarded, func(e pipeline.Effect) bool { return mayTouch(e.Object, e.Certain, at) }) {
		return
	}
	if sc.made == nil {
		sc.made = make(map[string]made)
	}
	r.prefers(at, text)
	r.tracking = true
	if r.typed == nil {
		r.typed = make(map[string]string)
	}
	r.typed[at] = text
	sc.made[at] = made{text: text, at: len(r.touched), loose: r.loosely(at), perhaps: perhaps}
}

// maxPlaces is in how many folders a file may have been written.
const maxPlaces = 4

// anyPlace is where a word may lead if a cd may have failed, unless the command
// has put something else at one of them before.
func (r *run) anyPlace(sc *scope, f field) []string {
	if len(sc.dirs) < 2 || len(sc.dirs) > maxPlaces || path.IsAbs(f.text) || !r.spend(len(sc.dirs)*len(r.effects)/16) {
		return nil
	}
	var all []string
	for _, dir := range sc.dirs {
		one := *sc
		one.dirs = []string{dir}
		at, ok := r.place(&one, f)
		if !ok || slices.ContainsFunc(r.effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindWrite && e.By != "mkdir" && e.Span != f.span && mayTouch(e.Object, e.Certain, at)
		}) {
			return nil
		}
		all = append(all, at)
	}
	return all
}

// asCat is tee FILE <<E > /dev/null as cat <<E.
func asCat(s *syntax.Stmt, call *syntax.CallExpr) *syntax.Stmt {
	bare := *call
	bare.Args = []*syntax.Word{{Parts: []syntax.WordPart{&syntax.Lit{Value: "cat"}}}}
	return &syntax.Stmt{Cmd: &bare, Redirs: slices.DeleteFunc(slices.Clone(s.Redirs), func(rd *syntax.Redirect) bool { return rd.Op == syntax.RdrOut })}
}

// place is where a word leads as a path, if that is certain.
func (r *run) place(sc *scope, f field) (string, bool) {
	if !f.exact() || f.many || f.text == "" || len(f.text) > maxPath || r.linked {
		return "", false
	}
	if path.IsAbs(f.text) {
		return r.w.Paths.Resolve(r.joinPath("/", f)), true
	}
	if len(sc.dirs) != 1 {
		return "", false
	}
	return r.w.Paths.Resolve(r.joinPath(sc.dirs[0], f)), true
}

// concurrent reports whether anything in the script runs beside the rest.
func (r *run) concurrent() bool {
	if r.tree != nil {
		r.tree, r.alone = nil, !runsBeside(r.tree)
	}
	return !r.alone || r.beside || r.staged > 0
}

// changed notes what an effect may change. It is asked only once a file was
// made whose text is known.
func (r *run) changed(e pipeline.Effect) {
	switch e.Kind {
	case pipeline.KindWrite, pipeline.KindDelete:
		if e.Mark == catalogue.MarkPermission && e.By == "chmod" || r.formats && e.By == "gofmt" {
			return // what is in a file stays, or means the same
		}
		if r.compilesInto(e) {
			return
		}
		r.rewrites(e)
		if len(r.pids) > 0 && e.Kind == pipeline.KindWrite {
			r.spoilsPID(e)
		}
		r.changesRan(e)
		if !e.Certain && (e.By != "redirect" || !path.IsAbs(e.Object) || strings.ContainsAny(e.Object, globChars+"\\")) { // a redirection says each path that it may lead to
			r.touched = append(r.touched, anything)
			return
		}
		r.touched = append(r.touched, e.Object)
	case pipeline.KindRead, pipeline.KindRun, pipeline.KindConnect, pipeline.KindListen, pipeline.KindSecret, pipeline.KindSignal:
	case pipeline.KindCode:
		if e.Certain && mayTouch(r.w.Dir, true, e.Object) {
			return // the project's own code may do itself what a file that it changed would do
		}
		r.touched = append(r.touched, anything)
	default:
		r.touched = append(r.touched, anything)
	}
}

// changesRan states as code a file that was run already, if an effect may write
// to it: it may not have been read yet, by the other end of a pipe or by what
// runs in the background.
func (r *run) changesRan(e pipeline.Effect) {
	if e.Kind != pipeline.KindWrite || e.By == "mkdir" {
		return
	}
	for _, at := range slices.Clone(r.ran) {
		if mayTouch(e.Object, e.Certain, at) {
			r.ran = slices.DeleteFunc(r.ran, func(p string) bool { return p == at })
			r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: at, Certain: true, By: e.By, Span: e.Span})
		}
	}
}

// wasRead notes that a file of known text was read and all that it makes a program
// do was stated. Only what runs beside it may have changed the file before.
func (r *run) wasRead(at string) {
	if r.concurrent() {
		r.ran = append(r.ran, at)
	}
}

// loosely reports whether something that runs beside the rest may change a file
// that is being written. What writes to it later is seen then; see changesRan.
func (r *run) loosely(at string) bool {
	if !r.concurrent() {
		return false
	}
	writers := 0
	if !r.spend(len(r.effects) / 4) { // thousands of files, each asked about all others
		return true
	}
	for i := range r.effects {
		if e := &r.effects[i]; e.Kind == pipeline.KindWrite && e.By != "mkdir" && mayTouch(e.Object, e.Certain, at) || e.Kind == pipeline.KindUnknown {
			writers++
		}
	}
	return writers > 1 || r.beside || r.staged > 0
}
