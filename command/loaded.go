package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// A program that a command runs may load what the same command has written: a
// module beside it, or one that stands in for a library of the same name. That
// file runs as the program itself does, so it is read like it; where it is not
// understood, it is code that nobody has seen.
//
// Limit: the name has to stand where something is loaded. What a module of the
// project loads by itself is known for the standard library's names only.

// loads judges a file that was written, if a program that runs may load it.
func (a *author) loads(w, root pipeline.Effect) {
	lang := loaderOf(root.By)
	if lang == "" || lang != extensionLanguage(w.Object) || !a.interprets(lang) || slices.Contains(a.r.ran, w.Object) || a.checked[w.Object] || inPlace(w.By) {
		return
	}
	stem := strings.TrimSuffix(path.Base(w.Object), path.Ext(w.Object))
	at := w.Object
	if stem == "__init__" || stem == "index" || stem == "__main__" {
		at = path.Dir(at)
		stem = path.Base(at)
	}
	own, known := a.r.typed[w.Object]
	started := root.Mark == "" && root.Object != w.Object && mayTouch(root.Object, true, w.Object) // node ., python3 folder
	if !started && !a.standsIn(lang, stem, path.Dir(at), root) {
		if a.unasked[w.Object] {
			return
		}
		if !a.asked(lang, stem, path.Dir(at), own) {
			kept(&a.unasked, w.Object)
			return
		}
	}
	kept(&a.checked, w.Object)
	v := &visit{r: a.r, sc: newScope(a.r), name: root.By}
	if known && lang != "php" && a.once(w) && !a.rewritten(w) && v.reads(lang, own, w, a.moves()) {
		return
	}
	a.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: w.Object, Certain: true, By: root.By, Span: w.Span})
}

// rewritten reports whether a program that was read goes through files and changes them,
// this one perhaps among them: what it is when it is loaded, nobody has seen.
func (a *author) rewritten(w pipeline.Effect) bool {
	return slices.ContainsFunc(a.r.effects, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindWrite && !e.Certain && languageOf(e.By) != nil && mayTouch(e.Object, false, w.Object)
	})
}

// reads states what a file does that is loaded, if it is understood. Where the
// command changes its folder, nobody knows where paths of the file begin.
func (v *visit) reads(lang, text string, w pipeline.Effect, moves bool) bool {
	read := snippet.Python
	switch {
	case lang == "ruby":
		read, text = snippet.Ruby, withoutModules(text)
	case lang == "js" && strings.HasSuffix(w.Object, "ts"):
		read = snippet.TypeScript
	case lang == "js":
		read = snippet.JavaScript
	}
	given := snippet.Given{Folder: path.Dir(w.Object), SQL: onlyReads, Stands: v.r.stands(v.sc), Variable: v.variables()}
	effects, ok := read(text, given)
	if !ok || moves && slices.ContainsFunc(effects, relative) {
		return false
	}
	for _, e := range effects {
		v.snippetEffect(e, field{text: w.Object, span: w.Span})
	}
	return true
}

// relative reports whether what an effect means depends on the folder.
func relative(e snippet.Effect) bool {
	switch e.Kind {
	case pipeline.KindConnect, pipeline.KindListen, pipeline.KindSecret:
		return false
	case pipeline.KindRun:
		return true
	}
	return !e.Home && !path.IsAbs(e.Object) && e.Sets == ""
}

// moves reports whether the command may change its folder.
func (a *author) moves() bool {
	return slices.ContainsFunc(a.said(), func(t string) bool {
		return t == "cd" || t == "-C" || containsAny(t, "cd ", "cd\t", "pushd", "popd", "chdir", "cwd", "--prefix", "--directory")
	})
}

// withoutModules is the text of a library of Ruby without the modules that stand
// around all of it, where whatever it defines are functions of the innermost: they
// do the same without a module. Any other text stays as it is.
func withoutModules(text string) string {
	var head []string
	body := strings.Split(strings.TrimRight(text, " \n"), "\n")
	for len(body) > 2 {
		first := strings.TrimSpace(body[0])
		switch name, ok := strings.CutPrefix(first, "module "); {
		case first == "" || first[0] == '#':
			head, body = append(head, body[0]), body[1:]
			continue
		case ok && strings.Trim(name, letterSet+digitSet+"_") == "" && strings.TrimSpace(body[len(body)-1]) == "end":
			body = body[1 : len(body)-1]
			continue
		}
		break
	}
	inner := strings.Join(body, "\n")
	bare := strings.ReplaceAll(inner, "def self.", "def ")
	if strings.Count(inner, "def ") != strings.Count(inner, "def self.") || containsAny(inner, "module ", "class ", "define_") {
		return text
	}
	return strings.Join(append(head, bare), "\n")
}

