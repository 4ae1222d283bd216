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
	Event  string             `json:"event"` // key of the signal that brought it
	At     time.Time          `json:"at"`
}

// slip is an answer as it is sent. Who sent it is taken from the signal.
type slip struct {
	Plan   string           `json:"plan"`
	Token  string           `json:"token"`
	Answer AnswerKind       `json:"answer"`
	Reason string           `json:"reason"`
	Digest *pipeline.Digest `json:"digest"` // nil: the sender names none
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
