package command

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/command/outward"
	"passepartout/pipeline"
)

// maxSearched is how much text of one command is looked through for words that lead out,
// which costs more than to read it. Longer ones are code that nobody has looked at.
const maxSearched = 16 << 10

// maxMade is how much of it may be of one file, whatever part of that is looked through:
// recipes that nobody asks for are read, too.
const maxMade = 2 * maxSearched

// lengthOf counts the bytes of texts.
func lengthOf(texts []string) (n int) {
	for _, t := range texts {
		n += len(t)
	}
	return n
}

// reaches looks for words of a text by which it leads out of the project. One that
// does is code that nobody has looked at, whatever it may do with them.
func (a *author) reaches(w pipeline.Effect, kind authoredSort, name string, texts []string) {
	file := w.Object
	if a.kindOf(w) == authoredFolder { // a patch, which says names of its own
		file = path.Join(file, strings.TrimPrefix(name, "b/"))
	}
	world := a.world()
	if word := a.unseen(w, world); word != "" {
		a.reachesOut(w, file, word)
		return
	}
	if languageOf(w.By) != nil {
		given := a.givenTexts(w, texts)
		for i, t := range texts {
			constants := outward.Constants(t)
			if word := outward.Pieces(constants); word != "" {
				a.reachesOut(w, file, "parts of "+word)
				return
			}
			texts[i] = strings.Join(constants, "\n")
			texts = append(texts, strings.Join(constants, ""))
		}
		texts = append(texts, given...)
	}
	if whole := a.together(w); whole != "" {
		texts = append(texts, whole)
	}
	texts = a.loaded(w, kind, name, texts)
	length := lengthOf(texts)
	if kind != authoredCode { // is asked more, and is never so long
		length += length / 3
	}
	if a.searched += length; a.searched > maxSearched { // before the first is looked through
		a.reachesOut(w, file, "more text than is looked through")
		return
	}
	for _, t := range texts {
		if !a.r.spend(searchSteps + len(t)/16) {
			return
		}
		word := ""
		if kind != authoredCode {
			word = outward.Settings(file, t, world)
		}
		if word == "" && (kind == authoredCode || outward.Program(file) || path.Ext(file) == ".cfg" || authoredKind(file) == authoredData && (a.namedFor(w) == "" || a.included(w))) {
			word = outward.Code(file, t, world)
		}
		if ending := shebangEnding(t); word == "" && ending != "" {
			word = outward.Code(file+ending, t, world)
		}
		if word == "" && kind == authoredCode {
			word = a.followsLink(file, t, world)
		}
		if word != "" {
			a.reachesOut(w, file, word)
			return
		}
	}
}

// setsTo reports whether a variable is set to the path of a file of that name.
func (a *author) setsTo(base string) bool {
	return len(base) > 2 && slices.ContainsFunc(a.assignedTexts(), func(value string) bool { return namesFile(value, base) })
}

// namesFile reports whether a value is the path of a file of that name, or ends in one:
// -r ./x, @x.
func namesFile(value, base string) bool {
	rest, ok := strings.CutSuffix(value, base)
	return ok && (rest == "" || strings.HasSuffix(rest, "/") || strings.HasSuffix(rest, "=") || strings.HasSuffix(rest, "@") || strings.HasSuffix(rest, " "))
}

// maxLinks bounds the names of one text that are looked up.
const maxLinks = 64

// resolvesLinks is what asks where a link leads, or goes there.
var resolvesLinks = regexp.MustCompile(`(?i)symlinks\(|readlink|realpath|\bresolve\(|canonical|chdir|normalizepath|abs_path`)

// followsLink finds a path in a program whose first folder is a link of the project that
// leads out of it, or such a link where the program asks for what links lead to.
func (a *author) followsLink(file, text string, world outward.World) string {
	asked := make(map[string]bool)
	resolves := resolvesLinks.MatchString(text)
	for _, c := range outward.Constants(text) {
		first, _, ok := strings.Cut(strings.TrimPrefix(c, "./"), "/")
		if !ok && !resolves || first == "" || first == ".." || len(first) > 64 || strings.ContainsAny(first, " :{$%*?<\n") || asked[first] {
			continue
		}
		if asked[first] = true; len(asked) > maxLinks {
			return ""
		}
		for _, from := range []string{a.r.w.Dir, path.Dir(file)} {
			at := path.Join(from, first)
			if to := a.r.w.Paths.Resolve(at); to != at && !world.Inside(to) && world.Inside(at) {
				return c + ", by a link to " + to
			}
		}
	}
	return ""
}

