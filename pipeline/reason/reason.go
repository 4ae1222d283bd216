// Package reason turns a signal into a judged proposal: the first skill whose
// trigger matches proposes an action, its target is resolved, the actuator
// states the effects, and the gates judge.
//
// Heartbeats never actuate. A signal that no skill wants is nothing to do,
// unless an agent asked for it: an agent's request is always answered. What
// cannot be understood is an error for its sender; what a gate cannot judge is
// denied.
package reason

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Directory finds an actuator by name, in any case of letters.
type Directory interface {
	Find(target string) (pipeline.Actuator, bool)
	Names() []string
}

// Terminals knows which sessions have a person at a live terminal.
type Terminals interface {
	Live(ctx context.Context, to pipeline.Principal, session string) bool
}

// Config is what a stage needs. Skills and gates may come in any order.
type Config struct {
	Skills     []pipeline.Skill
	Gates      []pipeline.Gate
	Directory  Directory
	Terminals  Terminals // nil: there are none
	Default    string    // actuator for signals that name none
	Heartbeats []string  // event types that never actuate
}

// Stage is the second stage of the line. It keeps no state of its own.
type Stage struct {
	skills []pipeline.Skill
	gates  []pipeline.Gate
	cfg    Config
}

var _ pipeline.Reasoner = (*Stage)(nil)

// versionTries is how often a review follows rules that change under it.
const versionTries = 3

var errRestless = errors.New("review: the rules change faster than they can be applied")

// New makes the stage, its skills and gates sorted by priority and, within
// one, by name.
func New(cfg Config) *Stage {
	s := &Stage{skills: slices.Clone(cfg.Skills), gates: slices.Clone(cfg.Gates), cfg: cfg}
	slices.SortStableFunc(s.skills, func(a, b pipeline.Skill) int { return byPriority(a.Spec(), b.Spec()) })
	slices.SortStableFunc(s.gates, func(a, b pipeline.Gate) int { return byPriority(a.Spec(), b.Spec()) })
	return s
}

func byPriority(a, b pipeline.Spec) int {
	return cmp.Or(cmp.Compare(b.Priority, a.Priority), strings.Compare(a.Name, b.Name))
}

// Reason implements pipeline.Reasoner.
func (s *Stage) Reason(ctx context.Context, sig pipeline.Signal) (pipeline.Proposal, pipeline.Decision, error) {
	none := pipeline.Proposal{}
	if slices.Contains(s.cfg.Heartbeats, sig.Type) {
		return none, pipeline.Decision{}, pipeline.ErrNothingToDo
	}
	skill, err := s.trigger(sig)
	if err != nil {
		return none, pipeline.Decision{}, err
	}
	action, err := propose(ctx, skill, sig)
	if err != nil {
		return none, pipeline.Decision{}, err
	}
	if action.Target, err = s.target(ctx, sig, action); err != nil {
		return none, pipeline.Decision{}, err
	}
	return s.Review(ctx, pipeline.Proposal{ID: sig.Key(), Skill: skill.Spec().Name, Signal: sig, Action: action})
}

// Review inspects and judges an action anew: what it would do now, under the
// rules in force now. Only ID, Skill, Signal and Action of p are used. The
// last mile calls it, so that nothing is believed that was found out earlier.
// Rules that are exchanged in the middle of it lead to another try, so that a
// digest names the rules that judged; if they never rest, to an error.
func (s *Stage) Review(ctx context.Context, p pipeline.Proposal) (pipeline.Proposal, pipeline.Decision, error) {
	none := pipeline.Proposal{}
	switch misworded, d, err := s.judgeEarly(ctx, p); {
	case err != nil:
		return none, pipeline.Decision{}, err
	case d != nil:
		return misworded, *d, nil
	}
	fresh, err := s.Inspect(ctx, p)
	if err != nil {
		return none, pipeline.Decision{}, err
	}
	for range versionTries {
		d, err := s.Judge(ctx, fresh)
		if err != nil {
			return none, pipeline.Decision{}, err
		}
		now := s.version()
		if now == fresh.Policy {
			return fresh, d, nil
		}
		fresh.Policy = now
	}
	return none, pipeline.Decision{}, errRestless
}

