package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/internal/coverage"
)

// newCatalogue is for who writes entries. It needs neither worker nor
// configuration: what it says is about the catalogue in this binary, with
// folders of further entries on top. Entries that an operator tries out here
// are not those of the running worker, which takes none but its own.
func newCatalogue(a *app) *cobra.Command {
	c := &cataloguer{app: a}
	lint := &cobra.Command{
		Use:   "lint",
		Short: "Find mistakes in entries that no example shows",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return c.lint() },
	}
	test := &cobra.Command{
		Use:   "test [PROGRAM...]",
		Short: "Hold entries to their examples",
		RunE:  func(_ *cobra.Command, args []string) error { return c.test(args) },
	}
	cover := &cobra.Command{
		Use:   "coverage [--json] CORPUS",
		Short: "How many command lines of a corpus are fully known, and what is missed most",
		Long: `Analyse every command line of a corpus and count those whose effects are all
known. CORPUS is a text file with a command on each line, a file of JSON lines
(.jsonl) with a text "command", or a folder of pages in tldr's markdown.

The programs and options that the catalogue misses most are listed first.`,
		Example: "worker catalogue coverage history.txt\nworker catalogue coverage --json --top 1000 pages/common",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return c.coverage(args[0]) },
	}
	cover.Flags().BoolVar(&c.json, "json", false, "print JSON")
	cover.Flags().IntVar(&c.top, "top", 40, "how many gaps of each kind are listed")
	cmd := group("catalogue", "What is known of programs: check it, and measure it on a corpus", lint, test, cover)
	cmd.PersistentFlags().StringArrayVar(&c.folders, "entries", nil, "`folder` with further entries (*.yaml); they replace built-in ones of the same name")
	return cmd
}

// cataloguer works on the catalogue of programs, with the flags of its
// subcommands.
type cataloguer struct {
	*app
	folders []string
	json    bool
	top     int
}

// open reads the entries. A folder that does not exist is wrong usage: without
// it the built-in entries alone would pass every check.
func (c *cataloguer) open() (*catalogue.Catalogue, error) {
	folders := make([]fs.FS, 0, len(c.folders))
	for _, f := range c.folders {
		if !filepath.IsAbs(f) {
			f = filepath.Join(c.Dir, f)
		}
		if _, err := os.Stat(f); err != nil {
			return nil, usage(fmt.Errorf("--entries: %w", err))
		}
		folders = append(folders, os.DirFS(f))
	}
	return catalogue.Open(folders...)
}

// lint finds what the reader of entries does not see: an entry without an
// example, an analyser or a "like" that does not exist. All mistakes are told,
// not the first.
func (c *cataloguer) lint() error {
	cat, err := c.open()
	if err != nil {
		return err
	}
	if problems := cat.Lint(command.Analyzers()); len(problems) > 0 {
		return errors.Join(problems...)
	}
	_, err = fmt.Fprintf(c.Stdout, "%d entries for %d programs: no mistakes\n", cat.Len(), len(cat.Names()))
	return err
}

// test analyses the examples of entries, all or those that are named, and
// compares the effects with those that the entry states: more effects are as
// wrong as fewer.
func (c *cataloguer) test(names []string) error {
	cat, err := c.open()
	if err != nil {
		return err
	}
	var programs []*catalogue.Program
	if len(names) == 0 {
		if programs, err = cat.Programs(); err != nil {
			return err
		}
	}
	for _, name := range names {
		p, err := cat.Find(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		programs = append(programs, p)
	}
	a := command.New(cat)
	var wrong []error
	examples := 0
	for _, p := range programs {
		examples += len(p.Examples)
		if err := a.CheckExamples(p); err != nil {
			wrong = append(wrong, err)
		}
	}
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	_, err = fmt.Fprintf(c.Stdout, "%d entries have exactly the effects of their %d examples\n", len(programs), examples)
	return err
}

// coverage measures how much of a corpus is known. It says nothing about
// outcomes: a command whose effects are all known may still be denied.
func (c *cataloguer) coverage(path string) error {
	cat, err := c.open()
	if err != nil {
		return err
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, path)
	}
	lines, err := coverage.Read(path)
	if err != nil {
		return err
	}
	r := coverage.Measure(command.New(cat), lines)
	if c.json {
		return printJSON(c.Stdout, r)
	}
	return r.Write(c.Stdout, c.top)
}
