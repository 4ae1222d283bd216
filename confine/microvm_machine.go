package confine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// machine is one virtual machine that runs.
type machine struct {
	gate   ExecGate
	pid    int
	qemu   process.Child
	socket *os.File // our end of the control port
	input  *os.File // our end of the input port; nil: no input
	out    *frames
	files  [3]*os.File // copies of the command's descriptors

	booted chan []string // the guest's layers, once
	done   chan struct{} // closed with exit and err set
	served chan struct{} // closed when nobody uses files any more
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

const tailSize = 1500

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, b...)
	if n := len(t.b) - tailSize; n > 0 {
		t.b = slices.Delete(t.b, 0, n)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.b)
}

// boot starts the machine and those who listen to it.
//
// Long: one order of steps, each of which gives back what those before took.
func (v *machine) boot(ctx context.Context, m *microVM, owner string, p Profile, s process.Spec, stdio [3]*os.File) error {
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			_ = f.Close()
		}
	}()
	undo := func(err error) error {
		v.closeOurs()
		return fmt.Errorf("microvm: %w", err)
	}
	for i, f := range stdio {
		var err error
		if v.files[i], err = duplicate(f); err != nil {
			return undo(err)
		}
	}
	ours, their, err := socketPair()
	if err != nil {
		return undo(err)
	}
	v.socket, theirs = ours, append(theirs, their)
	v.out = &frames{w: ours}
	if !isNull(stdio[0]) {
		if v.input, their, err = socketPair(); err != nil {
			return undo(err)
		}
		theirs = append(theirs, their)
	}
	pr, pw, err := os.Pipe()
	if err != nil {
		return undo(err)
	}
	theirs = append(theirs, pw)
	null, err := os.Open(os.DevNull)
	if err != nil {
		return undo(errors.Join(err, pr.Close()))
	}
	theirs = append(theirs, null)
	plan, release, err := m.plan(owner, p)
	if err != nil {
		return undo(errors.Join(err, pr.Close()))
	}
	defer release()
	share := func(f *os.File) int {
		plan.Files = append(plan.Files, int(f.Fd()))
		fd := spawn.StatusFD + len(plan.Files) // Launch puts its own before
		plan.Exec = append(plan.Exec, keepOpen(fd))
		return fd
	}
	control, input := share(theirs[0]), -1
	if v.input != nil {
		input = share(theirs[1])
	}
	argv := m.argv(p.Limits, control, input)
	v.pid, v.qemu, err = process.Launch(plan, process.Spec{Path: m.qemu, Argv: argv, Dir: "/"}, [3]*os.File{null, pw, pw})
	if err != nil {
		return undo(errors.Join(err, pr.Close()))
	}
	v.logged = make(chan struct{})
	go func() {
		defer close(v.logged)
		_, _ = io.Copy(&v.console, pr)
		_ = pr.Close()
	}()
	go v.listen(context.WithoutCancel(ctx)) // it ends with the machine
	if v.input != nil {
		go v.feed()
	}
	return nil
}

// feed passes the command's input on. An empty frame is its end: a port that
// closes would lose what was not read yet. It ends with the input, or when the
// machine does and the next piece has nowhere to go.
func (v *machine) feed() {
	out := &frames{w: v.input}
	buf := make([]byte, outputChunk)
	for {
		n, err := v.files[0].Read(buf)
		if n > 0 && out.send(frameInput, buf[:n]) != nil {
			return
		}
		if err != nil {
			_ = out.send(frameInput, nil)
			return
		}
	}
}

// awaitBoot waits until the guest has told its protocol and layers.
func (v *machine) awaitBoot(ctx context.Context) ([]string, error) {
	t := time.NewTimer(bootPatience)
	defer t.Stop()
	select {
	case layers := <-v.booted:
		return layers, nil
	case <-v.done:
		if v.err != nil {
			return nil, v.err
		}
		return nil, fmt.Errorf("microvm: it ended while it booted: %s", v.console.String())
	case <-t.C:
		return nil, fmt.Errorf("microvm: %w within %s: %s", errSilent, bootPatience, v.console.String())
	case <-ctx.Done():
		return nil, fmt.Errorf("microvm: %w", context.Cause(ctx))
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
			if err != nil || len(l[0]) != 1 || l[0][0] != guestProtocol {
				end(process.Exit{}, errors.New("microvm: the image was built from another version; run: worker microvm build"))
				return
			}
			select {
			case v.booted <- l[1]:
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
	_ = v.socket.SetReadDeadline(time.Unix(1, 0))
	<-v.served
	<-v.logged
	v.closeOurs()
	return err
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
	for _, f := range []*os.File{v.socket, v.input, v.files[0]} {
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
