package confine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// What follows runs inside the virtual machine, as its first process. The
// guest holds the worker's binary, a few kernel modules and nothing else; its
// root is what the machine's own process may open on the host. Inside it the
// command runs in a zygote as it would on the host, so that everything true of
// a zygote is true of a command here.
const (
	guestInit    = "/passepartout-init"
	guestModules = "/modules"
	guestShare   = "/share"
	guestRoot    = "/newroot"
	guestTag     = "root"
	portControl  = "control"
	portLines    = "lines"

	guestPatience = 20 * time.Second
	// guestLinger is how long output of what outlives the command is waited for.
	guestLinger = 100 * time.Millisecond
)

// isGuest says whether this process is the first one of a guest of ours.
func isGuest() bool { return len(os.Args) == 1 && os.Args[0] == guestInit && os.Getpid() == 1 }

// guestMain never returns: the kernel would panic, which is how it says on the
// console what went wrong.
func guestMain() int {
	if err := guest(); err != nil {
		fmt.Fprintln(os.Stderr, "guest:", err)
	}
	_ = unix.Reboot(unix.LINUX_REBOOT_CMD_RESTART)
	return exitRefused
}

func guest() error {
	ports, err := raiseGuest()
	if err != nil {
		return err
	}
	control := ports[portControl]
	out := &frames{w: control}
	z := &zygotes{cfg: Config{Prepared: -1}.withDefaults(), abi: landlockABI(), live: map[string]*zygote{}}
	if z.groups, err = findGroups(); err != nil {
		z.groups = nil
	}
	if err := out.send(frameReady, encode([]string{guestProtocol, release()}, z.layers())); err != nil {
		return err
	}
	kind, body, err := readFrame(control)
	if err != nil || kind != frameRequest {
		return fmt.Errorf("request: %w", errors.Join(err, errMalformed))
	}
	e, err := decodeErrand(body)
	if err != nil {
		return fmt.Errorf("request: %w", err)
	}
	lines := newExchange(ports[portLines], nil)
	z.cfg.carry = func(ctx context.Context, c net.Conn) error {
		tcp, ok := c.(*net.TCPConn)
		if !ok {
			return net.ErrClosed
		}
		return lines.carry(ctx, tcp)
	}
	exit, err := serveErrand(e, z, control, lines, out)
	unix.Sync() // the host's files are written behind
	if err := out.send(frameExit, encodeExit(exit, err)); err != nil {
		return err
	}
	// The worker ends the machine; whatever it still says is not for us.
	_, _ = io.Copy(io.Discard, control)
	return nil
}

// release is that of the guest's kernel.
func release() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return "?"
	}
	return unix.ByteSliceToString(u.Release[:])
}

