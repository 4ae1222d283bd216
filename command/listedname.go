package command

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// The variable of a loop over files often stands within a program in another language:
//
//	for p in packages/*/package.json; do node -p "require('./$p').version"; done
//
// What a file is called may hold a quote, which ends the constant that the name stands in.
// So such names are code, and count as what they come from: whoever may give a file of the
// workspace its name may as well put code into it. They are stated as code of the
// workspace, and the program is judged for names that are ordinary, as patterns.
//
// That holds only for names that the shell has listed itself, below the workspace, where the
// file system knows of no other than ordinary ones, and where the same command puts no file
// there whose name nobody has seen.

// globbedBy is a pattern of paths from the root that the shell has replaced by names, and
// others that did so for the same word.
type globbedBy struct {
	pattern string
	next    *globbedBy
}

// and are the patterns of both.
func (l *globbedBy) and(others *globbedBy) *globbedBy {
	if l == nil {
		return others
	}
	for ; others != nil; others = others.next {
		l = &globbedBy{pattern: others.pattern, next: l}
	}
	return l
}

// any reports whether something holds of any of the patterns.
func (l *globbedBy) any(f func(pattern string) bool) bool {
	for ; l != nil; l = l.next {
		if f(l.pattern) {
			return true
		}
	}
	return false
}

// namesListed notes which words of a loop the shell replaces by names, and where these lie.
func (r *run) namesListed(sc *scope, items []field) {
	for i := range items {
		f := &items[i]
		if !f.listed || f.dynamic || r.linked || strings.Contains(f.text, "..") || strings.Contains(f.text, "**") || strings.ContainsAny(f.text, `?[\`) {
			continue
		}
		at := f.text
		if !path.IsAbs(at) {
			if len(sc.dirs) != 1 || special(sc.dirs[0]) {
				continue
			}
			at = sc.dirs[0] + "/" + strings.TrimPrefix(at, "./")
		}
		if at = strings.TrimSuffix(at, "/"); path.Clean(at) == at && strings.HasPrefix(at, r.w.Dir+"/") {
			f.named = &globbedBy{pattern: at}
		}
	}
}

// withHoles is the text of a word with a hole for each name in it; false if anything else
// in it is not known.
func (f field) withHoles() (string, bool) {
	if !f.pattern || f.dynamic || f.many || f.hollow || f.gaps || f.named == nil || strings.ContainsRune(f.text, snippet.Hole) || strings.Contains(f.text, "**") {
		return "", false
	}
	return starsAs(f.text, string(snippet.Hole))
}

// understoodNames judges a program in which names of files stand.
func (v *visit) understoodNames(read language, f field) bool {
	switch unversioned(v.name) {
	case "node", "nodejs", "python", "php", "ruby":
	default:
		return false
	}
	text, ok := f.withHoles()
	if !ok || f.named.any(v.r.mayName) || f.named.any(v.r.oddlyNamed) {
		return false
	}
	g := field{text: text, span: f.span}
	args := slices.Clone(v.args)
	for i := range v.args {
		if v.args[i].field.span == f.span {
			v.args[i].field = g
		}
	}
	ok = v.understoodBy(func(text string, given snippet.Given) ([]snippet.Effect, bool) {
		effects, ok := read(text, given)
		return snippet.Filled(effects, ok)
	}, g)
	copy(v.args, args)
	if ok {
		v.runsNames(f)
	}
	return ok
}

// runsNames states that names in a word are code, that of the folders which hold them.
func (v *visit) runsNames(f field) {
	f.named.any(func(pattern string) bool {
		v.r.namesRun = append(v.r.namesRun, pattern)
		dir := path.Dir(pattern)
		v.snippetEffect(snippet.Effect{Kind: pipeline.KindCode, Object: dir, Pattern: special(dir)}, f)
		return false
	})
}

// mayName reports whether the command may have given a file a name that nobody has seen,
// where a pattern lists it. What is written under the names that are listed has them.
func (r *run) mayName(pattern string) bool {
	root := pattern[:strings.IndexAny(pattern, globChars)]
	root = root[:strings.LastIndexByte(root, '/')]
	for _, e := range r.effects {
		if e.Kind != pipeline.KindWrite || e.Object == pattern {
			continue
		}
		object := e.Object
		if i := strings.IndexAny(object, globChars); i >= 0 && !e.Certain {
			object = object[:i]
		}
		if object = strings.TrimSuffix(object, "/"); liesIn(root, object) || liesIn(object, root) || object == e.Object && !path.IsAbs(object) {
			return true
		}
	}
	return r.linked
}

// liesIn reports whether a path is a folder or lies below it.
func liesIn(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+"/")
}

// namesMade looks in the end for files that the command makes where names are code: a
// loop around, or something beside, may have made them before.
func (r *run) namesMade() {
	if slices.ContainsFunc(r.namesRun, r.mayName) {
		r.unknown("names of files as code, where it makes some", "shell", pipeline.Span{})
	}
}

// lister is a file system that can tell which files a pattern lists; false: too many.
type lister interface {
	Listed(pattern string) (names []string, ok bool)
}

// oddlyNamed reports whether a pattern lists a file whose name may end a constant of a
// program. A file system that cannot tell leaves it at what runsNames states.
func (r *run) oddlyNamed(pattern string) bool {
	m, ok := r.w.Paths.(*memo)
	if !ok {
		return true
	}
	files, ok := m.of.(lister)
	if !ok {
		return false
	}
	names, all := files.Listed(pattern)
	return !all || slices.ContainsFunc(names, func(name string) bool {
		return strings.ContainsFunc(name, func(c rune) bool {
			return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("/._-+@ ,=~()", c)
		})
	})
}
