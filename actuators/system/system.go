// Package system is the hand for what concerns the session itself: the
// operation "message" tells its people something.
//
// The message goes to the session of the principal who asked, and to no other:
// neither can be named in the parameters. Where the session has a live
// terminal, reason sends the same action to the tui actuator instead.
//
// Nothing else is done here. In particular "eval", which runs code of the
// payload inside the worker in comparable systems, is refused for good: code
// runs as a script of the shell actuator, judged and confined.
package system

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"passepartout/actuators"
	"passepartout/pipeline"
)

const (
	name      = "system"
	opMessage = "message"
	opEval    = "eval"
)

// Delivery brings text to the people of a session. It may be asked again for
// the same text after an error.
type Delivery interface {
	Deliver(ctx context.Context, to pipeline.Principal, session, text string) error
}

// Config is what New needs.
type Config struct {
	Delivery Delivery
	Now      func() time.Time
}

// Actuator sends messages. It may be used by many goroutines.
type Actuator struct{ cfg Config }

var (
	_ pipeline.Actuator  = (*Actuator)(nil)
	_ pipeline.Inspector = (*Actuator)(nil)
	_ actuators.Declared = (*Actuator)(nil)
)

// New makes the actuator; both fields of the configuration are required.
func New(cfg Config) (*Actuator, error) {
	if cfg.Delivery == nil || cfg.Now == nil {
		return nil, errors.New("system: needs a delivery and a clock")
	}
	return &Actuator{cfg: cfg}, nil
}

// Spec describes the actuator.
func (a *Actuator) Spec() pipeline.Spec {
	return pipeline.Spec{Name: name, Doc: "Tells the people of a session something."}
}

// Schema implements actuators.Declared. It leaves eval, which nobody has, to
// Inspect, which says what to do instead.
func (a *Actuator) Schema(op string) (json.RawMessage, []string) {
	if op == opEval {
		return nil, nil
	}
	return actuators.MessageSchema(op, opMessage)
}

// Inspect accepts a message, which has no effect on the world.
func (a *Actuator) Inspect(_ context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	switch p.Action.Op {
	case opMessage:
	case opEval:
		e := actuators.UnknownOp(name, opEval, opMessage)
		e.Hint = "code is never evaluated inside the worker; send it as run_script to the shell actuator"
		return pipeline.Inspection{}, e
	default:
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
	return pipeline.Inspection{Exact: exact, Summary: "message to the session: " + m.Text, Inert: true}, nil
}

// Do delivers the message that was judged to the session that asked.
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
	err := a.cfg.Delivery.Deliver(ctx, p.Signal.Principal, p.Signal.Session, m.Text)
	r.Finished = a.cfg.Now()
	if err != nil {
		return r, &pipeline.Error{
			Code: pipeline.CodeUnavailable, Message: "the message could not be delivered to the session",
			Hint: "send it again", Retryable: true, Err: err,
		}
	}
	r.Data = json.RawMessage(`{"success":true,"delivered":true}`)
	return r, nil
}
