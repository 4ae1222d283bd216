package confine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// zygote is one sandbox as the worker holds it.
type zygote struct {
	owner string
	made  chan struct{}
	err   error
	users int       // of zygotes.mu
	used  time.Time // of zygotes.mu
	done  func()
	next  atomic.Uint64

	landlock bool // commands restrict themselves by it
	spare    lodgings

	mu      sync.Mutex // one message at a time
	control int
	started spawn.Started
	proxy   *egress
	group   *group
	ended   bool
}

var errGone = errors.New("the zygote is gone")

// make starts the zygote and waits until its view stands.
func (o *zygote) make(ctx context.Context, v view, hosts []string, limits Limits, z *zygotes) error {
	var extra []int
	if z.groups != nil {
		g, err := z.groups.make(limits)
		if err != nil {
			return err
		}
		o.group = g
		if g.unified {
			f, err := g.open()
			if err != nil {
				return errors.Join(fmt.Errorf("zygote: %w", err), g.remove(0))
			}
			defer func() { _ = f.Close() }()
			extra = append(extra, int(f.Fd()))
		}
	}
	if err := o.raise(ctx, v, hosts, z.cfg, extra); err != nil {
		return errors.Join(err, o.group.remove(0))
	}
	return nil
}

// raise starts the process and builds its view.
func (o *zygote) raise(ctx context.Context, v view, hosts []string, cfg Config, extra []int) error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("zygote: %w", err)
	}
	o.control = pair[0]
	// A zygote that does not read any more must not hold us up.
	patience := unix.Timeval{Sec: 5}
	if err := unix.SetsockoptTimeval(o.control, unix.SOL_SOCKET, unix.SO_SNDTIMEO, &patience); err != nil {
		closeAll(pair[:])
		return fmt.Errorf("zygote: %w", err)
	}
	last, err := memoryFile([]byte{'\n'})
	if err != nil {
		closeAll(pair[:])
		return err
	}
	defer func() { _ = last.Close() }()
	plan, err := o.launch(pair[1], int(last.Fd()))
	_ = unix.Close(pair[1])
	if err != nil {
		_ = unix.Close(o.control)
		return err
	}
	answer, fds, err := o.ask(ctx, v.encode(), extra...)
	if err == nil && (len(answer) != 2 || answer[0] != saidReady) {
		err = fmt.Errorf("zygote: %s", strings.Join(answer, " "))
	}
	if err != nil {
		closeAll(fds)
		return o.postmortem(ctx, err, plan, last)
	}
	if err := o.enlist(ctx, answer[1]); err != nil {
		closeAll(fds)
		return o.postmortem(ctx, err, plan, last)
	}
	if len(fds) == 1 {
		o.proxy, err = serveEgress(ctx, fds[0], o.owner, hosts, cfg)
		if err != nil {
			return errors.Join(err, o.end(ctx))
		}
	}
	return nil
}

// enlist puts the thread that clones into the groups of version 1.
func (o *zygote) enlist(ctx context.Context, tid string) error {
	if o.group == nil || o.group.unified {
		return nil
	}
	n, err := strconv.Atoi(tid)
	if err != nil {
		return errMalformed
	}
	host, err := hostThread(ctx, o.started.PID, n)
	if err != nil {
		return err
	}
	return o.group.join(host)
}

// launch makes the process. It is cloned without copying the worker's memory,
// waits until its user namespace has a map, and executes this very binary.
func (o *zygote) launch(control, stderr int) (*spawn.Plan, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("zygote: %w", err)
	}
	defer func() { _ = null.Close() }()
	gate, open, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("zygote: %w", err)
	}
	defer func() { _, _ = gate.Close(), open.Close() }()
	plan := &spawn.Plan{
		Files:  []int{int(null.Fd()), int(null.Fd()), stderr, control, int(gate.Fd())},
		Flags:  zygoteNamespaces,
		Cgroup: -1,
	}
	plan.Init = append(plan.Init,
		spawn.Step{Name: "wait for the map", NR: unix.SYS_READ, Args: []any{4, make([]byte, 8), 1}})
	plan.Init = append(plan.Init, keepCapabilities()...)
	plan.Init = append(plan.Init, spawn.Session())
	plan.Init = append(plan.Init, spawn.Execute(selfExe, []string{nameZygote}, []string{"GOMAXPROCS=1", "GOTRACEBACK=none"})...)
	// The control socket must survive exec: clear the mark that spawn puts on it.
	plan.Init = slices.Insert(plan.Init, 0,
		spawn.Step{Name: "keep control", NR: unix.SYS_FCNTL, Args: []any{spawn.StatusFD, int(unix.F_SETFD), 0}})
	o.started, err = spawn.Start(*plan)
	if err != nil {
		return nil, fmt.Errorf("zygote: %w", err)
	}
	if err := writeMaps(o.started.PID); err != nil {
		_ = unix.Kill(o.started.PID, unix.SIGKILL)
		return nil, errors.Join(fmt.Errorf("zygote: %w", err), o.started.Reap(), unix.Close(o.started.PIDFD))
	}
	if _, err := open.Write([]byte{1}); err != nil {
		return nil, fmt.Errorf("zygote: %w", err)
	}
	return plan, nil
}

