// Command worker is Passepartout: a worker that takes requests for action from
// a bus, decides each one deterministically, asks a person where that is called
// for, carries it out in confinement and reports what really happened.
//
// This folder is the roof: it alone knows every room. One file is one
// subcommand; wire.go is the table of contents of the house; root.go holds the
// list of subcommands and what all of them share. A subcommand is a function
// that makes a cobra command; it gets everything it may touch (arguments,
// streams, environment, clock) through app, so that tests drive the program
// exactly as main does.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"passepartout/internal/config"
)

// Env is all of the world that the program is given.
type Env struct {
	Args    []string // without the program's name
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Environ []string // as os.Environ gives it
	Dir     string   // current folder
	Now     func() time.Time
}

// app is what every subcommand shares.
type app struct {
	Env
	ran     bool // a subcommand began: an error is no longer one of usage
	client  bool // the subcommand enforces nothing
	cfgFile string
	sets    []string
	as      string // principal that a client speaks as; empty: the role's usual one
	flags   *pflag.FlagSet
}

// commands is the list of subcommands, in the order of the documentation.
func commands() []func(*app) *cobra.Command {
	return []func(*app) *cobra.Command{
		newRun, newAsk, newCheck, newPlans, newApprove, newReject, newGrants, newConsole, newMCP,
		newWatch, newExplain, newPause, newResume, newRefill, newPolicy, newKeys, newDemo,
		newCatalogue, newInit, newConfig, newDoctor, newMicroVM, newMan, newVersion,
	}
}

// Main runs the program and returns its exit code.
func Main(ctx context.Context, env Env) int {
	a := &app{Env: env}
	root := newRoot(a)
	cmd, err := root.ExecuteContextC(ctx)
	var exit *exitError
	switch {
	case err == nil:
		return exitDone
	case !a.ran:
		fmt.Fprintln(a.Stderr, "worker:", err)
		if cmd != root {
			fmt.Fprintln(a.Stderr, "Usage:", cmd.UseLine())
		}
		fmt.Fprintf(a.Stderr, "Run '%s --help' for more.\n", cmd.CommandPath())
		return exitUsage
	case errors.As(err, &exit):
		if exit.err != nil {
			fmt.Fprintln(a.Stderr, "worker:", exit.err)
		}
		return exit.code
	default:
		fmt.Fprintln(a.Stderr, "worker:", err)
		return exitFailed
	}
}

const rootLong = `Passepartout is the pair of hands that an AI agent may borrow: it takes requests
for action from NATS, judges each by its effects, asks a person where that is
called for, carries it out in confinement, and reports what really happened.

Without a subcommand it runs the worker, with a NATS server of its own unless
--nats-url or --context names one.

Exit codes: 0 done, 1 failed, 2 usage, 3 blocked, 4 held and not answered in
time, 5 rejected, 6 outcome unknown; "worker ask" otherwise exits with the
command's own code.`

// newRoot puts the subcommands together. Errors and usage are printed by Main
// alone, and the worker's own flags are those of "run", which a bare call
// means.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:           "worker",
		Short:         "Hands for AI agents: judged, confined, recorded",
		Long:          rootLong,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          known,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			a.ran = true
			return nil
		},
	}
	root.SetArgs(a.Args)
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage(err) })
	a.bindFlags(root.PersistentFlags())
	for _, make := range commands() {
		root.AddCommand(make(a))
	}
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil && help != root {
		help.Args = func(_ *cobra.Command, topic []string) error {
			cmd, rest, err := root.Find(topic)
			if err != nil {
				return err
			}
			return known(cmd, rest)
		}
	}
	if run, _, err := root.Find([]string{"run"}); err == nil && run != root {
		root.RunE = run.RunE
		root.Flags().AddFlagSet(run.Flags())
	}
	return root
}

// configFlags are the keys that have a flag of their own; all others are set
// by --set.
func configFlags() []struct{ flag, key, doc string } {
	return []struct{ flag, key, doc string }{
		{"nats-url", "nats.url", "URL of an external NATS server"},
		{"creds", "nats.creds", "credentials file for it"},
		{"context", "nats.context", "NATS context that says where and how to connect"},
		{"port", "nats.port", "TCP port of the embedded server (0: 4222 or the next free one)"},
		{"state-dir", "state_dir", "folder of keys, journal and all other state"},
		{"workspace", "workspace", "folders in which agents may work, separated by commas"},
		{"preset", "policy.preset", "built-in rules: strict, standard or contained"},
	}
}

func (a *app) bindFlags(fs *pflag.FlagSet) {
	a.flags = fs
	fs.StringVar(&a.cfgFile, "config", "", "configuration file (default: passepartout.yaml below ~/.config/passepartout or /etc/passepartout)")
	fs.StringArrayVar(&a.sets, "set", nil, "set one `key=value` of the configuration, as in --set limits.timeout=60s")
	fs.StringVar(&a.as, "as", "", "`name` of the principal to speak as (default: the usual one of the role)")
	for _, f := range configFlags() {
		fs.String(f.flag, "", f.doc)
	}
}

// load reads the configuration: flags over variables over file over defaults.
func (a *app) load() (*config.Loaded, error) {
	set := map[string]string{}
	for _, f := range configFlags() {
		if flag := a.flags.Lookup(f.flag); flag.Changed {
			set[f.key] = flag.Value.String()
		}
	}
	for _, pair := range a.sets {
		key, value, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, usage(fmt.Errorf("--set %q is not key=value", pair))
		}
		set[key] = value
	}
	l, err := config.Load(config.Source{File: a.cfgFile, Env: a.Environ, Flags: set, Dir: a.Dir, Strays: a.client})
	if err != nil {
		return nil, usage(err)
	}
	return l, nil
}

// loadClient is load for a command that only speaks to a worker or looks at
// one. A variable that means nothing is a refusal for whatever judges or keeps
// something, because it may have been meant to make that stricter; here a
// warning does.
func (a *app) loadClient() (*config.Loaded, error) {
	warned := a.client
	a.client = true
	l, err := a.load()
	if err != nil || warned {
		return l, err
	}
	for _, name := range l.Strays {
		fmt.Fprintln(a.Stderr, "worker: warning: unknown variable", name)
	}
	return l, nil
}

// known refuses a word where a subcommand must stand, and says which was
// probably meant.
func known(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	const farthest = 2
	cmd.SuggestionsMinimumDistance = farthest
	text := fmt.Sprintf("unknown command %q for %q", args[0], cmd.CommandPath())
	if meant := cmd.SuggestionsFor(args[0]); len(meant) > 0 {
		text += "; did you mean " + strings.Join(meant, " or ") + "?"
	}
	return usage(errors.New(text))
}

// group is a command that only holds others. Without a subcommand it shows its
// help; with one that does not exist it is wrong usage, not help and success.
func group(use, short string, subs ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: known}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(subs...)
	return cmd
}

// path makes a path that the user wrote absolute.
func (a *app) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(a.Dir, p)
}
