package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// Programs in Go that a command writes and runs: go run FILE reads all that the
// program is made of, so that it is judged by what it would do. What becomes part of a
// package of the project (go test ./...) is no whole program; what it does
// for certain is judged beside the project's own code.

// goProgram is a Go program whose files the command has written.
type goProgram struct {
	files []snippet.GoFile
	whole bool // there are no others
}

// goProgram looks for what the go command would run.
func (v *visit) goProgram() {
	if v.path != "go run" && v.path != "go test" && v.path != "go build" && v.path != "go vet" || v.r.muted > 0 {
		return
	}
	v.goWords()
	if len(v.sc.made) == 0 {
		return
	}
	words := v.operands
	if i := slices.IndexFunc(words, func(f field) bool { return f.optionLike() }); i >= 0 && v.path != "go run" {
		words = words[:i]
	}
	n := 0
	for n < len(words) && words[n].exact() && strings.HasSuffix(words[n].text, ".go") {
		n++
	}
	switch {
	case n > 0 && (n == len(words) || v.path == "go run"):
		v.goFiles(words[:n], words[n:])
	case v.path == "go vet":
	case v.path == "go build":
		v.goPackage(words)
	case v.path == "go run":
		if len(words) > 0 {
			v.goParts(words[:1], words[1:])
		}
	default:
		v.goParts(words, nil)
	}
}

// goWords judges options of go test behind its packages, which start programs.
func (v *visit) goWords() {
	if v.path != "go test" {
		return
	}
	for i, f := range v.operands {
		name, value, ok := strings.Cut(strings.TrimPrefix(f.text, "-"), "=")
		if !f.optionLike() || !slices.Contains([]string{"-exec", "-toolexec", "-vettool", "exec", "toolexec", "vettool"}, name) {
			if f.text == "-args" || f.text == "--args" {
				return
			}
			continue
		}
		given := field{text: value, dynamic: f.dynamic, span: f.span}
		if !ok && i+1 < len(v.operands) {
			given = v.operands[i+1]
		}
		v.shell(given, "sh", nil)
	}
}

// goNamed are the files of a program that is named file by file.
type goNamed struct {
	goProgram
	ats   []string // where those lie that the command has written
	rest  []field  // the others, which are the project's
	dir   string
	maybe made // one of them, if it may not have been written after all
}

// goFiles judges a program that is named file by file.
func (v *visit) goFiles(names, args []field) {
	p, ok := v.goNamed(names)
	if !ok || !v.goPlain() || !v.plainModule() {
		return
	}
	sc := v.sc
	if v.path == "go test" { // which runs where the package lies
		if len(v.sc.dirs) != 1 {
			return
		}
		sc = v.sc.fork()
		sc.dirs = []string{p.dir}
	}
	if !v.r.readsGo(p.files) {
		return
	}
	effects, ok := snippet.Go(p.files, v.goGiven(args, !p.whole))
	if !ok || (!p.whole || slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Kind == pipeline.KindCode })) && v.putBeside() {
		return
	}
	for _, f := range names {
		v.r.path(v.sc, f, pipeline.KindRead, v.name, v.mark)
	}
	v.stood(p.maybe, names[0], v.mark)
	for _, f := range p.rest {
		v.r.codePath(v.sc, f, v.name, v.mark)
	}
	v.whole = true
	if v.path == "go vet" { // which compiles it, and that is all
		v.effects = nil
		return
	}
	v.r.ran = append(v.r.ran, p.ats...)
	v.goEffects(sc, effects, p.ats[0], names[0])
	v.goOthers(p.ats, names[0])
	if v.path == "go build" {
		v.builds(&p.goProgram, p.ats[0])
	}
}

// readsGo counts what it takes to read files, three steps for two bytes.
func (r *run) readsGo(files []snippet.GoFile) bool {
	size := 0
	for _, f := range files {
		size += len(f.Text)
	}
	return r.spend(size * 3 / 2)
}

// goNamed looks for the files; false: none of them is known, or they lie apart.
func (v *visit) goNamed(names []field) (p goNamed, ok bool) {
	p.whole = true
	for _, f := range names {
		m, at, known := v.r.madeFile(v.sc, f)
		if !known {
			if at, ok = v.r.place(v.sc, f); !ok {
				return p, false
			}
			p.whole, p.rest = false, append(p.rest, f)
		}
		if p.dir != "" && p.dir != path.Dir(at) || slices.Contains(v.r.open, at) {
			return p, false
		}
		if p.dir = path.Dir(at); !known {
			continue
		}
		if m.perhaps {
			p.maybe = m
		}
		p.ats = append(p.ats, at)
		p.files = append(p.files, snippet.GoFile{Name: at, Text: m.text})
	}
	return p, len(p.ats) > 0
}