// world is where the words of a text may lead without leading out.
func (a *author) world() outward.World {
	world := outward.World{Home: a.r.w.Home, Dir: a.r.w.Dir}
	if dir := a.r.w.Env["TMPDIR"]; path.IsAbs(dir) {
		world.Own = append(world.Own, path.Clean(dir))
	}
	return world
}

// reachesOut states that a file which the command makes reaches out, and by which word.
func (a *author) reachesOut(w pipeline.Effect, file, word string) {
	word = strings.Join(strings.Fields(word), " ")
	a.r.emit(pipeline.Effect{Kind: pipeline.KindUnknown, Object: path.Base(file) + ", which it makes, reaches out: " + word[:min(len(word), 80)], By: w.By, Mark: catalogue.MarkMadeCode, Span: w.Span})
}

// unseen reports why nobody can see what is put into a file: it comes from another
// folder, or is decoded on the way. A program may hand on what its standard input holds.
//
// Long: one loop over effects, one over commands.
func (a *author) unseen(w pipeline.Effect, world outward.World) string {
	program := languageOf(w.By) != nil || w.By == "perl"
	if !moved(w.By) && w.By != "redirect" && w.By != "tee" && !program {
		return ""
	}
	at := a.statement(w)
	for i := range a.r.effects { // whatever is read or fetched there may be what comes out
		e := &a.r.effects[i]
		in := at != nil && int(at.Pos().Offset()) <= e.Span.Start && e.Span.End <= int(at.End().Offset())
		switch {
		case e.Mark == catalogue.MarkMetadata && in && w.By == "ln" && e.By == "ln" && e.Object != w.Object && (a.r.outOfProject(e.Object) && !world.Inside(e.Object) || mayTouch(e.Object, true, path.Dir(a.r.w.Dir))):
			return "a link to " + e.Object // what the tool deletes or writes there is not the project's
		case e.Mark == catalogue.MarkMetadata:
		case in && e.Kind == pipeline.KindConnect:
			return e.By + " brings it"
		case (in || at == nil) && e.Kind == pipeline.KindRead && path.IsAbs(e.Object) && !strings.HasPrefix(e.Object, "/dev/") && !world.Inside(e.Object):
			return e.By + " " + e.Object
		}
	}
	if at == nil || program { // what a program does with texts of its own is looked at elsewhere
		return ""
	}
	if known, ok := a.hidden[at]; ok {
		return known
	}
	why, links := a.hides(at, w, world)
	if !links { // else it hangs on the name of the link
		if a.hidden == nil {
			a.hidden = make(map[*syntax.Stmt]string)
		}
		a.hidden[at] = why
	}
	return why
}

// hides is what in a statement hides what it puts into a file, and whether the statement
// makes links.
func (a *author) hides(at *syntax.Stmt, w pipeline.Effect, world outward.World) (why string, links bool) {
	syntax.Walk(at, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) < 1 {
			return true
		}
		name := path.Base(call.Args[0].Lit())
		if decodes(name, call.Args) {
			why = name
		}
		if name == "echo" || name == "printf" {
			return true
		}
		if languageOf(name) != nil || name == "perl" || strings.HasSuffix(name, "awk") {
			texts, _ := appendTexts(nil, call)
			if word := decoding.FindString(strings.Join(texts, "\n")); word != "" {
				why = name + " " + word
			}
		}
		link := ""
		if name == "ln" {
			link, links = w.Object, true
		}
		for _, word := range call.Args[1:] {
			if !a.r.spend(12) {
				return false
			}
			texts, _ := appendTexts(nil, word)
			if text := strings.Join(texts, ""); text != "" && world.Leaves(text, link) != "" {
				why = name + " " + text
			}
		}
		return true
	})
	return why, links
}

// decodes reports whether a filter makes a text of another one that does not look like it.
func decodes(name string, words []*syntax.Word) bool {
	switch name {
	case "base64", "base32", "basenc", "xxd", "openssl", "gunzip", "zcat", "bunzip2", "bzcat", "xzcat", "unxz", "zstdcat", "brotli", "rev", "uudecode", "gpg", "od", "iconv", "tac", "shuf", "fold", "nl":
		return true
	case "tr":
		return len(words) == 3 && !strings.HasPrefix(words[1].Lit(), "-")
	}
	return false
}

// decoding are words of programs that print what their text does not show.
var decoding = regexp.MustCompile(`(?i)b(?:ase)?(?:64|32|16)|\bchr\b|fromCharCode|fromCodePoint|rot_?13|reverse|\[::-1\]|fromhex|unhexlify|\bunpack|\bpack\b|codecs|\.translate|tr/|y/|strrev|hex2bin|decompress|inflate|gunzip|%c`)

