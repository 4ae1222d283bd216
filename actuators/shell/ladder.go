package shell

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"passepartout/confine"
	"passepartout/pipeline"
	"passepartout/process"
)

// Exit codes that POSIX shells and their kin give a meaning (POSIX.1-2024,
// Shell Command Language, 2.8.2).
const (
	exitNotExecutable = 126
	exitNotFound      = 127
)

// trouble is the error for an outcome, or nil if all went well. It is the
// escalation ladder as data: what happened, what to do next, and whether the
// same request may help. An exit code of 124 is the command's own; only the
// deadline that was kept here is a timeout.
func trouble(o process.Outcome, limit time.Duration) *pipeline.Error {
	switch {
	case len(o.Planted) > 0: // whatever else went wrong, a person must hear of this
		return planted(o.Planted)
	case o.TimedOut:
		return timedOut(o, limit)
	case o.Canceled:
		return &pipeline.Error{
			Code: pipeline.CodeUnavailable, Message: "the command was stopped half-way, because the request was cancelled or the worker is stopping",
			Hint: "look at what it did so far before sending it again",
		}
	case o.OutputLimit:
		return &pipeline.Error{
			Code: pipeline.CodeOutputLimit, Message: "the command printed more than any stream may have and was stopped",
			Hint: "redirect its output to a file in the workspace, or print less",
		}
	case o.Limit != "":
		return &pipeline.Error{
			Code: pipeline.CodeNonzeroExit, Rule: "limit-" + o.Limit,
			Message: "the command was stopped at its limit of " + strings.ReplaceAll(o.Limit, "_", " "),
			Hint:    "do less at once",
		}
	case o.Signal != "":
		return &pipeline.Error{
			Code: pipeline.CodeNonzeroExit, Message: "the command was ended by " + o.Signal,
			Hint: "read stderr; SIGKILL that nobody here sent often means that memory ran out",
		}
	case o.ExitCode != 0:
		return exited(o)
	}
	return nil
}

// RulePlanted is the rule that a command broke by which something came into
// the workspace that its owner's tools obey.
const RulePlanted = "protected-path-changed"

func planted(paths []string) *pipeline.Error {
	told := strings.Join(paths[:min(len(paths), 3)], ", ")
	if more := len(paths) - 3; more > 0 {
		told += fmt.Sprintf(" and %d more", more)
	}
	return &pipeline.Error{
		Code: pipeline.CodeBlocked, Rule: RulePlanted,
		Message: "the command ran, but while it did, files changed that tools of this workspace's owner obey, and no clearance names them: " + told,
		Hint:    "name such files in the command, so that a person can approve it; the owner should look at them before working here",
	}
}

func timedOut(o process.Outcome, limit time.Duration) *pipeline.Error {
	e := &pipeline.Error{
		Code: pipeline.CodeTimedOut, Message: fmt.Sprintf("the command was stopped after %v; what it printed until then is kept", limit),
		Hint: "send a longer timeout (at most 3600 s), or use run_background", Retryable: true,
	}
	if o.Killed {
		e.Message = fmt.Sprintf("the command was stopped after %v; it ignored SIGTERM and had to be killed, so what it was writing may be incomplete", limit)
		e.Retryable = false
	}
	return e
}

func exited(o process.Outcome) *pipeline.Error {
	e := &pipeline.Error{Code: pipeline.CodeNonzeroExit, Message: fmt.Sprintf("the command exited with %d", o.ExitCode), Hint: "read stderr"}
	last := lastLine(o.Stderr.Kept)
	switch {
	case o.ExitCode == exitNotFound:
		e.Code, e.Hint = pipeline.CodeNotFound, "a program was not found; install it, or call it by its path"
	case o.ExitCode == exitNotExecutable:
		e.Code, e.Hint = pipeline.CodePermissionDenied, "a program was found but may not be executed; check its mode, or run it with its interpreter"
	case refusedByKernel(last):
		e.Code = pipeline.CodePermissionDenied
		e.Hint = "only what was judged may be written or reached; name the paths and hosts in the command itself"
	}
	if last != "" {
		e.Message += ": " + last
	}
	return e
}

// refusedByKernel reports whether the last line of stderr says what the C
// library says for EACCES, EPERM and EROFS. It only chooses a code and a hint.
func refusedByKernel(line string) bool {
	for _, words := range []string{"Permission denied", "Operation not permitted", "Read-only file system", "permission denied"} {
		if strings.Contains(line, words) {
			return true
		}
	}
	return false
}

// lastLine is the last line of stderr that is not blank, shortened.
func lastLine(stderr []byte) string {
	const most = 200
	text := strings.TrimSpace(strings.ToValidUTF8(string(stderr[max(0, len(stderr)-4096):]), replacement))
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		text = text[i+1:]
	}
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// notRun is the error for a command that was never begun.
func notRun(err error, program string) *pipeline.Error {
	if told, ok := errors.AsType[*pipeline.Error](err); ok {
		return told
	}
	e := &pipeline.Error{Err: err}
	switch {
	case errors.Is(err, context.Canceled):
		e.Code, e.Message, e.Retryable = pipeline.CodeUnavailable, "the command was not begun, because the request was cancelled or the worker is stopping", true
	case errors.Is(err, context.DeadlineExceeded):
		e.Code, e.Message, e.Retryable = pipeline.CodeTimedOut, "the command was not begun before its deadline", true
	case errors.Is(err, confine.ErrDetached):
		e.Code, e.Message = pipeline.CodeUnavailable, "nothing can be left running here: each command has a virtual machine of its own, which ends with the worker"
		e.Hint = "use run with a timeout, of up to an hour"
	case errors.Is(err, confine.ErrUnavailable):
		e.Code, e.Message = pipeline.CodeUnavailable, "the confinement that this command needs is not available on this machine"
		e.Hint = "reach no host, or ask the operator to look at worker doctor"
		if missing, ok := errors.AsType[*confine.UnavailableError](err); ok && len(missing.Missing) > 0 {
			e.Message += ": " + strings.Join(missing.Missing, ", ") + " is missing"
		}
	case errors.Is(err, fs.ErrNotExist):
		e.Code, e.Message, e.Hint = pipeline.CodeNotFound, program+": not found", "install it, or correct its path; a script may name an interpreter that is missing"
	case errors.Is(err, fs.ErrPermission):
		e.Code, e.Message, e.Hint = pipeline.CodePermissionDenied, program+": may not be executed here", "check its mode and what the policy lets it reach"
	default:
		e.Code, e.Message, e.Hint, e.Retryable = pipeline.CodeUnavailable, "the command could not be begun", "the worker's operator can see why", true
	}
	return e
}
