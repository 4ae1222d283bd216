// Package skills is the family of skills: each folder below it holds one, and
// the package skilltest holds the suite that every one of them passes.
//
// A skill is know-how that turns a signal into a proposed action. It proposes
// and never acts, it is pure, so that a redelivered signal gives the same
// action and the same digest, and it cannot widen what the gates allow. The
// built-in ones are listed in the roof's wiring, one line each.
package skills

import (
	"fmt"

	"passepartout/pipeline"
)

// Named checks the names of a set of skills: each non-empty, a plain token,
// and unique. It returns the set, so that wiring reads as a list.
func Named(set ...pipeline.Skill) ([]pipeline.Skill, error) {
	seen := make(map[string]bool, len(set))
	for _, skill := range set {
		name := skill.Spec().Name
		switch {
		case !pipeline.ValidToken(name):
			return nil, fmt.Errorf("skill name %q is no plain token", name)
		case seen[name]:
			return nil, fmt.Errorf("two skills are named %q", name)
		}
		seen[name] = true
	}
	return set, nil
}
