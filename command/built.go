package command

import (
	"maps"
	"path"
	"slices"
	"strings"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// What a command compiles from a text that it has written itself, and then runs,
// is that text. Reading it does not wait for the compiler to say what it made of
// it: a program whose text is not understood is code that nobody has seen, where
// it lies notwithstanding; one that is understood does what its text says.

// build is what a compiler made of texts that are known.
type build struct {
	sources []source
	own     bool   // code of the project is in it as well
	opaque  string // what about it cannot be known
	judged  bool
	at      int // how many changes were noted when it had been made
}

// source is one text that was compiled.
type source struct {
	read   language
	text   string
	folder string            // where it lies
	search []string          // folders where headers are looked for besides
	old    bool              // an old edition of the language
	texts  map[string]string // what else the command had written by then
}

// builds notes what was made at a path. Which of several it will be when it runs
// is not followed: each of them counts.
func (r *run) builds(at string, b build) {
	if r.built == nil {
		r.built = make(map[string]build)
	}
	r.tracking = true
	if other, ok := r.built[at]; ok && len(other.sources) < 64 {
		b.sources = append(slices.Clone(other.sources), b.sources...)
		b.own = b.own || other.own
		if b.opaque == "" {
			b.opaque = other.opaque
		}
	}
	b.at = len(r.touched)
	r.built[at] = b
}

// knownTexts are all files whose text is certain.
func (r *run) knownTexts(sc *scope) map[string]string {
	texts := make(map[string]string, len(sc.made))
	for at, m := range sc.made {
		if !m.pid && !m.perhaps && m.text != "" {
			texts[at] = m.text
		}
	}
	return texts
}

// writtenText is the text of a file that the command has written. sure: nothing
// can have changed it since but code of the project; spoilt: something that is no
// such code has.
func (r *run) writtenText(sc *scope, at string) (text string, found, sure, spoilt bool) {
	m, ok := sc.made[at]
	if !ok || m.pid || m.built != nil {
		text, found = r.typed[at] // in one of several ways that the command may take
		return text, found, false, false
	}
	sure = !m.loose && !m.perhaps
	since := r.touched[min(m.at, len(r.touched)):]
	if !r.spend(len(since) / 16) {
		return "", false, false, false
	}
	for _, p := range since {
		spoilt = spoilt || p == at
		sure = sure && !overlaps(p, at)
	}
	return m.text, true, sure, spoilt
}

// overlaps reports whether a change of one path may be one of a file.
func overlaps(p, file string) bool {
	return p == anything || p == file || p == "/" || strings.HasPrefix(file, p) && len(p) < len(file) && file[len(p)] == '/'
}

// ownBuild judges a program that the command has compiled itself. True: all
// that it does was said.
func (r *run) ownBuild(sc *scope, fields []field) bool {
	if len(r.built) == 0 {
		return false
	}
	at, ok := r.place(sc, fields[0])
	if !ok {
		return false
	}
	b, ok := r.built[at]
	if !ok {
		return false
	}
	b.judged = true
	r.built[at] = b
	return r.runsBuild(sc, fields, fields[1:], b)
}

// builtAsCode judges builds that ran as the code of something else: under an
// emulator, in a debugger.
func (r *run) builtAsCode() {
	r.clustersWritten()
	if len(r.built) == 0 || r.over || r.muted > 0 {
		return
	}
	for _, e := range slices.Clone(r.effects) {
		b, ok := r.built[e.Object]
		if !ok || b.judged || e.Kind != pipeline.KindCode && e.Kind != pipeline.KindRun {
			continue
		}
		b.judged = true
		r.built[e.Object] = b
		r.runsBuild(newScope(r), []field{{text: e.Object, span: e.Span}}, []field{{dynamic: true}}, b)
	}
}

// runsBuild states what a build does when it runs.
func (r *run) runsBuild(sc *scope, fields, args []field, b build) bool {
	v := r.p.visits.one()
	v.r, v.sc, v.name, v.fields = r, sc, "compiled", fields
	if !v.builtTexts(b, args) {
		return false
	}
	for _, p := range r.touched[min(b.at, len(r.touched)):] {
		if p == anything {
			return false
		}
	}
	return !b.own
}

// builtTexts states what the texts of a build do. One that is not understood is
// code that nobody has seen.
func (v *visit) builtTexts(b build, args []field) bool {
	at := v.fields[0]
	if b.opaque != "" {
		v.r.code(b.opaque, v.name, v.mark, at.span)
		return false
	}
	given := snippet.Given{Known: true, Own: b.own, Peers: b.own || len(b.sources) > 1, Variable: v.variables()}
	for _, a := range args {
		if !a.exact() || a.many {
			given.Known, given.Args = false, nil
			break
		}
		given.Args = append(given.Args, a.text)
	}
	left := slices.Clone(b.sources)
	seen := make(map[string]bool)
	for len(left) > 0 && len(seen) < 64 {
		s := left[0]
		left = left[1:]
		if !v.r.spend(len(s.text) / 4) {
			return false
		}
		given.Old, given.Search = s.old, len(s.search) > 0
		effects, ok := s.read(s.text, given)
		if !ok {
			v.r.code("compiled: "+s.text, v.name, v.mark, at.span)
			return false
		}
		for _, e := range effects {
			if e.Kind == pipeline.KindCode {
				if header, made := s.header(e.Object); made {
					if !seen[header.folder+"/"+e.Object] {
						seen[header.folder+"/"+e.Object] = true
						left = append(left, header)
					}
					continue
				}
				if !path.IsAbs(e.Object) {
					e.Object = path.Join(s.folder, e.Object)
				}
			}
			v.snippetEffect(e, at)
		}
		for _, dir := range s.search { // any header may lie there
			if !machineHeaders(dir) {
				v.snippetEffect(snippet.Effect{Kind: pipeline.KindCode, Object: dir}, at)
			}
		}
		for _, h := range s.shadows() {
			if !seen[h.folder+"\x00"+h.text] {
				seen[h.folder+"\x00"+h.text] = true
				left = append(left, h)
			}
		}
	}
	return len(left) == 0
}

// header finds a file that is included among those that the command has written.
func (s *source) header(name string) (source, bool) {
	for _, dir := range append([]string{s.folder}, s.search...) {
		at := path.Join(dir, name)
		if text, ok := s.texts[at]; ok {
			h := *s
			h.text, h.folder = text, path.Dir(at)
			return h, true
		}
	}
	return source{}, false
}

// shadows are files that the command has written where headers of the system
// are looked for first.
func (s *source) shadows() []source {
	if len(s.search) == 0 {
		return nil
	}
	var found []source
	for _, at := range slices.Sorted(maps.Keys(s.texts)) {
		for _, dir := range s.search[:min(len(s.search), 16)] {
			if name, ok := strings.CutPrefix(at, strings.TrimSuffix(dir, "/")+"/"); ok && snippet.SystemHeader(name) {
				h := *s
				h.text, h.folder = s.texts[at], path.Dir(at)
				found = append(found, h)
			}
		}
	}
	return found
}

// machineHeaders reports whether a folder is where the machine keeps headers.
func machineHeaders(dir string) bool {
	for _, of := range [...]string{"/usr/include", "/usr/local/include", "/usr/lib", "/opt/homebrew/include", "/opt/homebrew/opt"} {
		if mayTouch(of, true, dir) {
			return true
		}
	}
	return false
}
