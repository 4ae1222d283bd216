package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestEnvironmentFiltered: a program that picks credentials from among all variables
// is told from one that asks for one, or for all.
func TestEnvironmentFiltered(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]bool{
		`python3 -c 'import os; print({k: v for k, v in os.environ.items() if k.endswith("TOKEN")})'`:  true,
		`python3 -c 'import os; print([k for k in os.environ if "SECRET" in k])'`:                      true,
		"python3 - <<'E'\nimport os\nfor k, v in os.environ.items():\n    if 'KEY' in k: print(v)\nE":  true,
		`python3 -c 'import os; print("TOKEN" in os.environ)'`:                                         false,
		`python3 -c 'import os; print(os.environ["HOME"])'`:                                            false,
		`python3 -c 'import os; print(dict(os.environ))'`:                                              false,
		`python3 -c 'import os; d = {"token": 1}; print(os.environ.get("A"), [k for k in d.items()])'`: false,
		`node -e 'console.log(Object.entries(process.env).filter(([k]) => /TOKEN|SECRET/.test(k)))'`:   true,
		`node -e 'console.log(Object.keys(process.env).length)'`:                                       false,
		`ruby -e 'puts ENV.select { |k, v| k =~ /TOKEN/ }'`:                                            true,
		`perl -e 'print "$_\n" for grep /PASSWORD/, keys %ENV'`:                                        true,
		`php -r 'foreach (getenv() as $k => $v) if (str_contains($k, "TOKEN")) echo $v;'`:              true,
		`awk 'BEGIN { for (k in ENVIRON) if (k ~ /SECRET/) print ENVIRON[k] }'`:                        true,
		`jq -n 'env | with_entries(select(.key | test("TOKEN")))'`:                                     true,
		`env | sort`: false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if found := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindSecret && e.Object == "credentials among the variables"
		}); found != want {
			t.Errorf("%q: found %v, want %v", text, found, want)
		}
	}
}
