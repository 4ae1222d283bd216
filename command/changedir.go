package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
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
	words, physical := args, false
	for len(words) > 0 && words[0].exact() && strings.HasPrefix(words[0].text, "-") && len(words[0].text) > 1 {
		if words[0].text != "--" && strings.Trim(words[0].text[1:], "LPe@") != "" {
			return // it only complains
		}
		physical = physical || strings.Contains(words[0].text, "P")
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
	if physical {
		target = r.followed(old, words)
	} else if len(words) == 1 && words[0].exact() && strings.Contains(words[0].text, "..") && (len(target) != 1 || !r.surelyThere(sc, target[0])) {
		for _, p := range r.followed(old, words) { // where bash goes if there is no such folder
			if !slices.Contains(target, p) {
				target = append(target, p)
			}
		}
	}
	target = passable(target)
	sc.dirs, sc.prev = target, old
	r.moved(target)
	if len(target) == 1 && r.surelyThere(sc, target[0]) {
		sc.failed = nil
	}
}

// followed is where cd -P leads: ".." leaves the folder that a link leads to, not the one
// that it stands in.
func (r *run) followed(old []string, words []field) []string {
	if len(words) != 1 || !words[0].exact() || words[0].many || words[0].text == "" || words[0].text == "-" {
		return nil
	}
	if path.IsAbs(words[0].text) {
		return []string{r.w.Paths.Resolve(r.joinPath("/", words[0]))}
	}
	var target []string
	for _, d := range old {
		if _, some := folderPattern(d); some {
			return nil
		}
		target = append(target, r.w.Paths.Resolve(r.joinPath(d, words[0])))
	}
	return target
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

// standing are the folders that count for an effect. What a build loads is not asked for
// where the shell would only be if a cd failed into a folder that is there, whatever code
// ran before it: mkdir -p build && cd build; cmake .. . What deletes or writes is.
func (r *run) standing(sc *scope, kind pipeline.EffectKind) []string {
	if kind != pipeline.KindCode || len(sc.dirs) < 2 || !r.spend(len(r.effects)/8) {
		return sc.dirs
	}
	return slices.DeleteFunc(slices.Clone(sc.dirs), func(d string) bool {
		return slices.ContainsFunc(sc.dirs, func(into string) bool {
			return strings.HasPrefix(into, strings.TrimSuffix(d, "/")+"/") && !special(into) && r.staysOpen(into)
		})
	})
}

// staysOpen reports whether a folder is there, and nothing that is seen takes it away,
// replaces it or shuts it.
func (r *run) staysOpen(dir string) bool {
	return r.w.Paths.IsDir(dir) && !slices.ContainsFunc(r.effects, func(e pipeline.Effect) bool {
		return (e.Kind == pipeline.KindDelete || e.Kind == pipeline.KindWrite && e.By != "mkdir" && e.Object == dir || e.Mark == catalogue.MarkPermission) && mayTouch(e.Object, e.Certain, dir)
	})
}
