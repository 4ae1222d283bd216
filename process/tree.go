package process

import (
	"context"
	"syscall"

	"passepartout/internal/spawn"
)

// ErrGone says that a process has ended, or that its pid belongs to another
// process by now.
var ErrGone = spawn.ErrGone

// Identity names one process for good: a pid alone is given again.
type Identity struct {
	PID   int    `json:"pid"`
	Start uint64 `json:"start"` // clock ticks since boot, see proc(5)
}

// Identify returns the identity of a living process.
func Identify(pid int) (Identity, error) {
	start, err := spawn.StartTime(pid)
	return Identity{pid, start}, err
}

// Alive says whether this very process still runs.
func (i Identity) Alive() bool {
	start, err := spawn.StartTime(i.PID)
	return err == nil && start == i.Start
}

// Signal reaches this very process or nobody (ErrGone). Sent to the process
// that a Starter names, it reaches the command's whole group.
func (i Identity) Signal(sig syscall.Signal) error { return spawn.Signal(i.PID, i.Start, sig) }

// Kill ends this very process and all that descends from it, and returns when
// they are gone. It is for trees whose Child is lost with an earlier life of
// the worker.
func (i Identity) Kill(ctx context.Context) error { return spawn.KillTree(ctx, i.PID, i.Start) }

// Below lists the pids of all that descends from the process.
func (i Identity) Below() ([]int, error) { return spawn.Below(i.PID) }
