package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestFindPrints: what find prints, and xargs deletes, goes by the alternatives that
// print.
func TestFindPrints(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"find . -path ./.venv -prune -o -name cache -type d -print | xargs rm -rf":        "**/cache",
		`find . \( -path ./.git -o -path ./x \) -prune -o -name '*.o' -print0 | xargs rm`: "**/*.o",
		"find . -name .git -prune -o -name cache -print | xargs rm -rf":                   "**/cache",
		"find . -path ./.venv -prune -o -name cache | xargs rm -rf":                       "**/*",
		"find . -name x -prune -o -print | xargs rm -rf":                                  "**",
		"find . -type f -o -name -print | xargs rm":                                       "**",
		`find . \( -name x -prune -o -print \) -o -name y -print | xargs rm -rf`:          "**",
		"find . -name .git -print -o -name cache -print | xargs rm -rf":                   "**/.git",
		"rg -ln 'a b' src | xargs rm":                                                     "**",
	} {
		found := false
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			if e.Kind == pipeline.KindDelete {
				found = found || strings.HasSuffix(e.Object, want)
				if want == "**/cache" && !strings.HasSuffix(e.Object, want) {
					t.Errorf("%s: deletes %s", text, e.Object)
				}
			}
		}
		if !found {
			t.Errorf("%s: %s is not deleted", text, want)
		}
	}
}
