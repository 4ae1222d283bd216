package command

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// touched reports whether the command may have written to a file before, so that
// what the file says is no longer the project's word. A folder stands for what
// git knows to be in it.
func (v *visit) touched(name string) bool {
	at, ok := v.r.place(v.sc, field{text: name})
	if !ok {
		return true
	}
	if name == "." {
		return false
	}
	begin, _, pattern := strings.Cut(at, "*")
	for _, e := range v.r.effects {
		if e.Kind != pipeline.KindWrite && e.Kind != pipeline.KindUnknown {
			continue
		}
		if e.Kind == pipeline.KindUnknown || e.Object == at || path.Base(e.Object) == path.Base(at) || strings.HasPrefix(at, e.Object+"/") || strings.HasPrefix(e.Object, at+"/") || pattern && (strings.HasPrefix(e.Object, begin) || strings.HasPrefix(begin, e.Object+"/")) || strings.ContainsAny(e.Object, "*?[") {
			return true
		}
	}
	return false
}
