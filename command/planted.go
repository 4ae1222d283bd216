package command

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/command/outward"
	"passepartout/pipeline"
)

// maxPlanted bounds the texts of one command that are read for what they do later.
const maxPlanted = 32

// laterPlaces is where the first effects of a command run later, so that both readers of
// such texts need it asked once.
type laterPlaces [16]outward.Place

// later reads what a command puts into files that run some day.
func (r *run) later(file *syntax.File) {
	var places laterPlaces
	r.planted(file, &places)
	r.sown(file, &places)
}

// planted reads what a command puts into files that run later, outside of all
// confinement, though nothing that the command starts loads them: what build servers and
// managers of hooks do is edited every day, so the text decides. See outward.Later.
//
// Limit: a text may ask for programs of the project, which are not read unless the same
// command writes them, too.
func (r *run) planted(file *syntax.File, places *laterPlaces) {
	var a *author
	r.namesMembers()
	for i := range len(r.effects) { // what is stated here is no file
		if r.effects[i].Kind != pipeline.KindWrite {
			continue
		}
		w := r.effects[i]
		if w.By == "mkdir" || w.Mark == catalogue.MarkPermission || !path.IsAbs(w.Object) {
			continue
		}
		if word := standsFor(w); word != "" {
			r.emit(pipeline.Effect{Kind: pipeline.KindUnknown, Object: word, By: w.By, Mark: catalogue.MarkPlantedCode, Span: w.Span})
		}
		at := r.laterAt(w)
		if i < len(places) {
			places[i] = at
		}
		patch := at == outward.Nowhere && (w.By == "git" || w.By == "patch") && r.applies()
		program := at == outward.Nowhere && !patch && putsText(w.By) && !moved(w.By) && outward.Program(w.Object)
		if at == outward.Nowhere && !patch && !program {
			continue
		}
		if a == nil {
			a = &author{r: r, file: file, judged: make(map[string]bool)}
			a.collect()
		}
		switch {
		case patch:
			a.plantsPatch(w)
		case program:
			a.harvests(w)
		default:
			a.plants(w, at)
		}
	}
}

// standsFor tells of a file that stands for what everybody runs here and shows no text: the
// name of another repository, the archive of a wrapper.
func standsFor(w pipeline.Effect) string {
	switch path.Base(w.Object) {
	case ".git":
		if typist(w.By) {
			return "takes another repository for this one"
		}
	case "gradle-wrapper.jar", "maven-wrapper.jar":
		if typist(w.By) || moved(w.By) || languageOf(w.By) != nil {
			return path.Base(w.Object) + ", which every build runs"
		}
	}
	return ""
}

// laterAt tells where a file that is written runs later. Of a pattern it is asked for
// whatever may be meant.
func (r *run) laterAt(w pipeline.Effect) outward.Place {
	at := outward.LaterAt(w.Object)
	if at == outward.Nowhere && (strings.HasSuffix(w.Object, "/workflows") || strings.HasPrefix(path.Base(w.Object), ".") && !strings.HasSuffix(w.Object, "/.git")) {
		at = outward.LaterAt(w.Object + "/x") // the folder itself
	}
	if at != outward.Nowhere || w.Certain || !strings.ContainsAny(w.Object, globChars) || !putsText(w.By) {
		return at
	}
	for _, one := range [...]string{"/.github/workflows/x.yml", "/.gitlab-ci.yml", "/Jenkinsfile", "/.husky/pre-commit", "/.pre-commit-config.yaml", "/.devcontainer/devcontainer.json"} {
		if mayTouch(w.Object, false, r.w.Dir+one) && (strings.HasSuffix(w.Object, "**") || !strings.HasSuffix(w.Object, "*") || one == "/Jenkinsfile") {
			return outward.LaterAt(one)
		}
	}
	return outward.Nowhere
}

// applies reports whether the command puts a patch down.
func (r *run) applies() bool {
	return slices.ContainsFunc(r.commands, func(c Command) bool {
		return c.Name == "patch" || c.Name == "git" && slices.ContainsFunc(c.Argv, func(w Word) bool { return w.Text == "apply" || w.Text == "am" })
	})
}

// plantsPatch reads what a patch adds to such files.
func (a *author) plantsPatch(w pipeline.Effect) {
	for _, t := range a.texts(w) {
		for name, added := range patched(t) {
			file := path.Join(w.Object, strings.TrimPrefix(name, "b/"))
			if file != w.Object && !strings.ContainsAny(file, globChars) { // the rules for files ask for their names
				a.r.emit(pipeline.Effect{Kind: pipeline.KindWrite, Object: file, By: w.By, Span: w.Span})
			}
			if at := outward.LaterAt(file); at != outward.Nowhere {
				a.plantsText(w, file, added, at, true)
			}
		}
	}
}

