package event

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"

	"passepartout/pipeline"
)

// Feedback is the data of a feedback event: what became of one request.
type Feedback struct {
	Request  string             `json:"request"` // the request event's id
	Key      string             `json:"key"`     // the worker's name for it, unique over all agents
	Agent    pipeline.Principal `json:"agent"`
	Session  string             `json:"session"`
	Target   string             `json:"target,omitempty"`
	Op       string             `json:"op,omitempty"`
	Outcome  string             `json:"outcome,omitempty"` // what was decided: deny, hold, allow
	Digest   string             `json:"digest,omitempty"`  // of the proposal, "sha256:…"
	Depth    int                `json:"depth"`
	Result   json.RawMessage    `json:"result,omitempty"` // the actuator's own account
	Error    *pipeline.Error    `json:"error,omitempty"`
	Plan     *PlanRef           `json:"plan,omitempty"`
	Verdicts []pipeline.Verdict `json:"verdicts,omitempty"`
	Text     string             `json:"text,omitempty"`
	Replayed bool               `json:"replayed,omitempty"` // told before; nothing ran again
}

// PlanRef is what an agent may know of a flight plan; never its token.
type PlanRef struct {
	ID       string               `json:"id"`
	Deadline *time.Time           `json:"deadline,omitempty"`
	By       []pipeline.Principal `json:"by,omitempty"`
	Reason   string               `json:"reason,omitempty"`
}

// Feedback encodes what became of a signal. A result that is too large for an
// event is cut in the middle of its longest texts and says so; the full one is
// in the journal.
func (c Codec) Feedback(f pipeline.Feedback) (Encoded, error) {
	d := FeedbackData(f)
	data, err := marshal(d)
	if err != nil {
		return Encoded{}, err
	}
	if over := len(data) - c.room(); over > 0 {
		d.Result = shrink(d.Result, len(d.Result)-over)
		if data, err = marshal(d); err != nil {
			return Encoded{}, err
		}
	}
	if len(data) > c.room() {
		d.Verdicts = nil
		d.Result = nil
		d.Text = clipMiddle(d.Text, c.room()/4)
		if data, err = marshal(d); err != nil {
			return Encoded{}, err
		}
	}
	return c.encode(fact{
		id: feedbackID(f), kind: FeedbackType(f.Kind), session: f.Session, depth: f.Depth,
		cause: f.SignalID, trace: f.Trace, at: f.At, data: data,
	})
}

// FeedbackData is the data that Feedback encodes.
func FeedbackData(f pipeline.Feedback) Feedback {
	d := Feedback{
		Request: f.SignalID, Key: f.Key, Agent: f.To, Session: f.Session, Target: f.Target, Op: f.Op,
		Depth: f.Depth, Error: f.Err, Text: f.Text, Replayed: f.Replayed,
	}
	if f.Decision != nil {
		d.Outcome, d.Verdicts = f.Decision.Outcome.String(), f.Decision.Verdicts
	}
	if !f.Proposal.IsZero() {
		d.Digest = f.Proposal.String()
	}
	if f.Result != nil {
		d.Result = f.Result.Data
	}
	switch {
	case f.Plan != nil:
		d.Plan = &PlanRef{ID: f.Plan.ID, By: f.Plan.By, Reason: f.Plan.Reason}
		if !f.Plan.Deadline.IsZero() {
			d.Plan.Deadline = &f.Plan.Deadline
		}
	case f.Approval != nil && f.Approval.Plan != "":
		d.Plan = &PlanRef{ID: f.Approval.Plan, By: f.Approval.By}
	}
	return d
}

// feedbackID is the same for the same feedback told twice, and another for
// each other thing told about the same signal.
func feedbackID(f pipeline.Feedback) string {
	id := f.Key + "-" + string(f.Kind)
	if f.Plan != nil {
		id += "-" + f.Plan.ID
	}
	if f.Kind.Final() {
		return id
	}
	h := sha256.New()
	h.Write([]byte(f.Text))
	h.Write([]byte(strconv.Itoa(f.Depth)))
	if f.Result != nil {
		h.Write(f.Result.Data)
	}
	return id + "-" + hex.EncodeToString(h.Sum(nil)[:6])
}

// shrink cuts the longest texts at the top of a result until it has at most
// most bytes, marks it as truncated, and gives up on what is no object.
func shrink(result json.RawMessage, most int) json.RawMessage {
	var fields map[string]json.RawMessage
	if most < 64 || json.Unmarshal(result, &fields) != nil {
		return nil
	}
	fields["truncated"] = json.RawMessage("true")
	for range 16 { // each turn halves the longest text
		name, text := longest(fields)
		if name == "" {
			return nil
		}
		short, err := marshal(clipMiddle(text, len(text)/2))
		if err != nil {
			return nil
		}
		fields[name] = short
		out, err := marshal(fields)
		if err != nil {
			return nil
		}
		if len(out) <= most {
			return out
		}
	}
	return nil
}

func longest(fields map[string]json.RawMessage) (name, text string) {
	size := 0
	for n, raw := range fields {
		if len(raw) > size || len(raw) == size && n < name {
			var s string
			if json.Unmarshal(raw, &s) == nil && len(s) > 64 {
				name, text, size = n, s, len(raw)
			}
		}
	}
	return name, text
}

// clipMiddle keeps the head and the tail of a text, about most bytes of it.
func clipMiddle(s string, most int) string {
	if len(s) <= most {
		return s
	}
	head, tail := most/2, len(s)-most/2
	for head > 0 && s[head]&0xC0 == 0x80 { // not within a rune
		head--
	}
	for tail < len(s) && s[tail]&0xC0 == 0x80 {
		tail++
	}
	return s[:head] + "\n… " + strconv.Itoa(tail-head) + " bytes left out …\n" + s[tail:]
}
