package injection

import (
	"strings"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// A file of the project that is copied or renamed is the project's still: who
// may run a.sh may run what cp makes of it. So what such a program writes is
// not typed, as long as all that it reads lies where agents may work, and
// nothing of that was typed by the same action.

// copier names programs that put into a file what is in another one.
func copier(by string) bool {
	switch by {
	case "cp", "mv", "install", "rsync":
		return true
	}
	return false
}

// copies reports of each copier whether what it writes is the project's own.
func (g Gate) copies(effects []pipeline.Effect) map[string]bool {
	var own map[string]bool
	left := maxComparisons
	for i := range effects {
		e := &effects[i]
		if g.zones == nil || !copier(e.By) {
			continue
		}
		if left -= len(effects); left < 0 {
			return nil
		}
		if own == nil {
			own = make(map[string]bool, 1)
		}
		switch known, seen := own[e.By]; {
		case e.Kind == pipeline.KindRead:
			own[e.By] = (known || !seen) && g.ofProject(e) && !typed(effects, e)
		case e.Kind == pipeline.KindConnect, e.Kind == pipeline.KindUnknown, e.Kind == pipeline.KindCode:
			own[e.By] = false
		}
	}
	return own
}

// ofProject reports whether a path, or all that a pattern stands for, lies where
// agents may work.
func (g Gate) ofProject(e *pipeline.Effect) bool {
	class := g.zones.Of(e.Object, false)
	return (class == zone.Workspace || class == zone.Scratch) && (e.Certain || !strings.Contains(e.Object, "**"))
}

// typed reports whether something that is read was put there by the same action.
func typed(effects []pipeline.Effect, read *pipeline.Effect) bool {
	head, _, _ := strings.Cut(read.Object, "*")
	for i := range effects {
		e := &effects[i]
		if e.Kind != pipeline.KindWrite || !typist(e.By) && !unpacker(e.By) && !interpreter(e.By) || copier(e.By) && e.Certain && read.Certain && !within(read.Object, e.Object) && !within(e.Object, read.Object) {
			continue
		}
		begin, _, _ := strings.Cut(e.Object, "*")
		if strings.HasPrefix(begin, head) || strings.HasPrefix(head, begin) {
			return true
		}
	}
	return false
}
