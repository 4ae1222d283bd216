package confine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// fallen is the file by which the image of a guest says that its first process
// is hostile: what a command would be that has overcome its sandbox and the
// guest's kernel. It names the workspace and a folder that was not cleared.
const fallen = "/fallen"

// FallenGuest never returns where it is such a first process.
func FallenGuest() {
	if !isGuest() || !exists(fallen) {
		return
	}
	if err := fallenGuest(); err != nil {
		fmt.Fprintln(os.Stderr, "fallen:", err)
	}
	_ = unix.Reboot(unix.LINUX_REBOOT_CMD_RESTART)
}

// fallenGuest tries everything as user 0 of the guest, on the share itself, and
// tells what it achieved in the place of its layers.
func fallenGuest() error {
	for _, m := range []struct{ kind, at string }{{"devtmpfs", "/dev"}, {"proc", "/proc"}, {"sysfs", "/sys"}} {
		if err := unix.Mount(m.kind, m.at, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mount %s: %w", m.at, err)
		}
	}
	if err := loadModules(); err != nil {
		return err
	}
	if err := unix.Mount(guestTag, guestShare, "9p", 0, "trans=virtio,version=9p2000.L,cache=none"); err != nil {
		return err
	}
	ports, err := openPorts()
	if err != nil {
		return err
	}
	raw, err := os.ReadFile(fallen)
	if err != nil {
		return err
	}
	ws, outside, _ := strings.Cut(strings.TrimSpace(string(raw)), "\n")
	said := attackShare(guestShare+ws, guestShare+outside)
	out := &frames{w: ports[portControl]}
	if err := out.send(frameReady, encode([]string{guestProtocol, "fallen"}, said)); err != nil {
		return err
	}
	_, _, err = readFrame(ports[portControl]) // until the machine is turned off
	return err
}

// attackShare lists what worked, and what QEMU's own process is like.
func attackShare(ws, outside string) []string {
	var said []string
	try := func(name string, f func() error) {
		if f() == nil {
			said = append(said, "ESCAPED: "+name)
		}
	}
	read := func(at string) func() error {
		return func() error {
			b, err := os.ReadFile(at)
			if err == nil && len(b) == 0 {
				return fs.ErrNotExist
			}
			return err
		}
	}
	write := func(at string) func() error { return func() error { return os.WriteFile(at, []byte("evil"), 0o666) } }
	try("read outside", read(outside+"/secret"))
	try("read a secret of the system", read(guestShare+"/etc/shadow"))
	try("write outside", write(outside+"/new"))
	try("write to the system", write(guestShare+"/usr/bin/evil"))
	try("write the kernel", write(guestShare+machineParts+"/0"))
	try("write what is protected", write(ws+"/.envrc"))
	try("exchange what is protected", func() error { return os.Rename(ws+"/a", ws+"/.envrc") })
	try("read through the owner's link", read(ws+"/link/secret"))
	try("write through the owner's link", write(ws+"/link/new"))
	try("link out", func() error {
		err := os.Symlink("/"+strings.TrimPrefix(outside, guestShare+"/"), ws+"/mine")
		if _, err2 := os.ReadFile(ws + "/mine/secret"); err2 == nil {
			return nil
		}
		return errors.Join(err, fs.ErrNotExist)
	})
	try("hard link in", func() error { return os.Link(guestShare+"/usr/bin/env", ws+"/env") })
	for name, mode := range map[string]uint32{"block": unix.S_IFBLK, "char": unix.S_IFCHR} {
		try(name+" device", func() error { return unix.Mknod(ws+"/"+name, mode|0o666, int(unix.Mkdev(1, 3))) })
	}
	try("mode", func() error { return errors.Join(write(ws+"/suid")(), unix.Chmod(ws+"/suid", 0o4755)) })
	try("mode of a folder", func() error { return errors.Join(os.Mkdir(ws+"/sgid", 0o777), unix.Chmod(ws+"/sgid", 0o2777)) })
	try("owner", func() error { return errors.Join(write(ws+"/owned")(), os.Chown(ws+"/owned", 12345, 12345)) })
	try("capabilities", func() error {
		caps := make([]byte, 20)
		copy(caps, []byte{1, 0, 0, 2, 0xff, 0xff, 0xff, 0xff}) // VFS_CAP_REVISION_2, effective
		return errors.Join(write(ws+"/capable")(), unix.Setxattr(ws+"/capable", "security.capability", caps, 0))
	})
	// Born with the bit, if at all; what then bears it, the host looks at.
	if fd, err := syscall.Open(ws+"/born", unix.O_CREAT|unix.O_RDWR, 0o6755); err == nil {
		_, _ = unix.Write(fd, []byte("evil"))
		_ = unix.Close(fd)
	}
	procs, _ := filepath.Glob(guestShare + "/proc/[0-9]*")
	for _, p := range procs {
		if status, err := os.ReadFile(p + "/status"); err == nil && strings.HasPrefix(string(status), "Name:\tqemu") {
			said = append(said, "QEMU: "+strings.Join(strings.Fields(string(status)), " "))
			try("write QEMU's memory", func() error {
				f, err := os.OpenFile(p+"/mem", os.O_RDWR, 0)
				if err == nil {
					_ = f.Close()
				}
				return err
			})
		}
	}
	return append(said, fmt.Sprintf("%d processes", len(procs)))
}

