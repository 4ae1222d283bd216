package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"passepartout/actuators"
	"passepartout/actuators/shell"
	"passepartout/audit"
	"passepartout/bus"
	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/confine"
	"passepartout/event"
	"passepartout/hitl"
	"passepartout/internal/config"
	"passepartout/pipeline"
	"passepartout/pipeline/act"
	"passepartout/pipeline/perceive"
	"passepartout/pipeline/reason"
)

// presetContained is the preset under which the sandbox answers for what cannot
// be seen.
const presetContained = "contained"

// bench is what judging needs, with or without a bus: what commands would do,
// how they would be confined, and the rules. It judges and does nothing:
// whoever wants to act needs a house.
type bench struct {
	rulebook
	analyzer *command.Analyzer
	cfg      config.Config
	cfgFile  string
	analyst  *shell.Commands
	confiner *confine.Confiner
}

// openBench makes it. Who did must close it. The confinement is opened last: it
// is all that must be closed again.
func openBench(ctx context.Context, l *config.Loaded, egressLog func(confine.EgressEvent)) (*bench, error) {
	cfg := l.Config
	known, err := catalogue.Open()
	if err != nil {
		return nil, fmt.Errorf("catalogue of programs: %w", err)
	}
	law, err := openRulebook(l)
	if err != nil {
		return nil, err
	}
	confiner, err := confine.Open(ctx, confine.Config{Builder: cfg.Confine.Builder, Require: cfg.Confine.Require, Egress: egressLog, MicroVM: microVM(cfg)})
	if errors.Is(err, confine.ErrUnavailable) && len(cfg.Confine.Require) == 0 && cfg.Confine.Builder == confine.BuilderAuto {
		// Nothing can confine here and nothing was asked for: run with none, in
		// which only pure reading is allowed without a person.
		confiner, err = confine.Open(ctx, confine.Config{Builder: confine.BuilderNone})
	}
	if err != nil {
		return nil, fmt.Errorf("confinement: %w (worker doctor says more)", err)
	}
	analyzer := command.New(known)
	return &bench{
		cfg: cfg, analyzer: analyzer, cfgFile: l.File, confiner: confiner, rulebook: *law,
		analyst: shell.NewCommands(analyzer, home(), username()),
	}, nil
}

// close ends the confinement and what it keeps running, such as its zygote.
func (b *bench) close(ctx context.Context) error { return b.confiner.Close(ctx) }

// username is who the worker runs as, which is who its commands run as.
func username() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return os.Getenv("USER")
}

// shellConfig is what the shell actuator gets of the bench.
func (b *bench) shellConfig(judge shell.Judge, store shell.Store, now func() time.Time) shell.Config {
	dir := "/"
	if len(b.cfg.Workspace) > 0 {
		dir = b.cfg.Workspace[0]
	}
	return shell.Config{
		Analyst: b.analyst, Runner: b.runner(),
		Starts: starts{analyzer: b.analyzer, stage: reason.New(reason.Config{Gates: b.content}), folders: foldersOf(b.cfg)},
		Judge:  judge, Store: store, Dir: dir, Scratch: b.cfg.Scratch, Home: home(), User: username(),
		Grace: b.cfg.Limits.StopGrace.Duration, Now: now,
	}
}

// runner confines commands to their cleared effects. What is the worker's own
// is hidden from every one of them.
func (b *bench) runner() shell.Runner {
	l := b.cfg.Limits
	return shell.NewConfined(b.confiner, confine.Base{
		Workspace: b.cfg.Workspace,
		Hidden:    append(confine.SecretPaths(), b.zoneConfig.Runtime...),
		Limits:    confine.Limits{Memory: int64(l.Memory), PIDs: l.Processes, CPU: l.CPU.Duration, Disk: int64(l.Disk)},
	})
}

// late stands in for the reason stage, which needs the actuators, one of which
// needs the stage: it is set once, before anything is served.
type late struct{ stage *reason.Stage }