// writeMaps maps our own user and group to themselves and nobody else.
func writeMaps(pid int) error {
	dir := "/proc/" + strconv.Itoa(pid)
	id := func(n int) []byte { return fmt.Appendf(nil, "%d %d 1\n", n, n) }
	for _, f := range []struct {
		name string
		text []byte
	}{{"/setgroups", []byte("deny")}, {"/uid_map", id(os.Geteuid())}, {"/gid_map", id(os.Getegid())}} {
		if err := os.WriteFile(dir+f.name, f.text, 0); err != nil {
			return fmt.Errorf("user namespace: %w", err)
		}
	}
	return nil
}

// keepCapabilities carries what the zygote needs in its own user namespace
// across exec, for which an ordinary user id alone would lose it.
func keepCapabilities() []spawn.Step {
	need := []int{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_SETPCAP}
	var low uint32
	for _, c := range need {
		low |= 1 << c
	}
	data := make([]byte, 24)
	for i := range 3 { // effective, permitted, inheritable
		for b := range 4 {
			data[4*i+b] = byte(low >> (8 * b))
		}
	}
	step := capset()
	step.Args = []any{step.Args[0], data}
	out := []spawn.Step{step}
	for _, c := range need {
		out = append(out, spawn.Step{Name: "keep capability", NR: unix.SYS_PRCTL,
			Args: []any{unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_RAISE, c, 0, 0}})
	}
	return out
}

// ask sends one message and reads its answer. The context bounds the wait.
func (o *zygote) ask(ctx context.Context, msg []byte, fds ...int) (answer []string, got []int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return nil, nil, errGone
	}
	// Shutting our end down wakes the reader; the zygote is lost with it.
	stop := context.AfterFunc(ctx, func() { _ = unix.Shutdown(o.control, unix.SHUT_RDWR) })
	defer stop()
	if err := send(o.control, msg, fds...); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errGone, err)
	}
	raw, got, err := receive(o.control)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errGone, err)
	}
	lists, err := decode(raw, 1)
	if err != nil {
		closeAll(got)
		return nil, nil, fmt.Errorf("zygote: %w", err)
	}
	return lists[0], got, nil
}

// end lets the zygote go. What is detached lives on with it.
func (o *zygote) end(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return nil
	}
	o.ended = true
	o.spare.close()
	err := unix.Close(o.control)
	if o.proxy != nil {
		o.proxy.close()
	}
	exited := waitPIDFD(ctx, o.started.PIDFD, 2*time.Second)
	err = errors.Join(err, unix.Close(o.started.PIDFD))
	if exited {
		err = errors.Join(err, o.started.Reap(), o.group.remove(2*time.Second))
	}
	return err
}

// waitPIDFD waits until a process has ended.
func waitPIDFD(ctx context.Context, fd int, d time.Duration) bool {
	for step := 10 * time.Millisecond; d > 0 && ctx.Err() == nil; d -= step {
		p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if n, err := unix.Poll(p, int(step/time.Millisecond)); n == 1 && err == nil {
			return true
		}
	}
	return false
}

// postmortem finds out why a zygote did not come up.
func (o *zygote) postmortem(ctx context.Context, cause error, plan *spawn.Plan, last *os.File) error {
	_ = unix.PidfdSendSignal(o.started.PIDFD, unix.SIGKILL, nil, 0)
	if waitPIDFD(ctx, o.started.PIDFD, time.Second) {
		cause = errors.Join(cause, o.started.Failure(plan))
	}
	text := make([]byte, 500)
	if n, _ := last.ReadAt(text, 0); n > 1 {
		cause = fmt.Errorf("%w: %s", cause, bytes.TrimSpace(text[:n]))
	}
	return errors.Join(cause, o.end(ctx))
}