// TestAFallenGuest: whoever is user 0 in the guest, outside of every sandbox in
// it, reaches what the command was cleared for, and leaves nothing that lends
// rights.
func TestAFallenGuest(t *testing.T) {
	t.Parallel()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root := os.Getenv("PP_KERNEL_ROOT")
	if root == "" {
		root = "/"
	}
	vm, err := BuildMicroVM(t.Context(), MicroVMBuild{Out: filepath.Join(filepath.Dir(exe), "fallen"), Init: exe, Root: root})
	if err != nil || findQEMU() == "" {
		if _, err := openMicroVM(t.Context(), Config{MicroVM: vm}.withDefaults()); !errors.Is(err, ErrUnavailable) {
			t.Errorf("without QEMU or a kernel: %v, want a refusal", err)
		}
		return
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ws, outside := base+"/ws", base+"/outside"
	for _, err := range []error{
		os.Mkdir(ws, 0o755), os.Mkdir(outside, 0o777), os.Symlink(outside, ws+"/link"), os.WriteFile(outside+"/secret", []byte("secret"), 0o666),
		os.WriteFile(ws+"/.envrc", []byte("owner"), 0o666), os.WriteFile(ws+"/a", []byte("a"), 0o666), addFile(vm.Image, fallen, ws+"\n"+outside),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	p := ProfileOf(nil, Base{Workspace: []string{ws}})
	p.Write, p.Delete, p.Limits = append(p.Write, ws), append(p.Delete, ws), p.Limits.withDefaults()
	cfg := Config{MicroVM: vm}.withDefaults()
	p.kept = newSurveyor(cfg.Now).protect(p)
	cfg.Prepared = -1
	m := &microVM{cfg: vm, accel: AccelTCG, cpu: "max", clock: ticksPerMilli(), qemu: findQEMU(), host: cfg}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	v, err := m.raise(t.Context(), "a", p, [3]*os.File{null, null, null})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 20*time.Second)
		defer cancel()
		if err := v.Kill(ctx); err != nil {
			t.Errorf("Kill: %v", err)
		}
		checkShare(t, ws, outside)
	}()
	i := slices.IndexFunc(m.guest, func(s string) bool { return strings.HasPrefix(s, "QEMU: ") })
	if i < 0 || slices.ContainsFunc(m.guest, func(s string) bool { return strings.HasPrefix(s, "ESCAPED") }) {
		t.Fatalf("the guest says\n%s", strings.Join(m.guest, "\n"))
	}
	for _, part := range []string{"NoNewPrivs: 1", "Seccomp: 2", "Seccomp_filters: 3", // the zygote's, the command's and QEMU's own
		"CapEff: 0000000000000000", "CapBnd: 0000000000000000"} {
		if !strings.Contains(m.guest[i], part) {
			t.Errorf("no %q in %s", part, m.guest[i])
		}
	}
}

// addFile puts a second archive behind the first: the kernel unpacks both.
func addFile(image, name, text string) error {
	c := &cpio{}
	c.file(name, []byte(text))
	c.entry("TRAILER!!!", 0, 0, 0, nil)
	f, err := os.OpenFile(image, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(c.Bytes())
	return errors.Join(err, f.Close())
}

// checkShare looks at what the guest has left on the host.
func checkShare(t *testing.T, ws, outside string) {
	t.Helper()
	var made []string
	err := filepath.WalkDir(ws, func(at string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		made = append(made, filepath.Base(at))
		var st unix.Stat_t
		if err := unix.Lstat(at, &st); err != nil {
			return err
		}
		kind := st.Mode & unix.S_IFMT
		if kind == unix.S_IFCHR || kind == unix.S_IFBLK || int(st.Uid) != os.Geteuid() || kind == unix.S_IFREG && st.Size > 0 && st.Mode&(unix.S_ISUID|unix.S_ISGID) != 0 {
			t.Errorf("%s: mode %o, owner %d, %d bytes", at, st.Mode, st.Uid, st.Size)
		}
		if n, err := unix.Lgetxattr(at, "security.capability", nil); err == nil {
			t.Errorf("%s has %d bytes of capabilities", at, n)
		}
		return nil
	})
	if err != nil || len(made) < 9 { // what it may do
		t.Errorf("%q, %v", made, err)
	}
	if list, err := os.ReadDir(outside); err != nil || len(list) != 1 {
		t.Errorf("outside: %v %v", list, err)
	}
	if raw, err := os.ReadFile(ws + "/.envrc"); err != nil || string(raw) != "owner" {
		t.Errorf(".envrc: %q %v", raw, err)
	}
}

// TestMachineLine: QEMU reads no settings of anybody, makes no device that was
// not asked for, and filters itself.
func TestMachineLine(t *testing.T) {
	t.Parallel()
	for _, accel := range []string{AccelKVM, AccelTCG} {
		m := &microVM{accel: accel, cpu: "max", cfg: MicroVM{Kernel: "/k", Image: "/i"}}
		argv := m.argv(Limits{}.withDefaults())
		line := " " + strings.Join(argv, " ") + " "
		for _, part := range []string{
			" -nodefaults ", " -no-user-config ", " -nic none ", " -display none ", " -no-reboot ", " -accel " + accel + " ",
			" -sandbox on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny ", " -M microvm,",
		} {
			if !strings.Contains(line, part) {
				t.Errorf("%s: no %q in %s", accel, part, line)
			}
		}
		for _, part := range []string{"netdev", "virtio-net", "-monitor", "-qmp", "-gdb", "vhost", "/k", "/i "} {
			if strings.Contains(line, part) {
				t.Errorf("%s: %q in %s", accel, part, line)
			}
		}
		p := m.profile(Profile{Hosts: []string{"x:1"}, Write: []string{"/w"}, Limits: Limits{}.withDefaults()})
		if len(p.Hosts) != 0 || !slices.Equal(p.Write, []string{"/w"}) || p.kvm != (accel == AccelKVM) || !slices.Equal(p.machine, []string{"/k", "/i"}) {
			t.Errorf("%s: %+v", accel, p)
		}
	}
}
