package command

import (
	"errors"
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// exec judges a program start: fields are its words, the name first.
//
// Long: what a program is, one question after the other; their order matters.
func (r *run) exec(sc *scope, fields []field) {
	f := fields[0]
	if !f.exact() || f.text == "" {
		r.unknown("program "+f.text+" is not a constant", "command", f.span)
		r.patternCommand(sc, fields)
		return
	}
	r.runsEncoded(sc, fields)
	if len(r.via) > 0 {
		r.count++ // what wrappers start counts, too
	}
	if r.count > MaxCommands {
		r.limit(tooMany)
		return
	}
	if !r.enter() {
		return
	}
	defer r.leave()
	if r.ofFolders(sc, fields) {
		return
	}
	if len(sc.made) > 0 && strings.Contains(f.text, "/") && r.ownScript(sc, fields) {
		return
	}
	given := r.given
	r.given = nil
	name, object, local := r.identify(sc, f)
	r.note(name, fields)
	r.servedBy(sc, name, given)
	if r.ofLibrary(sc, name, object, fields) {
		return
	}
	r.beside = r.beside || detaches(name)
	at, codes := len(r.effects), r.codes
	r.emit(pipeline.Effect{Kind: pipeline.KindRun, Object: object, Certain: strings.HasPrefix(object, "/"), By: name, Span: f.span})
	if local {
		if !r.ownBuild(sc, fields) {
			if r.ofTwin(sc, object, fields) {
				return
			}
			r.localProgram(sc, fields, object)
			r.filesNamed(sc, at, name, fields, true)
			r.localLinks(sc, at, name, fields)
			r.placed(sc, given, name, f.span)
		}
		r.live(sc, name, fields, codes)
		return
	}
	r.catastrophe(name, fields)
	r.flood(name, fields)
	r.started(sc, name, fields)
	p, err := r.a.catalogue.Find(name)
	if err != nil {
		reason := "program " + name + " is not in the catalogue"
		if !errors.Is(err, catalogue.ErrNoEntry) {
			reason = "catalogue entry of " + name + " is broken"
		}
		r.unknown(reason, name, f.span)
		return
	}
	v := r.p.visits.one()
	v.r, v.sc, v.name, v.fields, v.runAt, v.given = r, sc, name, fields, at, given
	v.interpret(p.Spec)
	v.notesTwin()
	r.shadowed(sc, f, codes)
	r.prompted(sc, name, fields, codes)
	if r.codes != codes {
		r.addressed(sc, at, given, name)
		r.placed(sc, given, name, f.span)
		r.filesNamed(sc, at, name, fields, handsOn(name))
		r.handedOutput(name, fields)
	}
	r.throughLinks(sc, p.Spec, name, fields, at, r.codes != codes)
	if v.rehearses() {
		r.codes = codes // nor does it for what starts make
		return
	}
	r.live(sc, name, fields, codes)
}

// identify finds which program a command word means: the name that the
// catalogue knows it by, the path or name for people, and whether it is a
// program that does not belong to the machine.
func (r *run) identify(sc *scope, f field) (name, object string, local bool) {
	word := f.text
	if len(word) > maxPath { // the system starts none of that name
		return clip(word), clip(word), true
	}
	if !strings.Contains(word, "/") {
		name = word
		if here, ok := sc.exactFolder(); r.pathFrom != "" && (!ok || here != r.pathFrom) {
			r.code("PATH from "+r.pathFrom, "PATH", catalogue.MarkLoaderInjection, f.span)
		}
		found, ok := r.lookPath(word, sc)
		if !ok {
			return name, word, false
		}
		r.program(word, found)
		if r.trusted(folderOf(found)) || r.usersTool(found) {
			return name, found, false
		}
		word = found
	}
	var abs string
	if !path.IsAbs(word) {
		dir, ok := sc.exactFolder()
		if !ok {
			return nameIn(word), word, true
		}
		abs = r.joinPath(dir, f)
	} else {
		abs = r.joinPath("/", field{text: word})
	}
	if systemDir(folderOf(abs)) || r.usersTool(abs) {
		return nameIn(abs), abs, false
	}
	real := r.w.Paths.Resolve(abs)
	if systemDir(folderOf(real)) && real != abs {
		return nameIn(real), real, false
	}
	if real != abs && r.elsewhere(real) && !r.ownInterpreter(abs, real) {
		return nameIn(abs), real, true
	}
	return nameIn(abs), abs, true
}

// trusted reports whether programs in a folder are the machine's or, if PATH
// names it and it lies outside the working folder, the user's own.
func (r *run) trusted(dir string) bool {
	if systemDir(dir) {
		return true
	}
	if dir == r.w.Dir || strings.HasPrefix(dir, strings.TrimSuffix(r.w.Dir, "/")+"/") || !path.IsAbs(dir) {
		return false
	}
	for entry := range strings.SplitSeq(r.w.Env["PATH"], ":") {
		if entry == dir {
			return !strings.HasPrefix(dir, "/tmp/") && !strings.HasPrefix(dir, "/var/tmp/") && !strings.HasPrefix(dir, "/dev/shm/")
		}
	}
	return false
}

// localProgram is a program by path outside the machine's folders: its file is
// code that nobody has looked at.
func (r *run) localProgram(sc *scope, fields []field, object string) {
	f, name := fields[0], nameIn(object)
	mark := targeted(name, fields[1:])
	e := pipeline.Effect{Kind: pipeline.KindCode, Object: object, Certain: path.IsAbs(object), By: name, Mark: mark, Span: f.span}
	r.emit(e)
	if dir := path.Dir(object); dir == "/etc/init.d" || dir == "/etc/rc.d" || dir == "/etc/rc.d/init.d" {
		if args := wordsOf(fields); disarms("init.d", args) {
			r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: "a guard of the machine", Certain: true, By: name, Mark: catalogue.MarkSecurityOff, Span: f.span})
		}
	}
	if standsIn(name) || installedFor(object) {
		r.asTool(sc, name, fields)
	}
}

