package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
)

func analyzer(tb testing.TB) *command.Analyzer {
	tb.Helper()
	c, err := catalogue.Open()
	if err != nil {
		tb.Fatal(err)
	}
	return command.New(c)
}

// TestCatalogueExamples holds every entry to its own examples.
func TestCatalogueExamples(t *testing.T) {
	t.Parallel()
	c, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	programs, err := c.Programs()
	if err != nil {
		t.Fatal(err)
	}
	a := command.New(c)
	for _, p := range programs {
		t.Run(p.Names[0], func(t *testing.T) {
			if err := a.CheckExamples(p); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCatalogueLint finds what the decoder of entries cannot see.
func TestCatalogueLint(t *testing.T) {
	t.Parallel()
	c, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range c.Lint(command.Analyzers()) {
		t.Error(err)
	}
}
