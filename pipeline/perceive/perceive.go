// Package perceive turns a message into a signal: it attributes the message to
// the principal that its subject vouches for, has it decoded, and bounds what
// it may claim of itself.
//
// A message is first attributed, then measured, then decoded, then validated;
// the first fault ends it with an error that names the field. Whatever could be
// learned up to there is returned beside the error, so that the sender can be
// told. Identity comes from the subject alone: a payload that names another
// principal is refused, one that names its own changes nothing.
//
// Limits: size of body and headers, age, clock skew, depth. All are applied
// before any skill or gate sees the signal.
package perceive

import (
	"context"
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
	sig, err := s.cfg.Decoder.Decode(m)
	sig = attribute(sig, known)
	if err != nil {
		return sig, err
	}
	if err := s.validate(sig); err != nil {
		return sig, err
	}
	return sig, nil
}
