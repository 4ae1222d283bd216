package event

import (
	"strings"

	"passepartout/pipeline"
)

// The types of events. All of them end in the version of their data: a change
// that an old reader would misread makes a new type.
const (
	TypeRequest   = "passepartout.request.v1"   // an agent wants something done
	TypeAnswer    = "passepartout.answer.v1"    // an approver answers a flight plan
	TypeControl   = "passepartout.control.v1"   // an operator pulls a lever
	TypeHeartbeat = "passepartout.heartbeat.v1" // a sensor is alive; never leads to an action
	TypeOutput    = "passepartout.output.v1"    // a piece of live output
	TypeDead      = "passepartout.dead.v1"      // a message that can never be handled

	TypePlanHeld     = "passepartout.plan.held.v1"     // a flight plan waits for a person
	TypePlanAnswered = "passepartout.plan.answered.v1" // a person answered it
	TypePlanRefused  = "passepartout.plan.refused.v1"  // an answer changed nothing, and why
	TypePlanExpired  = "passepartout.plan.expired.v1"  // nobody answered, or nobody acted, in time

	feedbackPrefix = "passepartout.feedback."
	auditPrefix    = "passepartout.audit."
	planPrefix     = "passepartout.plan."
	version        = ".v1"
)

// FeedbackType is the type of feedback of a kind:
// "passepartout.feedback.tool-output.v1".
func FeedbackType(kind pipeline.FeedbackKind) string {
	return feedbackPrefix + string(kind) + version
}

// FeedbackKind is the kind of feedback that a type is of, if it is one.
func FeedbackKind(typ string) (pipeline.FeedbackKind, bool) {
	kind, ok := between(typ, feedbackPrefix)
	return pipeline.FeedbackKind(kind), ok
}

// AuditType is the type of an audit record: "passepartout.audit.decided.v1".
func AuditType(kind pipeline.StepKind) string {
	return auditPrefix + string(kind) + version
}

// PlanType is the type of an event about a flight plan: "passepartout.plan.held.v1".
func PlanType(kind string) string { return planPrefix + kind + version }

// PlanKind is what happened to a flight plan by an event's type, if it is one.
func PlanKind(typ string) (string, bool) { return between(typ, planPrefix) }

func between(typ, prefix string) (string, bool) {
	rest, ok := strings.CutPrefix(typ, prefix)
	if !ok {
		return "", false
	}
	kind, ok := strings.CutSuffix(rest, version)
	return kind, ok && kind != "" && !strings.Contains(kind, ".")
}
