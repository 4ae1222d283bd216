package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"passepartout/internal/condition"
	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// Rule is one compiled rule. It never changes.
type Rule struct {
	ID      string
	Source  string // the file it came from
	Outcome pipeline.Outcome
	Reason  string
	Hint    string

	kinds    []pipeline.EffectKind
	classes  [zone.Count]bool
	anyClass bool
	whole    bool
	spelled  bool
	paths    []zone.Glob
	except   []zone.Glob
	spare    []string // objects that are no paths and that the rule is not about
	hosts    []*zone.Hosts
	literal  []string // hosts that are spelled out, for the index; nil if any is a label or wide
	programs []string
	by       []string
	marks    []string
	unless   []string
	certain  *bool
	confined *bool
	who      whoSpec
	when     *condition.Condition
}

// scene is what a rule is matched against: one effect in its surroundings,
// looked up once for all rules.
type scene struct {
	effect   *pipeline.Effect
	class    zone.Class
	deep     bool // reaches what is below the object
	pattern  bool
	program  string // base name of the object
	confined bool
	proposal *pipeline.Proposal
	zones    *zone.Map
	facts    *condition.Facts // filled when the first condition needs it
}

func newReader(b []byte) io.Reader { return bytes.NewReader(b) }

// matches reports whether the rule is about the scene. A condition that cannot
// be decided counts as met for a rule that denies or holds; for a rule that
// allows it is reported as an error, and the effect is held.
func (r *Rule) matches(s *scene) (bool, error) {
	e := s.effect
	switch {
	case len(r.marks) > 0 && !slices.Contains(r.marks, e.Mark),
		len(r.unless) > 0 && slices.Contains(r.unless, e.Mark),
		len(r.by) > 0 && !slices.Contains(r.by, e.By),
		!r.anyClass && !r.classes[s.class],
		r.whole && !s.zones.Whole(e.Object),
		r.certain != nil && *r.certain != e.Certain,
		r.confined != nil && *r.confined != s.confined,
		len(r.programs) > 0 && !r.hasProgram(s),
		len(r.hosts) > 0 && !r.hasHost(e.Object),
		len(r.paths) > 0 && !r.hasPath(s, r.paths, r.Outcome == pipeline.Allow),
		len(r.spare) > 0 && slices.Contains(r.spare, e.Object),
		len(r.except) > 0 && r.hasPath(s, r.except, r.Outcome != pipeline.Allow),
		!r.asks(s.proposal.Signal):
		return false, nil
	}
	if r.when == nil {
		return true, nil
	}
	held, err := r.when.Holds(s.known())
	if err != nil && r.Outcome != pipeline.Allow {
		return true, nil
	}
	return held, err
}

// hasPath reports whether one of the globs meets the object. A rule that
// loosens must cover all that the object denotes; one that tightens need only
// touch it.
func (r *Rule) hasPath(s *scene, globs []zone.Glob, all bool) bool {
	object := s.effect.Object
	begin, end, plain := "", "", false
	if s.pattern || s.deep {
		begin = zone.Beginning(object)
	}
	literal := !s.pattern && len(begin) == len(object)
	if (!s.deep || literal) && len(globs) > 1 {
		end = zone.Ending(object)
		plain = r.spelled && !all && !zone.SpellsHidden(object)
	}
	for _, g := range globs {
		if !s.deep && (plain && g.Hidden() || g.ApartAtEnd(end)) || g.Apart(begin) { // most of the names that are spelled are hidden ones
			continue
		}
		deep := s.deep && !(literal && g.Reaches(object))
		switch {
		case s.deep && !deep && (plain && g.Hidden() || g.ApartAtEnd(end)):
		case all:
			if g.Covers(object) {
				return true
			}
		case r.spelled && !deep:
			if g.Spelled(object) {
				return true
			}
		case r.spelled:
			if g.SpelledBelow(object) {
				return true
			}
		case deep:
			if g.TouchesBelow(object) {
				return true
			}
		case g.Touches(object):
			return true
		}
	}
	return false
}

func (r *Rule) hasHost(object string) bool {
	for _, h := range r.hosts {
		if h.Holds(object) {
			return true
		}
	}
	return false
}

func (r *Rule) hasProgram(s *scene) bool {
	for _, p := range r.programs {
		if p == s.program || p == s.effect.Object {
			return true
		}
		if zone.IsPattern(p) {
			if ok, err := path.Match(p, s.effect.Object); err == nil && ok {
				return true
			}
			if ok, err := path.Match(p, s.program); err == nil && ok {
				return true
			}
		}
	}
	return false
}

func (r *Rule) asks(sig pipeline.Signal) bool {
	return (len(r.who.Principals) == 0 || slices.Contains(r.who.Principals, string(sig.Principal))) &&
		(len(r.who.Sessions) == 0 || slices.Contains(r.who.Sessions, sig.Session))
}

