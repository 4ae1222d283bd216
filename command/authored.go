package command

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// A command may write what it has built or tested in the same breath: a Makefile
// and make, a test and its runner. Tools that run the folder's own code pass,
// because a person can look at that code; nobody has looked at what the command
// itself has just put there. So the text that it writes is searched for effects
// that it spells out, which are judged like its own (a deletion of the home is
// denied, not held), and for any word by which it leads out of the project
// (package outward): what has one and is none of the forms that are known to
// stay inside holds the command.
//
// Limit: a text without such a word is the folder's code, as if it had been
// written a command earlier; it may ask functions of the project for anything.

// maxAuthored bounds the files of one command that are looked at.
const maxAuthored = 128

// authored judges the texts that a script writes below folders whose code it
// runs. Without a tree, its words are all that it says.
func (r *run) authored(file *syntax.File) {
	if r.fixed != nil || r.over || r.muted > 0 {
		return
	}
	defer r.later(file)
	r.rendered(file)
	roots, writes := r.loading()
	if writes == 0 || len(roots) == 0 && !r.loadsUnsaid() && !r.consulting() {
		return
	}
	for _, root := range roots {
		if text, ok := r.typed[root.Object]; ok {
			r.spelledFile(text, root)
		}
	}
	a := author{r: r, file: file}
	for i := range roots {
		if by := roots[i].By; len(a.tools) < maxTurns && !slices.Contains(a.tools, by) {
			a.tools = append(a.tools, by)
		}
	}
	for _, w := range r.effects {
		if w.Kind == pipeline.KindWrite && !r.spend(len(roots)/8) {
			return
		}
		if w.Kind == pipeline.KindWrite && fetches(w.By) {
			a.fetched(w, roots)
			continue
		}
		if w.Kind == pipeline.KindWrite && a.carried(w, roots) {
			continue
		}
		if w.Kind != pipeline.KindWrite || !strings.HasPrefix(w.Object, "/") || w.Mark == catalogue.MarkPermission || !putsText(w.By) && !setsModules(w) {
			continue
		}
		a.substitutes(w, roots)
		w.Object = a.namedByTools(w.Object)
		by := r.loadedUnsaid(w.Object)
		judged := by != ""
		if judged {
			a.judge(w, by)
		}
		for i := range roots {
			loader := loaderOf(roots[i].By) != ""
			if judged && !loader || !r.covers(&roots[i], w.Object) {
				continue
			}
			if !judged {
				a.judge(w, roots[i].By)
			}
			if judged = true; loader {
				a.loads(w, roots[i])
			}
		}
		if !judged {
			a.consulted(w)
		}
	}
}

// loading is the code that runs, each of its places once for each program that loads it,
// and the number of writes.
func (r *run) loading() (roots []pipeline.Effect, writes int) {
	var known map[[3]string]bool
	for i := range r.effects {
		switch e := &r.effects[i]; {
		case e.Kind == pipeline.KindCode && strings.HasPrefix(e.Object, "/"):
			if id := [3]string{e.Object, e.By, e.Mark}; !known[id] { // thousands of words may load one folder
				kept(&known, id)
				roots = append(roots, *e)
			}
		case e.Kind == pipeline.KindWrite:
			writes++
		}
	}
	return roots, writes
}

// kept adds to a set that is made when something is put into it, since most stay empty.
func kept[K comparable](set *map[K]bool, key K) {
	if *set == nil {
		*set = make(map[K]bool)
	}
	(*set)[key] = true
}

// putsText names what puts a text into a file that is not its own.
func putsText(by string) bool {
	switch by {
	case "redirect", "tee", "sed", "gsed", "perl", "npm", "pnpm", "yarn", "bun", "composer", "bundle", "bundler", "poetry", "pdm", "jq", "yq", "patch", "git", "ed", "ex", "vi", "vim", "nvim", "awk", "gawk", "mawk", "sponge", "dd", "printf", "echo", "cat", "ruby", "crudini", "dasel", "xmlstarlet", "go run", "go test":
		return true
	}
	return moved(by) || languageOf(by) != nil
}

