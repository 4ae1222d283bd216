package pipeline

import (
	"errors"
	"fmt"
)

// Code is a stable name for why a request did not end well.
type Code string

// The codes.
const (
	CodeInvalidEvent     Code = "invalid_event"
	CodeInvalidRequest   Code = "invalid_request"
	CodeUnknownTarget    Code = "unknown_target"
	CodeUnknownTool      Code = "unknown_tool"
	CodeIntentRequired   Code = "intent_required"
	CodeBlocked          Code = "blocked"
	CodeHeld             Code = "held"
	CodeRejected         Code = "rejected"
	CodeExpired          Code = "expired"
	CodeTimedOut         Code = "timed_out"
	CodeOutputLimit      Code = "output_limit"
	CodeNotFound         Code = "not_found"
	CodePermissionDenied Code = "permission_denied"
	CodeNonzeroExit      Code = "nonzero_exit"
	CodeOutcomeUnknown   Code = "outcome_unknown"
	CodeDepthExceeded    Code = "depth_exceeded"
	CodeBudgetExhausted  Code = "budget_exhausted"
	CodeRateLimited      Code = "rate_limited"
	CodePaused           Code = "paused"
	CodeUnavailable      Code = "unavailable"
	CodeInternal         Code = "internal"
)

// Error carries a failure to the agent: Message says what and where, Hint what
// to do, Rule which rule said so, Field which part of the input is at fault.
// Err is for operators and never leaves the worker.
type Error struct {
	Code      Code   `json:"code"`
	Message   string `json:"message"`
	Field     string `json:"field,omitempty"`
	Rule      string `json:"rule,omitempty"`
	Hint      string `json:"hint,omitempty"`
	Retryable bool   `json:"retryable"`
	Err       error  `json:"-"`
}

// Error is the code and the message, with the cause for operators.
func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.Err)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// AsError finds the *Error in err. Any other error becomes CodeInternal with a
// message that tells the agent nothing of the worker's inside.
func AsError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Code: CodeInternal, Message: "the worker could not do this; its operator can see why", Retryable: true, Err: err}
}

// What every store of state answers with, whoever keeps it.
var (
	ErrNotFound = errors.New("not found")
	ErrExists   = errors.New("exists already")
	ErrConflict = errors.New("changed by somebody else")
)
