package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"passepartout/actuators"
	"passepartout/actuators/shell"
	"passepartout/actuators/system"
	"passepartout/actuators/tool"
	"passepartout/actuators/tui"
	"passepartout/event"
	"passepartout/gates/breaker"
	"passepartout/gates/budget"
	"passepartout/gates/confinement"
	"passepartout/gates/depth"
	"passepartout/gates/destructive"
	"passepartout/gates/egress"
	"passepartout/gates/injection"
	"passepartout/gates/intent"
	"passepartout/gates/pause"
	"passepartout/gates/policy"
	"passepartout/gates/privilege"
	"passepartout/gates/rate"
	"passepartout/internal/config"
	"passepartout/internal/zone"
	"passepartout/pipeline"
	"passepartout/skills"
	"passepartout/skills/request"
)

// This file is the table of contents of the house: every skill, gate and
// actuator is one line of one list here.

// theSkills are the know-how of this worker.
func theSkills() ([]pipeline.Skill, error) {
	return skills.Named(
		request.New(event.TypeRequest),
	)
}

// contentGates judge what an action would do. They need nothing but the
// configuration, so that `worker check` judges as the worker does.
func contentGates(cfg config.Config, zones *zone.Map, rules *policy.Gate) ([]pipeline.Gate, error) {
	hosts, err := zone.ParseHosts(cfg.Hosts.Allow)
	if err != nil {
		return nil, fmt.Errorf("hosts.allow: %w", err)
	}
	outgoing, err := egress.New(egress.Config{Allowed: hosts, Zones: zones})
	if err != nil {
		return nil, fmt.Errorf("egress gate: %w", err)
	}
	return []pipeline.Gate{
		confinement.New(),
		injection.New(injection.Config{Contained: cfg.Policy.Preset == presetContained}),
		destructive.New(destructive.Config{Home: home()}),
		outgoing,
		privilege.New(privilege.Config{}),
		rules,
	}, nil
}

// requestGates judge who asks, how often and in which state of the worker.
func requestGates(cfg config.Config, switches pause.Switches, refusals *breaker.Gate, now func() time.Time) []pipeline.Gate {
	l := cfg.Limits
	gates := []pipeline.Gate{
		pause.New(switches),
		depth.New(l.LoopDepth),
		intent.New(nil),
		rate.New(rate.NewMemory(rate.Config{
			Burst: l.Burst, Every: time.Second / time.Duration(l.Rate), Quota: l.Quota,
		}), now),
		refusals,
	}
	if l.SessionBudget > 0 {
		gates = append(gates, budget.New(budget.Config{Session: int64(l.SessionBudget)}, budget.NewMemory()))
	}
	return gates
}

// theTools are the built-in tools.
func theTools(now func() time.Time) []tool.Tool { return tool.Builtins(now) }

// zones says where what lies on this machine. What is the worker's own is
// closed to every agent, whatever the policy says.
func zones(cfg config.Config, cfgFile string) zone.Config {
	own := []string{cfg.StateDir}
	if cfgFile != "" {
		own = append(own, cfgFile)
	}
	own = append(own, cfg.Policy.Files...)
	if exe, err := os.Executable(); err == nil {
		own = append(own, exe)
	}
	return zone.Config{Workspace: cfg.Workspace, Scratch: []string{cfg.Scratch}, Home: home(), Runtime: own}
}

func home() string {
	dir, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Clean(dir)
}

// theActuators are the hands, each behind the decorators that all share.
func theActuators(sh *shell.Actuator, people tui.Delivery, mail system.Delivery, l config.Limits, now func() time.Time) ([]pipeline.Actuator, error) {
	terminal, err := tui.New(tui.Config{Delivery: people, Now: now})
	if err != nil {
		return nil, err
	}
	messages, err := system.New(system.Config{Delivery: mail, Now: now})
	if err != nil {
		return nil, err
	}
	tools, err := tool.New(tool.Config{Tools: theTools(now), Now: now})
	if err != nil {
		return nil, err
	}
	hands := []pipeline.Actuator{
		sh,
		tools,
		terminal,
		messages,
	}
	limits := actuators.Usual()
	limits.Default, limits.Most = l.Timeout.Duration, l.TimeoutMax.Duration
	for i, hand := range hands {
		hands[i] = actuators.Guard(hand, limits, now)
	}
	return hands, nil
}
