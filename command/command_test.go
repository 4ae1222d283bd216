package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

func analyzer(tb testing.TB) *command.Analyzer {
	tb.Helper()
	c, err := catalogue.Open()
	if err != nil {
		tb.Fatal(err)
	}
	return command.New(c)
}

// wantObjects holds texts to the object of the last of their effects that counts; none is
// an empty one.
func wantObjects(t *testing.T, cases map[string]string, counts func(pipeline.Effect) bool) {
	t.Helper()
	for text, want := range cases {
		got := ""
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			if counts(e) {
				got = e.Object
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// wantEffects holds texts to whether any of their effects counts.
func wantEffects(t *testing.T, cases map[string]bool, counts func(pipeline.Effect) bool) {
	t.Helper()
	for text, want := range cases {
		out := analyze(t, command.Input{Text: text, Shell: true})
		if got := slices.ContainsFunc(out.Effects, counts); got != want {
			t.Errorf("%s: %v, want %v (%v)", text, got, want, out.Effects)
		}
	}
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
