package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"passepartout/internal/config"
)

// newConfig shows what is in force, value by value with its origin, after
// everything was merged and checked; a configuration that would stop the worker
// is an error here in the same words.
func newConfig(a *app) *cobra.Command {
	schema := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of passepartout.yaml",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			schema, err := config.Schema()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Stdout, "%s\n", schema)
			return err
		},
	}
	var asJSON bool
	show := &cobra.Command{
		Use:   "show",
		Short: "Print every value and where it comes from",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			l, err := a.load()
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a.Stdout, struct {
					File   string         `json:"file"`
					Values []config.Value `json:"values"`
				}{l.File, l.Values()})
			}
			return table(a.Stdout, []string{"KEY", "VALUE", "FROM"}, configRows(l))
		},
	}
	show.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return group("config", "The effective configuration and its JSON Schema", schema, show)
}

// configRows is the table of config show. There is no secret in it:
// config.Values names credentials by their files and masks the password in an
// URL.
func configRows(l *config.Loaded) [][]string {
	var rows [][]string
	for _, v := range l.Values() {
		from := v.Origin.From
		if v.Origin.Name != "" {
			from += " " + v.Origin.Name
		}
		value := v.Value
		if value == "" {
			value = "-"
		}
		rows = append(rows, []string{v.Key, value, from})
	}
	return rows
}

// newInit writes a sample to begin with. Without a file of that name the
// defaults hold, so that the sample as it is changes nothing.
func newInit(a *app) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "init [FILE]",
		Short: "Write a commented configuration",
		Long: `Write a configuration file in which every key stands with its default and a
comment. FILE is passepartout.yaml below ~/.config/passepartout if not given;
"-" writes to standard output.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			path := config.FilePath(a.Environ)[0]
			if len(args) == 1 {
				path = args[0]
			}
			sample := config.Sample(a.Environ)
			if path == "-" {
				_, err := fmt.Fprint(a.Stdout, sample)
				return err
			}
			path = a.path(path)
			if err := writeNew(path, sample, force); err != nil {
				return err
			}
			_, err := fmt.Fprintln(a.Stdout, "wrote", path)
			return err
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace a file that exists")
	return cmd
}

// writeNew writes a file that only its owner may read, and never replaces one
// that a person may have edited unless told to.
func writeNew(path, body string, force bool) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(path, flags, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists; --force replaces it", path)
	}
	if err != nil {
		return err
	}
	if _, err := f.WriteString(body); err != nil {
		return errors.Join(err, f.Close())
	}
	return f.Close()
}
