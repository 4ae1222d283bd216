package command

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// How R is started.

// vanilla reports whether R is told to start without code of the folder. Behind a program the
// word would be an argument of that.
func (v *visit) vanilla() bool {
	if v.name != "R" && v.name != "Rscript" {
		return false
	}
	for _, f := range v.fields[1:] {
		switch {
		case !f.exact() || !strings.HasPrefix(f.text, "-") || f.text == "-" || f.text == "-e" || f.text == "-f" || f.text == "--args":
			return false
		case f.text == "--vanilla":
			return true
		}
	}
	return false
}

// namesCode reports whether the command makes a file whose name holds a call. The script
// that starts R hands a program of -e on without quotes, so that the shell takes it for a
// pattern, and puts the names of files there that fit.
func (r *run) namesCode() bool {
	return slices.ContainsFunc(r.effects, func(e pipeline.Effect) bool {
		return (e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindUnknown) && strings.Contains(e.Object, "(")
	})
}
