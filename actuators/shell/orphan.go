package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// orphan is a process that a worker before this one started and that is alive.
// It is no child of ours: how it ends is not to be known, only that it does.
type orphan struct {
	rec Record
	rev uint64
}

// Adopt finds the background processes again that a worker on this machine
// left behind: those that live are watched, listed, read and stopped as
// before; the others are recorded as lost. Call it once, before requests come.
func (a *Actuator) Adopt(ctx context.Context) error {
	if a.table == nil {
		return nil
	}
	return a.table.adopt(ctx)
}

func (t *table) adopt(ctx context.Context) error {
	keys, err := t.keys(ctx)
	if err != nil {
		return err
	}
	for _, key := range keys {
		rec, rev, err := t.load(ctx, key)
		if err != nil || rec.State.Over() || rec.Host != t.host {
			continue // expired or unreadable; final; another machine's to find
		}
		t.mu.Lock()
		_, ours := t.live[key]
		t.mu.Unlock()
		if ours {
			continue
		}
		o := &orphan{rec: rec, rev: rev}
		if !alive(rec.PID, rec.Start) {
			t.bury(ctx, o, Lost, "its worker ended, and so did it")
			continue
		}
		t.mu.Lock()
		t.adopted[key] = o
		t.sweepLocked(ctx)
		t.mu.Unlock()
	}
	return nil
}

// bury writes the last state of an orphan.
func (t *table) bury(ctx context.Context, o *orphan, state State, why string) Record {
	key := recordKey(o.rec.Owner, o.rec.ID)
	t.mu.Lock()
	delete(t.adopted, key)
	t.mu.Unlock()
	o.rec.State, o.rec.Reason, o.rec.Ended, o.rec.ExitCode = state, why, t.cfg.Now(), -1
	o.rec.Bytes = t.logged(o.rec)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storePatience)
	defer cancel()
	// A conflict means that somebody who knows more has written meanwhile.
	if value, err := encode(o.rec); err == nil {
		_, _ = t.cfg.Store.Update(ctx, key, value, o.rev)
	}
	return o.rec
}

// sweepEvery is how often logs and orphans are looked at.
const sweepEvery = 500 * time.Millisecond

// sweepLocked starts the sweeper unless it runs. It ends by itself when there
// is nothing left to look after.
func (t *table) sweepLocked(ctx context.Context) {
	if t.sweeper != nil || t.closed {
		return
	}
	end := make(chan struct{})
	t.sweeper = end
	ctx = context.WithoutCancel(ctx) // it outlives the request that starts it
	t.wg.Go(func() {
		tick := time.NewTicker(sweepEvery)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-tick.C:
				if t.sweep(ctx, end) {
					return
				}
			}
		}
	})
}

// sweep looks at everything once; true when there is nothing.
func (t *table) sweep(ctx context.Context, end chan struct{}) bool {
	t.mu.Lock()
	if len(t.live) == 0 && len(t.adopted) == 0 {
		if t.sweeper == end {
			t.sweeper = nil
		}
		t.mu.Unlock()
		return true
	}
	var lives []*live
	for _, l := range t.live {
		lives = append(lives, l)
	}
	var orphans []*orphan
	for _, o := range t.adopted {
		orphans = append(orphans, o)
	}
	t.mu.Unlock()
	for _, l := range lives {
		t.sweepLive(l)
	}
	for _, o := range orphans {
		t.sweepOrphan(ctx, o)
	}
	return false
}

func (t *table) sweepLive(l *live) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.log == nil || l.rec.State != Running {
		return
	}
	now, ok := t.trim(l.log, l.punched)
	l.punched = now
	if !ok && l.why == "" {
		l.why = "its log grew too long"
		l.stop(errStopped)
	}
}

func (t *table) sweepOrphan(ctx context.Context, o *orphan) {
	ctx, cancel := context.WithTimeout(ctx, t.cfg.Grace+storePatience)
	defer cancel()
	switch {
	case !alive(o.rec.PID, o.rec.Start):
		t.bury(ctx, o, Lost, "it ended while no worker was its parent")
	case !t.cfg.Now().Before(o.rec.Lease):
		if _, err := stopTree(ctx, o.rec.PID, o.rec.Start, t.cfg.Grace); err == nil {
			t.bury(ctx, o, Stopped, "its lease was over")
		}
	}
}

// hostName tells this machine, and this boot of it, from others: a pid means
// something there alone.
func hostName() string {
	name, err := os.Hostname()
	if err != nil {
		name = "?"
	}
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		boot = []byte("?")
	}
	ns, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		ns = "?"
	}
	return name + "/" + strings.TrimSpace(string(boot)) + "/" + ns
}

// startOf is when a process started, in clock ticks since boot (proc_pid_stat(5),
// field 22); 0 if there is no such process or it is a zombie.
func startOf(pid int) uint64 {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// The name may hold blanks and brackets; what follows the last one does not.
	_, rest, ok := cutLast(string(raw), ") ")
	fields := strings.Fields(rest)
	if !ok || len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return 0
	}
	n, err := strconv.ParseUint(fields[19], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func alive(pid int, start uint64) bool { return pid > 1 && start != 0 && startOf(pid) == start }

// stopTree ends a process that is not our child, with all below it: SIGTERM,
// grace, SIGKILL. A pid that was reused meanwhile is not touched: the process
// is held by a descriptor (pidfd_open(2)) and its start is compared after that.
func stopTree(ctx context.Context, pid int, start uint64, grace time.Duration) (escalated bool, err error) {
	fd, err := unix.PidfdOpen(pid, 0)
	if errors.Is(err, unix.ESRCH) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("hold process %d: %w", pid, err)
	}
	defer func() { _ = unix.Close(fd) }()
	if !alive(pid, start) {
		return false, nil
	}
	if err := unix.PidfdSendSignal(fd, unix.SIGTERM, nil, 0); err != nil && !errors.Is(err, unix.ESRCH) {
		return false, fmt.Errorf("signal process %d: %w", pid, err)
	}
	late := time.NewTimer(grace)
	defer late.Stop()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if !alive(pid, start) {
			return escalated, nil
		}
		if escalated {
			if err := killBelow(pid, fd); err != nil {
				return true, err
			}
		}
		select {
		case <-ctx.Done():
			return escalated, fmt.Errorf("stop process %d: %w", pid, ctx.Err())
		case <-late.C:
			escalated = true
		case <-tick.C:
		}
	}
}

// killBelow kills all descendants first: while the process that holds them
// lives they stay its own, and none is lost sight of.
func killBelow(pid, fd int) error {
	below, err := spawn.Below(pid)
	if err != nil {
		return fmt.Errorf("stop process %d: %w", pid, err)
	}
	for _, p := range below {
		if err := unix.Kill(p, unix.SIGKILL); err != nil && !errors.Is(err, unix.ESRCH) {
			return fmt.Errorf("stop process %d: %w", p, err)
		}
	}
	if len(below) > 0 {
		return nil
	}
	if err := unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0); err != nil && !errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("stop process %d: %w", pid, err)
	}
	return nil
}