func (s *scene) known() *condition.Facts {
	if s.facts == nil {
		p, e := s.proposal, s.effect
		host, _ := zone.SplitHost(e.Object)
		s.facts = &condition.Facts{
			Kind: e.Kind.String(), Object: e.Object, Class: s.class.String(), By: e.By, Mark: e.Mark, Host: host,
			Certain: e.Certain, Target: p.Action.Target, Op: p.Action.Op, Intent: p.Action.Intent,
			Confined: s.confined, DryRun: p.Action.DryRun,
			Name: string(p.Signal.Principal), Role: string(p.Signal.Role), Session: p.Signal.Session, Depth: p.Signal.Depth,
		}
	}
	return s.facts
}

// validID reports whether an id is words of lower-case letters and digits
// joined by single hyphens.
func validID(id string) bool {
	for word := range strings.SplitSeq(id, "-") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return len(id) <= 64
}

// compile checks one rule and prepares it for matching. The words $WORKSPACE,
// $SCRATCH and $HOME at the head of a path stand for the configured roots.
func (l *loader) compile(spec ruleSpec, source string, tighten bool) (*Rule, error) {
	r := &Rule{
		ID: spec.ID, Source: source, Reason: spec.Reason, Hint: spec.Hint,
		by: spec.By, marks: spec.Marks, unless: spec.Unless, certain: spec.Certain, confined: spec.Confined,
		programs: spec.Objects.Programs, who: spec.Who,
	}
	if !validID(spec.ID) {
		return nil, at("id", fmt.Errorf("%q: want lower-case words joined by '-'", spec.ID))
	}
	if err := r.Outcome.UnmarshalText([]byte(spec.Outcome)); err != nil {
		return nil, at("outcome", err)
	}
	switch {
	case tighten && r.Outcome == pipeline.Allow:
		return nil, at("outcome", errors.New("a profile's file may only deny or hold; to allow more, choose a preset for the profile"))
	case r.Outcome != pipeline.Allow && spec.Reason == "":
		return nil, at("reason", errors.New("everything but an allow says why"))
	case len(spec.Examples.Match) == 0 || len(spec.Examples.NoMatch) == 0:
		return nil, at("examples", errors.New("at least one that matches and one that does not are needed"))
	}
	var err error
	if r.kinds, err = spec.kinds(); err != nil {
		return nil, err
	}
	if err := l.objects(r, spec.Objects); err != nil {
		return nil, err
	}
	if spec.When != "" {
		if r.when, err = l.condition(spec.When); err != nil {
			return nil, at("when", err)
		}
	}
	return r, nil
}

func (l *loader) objects(r *Rule, spec objectsSpec) error {
	r.anyClass = len(spec.Class) == 0
	r.whole, r.spelled = spec.Whole, spec.Spelled
	for _, name := range spec.Class {
		c, err := zone.ParseClass(name)
		if err != nil {
			return at("objects.class", err)
		}
		r.classes[c] = true
	}
	var err error
	if r.paths, err = l.globs(spec.Paths); err != nil {
		return at("objects.paths", err)
	}
	var except []string
	for _, e := range spec.Except {
		if strings.HasPrefix(e, "/") || strings.HasPrefix(e, "$") {
			except = append(except, e)
		} else {
			r.spare = append(r.spare, e)
		}
	}
	if r.except, err = l.globs(except); err != nil {
		return at("objects.except", err)
	}
	for _, p := range spec.Programs {
		if _, err := path.Match(p, ""); err != nil || p == "" {
			return at("objects.programs", fmt.Errorf("%q is no name or pattern", p))
		}
	}
	return l.hosts(r, spec.Hosts)
}

func (l *loader) hosts(r *Rule, list []string) error {
	var plain []string
	indexable := true
	for _, h := range list {
		label, ok := strings.CutPrefix(h, "@")
		if !ok {
			plain = append(plain, h)
			indexable = indexable && !strings.ContainsAny(h, "*/:") && h != "localhost" && h == strings.ToLower(h)
			continue
		}
		set, ok := l.labels[label]
		if !ok {
			return at("objects.hosts", fmt.Errorf("no label %q is configured", label))
		}
		r.hosts = append(r.hosts, set)
		indexable = false
	}
	if len(plain) > 0 {
		set, err := zone.ParseHosts(plain)
		if err != nil {
			return at("objects.hosts", err)
		}
		r.hosts = append(r.hosts, set)
	}
	if indexable {
		r.literal = plain
	}
	return nil
}

func (l *loader) globs(list []string) ([]zone.Glob, error) {
	var out []zone.Glob
	for _, text := range list {
		expanded := l.expand(text)
		if len(expanded) == 0 && !strings.HasPrefix(text, "$") {
			return nil, fmt.Errorf("%q is empty", text)
		}
		for _, one := range expanded {
			g, ok := zone.ParseGlob(one)
			if !ok {
				return nil, fmt.Errorf("%q is no absolute, cleaned path or pattern", text)
			}
			out = append(out, g)
		}
	}
	if len(list) > 0 && len(out) == 0 {
		// A rule about roots that are not configured must match nothing, not all.
		g, _ := zone.ParseGlob("/.no-such-root")
		out = append(out, g)
	}
	return out, nil
}
