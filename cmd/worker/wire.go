package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"passepartout/actuators"
	"passepartout/actuators/shell"
	"passepartout/actuators/system"
	"passepartout/actuators/tool"
	"passepartout/actuators/tui"
	"passepartout/event"
	"passepartout/gates/budget"
	"passepartout/gates/confinement"
	"passepartout/gates/depth"
	"passepartout/gates/destructive"
	"passepartout/gates/egress"
	"passepartout/gates/injection"
	"passepartout/gates/intent"
	"passepartout/gates/pause"
	"passepartout/gates/policy"
	"passepartout/gates/privacy"
	"passepartout/gates/privilege"
	"passepartout/gates/programs"
	"passepartout/gates/rate"
	"passepartout/gates/schema"
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
	private, err := privacy.New(privateTags(cfg.Policy))
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	gates := []pipeline.Gate{
		confinement.New(),
		injection.New(injection.Config{Contained: cfg.Policy.Preset == presetContained, Zones: zones}),
		destructive.New(destructive.Config{Home: home()}),
		outgoing,
		private,
		privilege.New(privilege.Config{}),
		rules,
	}
	if len(cfg.Policy.Programs) > 0 {
		only, err := programs.New(cfg.Policy.Programs)
		if err != nil {
			return nil, fmt.Errorf("policy.programs: %w", err)
		}
		gates = append(gates, only)
	}
	return gates, nil
}

// privateTags are what the operator calls private.
func privateTags(p config.Policy) []privacy.Tag {
	if len(p.PrivatePaths)+len(p.PrivateTexts) == 0 {
		return nil
	}
	return []privacy.Tag{{Name: "private", Paths: p.PrivatePaths, Texts: p.PrivateTexts}}
}

// profiles are the agents that are judged by other rules than the rest.
func profiles(p config.Policy) (map[pipeline.Principal]policy.Profile, error) {
	out := map[pipeline.Principal]policy.Profile{}
	for _, entry := range p.Profiles {
		one, err := config.ReadProfile(entry)
		if err != nil {
			return nil, fmt.Errorf("policy.profiles: %w", err)
		}
		profile := policy.Profile{Preset: one.Preset}
		if one.File != "" {
			profile.Files = []string{one.File}
		}
		out[pipeline.Principal(one.Agent)] = profile
	}
	return out, nil
}

// requestGates judge who asks, how often and in which state of the worker.
func requestGates(cfg config.Config, switches pause.Switches, kept *accounts, declared schema.Schemas, now func() time.Time) []pipeline.Gate {
	l := cfg.Limits
	gates := []pipeline.Gate{
		pause.New(switches),
		depth.New(l.LoopDepth),
		schema.New(declared),
		intent.New(nil),
		rate.New(kept.usage, now),
		kept.refusals,
	}
	if l.SessionBudget > 0 {
		gates = append(gates, budget.New(budget.Config{Session: int64(l.SessionBudget)}, kept.spending))
	}
	return gates
}

// theTools are the built-in tools.
func theTools(now func() time.Time) []tool.Tool { return tool.Builtins(now) }

// zones says where what lies on this machine. What is the worker's own is
// closed to every agent, whatever the policy says. Effects bear resolved
// paths, so that the borders are drawn with resolved ones, too.
func zones(cfg config.Config, cfgFile string) zone.Config {
	own := []string{cfg.StateDir}
	if cfgFile != "" {
		own = append(own, cfgFile)
	}
	own = append(own, cfg.Policy.RuleFiles()...)
	// Elsewhere than in these folders the binary is protected by its rights,
	// and naming it would close whole system folders to reading.
	if exe, err := os.Executable(); err == nil && inside(exe, append([]string{home()}, cfg.Workspace...)) {
		own = append(own, exe)
	}
	return zone.Config{
		Workspace: resolved(cfg.Workspace), Scratch: resolved([]string{cfg.Scratch}),
		Home: resolve(home()), Runtime: resolved(own),
	}
}

// inside reports whether a path is one of folders or below it, by name alone.
func inside(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(dir string) bool {
		rel, err := filepath.Rel(dir, path)
		return dir != "" && err == nil && filepath.IsLocal(rel)
	})
}

// resolved are paths without links; those that are empty are left out.
func resolved(paths []string) []string {
	out := make([]string, 0, len(paths))
	for _, p := range paths {
		if p != "" {
			out = append(out, resolve(p))
		}
	}
	return out
}

// resolve follows the links on the way to a path as far as it exists; the rest
// is taken as it is written, as it would be made.
func resolve(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	parent := filepath.Dir(path)
	if parent == path || path == "" {
		return path
	}
	return filepath.Join(resolve(parent), filepath.Base(path))
}

// home is the home of who runs the worker; empty where the environment does not
// name it.
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
