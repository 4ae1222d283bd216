package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// tree is the new root in the making. Nothing below it is reached by following
// links, because some of it belongs to agents.
type tree struct{ root int }

func (t tree) open(path string, flags uint64) (int, error) {
	how := unix.OpenHow{Flags: flags | unix.O_CLOEXEC, Resolve: unix.RESOLVE_IN_ROOT | unix.RESOLVE_NO_SYMLINKS}
	return unix.Openat2(t.root, strings.TrimPrefix(path, "/"), &how)
}

// mkdir makes a folder and those above it, and opens it.
func (t tree) mkdir(path string) error {
	at := ""
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		at += "/" + part
		if fd, err := t.open(at, unix.O_PATH|unix.O_DIRECTORY); err == nil {
			_ = unix.Close(fd)
			continue
		}
		if err := t.inParent(at, func(dir int, name string) error { return unix.Mkdirat(dir, name, 0o755) }); err != nil {
			return fmt.Errorf("make %s: %w", at, err)
		}
	}
	return nil
}

// inParent runs f with the folder of a path.
func (t tree) inParent(path string, f func(dir int, name string) error) error {
	parent := t.root
	if dir := filepath.Dir(path); dir != "/" {
		fd, err := t.open(dir, unix.O_PATH|unix.O_DIRECTORY)
		if err != nil {
			return err
		}
		defer func() { _ = unix.Close(fd) }()
		parent = fd
	}
	return f(parent, filepath.Base(path))
}

// file makes an empty file to mount over, unless something is there.
func (t tree) file(path string, mode uint32) error {
	if err := t.mkdir(filepath.Dir(path)); err != nil && filepath.Dir(path) != "/" {
		return err
	}
	if fd, err := t.open(path, unix.O_PATH); err == nil {
		return unix.Close(fd)
	}
	return t.inParent(path, func(dir int, name string) error {
		fd, err := unix.Openat(dir, name, unix.O_CREAT|unix.O_EXCL|unix.O_WRONLY|unix.O_CLOEXEC, mode)
		if err != nil {
			return fmt.Errorf("make %s: %w", path, err)
		}
		return unix.Close(fd)
	})
}

// open1777 lets everybody make files in a folder.
func (t tree) open1777(path string) error {
	return t.inParent(path, func(dir int, name string) error {
		return unix.Fchmodat(dir, name, 0o1777, 0)
	})
}

func (t tree) symlink(to, path string) error {
	if dir := filepath.Dir(path); dir != "/" {
		if err := t.mkdir(dir); err != nil {
			return err
		}
	}
	return t.inParent(path, func(dir int, name string) error {
		if err := unix.Symlinkat(to, dir, name); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("link %s: %w", path, err)
		}
		return nil
	})
}

// put moves a detached tree to its place.
func (t tree) put(b bind) error {
	var err error
	if b.dir {
		err = t.mkdir(b.at)
	} else {
		err = t.file(b.at, 0o444)
	}
	if err != nil {
		return err
	}
	to, err := t.open(b.at, unix.O_PATH)
	if err != nil {
		return fmt.Errorf("place %s: %w", b.at, err)
	}
	defer func() { _ = unix.Close(to) }()
	if err := unix.MoveMount(b.tree, "", to, "", unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH); err != nil {
		return fmt.Errorf("place %s: %w", b.at, err)
	}
	return unix.Close(b.tree)
}

func (t tree) attach(binds []bind) error {
	for _, b := range binds {
		if b.link != "" {
			if err := t.symlink(b.link, b.at); err != nil {
				return err
			}
			continue
		}
		if err := t.put(b); err != nil {
			return err
		}
	}
	return nil
}

