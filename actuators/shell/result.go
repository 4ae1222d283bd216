package shell

import (
	"encoding/json"
	"time"

	"passepartout/pipeline"
	"passepartout/process"
)

// maxData bounds an account so that its feedback fits one event of 1 MiB:
// output full of control bytes grows sixfold in JSON.
const maxData = 700 << 10

// Account is the Data of a result: what agents see of a command that ran. Its
// keys are a contract.
type Account struct {
	Success     bool     `json:"success"`
	Command     string   `json:"command"` // what ran, in canonical form
	Argv        []string `json:"argv"`    // null when a shell ran it
	ExitCode    int      `json:"exit_code"`
	Stdout      string   `json:"stdout"`
	Stderr      string   `json:"stderr"`
	StdoutBytes int64    `json:"stdout_bytes"`
	StderrBytes int64    `json:"stderr_bytes"`
	Truncated   bool     `json:"truncated"`
	DurationMS  int64    `json:"duration_ms"`
	TimedOut    bool     `json:"timed_out"`
	Signal      string   `json:"signal"`
	PID         int      `json:"pid"`
	Blocked     bool     `json:"blocked"`
	BlockReason string   `json:"block_reason"`
	Synthesis   bool     `json:"synthesis"` // the agent wrote the program
	Confinement string   `json:"confinement"`
	MaxRSS      int64    `json:"max_rss"` // bytes
	CPUMS       int64    `json:"cpu_ms"`
	Limit       string   `json:"limit,omitempty"` // the resource limit that ended it
	// Planted are files that appeared or changed while it ran, that nobody
	// cleared, and that tools of the workspace's owner obey outside of confinement.
	Planted []string `json:"planted,omitempty"`
}

// maxPlanted bounds how many of them are told.
const maxPlanted = 32

// tell makes the account and the result of a command that ran; stopped is why
// one of its program starts was refused.
func tell(x plan, o process.Outcome, p pipeline.Proposal, stopped *pipeline.Error) (pipeline.Result, *pipeline.Error) {
	a := Account{
		Success: o.ExitCode == 0 && o.Signal == "" && !o.TimedOut && !o.Canceled && !o.OutputLimit && len(o.Planted) == 0,
		Command: p.Summary, Argv: x.Argv, ExitCode: o.ExitCode,
		StdoutBytes: o.Stdout.Bytes, StderrBytes: o.Stderr.Bytes,
		Truncated:  o.Stdout.Truncated || o.Stderr.Truncated,
		DurationMS: o.Finished.Sub(o.Started).Milliseconds(), TimedOut: o.TimedOut, Signal: o.Signal, PID: o.PID,
		Synthesis: p.Action.Op == OpScript, Confinement: p.Confinement, MaxRSS: o.MaxRSS, CPUMS: o.CPU.Milliseconds(), Limit: o.Limit,
		Planted: o.Planted[:min(len(o.Planted), maxPlanted)],
	}
	if stopped != nil {
		a.Success, a.Blocked, a.BlockReason = false, true, stopped.Message
	}
	r := pipeline.Result{
		ExitCode: o.ExitCode, Signal: o.Signal, Stdout: o.Stdout, Stderr: o.Stderr,
		Started: o.Started, Finished: o.Finished, TimedOut: o.TimedOut, Confinement: p.Confinement,
	}
	data, err := a.encode(o)
	if err != nil {
		return r, &pipeline.Error{Code: pipeline.CodeInternal, Message: "the command ran, but its result cannot be told", Err: err}
	}
	r.Data = data
	return r, nil
}

// encode writes the account, keeping less of the output until it fits.
func (a Account) encode(o process.Outcome) (json.RawMessage, error) {
	for {
		a.Stdout, a.Stderr = readable(o.Stdout, o.StdoutCut), readable(o.Stderr, o.StderrCut)
		data, err := json.Marshal(a)
		if err != nil || len(data) <= maxData || len(o.Stdout.Kept)+len(o.Stderr.Kept) < 2 {
			return data, err
		}
		a.Truncated = true
		o.Stdout, o.StdoutCut = halve(o.Stdout, o.StdoutCut)
		o.Stderr, o.StderrCut = halve(o.Stderr, o.StderrCut)
	}
}

// halve keeps the outer halves of a head and a tail.
func halve(out pipeline.Output, cut int) (pipeline.Output, int) {
	if !out.Truncated || cut < 0 || cut > len(out.Kept) {
		cut = len(out.Kept) * 64 / 100
	}
	head, tail := out.Kept[:cut], out.Kept[cut:]
	head, tail = head[:len(head)/2], tail[len(tail)-len(tail)/2:]
	kept := append(append(make([]byte, 0, len(head)+len(tail)), head...), tail...)
	return pipeline.Output{Kept: kept, Bytes: out.Bytes, Truncated: int64(len(kept)) < out.Bytes}, len(head)
}

// instant is the result of an operation that only answers.
func instant(at time.Time, data any) (pipeline.Result, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return pipeline.Result{}, &pipeline.Error{Code: pipeline.CodeInternal, Message: "the answer cannot be told", Err: err}
	}
	return pipeline.Result{Started: at, Finished: at, Data: text}, nil
}
