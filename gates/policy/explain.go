package policy

import "passepartout/pipeline"

// Account says how one effect was judged.
type Account struct {
	Profile string           `json:"profile,omitempty"` // the agent whose own rules judged; empty: everybody's
	Effect  pipeline.Effect  `json:"effect"`
	Class   string           `json:"class"`
	Outcome pipeline.Outcome `json:"outcome"`
	Rule    string           `json:"rule"`
	Reason  string           `json:"reason,omitempty"`
	Hint    string           `json:"hint,omitempty"`
	Matched []Match          `json:"matched,omitempty"` // every rule that matched, the winner included
}

// Match is a rule that matched an effect.
type Match struct {
	Rule    string           `json:"rule"`
	Source  string           `json:"source"`
	Outcome pipeline.Outcome `json:"outcome"`
}

// Explain says for every effect which rules matched and which one won. It asks
// all rules, not only those that the index proposes, so it also proves the index.
func (g *Gate) Explain(p pipeline.Proposal) []Account {
	accounts := g.active.Load().of(p.Signal.Principal).Explain(p)
	if _, own := g.Profile(p.Signal.Principal); own {
		for i := range accounts {
			accounts[i].Profile = string(p.Signal.Principal)
		}
	}
	return accounts
}

// Explain is Gate.Explain for a set of rules.
func (r *Rules) Explain(p pipeline.Proposal) []Account {
	out := make([]Account, 0, len(p.Effects))
	for i := range p.Effects {
		var s scene
		s.set(&p.Effects[i], &p, r.zones)
		v := r.judge(&s)
		a := Account{
			Effect: p.Effects[i], Class: s.class.String(),
			Outcome: v.Outcome, Rule: v.Rule, Reason: v.Reason, Hint: v.Hint,
		}
		for _, rule := range r.list {
			if !rule.about(s.effect.Kind) {
				continue
			}
			if ok, err := rule.matches(&s); ok && err == nil {
				a.Matched = append(a.Matched, Match{Rule: rule.ID, Source: rule.Source, Outcome: rule.Outcome})
			}
		}
		out = append(out, a)
	}
	return out
}

func (r *Rule) about(k pipeline.EffectKind) bool {
	for _, kind := range r.kinds {
		if kind == k {
			return true
		}
	}
	return false
}
