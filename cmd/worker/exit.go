package main

import "passepartout/pipeline"

// The exit codes. They are a contract: scripts branch on them.
const (
	exitDone     = 0
	exitFailed   = 1
	exitUsage    = 2
	exitBlocked  = 3
	exitHeld     = 4 // held and not answered in time
	exitRejected = 5
	exitUnknown  = 6 // it may have run; nobody can tell how it ended
)

// exitError ends the program with a code; a nil err says nothing more.
type exitError struct {
	code int
	err  error
}

// Error is the cause's text.
func (e *exitError) Error() string {
	if e.err == nil {
		return "exit"
	}
	return e.err.Error()
}

// Unwrap returns the cause.
func (e *exitError) Unwrap() error { return e.err }

// usage marks an error as the caller's: wrong flags, a file that is not there.
func usage(err error) error { return &exitError{code: exitUsage, err: err} }

// exitOfCode maps the code of an error that an agent was told to an exit code.
func exitOfCode(code pipeline.Code) int {
	switch code {
	case pipeline.CodeBlocked, pipeline.CodeIntentRequired, pipeline.CodeDepthExceeded, pipeline.CodeBudgetExhausted,
		pipeline.CodeRateLimited, pipeline.CodePaused:
		return exitBlocked
	case pipeline.CodeHeld, pipeline.CodeExpired:
		return exitHeld
	case pipeline.CodeRejected:
		return exitRejected
	case pipeline.CodeOutcomeUnknown:
		return exitUnknown
	case pipeline.CodeInvalidEvent, pipeline.CodeInvalidRequest, pipeline.CodeUnknownTarget, pipeline.CodeUnknownTool:
		return exitUsage
	default:
		return exitFailed
	}
}