// putBeside reports whether the command has put files of Go, or who knows what,
// somewhere, so that the project's packages may not be its own any more.
func (v *visit) putBeside() bool {
	return slices.ContainsFunc(v.r.effects, func(e pipeline.Effect) bool {
		if e.Kind != pipeline.KindWrite || e.By == "mkdir" || e.By == "touch" || e.By == "go" || e.By == "gofmt" {
			return false
		}
		if ending := path.Ext(e.Object); ending != ".go" && ending != "" && e.Certain {
			return false
		}
		_, _, ok := v.r.madeFile(v.sc, field{text: e.Object})
		return !ok && e.Object != "/dev/null"
	})
}

// goGiven is what a program gets.
func (v *visit) goGiven(args []field, peers bool) snippet.Given {
	given := snippet.Given{Known: true, Temp: v.r.w.Env["TMPDIR"], Peers: peers}
	for _, a := range args {
		if !a.exact() || a.many {
			given.Known, given.Args = false, nil
			break
		}
		given.Args = append(given.Args, a.text)
	}
	if v.path == "go build" {
		given.Known, given.Args = false, nil
	}
	return given
}

// goEffects states what a program does. While it does, its file counts as being
// read, so that a program which starts itself is not followed for ever.
func (v *visit) goEffects(sc *scope, effects []snippet.Effect, at string, f field) {
	own, name, mark := v.sc, v.name, v.mark
	v.sc, v.mark = sc, ""
	if v.name == "go" {
		v.name = "go run"
	}
	v.r.open = append(v.r.open, at)
	for _, e := range effects {
		v.snippetEffect(e, f)
	}
	v.r.open = v.r.open[:len(v.r.open)-1]
	v.sc, v.name, v.mark = own, name, mark
}

// goPlain reports whether no option or variable changes what the program is.
func (v *visit) goPlain() bool {
	plain := strings.Fields("-v -x -n -a -race -work -trimpath -short -failfast -json -benchmem -cover -run -bench -benchtime -count -cpu -timeout -parallel -covermode -shuffle -skip -list -o -coverprofile -p -buildvcs -vet -args --args -fullpath")
	for _, o := range v.options {
		if !slices.Contains(plain, o) {
			return false
		}
	}
	for _, f := range v.operands {
		if v.path == "go run" || f.text == "-args" || f.text == "--args" {
			break
		}
		name, _, _ := strings.Cut(f.text, "=")
		if f.dynamic || f.optionLike() && !slices.Contains(plain, name) && !slices.Contains(plain, strings.TrimPrefix(name, "-")) {
			return false
		}
	}
	for _, name := range append([]string{"TMPDIR", "HOME", "PATH", "GOENV", "GOFLAGS", "GOROOT", "GOTOOLCHAIN", "GO111MODULE", "GOWORK", "CGO_ENABLED", "GODEBUG", "GOOS", "GOARCH", "XDG_CONFIG_HOME", "ZONEINFO"}, v.given...) {
		if _, ok := v.sc.vars[name]; ok && (strings.HasPrefix(name, "GO") || slices.Contains([]string{"TMPDIR", "HOME", "PATH", "XDG_CONFIG_HOME", "ZONEINFO"}, name)) {
			return false
		}
	}
	return !v.sc.murky && !v.sc.renamed("go")
}

// plainModule reports whether the modules that the command has written ask for
// nothing: no other toolchain, which would be fetched, no
// other module.
func (v *visit) plainModule() bool {
	for i := range v.r.effects {
		e := &v.r.effects[i]
		base := path.Base(e.Object)
		if e.Kind != pipeline.KindWrite || base != "go.mod" && base != "go.work" && base != "go.env" || e.By == "go" {
			continue
		}
		m, _, ok := v.r.madeFile(v.sc, field{text: e.Object})
		if !ok || base != "go.mod" || !askedNothing(m.text) {
			return false
		}
	}
	return true
}

// askedNothing reports whether the text of a go.mod says what the module is called
// and nothing else but a version of the language that is out.
func askedNothing(text string) bool {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case len(words) == 2 && words[0] == "module" && !strings.ContainsAny(words[1], "\"`"):
		case len(words) == 2 && words[0] == "go" && released(words[1]):
		default:
			return false
		}
	}
	return true
}

// released reports whether a version of Go is one of those that machines have.
func released(version string) bool {
	minor, ok := strings.CutPrefix(version, "1.")
	minor, patch, _ := strings.Cut(minor, ".")
	return ok && len(minor) <= 2 && minor != "" && strings.Trim(minor, "0123456789") == "" && (len(minor) == 1 || minor <= "26") && strings.Trim(patch, "0123456789") == "" && len(patch) < 3
}
