package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Where a program runs code, the words that name files for it are judged by what stands
// in them: a path that begins with / or ../ lies elsewhere. A link in the workspace leads
// elsewhere without saying so. Such words are judged once more, as the paths that they
// lead to; what was found before stays.

// throughLinks judges a program once more, with the places that links in its words lead
// to. Of one that runs no code as it stands only the code counts: what it reads, writes
// and deletes was judged by where it lies, and some work on the link itself.
func (r *run) throughLinks(sc *scope, spec *catalogue.Spec, name string, fields []field, at int, codes bool) {
	var away []field
	led := r.ledAway(sc, fields, codes || putsDown(r.effects[at:]), func(real string, f field) {
		f.text = real
		away = append(away, f)
	})
	if led == nil {
		return
	}
	if codes {
		for _, f := range away {
			r.path(sc, f, pipeline.KindCode, name, catalogue.MarkBuild)
		}
	}
	before := len(r.effects)
	v := r.p.visits.one()
	v.r, v.sc, v.name, v.fields, v.runAt = r, sc, name, led, at
	v.interpret(spec)
	if codes {
		r.filesNamed(sc, at, name, led, handsOn(name))
		return
	}
	if putsDown(r.effects[at:before]) {
		for i, f := range led {
			if f.text != fields[i].text {
				r.code(name+" "+f.text, name, catalogue.MarkBuild, f.span)
			}
		}
	}
	code := slices.DeleteFunc(r.effects[before:], func(e pipeline.Effect) bool { return e.Kind != pipeline.KindCode })
	r.effects = r.effects[:before+len(code)]
}

// putsDown reports whether a tool writes a file that says where a build finds its parts:
// what its words name is put down there.
func putsDown(effects []pipeline.Effect) bool {
	return slices.ContainsFunc(effects, func(e pipeline.Effect) bool {
		if e.Kind != pipeline.KindWrite {
			return false
		}
		switch path.Base(e.Object) {
		case "go.mod", "go.work", "composer.json", "package.json", "Cargo.toml", "pyproject.toml", "Gemfile", "pubspec.yaml":
			return e.By == "go" || e.By == "composer" || e.By == "npm" || e.By == "pnpm" || e.By == "yarn" || e.By == "cargo" || e.By == "bundle" || e.By == "poetry" || e.By == "uv" || e.By == "pdm"
		}
		return strings.HasSuffix(e.Object, "/.bundle/config")
	})
}

// ledAway are the words of a command with the places out of the workspace that links
// in them lead to; nil: none does. Modules and labels that lie in such a place are code
// whatever else is said of them, which coded takes. Unless all are asked for, only words
// with a slash count.
func (r *run) ledAway(sc *scope, fields []field, all bool, coded func(real string, f field)) []field {
	var led []field
	if r.over || len(fields[0].text) > maxPath { // the system starts none of that name
		return nil
	}
	long := len(fields[0].text) / 64 // it is asked for its name with each word
	for i := range fields {
		f := &fields[i]
		if !r.spend(1 + long + len(f.text)/64) {
			return nil
		}
		if i == 0 || f.dynamic || f.proc != nil || len(f.text) > maxPath || strings.Contains(f.text, "\n") || !all && (!strings.Contains(f.text, "/") || strings.Contains(f.text, "://")) {
			continue
		}
		if strings.Contains(f.text, " ") && handsOn(nameIn(fields[0].text)) { // a program, whose paths are found by its reader
			r.importsAway(sc, *f)
			continue
		}
		bare := !onlyNames(fields, i)
		text, ok := r.wordAway(sc, f.text, bare, func(real string) { coded(real, *f) })
		if !ok {
			continue
		}
		if led == nil {
			led = slices.Clone(fields)
		}
		led[i].text = text
	}
	return led
}

// importsAway states the modules of a program on the command line that lie behind a link.
func (r *run) importsAway(sc *scope, f field) {
	before := ""
	for word := range strings.FieldsSeq(f.text) {
		name := strings.Trim(word, ",;:()'\"")
		if before == "import" || before == "from" || strings.HasSuffix(before, ",") {
			first, _, _ := strings.Cut(name, ".")
			if first != "" && len(first) < len(f.text) && r.placeAway(sc, first) != "" {
				g := f
				g.text = r.placeAway(sc, first)
				r.path(sc, g, pipeline.KindCode, "import", catalogue.MarkBuild)
			}
		}
		before = word
	}
}

// onlyNames reports whether a word is no path unless it has a slash: the target of a build, the name
// of a script or of tests, a message.
func onlyNames(fields []field, i int) bool {
	word, before := fields[i].text, fields[i-1].text
	if first, _, prose := strings.Cut(word, " "); prose && !strings.Contains(first, "=") {
		return true
	}
	name := nameIn(fields[0].text)
	switch before {
	case "-k", "-t", "-g", "-run", "--run", "-bench", "--grep", "--filter", "--name", "--tests", "--tag", "--tags", "--message", "--marker":
		return name != "task" && name != "julia" && name != "mix"
	case "-m":
		return !handsOn(name) && name != "coverage" && name != "uv" || name == "git"
	}
	if strings.HasPrefix(word, "-") || strings.HasPrefix(before, "-") && i > 1 {
		return false
	}
	switch name {
	case "make", "gmake", "just", "ninja", "rake", "gradle", "gradlew", "mvn", "mvnw", "ant":
		return !strings.Contains(word, "=")
	case "npm", "pnpm", "yarn", "bun":
		return i == 1 || before == "run"
	}
	return false
}

