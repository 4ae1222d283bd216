package confine

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// What follows runs in the zygote: a process of its own, first of its PID
// namespace, with the capabilities of its user namespace and none outside.

// tenant is a command that runs.
type tenant struct {
	id       string
	started  spawn.Started
	detached bool
	watched  bool // somebody waits for its end
	// status is held until the tenant is buried: when the worker sees it
	// close, nothing is left.
	status int
}

// nursery is the zygote's state.
type nursery struct {
	control int
	buf     []byte // one message at a time
	abi     int
	cgroup  int // a version 2 group for commands, or -1
	filter  spawn.Filter
	view    view
	rules   map[string]*ruleset
	tenants []tenant
	polled  []unix.PollFd
}

// zygoteMain is the zygote's life: make the view, say so, start commands until
// the worker is gone and nothing detached is left.
func zygoteMain() int {
	runtime.LockOSThread()
	const control = spawn.StatusFD
	n, listener, err := prepare(control)
	if err != nil {
		_ = send(control, encode([]string{saidFailed, err.Error()}))
		return exitRefused
	}
	reply := encode([]string{saidReady, strconv.Itoa(unix.Gettid())})
	if listener >= 0 {
		err = send(control, reply, listener)
		_ = unix.Close(listener)
	} else {
		err = send(control, reply)
	}
	if err != nil {
		return exitRefused
	}
	return n.serve()
}

func prepare(control int) (*nursery, int, error) {
	msg, fds, err := receive(control)
	if err != nil {
		return nil, -1, err
	}
	cgroup := -1
	if len(fds) > 0 {
		cgroup = fds[0]
	}
	v, err := decodeView(msg)
	if err != nil {
		return nil, -1, err
	}
	// Nobody inside may look into this process, whatever else fails.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return nil, -1, fmt.Errorf("dumpable: %w", err)
	}
	caps := lastCapability() // the file is there before, not after
	if err := v.enter(); err != nil {
		return nil, -1, err
	}
	unix.Umask(0o022)
	if err := unix.Sethostname([]byte("sandbox")); err != nil {
		return nil, -1, fmt.Errorf("hostname: %w", err)
	}
	listener := -1
	if v.inet {
		if listener, err = listenInside(); err != nil {
			return nil, -1, err
		}
	}
	// Bounding sets are inherited: dropped here once, on the thread that clones.
	for c := 0; c <= caps; c++ {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, uintptr(c), 0, 0, 0); err != nil && c <= unix.CAP_LAST_CAP {
			return nil, -1, fmt.Errorf("capability %d: %w", c, err)
		}
	}
	rules := seccompRules{inet: v.inet, sysvIPC: true, pids: true, modes: true, abi: landlockABI()}
	if err := filterThread(zygoteFilter(rules)); err != nil {
		return nil, -1, err
	}
	return &nursery{
		buf:     make([]byte, maxInline+16),
		filter:  commandFilter(rules),
		control: control, abi: rules.abi, cgroup: cgroup,
		view: v, rules: map[string]*ruleset{},
	}, listener, nil
}

// filterThread applies a filter to the calling thread and to all that it will
// clone.
func filterThread(f spawn.Filter) error {
	prog := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	runtime.KeepAlive(f)
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}

// serve waits for requests and for tenants that end.
func (n *nursery) serve() int {
	open := true
	for open || slices.ContainsFunc(n.tenants, func(t tenant) bool { return t.detached }) {
		asked, err := n.wait(open)
		if err != nil {
			return exitRefused
		}
		n.bury()
		if asked {
			if open = n.answer(); !open {
				n.abandon()
			}
		}
	}
	return 0
}

// hotPatience is for how many milliseconds, while commands come one after the
// other, the zygote neither lets go of its processor between them (the
// scheduler's own threads would wake up each time) nor gets up for every tenant
// that ends by itself: those can wait until it is awake anyway.
const hotPatience = 5

