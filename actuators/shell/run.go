package shell

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"passepartout/actuators"
	"passepartout/pipeline"
	"passepartout/process"
)

// run executes what was judged by run and run_script.
func (a *Actuator) run(ctx context.Context, p pipeline.Proposal, sink pipeline.Sink) (pipeline.Result, error) {
	x, bad := a.orders(p)
	if bad != nil {
		return pipeline.Result{}, bad
	}
	job, done, bad := a.job(p, x)
	if bad != nil {
		return pipeline.Result{}, bad
	}
	defer done()
	var seen *starts
	if a.cfg.Starts != nil {
		seen = &starts{judge: a.cfg.Starts, p: p, dir: x.Dir}
		job.Gate = seen.gate
	}
	job.Spec.Timeout, job.Spec.Keep, job.Spec.Sink = limit(p.Action), keep(p.Action), sink
	o, err := a.cfg.Runner.Run(ctx, job)
	if o.Started.IsZero() {
		if err == nil {
			err = errors.New("the runner told nothing")
		}
		return pipeline.Result{}, notRun(err, x.first())
	}
	if o.Canceled && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		// The caller's deadline came first; for the agent it is the same.
		o.Canceled, o.TimedOut = false, true
	}
	stopped := seen.refusal()
	r, bad := tell(x, o, p, stopped)
	if bad != nil {
		return r, bad
	}
	if stopped != nil {
		return r, stopped
	}
	if bad := unended(err); bad != nil {
		return r, bad
	}
	if bad := trouble(o, o.Finished.Sub(o.Started).Round(time.Millisecond)); bad != nil {
		return r, bad
	}
	return r, nil
}

// unended is the error for a tree that could not be ended, or a command that
// turned out not to start in spite of everything.
func unended(err error) *pipeline.Error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*process.StartError](err); ok {
		return notRun(err, "the program")
	}
	return &pipeline.Error{
		Code: pipeline.CodeInternal, Message: "the command was told to stop, but something of it may be left",
		Hint: "the worker's operator can see what", Err: err,
	}
}

// orders reads back what was judged and checks that it still holds.
func (a *Actuator) orders(p pipeline.Proposal) (plan, *pipeline.Error) {
	var x plan
	if err := actuators.ReadExact(p.Exact, &x); err != nil {
		return plan{}, err
	}
	if x.Op != p.Action.Op || x.Dir == "" || (len(x.Argv) == 0 && x.Script == "" && x.Interpreter == "") {
		return plan{}, actuators.Unexecutable(nil)
	}
	if layers := a.cfg.Runner.Layers(); layers != p.Confinement {
		return plan{}, &pipeline.Error{
			Code: pipeline.CodeBlocked, Rule: "confinement-changed", Retryable: true,
			Message: "the command was judged for the confinement " + orNone(p.Confinement) + ", and this worker has " + orNone(layers),
			Hint:    "send the request again",
		}
	}
	return x, x.verify()
}

func orNone(layers string) string {
	if layers == "" {
		return "none"
	}
	return layers
}

// job turns a plan into what the runner takes. done gives back what it holds.
func (a *Actuator) job(p pipeline.Proposal, x plan) (job Job, done func(), bad *pipeline.Error) {
	done = func() {}
	job = Job{Owner: p.Signal.Principal, Effects: p.Effects, Spec: process.Spec{
		Dir: x.Dir, Grace: a.cfg.Grace, Ceiling: a.cfg.Ceiling, Now: a.cfg.Now,
	}}
	if x.Stdin != "" {
		job.Spec.Stdin = strings.NewReader(x.Stdin)
	}
	if dir := a.scratch(p.Signal.Principal); dir != "" {
		if err := own(dir); err != nil {
			return Job{}, nil, &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "the agent's scratch folder cannot be used", Hint: "the worker's operator can see why", Retryable: true, Err: err}
		}
		job.Scratch = dir
	}
	env := a.environment(p.Signal.Principal)
	env["PWD"] = x.Dir
	job.Spec.Env = joinEnv(env, x.Env)
	switch {
	case x.Interpreter != "":
		return a.scriptJob(job, x)
	case len(x.Argv) > 0:
		path, ok := x.program(x.Argv[0])
		if !ok {
			return Job{}, nil, actuators.Unexecutable(errors.New("no pin for the program"))
		}
		job.Spec.Path, job.Spec.Argv = path, x.Argv
	default:
		job.Spec.Path = a.cfg.Shell
		// No start-up file, no history, and nothing after the text is an option.
		job.Spec.Argv = []string{"bash", "--noprofile", "--norc", "-c", x.Script}
	}
	return job, done, nil
}

// own makes sure that an agent's scratch folder is there and is a folder, not
// a link to somewhere else.
func own(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errors.New(dir + " is no folder")
	}
	return nil
}
