package shell

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"passepartout/actuators"
	"passepartout/pipeline"
)

// Started is the Data of run_background, and of each line of list_processes.
type Started struct {
	Success     bool      `json:"success"`
	Process     string    `json:"process"` // what the other operations call it
	PID         int       `json:"pid"`
	State       State     `json:"state"`
	Command     string    `json:"command"`
	Dir         string    `json:"dir"`
	Log         string    `json:"log"` // below the agent's scratch folder
	Bytes       int64     `json:"bytes"`
	Started     time.Time `json:"started"`
	Lease       time.Time `json:"lease"`
	Ended       time.Time `json:"ended,omitzero"`
	ExitCode    *int      `json:"exit_code"` // null while it runs, and when nobody knows
	Signal      string    `json:"signal"`
	Reason      string    `json:"reason"`
	Confinement string    `json:"confinement"`
}

func (r Record) tell(bytes int64) Started {
	s := Started{
		Success: r.State != Failed, Process: r.ID, PID: r.PID, State: r.State, Command: r.Command, Dir: r.Dir, Log: r.Log,
		Bytes: max(bytes, r.Bytes), Started: r.Started, Lease: r.Lease, Ended: r.Ended, Signal: r.Signal, Reason: r.Reason,
		Confinement: r.Confinement,
	}
	if r.State.Over() && r.ExitCode >= 0 {
		s.ExitCode = &r.ExitCode
	}
	return s
}

// inspectBackground states what a command would do that outlives its request.
func (a *Actuator) inspectBackground(ctx context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	params, bad := ReadParams(p.Action.Params)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	if params.MaxOutput != nil {
		return pipeline.Inspection{}, actuators.Invalid("max_output", "is not for background processes", "their output goes to a log; see read_output")
	}
	n, err := a.inspectCommand(ctx, p, params)
	if err == nil {
		n.Inert = false // it stays
		if len(n.Effects) == 0 {
			n.Effects = []pipeline.Effect{{Kind: pipeline.KindRun, Object: a.cfg.Shell, Certain: true, By: "bash"}}
		}
	}
	return n, err
}

// background starts what was judged and returns once it has begun. The request
// ends here; the process goes on until it ends, is killed, or its lease is over.
func (a *Actuator) background(ctx context.Context, p pipeline.Proposal) (pipeline.Result, error) {
	began := a.cfg.Now()
	x, bad := a.orders(p)
	if bad != nil {
		return pipeline.Result{}, bad
	}
	if !pipeline.ValidToken(p.ID) || !pipeline.ValidToken(string(p.Signal.Principal)) {
		return pipeline.Result{}, actuators.Unexecutable(nil)
	}
	if err := ctx.Err(); err != nil {
		return pipeline.Result{}, notRun(err, x.first())
	}
	job, _, bad := a.job(p, x)
	if bad != nil {
		return pipeline.Result{}, bad
	}
	job.Spec.Timeout, job.Spec.Detached = a.lease(p.Action), true
	rec := Record{
		ID: processID(p.ID), Owner: p.Signal.Principal, Session: p.Signal.Session, Request: p.ID,
		Command: clip(p.Summary, maxListed), Dir: x.Dir, Log: "process-" + processID(p.ID) + ".log", Confinement: p.Confinement,
		State: Starting, Started: began, Lease: began.Add(job.Spec.Timeout), ExitCode: -1,
	}
	rec, bad = a.table.start(ctx, rec, job)
	if bad != nil {
		return pipeline.Result{}, bad
	}
	data, err := json.Marshal(rec.tell(0))
	if err != nil {
		return pipeline.Result{}, &pipeline.Error{Code: pipeline.CodeInternal, Message: "the process runs, but its account cannot be told", Err: err}
	}
	return pipeline.Result{Started: began, Finished: a.cfg.Now(), Confinement: p.Confinement, Data: data}, nil
}

// maxListed bounds the command's text in records and lists.
const maxListed = 2000

func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// processID is a name for the process of one request: the same request can
// never start two.
func processID(request string) string { return request[:min(len(request), 16)] }

