package pipeline

import "time"

// Claim is one entry of the journal: the at-most-once memory of a request.
// It is made before an action begins and closed with the feedback after it
// ended. An open claim whose worker is gone means that the outcome is unknown.
type Claim struct {
	Key        string    `json:"key"`     // the signal's Key
	Request    Digest    `json:"request"` // of the action as asked for, to tell a redelivery from a reused id
	Worker     string    `json:"worker"`
	Target     string    `json:"target"`
	Op         string    `json:"op"`
	Idempotent bool      `json:"idempotent,omitempty"`
	At         time.Time `json:"at"`
	Feedback   *Feedback `json:"feedback,omitempty"` // set when closed
	Alive      bool      `json:"-"`                  // on reading: the worker that holds it still renews its lease
	Revision   uint64    `json:"-"`                  // on reading: what a take-over or a close must find unchanged
}