// Judge implements shell.Judge.
func (l *late) Judge(ctx context.Context, p pipeline.Proposal) (pipeline.Decision, error) {
	if l.stage == nil {
		return pipeline.Decision{}, errors.New("not wired yet")
	}
	return l.stage.Judge(ctx, p)
}

// house is a worker with all its rooms connected.
//
// Its fields are set once by openHouse, in the order in which each needs those
// before it; close copes with whatever part of them is there.
type house struct {
	cfg      config.Config
	log      zerolog.Logger
	now      func() time.Time
	bench    *bench
	bus      *bus.Bus
	post     post
	switches *switches
	shell    *shell.Actuator
	registry *actuators.Registry
	reason   *reason.Stage
	desk     *hitl.Desk
	line     *pipeline.Pipeline
	accounts *accounts
}

// openHouse opens the bus and connects the rooms. Nothing is served yet.
func openHouse(ctx context.Context, l *config.Loaded, log zerolog.Logger, now func() time.Time) (_ *house, err error) {
	h := &house{cfg: l.Config, log: log, now: now}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close(context.WithoutCancel(ctx)))
		}
	}()
	if h.bus, err = bus.Open(ctx, busConfig(l.Config, log, now)); err != nil {
		return h, err
	}
	h.post = post{bus: h.bus, log: log, now: now, codec: event.Codec{
		Source: event.DefaultSource + "/" + h.bus.Worker(), MaxBytes: int(l.Config.Limits.Event),
	}}
	if h.bench, err = openBench(ctx, l, h.logEgress); err != nil {
		return h, err
	}
	if h.switches, err = openSwitches(ctx, h.bus); err != nil {
		return h, err
	}
	if h.accounts, err = openAccounts(ctx, h.bus, l.Config.Limits, now); err != nil {
		return h, err
	}
	h.post.mark = h.accounts.mark
	if lost := h.post.mark.lost; lost != "" {
		log.Error().Str("writes", lost).Msg("the store has lost what counts against agents; everybody is paused until worker resume")
	}
	if err = h.openHands(ctx); err != nil {
		return h, err
	}
	return h, h.openLine(ctx)
}

// busConfig is what the bus gets of the configuration: a server of our own, or
// the address of another.
func busConfig(cfg config.Config, log zerolog.Logger, now func() time.Time) bus.Config {
	n := cfg.NATS
	return bus.Config{
		StateDir: cfg.StateDir, Prefix: n.Prefix, URL: n.URL, Creds: n.Creds, Context: n.Context,
		Listen: n.Listen, Port: n.Port, Log: log, Now: now,
	}
}

// openHands makes the actuators and the stage that reasons about them.
func (h *house) openHands(ctx context.Context) error {
	processes, err := h.bus.Bucket(ctx, bus.BucketProcesses)
	if err != nil {
		return err
	}
	judge := &late{}
	if h.shell, err = shell.New(h.bench.shellConfig(judge, processes, h.now)); err != nil {
		return err
	}
	people := terminals{h.post}
	hands, err := theActuators(h.shell, people, h.post, h.cfg.Limits, h.now)
	if err != nil {
		return err
	}
	if h.registry, err = actuators.New(hands...); err != nil {
		return err
	}
	known, err := theSkills()
	if err != nil {
		return err
	}
	h.reason = reason.New(reason.Config{
		Skills:    known,
		Gates:     append(requestGates(h.cfg, h.switches, h.accounts, h.registry, h.now), h.bench.content...),
		Directory: h.registry, Terminals: people, Default: h.cfg.Actuators.Default,
		Heartbeats: []string{event.TypeHeartbeat},
	})
	judge.stage = h.reason
	return nil
}

