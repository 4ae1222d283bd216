package spawn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Exit is how a command ended.
type Exit struct {
	Code   int            // exit code; 128 + signal when a signal ended it
	Signal syscall.Signal // 0 when it ended by itself
	PID    int            // of the reaper, as we see it; 0 when nobody said
	MaxRSS int64          // bytes, of the largest process that was waited for
	CPU    time.Duration  // user and system time of all that were waited for
	Limit  string         // the limit that ended it, when the starter can tell
	// Empty says that the command left nothing behind.
	Empty bool
	// Again says that its reaper makes another command that waits, and holds on
	// to the status socket for it (Status.Again).
	Again bool
}

// Status is the worker's end of a status socket. What comes through it are
// the reaper's one record, a descriptor that the command hands over, word that a
// command waits for its order, a failure to start, or a pidfd, the last two from
// a starter in another process. What goes back is the order.
type Status struct {
	file       *os.File
	name       func(reaper bool, step int) string
	onHandover func(fd int)

	mu    sync.Mutex
	over  bool
	exit  Exit
	err   error
	ready *Ready
	given *given
}

// First bytes of messages that are no record.
const (
	markHandover  = 'L'
	markFailure   = 'E'
	markAnnounced = 'P'
	markReady     = 'R'
	markGiven     = 'G'
)

// NewStatus makes the socket pair. The second value is the reaper's end, which
// the caller closes after Start.
func NewStatus() (*Status, *os.File, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("status socket: %w", err)
	}
	// The sender's pid comes with every message, as this process sees it.
	err = errors.Join(unix.SetNonblock(fds[0], true), unix.SetsockoptInt(fds[0], unix.SOL_SOCKET, unix.SO_PASSCRED, 1))
	if err != nil {
		closeAll(fds[:])
		return nil, nil, fmt.Errorf("status socket: %w", err)
	}
	s := &Status{file: os.NewFile(uintptr(fds[0]), "status"), name: number}
	return s, os.NewFile(uintptr(fds[1]), "reaper"), nil
}

func number(_ bool, step int) string { return "step " + strconv.Itoa(step) }

// Again makes the socket of a command that has ended one of the next command of
// the same reaper, where there is to be one. It must be called once, after
// Wait, and by nobody while somebody waits.
func (s *Status) Again() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over || s.err != nil || !s.exit.Again || s.given != nil {
		return false
	}
	s.over, s.exit, s.ready, s.name, s.onHandover = false, Exit{}, nil, number, nil
	return s.file.SetReadDeadline(time.Time{}) == nil
}

// Explain lets the status name the steps of a plan in its errors. It keeps
// names alone: a status lives as long as its command.
func (s *Status) Explain(p *Plan) {
	files, first, last := p.Files, names(p.Init), names(p.Exec)
	s.name = func(reaper bool, step int) string {
		if reaper {
			return stepName(append(names(arrange(files)), first...), step)
		}
		return stepName(last, step)
	}
}

func names(steps []Step) []string {
	out := make([]string, len(steps))
	for i, s := range steps {
		out[i] = s.Name
	}
	return out
}

// Name does the same where the plan was made by another process.
func (s *Status) Name(f func(reaper bool, step int) string) { s.name = f }

// OnHandover sets what is done with a descriptor that the command hands over
// before it executes (Handover). f owns it.
func (s *Status) OnHandover(f func(fd int)) { s.onHandover = f }

// Close gives up the socket.
func (s *Status) Close() error {
	if s.given != nil {
		_ = unix.Close(s.given.fd)
	}
	return s.file.Close()
}

// Wait returns when the command has ended or could not be started
// (*StartError). A socket that closes without a word means that the whole tree
// was killed. It may be called again and answers the same.
func (s *Status) Wait() (Exit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.over {
		s.take()
	}
	return s.exit, s.err
}

// Announced waits for the pidfd of the reaper, which a starter in another
// process sends first if it was asked to.
func (s *Status) Announced() (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.over {
		if fd := s.take(); fd >= 0 {
			return fd, nil
		}
	}
	if s.err != nil {
		return -1, s.err
	}
	return -1, errors.New("status: it ended unannounced")
}

// Drain waits until every process that holds the other end is gone.
func (s *Status) Drain() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		_, fd, _, err := s.receive(make([]byte, maxWord))
		if fd >= 0 {
			_ = unix.Close(fd)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("status: %w", err)
		}
	}
}

// Bound lets ctx end every wait for this socket.
func (s *Status) Bound(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() { _ = s.file.SetReadDeadline(time.Unix(1, 0)) })
}

// take reads one message; the lock is held. It returns an announced pidfd or -1.
func (s *Status) take() int {
	buf := make([]byte, maxWord)
	n, fd, pid, err := s.receive(buf)
	return s.handle(buf, n, fd, pid, err)
}

// maxWord is the longest message that comes through a status socket.
const maxWord = 512

