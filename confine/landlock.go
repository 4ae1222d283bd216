package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock rights, see landlock(7). Devices can never be made.
const (
	mayRead = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR

	mayWriteFile = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE

	mayWrite = mayWriteFile | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_DIR |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_REFER

	mayDelete = unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REFER

	mayDevice = unix.LANDLOCK_ACCESS_FS_READ_FILE | mayWriteFile | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV

	ofFiles = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | mayWriteFile | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// landlockABI is the kernel's version of Landlock, 0 without it.
func landlockABI() int {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// handledFS are the rights that this version can deny.
func handledFS(abi int) uint64 {
	all := uint64(1<<13 - 1) // version 1: EXECUTE to MAKE_SYM
	if abi >= 2 {
		all |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		all |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 5 {
		all |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return all
}

// ruleset is a Landlock ruleset in the making; the file is given to the
// command, which restricts itself with it.
type ruleset struct {
	file    *os.File
	handled uint64
}

// rulesetAttr is struct landlock_ruleset_attr.
type rulesetAttr struct{ fs, net, scoped uint64 }

// newRuleset makes an empty one. With denyTCP no TCP port may be bound or
// connected to, where the version knows of it.
func newRuleset(abi int, denyTCP bool) (*ruleset, error) {
	attr := rulesetAttr{fs: handledFS(abi)}
	size := unsafe.Sizeof(attr.fs)
	if abi >= 4 {
		size = unsafe.Offsetof(attr.scoped)
		if denyTCP {
			attr.net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		}
	}
	if abi >= 6 {
		size = unsafe.Sizeof(attr)
		attr.scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return nil, fmt.Errorf("landlock ruleset: %w", errno)
	}
	return &ruleset{file: os.NewFile(fd, "landlock"), handled: attr.fs}, nil
}

// allow grants rights on what f names. Rights that make no sense for a file
// are left out for files.
func (r *ruleset) allow(fd int, rights uint64) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("landlock rule: %w", err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= ofFiles
	}
	rights &= r.handled
	if rights == 0 {
		return nil
	}
	// struct landlock_path_beneath_attr is packed: 12 bytes.
	var attr [12]byte
	*(*uint64)(unsafe.Pointer(&attr[0])) = rights
	*(*int32)(unsafe.Pointer(&attr[8])) = int32(fd)
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, r.file.Fd(), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	runtime.KeepAlive(r)
	if errno != 0 {
		return fmt.Errorf("landlock rule: %w", errno)
	}
	return nil
}

// trust grants rights on a path that the operator named: links are followed,
// what does not exist is left out.
func (r *ruleset) trust(path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return ignoreAbsent(err)
	}
	defer func() { _ = unix.Close(fd) }()
	return r.allow(fd, rights)
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP) || errors.Is(err, fs.ErrPermission) {
		return nil // no grant: the command is told so by the kernel
	}
	return fmt.Errorf("landlock rule: %w", err)
}

// openCleared opens a cleared path, or the nearest folder above it that
// exists, without following links. A path with links in it counts if it ends
// in one of the roots: otherwise a link in the workspace would turn the right
// to write it into the right to write what it points to.
func openCleared(path string, roots []string) (int, error) {
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS}
	for {
		fd, err := unix.Openat2(unix.AT_FDCWD, path, &how)
		if errors.Is(err, unix.ELOOP) {
			real, lerr := filepath.EvalSymlinks(path)
			if lerr == nil {
				if !slices.ContainsFunc(roots, func(r string) bool { return within(real, r) }) {
					return -1, unix.ELOOP
				}
				return unix.Openat2(unix.AT_FDCWD, real, &how)
			}
			err = lerr
		}
		if err == nil {
			return fd, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return -1, err
		}
		if path = filepath.Dir(path); path == "/" {
			return -1, unix.ENOENT // never the root
		}
	}
}

// carve replaces a granted path by its parts where something below it stays
// hidden, because Landlock can only add. Of a folder that is taken apart only
// the names can be listed.
func carve(path string, hidden []string) (whole, listed []string) {
	if slices.Contains(hidden, path) {
		return nil, nil
	}
	if !slices.ContainsFunc(hidden, func(h string) bool { return h != path && within(h, path) && exists(h) }) {
		if slices.ContainsFunc(hidden, func(h string) bool { return within(path, h) }) {
			return nil, nil
		}
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, nil
	}
	listed = append(listed, path)
	for _, e := range entries {
		at := filepath.Join(path, e.Name())
		if e.Type()&fs.ModeSymlink != 0 {
			continue // what it points to is granted, or not, by itself
		}
		w, l := carve(at, hidden)
		whole, listed = append(whole, w...), append(listed, l...)
	}
	return whole, listed
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// parentOf is the folder whose right to remove a deletion needs; a root itself
// is never removed.
func parentOf(path string, roots []string) string {
	if slices.Contains(roots, path) {
		return path
	}
	return filepath.Dir(path)
}
