package process

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// killPatience bounds the wait for processes that cannot be ended at once,
// such as one that waits for a dead network file system.
const killPatience = 10 * time.Second

// Run starts s through starter, waits for it and for all that it leaves
// behind, and says what became of it. A deadline, a cancel and a ceiling are
// outcomes, not errors; the error says that the run could not be begun
// (*StartError, ErrInvalid) or that its tree could not be ended.
func Run(ctx context.Context, starter Starter, s Spec) (Outcome, error) {
	r, err := start(ctx, starter, &s)
	if err != nil {
		return Outcome{}, err
	}
	defer r.close()
	err = r.follow(ctx)
	return r.out, err
}

// start begins the run. One that is meant to last, perhaps with a thousand
// others, begins on a goroutine of its own: a start needs more stack than a
// wait, and a stack that has grown would stay so for as long as the run lasts.
func start(ctx context.Context, starter Starter, s *Spec) (r *run, err error) {
	if !s.Detached {
		return begin(ctx, starter, *s)
	}
	begun := make(chan struct{})
	go func() {
		defer close(begun)
		r, err = begin(ctx, starter, *s)
	}()
	<-begun
	return r, err
}

// begin starts the tree.
func begin(ctx context.Context, starter Starter, s Spec) (*run, error) {
	s, err := s.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	r := &run{spec: s, over: make(chan struct{}, 1)}
	stdio, err := r.open()
	if err != nil {
		r.close()
		return nil, err
	}
	r.out.Started = s.Now()
	r.out.PID, r.child, err = starter.Start(ctx, s, stdio)
	r.closeTheirs()
	if err != nil {
		r.close()
		return nil, fmt.Errorf("start: %w", err)
	}
	r.spec.Argv, r.spec.Env = nil, nil // the command has them
	return r, nil
}

// run is one Run on its way.
type run struct {
	spec    Spec
	child   Child
	out     Outcome
	streams [2]*stream
	theirs  []*os.File // ends of pipes that the child gets
	ours    []*os.File
	stdin   *os.File
	fed     chan error
	live    *live
	overOut atomic.Bool
	over    chan struct{}
	done    chan ended
	end     ended // once the command has ended
}

type ended struct {
	exit Exit
	err  error
}

// follow is the life of a started tree.
func (r *run) follow(ctx context.Context) error {
	r.listen()
	over := r.await(ctx)
	return r.conclude(ctx, over)
}

// listen starts what carries input and output, and what waits for the end.
func (r *run) listen() {
	r.live = &live{sink: r.spec.Sink, now: r.spec.Now}
	for _, s := range r.streams {
		if s != nil {
			go s.drain(r.live)
		}
	}
	if r.stdin != nil {
		r.fed = make(chan error, 1)
		go func() { r.fed <- feed(r.spec.Stdin, r.stdin) }()
	}
	r.done = make(chan ended, 1)
	go func() {
		e, err := r.child.Wait()
		r.done <- ended{e, err}
	}()
}

// conclude ends what is left of the tree and puts the outcome together. over
// says that the command itself has ended.
func (r *run) conclude(ctx context.Context, over bool) error {
	if over {
		r.lingerFor(linger)
	}
	// Whatever ended the run, what is left of the tree goes now.
	kctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), killPatience)
	defer cancel()
	killErr := r.child.Kill(kctx)
	if !over {
		select {
		case r.end = <-r.done:
		case <-kctx.Done():
			r.end = ended{err: fmt.Errorf("the command cannot be ended: %w", kctx.Err())}
		}
	}
	r.finish(r.end.exit)
	if r.end.err != nil {
		return fmt.Errorf("run: %w", errors.Join(r.end.err, killErr))
	}
	if killErr != nil {
		return fmt.Errorf("run: %w", killErr)
	}
	return nil
}

// await returns when the command has ended by itself or by SIGTERM (true), or
// when only SIGKILL is left (false).
func (r *run) await(ctx context.Context) bool {
	deadline := time.NewTimer(r.spec.Timeout)
	defer deadline.Stop()
	var limit <-chan string
	if l, ok := r.child.(Limited); ok {
		limit = l.Over()
	}
	select {
	case r.out.Limit = <-limit:
		r.out.Killed = true
		return false
	case r.end = <-r.done:
		return true
	case <-deadline.C:
		r.out.TimedOut = true
	case <-ctx.Done():
		r.out.Canceled = true
	case <-r.over:
		r.out.OutputLimit = true
	}
	return r.stop()
}

