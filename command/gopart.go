package command

import (
	"maps"
	"path"
	"slices"
	"strings"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// goParts judges what the command has written into the packages that the go
// command is to run or test.
func (v *visit) goParts(words, args []field) {
	if len(words) == 0 {
		words = []field{{text: ".", span: v.fields[0].span}}
	}
	folders := make(map[string][]snippet.GoFile)
	for _, at := range slices.Sorted(maps.Keys(v.sc.made)) {
		if !strings.HasSuffix(at, ".go") || !slices.ContainsFunc(words, func(f field) bool { return v.covers(f, path.Dir(at)) }) {
			continue
		}
		// What changed it since may have left what it does: an edit, a formatter.
		test := strings.HasSuffix(at, "_test.go")
		if v.path != "go run" || !test {
			folders[path.Dir(at)] = append(folders[path.Dir(at)], snippet.GoFile{Name: at, Text: v.sc.made[at].text, Begins: v.path == "go test" && !test})
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		sc := v.sc
		if v.path != "go run" {
			sc = v.sc.fork()
			sc.dirs = []string{dir}
		}
		v.goPart(sc, folders[dir], args, words[0])
	}
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		if v.path == "go run" {
			v.goOthers(fileNames(folders[dir]), words[0])
		}
	}
}

// fileNames are the names of the files of a program.
func fileNames(files []snippet.GoFile) []string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}

// covers reports whether a word names the package in a folder.
func (v *visit) covers(f field, dir string) bool {
	if !f.exact() || v.has("-C") {
		return true
	}
	name, all := strings.CutSuffix(f.text, "...")
	if !strings.HasPrefix(name, ".") && !path.IsAbs(name) { // by the path of its module
		return strings.HasSuffix(dir, "/"+path.Base(name)) || all
	}
	name = strings.TrimSuffix(name, "/")
	if name == "" {
		name = "/"
	}
	for _, from := range v.sc.dirs {
		at := v.r.w.Paths.Resolve(v.r.joinPath(from, field{text: name}))
		if path.IsAbs(name) {
			at = v.r.w.Paths.Resolve(path.Clean(name))
		}
		if dir == at || all && strings.HasPrefix(dir, strings.TrimSuffix(at, "/")+"/") {
			return true
		}
	}
	return false
}

// goPart judges files that are a part of a program.
func (v *visit) goPart(sc *scope, files []snippet.GoFile, args []field, f field) {
	if slices.Contains(v.r.open, files[0].Name) || !v.r.readsGo(files) {
		return
	}
	effects, ok := snippet.GoPart(files, v.goGiven(args, true))
	if !ok {
		v.unknown("runs what was just written to "+path.Base(files[0].Name)+", which cannot be told", f)
		return
	}
	v.goEffects(sc, slices.DeleteFunc(effects, func(e snippet.Effect) bool { return e.Kind == pipeline.KindSecret }), files[0].Name, f)
}

// goOthers judges what else in Go the command has written for a program that is
// named file by file: packages that it may import.
func (v *visit) goOthers(own []string, f field) {
	for _, at := range slices.Sorted(maps.Keys(v.sc.made)) {
		if !strings.HasSuffix(at, ".go") || strings.HasSuffix(at, "_test.go") || slices.Contains(own, at) || path.Dir(at) == path.Dir(own[0]) {
			continue
		}
		v.goPart(v.sc, []snippet.GoFile{{Name: at, Text: v.sc.made[at].text}}, nil, f)
	}
}

// builds notes the program that go build -o leaves.
func (v *visit) builds(p *goProgram, source string) {
	out := field{text: strings.TrimSuffix(path.Base(source), ".go"), span: v.fields[0].span}
	f, named := v.arg("-o")
	if named {
		out = f
	} else {
		v.r.path(v.sc, out, pipeline.KindWrite, v.name, v.mark)
	}
	at, ok := v.r.place(v.sc, out)
	if !ok || strings.HasSuffix(out.text, "/") || v.r.w.Paths.IsDir(at) || v.r.concurrent() {
		return
	}
	v.leaves(at, p)
}

// goPackage notes the program that go build -o makes of a package.
func (v *visit) goPackage(words []field) {
	f, ok := v.arg("-o")
	if !ok || len(words) > 1 {
		return
	}
	if len(words) == 0 {
		words = []field{{text: "."}}
	}
	p := goProgram{}
	for _, at := range slices.Sorted(maps.Keys(v.sc.made)) {
		if strings.HasSuffix(at, ".go") && !strings.HasSuffix(at, "_test.go") && v.covers(words[0], path.Dir(at)) {
			p.files = append(p.files, snippet.GoFile{Name: at, Text: v.sc.made[at].text})
		}
	}
	at, ok := v.r.place(v.sc, f)
	if !ok || len(p.files) == 0 || v.r.concurrent() {
		return
	}
	v.leaves(at, &p)
}

// leaves notes a program when all that happens while it is built was stated.
func (v *visit) leaves(at string, p *goProgram) {
	sc := v.sc
	v.after = func() { sc.made[at] = made{at: len(v.r.touched), built: p} }
}

// builtProgram judges a program that the command has built of what it has
// written; true: all of it is known.
func (r *run) builtProgram(sc *scope, fields []field) bool {
	at, ok := r.place(sc, fields[0])
	if !ok || r.beside {
		return false
	}
	m, ok := sc.made[at]
	if !ok || m.built == nil || !r.unchanged(m, at) || slices.Contains(r.open, at) {
		return false
	}
	v := r.p.visits.one()
	v.r, v.sc, v.name, v.path, v.fields, v.operands = r, sc, "go", "go run", fields, fields[1:]
	if !m.built.whole {
		v.goPart(sc, m.built.files, fields[1:], fields[0])
		v.goOthers(fileNames(m.built.files), fields[0])
		return false
	}
	if !r.readsGo(m.built.files) {
		return false
	}
	effects, ok := snippet.Go(m.built.files, v.goGiven(fields[1:], false))
	if !ok {
		return false
	}
	r.path(sc, fields[0], pipeline.KindRead, "go run", "")
	v.goEffects(sc, effects, at, fields[0])
	return true
}
