package main

import (
	"context"
	"encoding/json"

	"github.com/rs/zerolog"

	"passepartout/audit"
	"passepartout/bus"
	"passepartout/event"
	"passepartout/gates/breaker"
	"passepartout/hitl"
	"passepartout/pipeline"
)

// shelf is a bucket as the desk wants it: it forgets without asking for a revision.
type shelf struct{ *bus.Bucket }

var (
	_ hitl.Store   = shelf{}
	_ hitl.Lister  = shelf{}
	_ hitl.Deleter = shelf{}
)

// Delete implements hitl.Deleter.
func (s shelf) Delete(ctx context.Context, key string) error { return s.Bucket.Delete(ctx, key, 0) }

// recorder writes the record, lets the repeated-denial breaker see what became
// of each proposal, and logs the cause of a fault of the worker's own, which
// neither its sender nor the record is told.
type recorder struct {
	pipeline.Recorder
	refusals *breaker.Gate
	log      zerolog.Logger
}

// Record implements pipeline.Recorder. What a refusal leads to is noted before
// it is recorded and told: an error hands the message back, and noting it twice
// counts once.
func (r recorder) Record(ctx context.Context, s pipeline.Step) error {
	f := s.Feedback
	if f != nil && f.Kind.Final() && s.Kind != pipeline.StepReplayed && s.Kind != pipeline.StepRefused {
		// What ended without anybody having looked at it, such as misworded
		// parameters, neither adds to a run of refusals nor ends one.
		if became, ok := outcomeOf(s); ok {
			if err := r.refusals.Observe(ctx, s.Signal, f.Key, became); err != nil {
				return err
			}
		}
	}
	if err := r.Recorder.Record(ctx, s); err != nil {
		return err
	}
	if f != nil && f.Err != nil && f.Err.Err != nil {
		r.log.Warn().Err(f.Err.Err).Str("agent", string(f.To)).Str("key", f.Key).Str("code", string(f.Err.Code)).Msg(f.Err.Message)
	}
	return nil
}

// outcomeOf says what a final step means to the breaker, if anything.
func outcomeOf(s pipeline.Step) (breaker.Outcome, bool) {
	f := s.Feedback
	switch {
	case f.Kind == pipeline.Rejected || f.Err != nil && f.Err.Code == pipeline.CodeBlocked:
		return breaker.Refused, true
	case s.Kind != pipeline.StepActed:
		return 0, false
	case f.Approval != nil && f.Approval.Grant == "":
		return breaker.Approved, true // a grant says nothing of what its giver thinks now
	default:
		return breaker.Ended, true
	}
}

// trail reads the audit record from the bus.
type trail struct {
	bus   *bus.Bus
	codec event.Codec
}

var _ audit.Trail = trail{}

// Read implements audit.Trail.
func (t trail) Read(ctx context.Context, from int64, each func(body []byte) error) error {
	n := int64(-1)
	return t.bus.Scan(ctx, bus.Audit, bus.Range{}, func(k bus.Kept) error {
		if n++; n < from {
			return nil
		}
		s, err := t.codec.Decode(k.Message())
		if err != nil {
			return each(k.Body) // what is no event cannot be a record; the reader sees that
		}
		return each(s.Data)
	})
}

// library is what clients may ask this worker for.
func (h *house) library() library {
	read := h.post.codec
	read.MaxBytes *= 4 // a record holds more than an event from outside may
	return library{
		Subjects: h.bus.Subjects(),
		Standing: h.standing, Decisions: h.decisions, Grants: h.desk.Grants,
		Plans: func(ctx context.Context) ([]hitl.FlightPlan, error) { return h.desk.Plans(ctx, hitl.Held) },
		Explain: func(ctx context.Context, id string) (story, error) {
			found, err := audit.Explain(ctx, trail{h.bus, read}, id)
			if err != nil {
				return story{}, err
			}
			data, err := json.Marshal(found)
			if err != nil {
				return story{}, err
			}
			return story{Agent: askedBy(found), Data: data, Text: found.Text()}, nil
		},
	}
}

// askedBy is the principal whose request a story is about.
func askedBy(s audit.Story) pipeline.Principal {
	for _, r := range s.Records {
		if r.Key == s.Key {
			return r.Who
		}
	}
	return ""
}
