package pipeline

import (
	"context"
	"time"
)

// Actuator is the hand for one family of actions. Do must refuse a clearance
// whose Proposal is not valid, must execute the proposal's Exact form and
// nothing else, must honour ctx and its deadline, leave no child behind, and
// may be called by many goroutines. What the action itself got wrong (exit
// code 1) is a Result; a *Error says that the hand failed; both may be
// returned together. Live output goes to sink, which may be nil.
type Actuator interface {
	Spec() Spec
	Do(ctx context.Context, c Clearance, sink Sink) (Result, error)
}

// Inspector is the optional ability of an actuator to state what an action
// would do. Inspect must not change the world. It gets a proposal that so far
// has ID, Signal and Action only. A *Error says that the parameters are no
// valid action. An actuator without it proposes the one effect unknown.
type Inspector interface {
	Inspect(ctx context.Context, p Proposal) (Inspection, error)
}

// Inspection is what an inspector found.
type Inspection struct {
	Effects     []Effect
	Exact       []byte // canonical argv or tree, directory, environment changes, resolved programs
	Summary     string // the same for people
	Confinement string // the layers it would run under
	// Inert says that the action has no effect on the world at all: it only
	// answers. Without it, an empty list of effects counts as unknown.
	Inert bool
}

// Chunk is a piece of live output. Seq counts from 0 for each action.
type Chunk struct {
	Stream string    `json:"stream"` // "stdout" or "stderr"
	Seq    int64     `json:"seq"`
	Data   []byte    `json:"-"`
	At     time.Time `json:"at"`
}

// Sink takes live output while an action runs. Write must not block for long
// and must not keep Data; it never fails, because live output is a courtesy
// and the result is the truth.
type Sink interface {
	Write(c Chunk)
}
