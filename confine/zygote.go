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
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// namespaces of a zygote.
const zygoteNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS

// zygotes is the builder that keeps one sandbox for each agent and view.
type zygotes struct {
	cfg    Config
	abi    int
	groups *groups // nil: none can be made
	mu     sync.Mutex
	live   map[string]*zygote
}

var _ builder = (*zygotes)(nil)

func openZygotes(ctx context.Context, cfg Config) (*zygotes, error) {
	if !spawn.Supported {
		return nil, &UnavailableError{Builder: BuilderZygote, Why: spawn.ErrUnsupported.Error()}
	}
	if os.Geteuid() == 0 && landlockABI() == 0 {
		return nil, &UnavailableError{Builder: BuilderZygote, Missing: []string{LayerLandlock},
			Why: "without Landlock user 0 can write /proc/sys, even without a capability: run the worker as an ordinary user"}
	}
	z := &zygotes{cfg: cfg, abi: landlockABI(), live: map[string]*zygote{}}
	if g, err := findGroups(); err == nil {
		z.groups = g
	}
	if err := prove(ctx, z); err != nil {
		return nil, errors.Join(&UnavailableError{Builder: BuilderZygote, Why: err.Error()}, z.close(ctx))
	}
	if err := z.close(ctx); err != nil { // the one that proved it has served
		return nil, err
	}
	return z, nil
}

func (z *zygotes) layers() []string {
	out := []string{LayerUser, LayerMount, LayerPID, LayerNet, LayerIPC, LayerUTS}
	if z.abi > 0 {
		out = append(out, LayerLandlock)
	}
	out = append(out, LayerSeccomp, LayerNoCaps, LayerRlimits, LayerEgress)
	if z.groups != nil {
		out = append(out, LayerCgroup)
	}
	return append(out, LayerExecGate)
}

func (z *zygotes) start(ctx context.Context, owner string, p Profile, s process.Spec, stdio [3]*os.File) (int, process.Child, error) {
	v := viewOf(p, z.abi > 0)
	key := string(encode([]string{owner, fmt.Sprint(p.Limits.Memory, p.Limits.PIDs, p.Limits.CPUShare)}, p.Hosts)) + string(v.encode())
	req := z.request(p, v, s)
	for attempt := 0; ; attempt++ {
		one, err := z.get(ctx, key, owner, v, p.Hosts, p.Limits)
		if err != nil {
			return 0, nil, err
		}
		pid, c, err := one.start(ctx, req, p.Gate, stdio)
		if !errors.Is(err, errGone) || attempt > 0 {
			return pid, c, err
		}
		z.forget(key, one)
	}
}

func (z *zygotes) request(p Profile, v view, s process.Spec) request {
	env := environ(s.Env, "TMPDIR="+tempFor(v.write, p.Write, p.Delete))
	if home := p.Scratch; lacks(env, "HOME") {
		if home == "" {
			home = wholeTemp
		}
		env = environ(env, "HOME="+home)
	}
	if len(p.Hosts) > 0 {
		env = environ(env, proxyEnv()...)
	}
	return request{
		path: s.Path, dir: s.Dir, detached: s.Detached, gated: p.Gate != nil, argv: s.Argv, env: env,
		write: p.Write, remove: p.Delete, roots: p.Roots, limits: p.Limits, ordinary: os.Geteuid() != 0, rlimits: z.groups == nil,
	}
}

// get finds or makes the zygote of a key and counts the caller as its user.
func (z *zygotes) get(ctx context.Context, key, owner string, v view, hosts []string, limits Limits) (*zygote, error) {
	z.mu.Lock()
	one, ok := z.live[key]
	if !ok {
		one = &zygote{owner: owner, made: make(chan struct{})}
		z.live[key] = one
	}
	one.users++
	one.used = z.cfg.Now()
	idle := z.idle()
	z.mu.Unlock()
	one.done = func() {
		z.mu.Lock()
		one.users--
		z.mu.Unlock()
	}
	for _, o := range idle {
		_ = o.end(ctx)
	}
	if ok {
		select {
		case <-one.made:
		case <-ctx.Done():
			one.done()
			return nil, fmt.Errorf("zygote: %w", context.Cause(ctx))
		}
	} else {
		one.err = one.make(ctx, v, hosts, limits, z)
		close(one.made)
	}
	if one.err != nil {
		one.done()
		z.forget(key, one)
		return nil, one.err
	}
	return one, nil
}

