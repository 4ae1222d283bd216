// Package shell is the hand that runs commands.
//
// Operations: run (one command, waits for it), run_script (a program that the
// agent wrote), run_background (starts a command and returns), list_processes,
// read_output and kill_process (for what was started so), and is_blocked (the
// verdict on a command, without running it).
//
// A command is read once. Inspect splits or parses it, resolves its programs,
// states its effects and writes down exactly what would run: an argv, or the
// script printed from the judged tree; the directory, the changes to the
// environment, the resolved programs and the contents of those files that the
// agent could change meanwhile. Do reads nothing else: it checks that all this
// is still so, derives the sandbox from the cleared effects, and executes. The
// agent's own string is never given to a shell.
//
// Where nothing can confine a command, everything but pure reads gets the
// effect "unconfined execution", so that a person decides. A confinement that
// was judged and is gone at execution is a refusal.
//
// What a command got wrong is told as data: see trouble.
package shell

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"passepartout/actuators"
	"passepartout/pipeline"
	"passepartout/process"
)

const name = "shell"

// The operations.
const (
	OpRun           = "run"
	OpScript        = "run_script"
	OpBackground    = "run_background"
	OpListProcesses = "list_processes"
	OpReadOutput    = "read_output"
	OpKill          = "kill_process"
	OpIsBlocked     = "is_blocked"
)

type (
	// Analyst says what a command would do, without doing it. It may be used by
	// many goroutines. A *pipeline.Error refuses the command for good.
	Analyst interface {
		Analyze(ctx context.Context, q Question) (Finding, error)
	}

	// Question is a command to be analysed.
	Question struct {
		Text  string   // one simple command, or a script if Shell
		Argv  []string // instead of Text
		Shell bool
		Dir   string            // absolute, symlinks resolved
		Env   map[string]string // the clean environment
		Asked map[string]string // changes to it that the agent asks for; judged, too
	}

	// Finding is what an Analyst found. Argv is set for one simple command that
	// needs no shell; otherwise Script is the judged tree, printed.
	Finding struct {
		Argv     []string
		Env      map[string]string // assignments before that command
		Script   string
		Text     string            // canonical text for people; Script, or the words quoted
		Programs map[string]string // bare name of a program: absolute path
		Effects  []pipeline.Effect // spans count in Text
		Clear    bool              // everything was understood
	}

	// Runner runs a command confined to the effects that were cleared. Layers
	// says what confines, "" if nothing does. An error means that the command
	// was not begun, or that its tree could not be ended. Run must call the
	// job's Began, if there is one, as soon as it knows the pid.
	Runner interface {
		Layers() string
		Run(ctx context.Context, job Job) (process.Outcome, error)
	}

	// Job is one command for a Runner.
	Job struct {
		Owner   pipeline.Principal
		Effects []pipeline.Effect
		Spec    process.Spec
		Read    []string      // folders that the command must see besides
		Scratch string        // the owner's own folder, writable; may be empty
		Began   func(pid int) // told when the command has been started; may be nil
		// Gate judges each program start after the first, where the host can
		// see them; may be nil. An error stops the start.
		Gate func(ctx context.Context, path string, argv []string) error
	}

	// Judge decides on a proposal without acting on it.
	Judge interface {
		Judge(ctx context.Context, p pipeline.Proposal) (pipeline.Decision, error)
	}
)

// Config is what New needs.
type Config struct {
	Analyst Analyst
	Runner  Runner
	Judge   Judge  // nil: is_blocked is refused
	Starts  Starts // nil: program starts inside a command are not judged again
	Store   Store  // nil, or no Scratch: background processes are refused

	Dir     string // where commands run that name no folder: the workspace
	Scratch string // below it every agent has a folder of its own; empty: none
	Home    string
	User    string
	Shell   string // absolute path of bash; default /bin/bash
	// Interpreters are the languages of run_script; nil: Interpreters().
	Interpreters []Interpreter

	Grace   time.Duration // between SIGTERM and SIGKILL; 0: 5 s
	Ceiling int64         // bytes of a stream at which a command is stopped; 0: 64 MiB
	// Background limits.
	Lease  time.Duration // how long a background process may live; 0: an hour
	LogCap int64         // bytes of its log that are kept; 0: 4 MiB
	Most   int           // background processes of one agent; 0: 32

	Now func() time.Time
}