// included reports whether something asks for a file by its name as for code or settings:
// include x.inc, sh x.txt, --config x.txt.
func (a *author) included(w pipeline.Effect) bool {
	base := path.Base(w.Object)
	if len(base) < 3 {
		return false
	}
	if a.setsTo(base) { // a tool may take it from its environment
		return true
	}
	return slices.ContainsFunc(a.said(), func(t string) bool {
		at := strings.Index(t, base)
		if at < 0 || t == a.r.typed[w.Object] {
			return false
		}
		if t == base || strings.HasSuffix(t, "/"+base) || strings.HasSuffix(t, "="+base) { // a word of a command
			return slices.ContainsFunc(a.r.commands, func(c Command) bool { return namesCode(c, t) })
		}
		return beforeCode.MatchString(t[max(0, at-60):at])
	})
}

// beforeCode is what stands before the name of a file that is run, included or configured.
var beforeCode = regexp.MustCompile(`(?:\b(?:include|source|sh|bash|zsh|node|python3?|ruby|perl|php|load|import|require|exec|eval|run|COMMAND|SConscript|apply|from)\b|(?:^|[\s;&|"'])(?:\.|-f|-C|-P|-I|-r|-c|--config|--file|<))['"\s=(,]*(?:(?:\./)?[\w.-]+/)*(?:\./)?$`)

// namesCode reports whether a command takes a word for code or settings: behind an option,
// unless it only looks at what it reads.
func namesCode(c Command, word string) bool {
	if !interpretsFiles(c.Name) && !optionsName(c.Name) {
		return false
	}
	for i := 1; i < len(c.Argv); i++ {
		if strings.HasPrefix(c.Argv[i].Text, "--suppressions") || c.Argv[i-1].Text == "--suppressions" {
			continue // what a debugger of memory does not speak of
		}
		if text := c.Argv[i].Text; text == word && (strings.HasPrefix(c.Argv[i-1].Text, "-") || strings.HasPrefix(text, "-")) || text != word && strings.HasPrefix(text, "-") && strings.HasSuffix(text, "="+word) {
			return true
		}
	}
	return false
}

// optionsName names programs that do nothing of what stands in the files they look at, but
// load those that their options name.
func optionsName(name string) bool {
	switch name {
	case "node", "ruby", "perl", "php", "python", "python3", "docker", "bash", "sh", "zsh", "curl":
		return true
	}
	return false
}

// loaded are the parts of texts that matter: all of it, but of files whose parts have
// names those that the tools are asked for.
func (a *author) loaded(w pipeline.Effect, kind authoredSort, name string, texts []string) []string {
	if kind != authoredRecipe {
		return texts
	}
	lower := strings.ToLower(name)
	switch {
	case name == "package.json":
		var out []string
		for _, t := range texts {
			out = append(out, strings.Join(a.scripts(t), "\n"), besideScripts(t))
		}
		return out
	case strings.HasSuffix(lower, "makefile") || strings.HasSuffix(lower, "justfile") || path.Ext(name) == ".mk":
		out := slices.Clone(texts)
		for i, t := range texts {
			if rules, _ := a.rules(t, t == a.r.typed[w.Object]); rules != nil {
				out[i] = strings.Join(append(rules, loose(t)...), "\n")
			}
		}
		return out
	}
	return texts
}

// loose are the lines of a Makefile or a justfile that stand in no recipe: what they
// compute runs whatever is asked for.
func loose(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool {
		return l == "" || l[0] == '\t' || l[0] == ' ' || l[0] == '#' || !strings.ContainsAny(l, "$`!/~\\(")
	})
}

// besideScripts is a package's file without its scripts and what only describes it.
func besideScripts(text string) string {
	var file map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &file) != nil {
		return text
	}
	for _, name := range [...]string{"scripts", "homepage", "repository", "bugs", "author", "contributors", "funding", "license", "description", "keywords", "name", "dependencies", "devDependencies", "peerDependencies"} {
		delete(file, name)
	}
	out, err := json.Marshal(file)
	if err != nil {
		return text
	}
	return string(out)
}

// shebangEnding is the ending of files in the language that recipes of a text are written in.
func shebangEnding(text string) string {
	for _, one := range [...][2]string{{"node", ".js"}, {"python", ".py"}, {"ruby", ".rb"}, {"perl", ".pl"}, {"php", ".php"}, {"deno", ".ts"}, {"bun", ".ts"}} {
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if (strings.HasPrefix(line, "#!") || strings.HasPrefix(line, "SHELL")) && strings.Contains(line, one[0]) {
				return one[1]
			}
		}
	}
	return ""
}
