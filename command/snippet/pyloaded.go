package snippet

import (
	"path"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Files of the project that are more than data to who loads them: templates call what they
// are given, some pictures are drawn by programs. Loading one is stated as running code
// of the project, which it must not be if anybody has just written it. A pickle is
// not among them: it makes any object, and nobody has read it.

// loadsFile notes that files are loaded that were there before.
func (j *pyJudge) loadsFile(files []pyText, tree bool) {
	if len(files) == 0 {
		j.failed = true
	}
	for _, t := range files {
		if t.home || t.loose || t.under || t.web || t.full || t.s == "" || t.s == "." || strings.Contains(t.s, "..") || strings.HasPrefix(t.s, "~") || path.IsAbs(t.s) && !j.inside(t.s) && (j.given.Here == "" || !strings.HasPrefix(t.s, j.given.Here+"/")) {
			j.failed = true
			return
		}
		if tree {
			j.touch(pipeline.KindRead, []pyText{t}, false, true)
		}
		j.add(Effect{Kind: pipeline.KindCode, Object: t.s, Pattern: t.glob, Says: true})
		j.loaded = append(j.loaded, t.s)
	}
}

// reloads reports whether the program may have made itself what it loads: it writes there, or
// starts another program, which could.
func (j *pyJudge) reloads() bool {
	if len(j.loaded) == 0 {
		return false
	}
	return len(j.starts) > 0 || slices.ContainsFunc(j.effects, func(e Effect) bool {
		if e.Kind != pipeline.KindWrite {
			return e.Moves || e.Kind == pipeline.KindConnect
		}
		written := path.Clean(e.Object)
		return e.Home || slices.ContainsFunc(j.loaded, func(s string) bool {
			s = path.Clean(s)
			apart := path.IsAbs(s) != path.IsAbs(written)
			if i := strings.IndexAny(written, globbing); e.Pattern && i >= 0 {
				return apart || strings.HasPrefix(s, written[:i]) || strings.HasPrefix(written[:i], s)
			}
			return apart && path.Base(s) == path.Base(written) || s == written || strings.HasPrefix(s, written+"/") || strings.HasPrefix(written, s+"/")
		})
	})
}