// judgeEarly asks the gates that judge the wording. A decision comes back only
// if they deny: no actuator then looks at what may not be what it expects.
func (s *Stage) judgeEarly(ctx context.Context, p pipeline.Proposal) (pipeline.Proposal, *pipeline.Decision, error) {
	var verdicts []pipeline.Verdict
	denied := false
	for _, gate := range s.gates {
		if e, ok := gate.(pipeline.Early); ok && e.Early() {
			v := check(ctx, gate, p)
			verdicts, denied = append(verdicts, v), denied || v.Outcome.Stricter(pipeline.Allow) == pipeline.Deny
		}
	}
	if !denied {
		return p, nil, nil
	}
	if err := ctx.Err(); err != nil {
		return pipeline.Proposal{}, nil, fmt.Errorf("judge the wording: %w", err)
	}
	p.Effects, p.Exact, p.Summary, p.Confinement = nil, []byte("null"), p.Action.Target+" "+p.Action.Op, ""
	if exact, err := canonical(p.Action.Params); err == nil {
		p.Exact = exact
	}
	p.Policy = s.version()
	d := pipeline.Decide(p, verdicts)
	return p, &d, nil
}

// Inspect asks the actuator what the action would do. An actuator that cannot
// say, or says nothing without saying that there is nothing, leaves the one
// effect unknown.
func (s *Stage) Inspect(ctx context.Context, p pipeline.Proposal) (pipeline.Proposal, error) {
	hand, ok := s.cfg.Directory.Find(p.Action.Target)
	if !ok {
		return pipeline.Proposal{}, s.unknownTarget(p.Action.Target)
	}
	p.Effects, p.Exact, p.Summary, p.Confinement = nil, nil, "", ""
	var err error
	inert := false
	if inspector, ok := hand.(pipeline.Inspector); ok {
		found, err := inspect(ctx, inspector, p)
		if err != nil {
			return pipeline.Proposal{}, err
		}
		p.Effects, p.Exact, p.Summary, p.Confinement = found.Effects, found.Exact, found.Summary, found.Confinement
		inert = found.Inert && len(found.Effects) == 0
	}
	if len(p.Effects) == 0 && !inert {
		p.Effects = []pipeline.Effect{{Kind: pipeline.KindUnknown, Object: p.Action.Target + " " + p.Action.Op}}
	}
	if len(p.Exact) == 0 {
		if p.Exact, err = canonical(p.Action.Params); err != nil {
			return pipeline.Proposal{}, err
		}
	}
	if p.Summary == "" {
		p.Summary = p.Action.Target + " " + p.Action.Op + " " + string(p.Exact)
	}
	p.Policy = s.version()
	return p, nil
}

// inspect calls the inspector. One that panics could not say what the action
// would do, and saying so ends the request.
func inspect(ctx context.Context, i pipeline.Inspector, p pipeline.Proposal) (found pipeline.Inspection, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &pipeline.Error{
				Code: pipeline.CodeInternal, Err: fmt.Errorf("panic: %v", r),
				Message: "the actuator " + quote(p.Action.Target) + " failed to say what this would do; nothing was done",
			}
		}
	}()
	return i.Inspect(ctx, p)
}

// canonical is the exact form of an action whose actuator has none of its own:
// its parameters without blanks, and stable when a store writes them anew.
func canonical(params json.RawMessage) ([]byte, error) {
	if len(params) == 0 {
		return []byte("null"), nil
	}
	exact, err := json.Marshal(params)
	if err != nil {
		return nil, &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "params", Message: "the parameters are no JSON", Err: err}
	}
	return exact, nil
}
