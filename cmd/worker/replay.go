package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"passepartout/actuators/shell"
	"passepartout/audit"
	"passepartout/pipeline"
	"passepartout/pipeline/reason"
	"passepartout/process"
)

// How a recorded action was looked at again.
const (
	analysisSame     = "same"     // what it would do is what was recorded
	analysisChanged  = "changed"  // it is not
	analysisRecorded = "recorded" // taken from the record: nothing here can find it out anew
)

// Why a decision would be another one.
const (
	causeRules    = "rules"    // on the recorded effects
	causeAnalysis = "analysis" // by the effects that are found now
)

// Replayed is one recorded decision, judged anew.
type Replayed struct {
	Key      string             `json:"key"`
	Request  string             `json:"request"`
	At       time.Time          `json:"at"`
	Agent    pipeline.Principal `json:"agent"`
	Session  string             `json:"session,omitempty"`
	Target   string             `json:"target"`
	Op       string             `json:"op"`
	Summary  string             `json:"summary"`
	Was      pipeline.Outcome   `json:"was"`
	WasRule  string             `json:"was_rule,omitempty"`
	Now      pipeline.Outcome   `json:"now"`
	Rule     string             `json:"rule,omitempty"`
	Reason   string             `json:"reason,omitempty"`
	Causes   []string           `json:"causes,omitempty"` // rules, analysis; none: it would not change
	Analysis string             `json:"analysis"`         // same, changed, recorded
	Note     string             `json:"note,omitempty"`   // why it is taken from the record
	// Digests of the effects: as recorded and as found now.
	WasEffects pipeline.Digest `json:"was_effects"`
	NowEffects pipeline.Digest `json:"now_effects"`
}

// changed reports whether the decision would be another one.
func (r Replayed) changed() bool { return r.Was != r.Now }

// replayer judges recorded actions with the rules, the gates and the analysis
// of now. What a gate said that looks at the moment (how often was asked, who
// was paused) stays as it was recorded.
type replayer struct {
	bench *bench
	judge *reason.Stage
	hands map[string]*shell.Actuator // by the confinement that was recorded
	now   func() time.Time
}

func newReplayer(b *bench, now func() time.Time) *replayer {
	return &replayer{bench: b, judge: reason.New(reason.Config{Gates: b.content}), hands: map[string]*shell.Actuator{}, now: now}
}

// momentGates are the gates of requestGates: what they say depends on when.
func momentGates() []string {
	return []string{"pause", "depth", "schema", "intent", "rate", "breaker", "budget"}
}

// errNotReplayable says that a record is no decision on an action.
var errNotReplayable = errors.New("no decision on an action")

// replay judges one record anew.
func (r *replayer) replay(ctx context.Context, rec audit.Record) (Replayed, error) {
	if rec.Step != pipeline.StepDecided || rec.Action == nil || rec.Decision == nil {
		return Replayed{}, errNotReplayable
	}
	p := recorded(rec)
	was := pipeline.Decision{Outcome: rec.Decision.Outcome.Stricter(pipeline.Allow), Verdicts: rec.Decision.Verdicts}
	out := Replayed{
		Key: rec.Key, Request: rec.Request, At: rec.At, Agent: rec.Who, Session: rec.Session, Target: p.Action.Target, Op: p.Action.Op,
		Summary: p.Summary, Was: was.Outcome, WasEffects: effectsDigest(p),
	}
	if was.Outcome != pipeline.Allow {
		out.WasRule = was.Strictest().Rule
	}
	byRules, err := r.decide(ctx, p, was)
	if err != nil {
		return Replayed{}, err
	}
	fresh, why, err := r.inspect(ctx, p)
	if err != nil {
		return Replayed{}, err
	}
	out.NowEffects, out.Analysis, out.Note = effectsDigest(fresh), analysisSame, why
	switch {
	case why != "":
		out.Analysis = analysisRecorded
	case out.NowEffects != out.WasEffects:
		out.Analysis = analysisChanged
	}
	d := byRules
	if out.Analysis == analysisChanged {
		if d, err = r.decide(ctx, fresh, was); err != nil {
			return Replayed{}, err
		}
	}
	out.Now = d.Outcome
	if v := d.Strictest(); d.Outcome != pipeline.Allow {
		out.Rule, out.Reason = v.Rule, v.Reason
	}
	if out.changed() && byRules.Outcome != out.Was {
		out.Causes = append(out.Causes, causeRules)
	}
	if out.changed() && byRules.Outcome != out.Now {
		out.Causes = append(out.Causes, causeAnalysis)
	}
	return out, nil
}

// decide judges a proposal with the gates of now that look at what is done,
// beside what was said then by those that look at the moment.
func (r *replayer) decide(ctx context.Context, p pipeline.Proposal, was pipeline.Decision) (pipeline.Decision, error) {
	d, err := r.judge.Judge(ctx, p)
	if err != nil {
		return pipeline.Decision{}, err
	}
	verdicts := d.Verdicts[:len(d.Verdicts):len(d.Verdicts)]
	for _, v := range was.Verdicts {
		if slices.Contains(momentGates(), v.Gate) {
			v.PerEffect = nil // they judge a request as a whole
			verdicts = append(verdicts, v)
		}
	}
	return pipeline.Decide(p, verdicts), nil //nolint:forbidigo // what would have been decided: nothing comes of it
}