// raiseGuest mounts what a command expects and opens the ports by name.
func raiseGuest() (map[string]*os.File, error) {
	for _, m := range []struct{ kind, at string }{{"devtmpfs", "/dev"}, {"proc", "/proc"}, {"sysfs", "/sys"}} {
		if err := unix.Mount(m.kind, m.at, m.kind, unix.MS_NOSUID|unix.MS_NOEXEC, ""); err != nil {
			return nil, fmt.Errorf("mount %s: %w", m.at, err)
		}
	}
	if err := loadModules(); err != nil {
		return nil, err
	}
	// Rules of Landlock hold on to inodes, which only a cache keeps the same.
	if err := unix.Mount(guestTag, guestShare, "9p", unix.MS_NODEV|unix.MS_NOSUID,
		"trans=virtio,version=9p2000.L,cache=loose,msize=262144"); err != nil {
		return nil, fmt.Errorf("mount the host's files: %w", err)
	}
	ports, err := openPorts()
	if err != nil {
		return nil, err
	}
	if err := layRoot(); err != nil {
		return nil, err
	}
	if err := unix.Chdir(guestRoot); err != nil {
		return nil, fmt.Errorf("root: %w", err)
	}
	if err := unix.Mount(".", "/", "", unix.MS_MOVE, ""); err != nil {
		return nil, fmt.Errorf("root: %w", err)
	}
	if err := errors.Join(unix.Chroot("."), unix.Chdir("/")); err != nil {
		return nil, fmt.Errorf("root: %w", err)
	}
	// Without groups the limits are those of each process.
	_ = unix.Mount("cgroup2", "/sys/fs/cgroup", "cgroup2", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
	return ports, nil
}

// layRoot puts a root together from what is shared and from what is the guest's
// own.
func layRoot() error {
	if err := unix.Mount(guestRoot, guestRoot, "tmpfs", unix.MS_NODEV|unix.MS_NOSUID, "mode=0755,size=1m"); err != nil {
		return fmt.Errorf("root: %w", err)
	}
	own, hidden := []string{"dev", "proc", "sys"}, strings.TrimPrefix(machineParts, "/")
	shared, err := os.ReadDir(guestShare)
	if err != nil {
		return fmt.Errorf("the host's files: %w", err)
	}
	for _, e := range shared {
		from, to := filepath.Join(guestShare, e.Name()), filepath.Join(guestRoot, e.Name())
		switch {
		case slices.Contains(own, e.Name()), e.Name() == hidden:
		case e.Type()&os.ModeSymlink != 0:
			target, lerr := os.Readlink(from)
			err = errors.Join(err, lerr, os.Symlink(target, to))
		case e.IsDir():
			err = errors.Join(err, os.Mkdir(to, 0o755), unix.Mount(from, to, "", unix.MS_BIND, ""))
		}
	}
	for _, name := range own {
		err = errors.Join(err, os.Mkdir(filepath.Join(guestRoot, name), 0o755),
			unix.Mount("/"+name, filepath.Join(guestRoot, name), "", unix.MS_MOVE, ""))
	}
	if err != nil {
		return fmt.Errorf("root: %w", err)
	}
	return nil
}

// loadModules loads what the image holds, in the order of the names.
func loadModules() error {
	found, err := filepath.Glob(guestModules + "/*.ko")
	if err != nil {
		return fmt.Errorf("modules: %w", err)
	}
	slices.Sort(found)
	for _, at := range found {
		f, err := os.Open(at)
		if err != nil {
			return fmt.Errorf("module: %w", err)
		}
		err = unix.FinitModule(int(f.Fd()), "", 0)
		_ = f.Close()
		if err != nil && !errors.Is(err, unix.EEXIST) {
			return fmt.Errorf("module %s: %w", filepath.Base(at), err)
		}
	}
	return nil
}

// openPorts waits for the ports that the machine has: their names arrive after
// the driver.
func openPorts() (map[string]*os.File, error) {
	deadline := time.Now().Add(guestPatience)
	out := map[string]*os.File{}
	for len(out) < 2 {
		names, err := filepath.Glob("/sys/class/virtio-ports/*/name")
		if err != nil {
			return nil, fmt.Errorf("ports: %w", err)
		}
		for _, at := range names {
			raw, err := os.ReadFile(at)
			name := strings.TrimSpace(string(raw))
			if err != nil || name == "" || out[name] != nil {
				continue
			}
			f, err := os.OpenFile("/dev/"+filepath.Base(filepath.Dir(at)), os.O_RDWR, 0)
			if err != nil {
				continue // its node is still to come
			}
			out[name] = f
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("ports: only %d are there", len(out))
		}
		_, _ = unix.Poll(nil, 1)
	}
	return out, nil
}

// become makes this process the user that the worker is, who then owns the
// groups as a login session would.
func become(e errand) error {
	now := unix.NsecToTimespec(e.now.UnixNano())
	if err := unix.ClockSettime(unix.CLOCK_REALTIME, &now); err != nil {
		return fmt.Errorf("clock: %w", err)
	}
	if e.uid == 0 {
		return nil
	}
	for _, at := range []string{"", "/cgroup.procs", "/cgroup.subtree_control", "/cgroup.threads"} {
		_ = os.Chown("/sys/fs/cgroup"+at, e.uid, e.gid) // as above: without groups
	}
	_ = os.Chmod("/sys/fs/cgroup", 0o755) // nobody but root may write it at first
	if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(e.gid), syscall.Setuid(e.uid)); err != nil {
		return fmt.Errorf("user: %w", err)
	}
	// Changing the user made us unreadable to ourselves; the maps are ours to write.
	return unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0)
}

