package command

import (
	"path"
	"slices"

	"passepartout/command/catalogue"
	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// What is run, or read by what runs, of the files that made.go knows: their texts are
// judged instead of being called code. Everything here asks madeFile first, which says
// no as soon as anything may have come between the writing and the reading.

// madeText is the text of a file that the command has written, if nothing can
// have changed it since.
func (r *run) madeText(sc *scope, f field) (text, at string, ok bool) {
	m, at, ok := r.madeFile(sc, f)
	return m.text, at, ok && !m.perhaps
}

// madeFile is a file that the command has written, or has written if all went
// well, and that nothing can have changed since.
func (r *run) madeFile(sc *scope, f field) (m made, at string, ok bool) {
	if len(sc.made) == 0 || r.beside {
		return made{}, "", false
	}
	if len(sc.dirs) > 1 {
		return r.madeSomewhere(sc, f)
	}
	if at, ok = r.place(sc, f); !ok {
		return made{}, "", false
	}
	m, ok = sc.made[at]
	if !ok || m.pid || m.loose || m.built != nil || !r.unchanged(m, at) {
		return made{}, "", false
	}
	return m, at, true
}

// madeSomewhere is madeFile where the shell may be in one of several folders:
// cd may have failed. In the others stands what stood there before.
func (r *run) madeSomewhere(sc *scope, f field) (m made, at string, ok bool) {
	dirs := sc.dirs
	for _, dir := range dirs {
		one := *sc
		one.dirs = []string{dir}
		place, certain := r.place(&one, f)
		if !certain {
			return made{}, "", false
		}
		found, known := sc.made[place]
		switch {
		case known && !found.pid && !found.loose && found.built == nil && !ok && r.unchanged(found, place):
			m, at, ok = found, place, true
			m.perhaps = m.perhaps || !path.IsAbs(f.text)
		case known && ok && found.text == m.text && !found.pid && !found.loose && found.built == nil && r.unchanged(found, place):
		case known, slices.ContainsFunc(r.effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindWrite && e.By != "mkdir" && mayTouch(e.Object, e.Certain, place)
		}):
			return made{}, "", false
		}
	}
	return m, at, ok
}

// stood states what runs if a file of known text was not written after all: what
// stood there before, which is the code of that folder.
func (v *visit) stood(m made, f field, mark string) {
	if m.perhaps {
		changes := len(v.r.touched) // what that leaves is the folder's own as well
		v.r.path(v.sc, field{text: path.Dir(f.text), span: f.span}, pipeline.KindCode, v.name, strongerMark(mark, catalogue.MarkBuild))
		v.r.touched = v.r.touched[:min(changes, len(v.r.touched))]
	}
}

// unchanged reports whether nothing can have changed a file since it was made.
func (r *run) unchanged(m made, at string) bool {
	since := r.touched[min(m.at, len(r.touched)):]
	if !r.spend(len(since) / 16) {
		return false
	}
	for _, p := range since {
		if p == anything || p == at || len(p) < len(at) && at[:len(p)] == p && (at[len(p)] == '/' || p == "/") {
			return false
		}
	}
	return true
}

// languageOfFile finds the language of a script. What runs JavaScript asks the
// file's name whether it has types.
func (v *visit) languageOfFile(name string) language {
	read := languageOf(v.name)
	switch v.name {
	case "node", "nodejs", "tsx", "ts-node", "bun", "deno":
	default:
		return read
	}
	switch path.Ext(name) {
	case ".ts", ".mts", ".cts":
		return snippet.TypeScript
	case ".tsx", ".jsx":
		return nil
	}
	return snippet.JavaScript
}

// madeProgram judges a file that the command has written, by a reader of its text.
// What the reader states comes first, then that the file is read: whatever writes to
// it from then on, in the background or at the other end of a pipe, makes it code.
func (v *visit) madeProgram(f field, judge func(text string) bool) bool {
	m, at, ok := v.r.madeFile(v.sc, f)
	if !ok || !judge(m.text) {
		return false
	}
	v.stood(m, f, v.mark)
	v.consumed(f, at)
	if v.r.whole == nil {
		v.r.whole = make(map[string]string)
	}
	v.r.whole[at] = m.text
	return true
}

// consumed states that the program at hand reads a file whose text was judged, and
// remembers the file: see changesRan.
func (v *visit) consumed(f field, at string) {
	v.r.path(v.sc, f, pipeline.KindRead, v.name, v.mark)
	v.r.ran = append(v.r.ran, at)
}

// understoodFile judges a script whose text the same command has written.
func (v *visit) understoodFile(f field) bool {
	read := v.languageOfFile(f.text)
	if !v.madeProgram(f, func(text string) bool {
		return read != nil && v.plainOptions() && v.snippet(read, text, f, v.operands[1:], path.Dir(f.text))
	}) {
		return false
	}
	if v.name == "tsx" || v.name == "ts-node" || v.name == "bun" { // their settings bring code with them
		v.snippetEffect(snippet.Effect{Kind: pipeline.KindCode, Object: "."}, f)
	}
	return true
}
