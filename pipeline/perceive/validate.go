package perceive

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"passepartout/pipeline"
)

// validate bounds what a decoded and attributed signal claims of itself.
func (s *Stage) validate(sig pipeline.Signal) error {
	switch {
	case sig.ID == "":
		return invalid("id", "the event has no id", "give each request an id of its own")
	case sig.Source == "":
		return invalid("source", "the event has no source", "name the program that asks, for instance /my-agent")
	case sig.Type == "":
		return invalid("type", "the event has no type", "")
	case !pipeline.ValidToken(sig.Session):
		return invalid("session", "the session is no plain name", "use 1 to 64 letters, digits, '-' or '_'")
	}
	if types, bounded := s.cfg.Types[sig.Role]; bounded && !slices.Contains(types, sig.Type) {
		return invalid("type", fmt.Sprintf("events of type %q are not taken here", sig.Type), "known: "+strings.Join(types, ", "))
	}
	if err := s.validateTime(sig); err != nil {
		return err
	}
	if sig.Depth < 0 || sig.Depth > s.cfg.Limits.MaxDepth {
		return invalid("depth", fmt.Sprintf("the depth %d is not between 0 and %d", sig.Depth, s.cfg.Limits.MaxDepth), "")
	}
	if field, name := claimed(sig.Data); field != "" && name != string(sig.Principal) {
		return invalid(field, fmt.Sprintf("the data names %q, but the subject belongs to %q", name, sig.Principal),
			"leave it out: who asks is taken from the subject")
	}
	return nil
}

// validateTime bounds the age of an event by the worker's clock. The time is
// the sender's claim, so that it can only make an event refused, never accepted.
func (s *Stage) validateTime(sig pipeline.Signal) error {
	if sig.Time.IsZero() {
		return nil // neither the sender nor the bus said when
	}
	now := s.cfg.Now()
	if ahead := sig.Time.Sub(now); ahead > s.cfg.Limits.MaxSkew {
		return invalid("time", fmt.Sprintf("the event's time is %s ahead of the worker's clock (%s)", ahead.Round(time.Second), now.UTC().Format(time.RFC3339)), "set the sender's clock, or leave the time out")
	}
	if age := now.Sub(sig.Time); age > s.cfg.Limits.MaxAge {
		return invalid("time", fmt.Sprintf("the event is %s old, more than the %s allowed", age.Round(time.Second), s.cfg.Limits.MaxAge), "ask again if it is still wanted")
	}
	return nil
}

func invalid(field, message, hint string) *pipeline.Error {
	return &pipeline.Error{Code: pipeline.CodeInvalidEvent, Field: field, Message: message, Hint: hint}
}
