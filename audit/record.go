package audit

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"passepartout/pipeline"
)

// Record is one step, as it is kept. Fields that do not apply are absent.
type Record struct {
	ID       string             `json:"id"`
	Step     pipeline.StepKind  `json:"step"`
	At       time.Time          `json:"at"` // by the worker's clock
	Worker   string             `json:"worker,omitempty"`
	Key      string             `json:"key"`               // of the signal
	Request  string             `json:"request,omitempty"` // the signal's event id
	Type     string             `json:"type,omitempty"`
	Source   string             `json:"source,omitempty"`
	Session  string             `json:"session,omitempty"`
	Who      pipeline.Principal `json:"who,omitempty"` // who sent the signal
	Role     pipeline.Role      `json:"role,omitempty"`
	By       pipeline.Principal `json:"by,omitempty"` // the person who made the step happen
	Depth    int                `json:"depth,omitempty"`
	Cause    string             `json:"cause,omitempty"`
	Trace    string             `json:"trace,omitempty"`
	For      string             `json:"for,omitempty"` // key of the request that an answer is about
	Answer   *Answer            `json:"answer,omitempty"`
	Action   *Action            `json:"action,omitempty"`
	Decision *Decision          `json:"decision,omitempty"`
	Outcome  *Outcome           `json:"outcome,omitempty"`
	Note     string             `json:"note,omitempty"`
}

// Answer is what a person said, without the token that it proves itself with.
type Answer struct {
	Plan   string `json:"plan"`
	Answer string `json:"answer"`
	Reason string `json:"reason,omitempty"`
}

// Action is what was proposed.
type Action struct {
	Skill       string            `json:"skill,omitempty"`
	Target      string            `json:"target"`
	Op          string            `json:"op"`
	Params      json.RawMessage   `json:"params,omitempty"`
	Intent      string            `json:"intent,omitempty"`
	Idempotent  bool              `json:"idempotent,omitempty"`
	DryRun      bool              `json:"dry_run,omitempty"`
	Summary     string            `json:"summary,omitempty"`
	Exact       string            `json:"exact,omitempty"`
	Effects     []pipeline.Effect `json:"effects,omitempty"`
	Confinement string            `json:"confinement,omitempty"`
	Policy      string            `json:"policy,omitempty"`
	Digest      string            `json:"digest"`
}

// Decision is what was decided, with all verdicts.
type Decision struct {
	Digest   string             `json:"digest"`
	Outcome  pipeline.Outcome   `json:"outcome"`
	Verdicts []pipeline.Verdict `json:"verdicts,omitempty"`
}

// Outcome is what became of the signal. Output is recorded by size and digest;
// its text is in the journal for as long as that lasts.
type Outcome struct {
	Kind        pipeline.FeedbackKind `json:"kind"`
	Target      string                `json:"target,omitempty"`
	Op          string                `json:"op,omitempty"`
	ExitCode    *int                  `json:"exit_code,omitempty"`
	Signal      string                `json:"signal,omitempty"`
	TimedOut    bool                  `json:"timed_out,omitempty"`
	Started     time.Time             `json:"started,omitzero"`
	Finished    time.Time             `json:"finished,omitzero"`
	StdoutBytes int64                 `json:"stdout_bytes,omitempty"`
	StderrBytes int64                 `json:"stderr_bytes,omitempty"`
	ResultSHA   string                `json:"result_sha256,omitempty"` // of the result's data
	Confinement string                `json:"confinement,omitempty"`
	Error       *pipeline.Error       `json:"error,omitempty"`
	Plan        *pipeline.PlanRef     `json:"plan,omitempty"`
	Approval    *pipeline.Approval    `json:"approval,omitempty"`
	Replayed    bool                  `json:"replayed,omitempty"`
	Silent      bool                  `json:"silent,omitempty"`
	Text        string                `json:"text,omitempty"`
}