// once reports whether a file was written only once, so that its text is all of it.
func (a *author) once(w pipeline.Effect) bool {
	for _, e := range a.r.effects {
		if (e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindDelete) && e.Mark != catalogue.MarkPermission && e.By != "mkdir" && e.Span != w.Span && mayTouch(e.Object, e.Certain, w.Object) {
			return false
		}
	}
	return true
}

// interprets reports whether a program of a language was started other than for
// the project's tests.
func (a *author) interprets(lang string) bool {
	return slices.ContainsFunc(a.r.commands, func(c Command) bool {
		return loads(c, lang) && !slices.ContainsFunc(c.Argv, func(w Word) bool {
			return w.Text == "pytest" || w.Text == "unittest" || w.Text == "--test"
		})
	})
}

// loads reports whether a command starts a program of a language, perhaps by
// another one: npx tsx.
func loads(c Command, lang string) bool {
	if c.Name == "npx" || c.Name == "pnpm" || c.Name == "yarn" || c.Name == "bunx" || c.Name == "npm" {
		return slices.ContainsFunc(c.Argv, func(w Word) bool { return loaderOf(w.Text) == lang })
	}
	return loaderOf(c.Name) == lang
}

// standsIn reports whether a file has the name of what Python loads by itself.
func (a *author) standsIn(lang, stem, dir string, root pipeline.Effect) bool {
	if lang == "php" { // settings, which name code that runs first
		return root.By != "php"
	}
	if lang != "python" || !snippet.Standard(stem) {
		return false
	}
	if stem == "sitecustomize" || stem == "usercustomize" { // before it looks into the folder of the program
		return root.By == "PYTHONPATH"
	}
	return a.beside(dir, root)
}

// beside reports whether a folder is one where a program looks for modules first.
func (a *author) beside(dir string, root pipeline.Effect) bool {
	if dir == a.r.w.Dir || dir == root.Object {
		return true
	}
	for _, file := range a.r.ran {
		if path.Dir(file) == dir {
			return true
		}
	}
	return slices.ContainsFunc(a.said(), func(t string) bool { return containsAny(t, "PYTHONPATH", "sys.path", "addsitedir") })
}

// said is all that the command says.
func (a *author) said() []string {
	if a.words == nil {
		a.words = slices.Clone(a.r.in.Argv)
		if a.file != nil {
			a.words, _ = appendTexts(a.words, a.file)
			for _, c := range a.r.commands {
				for _, v := range c.Argv {
					a.words = append(a.words, v.Text)
				}
			}
		}
	}
	return a.words
}

// asked reports whether anything but the file itself asks for it by its name.
func (a *author) asked(lang, stem, dir, own string) bool {
	for _, t := range a.said() {
		if lang == "php" || t == own && own != "" {
			continue
		}
		if !a.r.spend(len(t)/256) || loadsName(lang, t, stem, dir) {
			return true
		}
	}
	return lang != "php" && slices.ContainsFunc(a.r.commands, func(c Command) bool { return loads(c, lang) && loadedByWord(lang, c.Argv, stem) })
}

// loadedByWord reports whether the words of an interpreter may ask for a module: python
// -m a.b; node a/b and -r a/b, without the ending, which it tries itself.
func loadedByWord(lang string, words []Word, stem string) bool {
	for i := 1; i < len(words); i++ {
		word := words[i].Text
		if lang == "python" {
			if words[i-1].Text == "-m" && (word == stem || strings.HasSuffix(word, "."+stem)) || i == 1 && path.Base(word) == stem { // or a folder with __main__.py
				return true
			}
			continue
		}
		_, value, _ := strings.Cut(word, "=")
		for _, one := range [...]string{word, value, strings.TrimPrefix(word, "-r")} {
			if last := path.Base(path.Clean(one)); last == stem || strings.TrimSuffix(last, path.Ext(last)) == stem && strings.HasPrefix(word, "-") {
				return true
			}
		}
	}
	return false
}