// asTool judges words as those of a tool, if the catalogue knows it.
func (r *run) asTool(sc *scope, name string, fields []field) {
	if p, err := r.a.catalogue.Find(name); err == nil {
		v := r.p.visits.one()
		v.r, v.sc, v.name, v.fields, v.runAt = r, sc, name, fields, len(r.effects)
		v.interpret(p.Spec)
	}
}

// installed judges a tool of the project that an interpreter is told to run:
// node node_modules/.bin/jest, php vendor/bin/phpunit.
func (v *visit) installed(f field) {
	if !f.exact() || !strings.Contains(f.text, "/") || !installedFor(path.Join("/", v.r.w.Dir, f.text)) {
		return
	}
	if i := slices.IndexFunc(v.fields, func(w field) bool { return w.text == f.text && w.span == f.span }); i >= 0 {
		name := nameIn(f.text) // node_modules/jest/bin/jest.js
		for _, ending := range [...]string{".js", ".mjs", ".cjs"} {
			name = strings.TrimSuffix(name, ending)
		}
		v.r.asTool(v.sc, name, v.fields[i:])
	}
}

// standsIn reports whether a project keeps a script of that name which fetches
// and starts the tool of that name, so that its words mean the same.
func standsIn(name string) bool {
	switch name {
	case "configure", "gradlew", "mvnw", "sbt", "mill", "lein", "bazelisk", "pants":
		return true
	}
	return false
}

// installedFor reports whether a path is where package managers put the tools of
// a project: the name is then the tool's, and so is what its words mean.
func installedFor(object string) bool {
	dir, name := path.Split(object)
	above := strings.Split(strings.Trim(dir, "/"), "/")
	if len(above) < 2 {
		return false
	}
	switch last, before := above[len(above)-1], above[len(above)-2]; {
	case strings.Contains(dir, "/node_modules/"), last == "bin" && before == "vendor":
		return true
	case last == "bin":
		switch before {
		case ".venv", "venv", "env", ".env", "virtualenv", ".virtualenv":
			return true
		}
		if len(above) > 2 { // .tox/py312/bin
			switch above[len(above)-3] {
			case ".tox", ".nox", ".virtualenvs", "virtualenvs", "envs":
				return true
			}
		}
		switch name { // what bundle binstubs and rails make
		case "rails", "rake", "bundle", "rspec", "rubocop", "brakeman", "spring", "thor", "yarn", "npm", "npx", "jekyll", "kamal", "cap", "sidekiq", "puma":
			return true
		}
	}
	return false
}

// code states that code runs which nobody can look into.
func (r *run) code(object, by, mark string, span pipeline.Span) {
	r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: clip(object), By: by, Mark: mark, Span: span})
	r.spelledCode(object, by, mark, span)
}

// remoteMark is the mark of code that comes from the network.
func (r *run) remoteMark(fed bool) string {
	if fed {
		return catalogue.MarkRemoteCode
	}
	return ""
}

// codePath states that a file runs as code.
func (r *run) codePath(sc *scope, f field, by, mark string) {
	switch {
	case isShell(by) && r.procConstant(sc, f, by):
	case f.proc != nil:
		r.code("output of a command", by, strongerMark(r.remoteMark(r.fedProcs[f.proc]), mark), f.span)
	case f.exact() && (f.text == "-" || f.text == "/dev/stdin" || f.text == "/dev/fd/0"):
		r.codeStdin(sc, by, f.span, mark)
	default:
		if mark == "" && f.pattern && !f.dynamic && (!f.hollow && !f.gaps || !f.many) && ofOneFolder(f.text) { // nothing is no file
			mark = catalogue.MarkBuild
		}
		r.path(sc, f, pipeline.KindCode, by, mark)
	}
}

// ofOneFolder reports whether a pattern stands for files of one folder: tests/*.sh.
// Which of them there are nobody can tell, but that all of them run is what a
// build does with the files of a folder.
func ofOneFolder(p string) bool {
	dir, last := path.Split(p)
	return dir != "" && !special(dir) && !strings.Contains(last, "**") && !strings.Contains(last, anyName) && strings.Contains(strings.TrimLeft(last, "*"), ".")
}

// isShell reports whether a program reads shell text.
func isShell(name string) bool {
	switch name {
	case "sh", "bash", "dash", "ash", "rbash":
		return true
	}
	return false
}

// codeStdin judges an interpreter that takes its program from standard input.
func (r *run) codeStdin(sc *scope, by string, span pipeline.Span, mark string) {
	switch in := sc.stdin; in.kind {
	case stdinText:
		if isShell(by) {
			inner := sc.fork()
			inner.stdin = stdin{}
			inner.alone()
			r.shellText(inner, in.text, by, span, nil)
			return
		}
		r.code(by+": "+in.text, by, mark, span)
	case stdinFile:
		if mark == "" && in.glob && ofOneFolder(in.path) {
			mark = catalogue.MarkBuild
		}
		r.path(sc, field{text: in.path, pattern: in.glob, span: span}, pipeline.KindCode, by, strongerMark(r.remoteMark(in.fed), mark))
	default:
		r.code(by+" runs its standard input", by, strongerMark(r.remoteMark(in.fed), mark), span)
	}
}
