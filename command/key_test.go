package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
)

// TestKeysWithPoints: a key of an associative array may hold a point, which the
// parser takes for arithmetic. What runs has it in quotes.
func TestKeysWithPoints(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]string{
		"declare -A m=([install.md]=x [a.b-c]=y); echo \"${m[@]}\"": `declare -A m=(["install.md"]=x ["a.b-c"]=y)`,
		"declare -A m\nm[a.md]=x":                                   `m["a.md"]=x`,
		"declare -A m=(\n  [a.b]=1\n  [c.d]=2\n)":                   `["c.d"]=2`,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil || !strings.Contains(out.Script, want) {
			t.Errorf("%s: %q, %v", text, out.Script, err)
		}
	}
	for _, text := range []string{"echo $((1.5))", "m=([$(id).x]=1)", "cat <<E\n[a.b]=\nE\necho $((1.5))", strings.Repeat("m[a.b]=1;", 100)} {
		if out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld()); err == nil {
			t.Errorf("%s: %q, want it refused", text, out.Script)
		}
	}
	out, err := a.Analyze(command.Input{Text: "declare -A m=([a.b]=/); rm -rf \"${m[a.b]}\"", Shell: true}, command.ExampleWorld())
	if err == nil && !hasUnknown(out) && len(out.Effects) < 3 {
		t.Errorf("a deletion by such a key: %v", out.Effects)
	}
}
