package pipeline

import (
	"encoding/json"
	"time"
)

// Action is what a skill proposes to do: which actuator, which of its
// operations, with which parameters. It is a wish; Proposal says what it would
// do, Decision whether it may.
type Action struct {
	Target     string          `json:"target"` // actuator name, resolved by reason; any case
	Op         string          `json:"op"`
	Params     json.RawMessage `json:"params,omitempty"`
	Intent     string          `json:"intent,omitempty"`
	Timeout    time.Duration   `json:"timeout,omitempty"` // 0: the actuator's default
	Idempotent bool            `json:"idempotent,omitempty"`
	DryRun     bool            `json:"dry_run,omitempty"`
}
