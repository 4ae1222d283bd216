package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestSedBrackets: a delimiter between brackets ends a pattern for some versions
// of sed and not for others, so what either of them would run counts.
func TestSedBrackets(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for script, want := range map[string]bool{ // whether it runs something
		`s/[/x/;#]/id/e`:             true,
		`s/[^/x/;#]/id/e`:            true,
		`s/[]/x/;#]/id/e`:            true,
		`s/[[:alpha:]/x/;#]/id/e`:    true,
		`/[/;#]/s/a/id/e`:            true,
		`s/[/]/w/;s/x/id/e`:          true,
		`s/[/]/_/g`:                  false,
		`s/'((@[^/]+\/)?[^/']+)/\1/`: false,
		`s/[^/]*$//`:                 false,
		`s/\[/(/g; s/\]/)/g`:         false,
		`y/[/]/`:                     false,
	} {
		out, err := a.Analyze(command.Input{Argv: []string{"sed", script, "f"}}, command.ExampleWorld())
		if err != nil {
			t.Fatal(err)
		}
		got := false
		for _, e := range out.Effects {
			got = got || e.Kind == pipeline.KindCode || e.Kind == pipeline.KindUnknown
		}
		if got != want {
			t.Errorf("%s: runs something %v, want %v: %v", script, got, want, out.Effects)
		}
	}
}
