package main

import (
	"fmt"
	"slices"

	"passepartout/gates/policy"
	"passepartout/internal/config"
	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// rulebook is all that judging needs and that only the configuration says: the
// rule files of everybody and of profiles, where what lies, and the gates that
// judge what is done, not who asks or when.
//
// There is one way to open it, so that `worker policy check` refuses what the
// worker would.
type rulebook struct {
	rules      *policy.Gate
	zones      *zone.Map
	zoneConfig zone.Config
	content    []pipeline.Gate
}

// openRulebook reads it; files are more rule files for everybody, on top of
// those of the configuration.
func openRulebook(l *config.Loaded, files ...string) (*rulebook, error) {
	cfg := l.Config
	places := zones(cfg, l.File)
	zoneMap, err := zone.New(places)
	if err != nil {
		return nil, fmt.Errorf("folders: %w", err)
	}
	others, err := profiles(cfg.Policy)
	if err != nil {
		return nil, err
	}
	rules, err := policy.New(policy.Config{
		Zones: places, Hosts: map[string][]string{policy.AllowedHosts: cfg.Hosts.Allow},
		Preset: cfg.Policy.Preset, Files: slices.Concat(cfg.Policy.Files, files), Profiles: others,
	})
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	content, err := contentGates(cfg, zoneMap, rules)
	if err != nil {
		return nil, err
	}
	return &rulebook{rules: rules, zones: zoneMap, zoneConfig: places, content: content}, nil
}