// wait returns when the worker has said something (true), or when a tenant has
// ended that was told to, or that nobody has asked anything since.
func (n *nursery) wait(open bool) (bool, error) {
	fds := n.polled[:0]
	fds = append(fds, unix.PollFd{Fd: -1, Events: unix.POLLIN})
	if open {
		fds[0].Fd = int32(n.control)
	}
	for _, t := range n.tenants {
		if t.watched || !open {
			fds = append(fds, unix.PollFd{Fd: int32(t.started.PIDFD), Events: unix.POLLIN})
		}
	}
	n.polled = fds
	ready, _, errno := unix.RawSyscall(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&fds[0])), uintptr(len(fds)),
		uintptr(unsafe.Pointer(&unix.Timespec{Nsec: hotPatience * 1_000_000})))
	if errno == 0 && ready == 0 {
		fds = fds[:1]
		for _, t := range n.tenants {
			fds = append(fds, unix.PollFd{Fd: int32(t.started.PIDFD), Events: unix.POLLIN})
		}
		n.polled = fds
		if _, err := unix.Poll(fds, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return false, fmt.Errorf("poll: %w", err)
		}
	}
	if errno != 0 && errno != unix.EINTR {
		return false, fmt.Errorf("poll: %w", errno)
	}
	return open && fds[0].Revents != 0, nil
}

// bury collects the tenants that have ended.
func (n *nursery) bury() {
	n.tenants = slices.DeleteFunc(n.tenants, func(t tenant) bool {
		dead, err := unix.Wait4(t.started.PID, nil, unix.WNOHANG|unix.WALL, nil)
		if dead == 0 && err == nil || errors.Is(err, unix.EINTR) {
			return false
		}
		_ = unix.Close(t.started.PIDFD)
		_ = t.started.Release()
		_ = unix.Close(t.status)
		return true
	})
}

// abandon kills what must not outlive the worker.
func (n *nursery) abandon() {
	for _, t := range n.tenants {
		if !t.detached {
			_ = unix.PidfdSendSignal(t.started.PIDFD, unix.SIGKILL, nil, 0)
		}
	}
}

// answer serves one message; false says that the worker is gone. What there
// is to say about a command goes through its status socket.
func (n *nursery) answer() bool {
	msg, fds, err := receiveInto(n.control, n.buf)
	if err != nil {
		return errors.Is(err, errMalformed)
	}
	if len(fds) == 0 {
		n.serveWorker(msg)
		return true
	}
	// The last one is the status socket, which the tenant keeps.
	stdio, status := fds[:len(fds)-1], fds[len(fds)-1]
	r, err := decodeRequest(msg)
	if want := 3; err == nil && len(stdio) != want && !(r.prepared && len(stdio) == 0) {
		err = errMalformed
	}
	var t tenant
	if err == nil {
		t, err = n.start(r, stdio, status)
	}
	closeAll(stdio)
	if err != nil {
		_ = spawn.SendFailure(status, err)
		_ = unix.Close(status)
		return true
	}
	n.tenants = append(n.tenants, t)
	if t.detached {
		_ = spawn.SendAnnounced(t.status, t.started.PIDFD)
	}
	return true
}

// serveWorker takes a message without descriptors: a signal for a tenant, or a
// question for a ruleset.
func (n *nursery) serveWorker(msg []byte) {
	if order, err := decode(msg, 1); err == nil {
		n.signal(order[0])
		return
	}
	ask, err := decode(msg, 4)
	if err != nil || len(ask[0]) != 1 {
		return
	}
	i := slices.IndexFunc(n.tenants, func(t tenant) bool { return t.id == ask[0][0] })
	if i < 0 {
		return // it has ended, and its socket says so
	}
	rules, kept, err := n.ruleset(request{write: ask[1], remove: ask[2], roots: ask[3]})
	if err != nil {
		_ = spawn.SendFailure(n.tenants[i].status, err)
		return
	}
	_ = spawn.SendGiven(n.tenants[i].status, int(rules.file.Fd()), kept)
	if !kept {
		_ = rules.file.Close()
	}
}

// signal passes a signal on to the tenant of an id.
func (n *nursery) signal(order []string) {
	if len(order) != 2 {
		return
	}
	sig, err := strconv.Atoi(order[1])
	if err != nil {
		return
	}
	for i := range n.tenants {
		if t := &n.tenants[i]; t.id == order[0] {
			t.watched = true
			_ = unix.PidfdSendSignal(t.started.PIDFD, unix.Signal(sig), nil, 0)
		}
	}
}

