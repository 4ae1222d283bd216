package mcp

import (
	"context"
	"encoding/json"
	"time"

	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

// Line is the way to the worker, as one agent. Its methods are called by many
// goroutines at once. Errors that the client may read are *pipeline.Error; of
// any other it learns only that something inside went wrong.
type Line interface {
	// Ask sends one request and returns its id, beside an error, too, once the
	// request may have reached the bus: Await then tells what is true.
	Ask(ctx context.Context, r strictjson.Request) (id string, err error)
	// Await waits until a request has ended, by its id or by that of its
	// flight plan. When ctx is done first, it returns what is known by then and
	// no error. It calls seen, if that is not nil, with what comes before the end.
	// Of a request that is unknown or another's the code is not_found.
	Await(ctx context.Context, id string, seen func(Standing)) (Standing, error)
	// Explain tells the story of one of the agent's requests, for people.
	Explain(ctx context.Context, id string) (string, error)
}

// State is how far a request has come.
type State string

// The states.
const (
	Pending State = "pending" // taken, and neither held nor ended
	Held    State = "held"    // a person must decide; nothing ran
	Done    State = "done"    // acted, and it went well
	Failed  State = "failed"  // blocked, rejected, expired or failed; Error says which
)

// Over reports whether nothing more will become of the request.
func (s State) Over() bool { return s == Done || s == Failed }

// Standing is what is known of a request. It is the structured content of every
// result.
type Standing struct {
	State    State                `json:"state"`
	ID       string               `json:"id,omitempty"`      // for await_plan and explain
	Message  string               `json:"message,omitempty"` // what to do now
	Result   json.RawMessage      `json:"result,omitempty"`  // the operation's own account
	Error    *pipeline.Error      `json:"error,omitempty"`
	Plan     string               `json:"plan,omitempty"` // the flight plan that held it
	Deadline *time.Time           `json:"deadline,omitempty"`
	Rule     string               `json:"rule,omitempty"`   // why it is held
	Reason   string               `json:"reason,omitempty"` // likewise
	By       []pipeline.Principal `json:"by,omitempty"`     // who answered
	Said     string               `json:"said,omitempty"`   // what they said
	Replayed bool                 `json:"replayed,omitempty"`
	Poll     int64                `json:"poll_after_ms,omitempty"`
}