// setsModules reports whether go mod edit or go work use puts its words down: where the
// code of other modules lies.
func setsModules(w pipeline.Effect) bool {
	return w.By == "go" && (strings.HasSuffix(w.Object, "/go.mod") || strings.HasSuffix(w.Object, "/go.work"))
}

// moved names what gives a file another name or place.
func moved(by string) bool {
	switch by {
	case "mv", "cp", "install", "ln", "link", "rsync", "rename":
		return true
	}
	return false
}

// covers reports whether code that runs may use a file: it lies beside the code
// or below it, or in the folder where the command started.
func (r *run) covers(code *pipeline.Effect, file string) bool {
	if code.Object == file {
		return true // the gates see that one themselves, unless it was read
	}
	if strings.HasPrefix(file, code.Object+".") {
		return true // a module by its name, without the ending
	}
	dir := code.Object
	if code.Mark != catalogue.MarkBuild && code.Mark != catalogue.MarkTest || path.Ext(dir) != "" {
		dir = path.Dir(dir)
	}
	return mayTouch(dir, true, file) || mayTouch(r.w.Dir, true, dir) && mayTouch(r.w.Dir, true, file)
}

// author knows what a script writes.
type author struct {
	r      *run
	file   *syntax.File
	stmts  []*syntax.Stmt // simple statements and whole pipelines
	judged map[string]bool
	tools  []string // that run code
	data   int      // files that hold nothing that runs

	checked  map[string]bool         // files that a program may load
	unasked  map[string]bool         // files that nothing asks for by their names
	programs []program               // how often programs run, once it was asked for
	words    []string                // all that the command says, once it was asked for
	all      []string                // the texts of all words, once they were asked for
	within   []string                // the same, and those of the texts for a shell among them
	assigned []string                // those of all assignments, once they were asked for
	handed   []string                // those that a statement may get from others, once they were asked for
	added    map[string]*added       // what statements put into files, once they were asked
	sown     map[sowing]bool         // what was read of them
	pieced   map[string]bool         // files whose parts were put together
	exported []string                // the variables that it hands on to programs, once they were asked for
	hands    bool                    // statements get texts from others, see passesText
	sets     [][2]string             // variables and their texts, once they were asked for
	hidden   map[*syntax.Stmt]string // why nobody can see what a statement puts into files
	names    map[string][]int        // the commands by what their words end in, once it was asked for
	searched int                     // bytes that were looked through
	readings int                     // files that were asked what they have read
	brings   int8                    // whether the command reads what is not the project's; zero: not asked yet
}

// judge looks for what the text of one file spells out.
func (a *author) judge(w pipeline.Effect, by string) {
	a.examples(w, by)
	kind := a.kindOf(w)
	if kind == authoredData {
		if a.data++; a.data > 2*maxAuthored {
			a.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: w.Object, Certain: true, By: w.By, Span: w.Span})
			return
		}
		if !a.included(w) && !a.namesake(w.Object) {
			a.consults(w, by, false)
			return
		}
		kind = authoredSettings
	}
	if a.judged == nil {
		a.judged = make(map[string]bool)
		a.collect()
	}
	place := w.Object + "\x00" + strconv.Itoa(w.Span.Start) // each text that is put into it
	if a.judged[place] {
		return
	}
	a.judged[place] = true
	if len(a.judged) > maxAuthored {
		a.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: w.Object, Certain: true, By: w.By, Span: w.Span})
		return
	}
	texts := a.texts(w)
	if kind == authoredFolder {
		if moved(w.By) && w.By != "cp" && w.By != "mv" {
			if word := a.unseen(w, a.world()); word != "" {
				a.reachesOut(w, w.Object, word)
			}
		}
		for _, t := range texts {
			for name, added := range patched(t) {
				a.search(w, by, authoredKind(name), name, []string{added})
			}
		}
		return
	}
	a.search(w, by, kind, path.Base(w.Object), texts)
}

