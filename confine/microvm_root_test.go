package confine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/process"
)

// Some things cannot be tried on a machine that somebody needs: the commands of
// the corpus as the machine's real root, and control groups of version 2 where
// the host has version 1. So tests of this very binary run in a virtual machine
// that is thrown away, whose real root they are: outside of every sandbox but
// that of the machine's own process, which shows it the host's programs
// read-only and nothing else.

const (
	// rooted is the file by which an image says that its first process is to
	// run tests, and the environment variable by which these know it.
	rooted    = "/rooted"
	rootedEnv = "PP_MACHINE"
	// service is the control group that the tests start in, as a manager of
	// services would give it to a worker.
	service = "/sys/fs/cgroup/service"
)

// RootGuest never returns where it is such a first process.
func RootGuest() {
	if !isGuest() || !exists(rooted) {
		return
	}
	if err := rootGuest(); err != nil {
		fmt.Fprintln(os.Stderr, "rooted:", err)
	}
	_ = unix.Reboot(unix.LINUX_REBOOT_CMD_RESTART)
}

// InMachine says whether this process is one of a machine's tests. The kernel
// is asked, not only the environment.
func InMachine() bool {
	words, err := os.ReadFile("/proc/cmdline")
	return err == nil && os.Getenv(rootedEnv) != "" && strings.Contains(string(words), "rdinit="+guestInit)
}

// rootGuest makes a machine of the guest and runs the tests that it was told
// of: a line each, of a user and a pattern.
func rootGuest() error {
	for _, m := range []struct{ kind, at string }{{"devtmpfs", "/dev"}, {"proc", "/proc"}, {"sysfs", "/sys"}} {
		if err := unix.Mount(m.kind, m.at, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mount %s: %w", m.at, err)
		}
	}
	if err := loadModules(); err != nil {
		return err
	}
	if err := unix.Mount(guestTag, guestShare, "9p", unix.MS_RDONLY, "trans=virtio,version=9p2000.L,cache=loose,msize=262144"); err != nil {
		return fmt.Errorf("mount the host's files: %w", err)
	}
	ports, err := openPorts()
	if err != nil {
		return err
	}
	raw, err := os.ReadFile(rooted)
	if err != nil {
		return err
	}
	if err := errors.Join(rootedFiles(), rootedKernel()); err != nil {
		return err
	}
	control := ports[portControl]
	out := &frames{w: control}
	if err := out.send(frameReady, encode([]string{guestProtocol, release()}, nil)); err != nil {
		return err
	}
	_, body, err := readFrame(control)
	if err != nil {
		return err
	}
	e, err := decodeErrand(body)
	if err != nil {
		return err
	}
	now := unix.NsecToTimespec(e.now.UnixNano())
	if err := unix.ClockSettime(unix.CLOCK_REALTIME, &now); err != nil {
		return err
	}
	var failed error
	for line := range strings.Lines(string(raw)) {
		var uid int
		var pattern string
		if _, err := fmt.Sscan(line, &uid, &pattern); err != nil {
			return err
		}
		failed = errors.Join(failed, rootedTests(out, uid, pattern, e.spec.Env))
	}
	exit := process.Exit{}
	if failed != nil {
		_ = out.send(frameStdout, []byte(failed.Error()+"\n"))
		exit.Code = 1
	}
	if err := out.send(frameExit, encodeExit(exit, nil)); err != nil {
		return err
	}
	_, _, err = readFrame(control) // until the machine is turned off
	return err
}

// rootedFiles makes a root in memory: the host's programs as they are, its
// settings as a copy, and everything else of the machine's own.
func rootedFiles() error {
	if err := unix.Mount("root", guestRoot, "tmpfs", 0, "mode=0755"); err != nil {
		return err
	}
	for _, at := range []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"} {
		st, err := os.Lstat(guestShare + at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case st.Mode()&fs.ModeSymlink != 0:
			to, err := os.Readlink(guestShare + at)
			if err := errors.Join(err, os.Symlink(to, guestRoot+at)); err != nil {
				return err
			}
		default:
			if err := errors.Join(os.Mkdir(guestRoot+at, 0o755), unix.Mount(guestShare+at, guestRoot+at, "", unix.MS_BIND, "")); err != nil {
				return err
			}
		}
	}
	if err := copyTree(guestShare+"/etc", guestRoot+"/etc"); err != nil {
		return err
	}
	for _, dir := range []string{"/tmp", "/var/tmp", "/run", "/root/.ssh", "/home/person", "/srv", "/boot", "/opt"} {
		if err := os.MkdirAll(guestRoot+dir, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(guestRoot+dir+"/kept", []byte("canary"), 0o644); err != nil {
			return err
		}
	}
	exe, err := os.ReadFile(guestInit)
	if err != nil {
		return err
	}
	err = errors.Join(os.Chmod(guestRoot+"/tmp", 0o777|os.ModeSticky), os.WriteFile(guestRoot+"/confine.test", exe, 0o755),
		os.WriteFile(guestRoot+"/etc/shadow", []byte("root:canary:1::::::\n"), 0o640))
	for _, at := range []string{"/dev", "/proc", "/sys"} {
		err = errors.Join(err, os.Mkdir(guestRoot+at, 0o755), unix.Mount(at, guestRoot+at, "", unix.MS_MOVE, ""))
	}
	return errors.Join(err, unix.Chdir(guestRoot), unix.Mount(".", "/", "", unix.MS_MOVE, ""), unix.Chroot("."), unix.Chdir("/"))
}

