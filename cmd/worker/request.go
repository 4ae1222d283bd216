package main

import (
	"context"
	"errors"

	"passepartout/bus"
	"passepartout/event"
	"passepartout/pipeline"
)

// clientSource is the source of events that this program sends.
const clientSource = "/passepartout/worker"

// newRequest encodes a request of a client, and returns the key that all
// feedback on it bears.
func newRequest(c *bus.Client, session string, r event.Request) (event.Encoded, string, error) {
	e, err := event.Codec{}.Request(event.Envelope{ID: newID(), Source: clientSource, Session: session}, r)
	s := pipeline.Signal{ID: e.ID, Source: clientSource, Principal: c.Name(), Role: pipeline.RoleAgent}
	return e, s.Key(), err
}

// readFeedback takes the feedback that an event is; false if it is none, or
// none that can be read.
func readFeedback(s pipeline.Signal) (event.Feedback, pipeline.FeedbackKind, bool) {
	kind, ok := event.FeedbackKind(s.Type)
	if !ok {
		return event.Feedback{}, "", false
	}
	f, err := event.Read[event.Feedback](s)
	return f, kind, err == nil
}

// heldBy is the verdict that holds a request; the zero verdict if none does.
func heldBy(vs []pipeline.Verdict) pipeline.Verdict {
	for _, v := range vs {
		if v.Outcome == pipeline.Hold && v.Reason != "" {
			return v
		}
	}
	return pipeline.Verdict{}
}

// agentError says for an agent what went wrong between it and the workers.
// Sent: a request was under way, and nobody can tell whether it arrived.
func agentError(err error, sent bool) error {
	if _, ok := errors.AsType[*pipeline.Error](err); ok {
		return err
	}
	switch {
	case errors.Is(err, bus.ErrForbidden):
		return &pipeline.Error{Code: pipeline.CodePermissionDenied, Message: "the bus does not permit it", Err: err}
	case errors.Is(err, bus.ErrTooLarge):
		return &pipeline.Error{Code: pipeline.CodeInvalidRequest, Message: "the request is too large", Hint: "put large input into a file in the workspace and name the file", Err: err}
	case errors.Is(err, bus.ErrRefused), !sent:
		return &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "no worker answers", Retryable: true, Err: err}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &pipeline.Error{Code: pipeline.CodeOutcomeUnknown, Message: "the request was sent, but nobody confirmed it in time", Hint: "await_plan with its id tells whether it arrived", Err: err}
	default:
		return &pipeline.Error{Code: pipeline.CodeOutcomeUnknown, Message: "the connection was lost while the request was sent", Hint: "await_plan with its id tells whether it arrived", Err: err}
	}
}
