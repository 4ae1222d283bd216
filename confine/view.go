package confine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
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
	kept   []string // protected paths in what is writable, see keep
	temp   int64    // bytes of /tmp and of /dev/shm
	inet   bool
	// machine are files that are shown in machineParts, under their numbers.
	machine []string
	kvm     bool // /dev/kvm is shown
}

// viewOf takes from a profile what decides over the mounts. Paths that others
// cover are left out, so that most commands of an agent share one view.
func viewOf(p Profile, landlock bool) view {
	v := view{
		read: topmost(slices.DeleteFunc(slices.Clone(p.Read), isOwn)), hidden: slices.Clone(p.Hidden), roots: slices.Clone(p.Roots), kept: p.kept,
		temp: p.Limits.Temp, inet: len(p.Hosts) > 0, machine: p.machine, kvm: p.kvm,
	}
	write := slices.Clone(p.ViewWrite)
	if !landlock {
		write = nil // nothing narrows later, so the mounts must be exact
	}
	write = append(write, p.Write...)
	for _, d := range p.Delete {
		write = append(write, parentOf(d, p.Roots))
	}
	v.write = topmost(slices.DeleteFunc(write, isOwn))
	slices.Sort(v.hidden)
	slices.Sort(v.roots)
	return v
}

// files tells which files bear the names of what is hidden and of what is
// writable. A mount covers a file and not its name: where somebody outside makes
// a secret, or puts another in its place, as passwd(1) and editors do, it would
// show through, and a folder that was exchanged would still be the old one. So
// a sandbox serves as long as these are the same. A command that runs meanwhile
// keeps what it has; so does who holds a file open.
func (v view) files() string {
	hidden := slices.DeleteFunc(slices.Clone(v.hidden), func(h string) bool {
		shown := func(at string) bool { return within(h, at) || within(at, h) }
		return !slices.ContainsFunc(v.read, shown) && !slices.ContainsFunc(v.write, shown)
	})
	return filesOf(hidden) + filesOf(v.write)
}

// filesOf tells files from others of the same names, and from none.
func filesOf(paths []string) string {
	var out []byte
	for _, at := range paths {
		s, _ := stampOf(at)
		for _, n := range []uint64{s.dev, s.ino, uint64(s.born.Sec), uint64(s.born.Nsec)} {
			out = binary.NativeEndian.AppendUint64(out, n)
		}
	}
	return string(out)
}

// isOwn says whether a sandbox has something of its own at a path: its
// processes and devices. The host's are not shown there, whatever was cleared:
// /proc/self would be the sandbox's maker, and a device is none on such a mount.
func isOwn(p string) bool {
	return within(p, "/proc") || within(p, "/dev") && !within(p, sharedTemps)
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
// a right that Landlock gives on a folder reaches everything below. It has a
// name outside of /tmp, because the host's /tmp may be shown in that place. The
// host's other folder for temporary files is a link to it.
const (
	wholeTemp   = "/tmp"
	narrowTemp  = "/.tmp"
	lastingTemp = "/var/tmp"
	sharedTemps = "/dev/shm"
)

// tempFor picks between them for one command.
func (v view) tempFor(write, remove []string) string {
	if slices.Contains(v.read, wholeTemp) {
		return narrowTemp
	}
	for _, p := range v.write {
		if within(p, wholeTemp) && !(slices.Contains(write, p) && slices.Contains(remove, p)) {
			return narrowTemp
		}
	}
	return wholeTemp
}

// ownShared says whether /dev/shm is the view's own and nothing else.
func (v view) ownShared() bool {
	return !slices.ContainsFunc(slices.Concat(v.read, v.write), func(p string) bool { return within(p, sharedTemps) })
}

func (v view) encode() []byte {
	return encode(v.read, v.write, v.hidden, v.roots, v.kept, v.machine, []string{strconv.FormatInt(v.temp, 10), flag(v.inet), flag(v.kvm)})
}

func decodeView(msg []byte) (view, error) {
	l, err := decode(msg, 7)
	if err != nil || len(l[6]) != 3 {
		return view{}, errMalformed
	}
	temp, err := strconv.ParseInt(l[6][0], 10, 64)
	if err != nil {
		return view{}, errMalformed
	}
	return view{
		read: l[0], write: l[1], hidden: l[2], roots: l[3], kept: l[4], machine: l[5],
		temp: temp, inet: l[6][1] != "", kvm: l[6][2] != "",
	}, nil
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
	machineParts = "/.machine"
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
		func() error { return t.system(v.temp, v.kvm) },
		func() error { return t.attach(binds) },
		func() error { return t.symlink(narrowTemp, lastingTemp) }, // unless something there is shown
		func() error { return t.protect(v.kept, v.write) },
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
	for i, p := range v.machine {
		b, err := clonePath(p, attrReadOnly)
		if err != nil || len(b) != 1 || b[0].link != "" {
			return nil, fmt.Errorf("%s is not to be had: %w", p, errors.Join(err, fs.ErrNotExist))
		}
		b[0].at = machineParts + "/" + strconv.Itoa(i)
		out = append(out, b[0])
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
