package shell

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"passepartout/actuators"
	"passepartout/pipeline"
)

// plan is exactly what will run; its JSON is the proposal's Exact. Timeout and
// output bounds are left out, so that a consent does not depend on them.
type plan struct {
	Op          string            `json:"op"`
	Argv        []string          `json:"argv,omitempty"`   // executed as it is, or
	Script      string            `json:"script,omitempty"` // given to bash, or
	Interpreter string            `json:"interpreter,omitempty"`
	Content     string            `json:"content,omitempty"` // given to the interpreter, with
	Args        []string          `json:"args,omitempty"`
	Dir         string            `json:"dir"`
	Env         map[string]string `json:"env,omitempty"` // changes to the clean environment
	Stdin       string            `json:"stdin,omitempty"`
	Pins        []pin             `json:"pins,omitempty"` // programs and files that must be unchanged
}

// first is the word that a person would know the plan by.
func (x plan) first() string {
	switch {
	case x.Interpreter != "":
		return x.Interpreter
	case len(x.Argv) > 0:
		return x.Argv[0]
	default:
		return "bash"
	}
}

// maxScript is the longest text that one argument of a program can be on Linux
// (MAX_ARG_STRLEN, 32 pages), with something to spare.
const maxScript = 120_000

// inspectRun states what a command would do.
func (a *Actuator) inspectRun(ctx context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	params, bad := ReadParams(p.Action.Params)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	return a.inspectCommand(ctx, p, params)
}

// inspectCommand is what run and run_background share.
func (a *Actuator) inspectCommand(ctx context.Context, p pipeline.Proposal, params Params) (pipeline.Inspection, error) {
	dir, bad := a.folder(params.CWD)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	found, err := a.cfg.Analyst.Analyze(ctx, Question{
		Text: params.Command, Argv: params.Argv, Shell: params.Shell, Dir: dir,
		Env: a.environment(p.Signal.Principal), Asked: params.Env,
	})
	if err != nil {
		return pipeline.Inspection{}, err
	}
	x := plan{Op: p.Action.Op, Argv: found.Argv, Dir: dir, Stdin: params.Stdin, Env: changes(params.Env, found.Env)}
	if len(x.Argv) == 0 {
		x.Script = found.Script
	}
	found = x.addProgram(found)
	if bad := x.check(found); bad != nil {
		return pipeline.Inspection{}, bad
	}
	if x.Pins, bad = a.pins(ctx, x, found); bad != nil {
		return pipeline.Inspection{}, bad
	}
	return a.inspection(x, found)
}

// addProgram gives the program of an argv its path, which the analyst names
// for bare names only.
func (x plan) addProgram(found Finding) Finding {
	if len(x.Argv) == 0 || !strings.Contains(x.Argv[0], "/") {
		return found
	}
	path := x.Argv[0]
	if !filepath.IsAbs(path) {
		path = filepath.Join(x.Dir, path)
	}
	found.Programs = maps.Clone(found.Programs)
	if found.Programs == nil {
		found.Programs = make(map[string]string, 1)
	}
	found.Programs[x.Argv[0]] = path
	return found
}

func (x plan) check(found Finding) *pipeline.Error {
	switch {
	case len(x.Argv) == 0 && strings.TrimSpace(x.Script) == "":
		return actuators.Invalid("command", "holds no command", "")
	case len(x.Script) > maxScript:
		return actuators.Invalid("command", "is too long once it is written out", "write a script to a file in the workspace and run that")
	case len(x.Argv) > 0 && found.Programs[x.Argv[0]] == "":
		return &pipeline.Error{
			Code: pipeline.CodeNotFound, Field: "params.command", Message: fmt.Sprintf("there is no program %.100q here", x.Argv[0]),
			Hint: "install it, or call it by its path",
		}
	}
	return nil
}

// inspection is the finding with what the worker knows of its own means.
func (a *Actuator) inspection(x plan, found Finding) (pipeline.Inspection, error) {
	exact, bad := actuators.Exact(x)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	n := pipeline.Inspection{
		Effects: found.Effects, Exact: exact, Summary: found.Text, Confinement: a.cfg.Runner.Layers(),
		Inert: found.Clear && len(found.Effects) == 0,
	}
	if n.Confinement == "" && !pureReads(found.Effects) {
		n.Effects = append(n.Effects[:len(n.Effects):len(n.Effects)], pipeline.Effect{
			Kind: pipeline.KindUnknown, Object: "unconfined execution", By: name, Mark: "unconfined",
		})
	}
	return n, nil
}

// pureReads reports whether nothing is done but reading and starting programs
// that are known to do no more.
func pureReads(effects []pipeline.Effect) bool {
	for _, e := range effects {
		if e.Kind != pipeline.KindRead && e.Kind != pipeline.KindRun {
			return false
		}
	}
	return true
}

// folder resolves where a command runs. The symlinks in it are followed now,
// once, so that the judged folder is the one that it runs in.
func (a *Actuator) folder(asked string) (string, *pipeline.Error) {
	field := "params.cwd"
	if asked == "" {
		asked, field = a.cfg.Dir, ""
	}
	dir, err := filepath.EvalSymlinks(asked)
	if err == nil {
		var info fs.FileInfo
		if info, err = os.Stat(dir); err == nil && !info.IsDir() {
			err = fs.ErrNotExist
		}
	}
	if err == nil {
		return dir, nil
	}
	e := &pipeline.Error{Code: pipeline.CodeNotFound, Field: field, Message: "there is no folder " + asked, Hint: "name an absolute path that exists"}
	if errors.Is(err, fs.ErrPermission) {
		e.Code, e.Message = pipeline.CodePermissionDenied, "the folder "+asked+" may not be entered"
	}
	return "", e
}

// environment is what a command gets before its own changes.
func (a *Actuator) environment(owner pipeline.Principal) map[string]string {
	return cleanEnv(a.cfg.Home, a.cfg.User, a.scratch(owner))
}

// scratch is an agent's own folder; "" if there is none.
func (a *Actuator) scratch(owner pipeline.Principal) string { return scratchOf(a.cfg.Scratch, owner) }

// scratchOf takes a principal for one token, which the bus vouches for; for
// anything else there is no folder.
func scratchOf(dir string, owner pipeline.Principal) string {
	if dir == "" || !pipeline.ValidToken(string(owner)) {
		return ""
	}
	return filepath.Join(dir, string(owner))
}

// changes lays the command's own assignments over those asked for.
func changes(asked, own map[string]string) map[string]string {
	all := make(map[string]string, len(asked)+len(own))
	for _, from := range []map[string]string{asked, own} {
		for k, v := range from {
			all[k] = v
		}
	}
	return all
}

// limit is how long a command may run. The parameters were checked when it was
// inspected; should they say nothing of use now, the default holds.
func limit(action pipeline.Action) time.Duration {
	var asked struct {
		Timeout *float64 `json:"timeout"`
	}
	d := action.Timeout
	if readLoose(action.Params, &asked) == nil {
		if s, bad := seconds(asked.Timeout); bad == nil && s > 0 {
			d = s
		}
	}
	if d <= 0 {
		d = defaultTimeout
	}
	return min(d, maxTimeout)
}

// keep is how many bytes of each stream are kept; see limit.
func keep(action pipeline.Action) int64 {
	var asked Params
	if readLoose(action.Params, &asked) == nil {
		if n, bad := asked.maxOutput(); bad == nil {
			return n
		}
	}
	return defaultOutput
}
