package spawn

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Exit is how a command ended.
type Exit struct {
	Code   int            // exit code; 128 + signal when a signal ended it
	Signal syscall.Signal // 0 when it ended by itself
	MaxRSS int64          // bytes, of the largest process that was waited for
	CPU    time.Duration  // user and system time of all that were waited for
	Limit  string         // the limit that ended it, when the starter can tell
}

// Status is the worker's end of a status socket.
type Status struct {
	file       *os.File
	name       func(reaper bool, step int) string
	onHandover func(fd int)
}

// NewStatus makes the socket pair. The second value is the reaper's end, which
// the caller closes after Start.
func NewStatus() (*Status, *os.File, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("status socket: %w", err)
	}
	if err := unix.SetNonblock(fds[0], true); err != nil {
		closeAll(fds[:])
		return nil, nil, fmt.Errorf("status socket: %w", err)
	}
	return &Status{file: os.NewFile(uintptr(fds[0]), "status"), name: func(_ bool, step int) string {
		return fmt.Sprintf("step %d", step)
	}}, os.NewFile(uintptr(fds[1]), "reaper"), nil
}

// Explain lets the status name the steps of a plan in its errors.
func (s *Status) Explain(p *Plan) {
	first, last := append(arrange(p.Files), p.Init...), p.Exec
	s.name = func(reaper bool, step int) string {
		if reaper {
			return stepName(first, step)
		}
		return stepName(last, step)
	}
}

// Name does the same where the plan was made by another process.
func (s *Status) Name(f func(reaper bool, step int) string) { s.name = f }

// OnHandover sets what is done with a descriptor that the command hands over
// before it executes (Handover). f owns it.
func (s *Status) OnHandover(f func(fd int)) { s.onHandover = f }

// Close gives up the socket.
func (s *Status) Close() error { return s.file.Close() }

// wait reads until the record is there. A socket that closes without one means
// that the whole tree was killed.
func (s *Status) wait() (Exit, error) {
	for {
		var rec record
		raw := unsafe.Slice((*byte)(unsafe.Pointer(&rec)), unsafe.Sizeof(rec))
		n, fd, err := s.receive(raw)
		switch {
		case fd >= 0 && s.onHandover != nil:
			s.onHandover(fd)
			continue
		case fd >= 0:
			_ = unix.Close(fd)
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return Exit{}, fmt.Errorf("status: %w", err)
		case n != len(raw):
			return Exit{Code: 128 + int(unix.SIGKILL), Signal: unix.SIGKILL}, nil
		}
		return s.exit(&rec)
	}
}

