package pipeline

// Step is one line of the audit record: what happened to which signal. Fields
// that do not apply are zero.
type Step struct {
	Kind     StepKind
	Signal   Signal
	Proposal *Proposal
	Decision *Decision
	Feedback *Feedback
	By       Principal // who made it happen, if a person
	Note     string
}

// StepKind names a step; each is a token of a subject.
type StepKind string

// The steps of a signal through the line.
const (
	StepRefused   StepKind = "refused"   // could not be perceived
	StepDecided   StepKind = "decided"   // judged by the gates
	StepPreviewed StepKind = "previewed" // a dry run was answered
	StepDenied    StepKind = "denied"    // judged, and not acted on
	StepSuspended StepKind = "suspended" // waits for a person
	StepAnswered  StepKind = "answered"  // a person answered
	StepActed     StepKind = "acted"     // carried out, failed, or unknown
	StepExpired   StepKind = "expired"   // nobody answered in time
	StepReplayed  StepKind = "replayed"  // outcome published again
	StepOperated  StepKind = "operated"  // an operator's lever
)
