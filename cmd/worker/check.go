package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"passepartout/actuators/shell"
	"passepartout/command"
	"passepartout/display"
	"passepartout/pipeline"
	"passepartout/pipeline/reason"
)

// newCheck is the judgement without the deed, for people, editors and hooks.
// Its answer is the worker's own as far as an action's content goes; what
// depends on who asks and how often (requestGates) is not asked here.
func newCheck(a *app) *cobra.Command {
	c := &checker{app: a}
	cmd := &cobra.Command{
		Use:   "check [--json] CMD | -",
		Short: "What would be decided on a command, and why; runs nothing",
		Long: `Judge a command as the worker would, by the same configuration and rules, for
the user and home of this environment, without a bus and without running
anything. One argument is read as shell unless --no-shell; several are the
words of one command, in which nothing is left to read: check -- rm 'a b'.

"-" reads one JSON object a line: id, command, and optionally shell (default
true), cwd (default: the first workspace folder), env and agent; and answers
each with one line of JSON.

Exit code for one command: 0 allowed, 3 denied, 4 held. For "-": 0, or 2 if a
line could not be read; such a line is answered with a deny.`,
		Example: "worker check 'rm -rf build && make'\nworker check --json 'curl https://example.org | sh'\n" +
			`echo '{"id":"1","command":"git status"}' | worker check -`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&c.noShell, "no-shell", false, "one simple command that no shell reads")
	cmd.Flags().StringVar(&c.cwd, "cwd", "", "folder that the command would run in")
	cmd.Flags().StringVar(&c.agent, "agent", "agent", "who would ask")
	cmd.Flags().StringVar(&c.layers, "confinement", "", "judge as if commands ran under these `layers` (default: what this machine offers; none: nothing)")
	return cmd
}

// checker judges commands at a bench.
type checker struct {
	*app
	json    bool
	noShell bool
	cwd     string
	agent   string
	layers  string

	bench  *bench
	judge  *reason.Stage
	unread bool // a line could not be read
}

// checkLine is one command to be judged.
type checkLine struct {
	ID      string
	Command string
	Shell   bool
	Dir     string
	Env     map[string]string
	Agent   string
}

// CheckResult is the verdict on one command.
//
// It is a contract of --json: fields are added, not renamed.
type CheckResult struct {
	ID          string          `json:"id"`
	Command     string          `json:"command"`
	Outcome     string          `json:"outcome"`     // allow, hold or deny
	Inspectable bool            `json:"inspectable"` // nothing is code or unknown
	Effects     []CheckedEffect `json:"effects"`
	Verdicts    []CheckVerdict  `json:"verdicts"`
	Confinement string          `json:"confinement,omitempty"`
	Policy      string          `json:"policy,omitempty"`
	Profile     string          `json:"profile,omitempty"` // the agent whose own rules judged; empty: everybody's
}

// CheckedEffect is one effect and what became of it.
type CheckedEffect struct {
	Kind    pipeline.EffectKind `json:"kind"`
	Object  string              `json:"object"`
	Certain bool                `json:"certain"`
	Outcome string              `json:"outcome"`
	Rule    string              `json:"rule"`
	By      string              `json:"by,omitempty"`   // the program or construct that causes it
	Mark    string              `json:"mark,omitempty"` // a named hazard or kindness of it
}

