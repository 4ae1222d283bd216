// Package actuators is the registry of hands and what they share.
//
// An actuator is the hand for one family of actions; it is not privileged, just
// registered. The registry finds one by its name in any case and refuses, when
// it is built, two that could be mistaken for each other. It knows no member:
// the roof names them.
//
// Decorators add what every hand needs, one effect a file, and keep the
// abilities of what they wrap:
//
//   - Recover turns a panic into an internal error, so that one hand never
//     takes the worker down.
//   - DryRun answers with what would be done and never lets the hand act.
//   - Deadline bounds how long stating effects and acting may take.
//
// None of them decides anything. A clearance that is not valid is refused by
// all of them, before the hand sees it.
package actuators

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Why New refuses.
var (
	ErrDuplicate = errors.New("two actuators of the same name")
	ErrBadName   = errors.New("no fit name for an actuator")
)

// Registry finds actuators by name. It never changes after New and may be used
// by many goroutines.
type Registry struct {
	byName map[string]pipeline.Actuator
	specs  []pipeline.Spec
}

// New makes a registry. A name must be a lower-case token (see
// pipeline.ValidToken), because it stands in subjects, policies and digests.
// Errors: ErrDuplicate, ErrBadName.
func New(as ...pipeline.Actuator) (*Registry, error) {
	r := &Registry{byName: make(map[string]pipeline.Actuator, len(as))}
	for _, a := range as {
		if a == nil {
			return nil, fmt.Errorf("%w: there is none", ErrBadName)
		}
		s := a.Spec()
		if !pipeline.ValidToken(s.Name) || s.Name != strings.ToLower(s.Name) {
			return nil, fmt.Errorf("%w: %q", ErrBadName, s.Name)
		}
		if _, taken := r.byName[s.Name]; taken {
			return nil, fmt.Errorf("%w: %q", ErrDuplicate, s.Name)
		}
		r.byName[s.Name] = a
		r.specs = append(r.specs, s)
	}
	slices.SortFunc(r.specs, func(a, b pipeline.Spec) int { return strings.Compare(a.Name, b.Name) })
	return r, nil
}

// Find returns the actuator of that name in any case. A target that is no
// token is never found: letters outside ASCII that fold to ASCII ones must not
// make a second spelling of a name that policies speak about.
func (r *Registry) Find(target string) (pipeline.Actuator, bool) {
	if !pipeline.ValidToken(target) {
		return nil, false
	}
	a, ok := r.byName[strings.ToLower(target)]
	return a, ok
}

// Names lists the actuators' names in their order.
func (r *Registry) Names() []string {
	names := make([]string, len(r.specs))
	for i, s := range r.specs {
		names[i] = s.Name
	}
	return names
}

// Specs lists all actuators, sorted by name.
func (r *Registry) Specs() []pipeline.Spec { return slices.Clone(r.specs) }
