package policy

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// Config is what the operator says.
type Config struct {
	Zones    zone.Config         // where workspace, scratch, home and the worker's own files lie
	Hosts    map[string][]string // labels for sets of hosts; "allowed" is what may be reached
	Preset   string              // strict, standard or contained; empty: standard
	Files    []string            // the operator's rule files, later ones may drop rules of earlier ones
	Profiles map[pipeline.Principal]Profile
}

// Profile is what differs for one agent. Its files may only deny or hold; what
// allows more is the choice of another preset.
type Profile struct {
	Preset string
	Files  []string
}

// Gate is the judge. It may be used by many goroutines, also while Reload
// swaps the rules.
type Gate struct {
	config Config
	active atomic.Pointer[active]
	desks  sync.Pool // *desk, so that judging allocates its verdicts only
}

// desk is what one judgement works with.
type desk struct {
	proposal pipeline.Proposal
	scene    scene
}

type active struct {
	rules    *Rules
	profiles map[pipeline.Principal]*Rules
	version  string
}

var _ pipeline.Gate = (*Gate)(nil)

var _ pipeline.Versioned = (*Gate)(nil)

// AllowedHosts is the label of the hosts that may be reached.
const AllowedHosts = "allowed"

// New loads the rules. Without valid rules there is no gate.
func New(c Config) (*Gate, error) {
	if c.Preset == "" {
		c.Preset = Standard
	}
	labels := maps.Clone(c.Hosts)
	if labels == nil {
		labels = map[string][]string{}
	}
	if _, ok := labels[AllowedHosts]; !ok {
		labels[AllowedHosts] = nil
	}
	c.Hosts = labels
	g := &Gate{config: c}
	next, err := g.load()
	if err != nil {
		return nil, err
	}
	g.active.Store(next)
	return g, nil
}

// Spec describes the gate.
func (g *Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: gateName, Doc: "Judges every effect by the rule files; the strictest matching rule wins.", Priority: 500}
}

// Check judges a proposal by its agent's rules.
func (g *Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	now := g.active.Load()
	if now == nil {
		return pipeline.Verdict{}, errors.New("policy: no rules are loaded")
	}
	d, _ := g.desks.Get().(*desk)
	if d == nil {
		d = &desk{}
	}
	d.proposal = p
	v := now.of(p.Signal.Principal).judgeAll(d)
	*d = desk{}
	g.desks.Put(d)
	return v, nil
}

func (a *active) of(who pipeline.Principal) *Rules {
	if r, ok := a.profiles[who]; ok {
		return r
	}
	return a.rules
}

// Version names the rules in force and the ground that they stand on.
func (g *Gate) Version() string {
	if now := g.active.Load(); now != nil {
		return now.version
	}
	return ""
}

// Profiles are the principals that are judged by rules of their own, sorted.
func (g *Gate) Profiles() []pipeline.Principal { return slices.Sorted(maps.Keys(g.config.Profiles)) }

// Profile returns what differs for a principal, if anything does.
func (g *Gate) Profile(who pipeline.Principal) (Profile, bool) {
	p, ok := g.config.Profiles[who]
	return p, ok
}

// Rules returns the rules in force for a principal.
func (g *Gate) Rules(who pipeline.Principal) *Rules { return g.active.Load().of(who) }

// Reload reads the files again and swaps the rules, all or nothing: on an
// error the rules in force stay. It reports whether anything changed.
func (g *Gate) Reload() (changed bool, err error) {
	next, err := g.load()
	if err != nil {
		return false, err
	}
	old := g.active.Swap(next)
	return old == nil || old.version != next.version, nil
}

// Files are the rule files that a watcher should look at.
func (g *Gate) Files() []string {
	all := slices.Clone(g.config.Files)
	for _, name := range slices.Sorted(maps.Keys(g.config.Profiles)) {
		all = append(all, g.config.Profiles[name].Files...)
	}
	return slices.Compact(all)
}

// load reads everything that the worker judges by, the files of profiles
// included, and tells all that is wrong in any of it.
func (g *Gate) load() (*active, error) {
	options := Options{Zones: g.config.Zones, Labels: g.config.Hosts}
	var wrong faults
	base := g.layers(&wrong, "", g.config.Preset)
	next := &active{profiles: map[pipeline.Principal]*Rules{}}
	next.rules = wrong.load("", base, options)
	seal := []any{g.config.Zones, g.config.Hosts, base}
	for _, who := range slices.Sorted(maps.Keys(g.config.Profiles)) {
		profile, whose := g.config.Profiles[who], fmt.Sprintf("profile %s", who)
		mine := slices.Clone(base)
		if profile.Preset != "" {
			mine = g.layers(&wrong, whose, profile.Preset)
		}
		for _, name := range profile.Files {
			source, err := read(name)
			if err != nil {
				wrong.add(whose, err)
				continue
			}
			mine = append(mine, layer{Source: source, tighten: true})
		}
		next.profiles[who] = wrong.load(whose, mine, options)
		seal = append(seal, who, mine)
	}
	if err := wrong.err(); err != nil {
		return nil, err
	}
	var err error
	if next.version, err = digest(seal); err != nil {
		return nil, err
	}
	return next, nil
}

// layers are the preset and the operator's files, as far as they can be read.
func (g *Gate) layers(wrong *faults, whose, preset string) []layer {
	var out []layer
	source, err := Preset(preset)
	if err != nil {
		wrong.add(whose, err)
	} else {
		out = append(out, layer{Source: source, preset: true})
	}
	for _, name := range g.config.Files {
		source, err := read(name)
		if err != nil {
			wrong.add(whose, err)
			continue
		}
		out = append(out, layer{Source: source})
	}
	return out
}

func read(name string) (Source, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Source{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if info.Size() > maxFile {
		return Source{}, fmt.Errorf("%w: %s: larger than %d bytes", ErrRefused, name, maxFile)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return Source{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return Source{Name: name, Data: data}, nil
}

func digest(parts any) (string, error) {
	body, err := json.Marshal(parts)
	if err != nil {
		return "", fmt.Errorf("seal the rules: %w", err)
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])[:16], nil
}
