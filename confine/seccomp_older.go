package confine

import "golang.org/x/sys/unix"

// Landlock grew: version 3 (Linux 6.2) is the first to refuse truncation, which
// needs no descriptor that may write, and version 6 (Linux 6.12) the first to
// keep signals from processes outside. Before, a filter does it, and takes more
// than it has to.

const (
	abiTruncates = 3
	abiScopes    = 6
)

// older refuses what this version of Landlock cannot. Without a PID namespace
// (pids) nobody could tell a command's own processes from the worker, so that
// nobody is signalled but one's own process group.
func (b *bpf) older(abi int, pids bool) {
	if abi < abiTruncates {
		b.noTruncation()
	}
	if abi < abiScopes && !pids {
		b.noSignals()
	}
}

// noTruncation refuses to cut a file without a descriptor that may write it:
// by its path, or while opening it for reading. Access mode 3 of open(2) asks
// for both rights and gets neither. openat2 hides its flags behind a pointer.
func (b *bpf) noTruncation() {
	b.ifEqual(unix.SYS_TRUNCATE, errno(unix.EACCES))
	b.ifEqual(unix.SYS_OPENAT2, errno(unix.ENOSYS))
	flags := map[uint32]uint32{unix.SYS_OPENAT: 2}
	for _, nr := range openHere {
		flags[nr] = 1
	}
	for nr, arg := range flags {
		b.forSyscall(nr, func(b *bpf) {
			b.load(offArg(arg))
			b.mask(unix.O_TRUNC | unix.O_ACCMODE)
			b.ifEqual(unix.O_TRUNC|unix.O_RDONLY, errno(unix.EACCES))
			b.ifEqual(unix.O_TRUNC|unix.O_ACCMODE, errno(unix.EACCES))
		})
	}
}

// noSignals leaves the process group of a command (pid 0), which no process
// outside its session can be in, and signal 0, which does nothing.
func (b *bpf) noSignals() {
	b.refuse(unix.SYS_TKILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_PIDFD_SEND_SIGNAL)
	b.forSyscall(unix.SYS_KILL, func(b *bpf) {
		b.load(offArg(0))
		b.ifEqual(0, unix.SECCOMP_RET_ALLOW)
		b.load(offArg(1))
		b.unless(0, errno(unix.EPERM))
	})
	// The kernel sends for whoever owns a descriptor.
	b.forSyscall(unix.SYS_FCNTL, func(b *bpf) {
		b.load(offArg(1))
		b.ifEqual(unix.F_SETOWN, errno(unix.EPERM))
		b.ifEqual(unix.F_SETOWN_EX, errno(unix.EPERM))
	})
}
