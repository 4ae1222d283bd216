package hitl

import (
	"time"

	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

// AnswerKind is what a person says of a plan. The zero value is no answer.
type AnswerKind string

// The kinds.
const (
	Approve AnswerKind = "approve"
	Reject  AnswerKind = "reject"
)

// Answer is one person's word on one flight plan.
type Answer struct {
	Kind   AnswerKind         `json:"kind"`
	By     pipeline.Principal `json:"by"`
	Reason string             `json:"reason,omitempty"`
	Grant  *Terms             `json:"grant,omitempty"` // an approval for the next times, too
	Event  string             `json:"event"`           // key of the signal that brought it
	At     time.Time          `json:"at"`
}

// Terms are how often and how long an approval holds for the same agent asking
// for exactly the same again.
type Terms struct {
	Uses    int `json:"uses"`    // 1 to 1000
	Seconds int `json:"seconds"` // from the answer on, at most 30 days
}

// valid reports whether a grant may have these terms.
func (t Terms) valid() bool {
	return t.Uses >= 1 && t.Uses <= maxUses && t.Seconds >= 1 && t.Seconds <= int(maxLifetime/time.Second)
}

// slip is an answer as it is sent. Who sent it is taken from the signal.
type slip struct {
	Plan   string           `json:"plan"`
	Token  string           `json:"token"`
	Answer AnswerKind       `json:"answer"`
	Reason string           `json:"reason"`
	Digest *pipeline.Digest `json:"digest"` // nil: the sender names none
	Grant  *Terms           `json:"grant"`  // nil: this once
	// Claims of some clients; they must be the sender's own name.
	By        pipeline.Principal `json:"by"`
	Principal pipeline.Principal `json:"principal"`
	Approver  pipeline.Principal `json:"approver"`
}

const maxReason = 2000 // bytes

// read takes the data of an answer event. What it returns beside an error is
// fit to be named in a refusal.
func read(s pipeline.Signal) (slip, *pipeline.Error) {
	var a slip
	if err := strictjson.Unmarshal(s.Data, &a); err != nil {
		e := strictjson.Explain(err, pipeline.CodeInvalidRequest, "data")
		return slip{}, e
	}
	switch {
	case a.Plan == "" || !validID(a.Plan):
		return slip{}, wrong("data.plan", "data.plan: is no flight plan's id", "copy the id from the plan")
	case a.Token == "":
		return a, wrong("data.token", "data.token: is missing", "copy the token from the plan")
	case a.Answer == "edit":
		return a, wrong("data.answer", "data.answer: edits are not taken yet", "reject it with a reason that says what to change")
	case a.Answer != Approve && a.Answer != Reject:
		return a, wrong("data.answer", "data.answer: must be approve or reject", "")
	case a.Grant != nil && a.Answer != Approve:
		return a, wrong("data.grant", "data.grant: only an approval can be given for the next times", "")
	case a.Grant != nil && !a.Grant.valid():
		return a, wrong("data.grant", "data.grant: is for 1 to 1000 uses within 1 second to 30 days", "")
	case a.Grant != nil && a.Digest == nil:
		return a, wrong("data.digest", "data.digest: is missing; a grant names what it is for", "copy the digest from the plan")
	case len(a.Reason) > maxReason:
		return a, wrong("data.reason", "data.reason: is too long", "at most 2000 bytes")
	}
	for _, claim := range []struct {
		field string
		name  pipeline.Principal
	}{{"data.by", a.By}, {"data.principal", a.Principal}, {"data.approver", a.Approver}} {
		if claim.name != "" && claim.name != s.Principal {
			return a, wrong(claim.field, claim.field+": names another person than the one who sent it",
				"leave it out; who answers is taken from the subject")
		}
	}
	return a, nil
}

func wrong(field, message, hint string) *pipeline.Error {
	return &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: field, Message: message, Hint: hint}
}
