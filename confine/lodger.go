package confine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// tell sends one message without waiting for an answer.
func (o *zygote) tell(msg []byte, fds ...int) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return errGone
	}
	if err := send(o.control, msg, fds...); err != nil {
		return fmt.Errorf("%w: %w", errGone, err)
	}
	return nil
}

// start gives the request to a lodging that stands ready, or else to the
// zygote, and returns: all that there is to know comes through the status
// socket. Only who detaches a command waits for its pid.
func (o *zygote) start(ctx context.Context, r request, gate ExecGate, stdio [3]*os.File) (int, process.Child, error) {
	o.spare.count(1)
	c, ok := o.lodge(ctx, r, gate, stdio)
	if !ok {
		var err error
		if c, err = o.request(ctx, r, gate, stdio); err != nil {
			o.leave()
			return 0, nil, err
		}
	}
	c.after = o.provideSoon(r)
	if !r.detached {
		return 0, c, nil
	}
	pid, err := c.announced(ctx)
	if err != nil {
		return 0, nil, errors.Join(err, c.Kill(ctx))
	}
	return pid, c, nil
}

// leave counts a command out.
func (o *zygote) leave() {
	o.spare.count(-1)
	o.done()
}

// watch lets a gate judge what the command of a status socket executes.
func watch(ctx context.Context, status *spawn.Status, gate ExecGate) {
	if gate == nil {
		return
	}
	ctx = context.WithoutCancel(ctx) // it ends with the command
	status.OnHandover(func(fd int) { go supervise(ctx, fd, gate) })
}

// request lets the zygote make a sandbox for this one command.
func (o *zygote) request(ctx context.Context, r request, gate ExecGate, stdio [3]*os.File) (*lodger, error) {
	status, end, err := spawn.NewStatus()
	if err != nil {
		return nil, err
	}
	r.id = strconv.FormatUint(o.next.Add(1), 10)
	before := o.group.hits()
	status.Name(explainer(r.path, r.dir))
	watch(ctx, status, gate)
	err = o.tell(r.encode(), int(stdio[0].Fd()), int(stdio[1].Fd()), int(stdio[2].Fd()), int(end.Fd()))
	_ = end.Close()
	if err != nil {
		return nil, errors.Join(err, status.Close())
	}
	return &lodger{zygote: o, id: r.id, status: status, before: before}, nil
}

// explainer names the steps that a command's own parameters can make fail.
func explainer(path, dir string) func(reaper bool, step int) string {
	return func(reaper bool, step int) string {
		switch {
		case reaper:
			return "sandbox step " + strconv.Itoa(step)
		case step == 1 && dir != "":
			return "chdir " + dir
		default:
			return "exec " + path
		}
	}
}

// lodger is a command inside a zygote.
type lodger struct {
	zygote *zygote
	id     string
	status *spawn.Status
	pid    int
	before hits
	after  func(again bool) // says that it has ended, and whether its lodging serves again
	fits   fitting
	empty  atomic.Bool // it has ended and left nothing, or never began
	again  atomic.Bool // and its reaper goes on
	struck atomic.Bool // a signal was sent to it
}

var _ process.Child = (*lodger)(nil)

// announced waits for the pid.
func (l *lodger) announced(ctx context.Context) (int, error) {
	stop := l.status.Bound(ctx)
	defer stop()
	fd, err := l.status.Announced()
	if err != nil {
		return 0, err
	}
	defer func() { _ = unix.Close(fd) }()
	l.pid, err = pidOf(fd)
	return l.pid, err
}

// Wait returns when the command has ended.
func (l *lodger) Wait() (process.Exit, error) {
	e, err := l.status.Wait()
	l.after(err == nil && e.Again)
	if e.PID == 0 {
		e.PID = l.pid
	}
	if _, never := errors.AsType[*spawn.StartError](err); never || e.Empty {
		l.again.Store(err == nil && e.Again)
		l.empty.Store(true)
	}
	if e.Code != 0 {
		e.Limit = l.zygote.group.since(l.before)
	}
	return e, err
}

// Signal passes a signal on by way of the zygote, who holds the reaper.
func (l *lodger) Signal(sig syscall.Signal) error {
	l.struck.Store(true)
	err := l.zygote.tell(encode([]string{l.id, strconv.Itoa(int(sig))}))
	if errors.Is(err, errGone) {
		return nil // and with it all that lived in it
	}
	return err
}

// Kill ends the command's PID namespace. The zygote holds the other end of the
// status socket until it has buried the last process.
func (l *lodger) Kill(ctx context.Context) error {
	defer l.zygote.leave()
	if l.empty.Load() {
		// A signal may still be on its way to the reaper. Who gets one is not
		// to be the next command.
		if l.again.Load() && !l.struck.Load() && l.zygote.spare.giveBack(lodging{l.id, l.status, l.fits}) {
			return nil
		}
		return l.status.Close()
	}
	stop := l.status.Bound(ctx)
	defer stop()
	if err := l.Signal(unix.SIGKILL); err != nil {
		return errors.Join(fmt.Errorf("kill: %w", err), l.status.Close())
	}
	_, _ = l.status.Wait()
	if err := l.status.Drain(); err != nil {
		return errors.Join(fmt.Errorf("kill: %w", err), l.status.Close())
	}
	return l.status.Close()
}

// pidOf reads which process a pidfd stands for, as we see it.
func pidOf(fd int) (int, error) {
	raw, err := os.ReadFile("/proc/self/fdinfo/" + strconv.Itoa(fd))
	if err != nil {
		return 0, fmt.Errorf("pidfd: %w", err)
	}
	for line := range bytes.Lines(raw) {
		if rest, ok := bytes.CutPrefix(line, []byte("Pid:")); ok {
			pid, err := strconv.Atoi(string(bytes.TrimSpace(rest)))
			if err != nil || pid <= 0 {
				return 0, errGone
			}
			return pid, nil
		}
	}
	return 0, errGone
}
