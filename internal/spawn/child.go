package spawn

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Child is a tree whose reaper this process holds by a pidfd.
type Child struct {
	pid        int
	status     *Status
	namespaced bool
	release    func() error // after the reaper is gone; may be nil

	mu    sync.Mutex
	pidfd int // -1 when given up
}

// NewChild takes over a started reaper. namespaced says that killing the
// reaper kills the tree; release is called once when the reaper is gone and
// has to reap it where it is our own child.
func NewChild(pid, pidfd int, status *Status, namespaced bool, release func() error) *Child {
	return &Child{pid: pid, pidfd: pidfd, status: status, namespaced: namespaced, release: release}
}

// PID is the reaper's process id as the worker sees it.
func (c *Child) PID() int { return c.pid }

// Wait returns when the command itself has ended, or could not be started
// (*StartError). What it left behind may still run; Kill ends that, too.
func (c *Child) Wait() (Exit, error) {
	e, err := c.status.Wait()
	e.PID = c.pid
	return e, err
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
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pidfd < 0 {
		return nil
	}
	err := unix.PidfdSendSignal(c.pidfd, sig, nil, 0)
	if err != nil && !errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("signal: %w", err)
	}
	return nil
}

// Kill ends the whole tree and returns when nothing of it is left, then gives
// up every descriptor of the child. ctx bounds the wait for processes that the
// kernel cannot end at once. It is called once.
func (c *Child) Kill(ctx context.Context) error {
	if c.namespaced {
		if err := c.send(unix.SIGKILL); err != nil {
			return err
		}
	}
	c.mu.Lock()
	f, err := pollable(c.pidfd)
	c.pidfd = -1
	c.mu.Unlock()
	if err != nil {
		return err
	}
	err = c.sweep(ctx, f)
	stop := c.status.Bound(ctx)
	defer stop()
	if err == nil {
		_, _ = c.status.Wait() // there is a record, or nobody to write one
	}
	err = errors.Join(err, f.Close(), c.status.Close())
	if c.release != nil {
		err = errors.Join(err, c.release())
	}
	return err
}

// sweep waits for the reaper's end. Without a namespace it kills what lives
// below the reaper, as often as there is something new.
func (c *Child) sweep(ctx context.Context, f *os.File) error {
	if c.namespaced {
		if !gone(ctx, f, 0) {
			return fmt.Errorf("kill: %w", context.Cause(ctx))
		}
		return nil
	}
	for pause := 200 * time.Microsecond; !gone(ctx, f, pause); pause = min(2*pause, 20*time.Millisecond) {
		if ctx.Err() != nil {
			return fmt.Errorf("kill: %w", context.Cause(ctx))
		}
		if err := killBelow(c.pid); err != nil {
			return fmt.Errorf("kill: %w", err)
		}
	}
	return nil
}

// pollable makes a pidfd a file that the runtime can wait for.
func pollable(pidfd int) (*os.File, error) {
	if pidfd < 0 {
		return nil, os.ErrClosed
	}
	if err := unix.SetNonblock(pidfd, true); err != nil {
		return nil, fmt.Errorf("pidfd: %w", err)
	}
	return os.NewFile(uintptr(pidfd), "pidfd"), nil
}

// gone waits until a process has ended, for at most d (0: until ctx is done).
func gone(ctx context.Context, f *os.File, d time.Duration) bool {
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	if err := f.SetReadDeadline(time.Time{}); err != nil {
		return false
	}
	if d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	stop := context.AfterFunc(ctx, func() { _ = f.SetReadDeadline(time.Unix(1, 0)) })
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
		_, err := unix.Wait4(s.PID, nil, unix.WALL, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil && !errors.Is(err, unix.ECHILD) {
			return fmt.Errorf("reap: %w", err)
		}
		return s.Release()
	}
}
