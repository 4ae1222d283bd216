package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"passepartout/bus"
	"passepartout/pipeline"
)

// newKeys looks after the register of principals in the state folder. Whoever
// can read that folder holds every key in it; so there is no right to ask for
// here, but the one on the files.
func newKeys(a *app) *cobra.Command {
	add := &cobra.Command{
		Use:   "add ROLE NAME",
		Short: "Make a principal and its key; a running worker admits it at once",
		Args:  cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			keys, err := a.keys()
			if err != nil {
				return err
			}
			id, file, err := keys.Add(pipeline.Principal(args[1]), pipeline.Role(args[0]))
			if err != nil {
				return keysError(err)
			}
			_, err = fmt.Fprintf(a.Stdout, "%s %s %s\nkey file: %s\n", id.Role, id.Name, id.Key, file)
			return err
		},
	}
	revoke := &cobra.Command{
		Use:   "revoke ROLE NAME",
		Short: "Withdraw a principal's key; a running worker closes its connections",
		Args:  cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			keys, err := a.keys()
			if err != nil {
				return err
			}
			if err := keys.Revoke(pipeline.Principal(args[1]), pipeline.Role(args[0])); err != nil {
				return keysError(err)
			}
			_, err = fmt.Fprintf(a.Stdout, "revoked %s %s\n", args[0], args[1])
			return err
		},
	}
	cmd := group("keys", "Principals of the embedded server: who may connect, and as what", newKeysList(a), add, revoke, newKeysServer(a))
	cmd.Long = `Principals of the embedded server. Each has a name, a role and a key of its own;
the key file works with "nats --nkey FILE" as it is. Roles: agent, sensor,
approver, observer, operator, worker. The same name in two roles is the same
principal, so that nobody can approve their own request under another hat.

The commands change the register in the state folder and need no running
worker; one that runs notices within a second. For an external server,
"server-config" prints the same principals and rights as its configuration.`
	return cmd
}

// newKeysList prints public keys only. Revoked principals stay in the register;
// one whose name is given again stands there twice.
func newKeysList(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List all principals, revoked ones too",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			keys, err := a.keys()
			if err != nil {
				return err
			}
			all, err := keys.List()
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a.Stdout, append([]bus.Identity{}, all...))
			}
			var rows [][]string
			for _, id := range all {
				state := "active"
				if !id.Revoked.IsZero() {
					state = "revoked " + id.Revoked.Format(time.RFC3339)
				}
				rows = append(rows, []string{string(id.Role), string(id.Name), id.Key, state})
			}
			return table(a.Stdout, []string{"ROLE", "NAME", "KEY", "STATE"}, rows)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// newKeysServer is the way to a NATS server of one's own: the same accounts,
// users and permissions as the embedded server has, in the language of
// nats-server's configuration. It holds public keys only (NATS documentation,
// "NKeys").
func newKeysServer(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "server-config",
		Short: "Print accounts and rights of all principals for a nats-server of your own",
		Long: `Print the principals of the state folder, their accounts and their rights as a
configuration for nats-server, to be included in its own. Run it again after
each change of the principals, and have the server reload.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			l, err := a.load()
			if err != nil {
				return err
			}
			subjects, err := bus.NewSubjects(l.Config.NATS.Prefix)
			if err != nil {
				return err
			}
			text, err := bus.NewKeys(l.Config.StateDir, a.Now).ServerConfig(subjects)
			if err != nil {
				return err
			}
			_, err = a.Stdout.Write(text)
			return err
		},
	}
}

// keys opens the register. With an external server there is none to change:
// adding a principal to it would look as if it had been admitted.
func (a *app) keys() (*bus.Keys, error) {
	l, err := a.load()
	if err != nil {
		return nil, err
	}
	if l.Config.NATS.URL != "" || l.Config.NATS.Context != "" {
		return nil, usage(errors.New("principals of an external server are managed there, not by this command"))
	}
	return bus.NewKeys(l.Config.StateDir, a.Now), nil
}

// keysError makes wrong usage of a name or a role that cannot be one.
func keysError(err error) error {
	if errors.Is(err, bus.ErrName) {
		return usage(err)
	}
	return err
}
