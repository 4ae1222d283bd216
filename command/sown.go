package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/command/outward"
	"passepartout/pipeline"
)

// sown reads what a command puts into files that no tool of it loads, and that some tool
// loads some day. See outward.Project.
//
// Limit: what a text computes is not seen, nor what a file of the project does that it asks
// for.
func (r *run) sown(file *syntax.File, places *laterPlaces) {
	var a *author
	says := false // the command puts a text of its own somewhere, which others may move
	for i := range r.effects {
		says = says || r.effects[i].Kind == pipeline.KindWrite && putsText(r.effects[i].By) && !moved(r.effects[i].By)
	}
	if !says {
		return
	}
	for i := range len(r.effects) {
		if r.effects[i].Kind != pipeline.KindWrite {
			continue
		}
		w := r.effects[i]
		if w.By == "mkdir" || w.Mark == catalogue.MarkPermission || !path.IsAbs(w.Object) || !putsText(w.By) {
			continue
		}
		var at outward.Place
		if i < len(places) {
			at = places[i]
		} else {
			at = r.laterAt(w)
		}
		if at != outward.Nowhere && at != outward.Told || !sows(w.Object) && at != outward.Told && !r.speaksIn(w.Object) || w.By == "git" && !r.applies() {
			continue
		}
		if a == nil {
			a = &author{r: r, file: file, judged: make(map[string]bool)}
			a.collect()
		}
		if world := a.world(); world.Inside(w.Object) { // what lies elsewhere is held for that
			a.sows(w)
		}
	}
	if a != nil {
		a.sowsTogether()
	}
}

// sows reports whether a file may be loaded some day, and not only read by people.
func sows(file string) bool {
	base := path.Base(file)
	switch authoredKind(file) {
	case authoredData:
		return strings.HasPrefix(base, "requirements") || strings.HasPrefix(base, "constraints") || path.Ext(base) == ".lock" || base == "go.sum" || (!proseName(base) || shipped(base)) && !informs(base) && !sampleOf.MatchString(file)
	case authoredFolder:
		return !informs(base) || buildsImage(base)
	case authoredRecipe, authoredCode, authoredSettings:
	}
	return !informs(base) || buildsImage(base)
}

// shipped reports whether others than people read a text for people: a browser, a server of
// databases.
func shipped(base string) bool {
	switch strings.ToLower(path.Ext(base)) {
	case ".html", ".htm", ".xhtml", ".sql":
		return true
	}
	return false
}

// speaksIn reports whether a file is a text that people and agents read, and the command
// has a word of those that matter in one. Most texts are what programs print.
func (r *run) speaksIn(file string) bool {
	if !proseName(path.Base(file)) && !told(file) {
		return false
	}
	return (mattersInProse(r.in.Text) || slices.ContainsFunc(r.in.Argv, mattersInProse)) && (told(file) || !sampleOf.MatchString(file))
}

