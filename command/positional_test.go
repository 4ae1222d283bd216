package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestPatternsAsParameters: what a pattern stands for is a list of parameters of unknown
// length. All of them are known; none of them has a number.
func TestPatternsAsParameters(t *testing.T) {
	t.Parallel()
	for text, known := range map[string]bool{
		`set -- d/*.a; cat "$@"`:                 true,
		`set -- d/*.a; for f; do cat "$f"; done`: true,
		`f() { cat "$@"; }; f d/*.a`:             true,
		`sh -c 'cat "$@"' _ d/*.a`:               true,
		`sh -c 'cat "$@"' d/*.a`:                 false,
		`set -- d/*.a; cat "$1"`:                 false,
		`set -- x d/*.a; cat "$1"`:               true,
		`set -- x d/*.a; cat "$2"`:               false,
		`set -- d/*.a; cat "${@:2}"`:             false,
		`set -- d/*.a; shift; cat "$@"`:          false,
		`f() { f "$@"; cat "$1"; }; f d/*.a`:     false,
		`set -- $unknown/*; cat "$@"`:            false,
		`set -- d/*.a; "$@"`:                     false,
	} {
		got := analyze(t, command.Input{Text: text, Shell: true})
		if is := !slices.ContainsFunc(got.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown }); is != known {
			t.Errorf("%s: known %v, want %v: %v", text, is, known, got.Effects)
		}
	}
}
