package confine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/process"
)

// machine is one virtual machine that runs.
type machine struct {
	gate   ExecGate
	pid    int      // of the sandbox that its process is in
	host   *zygotes // that sandbox, of this machine alone
	qemu   process.Child
	socket *os.File // our end of the control port
	port   *os.File // our end of the port for lines
	lines  *exchange
	input  bool    // the command has one
	proxy  *egress // nil: no host is cleared
	out    *frames
	files  [3]*os.File // copies of the command's descriptors

	booted chan [2][]string // protocol and release, and the layers; once
	done   chan struct{}    // closed with exit and err set
	served chan struct{}    // closed when nobody uses files any more
	lined  chan struct{}    // closed when no line is left
	exit   process.Exit
	err    error

	console tail
	logged  chan struct{}
}

var _ process.Child = (*machine)(nil)

// errSilent says that a machine ran and its guest never spoke.
var errSilent = errors.New("the guest does not answer")

// tail keeps the last of what a machine says.
type tail struct {
	mu sync.Mutex
	b  []byte
}

const (
	tailSize  = 1500
	tailShown = 250
)

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, b...)
	if n := len(t.b) - tailSize; n > 0 {
		t.b = slices.Delete(t.b, 0, n)
	}
	return len(b), nil
}

// String is one line that does nothing to a terminal.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	said := strings.Join(strings.Fields(string(t.b)), " ")
	if said == "" {
		return "it said nothing"
	}
	return printable(said[max(0, len(said)-tailShown):])
}

// boot starts the machine and those who listen to it. Its process has three
// descriptors, and each is a socket: the control port, the port for lines, and
// what the guest's kernel and QEMU have to say.
//
// Long: one order of steps, each of which gives back what those before took.
func (v *machine) boot(ctx context.Context, m *microVM, owner string, p Profile, stdio [3]*os.File) error {
	var theirs [3]*os.File
	var console *os.File
	defer func() {
		for _, f := range theirs {
			if f != nil {
				_ = f.Close()
			}
		}
	}()
	undo := func(err error) error {
		v.closeOurs()
		if console != nil {
			_ = console.Close()
		}
		if v.proxy != nil {
			v.proxy.close()
		}
		return fmt.Errorf("microvm: %w", err)
	}
	for i, f := range stdio {
		var err error
		if v.files[i], err = duplicate(f); err != nil {
			return undo(err)
		}
	}
	for i, ours := range []**os.File{&v.socket, &v.port, &console} {
		var err error
		if *ours, theirs[i], err = socketPair(); err != nil {
			return undo(err)
		}
	}
	v.out, v.input = &frames{w: v.socket}, !isNull(stdio[0])
	err := v.openLines(ctx, m, owner, p)
	if err != nil {
		return undo(err)
	}
	v.host = &zygotes{cfg: m.host, abi: landlockABI(), groups: m.groups, live: map[string]*zygote{}}
	hp := m.profile(p)
	_, v.qemu, err = v.host.start(ctx, owner, hp, process.Spec{Path: m.qemu, Argv: m.argv(p.Limits), Dir: "/"}, theirs)
	if err != nil {
		return undo(errors.Join(err, v.host.close(context.WithoutCancel(ctx))))
	}
	v.pid = v.host.first()
	v.logged = make(chan struct{})
	go func() {
		defer close(v.logged)
		_, _ = io.Copy(&v.console, console)
		_ = console.Close()
	}()
	go func() {
		defer close(v.lined)
		_ = v.lines.run() // until the machine ends, or has said nonsense
	}()
	go v.listen(context.WithoutCancel(ctx)) // it ends with the machine
	return nil
}

// first is the process of the only sandbox there is.
func (z *zygotes) first() int {
	z.mu.Lock()
	defer z.mu.Unlock()
	for _, one := range z.live {
		return one.started.PID
	}
	return 0
}

// openLines prepares what a guest has beyond its control port.
func (v *machine) openLines(ctx context.Context, m *microVM, owner string, p Profile) error {
	v.lines = newExchange(v.port, nil)
	if len(p.Hosts) == 0 {
		return nil
	}
	e, ectx, err := newEgress(ctx, owner, p.Hosts, m.host)
	if err != nil {
		return err
	}
	v.proxy, v.lines.answer = e, answerEgress(ectx, e)
	return nil
}

// send tells the guest what to run. Only now is the command's input read: a
// machine before this one may have been given up.
func (v *machine) send(e errand) error {
	if e.stdin {
		if _, err := v.lines.attach(lineInput, inputEnd{v.files[0]}); err != nil {
			return fmt.Errorf("microvm: %w", err)
		}
	}
	if err := v.out.send(frameRequest, e.encode()); err != nil {
		return fmt.Errorf("microvm: %w", err)
	}
	return nil
}

