package confine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// surveyor finds the protected paths in people's folders. It remembers what
// each folder holds and reads one again only when the kernel says that it
// changed, so that a second look costs a stat for each folder. It may be used
// by many goroutines.
type surveyor struct {
	now func() time.Time

	mu     sync.Mutex
	dirs   map[string]holding
	last   map[string]found     // by workplaces
	named  map[string]time.Time // when a clearance last named a protected path
	places int                  // folders of the last look
}

// found is the outcome of a look.
type found struct {
	marks []mark
	at    time.Time
}

// holding is what matters of one folder.
type holding struct {
	id    stamp
	seen  time.Time
	below []string // folders to look into, by their paths
	names []string // protected ones in it
	git   bool
}

// Bounds of one look.
const (
	maxFolders = 600
	maxEntries = 4000 // of one folder
	maxLevel   = 6
	maxModules = 32
	// racy is how long a folder must have been at rest before its time of
	// change is believed: clocks of file systems are coarse.
	racy = 50 * time.Millisecond
	// fresh is how old a look may be that was just made for the same command.
	fresh = 5 * time.Millisecond
)

func newSurveyor(now func() time.Time) *surveyor {
	return &surveyor{now: now, dirs: map[string]holding{}, last: map[string]found{}, named: map[string]time.Time{}}
}

// protect finds what the view of a profile has to cover. A command that can
// change nothing there is served with what was found last.
func (s *surveyor) protect(p Profile) []string {
	if s == nil {
		return p.kept
	}
	places := p.workplaces()
	if len(places) == 0 {
		return nil
	}
	s.mu.Lock()
	have, ok := s.last[strings.Join(places, "\x00")]
	s.mu.Unlock()
	switch {
	case ok && (!p.changes() || s.now().Sub(have.at) < fresh):
		return keep(have.marks, p)
	case ok && !p.wide():
		return keep(again(have.marks), p)
	default:
		return keep(s.look(places, true), p)
	}
}

// again tells which files bear the marks' names now. What is new besides is
// found when a command may write whole workplaces.
func again(marks []mark) []mark {
	out := make([]mark, 0, len(marks))
	for _, m := range marks {
		out = appendMark(out, m.path, m.pin)
	}
	return out
}

// look lists the protected paths that exist in some folders, sorted. whole says
// that these are all of a person's.
func (s *surveyor) look(places []string, whole bool) []mark {
	s.mu.Lock()
	defer s.mu.Unlock()
	type step struct {
		dir   string
		level int
	}
	var todo []step
	var out []mark
	for _, p := range places {
		if filepath.Base(p) == nameGit {
			out = append(out, repository(p)...)
			continue
		}
		todo = append(todo, step{p, 0})
	}
	began := s.now()
	seen := make(map[string]holding, len(s.dirs))
	for n := 0; n < len(todo) && n < maxFolders; n++ {
		at := todo[n]
		if _, twice := seen[at.dir]; twice {
			continue
		}
		h, ok := s.holding(at.dir)
		if !ok {
			continue
		}
		seen[at.dir] = h
		for _, name := range h.names {
			out = appendMark(out, filepath.Join(at.dir, name), false)
		}
		if h.git {
			out = append(out, repository(filepath.Join(at.dir, nameGit))...)
		}
		if at.level < maxLevel {
			for _, b := range h.below {
				todo = append(todo, step{b, at.level + 1})
			}
		}
	}
	slices.SortFunc(out, func(a, b mark) int { return strings.Compare(a.path, b.path) })
	s.places = len(seen)
	if !whole {
		for dir, h := range seen {
			s.dirs[dir] = h
		}
		if len(s.dirs) > 4*maxFolders {
			s.dirs = seen
		}
		return out
	}
	// Other workplaces' folders are forgotten: they cost one more reading.
	s.dirs = seen
	if len(s.last) > 16 {
		clear(s.last)
	}
	s.last[strings.Join(places, "\x00")] = found{out, began}
	return out
}

// holding reads one folder, or finds that it is as it was; the lock is held.
func (s *surveyor) holding(dir string) (holding, bool) {
	id, ok := stampOf(dir)
	if !ok {
		return holding{}, false
	}
	if h, ok := s.dirs[dir]; ok && h.id == id && h.seen.Sub(time.Unix(id.changed.Sec, int64(id.changed.Nsec))) > racy {
		return h, true
	}
	now := s.now()
	entries, err := readDir(dir, maxEntries)
	if err != nil {
		return holding{}, false
	}
	h := holding{id: id, seen: now}
	names := protectedNames()
	for _, e := range entries {
		name := e.Name()
		switch {
		case name == nameGit:
			h.git = true
		case slices.Contains(names, name):
			h.names = append(h.names, name)
		case e.IsDir() && !skipped(name):
			h.below = append(h.below, filepath.Join(dir, name))
		}
	}
	slices.Sort(h.below)
	return h, true
}

// repository lists what is protected of one.
func repository(git string) []mark {
	out := appendMark(nil, git, true)
	if len(out) == 0 {
		return nil
	}
	if st, err := os.Lstat(git); err != nil || !st.IsDir() {
		out[0].pin = false // a file that says where the repository is
		return out
	}
	folders := []string{git}
	if modules, err := readDir(filepath.Join(git, "modules"), maxModules); err == nil {
		for _, m := range modules {
			folders = append(folders, filepath.Join(git, "modules", m.Name()))
		}
	}
	for _, f := range folders {
		for _, name := range gitNames() {
			out = appendMark(out, filepath.Join(f, name), false)
		}
	}
	return out
}

func appendMark(out []mark, at string, pin bool) []mark {
	var st unix.Stat_t
	if unix.Lstat(at, &st) != nil {
		return out
	}
	return append(out, mark{path: at, pin: pin, id: identity(at, false), link: st.Mode&unix.S_IFMT == unix.S_IFLNK})
}

// stamp tells one file, and one state of it, from all that ever bore its name:
// device, inode and birth, where the file system knows it; size and change.
type stamp struct {
	dev, ino, size uint64
	born, changed  unix.StatxTimestamp
}

func stampOf(at string) (stamp, bool) {
	var st unix.Statx_t
	if unix.Statx(unix.AT_FDCWD, at, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_BASIC_STATS|unix.STATX_BTIME, &st) != nil {
		return stamp{}, false
	}
	return stamp{uint64(st.Dev_major)<<32 | uint64(st.Dev_minor), st.Ino, st.Size, st.Btime, st.Ctime}, true
}

// identity is a stamp as text; without state it tells only which file it is.
func identity(at string, state bool) string {
	s, ok := stampOf(at)
	if !ok {
		return ""
	}
	id := fmt.Sprintf("%x:%x:%x:%x", s.dev, s.ino, s.born.Sec, s.born.Nsec)
	if state {
		id += fmt.Sprintf(":%x:%x:%x", s.size, s.changed.Sec, s.changed.Nsec)
	}
	return id
}

// readDir lists at most a number of entries of a folder, without following a
// link at its end.
func readDir(dir string, most int) ([]fs.DirEntry, error) {
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("survey: %w", err)
	}
	f := os.NewFile(uintptr(fd), dir)
	defer func() { _ = f.Close() }()
	entries, err := f.ReadDir(most)
	if err != nil && !isEOF(err) {
		return nil, fmt.Errorf("survey: %w", err)
	}
	return entries, nil
}

func isEOF(err error) bool { return errors.Is(err, io.EOF) }
