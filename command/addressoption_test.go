package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestWordsThatLeadNowhere: beginnings of addresses, patterns of tests and files of the
// system that a module of the project looks at are no builds elsewhere; what looks like
// them and is one stays one.
func TestWordsThatLeadNowhere(t *testing.T) {
	t.Parallel()
	for text, elsewhere := range map[string]bool{
		"vite build --base /shop/":                             false,
		"vite build --base=/shop/":                             false,
		"vite build --base /home/x":                            true,
		"vite build --root /shop/":                             true,
		"vite build --base /shop/../../x":                      true,
		`cabal test --test-options='--match "/Parser/x y/"'`:   false,
		`cabal test --test-options='--match "/P/" -o /etc/x'`:  true,
		"python3 -m own /usr/share":                            false,
		"python3 -m own /usr/share/x.py":                       true,
		"python3 -m own --config /usr/share/x":                 true,
		"python3 -m own /etc":                                  true,
		"python3 -m pytest /usr/share":                         true,
		`f=$(ls -t | head -1 | cut -f2); make -C /tmp/x "a$f"`: true,
	} {
		got := analyze(t, command.Input{Text: text, Shell: true})
		if is := slices.ContainsFunc(got.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindCode && e.Object != command.ExampleWorld().Dir
		}); is != elsewhere {
			t.Errorf("%s: code elsewhere %v, want %v: %v", text, is, elsewhere, got.Effects)
		}
	}
}

// TestNewestFile: a pipeline that takes one line, and a part of it, prints one name.
func TestNewestFile(t *testing.T) {
	t.Parallel()
	for text, known := range map[string]bool{
		`f=$(find d -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2-); head "$f"`: true,
		`f=$(find d -printf '%T@\t%p\n' | sort -n | head -1 | cut -f2); head "$f"`:       true,
		`f=$(find d -printf '%T@ %p\n' | sort | awk 'NR==1{print $2}'); head "$f"`:       true,
		`f=$(find d -printf '%T@ %p\n' | sort | awk '{print $2}' | head -1); head "$f"`:  true,
		`f=$(find d -printf '%T@ %p\n' | sort | cut -d' ' -f2-); head "$f"`:              false,
		`f=$(find d -printf '/etc/x %p\n' | head -1 | cut -d' ' -f1); head "$f"`:         false,
		`f=$(cat list | head -1 | cut -d' ' -f2); head "$f"`:                             false,
	} {
		got := analyze(t, command.Input{Text: text, Shell: true})
		if is := !slices.ContainsFunc(got.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown }); is != known {
			t.Errorf("%s: known %v, want %v: %v", text, is, known, got.Effects)
		}
	}
}
