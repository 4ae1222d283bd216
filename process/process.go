package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"passepartout/internal/spawn"
	"passepartout/pipeline"
)

// Defaults of a Spec.
const (
	DefaultTimeout = 30 * time.Second
	DefaultGrace   = 5 * time.Second
	DefaultKeep    = 100_000
	DefaultCeiling = 64 << 20
	// linger is how long output of processes that outlive their command is
	// waited for. `cmd > >(filter)` needs it; `server &` does not deserve more.
	linger = 100 * time.Millisecond
)

// Spec says what to run. The zero value of every limit is its default.
type Spec struct {
	Path string   // absolute path of the program
	Argv []string // as the program sees it; Argv[0] is its name
	Env  []string // the whole environment; nothing is inherited
	Dir  string   // absolute

	Stdin io.Reader // nil: empty. It must end, or fail once the run is over
	// Stdout and Stderr, when set, get the output directly; then nothing is
	// kept, counted or sent to Sink. They stay the caller's to close.
	Stdout, Stderr *os.File

	Timeout time.Duration // wall clock until the tree is stopped
	Grace   time.Duration // between SIGTERM and SIGKILL
	Keep    int64         // bytes kept of each stream: its head and its tail
	Ceiling int64         // bytes of each stream at which the tree is stopped
	Sink    pipeline.Sink // live output; may be nil

	// Detached lets the tree outlive the worker that started it. Run ends it
	// all the same; it is for those who call a Starter themselves.
	Detached bool

	Now func() time.Time // nil: the system's clock
}

// Outcome is what became of a run.
type Outcome struct {
	PID      int    // of the reaper that holds the tree
	ExitCode int    // of the command; 128 + signal when a signal ended it
	Signal   string // that ended the command: "SIGKILL"; empty otherwise

	Stdout, Stderr pipeline.Output
	// StdoutCut and StderrCut are offsets in Kept where bytes are missing;
	// they mean something when the output is truncated.
	StdoutCut, StderrCut int

	Started, Finished time.Time
	TimedOut          bool   // the deadline passed
	Canceled          bool   // the caller gave up
	OutputLimit       bool   // a stream reached its ceiling
	Killed            bool   // SIGTERM was not enough
	Limit             string // the resource limit that ended it: "memory", "cpu", "file_size", "processes", "disk"

	// Planted are files that the command's runner found changed without a
	// clearance, and that tools of the owner could obey; nil if it looks at none.
	Planted []string

	MaxRSS int64         // bytes, of the largest process of the tree
	CPU    time.Duration // user and system time of the tree
}

// Exit is how a command ended, as its starter tells it.
type Exit = spawn.Exit

// Child is a started tree. Wait returns when the command itself has ended (a
// *StartError says that it never began). Signal reaches the command's process
// group. Kill ends the whole tree and returns when nothing of it is left; it
// must be called even after Wait, because it also gives back what the tree
// held. Wait and Kill are each called once, possibly at the same time.
type Child interface {
	Wait() (Exit, error)
	Signal(sig syscall.Signal) error
	Kill(ctx context.Context) error
}

// Limited is a Child that can tell that a limit was reached which its starter
// keeps. The run ends there: nothing of the tree may go on.
type Limited interface {
	Child
	Over() <-chan string // the limit's name, once
}

// Starter starts a tree. stdio are its descriptors 0, 1 and 2 and stay the
// caller's to close. It must not keep Spec's readers or sinks. The pid is that
// of the process whose end is the end of the tree.
type Starter interface {
	Start(ctx context.Context, s Spec, stdio [3]*os.File) (pid int, c Child, err error)
}

// StartError says why nothing was executed; errors.Is finds fs.ErrNotExist and
// fs.ErrPermission in it.
type StartError = spawn.StartError

// ErrInvalid says that a Spec makes no sense.
var ErrInvalid = errors.New("invalid spec")

func (s Spec) withDefaults() (Spec, error) {
	switch {
	case !filepath.IsAbs(s.Path):
		return s, fmt.Errorf("%w: program %q is not an absolute path", ErrInvalid, s.Path)
	case len(s.Argv) == 0:
		return s, fmt.Errorf("%w: no arguments, not even a name", ErrInvalid)
	case s.Dir != "" && !filepath.IsAbs(s.Dir):
		return s, fmt.Errorf("%w: directory %q is not an absolute path", ErrInvalid, s.Dir)
	case s.Timeout < 0 || s.Grace < 0 || s.Keep < 0 || s.Ceiling < 0:
		return s, fmt.Errorf("%w: a negative limit", ErrInvalid)
	}
	for _, list := range [][]string{{s.Path, s.Dir}, s.Argv, s.Env} {
		for _, text := range list {
			if hasNUL(text) {
				return s, fmt.Errorf("%w: a NUL byte in %q", ErrInvalid, text)
			}
		}
	}
	if s.Timeout == 0 {
		s.Timeout = DefaultTimeout
	}
	if s.Grace == 0 {
		s.Grace = DefaultGrace
	}
	if s.Keep == 0 {
		s.Keep = DefaultKeep
	}
	if s.Ceiling == 0 {
		s.Ceiling = DefaultCeiling
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	return s, nil
}

func hasNUL(s string) bool {
	for i := range len(s) {
		if s[i] == 0 {
			return true
		}
	}
	return false
}
