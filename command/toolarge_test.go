package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// Texts of which there is too much to read in time are refused or told as a limit, and
// their like that is smaller is read.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	here := func(n int) string { return "cat <<-E\n" + strings.Repeat("\ta b c\n", n) + "E\n" }
	recipe := func(n int) string {
		return "cat > Makefile <<'E'\nall:\n\techo a\n" + strings.Repeat("# a comment of some length\n", n) + "E\nmake"
	}
	for name, c := range map[string]struct {
		small, large string
	}{
		"commands":                {strings.Repeat("ls;", 900), strings.Repeat("ls;", 2100)},
		"commands in a function":  {"f() { " + strings.Repeat("ls;", 900) + "}; ls", "f() { " + strings.Repeat("ls;", 2100) + "}; ls"},
		"words":                   {"echo" + strings.Repeat(" a", 2000), "echo" + strings.Repeat(" a", 9000)},
		"indented here-documents": {here(1000), here(6000)},
		"code that a tool loads":  {recipe(200), recipe(1500)},
	} {
		for text, much := range map[string]bool{c.small: false, c.large: true} {
			out, err := analyzer(t).Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
			got := err != nil
			for _, e := range out.Effects {
				got = got || e.Kind == pipeline.KindUnknown
			}
			if got != much {
				t.Errorf("%s, %d bytes: too much: %v, want %v (%v)", name, len(text), got, much, err)
			}
		}
	}
}
