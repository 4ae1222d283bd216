package command

import (
	"errors"

	"golang.org/x/sys/unix"
)

// unlinked reports that a clean absolute path leads through no symbolic link,
// as far as anything stands there: openat2(2) with RESOLVE_NO_SYMLINKS looks at
// every part and gives ENOENT only where the parts before are no links. One
// call, where following links by hand takes one for each folder. False: it does,
// or the kernel does not say (before Linux 5.6, or forbidden).
func unlinked(p string) bool {
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	fd, err := unix.Openat2(unix.AT_FDCWD, p, &how)
	if err == nil {
		_ = unix.Close(fd)
	}
	return err == nil || errors.Is(err, unix.ENOENT)
}

// executable reports whether a program stands there that somebody may start.
func executable(p string) bool {
	mode, ok := modeOf(p)
	return ok && mode&unix.S_IFMT == unix.S_IFREG && mode&0o111 != 0
}

// isDir reports whether a path leads to a folder, links followed.
func isDir(p string) bool {
	mode, ok := modeOf(p)
	return ok && mode&unix.S_IFMT == unix.S_IFDIR
}

// modeOf is the mode of a file by stat(2), asked directly, since os.Stat makes an error
// of each path that is not there, and most are not.
func modeOf(p string) (uint32, bool) {
	var st unix.Stat_t
	err := unix.Stat(p, &st)
	for errors.Is(err, unix.EINTR) {
		err = unix.Stat(p, &st)
	}
	return st.Mode, err == nil
}