func (s *Status) exit(rec *record) (Exit, error) {
	switch rec.kind {
	case kindEnded:
		return exitOf(rec), nil
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

// receive reads one message and the descriptor that it may carry (-1: none).
func (s *Status) receive(buf []byte) (n, fd int, err error) {
	fd = -1
	conn, err := s.file.SyscallConn()
	if err != nil {
		return 0, -1, err
	}
	control := make([]byte, unix.CmsgSpace(4))
	var inner error
	err = conn.Read(func(raw uintptr) bool {
		var cn int
		n, cn, _, _, inner = unix.Recvmsg(int(raw), buf, control, unix.MSG_CMSG_CLOEXEC)
		for errors.Is(inner, unix.EINTR) {
			n, cn, _, _, inner = unix.Recvmsg(int(raw), buf, control, unix.MSG_CMSG_CLOEXEC)
		}
		if errors.Is(inner, unix.EAGAIN) {
			return false
		}
		control = control[:max(cn, 0)]
		return true
	})
	if err == nil {
		err = inner
	}
	if err != nil || n == 0 {
		return 0, -1, errors.Join(err, io.EOF)
	}
	if msgs, e := unix.ParseSocketControlMessage(control); e == nil {
		for i := range msgs {
			if fds, e := unix.ParseUnixRights(&msgs[i]); e == nil && len(fds) > 0 {
				fd = fds[0]
			}
		}
	}
	return n, fd, nil
}

// Child is a running tree: the command, the reaper and all that they leave.
type Child struct {
	pid        int
	pidfd      *os.File
	status     *Status
	namespaced bool
	release    func() error // after the reaper is gone; may be nil
}

// NewChild takes over a started reaper. namespaced says that killing the
// reaper kills the tree; release is called once when the reaper is gone and
// has to reap it where it is our own child.
func NewChild(pid, pidfd int, status *Status, namespaced bool, release func() error) (*Child, error) {
	if err := unix.SetNonblock(pidfd, true); err != nil {
		return nil, fmt.Errorf("pidfd: %w", err)
	}
	return &Child{
		pid: pid, pidfd: os.NewFile(uintptr(pidfd), "pidfd"), status: status,
		namespaced: namespaced, release: release,
	}, nil
}

// PID is the reaper's process id as the worker sees it.
func (c *Child) PID() int { return c.pid }

// Wait returns when the command itself has ended, or could not be started
// (*StartError). What it left behind may still run; Kill ends that, too. Both
// must be called, once each, in any order.
func (c *Child) Wait() (Exit, error) {
	e, err := c.status.wait()
	return e, errors.Join(err, c.status.Close())
}

// Signal reaches the command's process group, by way of the reaper. SIGKILL is
// Kill's business.
func (c *Child) Signal(sig syscall.Signal) error {
	if sig == unix.SIGKILL {
		return errors.New("use Kill")
	}
	return c.send(sig)
}

func (c *Child) send(sig syscall.Signal) error {
	conn, err := c.pidfd.SyscallConn()
	if err != nil {
		return fmt.Errorf("pidfd: %w", err)
	}
	var inner error
	if err := conn.Control(func(fd uintptr) { inner = unix.PidfdSendSignal(int(fd), sig, nil, 0) }); err != nil {
		return fmt.Errorf("pidfd: %w", err)
	}
	if errors.Is(inner, unix.ESRCH) {
		return nil
	}
	return inner
}

// Kill ends the whole tree and returns when nothing of it is left. ctx bounds the wait for processes that the
// kernel cannot end at once.
func (c *Child) Kill(ctx context.Context) error {
	if c.namespaced {
		if err := c.send(unix.SIGKILL); err != nil {
			return fmt.Errorf("kill: %w", err)
		}
		if !c.gone(ctx, 0) {
			return fmt.Errorf("kill: %w", context.Cause(ctx))
		}
		return c.close()
	}
	for pause := 200 * time.Microsecond; !c.gone(ctx, pause); pause = min(2*pause, 20*time.Millisecond) {
		if ctx.Err() != nil {
			return fmt.Errorf("kill: %w", context.Cause(ctx))
		}
		if err := killBelow(c.pid); err != nil {
			return fmt.Errorf("kill: %w", err)
		}
	}
	return c.close()
}

func (c *Child) close() error {
	err := c.pidfd.Close()
	if c.release != nil {
		err = errors.Join(err, c.release())
	}
	return err
}

// gone waits until the reaper has ended, for at most d (0: until ctx is done).
func (c *Child) gone(ctx context.Context, d time.Duration) bool {
	conn, err := c.pidfd.SyscallConn()
	if err != nil {
		return false
	}
	deadline, _ := ctx.Deadline()
	if d > 0 {
		if t := time.Now().Add(d); deadline.IsZero() || t.Before(deadline) {
			deadline = t
		}
	}
	if err := c.pidfd.SetReadDeadline(deadline); err != nil {
		return false
	}
	stop := context.AfterFunc(ctx, func() { _ = c.pidfd.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	err = conn.Read(func(fd uintptr) bool {
		p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(p, 0)
		return err == nil && n == 1
	})
	return err == nil
}

// Reap collects the reaper where it is a child of this very process.
func (s *Started) Reap() error {
	for {
		_, err := unix.Wait4(s.PID, nil, 0, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil && !errors.Is(err, unix.ECHILD) {
			return fmt.Errorf("reap: %w", err)
		}
		return s.Release()
	}
}