// awaitBoot waits until the guest has told its protocol and layers.
func (v *machine) awaitBoot(ctx context.Context, patience time.Duration) (said [2][]string, err error) {
	t := time.NewTimer(patience)
	defer t.Stop()
	select {
	case said = <-v.booted:
		return said, nil
	case <-v.done:
		if v.err != nil {
			return said, v.err
		}
		_ = v.socket.Close()
		end, err := v.qemu.Wait()
		if err != nil {
			return said, fmt.Errorf("microvm: %w", err)
		}
		<-v.logged
		return said, fmt.Errorf("microvm: it ended while it booted (exit code %d %s): %s", end.Code, end.Limit, v.console.String())
	case <-t.C:
		return said, fmt.Errorf("microvm: %w within %s: %s", errSilent, patience, v.console.String())
	case <-ctx.Done():
		return said, fmt.Errorf("microvm: %w", context.Cause(ctx))
	}
}

// listen serves what the guest says until it ends.
func (v *machine) listen(ctx context.Context) {
	defer close(v.served)
	ended := false
	end := func(e process.Exit, err error) {
		if !ended {
			ended, v.exit, v.err = true, e, err
			v.closeFiles()
			close(v.done)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for {
		kind, body, err := readFrame(v.socket)
		if err != nil {
			// Nobody said how the command ended: it was killed with its machine.
			end(process.Exit{Code: 128 + int(unix.SIGKILL), Signal: unix.SIGKILL, PID: v.pid}, nil)
			return
		}
		switch kind {
		case frameReady:
			l, err := decode(body, 2)
			if err != nil || len(l[0]) == 0 || l[0][0] != guestProtocol {
				end(process.Exit{}, errors.New("microvm: the image was built from another version; run: worker microvm build"))
				return
			}
			select {
			case v.booted <- [2][]string{l[0], l[1]}:
			default:
			}
		case frameStdout, frameStderr:
			f := v.files[1]
			if kind == frameStderr {
				f = v.files[2]
			}
			if !ended {
				_, _ = f.Write(body) // a reader that has gone is told nothing more
			}
		case frameAsk:
			go v.judge(ctx, body)
		case frameExit:
			e, err := decodeExit(body)
			e.PID = v.pid
			end(e, err)
		}
	}
}

// judge answers for one program start. Without a word that allows it, none
// does.
func (v *machine) judge(ctx context.Context, body []byte) {
	l, err := decode(body, 2)
	if err != nil || len(l[0]) != 2 && len(l[0]) != 3 {
		return // the guest waits until it ends
	}
	if len(l[0]) == 3 { // an older image does not tell where the caller is
		ctx = withCallerDir(ctx, l[0][2])
	}
	why := "no gate"
	if v.gate != nil {
		why = ""
		if err := v.gate(ctx, l[0][1], l[1]); err != nil {
			why = err.Error()
		}
	}
	_ = v.out.send(frameAnswer, encode([]string{l[0][0], why}))
}

// Wait returns when the command has ended, or its machine.
func (v *machine) Wait() (process.Exit, error) {
	<-v.done
	return v.exit, v.err
}

// Signal has the guest send it to the command's process group.
func (v *machine) Signal(sig syscall.Signal) error {
	select {
	case <-v.done:
		return nil
	default:
	}
	return v.out.send(frameSignal, []byte(strconv.Itoa(int(sig))))
}

// Kill turns the machine off: nothing in it outlives that.
func (v *machine) Kill(ctx context.Context) error {
	err := v.qemu.Kill(ctx)
	err = errors.Join(err, v.host.close(ctx))
	for _, f := range []*os.File{v.socket, v.port} {
		_ = f.SetReadDeadline(time.Unix(1, 0))
	}
	<-v.served
	<-v.lined
	<-v.logged
	if v.proxy != nil {
		v.proxy.close()
	}
	v.closeOurs()
	return err
}

// turnOff is Kill for a machine that nobody was given.
func (v *machine) turnOff(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return v.Kill(ctx)
}

// closeFiles gives up the command's output, so that its readers see the end.
func (v *machine) closeFiles() {
	for _, f := range v.files[1:] {
		if f != nil {
			_ = f.Close()
		}
	}
}

func (v *machine) closeOurs() {
	v.closeFiles()
	for _, f := range []*os.File{v.socket, v.port, v.files[0]} {
		if f != nil {
			_ = f.Close()
		}
	}
}

func duplicate(f *os.File) (*os.File, error) {
	if f == nil {
		return nil, os.ErrInvalid
	}
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("duplicate: %w", err)
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// isNull says whether a file is the null device, which a guest has of its own.
func isNull(f *os.File) bool {
	var st unix.Stat_t
	return f == nil || unix.Fstat(int(f.Fd()), &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFCHR && st.Rdev == unix.Mkdev(1, 3)
}

// socketPair makes a stream; ours can be waited for.
func socketPair() (ours, theirs *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socket: %w", err)
	}
	if err := unix.SetNonblock(fds[0], true); err != nil {
		closeAll(fds[:])
		return nil, nil, fmt.Errorf("socket: %w", err)
	}
	return os.NewFile(uintptr(fds[0]), "machine"), os.NewFile(uintptr(fds[1]), "port"), nil
}
