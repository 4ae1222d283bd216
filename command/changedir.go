package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// arrives reports whether a statement that was just judged is a cd that cannot have
// failed: into the workspace or a folder of it that is there. What is joined to it by &&
// is then done as if it stood on a line of its own.
func (r *run) arrives(sc *scope, s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || s.Negated || s.Background || s.Coprocess || len(s.Redirs) > 0 || len(call.Assigns) > 0 || len(call.Args) != 2 || call.Args[0].Lit() != "cd" || sc.renamed("cd") {
		return false
	}
	dir, ok := sc.exactFolder()
	return ok && sc.failed == nil && (dir == r.w.Dir || strings.HasPrefix(dir, strings.TrimSuffix(r.w.Dir, "/")+"/")) && r.surelyThere(sc, dir)
}

// changeDir is cd and pushd. Both folders count until something looks at the status: cd
// build; rm -rf * deletes in the old one if there is no build. Only a folder that is
// there for certain cannot fail. CDPATH, when it is set, may lead anywhere (POSIX, cd).
func (r *run) changeDir(sc *scope, args []field) {
	words := args
	for len(words) > 0 && words[0].exact() && strings.HasPrefix(words[0].text, "-") && len(words[0].text) > 1 {
		words = words[1:] // -L -P -e -@ --
	}
	sc.leave()
	old := sc.dirs
	if sc.failed = sc.failedOr(old); sc.failed == nil {
		sc.failed = []string{} // it may fail, and where it is then nobody knows
	}
	var target []string
	switch {
	case len(words) == 0:
		home := sc.lookup("HOME")
		if v := home.one(); v.kind == valueText && v.text != "" {
			target = []string{v.text}
		} else if home.unset {
			target = []string{r.w.Home}
		}
	case len(words) == 1 && words[0].exact() && words[0].text == "-":
		target = sc.prev
	case len(words) > 1 || words[0].dynamic || words[0].many && !startsPlain(words[0]) || words[0].text == "-" || strings.HasPrefix(words[0].text, "+") || !sc.lookup("CDPATH").unset && !strings.HasPrefix(words[0].text, "/") && !strings.HasPrefix(words[0].text, "."):
	case words[0].text == "":
		target = old
	case path.IsAbs(words[0].text) && words[0].exact():
		target = []string{path.Clean(words[0].text)}
	case path.IsAbs(words[0].text):
		target = []string{folderBelow("/", words[0])}
	default:
		for _, d := range old {
			if !r.spend(len(d) / 64) {
				break
			}
			target = append(target, folderBelow(d, words[0]))
		}
	}
	target = passable(target)
	sc.dirs, sc.prev = target, old
	r.moved(target)
	if len(target) == 1 && r.surelyThere(sc, target[0]) {
		sc.failed = nil
	}
}

// surelyThere reports whether a folder that is there now is so when a cd gets to it: not
// in a loop, whose last turn may have taken it away, and not behind anything that may
// have deleted, moved or replaced it, as any code may. rm -rf build; cd build; rm -rf *
// empties the folder above.
func (r *run) surelyThere(sc *scope, dir string) bool {
	if !r.w.Paths.IsDir(dir) {
		return false
	}
	if dir == r.w.Dir {
		return true // whoever deletes that one is held for it
	}
	if sc.turn != nil || r.muted > 0 {
		return false
	}
	return !slices.ContainsFunc(r.effects, func(e pipeline.Effect) bool {
		switch e.Kind {
		case pipeline.KindCode, pipeline.KindUnknown:
			return true
		case pipeline.KindDelete, pipeline.KindWrite:
			return mayTouch(e.Object, e.Certain, dir)
		}
		return false
	})
}
