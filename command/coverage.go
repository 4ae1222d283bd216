package command

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Coverage says how much of a list of commands the catalogue understands.
type Coverage struct {
	Commands int
	Known    int // all effects known
	Refused  int // not analysed at all
	Misses   []Miss
}

// Miss is something that the catalogue lacks: a program, an option or a
// sub-command, with how many commands it would help.
type Miss struct {
	What  string // "program", "option", "sub-command" or "other"
	Name  string // "rsync", "git push --foo"
	Count int
}

// Cover analyses commands on a world and counts what is missing, the most
// missed first.
func (a *Analyzer) Cover(commands []string, w World) Coverage {
	c := Coverage{Commands: len(commands)}
	counts := make(map[Miss]int)
	for _, text := range commands {
		out, err := a.Analyze(Input{Text: text, Shell: true}, w)
		if _, refused := errors.AsType[*RefusedError](err); refused || err != nil {
			c.Refused++
			continue
		}
		if out.Inspectable {
			c.Known++
		}
		seen := make(map[Miss]bool)
		for _, e := range out.Effects {
			if e.Kind == pipeline.KindUnknown {
				if m := missOf(e); !seen[m] {
					seen[m] = true
					counts[m]++
				}
			}
		}
	}
	for m, n := range counts {
		m.Count = n
		c.Misses = append(c.Misses, m)
	}
	slices.SortFunc(c.Misses, func(x, y Miss) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.What, y.What), cmp.Compare(x.Name, y.Name))
	})
	return c
}

// missOf reads the reason of an unknown effect.
func missOf(e pipeline.Effect) Miss {
	if rest, ok := strings.CutPrefix(e.Object, "program "); ok {
		if name, ok := strings.CutSuffix(rest, " is not in the catalogue"); ok {
			return Miss{What: "program", Name: name}
		}
	}
	path, reason, ok := strings.Cut(e.Object, ": ")
	if ok {
		for _, what := range []string{"option", "sub-command", "operand"} {
			if rest, ok := strings.CutPrefix(reason, what+" "); ok {
				if name, ok := strings.CutSuffix(rest, " is not known"); ok {
					if what == "operand" {
						name = ""
					}
					return Miss{What: what, Name: strings.TrimSpace(path + " " + name)}
				}
			}
		}
	}
	return Miss{What: "other", Name: e.By}
}
