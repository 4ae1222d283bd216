package spawn

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	stackSize = 1024 // nothing is ever pushed; the kernel wants an address
	high      = 64   // descriptors below are where the child puts its own
	// StatusFD is where the reaper writes its record; Files[3].
	StatusFD = 3
)

// ErrUnsupported says that this architecture has no reaper.
var ErrUnsupported = errors.New("no reaper for this architecture")

// StartError says which step of a start failed; nothing was executed.
type StartError struct {
	Step string
	Err  error // a syscall.Errno
}

// Error names the step and its reason.
func (e *StartError) Error() string { return e.Step + ": " + e.Err.Error() }

// Unwrap returns the errno, so that fs.ErrNotExist and its like match.
func (e *StartError) Unwrap() error { return e.Err }

// Plan says how to start one tree of processes.
type Plan struct {
	// Files become descriptors 0, 1, 2, … of reaper and command; 3 is the
	// reaper's end of a status socket. All others are closed. Those above 2
	// are closed at exec.
	Files []int
	// Init is what the reaper does first, with Files in place already.
	Init []Step
	// Exec is what the command does first; its last step executes. Without
	// it there is no command: Init itself must end in execve.
	Exec []Step
	// Flags are namespaces for the reaper (CLONE_NEWPID and so on).
	Flags uint64
	// Cgroup is a descriptor of a version 2 group to start in, or -1.
	Cgroup int
	// Waits lets the command wait, after the steps of Exec, for the order that
	// says what else to do (order.go).
	Waits bool
	// Again lets the reaper of a command that waits, once that has ended and
	// left nothing behind, make another one that waits.
	Again bool
}

// Started is a reaper as the kernel names it. Memory must be released once the
// reaper is gone, not before.
type Started struct {
	PID   int
	PIDFD int
	mem   *arena
	own   *program
}

// Failure says which step of a reaper without a command failed. It means
// something only once the process is gone, and before Release.
func (s *Started) Failure(p *Plan) error {
	if s.mem.mem == nil || s.own.record.errno == 0 {
		return nil
	}
	steps := names(append(arrange(p.Files), p.Init...))
	return &StartError{Step: stepName(steps, int(s.own.record.step)), Err: unix.Errno(s.own.record.errno)}
}

// Release gives the reaper's memory back.
func (s *Started) Release() error { return s.mem.free() }

// Namespaced says whether the plan gives the tree a PID namespace of its own.
func (p *Plan) Namespaced() bool { return p.Flags&unix.CLONE_NEWPID != 0 }

// Start makes the reaper and returns at once: that the command could not be
// executed is told by the record on the status socket.
func Start(p Plan) (Started, error) {
	if !Supported {
		return Started{}, ErrUnsupported
	}
	files, lifted, err := lift(p.Files)
	defer closeAll(lifted)
	if err != nil {
		return Started{}, err
	}
	first := append(arrange(files), p.Init...)
	more := 0
	if p.Waits {
		more = orderSize + 1024 + 2*(len(p.Exec)+orderSteps+4)*rowSize
	}
	a, err := newArena(more, first, p.Exec)
	if err != nil {
		return Started{}, err
	}
	own, prog, args, pidfd := layout(a, p, first)
	pid := call(args, prog)
	runtime.KeepAlive(a)
	if pid < 0 {
		return Started{}, errors.Join(&StartError{Step: "clone3", Err: unix.Errno(-pid)}, a.free())
	}
	return Started{PID: pid, PIDFD: int(*pidfd), mem: a, own: own}, nil
}

// layout writes both programs into the arena.
func layout(a *arena, p Plan, first []Step) (*program, uintptr, *cloneArgs, *int32) {
	own, prog := place(a, program{sigset: forwarded()})
	cmd, cmdAt := place(a, program{})
	own.steps, own.count = a.table(first)
	if p.Waits {
		var back again
		if cmd.steps, cmd.count, back = a.waiting(p.Exec); p.Again {
			own.again = back
		}
	} else {
		cmd.steps, cmd.count = a.table(p.Exec)
	}
	if cmd.count > 0 {
		own.child = cmdAt
	}
	stack, _ := a.take(stackSize)
	_, own.clone = place(a, cloneArgs{
		flags:      unix.CLONE_VM | unix.CLONE_VFORK | unix.CLONE_CLEAR_SIGHAND,
		exitSignal: uint64(unix.SIGCHLD), stack: uint64(stack), stackSize: stackSize,
	})
	// Nobody is to be interrupted by a reaper's end, which its pidfd tells:
	// its exit signal is none, and who reaps it asks for __WALL.
	pidfd, pidfdAt := place(a, int32(-1))
	stack, _ = a.take(stackSize)
	args, _ := place(a, cloneArgs{
		flags: unix.CLONE_VM | unix.CLONE_CLEAR_SIGHAND | unix.CLONE_PIDFD | p.Flags,
		pidfd: uint64(pidfdAt), stack: uint64(stack), stackSize: stackSize,
	})
	if p.Cgroup > 0 {
		args.flags |= unix.CLONE_INTO_CGROUP
		args.cgroup = uint64(p.Cgroup)
	}
	return own, prog, args, pidfd
}

