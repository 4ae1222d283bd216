package hitl

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"passepartout/pipeline"
)

// State is where a flight plan stands.
type State string

// The states. The empty one is none of them and lets nothing fly.
const (
	Held      State = "held"      // waits for people
	Approved  State = "approved"  // enough people said yes; may be spent until ExecuteBy
	Spent     State = "spent"     // the approval was handed to the last mile
	Landed    State = "landed"    // what became of it is known
	Rejected  State = "rejected"  // a person said no
	Expired   State = "expired"   // nobody answered, or nobody acted, in time
	Withdrawn State = "withdrawn" // taken back, or replaced because what it was for changed
)

// Open reports whether something may still happen to the plan.
func (s State) Open() bool { return s == Held || s == Approved || s == Spent }

// FlightPlan is a held proposal, rendered for people. It is kept as JSON under
// its ID. It carries its token, so that no agent may ever read one.
type FlightPlan struct {
	ID       string            `json:"id"`
	Token    string            `json:"token"`
	State    State             `json:"state"`
	Proposal pipeline.Proposal `json:"proposal"`
	Decision pipeline.Decision `json:"decision"`
	Text     string            `json:"text"` // rendered by the worker, safe to print
	Created  time.Time         `json:"created"`
	Deadline time.Time         `json:"deadline"` // no answer counts from here on
	Quorum   int               `json:"quorum"`   // how many distinct people must approve
	Answers  []Answer          `json:"answers,omitempty"`
	// Replaces is the plan that people were shown before for the same request,
	// and Changes what is otherwise since, for people.
	Replaces string   `json:"replaces,omitempty"`
	Changes  []string `json:"changes,omitempty"`
	// ExecuteBy is the deadline for acting, set with the deciding approval.
	ExecuteBy time.Time `json:"execute_by,omitzero"`
	Ended     time.Time `json:"ended,omitzero"`
	// Outcome is the kind of feedback that a landed plan led to.
	Outcome pipeline.FeedbackKind `json:"outcome,omitempty"`
	Reason  string                `json:"reason,omitempty"` // why withdrawn or expired
	Told    bool                  `json:"told,omitempty"`   // the agent knows that it expired
}

// maxPlan bounds a plan as it is kept, in bytes, so that it fits one message
// of the bus and one sitting of a person.
const maxPlan = 768 << 10

// fits reports whether the plan can be kept and shown.
func (p FlightPlan) fits() bool {
	raw, err := json.Marshal(p)
	return err == nil && len(raw) <= maxPlan
}

// Approvers lists who approved, each once, in the order of their answers.
func (p FlightPlan) Approvers() []pipeline.Principal {
	var by []pipeline.Principal
	for _, a := range p.Answers {
		if a.Kind == Approve {
			by = append(by, a.By)
		}
	}
	return by
}

// Ref is what the agent may know of the plan.
func (p FlightPlan) Ref() *pipeline.PlanRef {
	ref := &pipeline.PlanRef{ID: p.ID, Deadline: p.Deadline}
	for _, a := range p.Answers {
		ref.By = append(ref.By, a.By)
		ref.Reason = a.Reason
	}
	return ref
}

// late reports whether the plan's time for its next turn has passed. A spent
// plan is never late: what it lifted may be running.
func (p FlightPlan) late(now time.Time) bool {
	switch p.State {
	case Held:
		return !now.Before(p.Deadline)
	case Approved:
		return !now.Before(p.ExecuteBy)
	default:
		return false
	}
}

// idLetters are 32 letters and digits that are hard to confuse.
const (
	idLetters = "abcdefghjkmnpqrstuvwxyz023456789"
	idLength  = 12
)

// planID names the n-th plan of one proposal: 12 of idLetters. The same proposal gives the same name, so that a redelivery
// finds its plan and makes no second one.
func planID(proposal string, n int) string {
	sum := sha256.Sum256([]byte("plan\x00" + proposal + "\x00" + strconv.Itoa(n)))
	return base32.NewEncoding(idLetters).EncodeToString(sum[:10])[:idLength]
}

// validID reports whether a stranger's text may be a plan's name.
func validID(id string) bool {
	return len(id) == idLength && strings.Trim(id, idLetters) == ""
}

// selectPlans keeps the plans in one of the states, oldest first.
func selectPlans(plans []FlightPlan, states []State) []FlightPlan {
	out := plans[:0]
	for _, p := range plans {
		if len(states) == 0 || slices.Contains(states, p.State) {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b FlightPlan) int {
		if c := a.Created.Compare(b.Created); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return out
}
