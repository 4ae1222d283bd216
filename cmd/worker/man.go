package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newMan writes manual pages in the man macros of groff (man(7)). The
// generator of cobra would bring two more modules for these few lines.
func newMan(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "man [DIR]",
		Short: "Write the manual pages into a folder, or this program's own to standard output",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return manPage(a.Stdout, cmd.Root())
			}
			dir := a.path(args[0])
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			return manTree(dir, cmd.Root())
		},
	}
}

// manTree writes the page of a command and of all below it, each under the path
// of its words as git does: worker-keys-add.1. Pages of before that no command
// has any more are left alone.
func manTree(dir string, cmd *cobra.Command) error {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	if err := manPage(f, cmd); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		if err := manTree(dir, sub); err != nil {
			return err
		}
	}
	return nil
}

// manPage writes one page from what --help says, so that the two cannot differ.
// It bears a version and no date: the same source makes the same page.
func manPage(w io.Writer, cmd *cobra.Command) error {
	var b strings.Builder
	title := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"passepartout %s\" \"Passepartout\"\n", strings.ToUpper(roff(title)), release)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(title), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(cmd.UseLine()))
	long := cmd.Long
	if long == "" {
		long = cmd.Short + "."
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", roff(long))
	manFlags(&b, "OPTIONS", cmd.NonInheritedFlags())
	manFlags(&b, "COMMON OPTIONS", cmd.InheritedFlags())
	if cmd.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(cmd.Example))
	}
	for i, sub := range cmd.Commands() {
		if i == 0 {
			b.WriteString(".SH COMMANDS\n")
		}
		if sub.IsAvailableCommand() {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(sub.UseLine()), roff(sub.Short))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// manFlags writes a section of options; hidden ones are not told here either.
func manFlags(b *strings.Builder, heading string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", heading)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, text := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(name+" "+value)), roff(text))
	})
}

// roff escapes text: a backslash, a hyphen that must stay one, and a dot or
// quote that would begin a macro.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		switch {
		case line == "":
			lines[i] = ".PP"
		case line[0] == '.' || line[0] == '\'':
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