// stop asks the command to end, and waits for that as long as its grace lasts.
func (r *run) stop() bool {
	if err := r.child.Signal(unix.SIGTERM); err != nil {
		r.out.Killed = true
		return false
	}
	// A stopped process does not see SIGTERM until it continues.
	_ = r.child.Signal(unix.SIGCONT)
	grace := time.NewTimer(r.spec.Grace)
	defer grace.Stop()
	select {
	case r.end = <-r.done:
		return true
	case <-grace.C:
		r.out.Killed = true
		return false
	}
}

// lingerFor gives what outlived the command a moment to finish printing.
func (r *run) lingerFor(d time.Duration) {
	if r.out.TimedOut || r.out.Canceled || r.out.OutputLimit {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	for _, s := range r.streams {
		if s == nil {
			continue
		}
		select {
		case <-s.done:
		case <-r.over:
			r.out.OutputLimit = true
			return
		case <-t.C:
			return
		}
	}
}

func (r *run) finish(e Exit) {
	// The tree is gone, so the pipes end by themselves, unless somebody else
	// was given them: closing our end is what makes that harmless.
	t := time.NewTimer(linger)
	defer t.Stop()
	for _, s := range r.streams {
		if s == nil {
			continue
		}
		select {
		case <-s.done:
			_ = s.pipe.Close()
		case <-t.C:
			t.Reset(0) // nor is there time for the next
			s.cut(r.live)
		}
	}
	if r.fed != nil {
		_ = r.stdin.Close()
		select {
		case <-r.fed:
		default: // a reader that blocks is its owner's to end
		}
	}
	r.out.Finished = r.spec.Now()
	if e.PID != 0 {
		r.out.PID = e.PID
	}
	r.out.ExitCode, r.out.MaxRSS, r.out.CPU = e.Code, e.MaxRSS, e.CPU
	if e.Signal != 0 {
		r.out.Signal = unix.SignalName(e.Signal)
	}
	if r.out.Limit == "" {
		r.out.Limit = e.Limit
	}
	if r.out.Limit == "" {
		r.out.Limit = limitOf(e.Signal)
	}
	if s := r.streams[0]; s != nil {
		r.out.Stdout, r.out.StdoutCut = s.keep.output()
	}
	if s := r.streams[1]; s != nil {
		r.out.Stderr, r.out.StderrCut = s.keep.output()
	}
	r.out.OutputLimit = r.out.OutputLimit || r.overOut.Load()
}

// limitOf names the limits that the kernel enforces by a signal of their own.
func limitOf(sig syscall.Signal) string {
	switch sig {
	case unix.SIGXCPU:
		return "cpu"
	case unix.SIGXFSZ:
		return "file_size"
	default:
		return ""
	}
}

// open makes the pipes and returns the child's descriptors.
func (r *run) open() (stdio [3]*os.File, err error) {
	if stdio[0], err = r.openStdin(); err != nil {
		return stdio, err
	}
	for i, given := range []*os.File{r.spec.Stdout, r.spec.Stderr} {
		if given != nil {
			stdio[i+1] = given
			continue
		}
		pr, pw, err := os.Pipe()
		if err != nil {
			return stdio, fmt.Errorf("pipe: %w", err)
		}
		r.ours, r.theirs = append(r.ours, pr), append(r.theirs, pw)
		stdio[i+1] = pw
		r.streams[i] = &stream{
			name: [...]string{"stdout", "stderr"}[i], pipe: pr, keep: newKeeper(r.spec.Keep),
			ceiling: r.spec.Ceiling, over: &r.overOut, done: make(chan struct{}),
			tooMuch: func() { r.over <- struct{}{} },
		}
	}
	return stdio, nil
}

func (r *run) openStdin() (*os.File, error) {
	if r.spec.Stdin == nil {
		f, err := os.Open(os.DevNull)
		if err != nil {
			return nil, fmt.Errorf("stdin: %w", err)
		}
		r.theirs = append(r.theirs, f)
		return f, nil
	}
	pr, pw, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("stdin: %w", err)
	}
	r.theirs, r.ours, r.stdin = append(r.theirs, pr), append(r.ours, pw), pw
	return pr, nil
}

func (r *run) closeTheirs() {
	for _, f := range r.theirs {
		_ = f.Close()
	}
	r.theirs = nil
}

func (r *run) close() {
	r.closeTheirs()
	for _, f := range r.ours {
		_ = f.Close()
	}
}

func isPipeClosed(err error) bool {
	return errors.Is(err, unix.EPIPE) || errors.Is(err, fs.ErrClosed)
}

func ignoreClosed(err error) error {
	if errors.Is(err, fs.ErrClosed) {
		return nil
	}
	return err
}