// wordAway is a word with the places that the paths in it lead to. A part without a slash
// counts only if it may be a path (bare).
func (r *run) wordAway(sc *scope, word string, bare bool, coded func(real string)) (string, bool) {
	var b strings.Builder
	done := 0
	for start := 0; start < len(word); {
		if !pathByte(word[start]) {
			start++
			continue
		}
		end := start
		for end < len(word) && pathByte(word[end]) {
			end++
		}
		from := start + beforePath(word[start:end])
		piece, open := word[from:end], end < len(word) && strings.IndexByte(globChars, word[end]) >= 0
		if real, module := r.pieceAway(sc, piece, open); real != "" && (bare || strings.Contains(piece, "/")) {
			if module || strings.HasPrefix(word[start:end], "//") {
				coded(real)
			}
			b.WriteString(word[done:from])
			b.WriteString(real)
			done = end
		}
		start = end
	}
	if done == 0 {
		return "", false
	}
	b.WriteString(word[done:])
	return b.String(), true
}

// pieceAway is where a path leads if that is out of the workspace, by a link; before a
// pattern only its folders count. It may be the name of a module or of a target. Empty: it stays.
func (r *run) pieceAway(sc *scope, piece string, open bool) (real string, module bool) {
	rest := ""
	if open {
		slash := strings.LastIndexByte(piece, '/')
		if slash < 0 {
			return "", false
		}
		piece, rest = piece[:slash], piece[slash:]
	}
	if piece == "" || piece[0] == '/' {
		return "", false // it says itself where it leads
	}
	if real := r.placeAway(sc, piece); real != "" {
		return real + rest, false
	}
	if before, _, ok := strings.Cut(piece, "+"); ok && before != "" { // ./folder+target
		if real := r.placeAway(sc, before); real != "" {
			return real, true
		}
	}
	if first, _, ok := strings.Cut(piece, "."); ok && first != "" && moduleName(piece) && r.placeAway(sc, first) != "" {
		return r.placeAway(sc, strings.ReplaceAll(piece, ".", "/")), true
	}
	return "", false
}

// placeAway resolves a relative path in each folder that the shell may be in.
func (r *run) placeAway(sc *scope, p string) string {
	for _, dir := range sc.dirs {
		if _, some := folderPattern(dir); some || !r.spend(1) {
			continue
		}
		whole := r.joinPath(dir, field{text: p})
		for _, t := range r.twins { // a link that was just made
			if rest, below := strings.CutPrefix(whole, t.at); t.linked && below && (rest == "" || rest[0] == '/') && r.spend(1) && !mayTouch(path.Clean(r.w.Dir), true, t.of) {
				return path.Join(t.of, rest)
			}
		}
		if real := r.w.Paths.Resolve(whole); real != whole && r.elsewhere(real) {
			return real
		}
	}
	return ""
}

// elsewhere reports whether a resolved path lies out of the workspace.
func (r *run) elsewhere(real string) bool {
	return !mayTouch(r.w.Paths.Resolve(path.Clean(r.w.Dir)), true, real)
}

// beforePath is how much of a word's part comes before a path that it may hold: the
// letter of an option that it is attached to, the slashes of a label or a URL, @ and +.
func beforePath(part string) int {
	switch {
	case strings.HasPrefix(part, "//"):
		return len(part) - len(strings.TrimLeft(part, "/"))
	case len(part) > 2 && part[0] == '-' && part[1] != '-':
		return 2
	case part[0] == '@' || part[0] == '+':
		return 1
	}
	return 0
}

// moduleName reports whether a word is a module by its dotted name, not the name of a file.
func moduleName(word string) bool {
	if strings.ContainsAny(word, "/-+@~") || strings.HasSuffix(word, ".") || dataFile(word) {
		return false
	}
	switch path.Ext(word) {
	case ".py", ".json", ".yaml", ".yml", ".toml", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx", ".go", ".sh", ".rb", ".php", ".pl", ".ini", ".cfg", ".conf", ".xml", ".sql", ".ipynb", ".c", ".h", ".cc", ".cpp", ".hpp", ".rs", ".java", ".kt", ".css", ".lock":
		return false
	}
	return true
}

// pathByte reports whether a byte of a word may be part of a path that is written as such.
func pathByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 || strings.IndexByte("._/+~-@", c) >= 0
}

// localLinks judges the words of a program of the project by where links in them lead.
func (r *run) localLinks(sc *scope, at int, name string, fields []field) {
	led := r.ledAway(sc, fields, true, func(string, field) {})
	if led == nil {
		return
	}
	if standsIn(name) || installedFor(path.Join("/", r.w.Dir, fields[0].text)) {
		r.asTool(sc, name, led)
	}
	r.filesNamed(sc, at, name, led, true)
}

// ownInterpreter reports whether a program of a virtual environment of the project is
// the interpreter that the user has installed, as uv, pyenv, conda and venv link it: one
// of that name in a folder bin, which nobody else can have put there.
func (r *run) ownInterpreter(abs, real string) bool {
	folder, name := r.w.Paths.Resolve(folderOf(abs)), unversioned(nameIn(abs))
	if name != "python" || unversioned(nameIn(real)) != name || !installedFor(abs) || nameIn(folderOf(real)) != "bin" || r.elsewhere(folder) || r.linked {
		return false
	}
	for _, anybodys := range [...]string{"/tmp/", "/var/tmp/", "/dev/shm/"} {
		if strings.HasPrefix(real, anybodys) {
			return false
		}
	}
	return !strings.Contains(real, "/Downloads/") && !r.touchedBelow(folder) && !r.touchedBelow(folderOf(real))
}
