package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/gates/confinement"
	"passepartout/gates/corpus"
	"passepartout/gates/depth"
	"passepartout/gates/destructive"
	"passepartout/gates/egress"
	"passepartout/gates/injection"
	"passepartout/gates/intent"
	"passepartout/gates/policy"
	"passepartout/gates/privacy"
	"passepartout/gates/privilege"
	"passepartout/gates/programs"
	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// judge is the analysis and every gate that judges the content of an action,
// as the worker has them. Gates that count or know switches are left out: they
// do not look at commands.
//
// It runs nothing and touches no file system but that of newMachine, so that
// figures do not depend on where they are taken.
type judge struct {
	analyzer *command.Analyzer
	gates    []pipeline.Gate
	machine  machine
	confined bool
	version  string // of the rules
}

// layers is the confinement that cases are judged under, if any: what a Linux
// of these days offers an ordinary user.
const layers = "userns+mntns+pidns+netns+landlock+seccomp"

// newJudge makes the judge of a preset. confined: as if the machine could
// confine what runs; without, gates hold more.
func newJudge(preset string, confined bool) (*judge, error) {
	entries, err := catalogue.Open()
	if err != nil {
		return nil, fmt.Errorf("open catalogue: %w", err)
	}
	zones, err := zone.New(ground())
	if err != nil {
		return nil, err
	}
	hosts, err := zone.ParseHosts([]string{"localhost"})
	if err != nil {
		return nil, err
	}
	rules, err := policy.New(policy.Config{Zones: ground(), Hosts: map[string][]string{policy.AllowedHosts: {"localhost"}}, Preset: preset})
	if err != nil {
		return nil, err
	}
	out, err := egress.New(egress.Config{Allowed: hosts, Zones: zones})
	if err != nil {
		return nil, err
	}
	tags, err := privacy.New(nil)
	if err != nil {
		return nil, err
	}
	list, err := programs.New(nil)
	if err != nil {
		return nil, err
	}
	return &judge{
		analyzer: command.New(entries), machine: newMachine(entries), confined: confined, version: rules.Version(),
		gates: []pipeline.Gate{
			destructive.New(destructive.Config{Home: home}), depth.New(0), intent.New(nil), confinement.New(),
			injection.New(injection.Config{Contained: preset == policy.Contained, Zones: zones}), out, tags, privilege.New(privilege.Config{}), list, rules,
		},
	}, nil
}

// propose makes the proposal that the shell actuator would make, and says
// whether the analysis could look into all of it. A refused text gives an
// error, as there.
func (j *judge) propose(c corpus.Case) (pipeline.Proposal, bool, error) {
	params, err := json.Marshal(map[string]any{"command": c.Command, "shell": true})
	if err != nil {
		return pipeline.Proposal{}, false, err
	}
	a, err := j.analyzer.Analyze(command.Input{Text: c.Command, Shell: true}, j.machine.world(c.Cwd))
	if err != nil {
		return pipeline.Proposal{}, false, err
	}
	p := pipeline.Proposal{
		ID: c.ID, Skill: "request", Policy: j.version, Summary: a.Text(), Effects: a.Effects,
		Action: pipeline.Action{Target: "shell", Op: "run", Params: params, Intent: "a case of the corpus"},
		Signal: pipeline.Signal{ID: c.ID, Principal: "corpus", Role: pipeline.RoleAgent, Session: "default"},
	}
	if j.confined {
		p.Confinement = layers
	}
	return p, a.Inspectable, nil
}

// decide is the decision of all gates; measuring it is the one use of
// pipeline.Decide here, and nothing comes of it.
func (j *judge) decide(ctx context.Context, p pipeline.Proposal) pipeline.Decision {
	return pipeline.Decide(p, j.verdicts(ctx, p))
}

// verdicts asks every gate; an error denies, as in the line.
func (j *judge) verdicts(ctx context.Context, p pipeline.Proposal) []pipeline.Verdict {
	verdicts := make([]pipeline.Verdict, 0, len(j.gates))
	for _, g := range j.gates {
		v, err := g.Check(ctx, p)
		if err != nil {
			v = pipeline.Verdict{Gate: g.Spec().Name, Rule: "gate-failed", Reason: err.Error()}
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// score judges one case. A text that the analysis refuses counts as denied, by
// the rule that refused it: the zero outcome is deny.
func (j *judge) score(ctx context.Context, c corpus.Case) (score, error) {
	s := score{Case: c}
	p, inspectable, err := j.propose(c)
	if refused, ok := errors.AsType[*command.RefusedError](err); ok {
		s.refused = true
		s.by = pipeline.Verdict{Gate: "command", Rule: refused.Rule, Reason: refused.Reason}
		return s, nil
	}
	if err != nil {
		return score{}, err
	}
	d := j.decide(ctx, p)
	s.got, s.by, s.inspectable, s.effects = d.Outcome, d.Strictest(), inspectable, p.Effects
	return s, nil
}
