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

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// tally is what folders hold.
type tally struct {
	all     int64 // bytes on the disk, and the cost of each file
	young   int64 // of what changed since the command began
	born    int64 // of what is new since then, where the file system knows
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
		err := filepath.WalkDir(root, func(at string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil //nolint:nilerr // it vanished, or is not ours to read
			}
			if left--; left < 0 {
				t.partial = true
				return fs.SkipAll
			}
			if info, err := d.Info(); err == nil {
				t.add(at, info, since, seen)
			}
			return nil
		})
		t.partial = t.partial || err != nil
	}
	t.deleted(roots, since, seen)
	return t
}

// add counts one file, once however many names it has.
func (t *tally) add(at string, info fs.FileInfo, since time.Time, seen map[[2]uint64]bool) {
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
	since = since.Add(-10 * time.Millisecond)
	if time.Unix(st.Ctim.Unix()).Before(since) {
		return
	}
	t.young += cost
	if !bornAt(at, info).Before(since) {
		t.born += cost
	}
}

// bornAt is when a file was made, by statx(2); the zero time where that is not
// known.
func bornAt(at string, info fs.FileInfo) time.Time {
	flags := unix.AT_SYMLINK_NOFOLLOW
	if info.Mode()&fs.ModeSymlink == 0 {
		flags = 0 // an open file without a name is behind a link of /proc
	}
	var x unix.Statx_t
	if err := unix.Statx(unix.AT_FDCWD, at, flags, unix.STATX_BTIME, &x); err != nil || x.Mask&unix.STATX_BTIME == 0 {
		return time.Time{}
	}
	return time.Unix(x.Btime.Sec, int64(x.Btime.Nsec))
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
				t.add(at, info, since, seen)
			}
		}
	}
}
