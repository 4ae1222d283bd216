// Package perceive turns a message into a signal: it attributes the message to
// the principal that its subject vouches for, has it decoded, and bounds what
// it may claim of itself.
//
// A message is first attributed, then measured, then decoded, then validated;
// the first fault ends it with an error that names the field. Whatever could be
// learned up to there is returned beside the error, so that the sender can be
// told; of that, only what is fit to be stored and to name a subject is kept.
// Identity comes from the subject alone: a payload that names another principal
// as its sender is refused, one that names its own changes nothing.
//
// Limits: size of body and headers, length and letters of each attribute, age,
// clock skew, depth. All are applied before any skill or gate sees the signal.
package perceive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"passepartout/pipeline"
)

// Decoder reads an event from a message: its attributes and its data, without
// believing any of them. Errors are *pipeline.Error with Field set; the signal
// beside one holds what could be read.
type Decoder interface {
	Decode(m pipeline.Message) (pipeline.Signal, error)
}

// Attributor says who published on a subject and in which role. The bus server
// lets nobody else publish there.
type Attributor interface {
	Sender(subject string) (pipeline.Principal, pipeline.Role, error)
}

// Limits bound what a signal may be.
type Limits struct {
	MaxBytes int           // body plus headers
	MaxAge   time.Duration // between the event's time and now
	MaxSkew  time.Duration // how far in the future the event's time may lie
	MaxDepth int           // above this a depth is garbage; the depth gate is stricter
}

// DefaultLimits are the limits of a worker that was told nothing else.
func DefaultLimits() Limits {
	return Limits{MaxBytes: 1 << 20, MaxAge: 24 * time.Hour, MaxSkew: 5 * time.Minute, MaxDepth: 64}
}

// Config is what a stage needs.
type Config struct {
	Decoder    Decoder
	Attributor Attributor
	Limits     Limits
	// Types lists, for a role, the event types it may send; a role that is not
	// listed may send any.
	Types map[pipeline.Role][]string
	Now   func() time.Time
}

// Stage is the first stage of the line. It keeps no state.
type Stage struct{ cfg Config }

var _ pipeline.Perceiver = (*Stage)(nil)

// New makes the stage.
func New(cfg Config) *Stage { return &Stage{cfg: cfg} }

// Perceive implements pipeline.Perceiver.
func (s *Stage) Perceive(_ context.Context, m pipeline.Message) (pipeline.Signal, error) {
	who, role, err := s.cfg.Attributor.Sender(m.Subject)
	if err == nil && (!pipeline.ValidToken(string(who)) || role == "") {
		err = errors.New("no fit name or no role")
	}
	if err != nil {
		return pipeline.Signal{}, &pipeline.Error{
			Code: pipeline.CodeInvalidEvent, Field: "subject", Err: err,
			Message: "nobody can be made out from the subject of this message",
		}
	}
	known := pipeline.Signal{Principal: who, Role: role, Session: DefaultSession, Time: m.Published}
	if size := measure(m); size > s.cfg.Limits.MaxBytes {
		return known, tooLarge(size, s.cfg.Limits.MaxBytes)
	}
	sig, err := decode(s.cfg.Decoder, m)
	sig = attribute(sig, known)
	if err == nil {
		err = s.validate(sig, m.Published)
	}
	if err != nil {
		return s.partial(sig, known), err
	}
	return sig, nil
}

// decode calls the decoder. One that panics could not read the event.
func decode(d Decoder, m pipeline.Message) (sig pipeline.Signal, err error) {
	defer func() {
		if r := recover(); r != nil {
			sig = pipeline.Signal{}
			err = &pipeline.Error{
				Code: pipeline.CodeInvalidEvent, Field: "body", Err: fmt.Errorf("panic: %v", r),
				Message: "the event could not be read",
			}
		}
	}()
	return d.Decode(m)
}
