package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// Texts of which there is too much to read in time are told as a limit, so that they are
// held and shown, and their like that is smaller is read.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	recipe := func(n int) string {
		return "cat > Makefile <<'E'\nall:\n\techo a\n" + strings.Repeat("# a comment of some length\n", n) + "E\nmake"
	}
	for name, c := range map[string]struct {
		small, large string
	}{
		"commands":               {strings.Repeat("ls;", 900), strings.Repeat("ls;", 2100)},
		"commands in a function": {"f() { " + strings.Repeat("ls;", 900) + "}; ls", "f() { " + strings.Repeat("ls;", 2100) + "}; ls"},
		"words":                  {"echo" + strings.Repeat(" a", 2000), "echo" + strings.Repeat(" a", 17000)},
		"code that a tool loads": {recipe(200), recipe(1500)},
	} {
		for text, much := range map[string]bool{c.small: false, c.large: true} {
			out, err := analyzer(t).Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
			if err != nil {
				t.Errorf("%s, %d bytes: %v", name, len(text), err)
			}
			got := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown })
			if got != much {
				t.Errorf("%s, %d bytes: too much: %v, want %v", name, len(text), got, much)
			}
		}
	}
}
