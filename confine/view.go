package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// view is the file system that a sandbox shows. It is made once for a zygote;
// what one command may do in it is narrowed by Landlock.
type view struct {
	read   []string // shown read-only
	write  []string // shown writable
	hidden []string // masked
	roots  []string
	temp   int64 // bytes of /tmp and of /dev/shm
	inet   bool
}

// viewOf takes from a profile what decides over the mounts. Paths that others
// cover are left out, so that most commands of an agent share one view.
func viewOf(p Profile, landlock bool) view {
	v := view{read: topmost(p.Read), hidden: slices.Clone(p.Hidden), roots: slices.Clone(p.Roots), temp: p.Limits.Temp, inet: len(p.Hosts) > 0}
	write := slices.Clone(p.ViewWrite)
	if !landlock {
		write = nil // nothing narrows later, so the mounts must be exact
	}
	write = append(write, p.Write...)
	for _, d := range p.Delete {
		write = append(write, parentOf(d, p.Roots))
	}
	v.write = topmost(write)
	slices.Sort(v.hidden)
	slices.Sort(v.roots)
	return v
}

// topmost sorts paths and leaves out those below another.
func topmost(paths []string) []string {
	sorted := slices.Clone(paths)
	slices.Sort(sorted)
	var out []string
	for _, p := range sorted {
		if !slices.ContainsFunc(out, func(o string) bool { return within(p, o) }) {
			out = append(out, p)
		}
	}
	return out
}

// The private /tmp, and what a command gets instead where it could otherwise
// write to parts of the view that lie below /tmp and were not cleared for it:
// a right that Landlock gives on a folder reaches everything below.
const (
	wholeTemp   = "/tmp"
	narrowTemp  = "/tmp/private"
	sharedTemps = "/dev/shm"
)

// tempFor picks between them for one command.
func tempFor(shown, write, remove []string) string {
	for _, p := range shown {
		if within(p, wholeTemp) && !(slices.Contains(write, p) && slices.Contains(remove, p)) {
			return narrowTemp
		}
	}
	return wholeTemp
}

func (v view) encode() []byte {
	inet := ""
	if v.inet {
		inet = "1"
	}
	return encode(v.read, v.write, v.hidden, v.roots, []string{strconv.FormatInt(v.temp, 10), inet})
}

func decodeView(msg []byte) (view, error) {
	l, err := decode(msg, 5)
	if err != nil || len(l[4]) != 2 {
		return view{}, errMalformed
	}
	temp, err := strconv.ParseInt(l[4][0], 10, 64)
	if err != nil {
		return view{}, errMalformed
	}
	return view{read: l[0], write: l[1], hidden: l[2], roots: l[3], temp: temp, inet: l[4][1] != ""}, nil
}

// bind is a detached copy of a part of the host's tree, to be put at a path.
type bind struct {
	at   string
	tree int
	dir  bool
	link string // instead: a symbolic link
}

const (
	attrHost     = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	attrReadOnly = attrHost | unix.MOUNT_ATTR_RDONLY
	staging      = "/tmp" // any folder; the new root is put together on it
)

// enter replaces the root of the calling process's mount namespace by the
// view. It needs CAP_SYS_ADMIN in the namespace's owner.
func (v view) enter() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("propagation: %w", err)
	}
	binds, err := v.collect()
	if err != nil {
		return err
	}
	if err := unix.Mount("root", staging, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=0755,size=1m,nr_inodes=4096"); err != nil {
		return fmt.Errorf("root: %w", err)
	}
	root, err := unix.Open(staging, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("root: %w", err)
	}
	t := tree{root}
	steps := []func() error{
		func() error { return t.system(v.temp) },
		func() error { return t.attach(binds) },
		func() error { return t.hide(v.hidden) },
		pivot,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return unix.Close(root)
}

// collect clones every shown part before anything is covered.
func (v view) collect() ([]bind, error) {
	var out []bind
	for _, p := range v.read {
		if slices.Contains(v.write, p) {
			continue
		}
		b, err := clonePath(p, attrReadOnly)
		if err != nil {
			return nil, err
		}
		out = append(out, b...)
	}
	for _, p := range v.write {
		fd, err := openCleared(p, v.roots)
		if err != nil {
			continue // not shown: the command is told so by the kernel
		}
		b, err := cloneFD(fd, attrHost)
		_ = unix.Close(fd)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		out = append(out, b)
	}
	// Outer before inner; a writable part inside a read-only one covers it.
	slices.SortStableFunc(out, func(a, b bind) int { return strings.Compare(a.at, b.at) })
	return out, nil
}

// clonePath clones what an operator named. A link at the end is copied as a
// link, and what it points to is not shown by it.
func clonePath(p string, attr uint64) ([]bind, error) {
	st, err := os.Lstat(p)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("view: %w", err)
	}
	if st.Mode()&fs.ModeSymlink != 0 {
		to, err := os.Readlink(p)
		if err != nil {
			return nil, fmt.Errorf("view: %w", err)
		}
		return []bind{{at: p, tree: -1, link: to}}, nil
	}
	fd, err := unix.Open(p, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("view %s: %w", p, err)
	}
	defer func() { _ = unix.Close(fd) }()
	b, err := cloneFD(fd, attr)
	if err != nil {
		return nil, fmt.Errorf("view %s: %w", p, err)
	}
	return []bind{b}, nil
}

// cloneFD clones what fd names, submounts included, at the path it has.
func cloneFD(fd int, attr uint64) (bind, error) {
	at, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
	if err != nil {
		return bind{}, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return bind{}, err
	}
	t, err := unix.OpenTree(fd, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE|unix.AT_EMPTY_PATH)
	if err != nil {
		return bind{}, fmt.Errorf("open_tree: %w", err)
	}
	set := unix.MountAttr{Attr_set: attr}
	if err := unix.MountSetattr(t, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &set); err != nil {
		return bind{}, fmt.Errorf("mount_setattr: %w", err)
	}
	return bind{at: at, tree: t, dir: st.Mode&unix.S_IFMT == unix.S_IFDIR}, nil
}

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

// system makes /proc, /dev and /tmp.
func (t tree) system(temp int64) error {
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
		t.mkdir(narrowTemp),
		t.open1777(narrowTemp),
		t.symlink(narrowTemp, "/var/tmp"),
		t.mkdir("/run"),
	)
	if err != nil {
		return err
	}
	for _, d := range append(devices(), "/dev/tty") {
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
