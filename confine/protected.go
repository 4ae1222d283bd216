package confine

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Protected paths. A workspace belongs to a person, whose own tools obey some
// of the files in it outside of every sandbox: a repository's hooks and
// configuration, settings of editors and agents, what shells read. Code that
// may write the workspace may not plant anything there. What exists is shown
// read-only, or pinned to its place, unless a clearance names it; what does not
// exist is looked at afterwards (watch.go).
//
// New names are told and not prevented, because nothing cheap refuses a name. A
// mount needs a file to lie on, which would stay in the workspace for everybody
// to see. Landlock grants the making of files by folder. A seccomp filter sees no
// paths, and who reads them for it reads what another thread may exchange. A
// file system in between (FUSE, an overlay that is merged later) costs every
// other access, and breaks what two commands do at the same time.
//
// Limits: the files of builds (Makefile, package.json and their like) are the
// project itself and not protected; folders of packages are not looked into;
// the search is bounded, see survey.go.

// protectedNames are the names that are protected wherever they lie in a
// workspace.
func protectedNames() []string {
	return []string{
		".envrc", ".mcp.json", ".vscode", ".idea", ".claude", ".cursor", ".codex", ".gemini", ".opencode", ".amp", ".factory",
		".agents", ".cline", ".clinerules", ".roo", ".continue", ".windsurf", ".kiro", ".junie", ".ssh", ".gitconfig",
		".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".inputrc",
		".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".vimrc", ".exrc", ".nvimrc", ".nvim.lua",
	}
}

// gitNames are the protected names in a repository's folder, which itself is
// pinned: who could rename it could put another one in its place.
func gitNames() []string {
	return []string{nameConfig, nameHooks, "config.worktree", "commondir"}
}

const (
	nameGit    = ".git"
	nameConfig = "config"
	nameHooks  = "hooks"
)

// skipped are folders of packages and caches, which are large, written by
// tools, and not where people work.
func skipped(name string) bool {
	switch name {
	case "node_modules", "bower_components", "vendor", "site-packages", ".venv", "venv", "target", "__pycache__", ".tox", ".cache":
		return true
	default:
		return false
	}
}

// mark is one protected path that exists.
type mark struct {
	path string
	pin  bool   // only its place is kept, not its content
	id   string // which file it is, whatever its name
	link bool   // a symbolic link: no mount can cover it
}

// lifted says whether a profile's clearance names what is marked. To write
// above it is not to name it; to delete above it is, unless it is a whole
// workspace, because nothing can be planted by that.
func (m mark) lifted(p Profile) bool {
	if !m.pin && slices.ContainsFunc(p.Write, func(w string) bool { return within(w, m.path) }) {
		return true
	}
	return slices.ContainsFunc(p.Delete, func(d string) bool {
		return !m.pin && within(d, m.path) || within(m.path, d) && !slices.Contains(p.Roots, d)
	})
}

// workplaces are the folders of a profile that belong to a person.
func (p Profile) workplaces() []string {
	return slices.DeleteFunc(slices.Clone(p.ViewWrite), func(w string) bool { return w == p.Scratch })
}

// changes says whether a command may change anything in a person's folders.
func (p Profile) changes() bool {
	places := p.workplaces()
	for _, list := range [][]string{p.Write, p.Delete, p.Replace} {
		for _, w := range list {
			if w != p.Scratch && slices.ContainsFunc(places, func(r string) bool { return within(w, r) || within(r, w) }) {
				return true
			}
		}
	}
	return false
}

// wide says whether a command may write one of a person's folders as a whole.
func (p Profile) wide() bool {
	return slices.ContainsFunc(p.workplaces(), func(place string) bool {
		return slices.ContainsFunc(p.Write, func(w string) bool { return within(place, w) })
	})
}

// named are the paths in a person's folders that a command may write.
func (p Profile) named() []string {
	places := p.workplaces()
	return topmost(slices.DeleteFunc(slices.Clone(p.Write), func(w string) bool {
		return w == p.Scratch || !slices.ContainsFunc(places, func(place string) bool { return within(w, place) })
	}))
}

// maxKept bounds the mounts of one view: each command's copy of them costs.
const maxKept = 128

// keep picks what a view covers: a letter (k: read-only, p: pinned), the
// identity and the path. The identity makes a sandbox whose mounts went with a
// file that somebody replaced one that is not used again.
func keep(marks []mark, p Profile) []string {
	var out []string
	for _, m := range marks {
		if m.link || m.lifted(p) || slices.Contains(p.Own, m.path) || len(out) == maxKept {
			continue
		}
		letter := "k"
		if m.pin {
			letter = "p"
		}
		out = append(out, letter+m.id+" "+m.path)
	}
	return out
}