// call clones with every signal blocked: the reaper inherits that mask, and
// no handler of the Go runtime may ever run in it.
func call(args *cloneArgs, prog uintptr) int {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	all, old := ^uint64(0), uint64(0)
	mask(&all, &old)
	pid := launch(args, unsafe.Sizeof(*args), prog)
	mask(&old, nil)
	return pid
}

func mask(set, old *uint64) {
	_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK,
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(old)), 8, 0, 0)
}

// forwarded is the set that a reaper waits for: SIGCHLD, and what it passes on
// to the command's group.
func forwarded() uint64 {
	var set uint64
	for _, s := range []unix.Signal{unix.SIGCHLD, unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT,
		unix.SIGUSR1, unix.SIGUSR2, unix.SIGCONT, unix.SIGWINCH} {
		set |= 1 << (uint(s) - 1)
	}
	return set
}

// lift moves descriptors out of the way of those that the child will make.
func lift(files []int) (out, lifted []int, err error) {
	if len(files) < StatusFD+1 || len(files) > high {
		return nil, nil, fmt.Errorf("%d descriptors", len(files))
	}
	out = make([]int, len(files))
	for i, fd := range files {
		if fd >= 0 && fd < high {
			fd, err = unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, high)
			if err != nil {
				return nil, lifted, fmt.Errorf("descriptor %d: %w", i, err)
			}
			lifted = append(lifted, fd)
		}
		out[i] = fd
	}
	return out, lifted, nil
}

// arrange puts the descriptors in place, the status socket first so that the
// failure of any later step can be told, and closes every other.
func arrange(files []int) []Step {
	put := func(i int) Step {
		flags := 0
		if i > 2 {
			flags = unix.O_CLOEXEC
		}
		return Step{Name: "dup3", NR: unix.SYS_DUP3, Args: []any{files[i], i, flags}}
	}
	steps := []Step{put(StatusFD)}
	for i := range files {
		if i != StatusFD && files[i] >= 0 {
			steps = append(steps, put(i))
		}
	}
	for _, gap := range gaps(files) {
		steps = append(steps, Step{Name: "close_range", NR: unix.SYS_CLOSE_RANGE, Args: []any{gap[0], gap[1], 0}})
	}
	return steps
}

// gaps lists the ranges of descriptors that are to be closed.
func gaps(files []int) [][2]int {
	const last = 1<<32 - 1
	out := [][2]int{{len(files), last}}
	for i := len(files) - 1; i >= 0; i-- {
		if files[i] < 0 {
			out = append(out, [2]int{i, i})
		}
	}
	return out
}

func closeAll(fds []int) {
	for _, fd := range fds {
		_ = unix.Close(fd)
	}
}

// Execute are the last steps of every command: signals as a new program
// expects them, then execve.
func Execute(path string, argv, env []string) []Step {
	return []Step{
		{Name: "signal mask", NR: unix.SYS_RT_SIGPROCMASK, Args: []any{int(unix.SIG_SETMASK), make([]byte, 8), 0, 8}},
		{Name: "exec " + path, NR: unix.SYS_EXECVE, Args: []any{path, argv, env}},
	}
}

// Session gives the command a session and process group of its own, so that
// it has no controlling terminal and one signal reaches its whole job.
func Session() Step { return Step{Name: "setsid", NR: unix.SYS_SETSID} }

// Chdir changes the directory.
func Chdir(dir string) Step { return Step{Name: "chdir " + dir, NR: unix.SYS_CHDIR, Args: []any{dir}} }

// Subreaper makes every orphan of the tree the reaper's child. It is what
// holds a tree together without a PID namespace.
func Subreaper() Step {
	return Step{Name: "subreaper", NR: unix.SYS_PRCTL, Args: []any{unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0}}
}

// Limit sets the soft and the hard limit of one resource.
func Limit(resource int, soft, hard uint64) Step {
	raw := binary.NativeEndian.AppendUint64(nil, soft)
	raw = binary.NativeEndian.AppendUint64(raw, hard)
	return Step{Name: "limit", NR: unix.SYS_PRLIMIT64, Args: []any{0, resource, raw, 0}}
}

// stepName finds the step that a record speaks of.
func stepName(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "clone3"
}
