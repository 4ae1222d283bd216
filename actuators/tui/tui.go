// Package tui is the hand that writes to a person's live terminal session.
//
// A message goes to the session of the principal who asked and to no other.
// The text is the agent's and is not trusted: it is made safe for a terminal
// before it leaves, so that no escape sequence, control byte or
// direction-changing character reaches the screen as such.
//
// A terminal that is gone is an error, not a silence; nothing is kept for later.
package tui

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"passepartout/actuators"
	"passepartout/display"
	"passepartout/pipeline"
)

const (
	name      = "tui"
	opMessage = "message"
)

// ErrNobody is what a Delivery returns when no terminal listens.
var ErrNobody = errors.New("no live terminal")

// Delivery writes text to the live terminal of a session.
type Delivery interface {
	Deliver(ctx context.Context, to pipeline.Principal, session, text string) error
}

// Config is what New needs.
type Config struct {
	Delivery Delivery
	Now      func() time.Time
}

// Actuator writes to terminals. It may be used by many goroutines.
type Actuator struct{ cfg Config }

var (
	_ pipeline.Actuator  = (*Actuator)(nil)
	_ pipeline.Inspector = (*Actuator)(nil)
	_ actuators.Declared = (*Actuator)(nil)
)

// New makes the actuator; both fields of the configuration are required.
func New(cfg Config) (*Actuator, error) {
	if cfg.Delivery == nil || cfg.Now == nil {
		return nil, errors.New("tui: needs a delivery and a clock")
	}
	return &Actuator{cfg: cfg}, nil
}

// Spec describes the actuator.
func (a *Actuator) Spec() pipeline.Spec {
	return pipeline.Spec{Name: name, Doc: "Writes to the live terminal of a session."}
}

// Schema implements actuators.Declared.
func (a *Actuator) Schema(op string) (json.RawMessage, []string) {
	return actuators.MessageSchema(op, opMessage)
}

// Inspect accepts a message, which has no effect on the world.
func (a *Actuator) Inspect(_ context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	if p.Action.Op != opMessage {
		return pipeline.Inspection{}, actuators.UnknownOp(name, p.Action.Op, opMessage)
	}
	m, bad := actuators.ReadMessage(p.Action.Params)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	exact, bad := actuators.Exact(m)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	return pipeline.Inspection{Exact: exact, Summary: "message to the terminal: " + m.Text, Inert: true}, nil
}

// Do writes the message that was judged to the terminal of the session that asked.
func (a *Actuator) Do(ctx context.Context, c pipeline.Clearance, _ pipeline.Sink) (pipeline.Result, error) {
	p, ok := c.Proposal()
	if !ok {
		return pipeline.Result{}, actuators.Refused()
	}
	m, bad := actuators.ReadExactMessage(p.Exact)
	if bad != nil {
		return pipeline.Result{}, bad
	}
	r := pipeline.Result{Started: a.cfg.Now()}
	err := a.cfg.Delivery.Deliver(ctx, p.Signal.Principal, p.Signal.Session, display.Safe(m.Text))
	r.Finished = a.cfg.Now()
	if err != nil {
		return r, undelivered(err)
	}
	r.Data = json.RawMessage(`{"success":true,"delivered":true}`)
	return r, nil
}

func undelivered(err error) *pipeline.Error {
	if errors.Is(err, ErrNobody) {
		return &pipeline.Error{
			Code: pipeline.CodeUnavailable, Message: "the session has no live terminal",
			Hint: "send the message to the system actuator, which keeps it", Retryable: true, Err: err,
		}
	}
	return &pipeline.Error{
		Code: pipeline.CodeUnavailable, Message: "the message could not be written to the terminal",
		Hint: "send it again", Retryable: true, Err: err,
	}
}
