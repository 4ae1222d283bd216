package spawn

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// cloneArgs is struct clone_args of clone3(2), version 2 (88 bytes).
type cloneArgs struct {
	flags, pidfd, childTID, parentTID, exitSignal     uint64
	stack, stackSize, tls, setTID, setTIDSize, cgroup uint64
}

// program is what the reaper and the command read; its layout is known to
// clone_linux_*.s.
type program struct {
	steps  uintptr
	count  uintptr
	child  uintptr // program of the command; 0 in the command's own
	clone  uintptr // cloneArgs for the command
	sigset uint64  // what the reaper waits for
	record record
	again  again
	no     [2]uint64 // no time at all, as a timespec
}

// again is how a reaper that serves again makes the table of its command what
// it was: so many bytes are copied. No bytes: it serves once.
type again struct{ to, from, size uintptr }

// record is the only message that a reaper sends.
type record struct {
	kind, step, errno, status uint64
	rusage                    unix.Rusage
}

const (
	kindEnded = 1 + iota
	kindReaperFailed
	kindCommandFailed
	kindEndedEmpty
	kindEndedAgain
)

// row is one system call as the reaper sees it.
type row struct {
	nr       uintptr
	args     [6]uintptr
	optional uintptr
}

// Step is one system call that a reaper or a command makes before it does
// anything else. Arguments are int, uintptr, string (a C string), []byte,
// []string (a vector that ends in NULL), Filter or Handover. A step that fails
// ends the start, unless it is Optional.
type Step struct {
	Name     string
	NR       uintptr
	Args     []any
	Optional bool
}

// Filter is a seccomp program as an argument.
type Filter []unix.SockFilter

// Handover is a message for sendmsg(2) that carries one descriptor.
type Handover struct{ FD int }

// arena is memory outside the Go heap: it must stay where it is, and alive,
// for as long as a reaper reads it, whatever the garbage collector does.
type arena struct {
	mem  []byte
	base uintptr // where mem lies for whoever reads it
	off  int
}

const slack = 64 // alignment and headers of one argument

func sizeOf(a any) (int, error) {
	switch v := a.(type) {
	case int, uintptr:
		return 0, nil
	case string:
		return len(v) + 1 + slack, nil
	case []byte:
		return len(v) + slack, nil
	case []string:
		n := 8*(len(v)+1) + slack
		for _, s := range v {
			n += len(s) + 1 + slack
		}
		return n, nil
	case Filter:
		return len(v)*int(unsafe.Sizeof(unix.SockFilter{})) + 2*slack, nil
	case Handover:
		return 512, nil
	default:
		return 0, fmt.Errorf("argument of type %T", a)
	}
}

func (a *arena) take(n int) (uintptr, []byte) {
	a.off = (a.off + 15) &^ 15
	b := a.mem[a.off : a.off+n : a.off+n]
	p := a.base + uintptr(a.off)
	a.off += n
	if n == 0 {
		return 0, b
	}
	return p, b
}

func (a *arena) bytes(data []byte) uintptr {
	if len(data) == 0 {
		return 0
	}
	p, b := a.take(len(data))
	copy(b, data)
	return p
}

func (a *arena) cstring(s string) uintptr {
	p, b := a.take(len(s) + 1)
	copy(b, s)
	b[len(s)] = 0
	return p
}

func (a *arena) vector(list []string) uintptr {
	p, b := a.take(8 * (len(list) + 1))
	for i, s := range list {
		binary.NativeEndian.PutUint64(b[8*i:], uint64(a.cstring(s)))
	}
	binary.NativeEndian.PutUint64(b[8*len(list):], 0)
	return p
}

func place[T any](a *arena, v T) (*T, uintptr) {
	p, b := a.take(int(unsafe.Sizeof(v)))
	t := (*T)(unsafe.Pointer(unsafe.SliceData(b)))
	*t = v
	return t, p
}

func (a *arena) arg(v any) uintptr {
	switch v := v.(type) {
	case int:
		return uintptr(v)
	case uintptr:
		return v
	case string:
		return a.cstring(v)
	case []byte:
		return a.bytes(v)
	case []string:
		return a.vector(v)
	case Filter:
		var raw []byte
		for _, f := range v {
			raw = binary.NativeEndian.AppendUint16(raw, f.Code)
			raw = append(raw, f.Jt, f.Jf)
			raw = binary.NativeEndian.AppendUint32(raw, f.K)
		}
		code := a.bytes(raw)
		_, p := place(a, struct {
			n    uint64 // unsigned short and its padding
			code uintptr
		}{uint64(uint16(len(v))), code})
		return p
	case Handover:
		return a.handover(v.FD)
	}
	return 0
}

// handover lays out a msghdr with one byte and one descriptor.
func (a *arena) handover(fd int) uintptr {
	control := a.bytes(unix.UnixRights(fd))
	_, iov := place(a, struct{ base, n uintptr }{a.bytes([]byte{'L'}), 1})
	_, p := place(a, struct {
		name, nameLen, iov, iovLen, control, controlLen, flags uintptr
	}{iov: iov, iovLen: 1, control: control, controlLen: uintptr(unix.CmsgSpace(4))})
	return p
}

func (a *arena) table(steps []Step) (uintptr, uintptr) {
	if len(steps) == 0 {
		return 0, 0
	}
	p, b := a.take(len(steps) * rowSize)
	a.fill(rowsOf(b, len(steps)), steps)
	return p, uintptr(len(steps))
}

const rowSize = int(unsafe.Sizeof(row{}))

func rowsOf(b []byte, n int) []row {
	return unsafe.Slice((*row)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

func (a *arena) fill(rows []row, steps []Step) {
	for i, s := range steps {
		r := row{nr: s.NR}
		for k, v := range s.Args {
			r.args[k] = a.arg(v)
		}
		if s.Optional {
			r.optional = 1
		}
		rows[i] = r
	}
}

// sizeOfTable is what steps need at most.
func sizeOfTable(steps []Step) (int, error) {
	n := len(steps)*rowSize + slack
	for _, s := range steps {
		if len(s.Args) > 6 {
			return 0, fmt.Errorf("step %s has %d arguments", s.Name, len(s.Args))
		}
		for _, v := range s.Args {
			k, err := sizeOf(v)
			if err != nil {
				return 0, fmt.Errorf("step %s: %w", s.Name, err)
			}
			n += k
		}
	}
	return n, nil
}

// newArena makes room for tables, and for more bytes besides.
func newArena(more int, tables ...[]Step) (*arena, error) {
	n := 2*(int(unsafe.Sizeof(program{}))+int(unsafe.Sizeof(cloneArgs{}))) + 2*stackSize + 1024 + more
	for _, steps := range tables {
		k, err := sizeOfTable(steps)
		if err != nil {
			return nil, err
		}
		n += k
	}
	mem, err := unix.Mmap(-1, 0, (n+4095)&^4095, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_POPULATE)
	if err != nil {
		return nil, fmt.Errorf("mmap: %w", err)
	}
	return &arena{mem: mem, base: uintptr(unsafe.Pointer(unsafe.SliceData(mem)))}, nil
}

func (a *arena) free() error {
	if a == nil || a.mem == nil {
		return nil
	}
	mem := a.mem
	a.mem = nil
	return unix.Munmap(mem)
}