// inspect finds out anew what a recorded action would do. A reason comes back
// when that cannot be told here, with the proposal as it was.
func (r *replayer) inspect(ctx context.Context, p pipeline.Proposal) (pipeline.Proposal, string, error) {
	switch {
	case p.Action.Target != "shell":
		return p, "only commands are analysed anew", nil
	case strings.Contains(string(p.Action.Params), "[redacted: "):
		return p, "secrets were taken out of the record", nil
	}
	action := p.Action
	switch action.Op {
	case shell.OpRun, shell.OpScript:
	case shell.OpBackground:
		action.Op = shell.OpRun // what it does is analysed alike
	default:
		return p, "only commands are analysed anew", nil
	}
	hand, err := r.hand(p.Confinement)
	if err != nil {
		return p, "", err
	}
	asked := pipeline.Proposal{ID: p.ID, Signal: p.Signal, Action: action}
	n, err := hand.Inspect(ctx, asked)
	if told, ok := errors.AsType[*pipeline.Error](err); ok {
		return p, "it cannot be analysed here: " + told.Message, nil
	}
	if err != nil {
		return p, "", fmt.Errorf("analyse %s: %w", p.ID, err)
	}
	fresh := p
	fresh.Effects, fresh.Exact, fresh.Summary = n.Effects, n.Exact, n.Summary
	if len(fresh.Effects) == 0 && (!n.Inert || p.Action.Op == shell.OpBackground) {
		return p, "what it would do is not stated", nil
	}
	return fresh, "", nil
}

// hand is a shell that runs nothing, under the confinement that was recorded.
func (r *replayer) hand(layers string) (*shell.Actuator, error) {
	if a, ok := r.hands[layers]; ok {
		return a, nil
	}
	cfg := r.bench.shellConfig(nil, nil, r.now)
	cfg.Runner = idle(layers)
	a, err := shell.New(cfg)
	if err != nil {
		return nil, err
	}
	r.hands[layers] = a
	return a, nil
}

// idle is a runner that runs nothing.
type idle string

// Layers implements shell.Runner.
func (i idle) Layers() string { return string(i) }

// Run implements shell.Runner.
func (idle) Run(context.Context, shell.Job) (process.Outcome, error) {
	return process.Outcome{}, errors.New("a replay runs nothing")
}

// recorded is the proposal that a record tells of.
func recorded(rec audit.Record) pipeline.Proposal {
	a := rec.Action
	return pipeline.Proposal{
		ID: rec.Key, Skill: a.Skill,
		Signal: pipeline.Signal{
			ID: rec.Request, Type: rec.Type, Source: rec.Source, Session: rec.Session, Principal: rec.Who, Role: rec.Role,
			Time: rec.At, Depth: rec.Depth, Cause: rec.Cause, Trace: rec.Trace,
		},
		Action: pipeline.Action{
			Target: strings.ToLower(a.Target), Op: a.Op, Params: a.Params, Intent: a.Intent, Idempotent: a.Idempotent, DryRun: a.DryRun,
		},
		Effects: a.Effects, Exact: []byte(a.Exact), Summary: a.Summary, Confinement: a.Confinement, Policy: a.Policy,
	}
}

// effectsDigest stands for what an action would do, and nothing besides, as
// the record can hold it: a path that is no valid text comes out of JSON
// changed.
func effectsDigest(p pipeline.Proposal) pipeline.Digest {
	body, err := json.Marshal(p.Effects)
	if err != nil || len(p.Effects) == 0 {
		return sha256.Sum256(nil)
	}
	return sha256.Sum256(body)
}

// ReplayReport is what a replay found.
type ReplayReport struct {
	Policy     string         `json:"policy"` // version of the rules that judged
	Replayed   int            `json:"replayed"`
	Changed    int            `json:"changed"`
	ByRules    int            `json:"by_rules"`    // of the changed
	ByAnalysis int            `json:"by_analysis"` // of the changed; both may be so
	Reanalysed int            `json:"analysis_changed"`
	Recorded   int            `json:"analysis_recorded"`
	Unreadable int            `json:"unreadable"` // records that are none
	Changes    map[string]int `json:"changes"`    // "allow -> hold": how many
	Decisions  []Replayed     `json:"decisions"`
}

// note counts one decision and keeps it, if it changed or all are wanted.
func (r *ReplayReport) note(d Replayed, all bool) {
	r.Replayed++
	switch d.Analysis {
	case analysisChanged:
		r.Reanalysed++
	case analysisRecorded:
		r.Recorded++
	default:
	}
	if d.changed() {
		r.Changed++
		r.Changes[d.Was.String()+" -> "+d.Now.String()]++
		if slices.Contains(d.Causes, causeRules) {
			r.ByRules++
		}
		if slices.Contains(d.Causes, causeAnalysis) {
			r.ByAnalysis++
		}
	}
	if all || d.changed() {
		r.Decisions = append(r.Decisions, d)
	}
}

// readDecision reads one line of the record; false for every other step.
func readDecision(body []byte) (audit.Record, bool, error) {
	var rec audit.Record
	if err := json.Unmarshal(body, &rec); err != nil {
		return rec, false, fmt.Errorf("record: %w", err)
	}
	if rec.Step == "" || rec.ID == "" {
		return rec, false, errors.New("record: is none")
	}
	return rec, rec.Step == pipeline.StepDecided && rec.Action != nil && rec.Decision != nil, nil
}

// ruleOf is a rule's name for the table.
func ruleOf(rule string) string { return cmp.Or(rule, "-") }
