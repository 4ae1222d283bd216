package bus

import (
	"errors"
	"fmt"
	"strings"

	"passepartout/pipeline"
)

// ErrSubject says that a subject is none of ours or has a part that is no
// valid token.
var ErrSubject = errors.New("no valid subject")

// DefaultPrefix begins every subject unless the configuration says otherwise.
const DefaultPrefix = "pp"

// Families of subjects: the second token. This file is the only place that
// spells them.
const (
	famRequest  = "request"
	famSignal   = "signal"
	famFeedback = "feedback"
	famOutput   = "output"
	famTerminal = "terminal"
	famPlan     = "plan"
	famAnswer   = "answer"
	famControl  = "control"
	famQuery    = "query"
	famAudit    = "audit"
	famDead     = "dead"

	advisoryMaxDeliveries = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES"
)

// Subjects makes every subject of one installation. A method whose argument is
// no valid token (see pipeline.ValidToken) returns the empty string, on which
// every publish and subscribe fails with ErrSubject: text from a payload can
// never widen a subject.
type Subjects struct{ prefix string }

// NewSubjects makes the subjects below one prefix; empty means DefaultPrefix.
func NewSubjects(prefix string) (Subjects, error) {
	if prefix == "" {
		prefix = DefaultPrefix
	}
	if !pipeline.ValidToken(prefix) {
		return Subjects{}, fmt.Errorf("%w: prefix %q", ErrSubject, prefix)
	}
	return Subjects{prefix: prefix}, nil
}

func (s Subjects) join(family string, tokens ...string) string {
	for _, t := range tokens {
		if !pipeline.ValidToken(t) {
			return ""
		}
	}
	return s.any(family, tokens...)
}

// any joins without looking at the tokens, so that wildcards pass.
func (s Subjects) any(family string, tokens ...string) string {
	return s.prefix + "." + family + "." + strings.Join(tokens, ".")
}

// Request is where one agent asks: pp.request.<agent>.
func (s Subjects) Request(agent pipeline.Principal) string {
	return s.join(famRequest, string(agent))
}

// Signal is where one sensor reports: pp.signal.<source>.
func (s Subjects) Signal(sensor pipeline.Principal) string { return s.join(famSignal, string(sensor)) }

// Feedback is what became of a signal: pp.feedback.<agent>.<session>.<kind>.
func (s Subjects) Feedback(to pipeline.Principal, session string, kind pipeline.FeedbackKind) string {
	return s.join(famFeedback, string(to), session, string(kind))
}

// Output is live output, key being the signal's Key: pp.output.<agent>.<session>.<request>.
func (s Subjects) Output(to pipeline.Principal, session, key string) string {
	return s.join(famOutput, string(to), session, key)
}

// Terminal is what a person's live terminal session shows: pp.terminal.<agent>.<session>.
func (s Subjects) Terminal(to pipeline.Principal, session string) string {
	return s.join(famTerminal, string(to), session)
}

// Plan is a flight plan with its token: pp.plan.<agent>.<plan>.
func (s Subjects) Plan(agent pipeline.Principal, plan string) string {
	return s.join(famPlan, string(agent), plan)
}

// Answer is where one approver answers: pp.answer.<approver>.
func (s Subjects) Answer(approver pipeline.Principal) string {
	return s.join(famAnswer, string(approver))
}

// Control is where one operator pulls levers: pp.control.<operator>.
func (s Subjects) Control(operator pipeline.Principal) string {
	return s.join(famControl, string(operator))
}

// Query is where one principal asks the workers, in one of its roles, and gets
// a reply: pp.query.<role>.<principal>.
func (s Subjects) Query(role pipeline.Role, who pipeline.Principal) string {
	return s.join(famQuery, string(role), string(who))
}

// Audit is one kind of line in the record: pp.audit.<kind>.
func (s Subjects) Audit(kind pipeline.StepKind) string { return s.join(famAudit, string(kind)) }

// Dead is where messages are buried that nobody can handle: pp.dead.<kind>.
func (s Subjects) Dead(kind string) string { return s.join(famDead, kind) }

// The wildcards: everything of one family.
func (s Subjects) Requests() string    { return s.any(famRequest, "*") }    // pp.request.*
func (s Subjects) Signals() string     { return s.any(famSignal, "*") }     // pp.signal.*
func (s Subjects) AllFeedback() string { return s.any(famFeedback, ">") }   // pp.feedback.>
func (s Subjects) AllOutput() string   { return s.any(famOutput, ">") }     // pp.output.>
func (s Subjects) AllPlans() string    { return s.any(famPlan, ">") }       // pp.plan.>
func (s Subjects) Answers() string     { return s.any(famAnswer, "*") }     // pp.answer.*
func (s Subjects) Controls() string    { return s.any(famControl, "*") }    // pp.control.*
func (s Subjects) Queries() string     { return s.any(famQuery, "*", "*") } // pp.query.*.*
func (s Subjects) AllAudit() string    { return s.any(famAudit, ">") }      // pp.audit.>
func (s Subjects) AllDead() string     { return s.any(famDead, ">") }       // pp.dead.>
func (s Subjects) terminals() string   { return s.any(famTerminal, ">") }   // pp.terminal.>

// QueriesOf is where those in one role ask: pp.query.<role>.*.
func (s Subjects) QueriesOf(role pipeline.Role) string {
	if !pipeline.ValidToken(string(role)) {
		return ""
	}
	return s.any(famQuery, string(role), "*")
}

// FeedbackOf is all feedback of one principal: pp.feedback.<agent>.>.
func (s Subjects) FeedbackOf(p pipeline.Principal) string { return s.below(famFeedback, p) }

// OutputOf is all live output of one principal: pp.output.<agent>.>.
func (s Subjects) OutputOf(p pipeline.Principal) string { return s.below(famOutput, p) }

// TerminalOf is all terminal messages of one principal: pp.terminal.<agent>.>.
func (s Subjects) TerminalOf(p pipeline.Principal) string { return s.below(famTerminal, p) }

func (s Subjects) below(family string, p pipeline.Principal) string {
	if own := s.join(family, string(p)); own != "" {
		return own + ".>"
	}
	return ""
}

// exhausted is where the server tells that a message was given up after too
// many deliveries: <advisory>.<stream>.<consumer>.
func (s Subjects) exhausted(stream string) string { return advisoryMaxDeliveries + "." + stream + ".*" }

// sender says which role a family of subjects belongs to; none to those that
// workers publish on.
func sender(family string) pipeline.Role {
	switch family {
	case famRequest:
		return pipeline.RoleAgent
	case famSignal:
		return pipeline.RoleSensor
	case famAnswer:
		return pipeline.RoleApprover
	case famControl:
		return pipeline.RoleOperator
	default:
		return ""
	}
}

// Sender reads from a subject who published on it and in which role. This is
// the only attribution there is: the server lets nobody else publish there.
// Subjects that workers publish on, and all others, are ErrSubject.
func (s Subjects) Sender(subject string) (pipeline.Principal, pipeline.Role, error) {
	tokens := strings.Split(subject, ".")
	bad := fmt.Errorf("%w: %.200q names no sender", ErrSubject, subject)
	if len(tokens) < 3 || tokens[0] != s.prefix {
		return "", "", bad
	}
	role, rest := sender(tokens[1]), tokens[2:]
	if tokens[1] == famQuery {
		role, rest = pipeline.Role(tokens[2]), tokens[3:]
	}
	if len(rest) != 1 || !pipeline.ValidToken(rest[0]) || !ValidRole(role) {
		return "", "", bad
	}
	return pipeline.Principal(rest[0]), role, nil
}
