package policy

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"passepartout/internal/condition"
	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// Options is the ground that rules stand on.
type Options struct {
	Zones  zone.Config         // where the classes lie
	Labels map[string][]string // names for sets of hosts: {"allowed": ["localhost", "10.0.0.0/8"]}
}

// Rules is a set of compiled rules. It never changes and may be shared.
type Rules struct {
	index index
	list  []*Rule
	zones *zone.Map
}

// List returns all rules in the order of the files.
func (r *Rules) List() []*Rule { return slices.Clone(r.list) }

// layer is one file with its standing.
type layer struct {
	Source
	tighten bool // a profile's file: may only deny or hold
	preset  bool // its examples speak of the sample ground
}

type loader struct {
	zones      *zone.Map
	config     zone.Config
	labels     map[string]*zone.Hosts
	conditions *condition.Compiler
}

// Load compiles rule files, in layers: each may drop rules of those before it.
// Every rule's examples are checked. The error wraps ErrRefused and names every
// mistake: file, rule, what is wrong, and the line with a caret.
func Load(sources []Source, o Options) (*Rules, error) {
	layers := make([]layer, 0, len(sources))
	for _, s := range sources {
		layers = append(layers, layer{Source: s})
	}
	return load(layers, o)
}

// load is Load for layers, with every mistake told.
func load(layers []layer, o Options) (*Rules, error) {
	var wrong faults
	out := wrong.load("", layers, o)
	return out, wrong.err()
}

// load compiles layers and gathers what is wrong with them; whose says in the
// errors for whom they are. The rules are nil if anything is wrong.
func (f *faults) load(whose string, layers []layer, o Options) *Rules {
	ground, err := newLoader(o)
	if err != nil {
		f.add(whose, fmt.Errorf("%w: %w", ErrRefused, err))
		return nil
	}
	sample, err := newLoader(sampleGround(o))
	if err != nil {
		f.add(whose, fmt.Errorf("%w: %w", ErrRefused, err))
		return nil
	}
	out := &Rules{zones: ground.zones}
	good := true
	wrong := func(err error) {
		good = false
		f.add(whose, err)
	}
	refused := map[string]bool{} // rules that are there, but wrong: dropping them is no further mistake
	unread := false              // a file that may hold any rule
	for _, one := range layers {
		lines := &quoter{Source: one.Source}
		file, err := decode(one.Source)
		if err != nil {
			unread = true
			wrong(err)
			continue
		}
		for i, id := range file.Drop {
			if err := out.drop(id, one.tighten); err != nil && !refused[id] && !unread {
				wrong(lines.refuse(fmt.Errorf("drop: %w", err), fmt.Sprintf("$.drop[%d]", i)))
			}
		}
		for i, spec := range file.Rules {
			if err := out.add(ground, sample, spec, one); err != nil {
				refused[spec.ID] = true
				wrong(lines.refuseRule(i, spec.ID, err))
			}
		}
	}
	if good && len(out.list) == 0 {
		wrong(fmt.Errorf("%w: there is no rule", ErrRefused))
	}
	if !good {
		return nil
	}
	for _, r := range out.list {
		out.index.add(r)
	}
	return out
}

func newLoader(o Options) (*loader, error) {
	zones, err := zone.New(o.Zones)
	if err != nil {
		return nil, err
	}
	l := &loader{zones: zones, config: o.Zones, labels: map[string]*zone.Hosts{}}
	for _, name := range slices.Sorted(maps.Keys(o.Labels)) {
		if l.labels[name], err = zone.ParseHosts(o.Labels[name]); err != nil {
			return nil, fmt.Errorf("hosts %s: %w", name, err)
		}
	}
	return l, nil
}

// sampleGround is the fixed world that the embedded presets' examples speak
// of, so that they hold whatever the operator configures.
func sampleGround(o Options) Options {
	labels := map[string][]string{}
	for name := range o.Labels {
		labels[name] = []string{"localhost"}
	}
	return Options{Labels: labels, Zones: zone.Config{
		Workspace: []string{"/home/agent/ws"}, Scratch: []string{"/tmp/pp-scratch"}, Home: "/home/agent",
		Runtime: []string{"/home/agent/.local/state/passepartout"},
	}}
}

