package confine

import (
	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// seccompRules say what differs between filters.
type seccompRules struct {
	inet    bool // TCP and UDP sockets, of a network namespace of our own
	sysvIPC bool // System V IPC, of an IPC namespace of our own
	pids    bool // a PID namespace of our own: no other process can be named
	modes   bool // chmod, chown and their like: mounts say where they work
	abi     int  // of the Landlock ruleset that is beside it, see older
}

// seccompFilter makes the filter of a command. Foreign architectures (the
// 32-bit ABI of an x86 kernel) kill; system calls that are newer than this
// table do not exist; what can only serve to widen rights or to reach other
// processes is refused with EPERM.
//
// A zygote applies it in two parts, because the kernel works through a filter
// once for every system call that exists when it is installed: the large part
// once, to the thread that clones (zygoteFilter), and to each command only what
// that thread still has to do itself (commandFilter).
func seccompFilter(r seccompRules) spawn.Filter {
	b := &bpf{}
	b.begin()
	b.refuse(forClone()...)
	b.large(r)
	b.small(r)
	b.ret(unix.SECCOMP_RET_ALLOW)
	return b.code
}

// zygoteFilter is what the zygote's own thread can live with.
func zygoteFilter(r seccompRules) spawn.Filter {
	b := &bpf{}
	b.begin()
	b.large(r)
	b.ret(unix.SECCOMP_RET_ALLOW)
	return b.code
}

// commandFilter is the rest.
func commandFilter(r seccompRules) spawn.Filter {
	b := &bpf{}
	b.load(offNR)
	b.refuse(forClone()...)
	b.small(r)
	b.ret(unix.SECCOMP_RET_ALLOW)
	return b.code
}

// forClone are the calls by which a zygote makes a command's namespaces.
func forClone() []uintptr { return []uintptr{unix.SYS_MOUNT} }

func (b *bpf) begin() {
	b.load(offArch)
	b.unless(nativeArch, unix.SECCOMP_RET_KILL_PROCESS)
	b.load(offNR)
	if x32Bit != 0 {
		b.ifAtLeast(x32Bit, errno(unix.ENOSYS))
	}
	b.ifAtLeast(newestSyscall+1, errno(unix.ENOSYS))
}

func (b *bpf) refuse(calls ...uintptr) {
	for _, nr := range calls {
		b.ifEqual(uint32(nr), errno(unix.EPERM))
	}
}

// small is what a zygote needs and a command must not have.
func (b *bpf) small(r seccompRules) {
	// clone3 hides its flags behind a pointer; libraries fall back to clone.
	b.ifEqual(unix.SYS_CLONE3, errno(unix.ENOSYS))
	b.older(r.abi, r.pids)
}

func (b *bpf) large(r seccompRules) {
	b.refuse(forbiddenSyscalls[:]...)
	b.refuse(forbiddenHere[:]...)
	if !r.sysvIPC {
		for _, nr := range []uint32{unix.SYS_SHMGET, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK} {
			b.ifEqual(nr, errno(unix.EPERM))
		}
	}
	if r.pids {
		// The reaper's limits are those of the next command that it serves.
		b.forSyscall(unix.SYS_PRLIMIT64, func(b *bpf) {
			b.load(offArg(0))
			b.ifEqual(1, errno(unix.EPERM))
		})
	} else {
		ownProcessOnly(b)
	}
	if r.modes {
		noLendingOfRights(b)
	} else {
		b.refuse(changesModes[:]...)
		b.refuse(changesModesHere[:]...)
		// Times may be set through a descriptor alone, where open was judged.
		b.forSyscall(unix.SYS_UTIMENSAT, func(b *bpf) {
			for _, half := range []uint32{offArg(1), offArg(1) + 4} {
				b.load(half)
				b.unless(0, errno(unix.EPERM))
			}
		})
	}
	for _, nr := range []uint32{unix.SYS_CLONE, unix.SYS_UNSHARE} {
		b.forSyscall(nr, func(b *bpf) {
			b.load(offArg(0))
			flags := uint32(namespaceFlags)
			if nr == unix.SYS_UNSHARE {
				flags |= unix.CLONE_NEWTIME // a signal number in clone
			}
			b.ifAny(flags, errno(unix.EPERM))
		})
	}
	b.forSyscall(unix.SYS_IOCTL, func(b *bpf) {
		b.load(offArg(1))
		for _, req := range []uint32{unix.TIOCSTI, unix.TIOCLINUX, unix.TIOCSETD, unix.TIOCCONS, setOwner, setGroup} {
			b.ifEqual(req, errno(unix.EPERM))
		}
	})
	b.forSyscall(unix.SYS_PERSONALITY, func(b *bpf) {
		b.load(offArg(0))
		b.ifEqual(0, unix.SECCOMP_RET_ALLOW)
		b.ifEqual(0xffffffff, unix.SECCOMP_RET_ALLOW)
		b.ret(errno(unix.EPERM))
	})
	b.forSyscall(unix.SYS_SOCKETPAIR, func(b *bpf) {
		b.load(offArg(0))
		b.ifEqual(unix.AF_UNIX, unix.SECCOMP_RET_ALLOW)
		b.ret(errno(unix.EAFNOSUPPORT))
	})
	b.forSyscall(unix.SYS_SOCKET, func(b *bpf) { socketRules(b, r) })
}

// ownProcessOnly lets a process change how it is scheduled and limited itself,
// but no other of the same user, such as the worker.
func ownProcessOnly(b *bpf) {
	for nr, who := range map[uint32]uint32{
		unix.SYS_PRLIMIT64: 0, unix.SYS_SCHED_SETAFFINITY: 0, unix.SYS_SCHED_SETSCHEDULER: 0, unix.SYS_SCHED_SETPARAM: 0,
		unix.SYS_SCHED_SETATTR: 0, unix.SYS_SETPRIORITY: 1, unix.SYS_IOPRIO_SET: 1,
	} {
		b.forSyscall(nr, func(b *bpf) {
			b.load(offArg(who))
			b.unless(0, errno(unix.EPERM))
		})
	}
}

// noLendingOfRights refuses the set-user-id and set-group-id bits. The sandbox
// ignores them, but a file that bears them outlives it in the workspace, and
// there it would lend the worker's rights to every user of the machine. A file
// that is created with them loses them with the first byte that is written.
func noLendingOfRights(b *bpf) {
	modes := map[uint32]uint32{unix.SYS_FCHMOD: 1, unix.SYS_FCHMODAT: 2, unix.SYS_FCHMODAT2: 2}
	for _, nr := range chmodHere {
		modes[nr] = 1
	}
	for nr, mode := range modes {
		b.forSyscall(nr, func(b *bpf) {
			b.load(offArg(mode))
			b.ifAny(unix.S_ISUID|unix.S_ISGID, errno(unix.EPERM))
		})
	}
}

// socketRules let through stream and datagram sockets of the Internet families
// where there is a network namespace for them, and nothing else: an AF_UNIX
// socket reaches whoever listens on a path, whatever namespace they are in.
func socketRules(b *bpf, r seccompRules) {
	if r.inet {
		b.load(offArg(1))
		b.mask(0xf)
		b.ifEqual(unix.SOCK_RAW, errno(unix.EPERM))
		b.ifEqual(unix.SOCK_PACKET, errno(unix.EPERM))
		b.load(offArg(0))
		b.ifEqual(unix.AF_INET, unix.SECCOMP_RET_ALLOW)
		b.ifEqual(unix.AF_INET6, unix.SECCOMP_RET_ALLOW)
	}
	b.ret(errno(unix.EAFNOSUPPORT))
}

const namespaceFlags = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// FIOSETOWN and SIOCSPGRP let the kernel signal whoever they name.
const (
	setOwner = 0x8901
	setGroup = 0x8902
)

// newestSyscall is the last that the table below was checked against.
const newestSyscall = 471

// forbiddenSyscalls exist on every architecture.
var forbiddenSyscalls = [...]uintptr{
	// other processes
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES,
	// mounts and roots
	unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
	unix.SYS_OPEN_TREE_ATTR, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
	unix.SYS_STATMOUNT, unix.SYS_LISTMOUNT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	// namespaces
	unix.SYS_SETNS, unix.SYS_LISTNS,
	// file handles and watches that look past paths
	unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_FANOTIFY_INIT, unix.SYS_FANOTIFY_MARK, unix.SYS_LOOKUP_DCOOKIE,
	// keys
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
	// large doors into the kernel
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER,
	unix.SYS_IO_URING_REGISTER, unix.SYS_VMSPLICE,
	// the machine
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_REBOOT, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
	unix.SYS_SYSLOG, unix.SYS_ACCT, unix.SYS_VHANGUP, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_NFSSERVCTL,
}

// changesModes act on what a path names without being asked by Landlock, which
// knows only of contents and names. Where no mount says no, they are refused.
var changesModes = [...]uintptr{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR,
}

func errno(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }

// Offsets in struct seccomp_data; the low half of an argument on the
// little-endian machines that have a reaper.
const (
	offNR   = 0
	offArch = 4
)

func offArg(i uint32) uint32 { return 16 + 8*i }

// bpf assembles a classic BPF program, see seccomp(2).
type bpf struct{ code spawn.Filter }

func (b *bpf) add(op uint16, k uint32, jt, jf uint8) {
	b.code = append(b.code, unix.SockFilter{Code: op, K: k, Jt: jt, Jf: jf})
}

func (b *bpf) load(off uint32) { b.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, off, 0, 0) }
func (b *bpf) mask(m uint32)   { b.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, m, 0, 0) }
func (b *bpf) ret(v uint32)    { b.add(unix.BPF_RET|unix.BPF_K, v, 0, 0) }

func (b *bpf) ifEqual(v, then uint32) {
	b.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, v, 0, 1)
	b.ret(then)
}

func (b *bpf) unless(v, then uint32) {
	b.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, v, 1, 0)
	b.ret(then)
}

func (b *bpf) ifAtLeast(v, then uint32) {
	b.add(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, v, 0, 1)
	b.ret(then)
}

func (b *bpf) ifAny(bits, then uint32) {
	b.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, bits, 0, 1)
	b.ret(then)
}

// forSyscall runs a block for one system call; a block that decides nothing
// allows.
func (b *bpf) forSyscall(nr uint32, block func(*bpf)) {
	inner := &bpf{}
	block(inner)
	inner.ret(unix.SECCOMP_RET_ALLOW)
	b.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, nr, 0, uint8(len(inner.code)))
	b.code = append(b.code, inner.code...)
}