// approver tells whose standing answers still count; nil where another server
// manages the identities.
//
// A grant outlives the answer that gave it, so that each use asks anew whether
// its giver has held the role ever since.
func (h *house) approver() func(pipeline.Principal, time.Time) (bool, error) {
	if h.cfg.NATS.URL != "" || h.cfg.NATS.Context != "" {
		return nil
	}
	keys := bus.NewKeys(h.cfg.StateDir, h.now)
	return func(who pipeline.Principal, since time.Time) (bool, error) {
		return keys.Held(who, pipeline.RoleApprover, since)
	}
}

// openLine connects the stages. Perceiving says which role may send which type
// of event; what is not listed there no other stage ever sees.
func (h *house) openLine(ctx context.Context) error {
	plans, err := h.bus.Bucket(ctx, bus.BucketPlans)
	if err != nil {
		return err
	}
	grants, err := h.bus.Bucket(ctx, bus.BucketGrants)
	if err != nil {
		return err
	}
	l := h.cfg.Limits
	h.desk, err = hitl.New(hitl.Config{
		Plans: shelf{plans}, Grants: shelf{grants}, Tell: h.post, Now: h.now,
		Deadline: l.PlanDeadline.Duration, Execution: l.ExecuteWithin.Duration, MostOpen: l.OpenPlans,
		Approver: h.approver(),
	})
	if err != nil {
		return err
	}
	limits := perceive.DefaultLimits()
	limits.MaxBytes, limits.MaxAge = int(l.Event), l.EventAge.Duration
	h.line = &pipeline.Pipeline{
		Perceive: perceive.New(perceive.Config{
			Decoder: h.post.codec, Attributor: h.bus.Subjects(), Limits: limits, Now: h.now,
			Types: map[pipeline.Role][]string{
				pipeline.RoleAgent:    {event.TypeRequest, event.TypeHeartbeat},
				pipeline.RoleApprover: {event.TypeAnswer},
			},
		}),
		Reason: h.reason,
		Act: act.New(act.Config{
			Review: h.reason, Approvals: h.desk, Journal: h.bus.Journal(), Directory: h.registry,
			Worker: h.bus.Worker(), Silent: h.cfg.Actuators.Silent, Sink: h.post.Sink,
			Timeout: l.Timeout.Duration, MaxTimeout: l.TimeoutMax.Duration, Now: h.now,
		}),
		Desk:   h.desk,
		Record: recorder{audit.New(audit.Config{Log: h.post, Redact: audit.NewSecrets(keySeeds(h.cfg.StateDir)...), Worker: h.bus.Worker(), Now: h.now}), h.accounts.refusals, h.log},
		Out:    h.post,
		Now:    h.now,
	}
	return nil
}

// keySeeds are the private keys of this installation, which the record must
// never hold. A key that cannot be read cannot be guarded either; the redactor
// knows the form of keys besides.
func keySeeds(stateDir string) []string {
	files, err := filepath.Glob(filepath.Join(stateDir, "keys", "*"))
	if err != nil {
		return nil
	}
	var seeds []string
	for _, file := range files {
		if body, err := os.ReadFile(file); err == nil {
			seeds = append(seeds, strings.TrimSpace(string(body)))
		}
	}
	return seeds
}

// close takes apart what openHouse has connected, in reverse: first what runs,
// then what confines it, then what agents have not spent, last the bus over
// which all of them report. It may be called
// on a house of which only a part was opened.
func (h *house) close(ctx context.Context) error {
	var errs []error
	if h.shell != nil {
		errs = append(errs, h.shell.Close(ctx))
	}
	if h.bench != nil {
		errs = append(errs, h.bench.close(ctx))
	}
	if h.accounts != nil {
		errs = append(errs, h.accounts.close(ctx))
	}
	if h.bus != nil {
		errs = append(errs, h.bus.Close())
	}
	return errors.Join(errs...)
}

// logEgress notes what the egress proxy decided.
func (h *house) logEgress(e confine.EgressEvent) {
	h.log.Info().Str("agent", e.Owner).Str("host", e.Host).Int("port", e.Port).Str("address", e.Address).
		Bool("allowed", e.Allowed).Str("reason", e.Reason).Msg("egress")
}