// lease is how long a background process may live.
func (a *Actuator) lease(action pipeline.Action) time.Duration {
	var asked struct {
		Timeout *float64 `json:"timeout"`
	}
	if readLoose(action.Params, &asked) == nil {
		if d, bad := seconds(asked.Timeout); bad == nil && d > 0 {
			return min(d, a.cfg.Lease)
		}
	}
	return a.cfg.Lease
}

// handle is the Exact of the operations that speak of background processes.
type handle struct {
	Op      string             `json:"op"`
	Owner   pipeline.Principal `json:"owner"`
	Process string             `json:"process,omitempty"`
	PID     int                `json:"pid,omitempty"`
	Start   uint64             `json:"start,omitempty"`
	Host    string             `json:"host,omitempty"`
	Offset  int64              `json:"offset,omitempty"`
	Max     int64              `json:"max,omitempty"`
}

func readHandle(p pipeline.Proposal) (handle, *pipeline.Error) {
	var h handle
	if bad := actuators.ReadExact(p.Exact, &h); bad != nil {
		return handle{}, bad
	}
	if h.Op != p.Action.Op || h.Owner == "" || (h.Process == "" && h.Op != OpListProcesses) {
		return handle{}, actuators.Unexecutable(nil)
	}
	return h, nil
}

func inert(h handle, summary string) (pipeline.Inspection, error) {
	exact, bad := actuators.Exact(h)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	return pipeline.Inspection{Exact: exact, Summary: summary, Inert: true}, nil
}

// inspectList accepts list_processes, which has no parameters.
func (a *Actuator) inspectList(p pipeline.Proposal) (pipeline.Inspection, error) {
	if bad := actuators.Decode(p.Action.Params, &struct{}{}); bad != nil {
		return pipeline.Inspection{}, bad
	}
	return inert(handle{Op: OpListProcesses, Owner: p.Signal.Principal}, "list own background processes")
}

// list tells of the agent's own processes, the newest first.
func (a *Actuator) list(ctx context.Context, p pipeline.Proposal) (pipeline.Result, error) {
	h, bad := readHandle(p)
	if bad != nil {
		return pipeline.Result{}, bad
	}
	records, err := a.table.own(ctx, h.Owner)
	if err != nil {
		return pipeline.Result{}, storeTrouble(err)
	}
	told := struct {
		Success   bool      `json:"success"`
		Processes []Started `json:"processes"`
	}{true, []Started{}}
	for _, r := range records {
		told.Processes = append(told.Processes, r.tell(a.table.logged(r)))
	}
	return instant(a.cfg.Now(), told)
}

// ProcessParams name a process, and what of its log is wanted.
type ProcessParams struct {
	Process string             `json:"process"`
	Owner   pipeline.Principal `json:"owner,omitempty"`  // kill_process alone; default: the agent itself
	Offset  *int64             `json:"offset,omitempty"` // read_output alone, bytes
	Max     *int64             `json:"max,omitempty"`    // read_output alone, bytes
}

func readProcessParams(raw json.RawMessage) (ProcessParams, *pipeline.Error) {
	var p ProcessParams
	if bad := actuators.Decode(raw, &p); bad != nil {
		return p, bad
	}
	switch {
	case !pipeline.ValidToken(p.Process):
		return p, actuators.Invalid("process", "is no name of a process", "use the name that run_background or list_processes told")
	case p.Owner != "" && !pipeline.ValidToken(string(p.Owner)):
		return p, actuators.Invalid("owner", "is no name of a principal", "")
	case p.Offset != nil && *p.Offset < 0:
		return p, actuators.Invalid("offset", "is negative", "")
	case p.Max != nil && (*p.Max < 1 || *p.Max > maxOutput):
		return p, actuators.Invalid("max", fmt.Sprintf("must be 1 to %d bytes", maxOutput), "")
	}
	return p, nil
}

// inspectReadOutput accepts a look at the log of one of the agent's own.
func (a *Actuator) inspectReadOutput(p pipeline.Proposal) (pipeline.Inspection, error) {
	params, bad := readProcessParams(p.Action.Params)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	if params.Owner != "" {
		return pipeline.Inspection{}, actuators.Invalid("owner", "is not for read_output", "only your own processes can be read")
	}
	h := handle{Op: OpReadOutput, Owner: p.Signal.Principal, Process: params.Process, Max: defaultOutput}
	if params.Offset != nil {
		h.Offset = *params.Offset
	}
	if params.Max != nil {
		h.Max = *params.Max
	}
	return inert(h, "read the output of "+params.Process+" from "+strconv.FormatInt(h.Offset, 10))
}