// Actuator runs commands. It may be used by many goroutines. Who made one with
// a Store must Close it.
type Actuator struct {
	cfg   Config
	table *table // of background processes; nil without a store
}

var (
	_ pipeline.Actuator  = (*Actuator)(nil)
	_ pipeline.Inspector = (*Actuator)(nil)
	_ actuators.Timed    = (*Actuator)(nil)
)

// New makes the actuator. Analyst, Runner, Dir and Now are required.
func New(cfg Config) (*Actuator, error) {
	if cfg.Analyst == nil || cfg.Runner == nil || cfg.Now == nil {
		return nil, errors.New("shell: needs an analyst, a runner and a clock")
	}
	if !filepath.IsAbs(cfg.Dir) {
		return nil, errors.New("shell: needs an absolute folder to work in")
	}
	if cfg.Scratch != "" && !filepath.IsAbs(cfg.Scratch) {
		return nil, errors.New("shell: the scratch folder is no absolute path")
	}
	cfg = cfg.withDefaults()
	a := &Actuator{cfg: cfg}
	if cfg.Store != nil && cfg.Scratch != "" {
		a.table = newTable(cfg)
	}
	return a, nil
}

func (c Config) withDefaults() Config {
	if c.Shell == "" {
		c.Shell = "/bin/bash"
	}
	if c.Interpreters == nil {
		c.Interpreters = Interpreters()
	}
	if c.Grace == 0 {
		c.Grace = process.DefaultGrace
	}
	if c.Ceiling == 0 {
		c.Ceiling = process.DefaultCeiling
	}
	if c.Lease == 0 {
		c.Lease = time.Hour
	}
	if c.LogCap == 0 {
		c.LogCap = 4 << 20
	}
	if c.Most == 0 {
		c.Most = 32
	}
	return c
}

// Spec describes the actuator.
func (a *Actuator) Spec() pipeline.Spec {
	return pipeline.Spec{Name: name, Doc: "Runs commands and scripts, confined to what was judged."}
}

// operations lists what the configuration allows.
func (a *Actuator) operations() []string {
	ops := []string{OpRun, OpScript}
	if a.table != nil {
		ops = append(ops, OpBackground, OpListProcesses, OpReadOutput, OpKill)
	}
	if a.cfg.Judge != nil {
		ops = append(ops, OpIsBlocked)
	}
	return ops
}

// Inspect states what an action would do.
func (a *Actuator) Inspect(ctx context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	switch op := p.Action.Op; {
	case op == OpRun:
		return a.inspectRun(ctx, p)
	case op == OpScript:
		return a.inspectScript(ctx, p)
	case op == OpBackground && a.table != nil:
		return a.inspectBackground(ctx, p)
	case op == OpListProcesses && a.table != nil:
		return a.inspectList(p)
	case op == OpReadOutput && a.table != nil:
		return a.inspectReadOutput(p)
	case op == OpKill && a.table != nil:
		return a.inspectKill(ctx, p)
	case op == OpIsBlocked && a.cfg.Judge != nil:
		return a.inspectIsBlocked(ctx, p)
	default:
		return pipeline.Inspection{}, actuators.UnknownOp(name, op, a.operations()...)
	}
}

// Do carries out what was cleared.
func (a *Actuator) Do(ctx context.Context, c pipeline.Clearance, sink pipeline.Sink) (pipeline.Result, error) {
	p, ok := c.Proposal()
	if !ok {
		return pipeline.Result{}, actuators.Refused()
	}
	switch op := p.Action.Op; {
	case op == OpRun, op == OpScript:
		return a.run(ctx, p, sink)
	case op == OpBackground && a.table != nil:
		return a.background(ctx, p)
	case op == OpListProcesses && a.table != nil:
		return a.list(ctx, p)
	case op == OpReadOutput && a.table != nil:
		return a.readOutput(ctx, p)
	case op == OpKill && a.table != nil:
		return a.kill(ctx, p)
	case op == OpIsBlocked && a.cfg.Judge != nil:
		return a.isBlocked(ctx, p)
	default:
		return pipeline.Result{}, actuators.UnknownOp(name, op, a.operations()...)
	}
}

// Timeout is how long a command may run: what its parameters say, then what
// the action says, then the default.
func (a *Actuator) Timeout(p pipeline.Proposal) time.Duration {
	switch p.Action.Op {
	case OpRun, OpScript:
		return limit(p.Action)
	default:
		return p.Action.Timeout
	}
}
