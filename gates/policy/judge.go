package policy

import (
	"strings"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

const (
	// RuleUncovered is the rule named for an effect that no rule matches.
	RuleUncovered = pipeline.RuleUncovered
	gateName      = "policy"
	markRecursive = "recursive"
	markMetadata  = "metadata"
)

// set looks up what all rules need to know of an effect.
func (s *scene) set(e *pipeline.Effect, p *pipeline.Proposal, zones *zone.Map) {
	*s = scene{pattern: zone.IsPattern(e.Object), effect: e, proposal: p, zones: zones, confined: p.Confinement != ""}
	switch e.Kind {
	case pipeline.KindConnect, pipeline.KindListen, pipeline.KindSignal, pipeline.KindSystem, pipeline.KindPrivilege, pipeline.KindUnknown:
		s.program = e.Object
		return // their objects are no paths
	}
	s.deep = e.Kind == pipeline.KindDelete || e.Mark == markRecursive
	s.class = zones.Of(e.Object, s.deep)
	if e.Kind == pipeline.KindRead && e.Mark != markMetadata && s.class > zone.Secret {
		// Reading the content of a folder is reading what is in it.
		if below := zones.Under(e.Object); below != zone.Unknown && below <= zone.Secret {
			s.class = below
		}
	}
	if s.class == zone.Runtime && zones.Base(e.Object) != zone.Runtime && (e.Kind == pipeline.KindRead || e.Kind == pipeline.KindWrite && e.Mark == markRecursive || strings.Contains(e.Object, "**")) {
		// A tree that happens to hold the worker's files, which the sandbox
		// hides anyway: a person may decide on the rest of it.
		s.class = zone.Secret
	}
	if e.Kind == pipeline.KindRun || e.Kind == pipeline.KindCode {
		s.program = e.Object[strings.LastIndexByte(e.Object, '/')+1:]
		if s.class == zone.Unknown && e.Kind == pipeline.KindRun && e.Object != "" && s.program == e.Object {
			s.class = zone.System // a bare name is looked up in the worker's own PATH
		}
	}
}

// judge finds the strictest matching rule for one effect. Of equally strict
// rules the one with the smallest id is named, so that the answer never
// depends on order.
func (r *Rules) judge(s *scene) pipeline.Verdict {
	if int(s.effect.Kind) >= kindCount {
		return pipeline.Verdict{Outcome: pipeline.Deny, Rule: "no-such-kind", Reason: "the effect is of a kind that this worker does not know"}
	}
	var best *Rule
	var undecided *Rule
	r.index[s.effect.Kind].each(s, func(rule *Rule) {
		if best != nil && (rule.Outcome > best.Outcome || rule.Outcome == best.Outcome && rule.ID >= best.ID) {
			return
		}
		switch ok, err := rule.matches(s); {
		case err != nil:
			undecided = rule
		case ok:
			best = rule
		}
	})
	switch {
	case undecided != nil && (best == nil || best.Outcome == pipeline.Allow):
		return pipeline.Verdict{
			Outcome: pipeline.Hold, Rule: undecided.ID,
			Reason: "the rule's condition could not be decided", Hint: "the operator should look at the condition of this rule",
		}
	case best == nil:
		return uncovered(s)
	case best.Outcome == pipeline.Allow && s.lost():
		return pipeline.Verdict{
			Outcome: pipeline.Hold, Rule: "unclear-path", Reason: "the path is not absolute and clean, so nobody knows where it lies: " + clip(s.effect.Object),
			Hint: "name the path from the root, without . or ..",
		}
	case best.Outcome == pipeline.Allow:
		return pipeline.Verdict{Outcome: pipeline.Allow, Rule: best.ID}
	}
	return pipeline.Verdict{Outcome: best.Outcome, Rule: best.ID, Reason: best.Reason, Hint: best.Hint}
}

// lost says that the effect is on a file, but nobody knows where it lies; then
// no rule may allow it, because one that forbids it could not be found.
func (s *scene) lost() bool {
	switch s.effect.Kind {
	case pipeline.KindRead, pipeline.KindWrite, pipeline.KindDelete:
		return s.class == zone.Unknown
	}
	return false
}

func uncovered(s *scene) pipeline.Verdict {
	return pipeline.Verdict{
		Outcome: pipeline.Hold, Rule: RuleUncovered,
		Reason: "no rule covers the effect " + s.effect.Kind.String() + " " + clip(s.effect.Object),
		Hint:   "a person must approve this, or the operator may add a rule",
	}
}

const clipAt = 200

// clip bounds what an agent can put into a reason.
func clip(s string) string {
	if len(s) <= clipAt {
		return s
	}
	return s[:clipAt] + "…"
}

// judgedBefore finds an effect shortly before number i that differs in its place
// alone, or -1. No rule speaks about places, and a long command does much the
// same at each of its words.
func judgedBefore(effects []pipeline.Effect, i int) int {
	for from := i - 1; from >= max(0, i-2); from-- {
		same := effects[from]
		if same.Span = effects[i].Span; same == effects[i] {
			return from
		}
	}
	return -1
}

// Judge judges every effect of a proposal. A proposal without effects is
// allowed: it only answers, or it would carry the effect unknown.
func (r *Rules) Judge(p *pipeline.Proposal) pipeline.Verdict {
	return r.judgeAll(&desk{proposal: *p})
}

func (r *Rules) judgeAll(d *desk) pipeline.Verdict {
	p, s := &d.proposal, &d.scene
	v := pipeline.Verdict{Gate: gateName, Outcome: pipeline.Allow}
	if len(p.Effects) == 0 {
		return v
	}
	v.PerEffect = make([]pipeline.Verdict, len(p.Effects))
	for i := range p.Effects {
		if from := judgedBefore(p.Effects, i); from >= 0 {
			v.PerEffect[i] = v.PerEffect[from]
			continue
		}
		s.set(&p.Effects[i], p, r.zones)
		one := r.judge(s)
		v.PerEffect[i] = one
		if one.Outcome < v.Outcome {
			v.Outcome, v.Rule, v.Reason, v.Hint = one.Outcome, one.Rule, one.Reason, one.Hint
		}
	}
	return v
}
