package perceive

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"passepartout/pipeline"
)

// MaxAttribute is the length in bytes that an attribute of an event may have.
// They become parts of keys, subjects and records, and none needs to be longer.
const MaxAttribute = 512

// validate bounds what a decoded and attributed signal claims of itself.
func (s *Stage) validate(sig pipeline.Signal, published time.Time) error {
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
	for _, a := range [...]struct{ field, value string }{
		{"id", sig.ID}, {"source", sig.Source}, {"type", sig.Type}, {"causationid", sig.Cause}, {"traceparent", sig.Trace},
	} {
		if !plain(a.value) {
			return invalid(a.field, fmt.Sprintf("the attribute has more than %d bytes, or bytes that are no printable text", MaxAttribute), "")
		}
	}
	if types, bounded := s.cfg.Types[sig.Role]; bounded && !slices.Contains(types, sig.Type) {
		return invalid("type", fmt.Sprintf("events of type %q are not taken here", sig.Type), "known: "+strings.Join(types, ", "))
	}
	if err := s.validateTime(sig.Time, published); err != nil {
		return err
	}
	if sig.Depth < 0 || sig.Depth > s.cfg.Limits.MaxDepth {
		return invalid("depth", fmt.Sprintf("the depth %d is not between 0 and %d", sig.Depth, s.cfg.Limits.MaxDepth), "")
	}
	return s.validateData(sig)
}

// validateData refuses data in which somebody who speaks for themselves gives
// another name. What a sensor or a worker says of others is a fact about them.
func (s *Stage) validateData(sig pipeline.Signal) error {
	field, name, err := claimed(sig.Data)
	if err != nil {
		e := invalid("data", "the data is no JSON", "")
		e.Err = err
		return e
	}
	switch {
	case sig.Role == pipeline.RoleSensor || sig.Role == pipeline.RoleWorker:
		return nil
	case sig.Role == pipeline.RoleOperator && field == fieldPrincipal:
		return nil // whom a lever is pulled on; who pulls it is on the subject
	}
	if field != "" && name != string(sig.Principal) {
		return invalid(field, fmt.Sprintf("the data names %q, but the subject belongs to %q", bound(name), sig.Principal),
			"leave it out: who asks is taken from the subject")
	}
	return nil
}

// validateTime bounds the age of an event by the worker's clock. The sender's
// time is a claim, so that it can only make an event refused, never accepted:
// what lay on the bus too long is too old, whatever it says. An event of which
// neither the sender nor the bus says when it was made is refused, too.
func (s *Stage) validateTime(claimed, published time.Time) error {
	now := s.cfg.Now()
	if claimed.IsZero() {
		return invalid("time", "neither the event nor the bus says when it was made", "set the event's time")
	}
	if ahead := claimed.Sub(now); ahead > s.cfg.Limits.MaxSkew {
		return invalid("time", fmt.Sprintf("the event's time is %s ahead of the worker's clock (%s)", ahead.Round(time.Second), now.UTC().Format(time.RFC3339)), "set the sender's clock, or leave the time out")
	}
	oldest := claimed
	if !published.IsZero() && published.Before(oldest) {
		oldest = published
	}
	if age := now.Sub(oldest); age > s.cfg.Limits.MaxAge {
		return invalid("time", fmt.Sprintf("the event is %s old, more than the %s allowed", age.Round(time.Second), s.cfg.Limits.MaxAge), "ask again if it is still wanted")
	}
	return nil
}

// plain says that s is short, printable text.
func plain(s string) bool {
	if len(s) > MaxAttribute || !utf8.ValidString(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// bound cuts a foreign name for a message.
func bound(name string) string {
	const most = 64
	if len(name) > most {
		name = name[:most] + "…"
	}
	return strings.ToValidUTF8(name, "?")
}

func invalid(field, message, hint string) *pipeline.Error {
	return &pipeline.Error{Code: pipeline.CodeInvalidEvent, Field: field, Message: message, Hint: hint}
}