// start makes the sandbox of one command: its namespaces, its reaper and the
// command itself, or for a lodging a process that waits to become one.
func (n *nursery) start(r request, stdio []int, status int) (tenant, error) {
	plan := spawn.Plan{Files: []int{-1, -1, -1, status}, Flags: unix.CLONE_NEWPID | unix.CLONE_NEWNS, Cgroup: n.cgroup, Waits: r.prepared, Again: r.prepared}
	copy(plan.Files, stdio)
	plan.Init = []spawn.Step{
		{Name: "mount /proc", NR: unix.SYS_MOUNT, Args: []any{"proc", "/proc", "proc",
			int(unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC), 0}},
	}
	steps := []spawn.Step{spawn.Session()}
	if r.dir != "" {
		steps = append(steps, spawn.Chdir(r.dir))
	}
	steps = append(steps, limitSteps(r.limits, r.rlimits, r.ordinary)...)
	var restrict []spawn.Step
	next := 0 // the lowest free descriptor
	if !r.prepared {
		next = len(plan.Files)
		if n.abi > 0 {
			rules, kept, err := n.ruleset(r)
			if err != nil {
				return tenant{}, err
			}
			if !kept {
				defer func() { _ = rules.file.Close() }()
			}
			plan.Files = append(plan.Files, int(rules.file.Fd()))
			restrict, next = []spawn.Step{restrictSelf(next)}, next+1
		}
	}
	steps = append(steps, preferredVictim(next)...)
	steps = append(steps, dropPrivileges(-1)...)
	steps = append(steps, restrict...)
	if r.gated {
		steps = append(steps, gateSteps(next)...)
	}
	plan.Exec = append(steps, applyFilter(n.filter))
	if !r.prepared {
		plan.Exec = append(plan.Exec, spawn.Execute(r.path, r.argv, r.env)...)
	}
	started, err := spawn.Start(plan)
	if err != nil {
		return tenant{}, err
	}
	return tenant{id: r.id, started: started, detached: r.detached, status: status}, nil
}

// ruleset grants everything shown for reading and what was cleared for
// writing. It is kept where all of it are roots of mounts, which nobody inside
// can exchange.
func (n *nursery) ruleset(r request) (*ruleset, bool, error) {
	stable := true
	for _, p := range slices.Concat(r.write, r.remove) {
		stable = stable && slices.Contains(n.view.write, p)
	}
	key := strings.Join(r.write, "\x00") + "\x00\x00" + strings.Join(r.remove, "\x00")
	if have, ok := n.rules[key]; ok && stable {
		return have, true, nil
	}
	rules, err := newRuleset(n.abi, false)
	if err != nil {
		return nil, false, err
	}
	err = errors.Join(
		rules.trust("/", mayRead),
		rules.trust("/dev", mayDevice),
		rules.trust(n.view.tempFor(r.write, r.remove), mayRead|mayWrite|mayDelete),
		grant(rules, Profile{Write: r.write, Delete: r.remove, Roots: r.roots}),
	)
	if n.view.ownShared() {
		err = errors.Join(err, rules.trust(sharedTemps, mayRead|mayWrite|mayDelete))
	}
	if err != nil {
		return nil, false, errors.Join(err, rules.file.Close())
	}
	if stable && len(n.rules) < maxRules {
		n.rules[key] = rules
		return rules, true, nil
	}
	return rules, false, nil
}

// listenInside brings the loopback device up and listens for the egress proxy.
func listenInside() (int, error) {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("loopback: %w", err)
	}
	ifr, err := unix.NewIfreq("lo")
	if err == nil {
		ifr.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
		err = unix.IoctlIfreq(s, unix.SIOCSIFFLAGS, ifr)
	}
	if err == nil {
		err = unix.Bind(s, &unix.SockaddrInet4{Port: proxyPort, Addr: [4]byte{127, 0, 0, 1}})
	}
	if err == nil {
		err = unix.Listen(s, 128)
	}
	if err != nil {
		return -1, errors.Join(fmt.Errorf("loopback: %w", err), unix.Close(s))
	}
	return s, nil
}
