package pipeline

import "cmp"

// Decision is all verdicts on one proposal, folded: the strictest wins.
type Decision struct {
	Proposal Digest    `json:"proposal"`
	Outcome  Outcome   `json:"outcome"`
	Verdicts []Verdict `json:"verdicts"`
}

const (
	// RuleUncovered is the rule that Decide names for an effect which no gate covered.
	RuleUncovered = "uncovered-effect"
	decideGate    = "decide"
)

// Decide folds verdicts. The outcome is the strictest over all of them and
// over their per-effect parts. No verdict at all denies; an effect that no
// verdict covers is held; a verdict whose PerEffect does not fit the effects
// one to one denies, because nobody can tell what it judged.
func Decide(p Proposal, verdicts []Verdict) Decision {
	d := Decision{Proposal: p.Digest(), Outcome: Allow}
	d.Verdicts = append(d.Verdicts, verdicts...)
	if len(verdicts) == 0 {
		d.add(Verdict{Gate: decideGate, Rule: "no-verdict", Reason: "no gate judged the proposal"})
		return d
	}
	covered := make([]bool, len(p.Effects))
	for _, v := range verdicts {
		d.Outcome = d.Outcome.Stricter(v.Outcome)
		if len(v.PerEffect) == 0 {
			continue
		}
		if len(v.PerEffect) != len(p.Effects) {
			d.add(misfit(v.Gate, "judged another number of effects than there are"))
			continue
		}
		for i, e := range v.PerEffect {
			covered[i] = true
			d.Outcome = d.Outcome.Stricter(e.Outcome)
			if len(e.PerEffect) != 0 {
				d.add(misfit(v.Gate, "gave the verdict on one effect parts of its own"))
			}
		}
	}
	for i, ok := range covered {
		if !ok {
			e := p.Effects[i]
			d.add(Verdict{
				Gate: decideGate, Outcome: Hold, Rule: RuleUncovered,
				Reason: "no rule covers the effect " + e.Kind.String() + " " + e.Object,
			})
		}
	}
	return d
}

// misfit denies because of a verdict of which nobody can tell what it judged.
func misfit(gate, why string) Verdict {
	return Verdict{Gate: decideGate, Rule: "misfit-verdict", Reason: "gate " + gate + " " + why}
}

func (d *Decision) add(v Verdict) {
	d.Verdicts = append(d.Verdicts, v)
	d.Outcome = d.Outcome.Stricter(v.Outcome)
}

// Strictest returns the verdict that an explanation should begin with: the
// first of the strictest outcome, an effect's own verdict before its gate's.
func (d Decision) Strictest() Verdict {
	for _, v := range d.Verdicts {
		for _, e := range v.PerEffect {
			if e.Outcome.same(d.Outcome) && e.Rule != "" {
				e.Gate, e.Code = cmp.Or(e.Gate, v.Gate), cmp.Or(e.Code, v.Code)
				return e
			}
		}
		if v.Outcome.same(d.Outcome) {
			return v
		}
	}
	// No single verdict has it: an effect's verdict that names no rule, or none at all.
	return Verdict{Gate: decideGate, Outcome: d.Outcome.Stricter(Allow)}
}

// Blocked is the error that a denied decision is told with.
func Blocked(d Decision) *Error {
	v := d.Strictest()
	e := &Error{Code: v.Code, Message: v.Reason, Field: v.Field, Rule: v.Rule, Hint: v.Hint}
	switch e.Code {
	case "":
		e.Code = CodeBlocked
	case CodePaused, CodeRateLimited, CodeBudgetExhausted:
		e.Retryable = true
	}
	if e.Message == "" {
		e.Message = "blocked by gate " + v.Gate
	}
	return e
}
