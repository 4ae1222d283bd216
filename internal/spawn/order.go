package spawn

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A command can be prepared before anybody knows what it will execute
// (Plan.Waits): it goes through the steps of Exec, says through the status
// socket that it is ready, and waits there for one message. That message is the
// rest of its table, laid out for the address at which the kernel puts it, and
// carries the command's first descriptors. No program is involved: the row
// after the one that receives is the first that was received.
//
// A prepared command serves once. When the other end of the socket closes
// without an order, it leaves without having executed anything. Its reaper may
// serve again (Plan.Again): when it has no child left, which is the kernel's
// word for an empty tree, it drops the signals that wait for it, says in its
// record that it goes on, puts the table back to what it was and makes the next
// command that waits. It leaves when nobody reads that record.

const (
	// orderSteps is how many steps an order may have.
	orderSteps = 8
	// orderRoom is what their arguments may take.
	orderRoom = 16 << 10
	orderSize = orderSteps*rowSize + orderRoom

	readySize = 24
	// maxOrderFiles bounds the descriptors that come with an order.
	maxOrderFiles = 8
)

// ErrTooLong says that an order does not fit. Nothing was sent.
var ErrTooLong = errors.New("the order is too long")

// Ready says where an order goes.
type Ready struct {
	base uintptr // where the kernel will put it
	step int     // how many steps the command has made before
}

// waiting lays out the table of a command that waits: its own steps, those that
// wait, and room for the order. Before it lies what describes the order to the
// kernel, so that one copy brings back all that serving changes.
func (a *arena) waiting(steps []Step) (table, rowCount uintptr, back again) {
	count := len(steps) + 2 + orderSteps
	head, block := a.take(rowSize + count*rowSize + orderRoom)
	p := head + uintptr(rowSize)
	at := p + uintptr((len(steps)+2)*rowSize)
	rows := rowsOf(block[rowSize:], count)
	a.inbox(block, at)
	word := binary.NativeEndian.AppendUint64([]byte{markReady, 0, 0, 0, 0, 0, 0, 0}, uint64(at))
	word = binary.NativeEndian.AppendUint64(word, uint64(len(steps)+2))
	a.fill(rows, append(steps[:len(steps):len(steps)],
		Step{Name: "ready", NR: unix.SYS_WRITE, Args: []any{StatusFD, word, readySize}},
		Step{Name: "wait for the order", NR: unix.SYS_RECVMSG, Args: []any{StatusFD, head, 0}}))
	leave := row{nr: unix.SYS_EXIT_GROUP}
	leave.args[0] = 127
	for i := len(steps) + 2; i < count; i++ {
		rows[i] = leave // what happens if nothing is received
	}
	from, kept := a.take(rowSize + count*rowSize)
	copy(kept, block)
	return p, uintptr(count), again{to: head, from: from, size: uintptr(len(kept))}
}

// inbox lays out a msghdr that receives an order and its descriptors.
func (a *arena) inbox(in []byte, at uintptr) {
	room := unix.CmsgSpace(4 * maxOrderFiles)
	control, _ := a.take(room)
	_, iov := place(a, struct{ base, n uintptr }{at, uintptr(orderSize)})
	*(*header)(unsafe.Pointer(unsafe.SliceData(in))) = header{iov: iov, iovLen: 1, control: control, controlLen: uintptr(room)}
}

// header is struct msghdr of recvmsg(2).
type header struct{ name, nameLen, iov, iovLen, control, controlLen, flags uintptr }

func readReady(msg []byte) *Ready {
	return &Ready{
		base: uintptr(binary.NativeEndian.Uint64(msg[8:])),
		step: int(binary.NativeEndian.Uint64(msg[16:])),
	}
}

// Ready waits until a prepared command waits for its order. An error says that
// it never will.
func (s *Status) Ready() (Ready, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.over && s.ready == nil {
		s.take()
	}
	if s.ready == nil {
		return Ready{}, s.ended()
	}
	return *s.ready, nil
}

// given is a descriptor that a starter in another process sends for the order.
type given struct {
	fd   int
	note bool
}

// SendGiven gives a descriptor, and a note about it, to the worker.
func SendGiven(to, fd int, note bool) error {
	msg := []byte{markGiven, 0}
	if note {
		msg[1] = 1
	}
	return unix.Sendmsg(to, msg, unix.UnixRights(fd), nil, unix.MSG_NOSIGNAL)
}

// Given waits for a descriptor that was asked for; it is the caller's to close.
func (s *Status) Given() (fd int, note bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.over && s.given == nil {
		s.take()
	}
	if g := s.given; g != nil {
		s.given = nil
		return g.fd, g.note, nil
	}
	return -1, false, s.ended()
}

// ended says why what was waited for will not come; the lock is held.
func (s *Status) ended() error {
	if s.err != nil {
		return s.err
	}
	return errors.New("status: it ended before it was ready")
}

// Order tells a prepared command the rest of its steps, the last of which must
// execute. The descriptors become its lowest free ones and survive exec. After
// an error nothing will be executed.
func (s *Status) Order(to Ready, steps []Step, files ...int) error {
	msg, err := order(to, steps)
	if err != nil {
		return err
	}
	if len(files) > maxOrderFiles {
		return fmt.Errorf("order: %d descriptors", len(files))
	}
	conn, err := s.file.SyscallConn()
	if err != nil {
		return fmt.Errorf("order: %w", err)
	}
	rights := unix.UnixRights(files...)
	var inner error
	err = conn.Write(func(fd uintptr) bool {
		for {
			if inner = unix.Sendmsg(int(fd), msg, rights, nil, unix.MSG_NOSIGNAL); !errors.Is(inner, unix.EINTR) {
				return !errors.Is(inner, unix.EAGAIN)
			}
		}
	})
	if err = errors.Join(err, inner); err != nil {
		return fmt.Errorf("order: %w", err)
	}
	name, later := s.name, names(steps)
	s.name = func(reaper bool, step int) string {
		if reaper || step < to.step {
			return name(reaper, step)
		}
		return stepName(later, step-to.step)
	}
	return nil
}

// order lays out steps for the place where they will be received.
func order(to Ready, steps []Step) ([]byte, error) {
	if len(steps) > orderSteps {
		return nil, fmt.Errorf("order: %d steps", len(steps))
	}
	n, err := sizeOfTable(steps)
	if err != nil {
		return nil, fmt.Errorf("order: %w", err)
	}
	a := &arena{mem: make([]byte, n+(orderSteps+1)*rowSize), base: to.base}
	_, b := a.take(orderSteps * rowSize)
	rows := rowsOf(b, orderSteps)
	for i := range rows {
		rows[i].nr, rows[i].args[0] = unix.SYS_EXIT_GROUP, 127
	}
	a.fill(rows, steps)
	if a.off > orderSize {
		return nil, ErrTooLong
	}
	return a.mem[:a.off], nil
}
