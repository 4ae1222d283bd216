package confine

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"passepartout/internal/spawn"
)

// tally is what folders hold.
type tally struct {
	all     int64 // bytes on the disk, and the cost of each file
	young   int64 // of what changed since the command began
	partial bool  // there is more than was counted
}

const (
	maxCounted = 500_000
	maxDeleted = 100_000 // descriptors looked at
)

// count adds up what the folders of a command hold, and the files that were
// removed there while some process below this one has them open.
func count(places []place, since time.Time) tally {
	var t tally
	left := maxCounted
	seen := map[[2]uint64]bool{}
	var roots []string
	for _, p := range places {
		roots = append(roots, p.path)
	}
	for _, root := range topmost(roots) {
		err := filepath.WalkDir(root, func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil //nolint:nilerr // it vanished, or is not ours to read
			}
			if left--; left < 0 {
				t.partial = true
				return fs.SkipAll
			}
			if info, err := d.Info(); err == nil {
				t.add(info, since, seen)
			}
			return nil
		})
		t.partial = t.partial || err != nil
	}
	t.deleted(roots, since, seen)
	return t
}

// add counts one file, once however many names it has.
func (t *tally) add(info fs.FileInfo, since time.Time, seen map[[2]uint64]bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	if st.Nlink != 1 && !info.IsDir() {
		id := [2]uint64{st.Dev, st.Ino}
		if seen[id] {
			return
		}
		seen[id] = true
	}
	cost := st.Blocks*512 + fileCost
	t.all += cost
	// The clock of file systems is behind by up to a tick.
	if !time.Unix(st.Ctim.Unix()).Before(since.Add(-10 * time.Millisecond)) {
		t.young += cost
	}
}

// deleted counts files without a name that are still open.
func (t *tally) deleted(roots []string, since time.Time, seen map[[2]uint64]bool) {
	pids, err := spawn.Below(os.Getpid())
	if err != nil {
		return
	}
	left := maxDeleted
	for _, pid := range pids {
		dir := "/proc/" + strconv.Itoa(pid) + "/fd"
		fds, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, fd := range fds {
			if left--; left < 0 {
				return
			}
			at := filepath.Join(dir, fd.Name())
			to, err := os.Readlink(at)
			if err != nil || !strings.HasSuffix(to, " (deleted)") || !slices.ContainsFunc(roots, func(r string) bool { return within(to, r) }) {
				continue
			}
			if info, err := os.Stat(at); err == nil && info.Mode().IsRegular() {
				t.add(info, since, seen)
			}
		}
	}
}