// copyTree copies what can be read of a tree.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // it is hidden from the machine
		}
		target := to + strings.TrimPrefix(at, from)
		switch {
		case d.IsDir():
			return os.Mkdir(target, 0o755)
		case d.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(at)
			return errors.Join(err, os.Symlink(link, target))
		case d.Type().IsRegular():
			raw, err := os.ReadFile(at)
			if err != nil {
				return nil //nolint:nilerr // as above
			}
			return os.WriteFile(target, raw, 0o644)
		}
		return nil
	})
}

// rootedKernel sets up what an init would: devices of its own kind, a loopback
// device, and the groups that a service gets.
func rootedKernel() error {
	for _, dir := range []string{"/dev/shm", "/dev/pts"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	err := errors.Join(
		os.Symlink("/proc/self/fd", "/dev/fd"), os.Symlink("/proc/self/fd/0", "/dev/stdin"),
		os.Symlink("/proc/self/fd/1", "/dev/stdout"), os.Symlink("/proc/self/fd/2", "/dev/stderr"),
		unix.Mount("shm", "/dev/shm", "tmpfs", 0, "mode=1777"),
		unix.Mount("devpts", "/dev/pts", "devpts", 0, ""),
		unix.Mount("cgroup2", "/sys/fs/cgroup", "cgroup2", 0, ""),
		os.WriteFile("/sys/fs/cgroup/cgroup.subtree_control", []byte("+memory +pids +cpu"), 0),
		os.Mkdir(service, 0o755),
	)
	if err != nil {
		return err
	}
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

// rootedTests runs tests in a new group of their own as a user, to whom it is
// delegated.
func rootedTests(out *frames, uid int, pattern string, env []string) error {
	group, err := os.MkdirTemp(service, "worker")
	if err != nil {
		return err
	}
	home, err := os.MkdirTemp("/tmp", "home")
	if err != nil {
		return err
	}
	for _, at := range []string{group, group + "/cgroup.procs", group + "/cgroup.threads", group + "/cgroup.subtree_control", home} {
		if err := os.Chown(at, uid, uid); err != nil {
			return err
		}
	}
	if err := os.WriteFile(service+"/cgroup.subtree_control", []byte("+memory +pids +cpu"), 0); err != nil {
		return err
	}
	dir, err := os.Open(group)
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }()
	cmd := exec.Command("/confine.test", "-test.run", pattern, "-test.timeout", "3000s", "-test.v")
	cmd.Dir = "/"
	cmd.Env = append(env, "PATH=/usr/bin:/bin:/usr/sbin:/sbin", "HOME="+home, "TMPDIR="+home, rootedEnv+"=yes")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		UseCgroupFD: true, CgroupFD: int(dir.Fd()), Setsid: true, Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)},
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		return err
	}
	buf := make([]byte, outputChunk)
	for {
		n, rerr := pipe.Read(buf)
		if n > 0 {
			err = errors.Join(err, out.send(frameStdout, buf[:n]))
		}
		if rerr != nil {
			break
		}
	}
	if werr := cmd.Wait(); werr != nil {
		err = errors.Join(err, fmt.Errorf("user %d, %s: %w", uid, pattern, werr))
	}
	return err
}

