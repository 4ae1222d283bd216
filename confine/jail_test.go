package confine_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// A jail is a throw-away host for tests that need a worker which is root but
// must not be able to harm this machine, should a sandbox have a hole. It is
// this test binary again in user, mount, PID, network, IPC and UTS namespaces
// of its own. There it is user 0 with every capability, as root of a container
// is; outside it is an ordinary user: nobody, or whoever runs the tests. Its
// root is a file system in memory with the machine's programs bound read-only.
const jailed = "PP_JAIL"

// inJail says whether this process is root of a jail and not of the machine.
// The kernel is asked, not only the environment.
func inJail() bool {
	raw, err := os.ReadFile("/proc/self/uid_map")
	var inside, outside, n uint32
	if _, scanned := fmt.Sscan(string(raw), &inside, &outside, &n); err != nil || scanned != nil {
		return false
	}
	return os.Getenv(jailed) != "" && os.Geteuid() == 0 && outside != 0 && n == 1
}

// runJailed runs tests of this binary as root of a jail.
func runJailed(t *testing.T, pattern string) string {
	t.Helper()
	base, err := os.MkdirTemp("", "jail")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	exe := filepath.Join(base, "confine.test")
	if err := copyFile(testBinary(t), exe); err != nil {
		t.Fatal(err)
	}
	uid, gid := os.Geteuid(), os.Getegid()
	if uid == 0 {
		uid, gid = 65534, 65534
		if err := os.Chown(base, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), exe, "-test.run", pattern, "-test.timeout", "900s", "-test.v")
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=/usr/bin:/bin", "PP_CANARY=" + secret, "PP_CORPUS=" + os.Getenv("PP_CORPUS"), jailed + "=" + base}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: uid, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: gid, Size: 1}},
		Credential:  &syscall.Credential{NoSetGroups: true},
		Pdeathsig:   unix.SIGKILL,
	}
	// The signal comes when the thread that started it ends, as those of a
	// launcher do; this one lasts.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return string(out)
}

// jailMain turns a process that was started for it into the first one of a
// jail. It comes before everything else of the test binary.
func jailMain() {
	base := os.Getenv(jailed)
	if base == "" || !inJail() {
		return
	}
	if err := jail(base); err != nil {
		fmt.Fprintln(os.Stderr, "jail:", err)
		os.Exit(3)
	}
}

// mostJailed bounds the processes of a jail whatever the sandboxes in it do:
// outside, its root is an ordinary user, to whom the kernel applies the limit.
const mostJailed = 600

func jail(base string) error {
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: mostJailed, Max: mostJailed}); err != nil {
		return fmt.Errorf("limit: %w", err)
	}
	root := filepath.Join(base, "root")
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private: %w", err)
	}
	if err := os.Mkdir(root, 0o755); err != nil {
		return err
	}
	if err := unix.Mount("jail", root, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=0755,size=1g"); err != nil {
		return fmt.Errorf("root: %w", err)
	}
	for _, at := range []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt"} {
		if err := show(at, root+at, true); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	for _, dir := range []string{"/proc", "/dev/shm", "/dev/pts", "/tmp", "/run", "/var", "/root", "/home", "/srv"} {
		if err := os.MkdirAll(root+dir, 0o755); err != nil {
			return err
		}
	}
	for _, at := range []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"} {
		if err := show(at, root+at, false); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	for _, m := range []struct{ at, kind, data string }{
		{"/proc", "proc", ""}, {"/tmp", "tmpfs", "mode=1777,size=1g"}, {"/dev/shm", "tmpfs", "mode=1777,size=64m"},
	} {
		if err := unix.Mount(m.kind, root+m.at, m.kind, unix.MS_NOSUID|unix.MS_NODEV, m.data); err != nil {
			return fmt.Errorf("%s: %w", m.at, err)
		}
	}
	// The builders start this very binary again, by its path.
	if exe, err := os.Executable(); err != nil {
		return err
	} else if err := show(exe, root+exe, true); err != nil {
		return fmt.Errorf("%s: %w", exe, err)
	}
	if err := os.Chdir(root); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("pivot: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("the old root: %w", err)
	}
	return loopback()
}

// show binds a path of the machine, without its set-user-id programs. What is a
// link stays one.
func show(from, to string, readonly bool) error {
	st, err := os.Lstat(from)
	if err != nil {
		return nil //nolint:nilerr // this machine has none
	}
	if st.Mode()&os.ModeSymlink != 0 {
		link, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(link, to)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if st.IsDir() {
		err = os.Mkdir(to, 0o755)
	} else {
		err = os.WriteFile(to, nil, 0o600)
	}
	if err != nil {
		return err
	}
	if err := unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_NOSUID}
	if readonly {
		attr.Attr_set |= unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NODEV
	}
	return unix.MountSetattr(unix.AT_FDCWD, to, unix.AT_RECURSIVE, &attr)
}

// loopback brings the jail's own network device up, for canaries to listen on.
func loopback() error {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(s) }()
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(s, unix.SIOCSIFFLAGS, lo)
}

// TestTheJailHolds: what is to run in it can neither write the machine's files
// nor see its processes, and is root all the same.
func TestTheJailHolds(t *testing.T) {
	t.Parallel()
	if !inJail() {
		if out := runJailed(t, "^TestTheJailHolds$"); !strings.Contains(out, "root of a jail") {
			t.Errorf("%s", out)
		}
		return
	}
	t.Log("root of a jail")
	for _, at := range []string{"/etc/canary", "/usr/canary", "/opt/canary"} {
		if err := os.WriteFile(at, nil, 0o600); err == nil {
			t.Errorf("%s can be made", at)
		}
	}
	if err := unix.Sethostname([]byte("jail")); err != nil {
		t.Errorf("no root of its namespaces: %v", err)
	}
	if err := os.WriteFile("/proc/sys/kernel/panic_on_oops", []byte("0"), 0); err == nil {
		t.Error("the machine's kernel can be set up")
	}
	if os.Getpid() != 1 {
		t.Errorf("pid %d", os.Getpid())
	}
	for _, at := range []string{"/sys/kernel", "/dev/vda", "/dev/sda", "/dev/kmsg", "/var/lib"} {
		if _, err := os.Stat(at); err == nil {
			t.Errorf("%s is there", at)
		}
	}
}
