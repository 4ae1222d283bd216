package confine_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attacker is this test binary inside a sandbox, trying system calls that must
// not work. It prints ESCAPED when one did.
const attacker = "attacker"

func attackMain() {
	if len(os.Args) != 4 || os.Args[1] != attacker {
		return
	}
	runtime.LockOSThread()
	target, _ := strconv.Atoi(os.Args[3])
	code := 0
	for name, attack := range attacks(target) {
		if chosen := os.Args[2]; chosen != name && (chosen != "all" || name == deadly) {
			continue
		}
		if err := attack(); err != nil {
			fmt.Println("held", name, err)
			continue
		}
		fmt.Println("ESCAPED by", name)
		code = 1
	}
	os.Exit(code)
}

// deadly ends whoever tries it, so it is tried alone.
const deadly = "32-bit"

func call(nr uintptr, args ...uintptr) func() error {
	return func() error {
		var a [6]uintptr
		copy(a[:], args)
		if _, _, errno := unix.Syscall6(nr, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
			return errno
		}
		return nil
	}
}

func socket(family, kind, proto int) func() error {
	return func() error {
		_, err := unix.Socket(family, kind, proto)
		return err
	}
}

func attacks(target int) map[string]func() error {
	str := func(s string) uintptr { b, _ := unix.BytePtrFromString(s); return uintptr(unsafe.Pointer(b)) }
	zero := make([]byte, 4096)
	z := uintptr(unsafe.Pointer(&zero[0]))
	pid := uintptr(target)
	return map[string]func() error{
		"ptrace attach":    call(unix.SYS_PTRACE, unix.PTRACE_ATTACH, pid),
		"ptrace seize":     call(unix.SYS_PTRACE, unix.PTRACE_SEIZE, pid),
		"ptrace traceme":   call(unix.SYS_PTRACE, unix.PTRACE_TRACEME),
		"process_vm_readv": call(unix.SYS_PROCESS_VM_READV, uintptr(os.Getpid()), z, 0, z, 0, 0),
		"pidfd_getfd": func() error {
			fd, err := unix.PidfdOpen(os.Getpid(), 0)
			_ = err
			_, err = unix.PidfdGetfd(fd, 0, 0)
			return err
		},
		"kill":           func() error { return unix.Kill(target, unix.SIGKILL) },
		"pidfd kill":     func() error { return pidfdKill(target) },
		"kill all":       func() error { return killOutside() },
		"mount tmpfs":    func() error { return unix.Mount("x", "/tmp", "tmpfs", 0, "") },
		"mount bind":     func() error { return unix.Mount("/", "/tmp", "", unix.MS_BIND, "") },
		"remount":        func() error { return unix.Mount("", "/usr", "", unix.MS_REMOUNT|unix.MS_BIND, "") },
		"umount":         func() error { return unix.Unmount("/proc", unix.MNT_DETACH) },
		"fsopen":         call(unix.SYS_FSOPEN, str("tmpfs"), 0),
		"open_tree":      call(unix.SYS_OPEN_TREE, ^uintptr(99), str("/"), unix.OPEN_TREE_CLONE),
		"pivot_root":     call(unix.SYS_PIVOT_ROOT, str("/"), str("/")),
		"chroot":         func() error { return unix.Chroot("/") },
		"unshare user":   func() error { return unix.Unshare(unix.CLONE_NEWUSER) },
		"unshare mount":  func() error { return unix.Unshare(unix.CLONE_NEWNS) },
		"unshare net":    func() error { return unix.Unshare(unix.CLONE_NEWNET) },
		"unshare time":   func() error { return unix.Unshare(unix.CLONE_NEWTIME) },
		"clone user":     call(unix.SYS_CLONE, unix.CLONE_NEWUSER|uintptr(unix.SIGCHLD), 0, 0, 0, 0),
		"clone pid":      call(unix.SYS_CLONE, unix.CLONE_NEWPID|uintptr(unix.SIGCHLD), 0, 0, 0, 0),
		"clone3":         call(unix.SYS_CLONE3, z, 88),
		"setns":          func() error { return setnsInit() },
		"AF_INET":        connect4,
		"AF_INET udp":    udp4,
		"AF_INET6":       func() error { return connect6() },
		"AF_NETLINK":     socket(unix.AF_NETLINK, unix.SOCK_RAW, 0),
		"AF_PACKET":      socket(unix.AF_PACKET, unix.SOCK_RAW, 0),
		"AF_VSOCK":       socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0),
		"AF_ALG":         socket(unix.AF_ALG, unix.SOCK_SEQPACKET, 0),
		"AF_UNIX":        socket(unix.AF_UNIX, unix.SOCK_STREAM, 0),
		"AF_UNIX dgram":  socket(unix.AF_UNIX, unix.SOCK_DGRAM, 0),
		"raw":            socket(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP),
		"io_uring":       call(unix.SYS_IO_URING_SETUP, 8, z),
		"bpf":            call(unix.SYS_BPF, 5, z, 48),
		"perf":           call(unix.SYS_PERF_EVENT_OPEN, z, 0, ^uintptr(0), ^uintptr(0), 0),
		"userfaultfd":    call(unix.SYS_USERFAULTFD, 1),
		"keyctl":         call(unix.SYS_KEYCTL, 0, ^uintptr(2)),
		"add_key":        call(unix.SYS_ADD_KEY, str("user"), str("x"), z, 1, ^uintptr(2)),
		"init_module":    call(unix.SYS_INIT_MODULE, z, 1, z),
		"kexec":          call(unix.SYS_KEXEC_LOAD, 0, 0, 0, 0),
		"reboot":         call(unix.SYS_REBOOT, 0, 0, 0, 0),
		"syslog":         call(unix.SYS_SYSLOG, 3, z, 4096),
		"sethostname":    func() error { return unix.Sethostname([]byte("x")) },
		"settime":        func() error { return unix.ClockSettime(unix.CLOCK_REALTIME, &unix.Timespec{Sec: 1}) },
		"name_to_handle": call(unix.SYS_NAME_TO_HANDLE_AT, ^uintptr(99), str("/"), z, z, 0),
		"open_by_handle": call(unix.SYS_OPEN_BY_HANDLE_AT, 0, z, 0),
		"fanotify":       call(unix.SYS_FANOTIFY_INIT, 0, 0),
		"mknod": func() error {
			return unix.Mknod(os.Getenv("TMPDIR")+"/dev", unix.S_IFBLK|0o600, int(unix.Mkdev(254, 0)))
		},
		"lend rights":       func() error { return setID(unix.S_ISUID) },
		"lend group rights": func() error { return setID(unix.S_ISGID) },
		"tiocsti":           func() error { return unix.IoctlSetInt(0, unix.TIOCSTI, 0) },
		"personality":       call(unix.SYS_PERSONALITY, 0x0040000),
		"regain capability": regain,
		deadly:              int80,
		"new syscall":       call(9999),
		"x32":               call(0x40000000 + 39),
	}
}