// idle takes out what is too many; the lock is held.
func (z *zygotes) idle() []*zygote {
	var out []*zygote
	for len(z.live) > z.cfg.MaxZygotes {
		oldest := ""
		for k, o := range z.live {
			if o.users == 0 && (oldest == "" || o.used.Before(z.live[oldest].used)) {
				oldest = k
			}
		}
		if oldest == "" {
			break
		}
		out = append(out, z.live[oldest])
		delete(z.live, oldest)
	}
	return out
}

func (z *zygotes) forget(key string, one *zygote) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.live[key] == one {
		delete(z.live, key)
	}
}

func (z *zygotes) close(ctx context.Context) error {
	z.mu.Lock()
	all := z.live
	z.live = map[string]*zygote{}
	z.mu.Unlock()
	var err error
	for _, one := range all {
		err = errors.Join(err, one.end(ctx))
	}
	return err
}

// zygote is one sandbox as the worker holds it.
type zygote struct {
	owner string
	made  chan struct{}
	err   error
	users int       // of zygotes.mu
	used  time.Time // of zygotes.mu
	done  func()
	next  atomic.Uint64

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
	if err == nil && (len(answer) != 2 || answer[0] != "ready") {
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
	for _, s := range spawn.Execute(selfExe, []string{nameZygote}, []string{"GOMAXPROCS=2", "GOTRACEBACK=none"}) {
		plan.Init = append(plan.Init, s)
	}
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

// start sends the request and returns: all that there is to know comes through
// the status socket. Only who detaches a command waits for its pid.
func (o *zygote) start(ctx context.Context, r request, gate ExecGate, stdio [3]*os.File) (int, process.Child, error) {
	status, end, err := spawn.NewStatus()
	if err != nil {
		o.done()
		return 0, nil, err
	}
	r.id = strconv.FormatUint(o.next.Add(1), 10)
	before := o.group.hits()
	status.Name(r.explain)
	if r.gated {
		gctx := context.WithoutCancel(ctx) // it ends with the command
		status.OnHandover(func(fd int) { go supervise(gctx, fd, gate) })
	}
	err = o.tell(r.encode(), int(stdio[0].Fd()), int(stdio[1].Fd()), int(stdio[2].Fd()), int(end.Fd()))
	_ = end.Close()
	if err != nil {
		o.done()
		return 0, nil, errors.Join(err, status.Close())
	}
	c := &lodger{zygote: o, id: r.id, status: status, before: before}
	if !r.detached {
		return 0, c, nil
	}
	pid, err := c.announced(ctx)
	if err != nil {
		return 0, nil, errors.Join(err, c.Kill(ctx))
	}
	return pid, c, nil
}

// explain names the steps that a command's own parameters can make fail.
func (r request) explain(reaper bool, step int) string {
	switch {
	case reaper:
		return "sandbox step " + strconv.Itoa(step)
	case step == 1 && r.dir != "":
		return "chdir " + r.dir
	default:
		return "exec " + r.path
	}
}

// lodger is a command inside a zygote.
type lodger struct {
	zygote *zygote
	id     string
	status *spawn.Status
	pid    int
	before hits
	empty  atomic.Bool // it has ended and left nothing, or never began
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
	if e.PID == 0 {
		e.PID = l.pid
	}
	if _, never := errors.AsType[*spawn.StartError](err); never || e.Empty {
		l.empty.Store(true)
	}
	if e.Code != 0 {
		e.Limit = l.zygote.group.since(l.before)
	}
	return e, err
}

// Signal passes a signal on by way of the zygote, who holds the reaper.
func (l *lodger) Signal(sig syscall.Signal) error {
	err := l.zygote.tell(encode([]string{l.id, strconv.Itoa(int(sig))}))
	if errors.Is(err, errGone) {
		return nil // and with it all that lived in it
	}
	return err
}

// Kill ends the command's PID namespace. The zygote holds the other end of the
// status socket until it has buried the last process.
func (l *lodger) Kill(ctx context.Context) error {
	defer l.zygote.done()
	if l.empty.Load() {
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

// end lets the zygote go. What is detached lives on with it.
func (o *zygote) end(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return nil
	}
	o.ended = true
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
