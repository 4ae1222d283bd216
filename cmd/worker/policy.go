package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"passepartout/display"
	"passepartout/gates/policy"
	"passepartout/pipeline"
)

// newPolicy is the bench of who writes rules. Nothing here changes a running
// worker, which reads its rule files by itself when they change.
func newPolicy(a *app) *cobra.Command {
	schema := &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of a rule file", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.Stdout, "%s\n", policy.Schema())
			return err
		},
	}
	return group("policy", "The rule files: validate, run their examples, replay the record, explain a command",
		newPolicyCheck(a), newPolicyReplay(a), newPolicyExplain(a), schema)
}

// policyChecker is policy check with its flags.
type policyChecker struct {
	*app
	json  bool
	agent string
}

// newPolicyCheck also answers to "test": a file is loaded only if every rule
// passes its own examples, so that one cannot be had without the other.
func newPolicyCheck(a *app) *cobra.Command {
	c := &policyChecker{app: a}
	cmd := &cobra.Command{
		Use:     "check [FILE...]",
		Aliases: []string{"test"},
		Short:   "Load the rules in force, and FILEs on top, and run every rule's examples",
		Long: `Load everything that the worker would judge by: the preset, the rule files of
the configuration, and those of each profile (policy.profiles), with FILEs on
top of what everybody has. Every rule's examples are run, and every mistake is
told with its file and line.

Without --agent the rules of everybody are listed, and under each profile those
that only its agent has; with it, all rules that the agent is judged by.`,
		Example: "worker policy check\nworker policy test stricter.yaml\nworker policy check --agent intern",
		RunE:    func(_ *cobra.Command, args []string) error { return c.run(args) },
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON")
	cmd.Flags().StringVar(&c.agent, "agent", "", "`name` of the agent whose rules are listed (default: those of everybody, and what differs in profiles)")
	return cmd
}

// PolicyReport is what policy check finds.
//
// It is a contract of --json: fields are added, not renamed.
type PolicyReport struct {
	Version  string          `json:"version"`
	Preset   string          `json:"preset"`
	Agent    string          `json:"agent,omitempty"`   // whose rules were asked for
	Profile  string          `json:"profile,omitempty"` // the profile that they are of; empty: everybody's
	Rules    []policyEntry   `json:"rules"`
	Profiles []policyProfile `json:"profiles,omitempty"`
}

// policyProfile is an agent with rules of its own.
type policyProfile struct {
	Agent  string        `json:"agent"`
	Preset string        `json:"preset"`
	Files  []string      `json:"files,omitempty"`
	Rules  []policyEntry `json:"rules"` // all that the agent is judged by
}

// run loads what the worker would load.
func (c *policyChecker) run(files []string) error {
	l, err := c.load()
	if err != nil {
		return err
	}
	for i, f := range files {
		files[i] = c.path(f)
	}
	book, err := openRulebook(l, files...)
	if err != nil {
		return usage(err)
	}
	rules, who := book.rules, pipeline.Principal(c.agent)
	report := PolicyReport{Version: rules.Version(), Preset: l.Config.Policy.Preset, Agent: c.agent, Rules: entries(rules.Rules(who).List())}
	if p, own := rules.Profile(who); own {
		report.Profile, report.Preset = c.agent, p.Preset
	}
	if c.agent == "" {
		for _, name := range rules.Profiles() {
			p, _ := rules.Profile(name)
			report.Profiles = append(report.Profiles, policyProfile{
				Agent: string(name), Preset: p.Preset, Files: p.Files, Rules: entries(rules.Rules(name).List()),
			})
		}
	}
	if c.json {
		return printJSON(c.Stdout, report)
	}
	return c.print(report)
}

// print writes the report for people. Of a profile it shows what its agent has
// and others have not, and the other way round.
func (c *policyChecker) print(r PolicyReport) error {
	if c.agent != "" {
		fmt.Fprintf(c.Stdout, "%s\n\n", whoseRules(c.agent, r.Profile))
	}
	if err := c.table(r.Rules); err != nil {
		return err
	}
	for _, p := range r.Profiles {
		own, missing := less(p.Rules, r.Rules), less(r.Rules, p.Rules)
		fmt.Fprintf(c.Stdout, "\nprofile %s: preset %s, %d rules\n", display.Line(p.Agent), p.Preset, len(p.Rules))
		if len(own) > 0 {
			if err := c.table(own); err != nil {
				return err
			}
		}
		for _, e := range missing {
			if p.Preset != r.Preset && strings.HasPrefix(e.Source, "preset ") {
				continue // that the other preset has other rules is said already
			}
			fmt.Fprintf(c.Stdout, "without %s (%s)\n", e.Rule, display.Line(e.Source))
		}
	}
	_, err := fmt.Fprintf(c.Stdout, "\n%d rules%s, all of their examples hold; version %s\n", len(r.Rules), besides(r.Profiles), r.Version)
	return err
}

func (c *policyChecker) table(list []policyEntry) error {
	var rows [][]string
	for _, e := range list {
		rows = append(rows, []string{e.Outcome, e.Rule, e.Source, e.Reason})
	}
	return table(c.Stdout, []string{"OUTCOME", "RULE", "FROM", "REASON"}, rows)
}

// less is what stands in list and not in other.
func less(list, other []policyEntry) []policyEntry {
	var out []policyEntry
	for _, e := range list {
		if !slices.Contains(other, e) {
			out = append(out, e)
		}
	}
	return out
}

// besides counts profiles in a sentence.
func besides(profiles []policyProfile) string {
	switch len(profiles) {
	case 0:
		return ""
	case 1:
		return " and 1 profile"
	default:
		return fmt.Sprintf(" and %d profiles", len(profiles))
	}
}

// whoseRules says by whose rules an agent is judged; an agent that was
// misspelled has those of everybody, and this shows it.
func whoseRules(agent, profile string) string {
	if profile == "" {
		return display.Line(agent) + " has no profile: the rules of everybody"
	}
	return "profile " + display.Line(profile)
}

// policyEntry is one rule as the table lists it.
type policyEntry struct {
	Rule    string `json:"rule"`
	Outcome string `json:"outcome"`
	Source  string `json:"source"`
	Reason  string `json:"reason,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

// entries are rules as the table and --json list them.
func entries(list []*policy.Rule) []policyEntry {
	out := make([]policyEntry, 0, len(list))
	for _, r := range list {
		out = append(out, policyEntry{Rule: r.ID, Outcome: r.Outcome.String(), Source: r.Source, Reason: r.Reason, Hint: r.Hint})
	}
	return out
}

// newPolicyExplain shows how the rule file came to its verdict: what lost
// counts as much as what won for who wants to change it.
func newPolicyExplain(a *app) *cobra.Command {
	c := &checker{app: a}
	cmd := &cobra.Command{
		Use:   "explain CMD",
		Short: "For each effect of a command, every rule that matched and the one that won",
		Long: `For each effect of a command, every rule that matched and the one that won, by
the rules of --agent: those of its profile if it has one (policy.profiles).
This is about the rule files alone; "worker check" asks all gates.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			command, err := commandOf(args)
			if err != nil {
				return err
			}
			return c.explain(cmd.Context(), command)
		},
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&c.noShell, "no-shell", false, "one simple command that no shell reads")
	cmd.Flags().StringVar(&c.cwd, "cwd", "", "folder that the command would run in")
	cmd.Flags().StringVar(&c.agent, "agent", "agent", "who would ask")
	cmd.Flags().StringVar(&c.layers, "confinement", "", "judge as if commands ran under these `layers` (default: what this machine offers; none: nothing)")
	return cmd
}

