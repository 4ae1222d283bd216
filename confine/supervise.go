package confine

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// The exec supervisor. A command that is gated gets a second seccomp filter
// that hands every execve and execveat to the worker, which reads path and
// arguments out of the caller's memory and lets the gate judge before the
// kernel goes on. It catches indirection: a program that a variable, a script
// or another program starts. It is no boundary: a process with several threads
// can change the arguments between our reading and the kernel's; what holds
// then is the rest of the sandbox.

// gateSteps install the filter and hand the listener over. next is the lowest
// free descriptor, which the kernel gives to the listener.
func gateSteps(next int) []spawn.Step {
	b := &bpf{}
	b.load(offArch)
	b.unless(nativeArch, unix.SECCOMP_RET_ALLOW) // the main filter kills it
	b.load(offNR)
	b.ifEqual(unix.SYS_EXECVE, unix.SECCOMP_RET_USER_NOTIF)
	b.ifEqual(unix.SYS_EXECVEAT, unix.SECCOMP_RET_USER_NOTIF)
	b.ret(unix.SECCOMP_RET_ALLOW)
	return []spawn.Step{
		{Name: "exec gate", NR: unix.SYS_SECCOMP, Args: []any{unix.SECCOMP_SET_MODE_FILTER,
			gateFlags(), b.code}},
		{Name: "hand the gate over", NR: unix.SYS_SENDMSG, Args: []any{spawn.StatusFD, spawn.Handover{FD: next}, 0}},
		{Name: "close the gate", NR: unix.SYS_CLOSE, Args: []any{next}},
	}
}

// gateFlags asks for a wait that only a fatal signal interrupts, where the
// kernel knows it (5.19): a flag that it knows fails on the missing program,
// one that it does not know fails as such.
func gateFlags() int {
	const listener, killable = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, listener|killable, 0)
	if errno == unix.EFAULT {
		return listener | killable
	}
	return listener
}

const (
	maxArgs     = 4096
	maxArgBytes = 256 << 10
)

// notification is struct seccomp_notif, reply struct seccomp_notif_resp.
type notification struct {
	id         uint64
	pid, flags uint32
	nr         int32
	arch       uint32
	ip         uint64
	args       [6]uint64
}

type reply struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// supervise answers until the last process with the filter is gone. The first
// exec is the command itself, which was judged before it was started.
func supervise(ctx context.Context, fd int, gate ExecGate) {
	defer func() { _ = unix.Close(fd) }()
	if err := unix.SetNonblock(fd, true); err != nil {
		return // whoever executes waits, until the command's deadline
	}
	f := os.NewFile(uintptr(dupOf(fd)), "exec gate")
	defer func() { _ = f.Close() }()
	conn, err := f.SyscallConn()
	if err != nil {
		return
	}
	first := true
	for {
		var n notification
		gone := false
		err := conn.Read(func(raw uintptr) bool {
			p := []unix.PollFd{{Fd: int32(raw), Events: unix.POLLIN}}
			if _, err := unix.Poll(p, 0); err != nil {
				return false
			}
			gone = p[0].Revents&(unix.POLLHUP|unix.POLLERR) != 0 && p[0].Revents&unix.POLLIN == 0
			return p[0].Revents != 0
		})
		if err != nil || gone {
			return
		}
		n = notification{}
		if err := control(fd, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)); err != nil {
			continue // it was killed meanwhile
		}
		r := reply{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
		if !first {
			if err := judge(ctx, fd, n, gate); err != nil {
				r = reply{id: n.id, errno: -int32(unix.EPERM)}
			}
		}
		first = false
		_ = control(fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r))
	}
}

func dupOf(fd int) int {
	d, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return -1
	}
	return d
}

func control(fd int, request uintptr, p unsafe.Pointer) error {
	for {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(p))
		if errno == unix.EINTR {
			continue
		}
		if errno != 0 {
			return errno
		}
		return nil
	}
}

// judge reads what is about to be executed. What cannot be read is refused.
func judge(ctx context.Context, fd int, n notification, gate ExecGate) error {
	path, argv, err := readExec(n)
	if err != nil {
		return err
	}
	dir, err := os.Readlink("/proc/" + strconv.Itoa(int(n.pid)) + "/cwd")
	if err != nil {
		return fmt.Errorf("exec gate: %w", err)
	}
	// The pid may have been given to somebody else while we read.
	if err := control(fd, unix.SECCOMP_IOCTL_NOTIF_ID_VALID, unsafe.Pointer(&n.id)); err != nil {
		return fmt.Errorf("exec gate: %w", err)
	}
	return gate(withCallerDir(ctx, dir), path, argv)
}

func readExec(n notification) (string, []string, error) {
	proc := "/proc/" + strconv.Itoa(int(n.pid))
	mem, err := os.Open(proc + "/mem")
	if err != nil {
		return "", nil, fmt.Errorf("exec gate: %w", err)
	}
	defer func() { _ = mem.Close() }()
	m := memory{mem, maxArgBytes}
	pathAt, argvAt, dir := n.args[0], n.args[1], int32(unix.AT_FDCWD)
	if n.nr == unix.SYS_EXECVEAT {
		dir, pathAt, argvAt = int32(n.args[0]), n.args[1], n.args[2]
	}
	path, err := m.text(pathAt)
	if err != nil {
		return "", nil, err
	}
	argv, err := m.vector(argvAt)
	if err != nil {
		return "", nil, err
	}
	if !filepath.IsAbs(path) {
		base := proc + "/cwd"
		if dir != unix.AT_FDCWD {
			base = proc + "/fd/" + strconv.Itoa(int(dir))
		}
		at, err := os.Readlink(base)
		if err != nil {
			return "", nil, fmt.Errorf("exec gate: %w", err)
		}
		path = filepath.Join(at, path)
	}
	return path, argv, nil
}

// memory reads another process, a bounded number of bytes in all.
type memory struct {
	file *os.File
	left int
}

var errTooLong = errors.New("exec gate: arguments too long")

// text reads a C string. It never reads across a page that may not be there.
func (m *memory) text(at uint64) (string, error) {
	var out []byte
	for {
		chunk := make([]byte, min(4096-int(at%4096), 256))
		n, err := m.file.ReadAt(chunk, int64(at))
		if n == 0 {
			return "", fmt.Errorf("exec gate: %w", err)
		}
		if i := bytes.IndexByte(chunk[:n], 0); i >= 0 {
			return string(append(out, chunk[:i]...)), nil
		}
		out = append(out, chunk[:n]...)
		if m.left -= n; m.left < 0 {
			return "", errTooLong
		}
		at += uint64(n)
	}
}

func (m *memory) vector(at uint64) ([]string, error) {
	var out []string
	if at == 0 {
		return nil, nil
	}
	for len(out) < maxArgs {
		var word [8]byte
		if _, err := m.file.ReadAt(word[:], int64(at)); err != nil {
			return nil, fmt.Errorf("exec gate: %w", err)
		}
		p := binary.NativeEndian.Uint64(word[:])
		if p == 0 {
			return out, nil
		}
		s, err := m.text(p)
		if err != nil {
			return nil, err
		}
		if m.left -= len(s) + 1; m.left < 0 {
			return nil, errTooLong
		}
		out, at = append(out, s), at+8
	}
	return nil, errTooLong
}