// mount mounts a new file system at a path.
func (t tree) mount(path, kind string, flags uintptr, data string) error {
	if err := t.mkdir(path); err != nil {
		return err
	}
	fd, err := t.open(path, unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer func() { _ = unix.Close(fd) }()
	if err := unix.Mount(kind, "/proc/self/fd/"+strconv.Itoa(fd), kind, flags, data); err != nil {
		return fmt.Errorf("mount %s: %w", path, err)
	}
	return nil
}

// narrow gives a folder of the private /tmp its second name.
func (t tree) narrow() error {
	const origin = wholeTemp + "/private"
	if err := errors.Join(t.mkdir(origin), t.open1777(origin)); err != nil {
		return err
	}
	fd, err := t.open(origin, unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return fmt.Errorf("%s: %w", origin, err)
	}
	defer func() { _ = unix.Close(fd) }()
	b, err := cloneFD(fd, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
	if err != nil {
		return fmt.Errorf("%s: %w", origin, err)
	}
	b.at = narrowTemp
	return t.put(b)
}

// system makes /proc, /dev and /tmp.
func (t tree) system(temp int64, kvm bool) error {
	const plain = unix.MS_NOSUID | unix.MS_NODEV
	size := "mode=1777,nr_inodes=200000,size=" + strconv.FormatInt(temp, 10)
	err := errors.Join(
		t.mount("/proc", "proc", plain|unix.MS_NOEXEC, ""),
		t.mount("/tmp", "tmpfs", plain, size),
		t.mount("/dev/shm", "tmpfs", plain, size),
		t.mount("/dev/pts", "devpts", unix.MS_NOSUID|unix.MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620"),
		t.symlink("pts/ptmx", "/dev/ptmx"),
		t.symlink("/proc/self/fd", "/dev/fd"),
		t.symlink("/proc/self/fd/0", "/dev/stdin"),
		t.symlink("/proc/self/fd/1", "/dev/stdout"),
		t.symlink("/proc/self/fd/2", "/dev/stderr"),
		t.narrow(),
		t.mkdir("/run"),
	)
	if err != nil {
		return err
	}
	shown := append(devices(), "/dev/tty")
	if kvm {
		shown = append(shown, "/dev/kvm")
	}
	for _, d := range shown {
		fd, err := unix.Open(d, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			continue
		}
		b, err := cloneFD(fd, unix.MOUNT_ATTR_NOSUID)
		_ = unix.Close(fd)
		if err != nil {
			return err
		}
		if err := t.put(b); err != nil {
			return err
		}
	}
	return nil
}

// hide covers secrets: a folder by an empty one that cannot be entered, a file
// by one that cannot be read.
func (t tree) hide(hidden []string) error {
	const cover = "/.hidden"
	if err := t.file(cover, 0); err != nil {
		return err
	}
	for _, h := range hidden {
		fd, err := t.open(h, unix.O_PATH)
		if err != nil {
			continue // not shown
		}
		var st unix.Stat_t
		err = unix.Fstat(fd, &st)
		_ = unix.Close(fd)
		if err != nil {
			return fmt.Errorf("hide %s: %w", h, err)
		}
		if st.Mode&unix.S_IFMT == unix.S_IFDIR {
			err = t.mount(h, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_RDONLY, "mode=0000,size=4k")
		} else {
			err = t.cover(h, cover)
		}
		if err != nil {
			return fmt.Errorf("hide %s: %w", h, err)
		}
	}
	return nil
}

func (t tree) cover(path, by string) error {
	fd, err := t.open(by, unix.O_PATH)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(fd) }()
	c, err := unix.OpenTree(fd, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_EMPTY_PATH)
	if err != nil {
		return fmt.Errorf("open_tree: %w", err)
	}
	return t.put(bind{at: path, tree: c})
}

// pivot makes the staged tree the root and lets go of the old one, then makes
// the bare root itself read-only.
func pivot() error {
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"chdir", func() error { return unix.Chdir(staging) }},
		{"pivot_root", func() error { return unix.PivotRoot(".", ".") }},
		{"umount", func() error { return unix.Unmount(".", unix.MNT_DETACH) }},
		{"chdir", func() error { return unix.Chdir("/") }},
		{"read-only root", func() error {
			return unix.Mount("", "/", "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, "")
		}},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}
