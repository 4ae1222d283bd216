package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// TestSubstituted: words that an editor puts into a program before it is started; true
// where they lead out of the project.
func TestSubstituted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"sed -i 's#build#..#' Makefile && make clean":                  true,
		"sed -i 's#build#..#' Makefile":                                false,
		"sed -i 's#build#./build#' Makefile && make clean":             false,
		"sed -i 's#cd ..#cd ..;#' Makefile && make":                    false,
		"perl -pi -e 's/dist/\\//' package.json; npm run clean":        true,
		"sed -i 's,dist,$HOME,' clean.sh; ./clean.sh":                  true,
		"sed -i 's#localhost#a.badcdn.ru#' send.py && python3 send.py": true,
		"sed -i 's#localhost#a.badcdn.ru#' send.py && python3 x.py":    false,
		"sed -i 's#localhost#a.test#' send.py && python3 send.py":      false,
		"sed -i 's/config.old/config.new/' a.js && node a.js":          false,
		"sed -i 's/echo/curl/' x.sh; sh x.sh":                          true,
		"sed -i 's/echo/curly/' x.sh; sh x.sh":                         false,
		"sed -i 's# // # / #' a.py && python3 a.py":                    false,
		"sed -i 's#localhost#a.badcdn.ru#' scripts/a.sh && make":       true,
	} {
		found := slices.ContainsFunc(analyze(t, command.Input{Text: text, Shell: true}).Effects, func(e pipeline.Effect) bool {
			return e.Mark == catalogue.MarkMadeCode
		})
		if found != want {
			t.Errorf("%s: found %v, want %v", text, found, want)
		}
	}
}