// explain analyses one command as check does and has the rules give account of
// each effect.
func (c *checker) explain(ctx context.Context, command string) (err error) {
	if err := c.open(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.bench.close(context.WithoutCancel(ctx))) }()
	p, err := c.propose(ctx, checkLine{Command: command, Shell: !c.noShell, Dir: c.cwd, Agent: c.agent})
	if err != nil {
		return err
	}
	accounts := c.bench.rules.Explain(p)
	if c.json {
		return printJSON(c.Stdout, append([]policy.Account{}, accounts...))
	}
	if len(c.bench.rules.Profiles()) > 0 {
		profile := ""
		if _, own := c.bench.rules.Profile(p.Signal.Principal); own {
			profile = c.agent
		}
		fmt.Fprintln(c.Stdout, whoseRules(c.agent, profile))
	}
	for _, a := range accounts {
		fmt.Fprintf(c.Stdout, "%-5s %s %s  [%s]\n", a.Outcome, a.Effect.Kind, display.Line(a.Effect.Object), a.Class)
		for _, m := range a.Matched {
			won := " "
			if m.Rule == a.Rule {
				won = "*"
			}
			fmt.Fprintf(c.Stdout, "    %s %-5s %s (%s)\n", won, m.Outcome, m.Rule, m.Source)
		}
		if len(a.Matched) == 0 {
			fmt.Fprintf(c.Stdout, "      no rule matches; it is held\n")
		}
		if a.Outcome != pipeline.Allow && a.Reason != "" {
			fmt.Fprintf(c.Stdout, "      %s\n", a.Reason)
		}
	}
	return nil
}
