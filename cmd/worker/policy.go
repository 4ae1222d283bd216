package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"passepartout/display"
	"passepartout/gates/policy"
	"passepartout/internal/config"
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

// newPolicyCheck also answers to "test": a file is loaded only if every rule
// passes its own examples, so that one cannot be had without the other.
func newPolicyCheck(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "check [FILE...]",
		Aliases: []string{"test"},
		Short:   "Load the rules in force, and FILEs on top, and run every rule's examples",
		RunE: func(_ *cobra.Command, args []string) error {
			l, err := a.load()
			if err != nil {
				return err
			}
			rules, err := a.rules(l, args)
			if err != nil {
				return usage(err)
			}
			list := rules.Rules("").List()
			if asJSON {
				return printJSON(a.Stdout, struct {
					Version string        `json:"version"`
					Rules   []policyEntry `json:"rules"`
				}{rules.Version(), entries(list)})
			}
			var rows [][]string
			for _, e := range entries(list) {
				rows = append(rows, []string{e.Outcome, e.Rule, e.Source, e.Reason})
			}
			if err := table(a.Stdout, []string{"OUTCOME", "RULE", "FROM", "REASON"}, rows); err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Stdout, "\n%d rules, all of their examples hold; version %s\n", len(list), rules.Version())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
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

// rules loads the rules of the configuration with more files on top. Those that
// only single agents have (policy.profiles) are not among them.
func (a *app) rules(l *config.Loaded, files []string) (*policy.Gate, error) {
	cfg := l.Config
	for _, f := range files {
		cfg.Policy.Files = append(cfg.Policy.Files, a.path(f))
	}
	return policy.New(policy.Config{
		Zones: zones(cfg, l.File), Hosts: map[string][]string{policy.AllowedHosts: cfg.Hosts.Allow},
		Preset: cfg.Policy.Preset, Files: cfg.Policy.Files,
	})
}

// newPolicyExplain shows how the rule file came to its verdict: what lost
// counts as much as what won for who wants to change it.
func newPolicyExplain(a *app) *cobra.Command {
	c := &checker{app: a}
	cmd := &cobra.Command{
		Use:   "explain CMD",
		Short: "For each effect of a command, every rule that matched and the one that won",
		Long: `For each effect of a command, every rule that matched and the one that won.
This is about the rule file alone; "worker check" asks all gates.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.explain(cmd.Context(), strings.Join(args, " "))
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