// loadsName reports whether a text has a name where it may be that of a module
// which it loads: behind import, from or require, and in a folder that the file
// may lie in.
func loadsName(lang, text, stem, dir string) bool {
	if stem == "" { // .py has no name that Python could import; others are asked for by their files
		return lang != "python"
	}
	var before beforeName
	asked := 0
	for at := 0; ; {
		i := strings.Index(text[at:], stem)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(stem)
		at = end
		if start > 0 && nameByte(text[start-1]) || end < len(text) && nameByte(text[end]) {
			continue
		}
		if line, loads := before.line(lang, text, start); loads {
			if asked++; asked > maxAsked || underFolder(lang, line, dir) {
				return true
			}
		}
	}
}

// maxAsked bounds how often one name is looked at: beyond, it counts as loaded.
const maxAsked = 1024

// beforeName is what stands before the names of a text, which are asked about from the
// first one to the last: nothing is read again for the next one.
type beforeName struct {
	at     int // up to here the text was read
	begin  int // of the line
	open   int // the line of the last bracket that is open, and one more
	asked  int // where the line begins that was asked about last
	looked int // up to here it was looked for what loads
	loads  bool
}

// line is the line before a name, and whether it loads something: import (a,\n b) is one.
func (b *beforeName) line(lang, text string, name int) (line string, loads bool) {
	for ; b.at < name; b.at++ {
		switch text[b.at] {
		case '\n':
			b.begin = b.at + 1
		case '(':
			b.open = b.begin + 1
		case ')':
			b.open = 0
		}
	}
	begin := b.begin
	if b.open > 0 {
		begin = b.open - 1
	}
	if begin != b.asked {
		b.asked, b.looked, b.loads = begin, begin, false
	}
	b.loads = b.loads || loadsIn(lang, text[max(begin, b.looked-len("find_spec")):name])
	b.looked = name
	return text[begin:name], b.loads
}

// nameByte reports whether a byte may stand in a name; letters beyond ASCII may.
func nameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// loadsIn reports whether what stands before a name loads something.
func loadsIn(lang, line string) bool {
	if lang == "python" {
		return containsAny(line, "import", "from ", "from\t", "find_spec", "load", "run_")
	}
	return containsAny(line, "import", "require", "from", "load", "main", "Worker", "fork(")
}

// underFolder reports whether the path that a name is the end of may be one of
// the folder.
func underFolder(lang, line, dir string) bool {
	sep := byte('/')
	if lang == "python" {
		sep = '.'
	}
	for end := len(line); ; {
		i := end
		for i > 0 && line[i-1] != sep && (nameByte(line[i-1]) || strings.IndexByte("-@.", line[i-1]) >= 0) {
			if i--; end-i > maxPart {
				return true // no name of a folder: whatever it is
			}
		}
		switch part := line[i:end]; part {
		case "", ".", "..":
		case path.Base(dir):
			dir = path.Dir(dir)
		default:
			return strings.HasPrefix(part, "@") || part == "~" // an alias of the project's
		}
		if i == 0 || line[i-1] != sep {
			return true
		}
		end = i - 1
	}
}

// maxPart is how long the name of a file may be: NAME_MAX in limits.h(0p).
const maxPart = 255

// loaderOf is the language whose modules a program loads.
func loaderOf(by string) string {
	switch unversioned(by) {
	case "python", "pypy", "ipython", "PYTHONPATH":
		return "python"
	case "node", "nodejs", "deno", "tsx", "ts-node", "bun", "NODE_PATH":
		return "js"
	case "ruby", "RUBYLIB":
		return "ruby"
	case "php", "PHPRC", "PHP_INI_SCAN_DIR":
		return "php"
	}
	return ""
}

// extensionLanguage is the language of a module by its ending.
func extensionLanguage(file string) string {
	switch path.Ext(file) {
	case ".py":
		return "python"
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts":
		return "js"
	case ".rb":
		return "ruby"
	case ".ini":
		return "php"
	}
	return ""
}

// inPlace names what changes files of the project in place: what is there was
// looked at, what is put in is searched like any text for the project.
func inPlace(by string) bool {
	switch by {
	case "sed", "gsed", "perl", "patch", "git", "ed", "ex", "vi", "vim", "nvim":
		return true
	}
	return false
}