// serveErrand runs the command to its end, and to that of all it leaves behind.
func serveErrand(e errand, z *zygotes, control *os.File, lines *exchange, out *frames) (process.Exit, error) {
	if err := become(e); err != nil {
		return process.Exit{}, err
	}
	ctx, cancel := context.WithCancel(context.Background()) //nolint:forbidigo // this is main of a machine with one errand
	defer cancel()
	asked := &questions{out: out, waiting: map[string]chan string{}}
	if e.gated {
		e.profile.Gate = asked.judge
	}
	stdio, streams, err := guestStdio(e.stdin, lines)
	if err != nil {
		return process.Exit{}, err
	}
	go func() { _ = lines.run() }() // as long as the machine; its input is attached
	_, child, err := z.start(ctx, "guest", e.profile, e.spec, stdio)
	for _, f := range stdio {
		_ = f.Close()
	}
	if err != nil {
		return process.Exit{}, err
	}
	go obey(control, child, asked)
	var drained sync.WaitGroup
	for i, s := range streams {
		drained.Go(func() { relay(s, out, [...]byte{frameStdout, frameStderr}[i]) })
	}
	exit, err := child.Wait()
	done := make(chan struct{})
	go func() { drained.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(guestLinger):
	}
	kctx, stop := context.WithTimeout(ctx, guestPatience)
	defer stop()
	err = errors.Join(err, child.Kill(kctx))
	<-done
	return exit, err
}

// guestStdio makes the command's descriptors and our ends of its output.
func guestStdio(own bool, lines *exchange) (stdio [3]*os.File, streams [2]*os.File, err error) {
	if stdio[0], err = os.Open(os.DevNull); err != nil {
		return stdio, streams, fmt.Errorf("stdin: %w", err)
	}
	if own {
		_ = stdio[0].Close()
		pr, pw, err := os.Pipe()
		if err != nil {
			return stdio, streams, fmt.Errorf("stdin: %w", err)
		}
		stdio[0] = pr
		if _, err := lines.attach(lineInput, commandEnd{pw}); err != nil {
			return stdio, streams, fmt.Errorf("stdin: %w", err)
		}
	}
	for i := range streams {
		pr, pw, err := os.Pipe()
		if err != nil {
			return stdio, streams, fmt.Errorf("pipe: %w", err)
		}
		streams[i], stdio[i+1] = pr, pw
	}
	return stdio, streams, nil
}

func relay(from *os.File, out *frames, kind byte) {
	buf := make([]byte, outputChunk)
	for {
		n, err := from.Read(buf)
		if n > 0 && out.send(kind, buf[:n]) != nil {
			return
		}
		if err != nil {
			return
		}
	}
}

// obey passes on what the worker says until it says no more.
func obey(control io.Reader, child process.Child, asked *questions) {
	for {
		kind, body, err := readFrame(control)
		if err != nil {
			return
		}
		switch kind {
		case frameSignal:
			if n, err := strconv.Atoi(string(body)); err == nil {
				_ = child.Signal(syscall.Signal(n))
			}
		case frameAnswer:
			asked.answered(body)
		}
	}
}

// questions are program starts that the worker is to judge.
type questions struct {
	out     *frames
	mu      sync.Mutex
	next    int
	waiting map[string]chan string
}

// judge is the gate of the guest: it asks the worker's.
func (q *questions) judge(ctx context.Context, path string, argv []string) error {
	q.mu.Lock()
	q.next++
	id, reply := strconv.Itoa(q.next), make(chan string, 1)
	q.waiting[id] = reply
	q.mu.Unlock()
	if err := q.out.send(frameAsk, encode([]string{id, path, CallerDir(ctx)}, argv)); err != nil {
		return err
	}
	select {
	case why := <-reply:
		if why != "" {
			return errors.New(why)
		}
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (q *questions) answered(body []byte) {
	l, err := decode(body, 1)
	if err != nil || len(l[0]) != 2 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if reply, ok := q.waiting[l[0][0]]; ok {
		delete(q.waiting, l[0][0])
		reply <- l[0][1]
	}
}

func asStartError(err error) (*spawn.StartError, bool) { return errors.AsType[*spawn.StartError](err) }
