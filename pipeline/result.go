package pipeline

import (
	"encoding/json"
	"time"
)

// Output is what was kept of one stream: its head and its tail when it was too
// long to keep all.
type Output struct {
	Kept      []byte `json:"kept,omitempty"`
	Bytes     int64  `json:"bytes"` // how many there were
	Truncated bool   `json:"truncated,omitempty"`
}

// Result is what an action did. Data is the actuator's own account as a JSON
// object and is what agents see.
type Result struct {
	ExitCode    int             `json:"exit_code"`
	Signal      string          `json:"signal,omitempty"` // that ended it: "SIGKILL"
	Stdout      Output          `json:"-"`
	Stderr      Output          `json:"-"`
	Started     time.Time       `json:"started"`
	Finished    time.Time       `json:"finished"`
	TimedOut    bool            `json:"timed_out,omitempty"`
	Confinement string          `json:"confinement,omitempty"`
	Data        json.RawMessage `json:"data,omitempty"`
}
