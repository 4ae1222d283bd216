package command

import (
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

// DefaultPath is where programs are looked for when the environment has no PATH.
const DefaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// osPaths asks the file system at hand. Its answers are true at that moment; the
// sandbox is what makes them hold.
type osPaths struct{}

// OS is the real file system.
func OS() PathResolver { return osPaths{} }

// Resolve follows links of the longest beginning of p that exists.
func (osPaths) Resolve(p string) string {
	p = cleaned(p)
	if unlinked(p) {
		return p
	}
	real, err := filepath.EvalSymlinks(p)
	if err == nil {
		return real
	}
	at := existing(p)
	rest := strings.TrimPrefix(p[len(at):], "/")
	for {
		real, err := filepath.EvalSymlinks(at)
		if err == nil {
			return path.Join(real, rest)
		}
		// A link that leads nowhere yet would be followed once its target
		// exists, so its target is what counts.
		if target, err := os.Readlink(at); err == nil && len(rest) < 4096 {
			if !path.IsAbs(target) {
				target = path.Join(path.Dir(at), target)
			}
			if target != at && strings.Count(target, "/") < 256 {
				return path.Join(osPaths{}.parent(target), rest)
			}
		}
		if at == "/" {
			return p
		}
		rest = path.Join(path.Base(at), rest)
		at = path.Dir(at)
	}
}

// existing is the longest beginning of a clean path that something stands at,
// perhaps a link that leads nowhere. What stands nowhere holds nothing, so half
// of what is left is ruled out each time: a path may have thousands of folders.
func existing(p string) string {
	ends := []int{1} // of the beginnings, the root first
	for i := 1; i <= len(p); i++ {
		if i == len(p) && i > 1 || i < len(p) && p[i] == '/' {
			ends = append(ends, i)
		}
	}
	first := sort.Search(len(ends)-1, func(i int) bool {
		_, err := os.Lstat(p[:ends[i+1]])
		return err != nil
	})
	return p[:ends[first]]
}

// parent resolves the folder of a path whose last part does not exist.
func (osPaths) parent(p string) string {
	dir, err := filepath.EvalSymlinks(path.Dir(p))
	if err != nil {
		return path.Clean(p)
	}
	return path.Join(dir, path.Base(p))
}

// LookPath finds an executable regular file.
func (osPaths) LookPath(name, list string) (string, bool) {
	for dir := range strings.SplitSeq(list, ":") {
		if !path.IsAbs(dir) {
			continue
		}
		p := under(dir, name)
		if executable(p) {
			return p, true
		}
	}
	return "", false
}

// IsDir asks the file system.
func (osPaths) IsDir(p string) bool { return isDir(p) }

// Exists asks the file system.
func (osPaths) Exists(p string) bool {
	_, err := os.Stat(p)
	return err == nil
}

// Fixed is a file system held in memory, so that a judgement does not depend
// on the machine: links by path, folders that exist, programs by bare name.
type Fixed struct {
	Links    map[string]string
	Dirs     map[string]bool
	Programs map[string]string
}

// Resolve follows the links that are given, at most 40 times.
func (f Fixed) Resolve(p string) string {
	p = cleaned(p)
	if len(f.Links) == 0 {
		return p
	}
	for range 40 {
		changed := false
		for at := p; len(at) > 1; at = at[:max(strings.LastIndexByte(at, '/'), 0)] { // path.Dir of a clean path, without cleaning it again
			if to, ok := f.Links[at]; ok {
				if !path.IsAbs(to) {
					to = path.Join(path.Dir(at), to)
				}
				p, changed = path.Join(to, p[len(at):]), true
				break
			}
		}
		if !changed {
			break
		}
	}
	return p
}

// LookPath returns the program that is given for the name.
func (f Fixed) LookPath(name, _ string) (string, bool) {
	p, ok := f.Programs[name]
	return p, ok
}

// IsDir reports whether the folder is given.
func (f Fixed) IsDir(p string) bool { return f.Dirs[p] }

// isClean reports whether an absolute path is what path.Clean makes of it.
func isClean(p string) bool {
	if p == "" || p[0] != '/' || len(p) > 1 && p[len(p)-1] == '/' {
		return false
	}
	for i := range len(p) - 1 {
		if p[i] != '/' {
			continue
		}
		switch rest := p[i+1:]; {
		case rest[0] == '/', rest == ".", rest == "..", strings.HasPrefix(rest, "./"), strings.HasPrefix(rest, "../"):
			return false
		}
	}
	return true
}

// cleaned is path.Clean, which takes its time with what is clean already.
func cleaned(p string) string {
	if isClean(p) {
		return p
	}
	return path.Clean(p)
}

// under is path.Join of a folder and a path.
func under(dir, p string) string {
	switch {
	case dir == "/" && plain(p):
		return dir + p
	case plain(p) && isClean(dir):
		return dir + "/" + p
	}
	return path.Join(dir, p)
}

// folderOf and nameIn are path.Dir and path.Base.
func folderOf(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 && isClean(p) {
		return p[:max(i, 1)]
	}
	return path.Dir(p)
}

// nameIn is the last part of a path, without making a new text.
func nameIn(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 && i < len(p)-1 {
		return p[i+1:]
	}
	return path.Base(p)
}

// maxListed bounds how many names are looked at for one pattern.
const maxListed = 4096

// Listed are the files that a pattern with no other sign than * stands for, those whose
// names begin with a dot as well; false: there are too many names to look at.
func (osPaths) Listed(pattern string) (names []string, ok bool) {
	names = []string{"/"}
	left := maxListed
	for part := range strings.SplitSeq(strings.TrimPrefix(pattern, "/"), "/") {
		var below []string
		for _, dir := range names {
			if !strings.Contains(part, "*") {
				below = append(below, path.Join(dir, part))
				continue
			}
			if !isDir(dir) {
				continue // so that nothing is listed in it
			}
			folder, err := os.Open(dir)
			if err != nil {
				return nil, false
			}
			found, err := folder.Readdirnames(left + 1)
			if errClose := folder.Close(); errClose != nil || err != nil && !errors.Is(err, io.EOF) {
				return nil, false
			}
			if left -= len(found); left < 0 {
				return nil, false
			}
			for _, name := range found {
				if fits, err := path.Match(part, name); err == nil && fits {
					below = append(below, path.Join(dir, name))
				}
			}
		}
		names = below
	}
	return names, true
}