// readOutput tells a part of the log.
func (a *Actuator) readOutput(ctx context.Context, p pipeline.Proposal) (pipeline.Result, error) {
	h, bad := readHandle(p)
	if bad != nil {
		return pipeline.Result{}, bad
	}
	rec, _, err := a.table.get(ctx, h.Owner, h.Process)
	if err != nil {
		return pipeline.Result{}, noProcess(h.Process, err)
	}
	part, err := a.table.read(rec, h.Offset, h.Max)
	if err != nil {
		return pipeline.Result{}, &pipeline.Error{Code: pipeline.CodeNotFound, Message: "the log of " + h.Process + " is gone", Hint: "it lay in the agent's scratch folder, which the agent can change", Err: err}
	}
	return instant(a.cfg.Now(), part)
}

// inspectKill states that a process would be signalled: which one, and whether
// the agent started it itself.
func (a *Actuator) inspectKill(ctx context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	params, bad := readProcessParams(p.Action.Params)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	if params.Offset != nil || params.Max != nil {
		return pipeline.Inspection{}, actuators.Invalid("offset", "is not for kill_process", "")
	}
	owner := params.Owner
	if owner == "" {
		owner = p.Signal.Principal
	}
	rec, _, err := a.table.get(ctx, owner, params.Process)
	if err != nil {
		return pipeline.Inspection{}, noProcess(params.Process, err)
	}
	exact, bad := actuators.Exact(handle{Op: OpKill, Owner: owner, Process: rec.ID, PID: rec.PID, Start: rec.Start, Host: rec.Host})
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	e := pipeline.Effect{Kind: pipeline.KindSignal, Object: strconv.Itoa(rec.PID), Certain: true, By: OpKill, Mark: MarkOwn}
	if owner != p.Signal.Principal {
		e.Mark = MarkForeign
	}
	return pipeline.Inspection{
		Effects: []pipeline.Effect{e}, Exact: exact,
		Summary: fmt.Sprintf("stop process %s of %s (pid %d): %s", rec.ID, owner, rec.PID, rec.Command),
	}, nil
}

// Marks of the effect of kill_process.
const (
	MarkOwn     = "own-process"     // the agent started it
	MarkForeign = "foreign-process" // somebody else did
)

// Ended is the Data of kill_process.
type Ended struct {
	Started
	AlreadyEnded bool `json:"already_ended"`
	Escalated    bool `json:"escalated"` // SIGTERM was not enough
}

// kill stops the whole tree of the process that was judged, and no other:
// SIGTERM, grace, SIGKILL. It returns when nothing of it is left.
func (a *Actuator) kill(ctx context.Context, p pipeline.Proposal) (pipeline.Result, error) {
	began := a.cfg.Now()
	h, bad := readHandle(p)
	if bad != nil {
		return pipeline.Result{}, bad
	}
	if err := ctx.Err(); err != nil {
		return pipeline.Result{}, notRun(err, OpKill)
	}
	told, err := a.table.kill(ctx, h, "stopped by "+string(p.Signal.Principal))
	if err != nil {
		if told, ok := errors.AsType[*pipeline.Error](err); ok {
			return pipeline.Result{}, told
		}
		return pipeline.Result{}, noProcess(h.Process, err)
	}
	told.Success = true
	r, err := instant(began, told)
	r.Finished = a.cfg.Now()
	return r, err
}

func noProcess(process string, err error) *pipeline.Error {
	if errors.Is(err, pipeline.ErrNotFound) {
		return &pipeline.Error{Code: pipeline.CodeNotFound, Field: "params.process", Message: "you have no background process " + process, Hint: "list_processes names them"}
	}
	return storeTrouble(err)
}

func storeTrouble(err error) *pipeline.Error {
	return &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "the records of background processes cannot be read now", Retryable: true, Err: err}
}
