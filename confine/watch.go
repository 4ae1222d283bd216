package confine

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Watch compares the protected paths of a person's folders before and after a
// command. It sees what no mount can prevent: names that are new, and, where
// the builder has no mounts, changes of what was there.
type Watch struct {
	surveyor *surveyor
	profile  Profile
	covered  bool // the builder holds what exists
	began    time.Time
	places   []string // that it could change
	before   map[string]string
}

// Watch looks at the protected paths that a command with this profile could
// change. For most commands there are none, and it costs nothing. Call it
// before the start and Changed once nothing of the command is left.
func (c *Confiner) Watch(p Profile) *Watch {
	if c.survey == nil || !p.changes() {
		return nil
	}
	places := p.workplaces()
	if !p.wide() {
		places = p.named()
	}
	if len(places) == 0 {
		return nil
	}
	w := &Watch{places: places, surveyor: c.survey, profile: p, covered: c.Has(LayerProtected), began: c.survey.now()}
	w.before = w.look(w.began.Add(whileItRuns))
	return w
}

// Changed lists the protected paths that are not as they were, that no
// clearance named, and that a tool of the person could obey. Others may have
// changed them meanwhile: it says what happened, not who did it.
func (w *Watch) Changed() []string {
	if w == nil {
		return nil
	}
	var out []string
	now := w.look(w.surveyor.now())
	w.surveyor.mu.Lock()
	defer w.surveyor.mu.Unlock()
	for at, state := range now {
		before, known := w.before[at]
		if state == "" || known && state == before || w.surveyor.named[at].After(w.began) {
			continue
		}
		out = append(out, at)
	}
	slices.Sort(out)
	return out
}

// whileItRuns is longer than any command may run.
const whileItRuns = 24 * time.Hour

// look tells the state of each protected path; "" is one that nothing obeys.
// What the clearance names is noted as such until then, so that nobody else's
// command is blamed for it.
func (w *Watch) look(until time.Time) map[string]string {
	out := map[string]string{}
	w.note(until)
	for _, m := range w.surveyor.look(w.places, w.profile.wide()) {
		if !m.lifted(w.profile) {
			out[m.path] = m.state(w.covered && !m.link)
		}
	}
	return out
}

// note remembers the protected paths that the clearance names, whether they
// exist or not.
func (w *Watch) note(until time.Time) {
	w.surveyor.mu.Lock()
	defer w.surveyor.mu.Unlock()
	if len(w.surveyor.named) > 1000 {
		clear(w.surveyor.named)
	}
	names := protectedNames()
	for _, at := range w.profile.Write {
		for ; len(at) > 1; at = filepath.Dir(at) {
			if name := filepath.Base(at); slices.Contains(names, name) || inGit(at) && slices.Contains(gitNames(), name) {
				w.surveyor.named[at] = until
			}
		}
	}
}

// state is what of a protected path must stay as it is. Where the content is
// covered by a mount, being there is all.
func (m mark) state(covered bool) string {
	switch name := filepath.Base(m.path); {
	case m.pin:
		return ""
	case inGit(m.path) && (name == nameConfig || name == "config.worktree"):
		return unplain(m.path)
	case inGit(m.path) && name == nameHooks:
		return activeHooks(m.path)
	case covered:
		return "there"
	default:
		return contents(m.path, 3)
	}
}

func inGit(at string) bool { return strings.Contains(at, "/"+nameGit+"/") }

// contents is the state of a file, or of what a folder holds, down to a level.
func contents(at string, levels int) string {
	out := identity(at, true)
	if levels == 0 {
		return out
	}
	entries, err := readDir(at, 256)
	if err != nil {
		return out // no folder
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		out += "\n" + e.Name() + " " + contents(filepath.Join(at, e.Name()), levels-1)
	}
	return out
}
