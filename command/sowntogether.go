package command

import (
	"maps"
	"path"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// A text may be put down line by line, by a statement for each of them. What one line says
// the next one may only finish, so that they are asked together as well.

// maxLines bounds the statements that write one file and are put together.
const maxLines = 256

// added is what the statements of a command put into one file.
type added struct {
	last  pipeline.Effect
	texts [][]string // of each statement
}

// adds keeps what a statement that prints puts into a file.
func (a *author) adds(w pipeline.Effect, texts []string) {
	if !typist(w.By) {
		return
	}
	if a.added == nil {
		a.added = make(map[string]*added)
	}
	of := a.added[w.Object]
	if of == nil {
		of = new(added)
		a.added[w.Object] = of
	}
	if of.last = w; len(of.texts) < maxLines {
		of.texts = append(of.texts, texts)
	}
}

// sowsTogether reads what several statements have put into one file.
func (a *author) sowsTogether() {
	for _, file := range slices.Sorted(maps.Keys(a.added)) {
		of := a.added[file]
		if len(of.texts) < 2 {
			continue
		}
		lines := make([]string, 0, len(of.texts))
		for _, texts := range of.texts {
			own := slices.DeleteFunc(printed(texts, file), func(t string) bool { return t == a.r.typed[file] })
			lines = append(lines, strings.Join(own, " "))
		}
		a.sowsText(of.last, file, strings.Join(lines, "\n"))
	}
}

// deployedText reports whether a file is data that describes what is deployed, or a page: people
// write such texts as they are.
func deployedText(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".tf", ".yml", ".yaml", ".sql", ".html", ".htm", ".j2", ".tpl", ".tmpl":
		return true
	}
	return false
}
