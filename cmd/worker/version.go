package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is the version of this source tree; see CHANGELOG.md.
const release = "0.1.0"

// Build is what a binary can tell of itself, all from the build information
// that the go command writes into it.
type Build struct {
	Version      string            `json:"version"`
	Commit       string            `json:"commit,omitempty"`
	Modified     bool              `json:"modified,omitempty"`
	Go           string            `json:"go"`
	Dependencies map[string]string `json:"dependencies"`
}

// build reads what this binary was made from. One without build information
// tells its version alone.
func build() Build {
	b := Build{Version: release, Dependencies: map[string]string{}}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Go = info.GoVersion
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	for _, m := range info.Deps {
		b.Dependencies[m.Path] = m.Version
	}
	return b
}

// newVersion says what runs here, for reports of faults and lists of what is
// installed.
func newVersion(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Version, commit, dependencies",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b := build()
			if asJSON {
				return printJSON(a.Stdout, b)
			}
			commit := b.Commit
			if commit == "" {
				commit = "unknown commit"
			}
			if b.Modified {
				commit += ", modified"
			}
			_, err := fmt.Fprintf(a.Stdout, "passepartout %s (%s, %s)\n", b.Version, commit, b.Go)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, with every dependency")
	return cmd
}