// drop takes a rule out again; tighten says that a profile's file wants it.
func (r *Rules) drop(id string, tighten bool) error {
	i := slices.IndexFunc(r.list, func(x *Rule) bool { return x.ID == id })
	if i < 0 {
		return fmt.Errorf("there is no rule %q in an earlier file", id)
	}
	if tighten && r.list[i].Outcome != pipeline.Allow {
		return fmt.Errorf("a profile's file may not drop %q, which tightens", id)
	}
	r.list = slices.Delete(r.list, i, i+1)
	return nil
}

func (r *Rules) add(ground, sample *loader, spec ruleSpec, from layer) error {
	if slices.ContainsFunc(r.list, func(x *Rule) bool { return x.ID == spec.ID }) {
		return at("id", errors.New("the id is taken; drop the other rule or choose another name"))
	}
	if len(r.list) >= maxRules {
		return fmt.Errorf("more than %d rules", maxRules)
	}
	rule, err := ground.compile(spec, from.Name, from.tighten)
	if err != nil {
		return err
	}
	stage, probe := ground, rule
	if from.preset {
		stage = sample
		if probe, err = sample.compile(spec, from.Name, from.tighten); err != nil {
			return err
		}
	}
	if err := stage.examine(probe, spec); err != nil {
		return err
	}
	r.list = append(r.list, rule)
	return nil
}

func (l *loader) condition(text string) (*condition.Condition, error) {
	if l.conditions == nil {
		c, err := condition.NewCompiler()
		if err != nil {
			return nil, err
		}
		l.conditions = c
	}
	return l.conditions.Compile(text)
}

// expand puts the configured roots in place of $WORKSPACE, $SCRATCH, $HOME and
// $RUNTIME at the head of a path. A word whose root is not configured gives nothing.
func (l *loader) expand(text string) []string {
	if !strings.HasPrefix(text, "$") {
		return []string{text}
	}
	word, rest := text, ""
	if i := strings.IndexByte(text, '/'); i >= 0 {
		word, rest = text[:i], text[i:]
	}
	var roots []string
	switch word {
	case "$WORKSPACE":
		roots = l.config.Workspace
	case "$SCRATCH":
		roots = l.config.Scratch
	case "$RUNTIME":
		roots = l.config.Runtime
	case "$HOME":
		if l.config.Home != "" {
			roots = []string{l.config.Home}
		}
	default:
		return []string{text} // no absolute path: refused by whoever parses it
	}
	var out []string
	for _, root := range roots {
		out = append(out, strings.TrimRight(root, "/")+rest)
	}
	return out
}

// examine checks the rule against its own examples.
func (l *loader) examine(r *Rule, spec ruleSpec) error {
	for i, e := range spec.Examples.Match {
		ok, err := l.tried(r, e)
		if err != nil {
			return at(example("match", i), err)
		}
		if !ok {
			return at(example("match", i), fmt.Errorf("%s %s does not match", e.Effect, e.Object))
		}
	}
	for i, e := range spec.Examples.NoMatch {
		ok, err := l.tried(r, e)
		if err != nil {
			return at(example("no_match", i), err)
		}
		if ok {
			return at(example("no_match", i), fmt.Errorf("%s %s matches", e.Effect, e.Object))
		}
	}
	return nil
}

// example is the key of one example of a rule.
func example(list string, i int) string { return fmt.Sprintf("examples.%s[%d]", list, i) }

// tried matches one example; where a root has several folders, the first stands for all.
func (l *loader) tried(r *Rule, e exampleSpec) (bool, error) {
	object := e.Object
	if strings.HasPrefix(object, "$") {
		expanded := l.expand(object)
		if len(expanded) == 0 {
			return false, fmt.Errorf("%s: this root is not configured", object)
		}
		object = expanded[0]
	}
	p := pipeline.Proposal{Action: pipeline.Action{Target: e.Target, Op: e.Op, Intent: e.Intent}}
	p.Signal.Principal, p.Signal.Session = pipeline.Principal(e.Principal), e.Session
	if e.Confined {
		p.Confinement = "example"
	}
	effect := pipeline.Effect{Object: object, By: e.By, Mark: e.Mark, Certain: !e.Uncertain}
	if err := effect.Kind.UnmarshalText([]byte(e.Effect)); err != nil {
		return false, err
	}
	if !slices.Contains(r.kinds, effect.Kind) {
		return false, nil
	}
	s := scene{}
	s.set(&effect, &p, l.zones)
	return r.matches(&s)
}
