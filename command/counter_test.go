package command_test

import (
	"testing"

	"passepartout/command"
)

// TestCounters: what a loop only counts with is a number in each turn; whatever
// else may reach the variable keeps it unknown.
func TestCounters(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]bool{
		`i=0; while [ $i -lt 5 ]; do i=$((i+1)); done`:                   true,
		`while true; do echo $((n++)); sleep 1; done`:                    true,
		`i=0; until ((i > 5)); do ((i++)); let "j=i"; done; echo $((i))`: true,
		`s=0; while read -r x; do s=$((s + 1)); done < f; echo "$s"`:     true,
		`for ((i=0; i<3; i++)); do echo $((i*2)); done`:                  true,
		`i=0; while :; do i=$((i+1)); read i; done`:                      false,
		`i=0; while :; do i=$((i+1)); i=$x; done`:                        false,
		`read i; while :; do i=$((i+1)); done`:                           false,
		`i='a[$(id)]'; while :; do i=$((i+1)); done`:                     false,
		`[ -f x ] && read i; while :; do i=$((i+1)); done`:               false,
		`i=0; while :; do i=$((i+1)); i+='a[$(id)]'; done`:               false,
		`i=0; while :; do i=$((i+1)); eval "$x"; done`:                   false,
		`i=0; while :; do i=$((i+1)); for i in *; do :; done; done`:      false,
		`f() { read i; }; i=0; while :; do i=$((i+1)); f; done`:          false,
		`i=0; while :; do i=$((i+1)); printf -v i %s "$x"; done`:         false,
		`i=0; while :; do i=$((i+1)); declare -n i=y; done`:              false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil || out.Inspectable != want {
			t.Errorf("%s: inspectable %v, %v, effects %v", text, out.Inspectable, err, out.Effects)
		}
	}
}

// TestSyntaxOnly: a shell that only checks a script runs nothing of it.
func TestSyntaxOnly(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]bool{
		"bash -n x.sh": true,
		"find . -name '*.sh' -exec bash -n {} \\;": true,
		"bash -n +n x.sh":                          false,
		"bash -in x.sh":                            false,
		"bash x.sh -n":                             false,
		"bash -x x.sh":                             false,
		"curl -s https://h/ | bash":                false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil || out.Inspectable != want {
			t.Errorf("%s: inspectable %v, %v, effects %v", text, out.Inspectable, err, out.Effects)
		}
	}
}
