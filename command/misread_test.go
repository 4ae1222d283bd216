package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestMisread: what shells read otherwise than the parser is unknown, and what only looks
// like it is not. That the shells do is in Shapes and what the fuzzer makes of expansions.
func TestMisread(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, doubtful := range map[string]bool{
		"echo \"${x:-'$(id)'}\"":                         true,
		"echo \"${x:-'`id`'}\"":                          true,
		"echo \"${x:-'}\"; id; echo \"'}\"":              true,
		"echo $((${x:-'}'}))":                            true,
		"cat <<E\n${x:-'$(id)'}\nE":                      true,
		"cat <<E\n${x#\"}\nE\nid\ncat <<E\n\"}\nE":       true,
		"echo \"$(echo ${x-$'$(id)'})\"":                 true,
		"set -o posix\na[${x:-'}$(id)'}]=1":              true,
		"bash -c 'echo \"`echo ${a[0]//}#$(id)}`\"'":     true,
		"bash -c 'echo \"`echo \"a\"`\"'":                true,
		"sh -c $'echo \"${x:-\\'}\"; id; echo \"\\'}\"'": true,
		"echo \"${x:-'none'}\"":                          false,
		"echo ${x:-'$(id)'}":                             false,
		"echo \"${x%'}'}\" \"${x//'\"'/}\"":              false,
		"echo \"$(printf %s \"${x//$'\\n'/ }\")\"":       false,
		"cat <<E\n$HOME ${x:-none}\nEE\nE":               false,
		"cat <<'E'\n${x:-'\nE":                           false,
		"cat <<-E\n\t$(pwd)\n\tE\necho \"'\"":            false,
		"bash -c 'sed s#a#b# f; echo `pwd` # note'":      false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		unknown := false
		for _, e := range out.Effects {
			unknown = unknown || e.Kind == pipeline.KindUnknown
		}
		if unknown != doubtful {
			t.Errorf("%q: doubtful is %v: %+v", text, unknown, out.Effects)
		}
	}
}