// TestAsRealRoot runs the suites of the zygote, and the commands of the corpus
// that the gates must stop, as the real root of a machine whose control groups
// are of version 2; and those of the limits as an ordinary user to whom a group
// was delegated. The machine is emulated, so it takes a share of the corpus and
// leaves the thread builder out, unless PP_CORPUS=all: that takes it half an hour.
func TestAsRealRoot(t *testing.T) {
	t.Parallel()
	if InMachine() {
		return
	}
	suites := "(TestGroupsOfVersion2|TestLimits|TestConformance|TestNothingSurvivesTheKill|TestCorpusTouchesNothingOutside)"
	lines := []string{"0 ^" + suites + "$/^zygote", "65534 ^(TestGroupsOfVersion2|TestLimits)$/^zygote"}
	if os.Getenv("PP_CORPUS") == "all" { // the other builder, too
		lines = []string{"0 ^" + suites + "$", "0 ^TestWhatWasClearedWorks$", "65534 ^(TestGroupsOfVersion2|TestLimits|TestConformance|TestNothingSurvivesTheKill)$"}
	}
	m := rootedMachine(t, lines)
	if m == nil {
		return
	}
	log, err := os.CreateTemp(t.TempDir(), "log")
	if err != nil {
		t.Fatal(err)
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	spec := process.Spec{Path: "/none", Argv: []string{"none"}, Env: []string{"PP_CANARY=" + os.Getenv("PP_CANARY"), "PP_CORPUS=" + os.Getenv("PP_CORPUS")}}
	p := ProfileOf(nil, Base{})
	p.Limits = Limits{Memory: 1 << 30}.withDefaults()
	_, child, err := m.start(t.Context(), "a", p, spec, [3]*os.File{null, log, log})
	if err != nil {
		t.Fatal(err)
	}
	exit, err := child.Wait()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 20*time.Second)
	defer cancel()
	kerr := child.Kill(ctx)
	said, rerr := os.ReadFile(log.Name())
	if err := errors.Join(err, kerr, rerr, log.Close()); err != nil || exit.Code != 0 {
		t.Fatalf("exit %d, %v\n%s", exit.Code, err, said)
	}
	for _, part := range []string{
		"--- PASS: TestLimits/zygote/fork_bomb ", "--- PASS: TestLimits/zygote/memory ", "--- PASS: TestConformance/zygote/all ",
		"--- PASS: TestNothingSurvivesTheKill/zygote/1 ", "commands ran as user 0",
		"groups of version 2 as user 0", "groups of version 2 as user 65534",
	} {
		if !strings.Contains(string(said), part) {
			t.Errorf("no %q in\n%s", part, said)
		}
	}
}

// rootedMachine is a builder whose guests run tests; nil where this host can
// have none.
func rootedMachine(t *testing.T, lines []string) *microVM {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root := os.Getenv("PP_KERNEL_ROOT")
	if root == "" {
		root = "/"
	}
	vm, err := BuildMicroVM(t.Context(), MicroVMBuild{Out: filepath.Join(filepath.Dir(exe), "rooted"), Init: exe, Root: root})
	if err != nil || findQEMU() == "" {
		if _, err := openMicroVM(t.Context(), Config{MicroVM: vm}.withDefaults()); !errors.Is(err, ErrUnavailable) {
			t.Errorf("without QEMU or a kernel: %v, want a refusal", err)
		}
		return nil
	}
	if err := addFile(vm.Image, rooted, strings.Join(lines, "\n")); err != nil {
		t.Fatal(err)
	}
	cfg := Config{MicroVM: vm}.withDefaults()
	cfg.Prepared = -1
	return &microVM{cfg: vm, accel: AccelTCG, cpu: "max", clock: ticksPerMilli(), qemu: findQEMU(), host: cfg}
}

// TestGroupsOfVersion2 is for that machine.
func TestGroupsOfVersion2(t *testing.T) {
	t.Parallel()
	if !InMachine() {
		return
	}
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // each confiner finds the same place, however many there are
		g, err := findGroups()
		if err != nil {
			t.Fatal(err)
		}
		if want := "/sys/fs/cgroup" + strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(string(own)), "0::"), "/"+leaf); !g.unified || g.parents["memory"] != want {
			t.Fatalf("%+v, want %s", g, want)
		}
		one, err := g.make(Limits{Memory: 64 << 20, PIDs: 33, CPUShare: 1.5}.withDefaults())
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{"memory.max": "67108864", "pids.max": "33", "cpu.max": "150000 100000"} {
			if raw, err := os.ReadFile(filepath.Join(one.dirs["pids"], name)); err != nil || strings.TrimSpace(string(raw)) != want {
				t.Errorf("%s: %q %v", name, raw, err)
			}
		}
		if err := one.remove(0); err != nil {
			t.Error(err)
		}
	}
	c, err := Open(t.Context(), Config{Builder: BuilderZygote, Require: []string{LayerCgroup}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(context.WithoutCancel(t.Context())) }()
	// A command sees its group by its name, and its like share it.
	out, err := c.Run(t.Context(), "a", ProfileOf(nil, Base{Scratch: t.TempDir()}), process.Spec{Path: "/bin/cat", Argv: []string{"cat", "/proc/self/cgroup"}, Dir: "/"})
	if err != nil || !strings.Contains(string(out.Stdout.Kept), groupPrefix) {
		t.Errorf("%q %q %v", out.Stdout.Kept, out.Stderr.Kept, err)
	}
	t.Logf("groups of version 2 as user %d", os.Geteuid())
}
