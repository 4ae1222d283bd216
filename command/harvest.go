package command

import (
	"strings"

	"passepartout/command/outward"
	"passepartout/pipeline"
)

// harvests reads a program that the command writes, whatever runs it some day: one that
// gathers credentials and speaks with a strange host is no edit of a project.
func (a *author) harvests(w pipeline.Effect) {
	if !a.r.spend(searchSteps) { // a statement may write thousands
		return
	}
	texts := a.texts(w)
	if languageOf(w.By) != nil || w.By == "perl" {
		var constants []string
		for _, t := range texts {
			constants = append(constants, strings.Join(outward.Constants(t), "\n"))
		}
		texts = append(texts, constants...)
	}
	for _, t := range texts {
		if !a.r.spend(8 + len(t)/64) {
			return
		}
		if word := outward.Harvests(w.Object, t, a.world()); word != "" {
			if a.r.spend(len(t) / 4) {
				a.plantsWord(w, w.Object, word)
			}
			return
		}
	}
}