// setID makes a file that lends the rights of its owner to whoever runs it, by
// one of the three calls that can.
func setID(bit uint32) error {
	name := os.Getenv("TMPDIR") + "/lent"
	f, err := os.Create(name)
	if err != nil {
		return nil // it must at least get so far
	}
	defer f.Close()
	at := unix.AT_FDCWD
	path, err := unix.BytePtrFromString(name)
	if err != nil {
		return nil
	}
	mode := uintptr(bit | 0o755)
	calls := []func() error{
		call(unix.SYS_FCHMOD, f.Fd(), mode),
		call(unix.SYS_FCHMODAT, uintptr(at), uintptr(unsafe.Pointer(path)), mode),
		call(unix.SYS_FCHMODAT2, uintptr(at), uintptr(unsafe.Pointer(path)), mode, 0),
		func() error { return unix.Chmod(name, bit|0o755) },
	}
	for _, attempt := range calls {
		if err = attempt(); err == nil {
			return nil
		}
	}
	return err
}

// pidfdKill and its like first reach for the process, as an attacker would.
func pidfdKill(target int) error {
	fd, err := unix.PidfdOpen(target, 0)
	if err != nil {
		return err
	}
	return unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0)
}

// killOutside signals everything that it can see but its own family, with what
// is ignored by default, should it arrive.
func killOutside() error {
	last := error(unix.ESRCH)
	for pid := 1; pid < 1<<16; pid++ {
		if pid == os.Getpid() || pid == os.Getppid() {
			continue
		}
		if err := unix.Kill(pid, unix.SIGURG); err == nil && outside(pid) {
			return nil
		}
	}
	return last
}

// outside says whether a number is a process, not a thread of ours, and not
// the reaper of our own namespace.
func outside(pid int) bool {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return true
	}
	own := "\nTgid:\t" + strconv.Itoa(os.Getpid()) + "\n"
	return pid != 1 && !strings.Contains(string(raw), own)
}

func setnsInit() error {
	fd, err := unix.Open("/proc/1/ns/mnt", unix.O_RDONLY, 0)
	if err != nil {
		return err
	}
	return unix.Setns(fd, 0)
}

func connect4() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	port, _ := strconv.Atoi(os.Getenv("CANARY_PORT"))
	return unix.Connect(fd, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}})
}

func udp4() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	return unix.Sendto(fd, []byte("x"), 0, &unix.SockaddrInet4{Port: 53, Addr: [4]byte{192, 0, 2, 1}})
}

func connect6() error {
	fd, err := unix.Socket(unix.AF_INET6, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	port, _ := strconv.Atoi(os.Getenv("CANARY_PORT"))
	return unix.Connect(fd, &unix.SockaddrInet6{Port: port, Addr: [16]byte{15: 1}})
}

// regain tries to put a capability back.
func regain() error {
	h := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	d := [2]unix.CapUserData{{Effective: 1 << unix.CAP_SYS_ADMIN, Permitted: 1 << unix.CAP_SYS_ADMIN}}
	return unix.Capset(&h, &d[0])
}

// int80 makes a system call of the 32-bit ABI: getpid.
func int80() error {
	code := []byte{0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3} // mov eax, 20; int 0x80; ret
	if runtime.GOARCH != "amd64" {
		return unix.ENOSYS
	}
	mem, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return err
	}
	copy(mem, code)
	if err := unix.Mprotect(mem, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		return err
	}
	entry := &mem[0]
	p := &entry
	(*(*func())(unsafe.Pointer(&p)))()
	return nil
}
