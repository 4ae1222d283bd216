package command

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// A folder that a shell may be in is an absolute path. One of many whose names
// are known by a pattern alone, as in (cd "$d" && make) for each d of */, is
// that pattern behind a NUL, which no path has: whoever takes it for a path
// finds nothing there that a rule allows.
const oneOf = "\x00"

// folderPattern is the pattern of such a folder.
func folderPattern(dir string) (string, bool) { return strings.CutPrefix(dir, oneOf) }

// exactFolder is the folder of a shell that is in a single known one.
func (s *scope) exactFolder() (string, bool) {
	if len(s.dirs) != 1 || strings.HasPrefix(s.dirs[0], oneOf) {
		return "", false
	}
	return s.dirs[0], true
}

// folder is what $PWD holds, and pwd prints.
func (s *scope) folder() value {
	if len(s.dirs) != 1 {
		return value{}
	}
	if p, ok := folderPattern(s.dirs[0]); ok {
		return pattern(p)
	}
	return text(s.dirs[0])
}

// folderBelow is the folder that cd finds from another; "" if that is not known.
func folderBelow(dir string, f field) string {
	at, some := folderPattern(dir)
	if f.pattern && !plainStart(f.text) {
		return ""
	}
	if path.IsAbs(f.text) {
		at, some = "/", false
	}
	switch {
	case !some && !f.pattern:
		return under(at, f.text)
	case strings.Contains("/"+f.text+"/", "/../"):
		return ""
	case !some:
		at = escapePattern(at)
	}
	part := f.text
	if !f.pattern {
		part = escapePattern(part)
	}
	return oneOf + path.Join(at, part)
}

// plainStart reports whether what a pattern stands for is a path to cd, neither
// an option nor the folder before.
func plainStart(p string) bool {
	return strings.HasPrefix(p, "./") || strings.IndexByte(globChars+"-+", p[0]) < 0 || strings.HasSuffix(p, "/")
}

// startsPlain reports whether a word that may be several begins with text that is no
// option. Of several words cd takes the first, or none.
func startsPlain(f field) bool {
	return f.pattern && (strings.HasPrefix(f.text, "./") || strings.IndexByte(globChars+"-+~", f.text[0]) < 0)
}

// amongFolders states the effect on a path in one of the folders that a pattern
// stands for.
func (r *run) amongFolders(dir string, f field, kind pipeline.EffectKind, by, mark string) {
	if strings.Contains("/"+f.text+"/", "/../") {
		r.unknown(kind.String()+" "+f.text+" in a folder that is not known", by, f.span)
		return
	}
	hook := ""
	if kind == pipeline.KindWrite && f.exact() && strings.Contains(dir, "**") {
		hook = inRepository(path.Clean(f.text))
	}
	if !f.pattern {
		f.text = escapePattern(f.text)
	}
	f.pattern, f.many, f.beyond = true, true, f.beyond || kind != pipeline.KindCode && f.text != "." && strings.Contains(dir, "**")
	r.onPath(path.Join(dir, f.text), f, kind, by, mark)
	if hook != "" {
		r.onPath(path.Join(dir, hook), f, kind, by, mark)
	}
}

// inRepository is where a file lies if the folder is one of git's own, as one of any
// depth may be: a setting or a hook (gitrepository-layout(5), githooks(5)). Empty: it is
// none of those.
func inRepository(name string) string {
	switch base := path.Base(name); {
	case name == "config", strings.HasPrefix(name, "hooks/"), name == "config.worktree", name == "commondir":
		return ".git/" + name
	case base != name:
	case strings.HasPrefix(name, "pre-"), strings.HasPrefix(name, "post-"), strings.HasSuffix(name, "-msg"), name == "update", name == "reference-transaction", strings.HasPrefix(name, "fsmonitor-"):
		return ".git/hooks/" + name
	}
	return ""
}

// maxFolders bounds the folders in each of which a program is judged.
const maxFolders = 4

// ofFolders judges a program by a path that starts where the shell may be, once
// for each such folder: after "cd x && …" that is x, or where it was before.
func (r *run) ofFolders(sc *scope, fields []field) bool {
	word := fields[0]
	if len(sc.dirs) < 2 || len(sc.dirs) > maxFolders || !word.exact() || path.IsAbs(word.text) || !strings.Contains(word.text, "/") {
		return false
	}
	for _, dir := range sc.dirs {
		if !path.IsAbs(dir) || strings.HasPrefix(dir, oneOf) {
			return false
		}
	}
	for _, dir := range sc.dirs {
		there := sc.fork()
		there.dirs = []string{dir}
		r.exec(there, fields)
	}
	return true
}
