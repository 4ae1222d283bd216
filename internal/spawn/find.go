package spawn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// ErrGone says that a process has ended, or that its pid belongs to another
// one by now.
var ErrGone = errors.New("no such process any more")

// StartTime is when a process started, in clock ticks since boot, see
// proc(5). Together with the pid it names one process for good.
func StartTime(pid int) (uint64, error) {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, fmt.Errorf("%w: %d", ErrGone, pid)
	}
	i := bytes.LastIndexByte(raw, ')')
	f := bytes.Fields(raw[i+1:])
	if i < 0 || len(f) < 20 {
		return 0, fmt.Errorf("process %d: unreadable", pid)
	}
	if f[0][0] == 'Z' || f[0][0] == 'X' {
		return 0, fmt.Errorf("%w: %d", ErrGone, pid)
	}
	return strconv.ParseUint(string(f[19]), 10, 64)
}

// Find holds a process that somebody started earlier, possibly an earlier life
// of this worker, if it is still the same. release must be called.
func Find(pid int, start uint64) (pidfd int, release func(), err error) {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return -1, nil, fmt.Errorf("%w: %d", ErrGone, pid)
	}
	// Held first, then compared: from here on the pid cannot change hands.
	now, err := StartTime(pid)
	if err == nil && now != start {
		err = fmt.Errorf("%w: %d belongs to another process", ErrGone, pid)
	}
	if err != nil {
		_ = unix.Close(fd)
		return -1, nil, err
	}
	return fd, func() { _ = unix.Close(fd) }, nil
}

// Signal sends a signal to the very process that a pid and a start time name.
func Signal(pid int, start uint64, sig unix.Signal) error {
	fd, release, err := Find(pid, start)
	if err != nil {
		return err
	}
	defer release()
	if err := unix.PidfdSendSignal(fd, sig, nil, 0); err != nil {
		if errors.Is(err, unix.ESRCH) {
			return fmt.Errorf("%w: %d", ErrGone, pid)
		}
		return fmt.Errorf("signal process %d: %w", pid, err)
	}
	return nil
}

// KillTree ends a process and all below it, and waits until they are gone. A
// reaper of ours goes last, so that it can collect its orphans.
func KillTree(ctx context.Context, pid int, start uint64) error {
	fd, _, err := Find(pid, start)
	if err != nil {
		return err
	}
	f, err := pollable(fd)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	for pause := 1; !gone(ctx, f, time.Duration(pause)*time.Millisecond); pause++ {
		if ctx.Err() != nil {
			return fmt.Errorf("kill process %d: %w", pid, context.Cause(ctx))
		}
		below, err := Below(pid)
		if err != nil {
			return err
		}
		if len(below) == 0 || firstOfNamespace(pid) {
			if err := unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0); err != nil && !errors.Is(err, unix.ESRCH) {
				return fmt.Errorf("kill process %d: %w", pid, err)
			}
			continue
		}
		if err := killBelow(pid); err != nil {
			return err
		}
	}
	return nil
}

// firstOfNamespace says whether a process is the first of a PID namespace: the
// kernel then ends all of it with the process.
func firstOfNamespace(pid int) bool {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return false
	}
	for line := range bytes.Lines(raw) {
		if rest, ok := bytes.CutPrefix(line, []byte("NSpid:")); ok {
			f := bytes.Fields(rest)
			return len(f) > 1 && string(f[len(f)-1]) == "1"
		}
	}
	return false
}
