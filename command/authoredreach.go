package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/command/outward"
	"passepartout/pipeline"
)

// reaches looks for words of a text by which it leads out of the project. One that
// does is code that nobody has looked at, whatever it may do with them.
func (a *author) reaches(w pipeline.Effect, kind authoredSort, name string, texts []string) {
	file := w.Object
	if kindOf := authoredKind(file); kindOf == authoredFolder { // a patch, which says names of its own
		file = path.Join(file, strings.TrimPrefix(name, "b/"))
	}
	world := outward.World{Home: a.r.w.Home, Dir: a.r.w.Dir}
	if dir := a.r.w.Env["TMPDIR"]; path.IsAbs(dir) {
		world.Own = append(world.Own, path.Clean(dir))
	}
	if languageOf(w.By) != nil {
		for i, t := range texts {
			texts[i] = strings.Join(outward.Constants(t), "\n")
		}
	}
	for _, t := range a.loaded(w, kind, name, texts) {
		if !a.r.spend(len(t) / 16) {
			return
		}
		word := ""
		if kind != authoredCode {
			word = outward.Settings(file, t, world)
		}
		if word == "" && (kind == authoredCode || outward.Program(file)) {
			word = outward.Code(file, t, world)
		}
		if word != "" {
			word = strings.Join(strings.Fields(word), " ")
			a.r.emit(pipeline.Effect{Kind: pipeline.KindUnknown, Object: path.Base(file) + ", which it makes, reaches out: " + word[:min(len(word), 80)], By: w.By, Mark: catalogue.MarkMadeCode, Span: w.Span})
			return
		}
	}
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
		var lines []string
		for _, t := range texts {
			lines = append(lines, a.scripts(t)...)
		}
		return []string{strings.Join(lines, "\n")}
	case strings.HasSuffix(lower, "makefile") || strings.HasSuffix(lower, "justfile") || path.Ext(name) == ".mk":
		out := slices.Clone(texts)
		for i, t := range texts {
			if rules, _ := a.rules(t, t == a.r.typed[w.Object]); rules != nil {
				out[i] = strings.Join(rules, "\n")
			}
		}
		return out
	}
	return texts
}