// handle acts on what was received; the lock is held.
func (s *Status) handle(buf []byte, n, fd, pid int, err error) int {
	end := func(e Exit, err error) { s.over, s.exit, s.err = true, e, err }
	switch {
	case errors.Is(err, io.EOF):
		end(Exit{Code: 128 + int(unix.SIGKILL), Signal: unix.SIGKILL}, nil)
	case err != nil:
		end(Exit{}, fmt.Errorf("status: %w", err))
	case n == int(unsafe.Sizeof(record{})):
		rec := (*record)(unsafe.Pointer(unsafe.SliceData(buf)))
		end(s.read(rec, pid))
	case buf[0] == markHandover && fd >= 0 && s.onHandover != nil:
		s.onHandover(fd)
		return -1
	case buf[0] == markAnnounced && fd >= 0:
		return fd
	case buf[0] == markReady && n == readySize:
		s.ready = readReady(buf[:n])
	case buf[0] == markGiven && n == 2 && fd >= 0 && s.given == nil:
		s.given = &given{fd, buf[1] != 0}
		return -1
	case buf[0] == markFailure:
		end(Exit{}, decodeFailure(buf[1:n]))
	default:
		end(Exit{}, errors.New("status: a message that nobody sends"))
	}
	if fd >= 0 {
		_ = unix.Close(fd)
	}
	return -1
}

func (s *Status) read(rec *record, pid int) (Exit, error) {
	switch rec.kind {
	case kindEnded, kindEndedEmpty, kindEndedAgain:
		e := exitOf(rec)
		e.PID, e.Empty, e.Again = pid, rec.kind != kindEnded, rec.kind == kindEndedAgain
		return e, nil
	case kindReaperFailed:
		return Exit{}, &StartError{Step: s.name(true, int(rec.step)), Err: unix.Errno(rec.errno)}
	case kindCommandFailed:
		return Exit{}, &StartError{Step: s.name(false, int(rec.step)), Err: unix.Errno(rec.errno)}
	default:
		return Exit{}, fmt.Errorf("status: a record of kind %d", rec.kind)
	}
}

func exitOf(rec *record) Exit {
	ws := syscall.WaitStatus(rec.status)
	e := Exit{
		Code:   ws.ExitStatus(),
		MaxRSS: rec.rusage.Maxrss << 10,
		CPU:    time.Duration(rec.rusage.Utime.Nano() + rec.rusage.Stime.Nano()),
	}
	if ws.Signaled() {
		e.Signal = ws.Signal()
		e.Code = 128 + int(ws.Signal())
	}
	return e
}

// SendFailure tells through a reaper's end that there will be no reaper.
func SendFailure(fd int, cause error) error {
	no, step := unix.EIO, cause.Error()
	if e, ok := errors.AsType[*StartError](cause); ok {
		step = e.Step
		if !errors.As(e.Err, &no) {
			no = unix.EIO
		}
	}
	msg := append([]byte{markFailure}, strconv.Itoa(int(no))+"\x00"+step...)
	return unix.Sendmsg(fd, msg[:min(len(msg), 500)], nil, nil, unix.MSG_NOSIGNAL)
}

// SendAnnounced hands the reaper's pidfd to the other end.
func SendAnnounced(fd, pidfd int) error {
	return unix.Sendmsg(fd, []byte{markAnnounced}, unix.UnixRights(pidfd), nil, unix.MSG_NOSIGNAL)
}

func decodeFailure(raw []byte) error {
	number, step, _ := bytes.Cut(raw, []byte{0})
	no, err := strconv.Atoi(string(number))
	if err != nil || no <= 0 {
		no = int(unix.EIO)
	}
	return &StartError{Step: string(step), Err: unix.Errno(no)}
}

// receive reads one message, the descriptor that it may carry (-1: none) and
// its sender's pid.
func (s *Status) receive(buf []byte) (n, fd, pid int, err error) {
	fd = -1
	conn, err := s.file.SyscallConn()
	if err != nil {
		return 0, -1, 0, err
	}
	control := make([]byte, 128)
	var inner error
	cn := 0
	err = conn.Read(func(raw uintptr) bool {
		n, cn, _, _, inner = unix.Recvmsg(int(raw), buf, control, unix.MSG_CMSG_CLOEXEC)
		for errors.Is(inner, unix.EINTR) {
			n, cn, _, _, inner = unix.Recvmsg(int(raw), buf, control, unix.MSG_CMSG_CLOEXEC)
		}
		return !errors.Is(inner, unix.EAGAIN)
	})
	if err == nil {
		err = inner
	}
	// A reset says that the other end closed with an order that nobody read.
	if errors.Is(err, unix.ECONNRESET) || err == nil && n == 0 {
		return 0, -1, 0, io.EOF
	}
	if err != nil {
		return 0, -1, 0, err
	}
	msgs, err := unix.ParseSocketControlMessage(control[:cn])
	if err != nil {
		return 0, -1, 0, err
	}
	for i := range msgs {
		if fds, e := unix.ParseUnixRights(&msgs[i]); e == nil && len(fds) > 0 {
			fd = fds[0]
		} else if cred, e := unix.ParseUnixCredentials(&msgs[i]); e == nil {
			pid = int(cred.Pid)
		}
	}
	return n, fd, pid, nil
}