// mattersInProse reports whether a text has such a word. It is cheap.
func mattersInProse(text string) bool {
	for _, word := range [...]string{"sudo", "cript", "expr", "eval:", "![", "src", "gnore", "isregard", "orget", "verride", "gent", "ssistant", "LLM", "AI", "opilot", "laude", "odex", "ursor", "emini", "hatGPT"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// told reports whether a file is prose that says how a project is installed.
func told(file string) bool {
	base := strings.ToUpper(path.Base(file))
	for _, begin := range [...]string{"README", "INSTALL", "CONTRIBUTING", "GETTING", "SETUP", "QUICKSTART", "DEVELOP"} {
		if strings.HasPrefix(base, begin) {
			return true
		}
	}
	return false
}

// buildsImage reports whether a file says how a container is made.
func buildsImage(base string) bool {
	return strings.HasPrefix(base, "Dockerfile") || strings.HasPrefix(base, "Containerfile")
}

// sampleOf is data for tests, in which any command may stand.
var sampleOf = regexp.MustCompile(`(?i)/(?:tests?|specs?|__tests__|testdata|fixtures?|samples?|examples?|mocks?|__mocks__|snapshots?|cases|rules)/|[/_.-](?:fixtures?|samples?|examples?|mocks?|tests?|expected|cases)[^/]*$`)

// sowing is what one statement puts into one file, by one program.
type sowing struct {
	file, by string
	at       *syntax.Stmt
}

// sows reads all that is put into one file.
func (a *author) sows(w pipeline.Effect) {
	if !a.r.spend(searchSteps) {
		return
	}
	one := sowing{w.Object, w.By, a.statement(w)}
	if one.at != nil && a.sown[one] { // > f > f > f
		return
	}
	if a.sown == nil {
		a.sown = make(map[sowing]bool)
	}
	a.sown[one] = true
	if word := a.sowsHidden(w); word != "" {
		a.plantsWord(w, w.Object, word)
		return
	}
	texts := a.texts(w)
	if languageOf(w.By) != nil {
		texts = slices.Clone(texts)
		for i, t := range texts {
			if word := decodesCode.FindString(t); word != "" && authoredKind(w.Object) != authoredData && authoredKind(w.Object) != authoredFolder {
				a.plantsWord(w, w.Object, word)
				return
			}
			constants := outward.Constants(t)
			if word := outward.Pieces(constants); word != "" && authoredKind(w.Object) != authoredData {
				a.plantsWord(w, w.Object, "parts of "+word)
				return
			}
			texts[i] = unescapedText(strings.Join(constants, "\n"))
		}
		texts = append(texts, a.copiedTexts(w, nil, texts)...)
	}
	if authoredKind(w.Object) == authoredFolder && a.r.applies() {
		for _, t := range texts {
			for name, added := range patched(t) {
				a.sowsText(w, path.Join(w.Object, strings.TrimPrefix(name, "b/")), added)
			}
		}
		return
	}
	if ext := path.Ext(w.Object); ext == ".patch" || ext == ".diff" { // which some manager of packages applies
		for _, t := range texts {
			for name, added := range patched(t) {
				a.sowsText(w, path.Join(a.r.w.Dir, strings.TrimPrefix(name, "b/")), added)
			}
		}
	}
	a.sowsText(w, w.Object, strings.Join(texts, "\n"))
	a.adds(w, texts)
	if len(texts) > 1 { // echo -n 'a '; echo '| sh'
		a.sowsText(w, w.Object, strings.Join(printed(texts, w.Object), " "))
	}
	if text, ok := a.r.typed[w.Object]; ok { // by several statements
		a.sowsText(w, w.Object, text)
	}
	if strings.HasSuffix(w.By, "awk") {
		a.sowsText(w, w.Object, strings.Join(outward.Constants(strings.Join(texts, "\n")), ""))
	}
}

// sowsText reads one text that is put into a file.
func (a *author) sowsText(w pipeline.Effect, file, text string) {
	key := file + "\x00" + text
	if a.judged[key] {
		return
	}
	a.judged[key] = true
	if !a.r.spend(fewestSteps + len(text)/4) {
		return
	}
	word := ""
	switch {
	case !sows(file):
		if word = outward.Read(file, text); word == "" && told(file) && languageOf(w.By) == nil { // a program that edits prose names what it takes out as well
			word = outward.Prose(text)
		}
	default:
		word = outward.Project(file, text, sortOf(file), a.world(), a.r.spend)
	}
	if word != "" {
		a.plantsWord(w, file, word)
	}
}

// reverts reports whether xxd makes bytes of digits.
func reverts(words []*syntax.Word) bool {
	return slices.ContainsFunc(words[1:], func(w *syntax.Word) bool { return strings.HasPrefix(w.Lit(), "-") && strings.Contains(w.Lit(), "r") })
}

// printed leaves out of the words of a statement what is not written: the programs that
// print, their options and formats, values that are not known, the file.
func printed(texts []string, file string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(t string) bool {
		switch t {
		case "echo", "printf", "cat", "tee", "jq", "-n", "-e", "-r", "-rn", "-nr", "-a", "x", "%s", "%s ", "%s\n", "%s\\n":
			return true
		}
		return strings.HasSuffix(file, t) && len(t) > 2
	})
}

// decodesCode are words of programs that make a text of one that nobody can read.
var decodesCode = regexp.MustCompile(`b(?:64|32|16|85)decode|['"]base64['"]|\batob\(|decode64|unhexlify|fromhex\(|rot_?13|base64_decode|hex2bin|gzinflate|zlib\.decompress`)

// sowsHidden finds what hides the text that a statement puts into a program or a recipe: a
// filter that decodes it. What a folder's .git says is where git looks for all that it runs.
func (a *author) sowsHidden(w pipeline.Effect) string {
	if path.Base(w.Object) == ".git" && typist(w.By) {
		return "where git looks for hooks and settings"
	}
	if kind := authoredKind(w.Object); kind != authoredCode && kind != authoredRecipe && !deployedText(w.Object) {
		return ""
	}
	at := a.statement(w)
	if at == nil || !typist(w.By) {
		return ""
	}
	why := ""
	syntax.Walk(at, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) < 1 {
			return why == ""
		}
		switch name := path.Base(call.Args[0].Lit()); name {
		case "tac", "shuf", "fold", "nl", "iconv", "od", "gunzip", "zcat", "bunzip2", "bzcat", "xzcat", "unxz", "zstdcat", "gpg": // of files that are there
		default:
			if decodes(name, call.Args) && (name != "xxd" || reverts(call.Args)) && a.r.spend(4) {
				why = name
			}
		}
		return why == ""
	})
	return why
}

// sortOf is what a file is to tools that load it some day.
func sortOf(file string) outward.Sort {
	switch authoredKind(file) {
	case authoredRecipe:
		return outward.OfRecipe
	case authoredCode:
		return outward.OfCode
	case authoredSettings:
		return outward.OfSettings
	case authoredData, authoredFolder:
	}
	return outward.OfData
}
