package shell

import (
	"context"
	"time"

	"passepartout/pipeline"
)

// Store keeps the records of background processes. Get and Update speak of
// revisions; errors are pipeline.ErrNotFound, ErrExists and ErrConflict.
type Store interface {
	Get(ctx context.Context, key string) (value []byte, revision uint64, err error)
	Create(ctx context.Context, key string, value []byte) (revision uint64, err error)
	Update(ctx context.Context, key string, value []byte, revision uint64) (uint64, error)
}

// Lister is the optional ability of a Store to name its keys, without which
// list_processes and Adopt see only what this worker started.
type Lister interface {
	Keys(ctx context.Context) ([]string, error)
}

// State is where a background process is in its life.
type State string

// The states. Starting leads to running or failed; running to exited (by
// itself), stopped (by kill_process, its lease or the worker's stop) or lost
// (its worker died and so did it; nobody knows how it ended).
const (
	Starting State = "starting"
	Running  State = "running"
	Exited   State = "exited"
	Stopped  State = "stopped"
	Failed   State = "failed"
	Lost     State = "lost"
)

// Over reports whether nothing more will happen.
func (s State) Over() bool { return s != Starting && s != Running }

// Record is what is kept of one background process.
type Record struct {
	ID          string             `json:"id"`
	Owner       pipeline.Principal `json:"owner"`
	Session     string             `json:"session"`
	Request     string             `json:"request"` // Proposal.ID
	Command     string             `json:"command"`
	Dir         string             `json:"dir"`
	Log         string             `json:"log"` // name below the owner's scratch folder
	Confinement string             `json:"confinement"`

	Host  string `json:"host"`  // name and boot of the machine
	PID   int    `json:"pid"`   // of the process that holds the tree
	Start uint64 `json:"start"` // its start, in clock ticks since boot: tells a reused pid

	State    State     `json:"state"`
	Started  time.Time `json:"started"`
	Lease    time.Time `json:"lease"` // when it will be stopped
	Ended    time.Time `json:"ended,omitzero"`
	ExitCode int       `json:"exit_code"` // -1: not known
	Signal   string    `json:"signal,omitempty"`
	Reason   string    `json:"reason,omitempty"` // why it was stopped
	Bytes    int64     `json:"bytes"`            // written to the log until it ended
}