// plants reads all that is put into one such file.
func (a *author) plants(w pipeline.Effect, at outward.Place) {
	if !a.r.spend(searchSteps) { // a statement may write hundreds
		return
	}
	if at != outward.Told || typist(w.By) { // those are moved and made by programs all day
		for _, of := range [...]func() string{func() string { return a.unseen(w, a.world()) }, func() string { return a.brought(w) }} {
			if word := of(); word != "" {
				a.plantsWord(w, w.Object, word)
				return
			}
		}
	}
	if at != outward.Told && unpacks(w.By) && w.By != "git" && w.By != "patch" && w.By != "hg" && w.By != "svn" {
		a.plantsWord(w, w.Object, "comes out of an archive")
		return
	}
	texts := a.texts(w)
	if at == outward.Told && !typist(w.By) { // a key and its value may be two words
		texts = append(texts, strings.Join(texts, " "))
		for _, t := range texts { // npm pkg set scripts.test='curl …'
			if _, value, ok := strings.Cut(t, "="); ok && !strings.ContainsAny(value, "=\n") {
				texts = append(texts, value)
			}
		}
	}
	part := !typist(w.By) || len(texts) != 1 || a.r.typed[w.Object] != texts[0]
	if languageOf(w.By) != nil || w.By == "perl" {
		for _, t := range texts {
			if word := decodesText.FindString(t); word != "" && at != outward.Told {
				a.plantsWord(w, w.Object, word)
				return
			}
			constants := outward.Constants(t)
			if word := outward.Pieces(constants); word != "" {
				a.plantsWord(w, w.Object, "parts of "+word)
				return
			}
			texts = append(texts, unescapedText(strings.Join(constants, "\n")))
			if !a.isFile(t) { // whose parts are looked for where it is written
				texts = append(texts, strings.Join(constants, ""))
			}
		}
	}
	for _, t := range texts {
		if !a.r.spend(4+len(t)/64) || !a.plantsText(w, w.Object, t, at, part) {
			return
		}
		a.plantsAsked(w, t, at)
	}
}

// brought reports what a program unpacks, or decodes, into such a place from elsewhere.
func (a *author) brought(w pipeline.Effect) string {
	if decodes(w.By, nil) {
		return w.By
	}
	at, world := a.statement(w), a.world()
	for i := range a.r.effects {
		e := &a.r.effects[i]
		if e.Kind != pipeline.KindRead || e.By != w.By || e.Mark == catalogue.MarkMetadata || !path.IsAbs(e.Object) || strings.HasPrefix(e.Object, "/dev/") || world.Inside(e.Object) {
			continue
		}
		if at == nil || int(at.Pos().Offset()) <= e.Span.Start && e.Span.End <= int(at.End().Offset()) {
			return w.By + " " + e.Object
		}
	}
	return ""
}

// decodesText are words of programs that make a text of one that does not look like it.
var decodesText = regexp.MustCompile(`b64decode|base64['"]|\batob\b|decode64|\bchr\b|fromCharCode|fromCodePoint|rot_?13|\[::-1\]|fromhex|unhexlify|\.translate\(|strrev|hex2bin|decompress|inflate|\.reverse\(?\)?|\breversed\(|\bunpack\b`)

// plantsAsked reads the files that a text names and that the same command writes.
func (a *author) plantsAsked(w pipeline.Effect, text string, at outward.Place) {
	if !a.r.spend(len(a.r.typed) * len(text) / 64) {
		return
	}
	for _, file := range slices.Sorted(maps.Keys(a.r.typed)) {
		if file != w.Object && strings.Contains(text, path.Base(file)) {
			where := at
			if outward.Prepares(text, path.Base(file)) {
				where = outward.Machine
			}
			a.plantsText(w, file, a.r.typed[file], where, false)
		}
	}
}

// plantsText reads one text. It reports whether that is all right.
func (a *author) plantsText(w pipeline.Effect, file, text string, at outward.Place, part bool) bool {
	key := file + "\x00" + strconv.Itoa(int(at)) + text
	if a.judged[key] {
		return true
	}
	a.judged[key] = true
	a.searched += len(text)
	if len(a.judged) > maxPlanted || a.searched > maxSearched {
		a.plantsWord(w, file, "more text than is looked through")
		return false
	}
	if !a.r.spend(fewestSteps + len(text)/8) {
		return false
	}
	if word := outward.Later(file, text, at, a.world(), part); word != "" {
		a.plantsWord(w, file, word)
		return false
	}
	return true
}

// plantsWord states what was found as what nobody knows, which a person decides.
func (a *author) plantsWord(w pipeline.Effect, file, word string) {
	word = strings.Join(strings.Fields(word), " ")
	a.r.emit(pipeline.Effect{Kind: pipeline.KindUnknown, Object: path.Base(file) + ", which runs later: " + word[:min(len(word), 80)], By: w.By, Mark: catalogue.MarkPlantedCode, Span: w.Span})
}
