package outward

import (
	"path"
	"strings"
)

// World is what decides whether a place is outside.
type World struct {
	Home string
	Dir  string   // where the command stands
	Own  []string // further folders that are the agent's own: scratch
}

// Inside reports whether an absolute path is the agent's own.
func (w World) Inside(p string) bool {
	p = path.Clean(p)
	for _, dir := range append([]string{w.Dir}, w.Own...) {
		if dir != "" && dir != "/" && (p == dir || strings.HasPrefix(p, dir+"/")) {
			return true
		}
	}
	return false
}

// depth is how many folders a file lies below the one where the command stands:
// so often may a path of it go up.
func (w World) depth(file string) int {
	rel, ok := strings.CutPrefix(path.Clean(file), strings.TrimSuffix(w.Dir, "/")+"/")
	if !ok {
		return 0
	}
	return strings.Count(rel, "/")
}