// kept reads one entry of keep.
func kept(entry string) (at string, pin, ok bool) {
	head, at, ok := strings.Cut(entry, " ")
	if !ok || head == "" || !path.IsAbs(at) {
		return "", false, false
	}
	return at, head[0] == 'p', true
}

// protect puts the mounts of a view's protected paths into the new root. What
// has vanished meanwhile is nobody's to protect.
func (t tree) protect(entries, writable []string) error {
	for _, e := range entries {
		at, pin, ok := kept(e)
		if !ok || !slices.ContainsFunc(writable, func(w string) bool { return within(at, w) }) {
			continue
		}
		fd, err := t.open(at, unix.O_PATH)
		if err != nil {
			continue
		}
		attr := uint64(attrReadOnly)
		if pin {
			attr = attrHost
		}
		b, err := cloneFD(fd, attr)
		_ = unix.Close(fd)
		if err != nil {
			return err
		}
		b.at = at
		if err := t.put(b); err != nil {
			return err
		}
	}
	return nil
}

// unplain lists the lines of a repository's configuration that say more than
// where it lies and what it tracks: such can name programs (git-config(1)). A
// text that cannot be read is its own line.
func unplain(file string) string {
	raw, err := readBounded(file, 256<<10)
	if err != nil {
		return "unreadable: " + err.Error()
	}
	var out []string
	section, continued := "", false
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSpace(line)
		switch {
		case continued:
			out = append(out, line)
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '[':
			end := strings.IndexByte(line, ']')
			name, _, _ := strings.Cut(strings.Trim(line, "[]"), " ")
			section = strings.ToLower(name)
			if end != len(line)-1 {
				section = "" // a setting on the same line
			}
			if section == "" || !slices.Contains(plainSections(), section) {
				out = append(out, line)
			}
		default:
			key, _, _ := strings.Cut(line, "=")
			if !plainSetting(section, strings.ToLower(strings.TrimSpace(key))) {
				out = append(out, section+"."+line)
			}
		}
		continued = strings.HasSuffix(line, `\`)
	}
	return strings.Join(out, "\n")
}

func plainSections() []string {
	return []string{"core", "remote", "branch", "user", "init", "submodule", "extensions", "index", "pull", "push", "fetch", "merge", "rebase", "rerere", "color", "diff", "log"}
}

// plainSetting lists what git-init(1), git-clone(1) and git-checkout(1) write,
// and settings that name neither a program nor a place (package command lets
// git write them).
func plainSetting(section, key string) bool {
	switch section {
	case "core":
		switch key {
		case "repositoryformatversion", "filemode", "bare", "logallrefupdates", "ignorecase", "precomposeunicode", "symlinks", "worktree",
			"sparsecheckout", "sparsecheckoutcone", "autocrlf", "eol", "safecrlf", "quotepath", "abbrev":
			return true
		}
	case "remote":
		return key == "url" || key == "fetch" || key == "promisor" || key == "partialclonefilter" || key == "tagopt"
	case "branch":
		return key == "remote" || key == "merge" || key == "rebase" || key == "description"
	case "submodule":
		return key == "url" || key == "active"
	case "extensions":
		return key == "objectformat" || key == "refstorage" || key == "partialclone" || key == "worktreeconfig"
	case "index":
		return key == "sparse"
	case "user", "init":
		return key == "name" || key == "email" || key == "defaultbranch"
	}
	switch section + "." + key {
	case "pull.rebase", "pull.ff", "push.default", "push.autosetupremote", "push.followtags", "fetch.prune", "merge.ff", "merge.conflictstyle",
		"rebase.autosquash", "rebase.autostash", "rerere.enabled", "color.ui", "diff.algorithm", "log.date":
		return true
	}
	return false
}

// activeHooks lists what git would run; samples are not.
func activeHooks(dir string) string {
	entries, err := readDir(dir, 256)
	if err != nil {
		return ""
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() || strings.HasSuffix(e.Name(), ".sample") || e.Name() == "README" {
			continue
		}
		out = append(out, e.Name()+" "+identity(filepath.Join(dir, e.Name()), true))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// readBounded reads a regular file without following a link at its end.
func readBounded(file string, most int64) ([]byte, error) {
	fd, err := unix.Open(file, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), file)
	defer func() { _ = f.Close() }()
	raw := make([]byte, most)
	n, err := f.ReadAt(raw, 0)
	if n == 0 && err != nil && !isEOF(err) {
		return nil, err
	}
	if int64(n) == most {
		return nil, unix.EFBIG
	}
	return raw[:n], nil
}