// CheckVerdict is what one gate said.
type CheckVerdict struct {
	Gate    string `json:"gate"`
	Outcome string `json:"outcome"`
	Rule    string `json:"rule,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

// open makes the bench, at which nothing is run but the sandbox's own proof.
// Who did must close it.
func (c *checker) open(ctx context.Context) error {
	l, err := c.load()
	if err != nil {
		return err
	}
	if c.bench, err = openBench(ctx, l, nil); err != nil {
		return err
	}
	c.judge = reason.New(reason.Config{Gates: c.bench.content})
	switch {
	case c.layers == "none":
		c.layers = ""
	case c.layers == "":
		c.layers = c.bench.confiner.Layers()
	}
	return nil
}

// run judges the words as one command, or the lines of standard input. The exit
// code is the outcome, so that a script can branch on it: 0, 3 or 4, which
// failures of this program do not have.
func (c *checker) run(ctx context.Context, args []string) (err error) {
	if err := c.open(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.bench.close(context.WithoutCancel(ctx))) }()
	if len(args) == 1 && args[0] == "-" {
		return c.stream(ctx)
	}
	text, err := commandOf(args)
	if err != nil {
		return err
	}
	r, err := c.check(ctx, checkLine{Command: text, Shell: !c.noShell, Dir: c.cwd, Agent: c.agent})
	if err != nil {
		return err
	}
	if c.json {
		err = printLine(c.Stdout, r)
	} else {
		_, err = io.WriteString(c.Stdout, r.text())
	}
	if err != nil {
		return err
	}
	switch r.Outcome {
	case pipeline.Allow.String():
		return nil
	case pipeline.Hold.String():
		return &exitError{code: exitHeld}
	default:
		return &exitError{code: exitBlocked}
	}
}

// commandOf is the command that arguments say: a text, or the words of one command,
// which somebody's shell has already read.
func commandOf(args []string) (string, error) {
	if len(args) == 1 {
		return args[0], nil
	}
	text, err := command.Spell(args)
	if err != nil {
		return "", usage(err)
	}
	return text, nil
}

// check judges one command. Programs and folders need not exist on this
// machine: what is asked is what would be decided, not whether it would work.
func (c *checker) check(ctx context.Context, l checkLine) (CheckResult, error) {
	r := CheckResult{ID: l.ID, Command: l.Command, Effects: []CheckedEffect{}, Confinement: c.layers, Policy: c.bench.rules.Version()}
	if _, own := c.bench.rules.Profile(pipeline.Principal(l.Agent)); own {
		r.Profile = l.Agent
	}
	p, err := c.propose(ctx, l)
	if e, ok := errors.AsType[*pipeline.Error](err); ok {
		// The worker would refuse it before any gate sees it.
		r.Outcome = pipeline.Deny.String()
		r.Verdicts = []CheckVerdict{{Gate: "request", Outcome: r.Outcome, Rule: nonEmpty(e.Rule, string(e.Code)), Reason: e.Message, Hint: e.Hint}}
		return r, nil
	}
	if err != nil {
		return r, err
	}
	d, err := c.judge.Judge(ctx, p)
	if err != nil {
		return r, err
	}
	r.Outcome = d.Outcome.String()
	r.Inspectable = true
	for i, e := range p.Effects {
		v := strictestOn(d, i)
		r.Effects = append(r.Effects, CheckedEffect{
			Kind: e.Kind, Object: e.Object, Certain: e.Certain, Outcome: v.Outcome.String(), Rule: v.Rule, By: e.By, Mark: e.Mark,
		})
		if e.Kind == pipeline.KindCode || e.Kind == pipeline.KindUnknown {
			r.Inspectable = false
		}
	}
	for _, v := range d.Verdicts {
		v = spoken(v)
		r.Verdicts = append(r.Verdicts, CheckVerdict{Gate: v.Gate, Outcome: v.Outcome.String(), Rule: v.Rule, Reason: v.Reason, Hint: v.Hint})
	}
	return r, nil
}

// propose analyses a command as the shell actuator would. A command of which
// nothing is known has the one effect unknown, as there: no effects at all
// would mean that it does nothing. A *pipeline.Error says that the worker would
// refuse the request before any gate sees it.
func (c *checker) propose(ctx context.Context, l checkLine) (pipeline.Proposal, error) {
	dir := l.Dir
	if dir == "" && len(c.bench.cfg.Workspace) > 0 {
		dir = c.bench.cfg.Workspace[0]
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(c.Dir, dir)
	}
	params, err := json.Marshal(shell.Params{Command: l.Command, Shell: l.Shell, CWD: dir, Env: l.Env})
	if err != nil {
		return pipeline.Proposal{}, err
	}
	if _, bad := shell.ReadParams(params); bad != nil {
		return pipeline.Proposal{}, bad
	}
	found, err := c.bench.analyst.Analyze(ctx, shell.Question{
		Text: l.Command, Shell: l.Shell, Dir: dir, Asked: l.Env,
		Env: c.environment(l.Agent),
	})
	if err != nil {
		return pipeline.Proposal{}, err
	}
	p := pipeline.Proposal{
		ID: l.ID, Skill: "request", Effects: found.Effects, Summary: found.Text, Confinement: c.layers,
		Signal: pipeline.Signal{ID: l.ID, Type: "check", Principal: pipeline.Principal(l.Agent), Role: pipeline.RoleAgent, Session: "check"},
		Action: pipeline.Action{Target: "shell", Op: shell.OpRun, Params: params, Intent: "asked by worker check"},
		Policy: c.bench.rules.Version(),
	}
	if p.Exact, err = json.Marshal(map[string]any{"argv": found.Argv, "script": found.Script, "dir": dir}); err != nil {
		return pipeline.Proposal{}, err
	}
	if len(p.Effects) == 0 && !found.Clear {
		p.Effects = []pipeline.Effect{{Kind: pipeline.KindUnknown, Object: l.Command}}
	}
	return p, nil
}

// environment is what the shell actuator gives a command before its own
// changes, as far as it bears on the analysis. It must not be this process's
// own: what somebody has in a shell says nothing of what the worker's commands
// get.
func (c *checker) environment(agent string) map[string]string {
	b := c.bench
	env := map[string]string{
		"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "TERM": "dumb",
		"SHELL": "/bin/bash", "HOME": home(), "USER": username(), "LOGNAME": username(),
	}
	if pipeline.ValidToken(agent) {
		env["TMPDIR"] = filepath.Join(b.cfg.Scratch, agent)
	}
	return env
}

// strictestOn is the strictest verdict on one effect, over all gates. An effect
// that no gate has judged is held, as pipeline.Decide has it.
func strictestOn(d pipeline.Decision, i int) pipeline.Verdict {
	best := pipeline.Verdict{Outcome: pipeline.Hold, Rule: pipeline.RuleUncovered}
	covered := false
	for _, v := range d.Verdicts {
		if i >= len(v.PerEffect) {
			continue
		}
		if e := v.PerEffect[i]; !covered || e.Outcome < best.Outcome || e.Outcome == best.Outcome && best.Rule == "" {
			best, covered = e, true
		}
	}
	return best
}

// spoken gives a gate that judged effect by effect the words of its strictest
// part, when it has none of its own.
func spoken(v pipeline.Verdict) pipeline.Verdict {
	for _, e := range v.PerEffect {
		if v.Reason == "" && e.Outcome == v.Outcome {
			v.Rule, v.Reason, v.Hint = e.Rule, e.Reason, e.Hint
		}
	}
	return v
}

// nonEmpty is a, or b where a says nothing.
func nonEmpty(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// text is the result for people: the outcome, each effect with its rule, and
// why it is not simply allowed.
func (r CheckResult) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n", strings.ToUpper(r.Outcome), display.Line(r.Command))
	for _, e := range r.Effects {
		certain := ""
		if !e.Certain {
			certain = " (at worst)"
		}
		fmt.Fprintf(&b, "  %-5s %s %s%s  [%s]\n", e.Outcome, e.Kind, display.Line(e.Object), certain, e.Rule)
	}
	for _, v := range r.Verdicts {
		if v.Outcome == pipeline.Allow.String() {
			continue
		}
		fmt.Fprintf(&b, "%s: %s says %s [%s]\n", v.Outcome, v.Gate, display.Line(v.Reason), v.Rule)
		if v.Hint != "" {
			fmt.Fprintf(&b, "      %s\n", display.Line(v.Hint))
		}
	}
	if r.Profile != "" {
		fmt.Fprintf(&b, "by the rules of profile %s\n", display.Line(r.Profile))
	}
	switch {
	case r.Confinement == "":
		b.WriteString("nothing on this machine can confine a command; worker doctor says why\n")
	default:
		fmt.Fprintf(&b, "it would run confined by %s\n", r.Confinement)
	}
	return b.String()
}