// search looks through the texts of a file, by the sort of it and the name under which a
// program may load it: for what leads out, and for what it would do.
func (a *author) search(w pipeline.Effect, by string, kind authoredSort, name string, texts []string) {
	if kind != authoredData && lengthOf(texts) > maxMade {
		a.reachesOut(w, w.Object, "more text than is looked through")
		return
	}
	if !a.r.spend(200 + 3*len(texts) + lengthOf(texts)/32) { // a statement of thousands of words may write dozens of files
		return
	}
	v := &visit{r: a.r, sc: newScope(a.r), name: by}
	if kind != authoredData && !a.understood(w) {
		a.reaches(w, kind, name, slices.Clone(texts))
		if slices.ContainsFunc(texts, mayHoldOneLiner) {
			for _, t := range a.loaded(w, kind, name, slices.Clone(texts)) {
				a.oneLiners(v, w, t)
			}
		}
	}
	switch kind {
	case authoredRecipe:
		if languageOf(w.By) != nil || w.By == "perl" { // a program writes it, with constants, or edits it
			var constants []string
			for _, t := range texts {
				for _, c := range placedCalls(t) {
					constants = append(constants, unescapedText(strings.Join(c.args, "\n")))
				}
			}
			if w.By == "perl" || strings.HasPrefix(w.By, "ruby") {
				constants = append(constants, texts...)
			}
			texts = constants
		}
		a.recipes(v, w, name, texts)
	case authoredCode:
		for _, t := range texts {
			v.authoredCode(t, w, 0)
		}
	}
}

// collect lists the statements that may write, the smallest ones but whole pipelines.
func (a *author) collect() {
	if a.stmts != nil {
		return
	}
	piped := 0
	var visit func(n syntax.Node) bool
	visit = func(n syntax.Node) bool {
		s, ok := n.(*syntax.Stmt)
		if a.hands = a.hands || passesText(n); !ok {
			return true
		}
		if piped == 0 {
			a.stmts = append(a.stmts, s)
		}
		if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && (bin.Op == syntax.Pipe || bin.Op == syntax.PipeAll) {
			piped++
			syntax.Walk(bin.X, visit)
			syntax.Walk(bin.Y, visit)
			piped--
			return false
		}
		return true
	}
	if a.file != nil {
		syntax.Walk(a.file, visit)
	}
}

// patched splits a patch by the files that it changes, into what it adds.
func patched(text string) map[string]string {
	if !strings.Contains(text, "+++ ") {
		return nil
	}
	added := make(map[string]*strings.Builder)
	name := ""
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "+++ "):
			name = strings.TrimSpace(strings.TrimPrefix(line, "+++ "))
		case name != "" && line[0] == '+':
			if added[name] == nil {
				added[name] = new(strings.Builder)
			}
			added[name].WriteString(line[1:])
		}
	}
	out := make(map[string]string, len(added))
	for name, text := range added {
		out[name] = text.String()
	}
	return out
}

// typist names what puts a text into a file as it stands.
func typist(by string) bool {
	return by == "redirect" || by == "tee"
}

// understood reports whether a file was read as the program that runs, and is loaded
// by nothing else.
func (a *author) understood(w pipeline.Effect) bool {
	if !slices.Contains(a.r.ran, w.Object) { // which statements before have run was read as well
		text, ok := a.r.whole[w.Object]
		if own, known := a.r.typed[w.Object]; !ok || !known || own != text || !a.once(w) || a.rewritten(w) {
			return false
		}
	}
	for i := range a.r.effects {
		e := &a.r.effects[i]
		if e.Kind == pipeline.KindCode && (e.Mark == catalogue.MarkBuild || e.Mark == catalogue.MarkTest) && loaderOf(e.By) == "" && a.r.covers(e, w.Object) {
			return false
		}
	}
	return true
}
