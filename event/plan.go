package event

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"passepartout/pipeline"
)

// Plan is the data of every event about a flight plan. Kind is the word in the
// event's type: held, answered, refused or expired. It goes to approvers only,
// because it carries the plan's token.
//
// The fields are those of hitl.Notice, in its order and with its types, so
// that the roof converts one into the other and the compiler sees when they
// part.
type Plan struct {
	Kind        string               `json:"-"`
	Plan        string               `json:"plan"`
	Token       string               `json:"token,omitempty"` // only while the plan is held
	Agent       pipeline.Principal   `json:"agent,omitempty"`
	Session     string               `json:"session,omitempty"`
	Request     string               `json:"request,omitempty"` // the request event's id
	Key         string               `json:"key,omitempty"`
	Target      string               `json:"target,omitempty"`
	Op          string               `json:"op,omitempty"`
	Summary     string               `json:"summary,omitempty"` // what will run
	Intent      string               `json:"intent,omitempty"`  // as the agent claims
	Effects     []pipeline.Effect    `json:"effects,omitempty"`
	Verdicts    []pipeline.Verdict   `json:"verdicts,omitempty"`
	Rule        string               `json:"rule,omitempty"` // why it is held
	Reason      string               `json:"reason,omitempty"`
	Digest      pipeline.Digest      `json:"digest,omitzero"`
	Policy      string               `json:"policy,omitempty"`
	Confinement string               `json:"confinement,omitempty"`
	Deadline    time.Time            `json:"deadline,omitzero"`
	Quorum      int                  `json:"quorum,omitempty"`
	Text        string               `json:"text,omitempty"`   // rendered by the worker, safe to print
	To          pipeline.Principal   `json:"to,omitempty"`     // who answered
	Answer      string               `json:"answer,omitempty"` // approve or reject
	Comment     string               `json:"comment,omitempty"`
	By          []pipeline.Principal `json:"by,omitempty"`    // who approved so far
	State       string               `json:"state,omitempty"` // the plan's, after this
	Error       *pipeline.Error      `json:"error,omitempty"` // why an answer was refused
	Cause       string               `json:"-"`               // id of the event that led to this
	Trace       string               `json:"-"`
	Depth       int                  `json:"-"`
	At          time.Time            `json:"at,omitzero"`
}

// Plan encodes an event about a flight plan.
func (c Codec) Plan(p Plan) (Encoded, error) {
	data, err := marshal(p)
	if err != nil {
		return Encoded{}, err
	}
	if over := len(data) - c.room(); over > 0 {
		// People must see what runs; what they can ask for later gives way.
		p.Verdicts = nil
		if data, err = marshal(p); err != nil {
			return Encoded{}, err
		}
	}
	sum := sha256.Sum256([]byte(string(p.To) + "\x00" + p.Cause))
	id := p.Plan + "-" + p.Kind
	if p.To != "" || p.Plan == "" {
		id += "-" + hex.EncodeToString(sum[:6])
	}
	return c.encode(fact{
		id: id, kind: PlanType(p.Kind), session: p.Session, depth: p.Depth,
		cause: p.Cause, trace: p.Trace, at: p.At, data: data,
	})
}