func newRecord(s pipeline.Step, worker string, now time.Time) Record {
	sig := s.Signal
	r := Record{
		Step: s.Kind, At: now.UTC(), Worker: worker, Key: sig.Key(), Request: sig.ID, Type: sig.Type,
		Source: sig.Source, Session: sig.Session, Who: sig.Principal, Role: sig.Role, By: s.By,
		Depth: sig.Depth, Cause: sig.Cause, Trace: sig.Trace, Note: s.Note,
	}
	if s.Proposal != nil {
		r.Action = actionOf(*s.Proposal)
		if s.Proposal.ID != r.Key {
			r.For = s.Proposal.ID
		}
	}
	if s.Decision != nil {
		r.Decision = &Decision{s.Decision.Proposal.String(), s.Decision.Outcome, s.Decision.Verdicts}
	}
	if s.Feedback != nil {
		r.Outcome = outcomeOf(*s.Feedback)
		if r.Decision == nil && s.Feedback.Decision != nil {
			d := s.Feedback.Decision
			r.Decision = &Decision{d.Proposal.String(), d.Outcome, d.Verdicts}
		}
	}
	if s.Feedback != nil && s.Feedback.Key != "" {
		r.feedbackKey(s.Feedback.Key)
	}
	if s.Kind == pipeline.StepAnswered {
		r.Answer = &Answer{}
		if err := json.Unmarshal(sig.Data, r.Answer); err != nil {
			*r.Answer = Answer{Answer: "unreadable"}
		}
	}
	r.ID = r.name()
	return r
}

// feedbackKey takes the key of the request that feedback is about: a step that
// an answer brought about belongs to that request, and one that nobody sent,
// such as an expiry, has no other.
func (r *Record) feedbackKey(key string) {
	switch {
	case r.Step == pipeline.StepAnswered && key != r.Key:
		r.For = key
	case r.Step != pipeline.StepAnswered:
		r.Key = key
	}
}

// name is the same for the same step recorded twice: it leaves out when and by
// which worker.
func (r Record) name() string {
	same := r
	same.ID, same.At, same.Worker = "", time.Time{}, ""
	if r.Request == "" {
		same.At = r.At // nothing tells it from the next: an unreadable message, a lever pulled twice
	}
	body, err := json.Marshal(same)
	if err != nil {
		body = []byte(r.At.String()) // raw JSON inside was not JSON; Record will fail on it, too
	}
	sum := sha256.Sum256(body)
	return string(r.Step) + "-" + letters(sum[:15])
}

// letters writes bytes, five or a multiple of it, so that they fit a subject.
func letters(b []byte) string { return strings.ToLower(base32.StdEncoding.EncodeToString(b)) }

func actionOf(p pipeline.Proposal) *Action {
	return &Action{
		Skill: p.Skill, Target: p.Action.Target, Op: p.Action.Op, Params: p.Action.Params,
		Intent: p.Action.Intent, Idempotent: p.Action.Idempotent, DryRun: p.Action.DryRun,
		Summary: p.Summary, Exact: string(p.Exact), Effects: p.Effects, Confinement: p.Confinement,
		Policy: p.Policy, Digest: p.Digest().String(),
	}
}

func outcomeOf(f pipeline.Feedback) *Outcome {
	o := &Outcome{
		Kind: f.Kind, Target: f.Target, Op: f.Op, Error: f.Err, Plan: f.Plan, Approval: f.Approval,
		Replayed: f.Replayed, Silent: f.Silent, Text: f.Text,
	}
	if r := f.Result; r != nil {
		exit := r.ExitCode
		o.ExitCode, o.Signal, o.TimedOut, o.Confinement = &exit, r.Signal, r.TimedOut, r.Confinement
		o.Started, o.Finished = r.Started, r.Finished
		o.StdoutBytes, o.StderrBytes = r.Stdout.Bytes, r.Stderr.Bytes
		if len(r.Data) > 0 {
			sum := sha256.Sum256(r.Data)
			o.ResultSHA = hex.EncodeToString(sum[:])
		}
	}
	return o
}
