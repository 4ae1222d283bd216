package confine

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// launcher is a thread of the worker that gives every command of the thread
// builder what is the same for all of them: the large part of the filter, which
// the kernel works through once for each system call that exists, and a bounding
// set without capabilities. A child has both from the thread that clones it, and
// nothing else runs on this one: it is locked to its goroutine and ends with it.
type launcher struct {
	jobs chan func()
	stop chan struct{}
	done chan struct{}
}

// openLauncher starts the thread. An error says that it could not be restricted;
// it has then ended.
func openLauncher(rules seccompRules, caps int) (*launcher, error) {
	l := &launcher{jobs: make(chan func()), stop: make(chan struct{}), done: make(chan struct{})}
	ready := make(chan error)
	go onOwnThread(func() {
		defer close(l.done)
		err := restrictLauncher(rules, caps)
		ready <- err
		if err != nil {
			return
		}
		for {
			select {
			case job := <-l.jobs:
				job()
			case <-l.stop:
				return
			}
		}
	})
	return l, <-ready
}

// onOwnThread runs f on a thread that ends with it, and never on the process's
// first one: that does not end, and speaks for the process in /proc.
func onOwnThread(f func()) {
	runtime.LockOSThread() // and never unlocked where f runs
	if unix.Gettid() != unix.Getpid() {
		f()
		return
	}
	placed := make(chan struct{})
	go func() {
		runtime.LockOSThread() // the first one is taken
		close(placed)
		f()
	}()
	<-placed
	runtime.UnlockOSThread()
}

func restrictLauncher(rules seccompRules, caps int) error {
	for c := 0; c <= caps; c++ {
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, uintptr(c), 0, 0, 0) // an ordinary user may not, and has none
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	return filterThread(zygoteFilter(rules))
}

// launch starts a plan from the thread.
func (l *launcher) launch(ctx context.Context, plan spawn.Plan, s process.Spec, stdio [3]*os.File) (pid int, c process.Child, err error) {
	started := make(chan struct{})
	job := func() {
		defer close(started)
		pid, c, err = process.Launch(plan, s, stdio)
	}
	select {
	case l.jobs <- job:
		<-started
		return pid, c, err
	case <-l.done:
		return 0, nil, &UnavailableError{Builder: BuilderThread, Why: "it is closed"}
	case <-ctx.Done():
		return 0, nil, fmt.Errorf("thread: %w", context.Cause(ctx))
	}
}

// close ends the thread. It is called once.
func (l *launcher) close() {
	close(l.stop)
	<-l.done
}
