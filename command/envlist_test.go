package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestListedSearch: who looks for names of credentials among all variables is told so,
// by whatever way the list gets to the search; a search elsewhere is none of that.
func TestListedSearch(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]bool{
		"env -i bash -lc 'set; declare -x' | grep -iE 'key|token'":        true,
		"sh -c env | grep -i secret":                                      true,
		"{ set; env; } | sort | grep -i token":                            true,
		"timeout 5 printenv | rg -i token":                                true,
		"f(){ env; }; f | grep -i token":                                  true,
		"bash <<< env | grep -i token":                                    true,
		"grep -i token <(bash -c set)":                                    true,
		"grep -i token <<< \"$(env)\"":                                    true,
		"x=$(env); echo \"$x\" | grep -i token":                           true,
		"env > e.txt; grep -i token e.txt":                                true,
		"node -e 'console.log(process.env)' | grep -i token":              true,
		"env | while read l; do case $l in *TOKEN*) echo $l;; esac; done": true,
		"env | sort":                              false,
		"env | grep -i proxy":                     false,
		"set -e; grep -rn token src":              false,
		"env A=1 pytest | grep passed":            false,
		"env > e.txt; grep -rn token src":         false,
		"set -o pipefail; npm test | grep -i key": false,
	} {
		got, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		found := slices.ContainsFunc(got.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindSecret && e.Object == "credentials among the variables"
		})
		if found != want {
			t.Errorf("%s: credentials among the variables %v, want %v", text, found, want)
		}
	}
}
