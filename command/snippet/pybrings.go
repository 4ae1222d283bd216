package snippet

import (
	"path"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Which code of others runs because a program imports something, and whether what the
// program writes can be among it. An import looks into the folder of the program first
// (Language Reference 5.5, sys.path), so a file that the program itself puts there
// would run unread.

// code notes that modules of a folder may run.
func (j *pyJudge) code(folder string) {
	if folder == "" {
		folder = "."
	}
	j.add(Effect{Kind: pipeline.KindCode, Object: folder})
}

// stays reports whether files that match a pattern, which were there before,
// are none that an import could take for a module of the standard library.
func (j *pyJudge) stays(pattern string) bool {
	if base := path.Base(pattern); strings.LastIndexByte(base, '.') > strings.LastIndexAny(base, globbing+"]") && !listWords(".py .pyc .pyo .pyd .pyi .so .pth .zip .egg .", path.Ext(base)) {
		return true
	}
	if j.aside(pattern) || otherwiseCalled(pattern) {
		return true
	}
	first, _, deeper := strings.Cut(strings.TrimPrefix(path.Clean(pattern), "./"), "/")
	return deeper && j.given.Folder == "" && len(j.roots) == 0 && !strings.ContainsAny(first, globbing) && first != ".." && first != "" && !listWords(pyStdlib, first) ||
		listWords(noModules, path.Ext(pattern))
}

// noModules are endings of files that no import takes. A folder that holds nothing else
// stands in for no module either: the next one of its name goes first (PEP 420).
const noModules = ".md .txt .rst .json .ts .tsx .js .jsx .css .scss .html .yml .yaml .toml .csv .go .rs .java .c .h .cpp .rb .sh .svg .xml .sql .vue"

// otherwiseCalled reports whether no module of the standard library can have a name that
// a pattern stands for: test_*.py, **urls.py.
func otherwiseCalled(pattern string) bool {
	stem, ok := strings.CutSuffix(path.Base(pattern), ".py")
	first, last := strings.IndexAny(stem, globbing), strings.LastIndexAny(stem, globbing+"]")
	if !ok || first < 0 || strings.Contains(pattern, "..") || strings.Contains(pattern, `\`) {
		return false
	}
	begin, end := stem[:first], stem[last+1:]
	for name := range strings.FieldsSeq(pyStdlib + " __init__ __main__ sitecustomize usercustomize") {
		if strings.HasPrefix(name, begin) && strings.HasSuffix(name, end) {
			return false
		}
	}
	return !strings.HasPrefix(stem, "_")
}

// lateImports reports whether a program imports anything but at its beginning, before
// it does more than to define and to give names.
func lateImports(tree *node) bool {
	begun := false
	for _, s := range tree.kids {
		switch {
		case s.kind == nImport:
			if begun {
				return true
			}
			continue
		case s.kind == nExpr && s.kids[0].kind == nText, s.kind == nAssign && s.kids[0] != nil && s.kids[0].kind != nCall && s.kids[0].kind != nComp:
		case s.kind != nDef && s.kind != nClass:
			begun = true
		}
		if holds(s, nImport) {
			return true
		}
	}
	return false
}

// holds reports whether a node of a kind is in a tree.
func holds(n *node, k kind) bool {
	return n != nil && (n.kind == k || slices.ContainsFunc(n.kids, func(kid *node) bool { return holds(kid, k) }))
}

// brings notes a pattern of files that may be new.
func (j *pyJudge) brings(pattern string) {
	if j.brought == nil {
		j.brought = make(map[string]bool)
	}
	j.brought[pattern] = true
}

// aside reports whether files of a pattern lie in a folder that no import looks into:
// another one than that in which the program runs, and no package of a name that the
// standard library has.
func (j *pyJudge) aside(pattern string) bool {
	folder := path.Dir(pattern[:strings.IndexAny(pattern+"*", globbing)] + "x")
	if !path.IsAbs(folder) || strings.Contains(pattern, "..") || strings.Contains(pattern[len(folder):], "**") || j.given.Folder != "" || len(j.roots) > 0 || j.given.Here == "" || folder == j.given.Here {
		return false
	}
	if j.given.Variable != nil && len(j.given.Variable("PYTHONPATH")) > 0 {
		return false
	}
	if strings.Contains(strings.TrimPrefix(pattern[len(folder):], "/"), "/") {
		return false
	}
	for part := range strings.SplitSeq(folder, "/") {
		if part != "tmp" && listWords(pyStdlib, part) {
			return false
		}
	}
	return j.inside(folder)
}

// inside reports whether a folder lies below one of those that the program may use.
func (j *pyJudge) inside(folder string) bool {
	return slices.ContainsFunc(j.given.Inner, func(inner string) bool { return strings.HasPrefix(folder, inner+"/") })
}

// settled looks back at what is written: no file that a later import could take
// for a module of the standard library. One that was there, and is only changed, was taken
// for it before; what the same command has put there is looked at by whoever judges that.
func (j *pyJudge) settled() bool {
	imports := false
	for _, e := range j.effects {
		imports = imports || e.Kind == pipeline.KindCode
	}
	for _, e := range j.effects {
		if e.Kind != pipeline.KindWrite || !imports || listWords(noModules, path.Ext(e.Object)) {
			continue
		}
		if e.Pattern && !j.stays(e.Object) && (j.late || j.brought[e.Object]) {
			return false
		}
		object := strings.TrimPrefix(path.Clean(e.Object), "./")
		parts := strings.Split(object, "/")
		if !path.IsAbs(object) && parts[0] != ".." && j.given.Folder == "" {
			parts = parts[:1]
		}
		for i, part := range parts {
			stem, ext, _ := strings.Cut(part, ".")
			if listWords(pyStdlib, stem) && (i < len(parts)-1 || !listWords("txt json md csv tsv log db sqlite sqlite3 xml yaml yml toml html png svg parquet xlsx", ext)) || part != stem && strings.HasPrefix(stem, "_") && ext == "py" && stem != "__init__" && stem != "__main__" {
				return false
			}
		}
	}
	return true
}
