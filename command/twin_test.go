package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestCopiesOfPrograms: a copy of a program of the machine does what the program does, and
// is code that nobody has looked at as soon as anything else may lie there.
func TestCopiesOfPrograms(t *testing.T) {
	t.Parallel()
	for text, code := range map[string]bool{
		"cp /usr/bin/true build/t && build/t x":          false,
		"cp /usr/bin/rm r && ./r -rf a":                  false,
		"cp /usr/bin/rm r && cp b r && ./r -rf a":        true,
		"cp /usr/bin/rm r; cat b > r; ./r -rf a":         true,
		"cp /usr/bin/systemctl reboot && ./reboot":       true,
		"cp /usr/bin/ls ls && ./ls a":                    false,
		"cp b r && ./r -rf a":                            true,
		"ln -s /usr/bin/rm r && ./r -rf a":               true,
		"cp /usr/bin/rm \"$x\" && ./r -rf a":             true,
		"cp /usr/bin/bash b && ./b x.sh":                 true,
		"cp /usr/bin/rm r; rm -f r; ./r a":               true,
		"cp /usr/bin/rm r && mv b r && ./r -rf a":        true,
		"cp /usr/bin/rm r; python3 -c 'import b'; ./r a": true,
	} {
		got := slices.ContainsFunc(analyze(t, command.Input{Text: text, Shell: true}).Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindCode || e.Kind == pipeline.KindUnknown
		})
		if got != code {
			t.Errorf("%s: is code: %v, want %v", text, got, code)
		}
	}
	deletes(t, map[string][]string{
		"cp /usr/bin/rm r && ./r -rf ../x":                  {"/home/u/x"},
		"cp /usr/bin/bash b && ./b -c 'rm -rf /home/u/x'":   {"/home/u/x"},
		"cp /usr/bin/find f && ./f . -name '*.o' -delete":   {"/home/u/w/**/*.o"},
		"mkdir bin; cp /usr/bin/rm bin/ && bin/rm -rf ../x": {"/home/u/x"},
	})
}
